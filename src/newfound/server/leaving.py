"""Leaving a match and staying away from it: bots that play on, coming back, resigning, seats given to somebody else."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from newfound.host.making import must_be_level
from newfound.host.problems import Denied
from newfound.host.records import Guest, Table
from newfound.host.story import FREED, LEFT, REPLACED, RESIGNED, RETURN, STAND_IN, Entry
from newfound.server import seating
from newfound.server.guests import hashed
from newfound.server.hall import Hall
from newfound.server.lobby import stand_up
from newfound.server.room import Room
from newfound.server.store import Link

DAY: Final = 24 * 3600


def _bring(hall: Hall, room: Room, guest: Guest) -> None:
    """A bot is about to stand in."""
    if room.table.status == "playing" and not any(seat.bot for seat in room.table.seats):
        hall.may_bring_bots(guest)
        room.patron = guest.id, guest.address


def _mine(room: Room, guest: Guest, seat: int | None) -> Sequence[int]:
    if seat is not None:
        room.must_hold(guest.id, seat)
    return room.seats_of(guest.id) if seat is None else [seat]


def _must_be_on(room: Room) -> None:
    if room.table.status != "playing":
        raise Denied(409, "not_playing")


async def leave(hall: Hall, room: Room, guest: Guest, seat: int | None, level: str | None) -> None:
    """Before the match the seat is open again; during it a bot stands in until they come back."""
    level = must_be_level(level)
    _mine(room, guest, seat)
    if room.table.status == "open":
        await stand_up(room, guest, seat)
        return
    _bring(hall, room, guest)

    def decide() -> list[Entry]:
        here = [number for number in _mine(room, guest, seat) if room.table.seats[number].bot is None]
        return [Entry(LEFT, number, 0, note=level) for number in here] if room.table.status == "playing" else []

    await room.change(decide)


async def resign(hall: Hall, room: Room, guest: Guest, seat: int | None, level: str | None) -> None:
    """For good: a bot plays on, and they look on."""
    level = must_be_level(level)
    _mine(room, guest, seat)
    _must_be_on(room)
    _bring(hall, room, guest)

    def decide() -> list[Entry]:
        _must_be_on(room)
        own = [number for number in _mine(room, guest, seat) if room.table.seats[number].gone != RESIGNED]
        return [Entry(RESIGNED, number, 0, note=room.table.seats[number].bot or level) for number in own]

    await room.change(decide)


async def stand_in(hall: Hall, room: Room, guest: Guest, seat: int, level: str | None) -> None:
    """For oneself at any time, for others once they are away."""
    level = must_be_level(level)
    if _person(room, seat) == guest.id:
        _must_be_on(room)
        await leave(hall, room, guest, seat, level)
        return

    def decide() -> list[Entry]:
        if not (mine := room.seats_of(guest.id)):
            raise Denied(403, "seat", seat=seat + 1)
        _must_be_on(room)
        if room.table.seats[seat].bot is not None:
            return []
        if not room.is_away(seat):
            raise Denied(409, "not_late") if room.table.pace else Denied(409, "not_away", seconds=int(hall.settings.away_seconds))
        return [Entry(STAND_IN, seat, mine[0], note=level)]

    if room.seats_of(guest.id):
        _bring(hall, room, guest)
    await room.change(decide)


async def come_back(room: Room, guest: Guest, seat: int) -> None:
    def decide() -> list[Entry]:
        room.must_hold(guest.id, seat)
        gone = room.table.seats[seat].gone
        if gone == RESIGNED:
            raise Denied(409, "resigned")
        if gone is None or room.table.status != "playing":
            return []
        room.may_go_back()
        return [Entry(RETURN, seat, 0)]

    await room.change(decide)


def _person(room: Room, seat: int) -> str:
    holder = room.table.seats[seat].guest if 0 <= seat < len(room.table.seats) else None
    if holder is None:
        raise Denied(404, "person", seat=seat + 1)
    return holder


async def link(room: Room, guest: Guest, seat: int) -> str:
    """A secret that moves the seat to another device of whoever holds it."""
    room.must_hold(guest.id, seat)
    return await _link(room, seat, guest.id, replaces=False)


async def invite(room: Room, guest: Guest, seat: int) -> str:
    """A secret that gives the seat to whoever brings it, for good; for a seat that was resigned, or that the others agreed to give."""
    if not room.seats_of(guest.id):
        raise Denied(403, "chat")
    holder = _person(room, seat)
    _must_be_on(room)
    if room.table.seats[seat].gone not in (FREED, RESIGNED):
        raise Denied(409, "not_freed")
    return await _link(room, seat, holder, replaces=True)


async def _link(room: Room, seat: int, holder: str, replaces: bool) -> str:
    token = secrets.token_urlsafe(24)
    await room.store.add_link(hashed(token), room.code, seat, holder, int(room.clock()) + DAY, replaces)
    return token


async def take(hall: Hall, guest: Guest, token: str) -> Room:
    """The seat of this link becomes the guest's: on another device of theirs, or instead of whoever has left it."""
    now = int(hall.clock())
    found = await hall.store.link(hashed(token), now)
    if found is None:
        raise Denied(404, "link")
    room = await hall.room(found.match)

    async def write() -> None:
        entries, values = _given(room, found, guest)
        if entries:
            room.may_go_back()
        if await room.store.take_link(hashed(token), guest.id, now, entries, room.story.serial, **values) is None:
            raise Denied(404, "link")

    await room.attempt(write)
    return room


def _given(room: Room, link: Link, guest: Guest) -> tuple[list[Entry], dict[str, str | None]]:
    """What is written down of it, and how the seat changes besides."""
    seat, on = room.table.seats[link.seat], room.table.status == "playing"
    if link.replaces:
        if room.seats_of(guest.id):
            raise Denied(409, "sits")
        if seat.gone not in (FREED, RESIGNED) or not on:
            raise Denied(404, "link")
        return [Entry(REPLACED, seat.seat, 0)], {"name": guest.name, "stand_in": None, "gone": None, "giver": None}
    if seat.gone in (None, RESIGNED) or not on:
        return [], {"giver": link.guest}
    return [Entry(RETURN, seat.seat, 0)], {"stand_in": None, "gone": None, "giver": link.guest}


async def fetch(room: Room, guest: Guest, seat: int) -> None:
    """A seat that was moved to another device comes back to the one it was moved from."""

    def back(table: Table) -> Table:
        lent = next((one for one in table.seats if one.seat == seat and one.giver == guest.id), None)
        if lent is None:
            raise Denied(403, "seat", seat=seat + 1)
        mine = replace(lent, guest=guest.id, giver=lent.guest)
        return replace(table, seats=tuple(mine if one is lent else one for one in table.seats))

    await seating.change(room.store, room.code, back)
    await room.changed()
