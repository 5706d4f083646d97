"""People one knows: those one sat with, by names that only oneself has for them; and those one does not want to meet."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Final

from sqlalchemy import and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from newfound.host.records import Table
from newfound.server import schema
from newfound.server.store import Store

KNOWN: Final = 50
MATCHES: Final = 300  # that are looked through for them
guest, block, seat, match, invitation = (one.c for one in (schema.guest, schema.block, schema.seat, schema.match, schema.invitation))


async def handles(store: Store, who: str, others: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Guest and name by handle. Another person has another handle for the same guest, and none tells who it is."""
    key = (await store.rows(select(guest.key).where(guest.id == who)))[0]["key"].encode()
    return {hmac.digest(key, other.encode(), hashlib.sha256).hex()[:24]: (other, name) for other, name in others.items()}


async def known(store: Store, who: str) -> dict[str, str]:
    """Those who held seats in matches with them, the latest first: what they were called there."""
    beside = schema.seat.alias()
    query = (
        select(beside.c.guest, beside.c.name)
        .join_from(schema.seat, beside, and_(beside.c.match == seat.match, beside.c.guest != seat.guest))
        .join(schema.match, match.code == seat.match)
        .where(seat.guest == who, beside.c.kind == "person", match.status.in_(("playing", "over")))
        .order_by(match.created.desc(), beside.c.seat)
        .limit(MATCHES)
    )
    found: dict[str, str] = {}
    for row in await store.rows(query):
        if len(found) < KNOWN:
            found.setdefault(row["guest"], row["name"])
    return found


async def blocked(store: Store, who: str) -> dict[str, str]:
    """Whom they have blocked: what those were called then."""
    rows = await store.rows(select(block.other, block.name).where(block.guest == who).order_by(block.name, block.other))
    return {row["other"]: row["name"] for row in rows}


async def has_blocked(store: Store, who: str, other: str) -> bool:
    return bool(await store.rows(select(block.other).where(block.guest == who, block.other == other)))


async def strangers(store: Store, who: str) -> set[str]:
    """Those who have blocked them, or whom they have."""
    rows = await store.rows(select(schema.block).where(or_(block.guest == who, block.other == who)))
    return {row["other"] if row["guest"] == who else row["guest"] for row in rows}


async def set_blocked(store: Store, who: str, other: str, name: str | None) -> None:
    """Under this name from now on; no longer, where there is none."""
    async with store.writing() as connection:
        await connection.execute(delete(schema.block).where(block.guest == who, block.other == other))
        if name is not None:
            await connection.execute(insert(schema.block).values(guest=who, other=other, name=name))
            asked = (invitation.guest == who, invitation.by == other, invitation.state == "invited")
            await connection.execute(update(schema.invitation).where(*asked).values(state="hidden"))


async def invited(store: Store, who: str) -> list[Table]:
    """The tables at which they are asked to sit down."""
    asked = select(invitation.match).where(invitation.guest == who, invitation.state == "invited")
    return await store.tables(select(schema.match).where(match.status == "open", match.code.in_(asked)).order_by(match.created.desc()))


async def merge(connection: AsyncConnection, before: str, after: str) -> None:
    """One person was two guests."""
    about = or_(*(block[one].in_((before, after)) for one in ("guest", "other")))
    rows = (await connection.execute(select(schema.block).where(about))).all()
    await forget(connection, [before])
    had = {(row.guest, row.other) for row in rows}
    for row in rows:
        who, other = (after if one == before else one for one in (row.guest, row.other))
        if before in (row.guest, row.other) and (who, other) not in had and who != other:
            had.add((who, other))
            await connection.execute(insert(schema.block).values(guest=who, other=other, name=row.name))


async def forget(connection: AsyncConnection, guests: list[str]) -> None:
    """Nothing is left of what these wanted of others, or others of them."""
    await connection.execute(delete(schema.block).where(or_(block.guest.in_(guests), block.other.in_(guests))))
    await connection.execute(delete(schema.invitation).where(or_(invitation.guest.in_(guests), invitation.by.in_(guests))))
