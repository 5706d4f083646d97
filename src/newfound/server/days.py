"""Playing over days: how long somebody has for a decision, who may give or take more, and when nobody has to wait any longer."""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, update

from newfound.host.problems import Denied
from newfound.host.records import Table
from newfound.server import clock, schema
from newfound.server.engine import DAY
from newfound.server.hall import Hall
from newfound.server.room import Room

MOST: Final = 14  # days for a decision, and of a holiday
match: Final = schema.match.c


def is_late(table: Table, now: int) -> bool:
    return table.status == "playing" and table.due is not None and now > table.due


async def give(hall: Hall, room: Room, guest: str) -> None:
    """Whoever waits gives as much time again, once it is up."""
    table, now = _playing(room, guest), clock.now()
    if table.turn in room.seats_of(guest):
        raise Denied(409, "waited_for")
    if not is_late(table, now):
        raise Denied(409, "not_late")
    await _set_due(hall, table, match.due == table.due, now + table.pace * DAY, table.holiday)


async def take(hall: Hall, room: Room, guest: str, days: int) -> None:
    """Whoever is waited for takes more time, a holiday, once in a turn."""
    table = _playing(room, guest)
    if table.turn not in room.seats_of(guest):
        raise Denied(409, "not_waited_for")
    if table.holiday:
        raise Denied(409, "holiday")
    assert table.due is not None
    await _set_due(hall, table, match.holiday == 0, max(table.due, clock.now()) + days * DAY, days)


def _playing(room: Room, guest: str) -> Table:
    if not room.seats_of(guest):
        raise Denied(403, "chat")
    if room.table.status != "playing":
        raise Denied(409, "not_playing")
    if not room.table.pace:
        raise Denied(409, "live")
    return room.table


async def _set_due(hall: Hall, table: Table, still: ColumnElement[bool], due: int, holiday: int) -> None:
    """If it is still the same turn, and nobody was first."""
    async with hall.store.writing() as connection:
        where = (match.code == table.code, match.since == table.since, match.turn == table.turn, still)
        await connection.execute(update(schema.match).where(*where).values(due=due, holiday=holiday))
    await hall.moved(table.code)
