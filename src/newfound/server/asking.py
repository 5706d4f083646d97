"""What people at a table ask of each other: to take back, to end the match, to give a seat to somebody else; and to go on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from sqlalchemy import select, update

from newfound.core.problem import Stale
from newfound.host.desk import ended
from newfound.host.frames import missing, to_ask
from newfound.host.problems import Denied
from newfound.host.story import (
    ANSWERED,
    ASKED,
    AWAY,
    BACK,
    FREED,
    LAPSED,
    NO,
    RESIGNED,
    TO_END,
    TO_GO_BACK,
    TO_REPLACE,
    WITHDREW,
    YES,
    Entry,
)
from newfound.server import schema
from newfound.server.engine import DAY
from newfound.server.reader import Reader
from newfound.server.room import Room

NUDGE_SECONDS: Final = 60.0
match: Final = schema.match.c


async def back(room: Room, seat: int, serial: int, client: str, asker: Reader) -> None:
    """To before this seat's last decision: asked of the others, or done at once where there is nobody to ask."""

    def decide() -> list[Entry]:
        to = room.decided_before(seat, serial)
        if not to_ask(room.table, seat):
            return [Entry(BACK, seat, to, client)]
        return [_question(room, TO_GO_BACK, seat, to, client)]

    await room.change(decide, seat, client, asker)


async def end(room: Room, seat: int, client: str, asker: Reader) -> None:
    """The match ends here: once all others agree who play and are not away."""

    def decide() -> list[Entry]:
        room.may_go_back()
        asked = to_ask(room.table, seat)
        absent = [other for other in asked if room.is_away(other)]
        if set(asked) <= set(absent):
            return [ended(seat, client)]
        return [_question(room, TO_END, seat, 0, client), *_not_waited_for(absent)]

    await room.change(decide, seat, client, asker)


async def replace(room: Room, seat: int, of: int, client: str, asker: Reader) -> None:
    """A seat that a bot plays for somebody may be given to somebody else, once the others agree."""

    def decide() -> list[Entry]:
        room.may_go_back()
        gone = room.table.seats[of].gone if of < len(room.table.seats) else None
        if gone is None:
            raise Denied(409, "not_gone")
        if gone in (FREED, RESIGNED):
            return []
        absent = [other for other in to_ask(room.table, seat) if room.is_away(other)]
        return [_question(room, TO_REPLACE, seat, of, client), *_not_waited_for(absent)]

    await room.change(decide, seat, client, asker)


def _question(room: Room, kind: str, seat: int, value: int, client: str) -> Entry:
    if room.story.company.asked is not None:
        raise Denied(409, "asked")
    return Entry(ASKED, seat, value, client, kind)


def _not_waited_for(absent: Sequence[int]) -> list[Entry]:
    return [Entry(ANSWERED, other, AWAY) for other in absent]


async def agree(room: Room, seat: int, yes: bool, serial: int, client: str, asker: Reader) -> None:
    """The answer of somebody who has seen what is asked; one no is enough."""

    def decide() -> list[Entry]:
        asked = room.story.company.asked
        if asked is None or (serial < asked.serial and room.story.serial > serial):
            if serial != room.story.serial:
                raise Stale("play.stale", at=serial, now=room.story.serial)
            raise Denied(409, "not_asked")
        person = room.table.seats[seat].guest
        waited = {room.table.seats[other].guest for other in missing(room.table)}
        excused = {room.table.seats[other].guest for other in asked.agreed}
        if person not in waited and (yes or person not in excused):
            raise Denied(409, "not_asked")
        if yes:
            room.may_go_back()
        return [Entry(ANSWERED, seat, YES if yes else NO, client)]

    await room.change(decide, seat, client, asker)


async def withdraw(room: Room, seat: int, client: str, asker: Reader) -> None:
    def decide() -> list[Entry]:
        asked = room.story.company.asked
        if asked is None or room.table.seats[asked.seat].guest != room.table.seats[seat].guest:
            raise Denied(409, "not_asking")
        return [Entry(WITHDREW, seat, 0, client)]

    await room.change(decide, seat, client, asker)


async def lapse(room: Room) -> None:
    """Not to have answered in time is a no."""

    def decide() -> list[Entry]:
        asked = room.table.asked
        late = asked is not None and asked["until"] <= room.clock()
        return [Entry(LAPSED, asked["seat"], 0)] if asked and late else []

    await room.change(decide)


async def nudge(room: Room, seat: int, client: str, asker: Reader) -> None:
    """A quiet sign to whoever is to decide; once a minute. Over days, where few look just then, it is one more reminder; once a day."""
    to = room.story.turn
    if to < 0 or room.table.seats[to].bot is not None or room.table.seats[to].guest == room.table.seats[seat].guest:
        raise Denied(409, "nobody_to_nudge")
    if room.table.pace:
        await _remind_again(room, to)
    else:
        wait = room.nudged.get(to, 0) + NUDGE_SECONDS - room.clock()
        if wait > 0:
            raise Denied(429, "nudged", seconds=math.ceil(wait))
    await room.nudge(seat, to)
    asker.send({"type": "ack", "id": client, "serial": room.story.serial})


async def _remind_again(room: Room, to: int) -> None:
    """A day after the last time, by whomever: then it is as if they had not been reminded."""
    of = (match.code == room.code, match.turn == to, match.since == room.table.since)
    async with room.store.writing() as connection:
        last = (await connection.execute(select(match.reminded).where(*of).with_for_update())).scalar()
        wait = max(room.nudged.get(to, 0), last or 0) + DAY - room.clock()
        if wait > 0:
            raise Denied(429, "nudged_today", hours=math.ceil(wait / 3600))
        await connection.execute(update(schema.match).where(*of).values(reminded=None))
