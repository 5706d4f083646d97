"""What is deleted: in small steps what nobody needs any more, and at once what a person wants deleted. docs/server.md has the times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Select, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from newfound.core.game import OVER
from newfound.host.story import ENDED, NOBODY
from newfound.server import people, schema
from newfound.server.settings import Settings
from newfound.server.store import Store

DAY: Final = 24 * 3600
STEP: Final = 20  # matches in one transaction: nobody waits long for it
MANY: Final = 200  # rows that have nothing under them
LEVEL: Final = "medium"  # of the bot that plays on for somebody who has gone for good

match, seat, guest, device = (one.c for one in (schema.match, schema.seat, schema.guest, schema.device))
link, chat, handover = (one.c for one in (schema.link, schema.chat, schema.handover))
LAST: Final = func.coalesce(match.moved, match.created)


async def tidy(store: Store, settings: Settings, now: int) -> tuple[dict[str, int], list[str]]:
    """One small step: how many of each kind were deleted, and the matches of which nothing in memory is true any more."""
    old = select(match.code).where(match.status == "open", match.created < now - settings.keep_open * DAY)
    done = select(match.code).where(match.status != "open", now - settings.keep_matches * DAY > LAST)
    shown = select(match.code).where(match.status == "record", now - settings.keep_records * DAY > LAST)
    talked = exists(select(1).where(chat.match == match.code))
    said = select(match.code).where(match.status.in_(("over", "record")), talked, now - settings.keep_chat * DAY > LAST)
    still = select(match.code).where(match.status == "playing", now - settings.keep_playing * DAY > LAST)
    async with store.writing() as connection:
        opened = await _codes(connection, old) if settings.keep_open else []
        finished = await _codes(connection, done) if settings.keep_matches else []
        records = await _codes(connection, shown) if settings.keep_records else []
        await _delete(connection, [*opened, *finished, *records])
        ended = await _codes(connection, still) if settings.keep_playing else []
        await _end(connection, ended, now)
    async with store.writing() as connection:
        chats = await _codes(connection, said) if settings.keep_chat else []
        await connection.execute(schema.chat.delete().where(chat.match.in_(chats)))
        expired = select(link.token).where(link.expires < now).limit(MANY)
        links = (await connection.execute(schema.link.delete().where(link.token.in_(expired)))).rowcount
        await connection.execute(schema.handover.delete().where(handover.expires < now))
        guests = await _idle(connection, now - settings.keep_guests * DAY) if settings.keep_guests else []
        await _delete_guests(connection, guests)
    counts = {"open tables": len(opened), "matches": len(finished), "chats": len(chats), "links": links, "guests": len(guests)}
    counts |= {"records": len(records), "matches ended": len(ended)}
    return {kind: count for kind, count in counts.items() if count}, [*opened, *finished, *records, *chats, *ended]


async def _codes(connection: AsyncConnection, query: Select[Any]) -> list[str]:
    return [str(code) for code in (await connection.execute(query.limit(STEP))).scalars()]


async def _idle(connection: AsyncConnection, since: int) -> list[str]:
    """Guests who sit nowhere, and none of whose devices has been seen since then."""
    seated = exists(select(1).where(seat.guest == guest.id))
    seen = exists(select(1).where(device.guest == guest.id, device.seen >= since))
    query = select(guest.id).where(guest.created < since, ~seated, ~seen).limit(MANY)
    return [str(one) for one in (await connection.execute(query)).scalars()]


async def _delete_guests(connection: AsyncConnection, guests: list[str]) -> None:
    for table in (schema.device, schema.handover):
        await connection.execute(table.delete().where(table.c.guest.in_(guests)))
    await people.forget(connection, guests)
    await connection.execute(schema.guest.delete().where(guest.id.in_(guests)))


async def _delete(connection: AsyncConnection, codes: Sequence[str]) -> None:
    """These matches, with everything that hangs on them."""
    for table in (schema.link, schema.chat, schema.event, schema.invitation, schema.seat, schema.finding, schema.review):
        await connection.execute(table.delete().where(table.c.match.in_(codes)))
    await connection.execute(update(schema.match).where(match.rematch.in_(codes)).values(rematch=None))
    await connection.execute(schema.match.delete().where(match.code.in_(codes)))


async def _end(connection: AsyncConnection, codes: Sequence[str], now: int) -> None:
    """Nobody came back: these matches end as they stand, and are still there to be looked at."""
    for code, serial in (await connection.execute(select(match.code, match.serial).where(match.code.in_(codes)))).all():
        await connection.execute(insert(schema.event).values(match=code, serial=serial, kind=ENDED, seat=0, value=0, note=NOBODY))
        values = {"status": "over", "turn": OVER, "ended": NOBODY, "asked": None, "serial": serial + 1, "moved": now}
        await connection.execute(update(schema.match).where(match.code == code).values(values))


async def drop_open(store: Store, code: str, host: str) -> bool:
    """A table that waits, at the wish of its host; False where the match has begun, or they are not."""
    async with store.writing() as connection:
        done = await connection.execute(
            select(match.code).where(match.code == code, match.status == "open", match.host == host).with_for_update()
        )
        codes = [str(one) for one in done.scalars()]
        await _delete(connection, codes)
    return bool(codes)


async def drop_emptied(store: Store, before: int) -> list[str]:
    """Tables that everybody left before they began."""
    async with store.writing() as connection:
        query = select(match.code).where(match.status == "open", match.emptied < before).with_for_update()
        codes = await _codes(connection, query)
        await _delete(connection, codes)
    return codes


async def drop_match(store: Store, code: str, who: str) -> bool:
    """A match that is over leaves this guest's list. Where it was in nobody else's it is deleted: whether it was."""
    async with store.writing() as connection:
        await connection.execute(update(schema.seat).where(seat.match == code, seat.guest == who).values(guest=None))
        alone = await _unheld(connection, [code])
        await _delete(connection, alone)
    return bool(alone)


async def _unheld(connection: AsyncConnection, codes: Sequence[str]) -> list[str]:
    """Those that are over and in nobody's list, and that were not played for everybody to see."""
    held = exists(select(1).where(seat.match == match.code, seat.guest.is_not(None)))
    over = select(match.code).where(match.code.in_(codes), match.status.in_(("over", "record")), ~match.public, ~held)
    return [str(code) for code in (await connection.execute(over)).scalars()]


async def drop_guest(store: Store, who: str) -> list[str]:
    """All that is kept of this guest; others keep their matches, without the name. The matches that changed."""
    async with store.writing() as connection:
        mine = or_(match.host == who, exists(select(1).where(seat.match == match.code, seat.guest == who)))
        rows = (await connection.execute(select(match.code, match.status).where(mine))).all()
        codes = [str(code) for code, _ in rows]
        for status, values in (
            ("open", {"kind": "open", "guest": None, "name": ""}),
            ("playing", {"kind": "bot", "guest": None, "name": "", "level": LEVEL}),
            ("over", {"guest": None, "name": ""}),
        ):
            such = [code for code, found in rows if found == status]
            await connection.execute(update(schema.seat).where(seat.match.in_(such), seat.guest == who).values(**values))
        await connection.execute(update(schema.chat).where(chat.guest == who).values(name="", text=""))
        await connection.execute(schema.link.delete().where(link.guest == who))
        await connection.execute(update(schema.seat).where(seat.giver == who).values(giver=None))
        waiting = exists(select(1).where(seat.match == match.code, seat.kind == "person"))
        empty = select(match.code).where(match.code.in_(codes), match.status == "open", ~waiting)
        vacant = [str(code) for code in (await connection.execute(empty)).scalars()]
        await _delete(connection, [*vacant, *await _unheld(connection, codes)])
        await connection.execute(update(schema.match).where(match.host == who).values(host=""))
        await _delete_guests(connection, [who])
    return codes
