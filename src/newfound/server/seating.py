"""Tables that wait, in the database: each is changed by one at a time, and begins once."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy import exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from newfound.host.problems import Denied
from newfound.host.records import Invitation, Seat, Table
from newfound.host.story import Entry
from newfound.server import clock, schema
from newfound.server.engine import DAY
from newfound.server.store import Store, read, table_of

CHANGED: Final = ("edition", "parts", "public", "practice", "host", "plan", "emptied", "pace", "talk")
match, seat, invitation = (one.c for one in (schema.match, schema.seat, schema.invitation))


async def held(connection: AsyncConnection, code: str) -> Table | None:
    """The table, which nobody else changes until this transaction ends."""
    row = (await connection.execute(select(schema.match).where(match.code == code).with_for_update())).mappings().one_or_none()
    if row is None:
        return None
    seats = await connection.execute(select(schema.seat).where(seat.match == code).order_by(seat.seat))
    asked = await connection.execute(select(schema.invitation).where(invitation.match == code).order_by(invitation.guest))
    return table_of(row, [read(Seat, one) for one in seats.mappings()], [read(Invitation, one) for one in asked.mappings()])


async def change(store: Store, code: str, how: Callable[[Table], Table]) -> None:
    """`how` sees the table as it is, and refuses or says what it becomes."""
    async with store.writing() as connection:
        before = await held(connection, code)
        if before is None:
            raise Denied(404, "table", code=code)
        after = how(before)
        values = {name: getattr(after, name) for name in CHANGED} | {"seats": len(after.seats), "options": json.dumps(after.options)}
        await connection.execute(update(schema.match).where(match.code == code).values(**values))
        await _replace(connection, schema.seat, code, before.seats, after.seats)
        await _replace(connection, schema.invitation, code, before.invitations, after.invitations)
        await store.told(connection, code)


async def _replace(connection: AsyncConnection, table: Any, code: str, before: Sequence[Any], after: Sequence[Any]) -> None:
    key = "seat" if table is schema.seat else "guest"
    for gone in set(before) - set(after):
        await connection.execute(table.delete().where(table.c.match == code, table.c[key] == getattr(gone, key)))
    new = [vars(one) | {"match": code} for one in after if one not in before]
    if new:
        await connection.execute(insert(table), new)


async def start(store: Store, table: Table, entries: Sequence[Entry], turn: int) -> bool:
    """The match begins, once, when nobody is missing, as it was planned; its first luck is written with it."""
    async with store.writing() as connection:
        now = await held(connection, table.code)
        if now is None or now.status != "open" or not now.complete or _to_play(now) != _to_play(table):
            return False
        status = "playing" if turn >= 0 else "over"
        time_left = {"since": clock.now(), "due": clock.now() + now.pace * DAY if now.pace else None}
        values = {"status": status, "turn": turn, "serial": match.serial + len(entries)} | time_left
        await connection.execute(update(schema.match).where(match.code == table.code).values(**values))
        await connection.execute(schema.invitation.delete().where(invitation.match == table.code))
        first = await connection.scalar(select(func.count()).select_from(schema.event).where(schema.event.c.match == table.code))
        await store.add_entries(connection, table.code, first or 0, entries)
        await store.told(connection, table.code)
        return True


def _to_play(table: Table) -> tuple[object, ...]:
    """What the first luck was drawn for."""
    return table.edition, table.parts, table.options, len(table.seats)


async def full(store: Store) -> list[str]:
    """Tables at which nobody is missing and all are ready, and yet nothing has begun."""
    missing = (seat.kind == "open") | ((seat.kind == "person") & ~seat.ready)
    vacant = exists(select(1).where(seat.match == match.code, missing))
    return [row["code"] for row in await store.rows(select(match.code).where(match.status == "open", ~vacant))]
