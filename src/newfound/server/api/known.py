"""People you know, and those you do not want to meet."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from newfound.core.game import Json
from newfound.host.problems import Denied
from newfound.host.records import Guest
from newfound.server import people
from newfound.server.api.asked import SeatPath, TheGuest, TheHall, TheRoom
from newfound.server.hall import Hall

router = APIRouter(prefix="/api", tags=["people"])
Handle = Annotated[str, Path(pattern="^[a-f0-9]{24}$")]


async def _people(hall: Hall, guest: Guest) -> Json:
    blocked = await people.blocked(hall.store, guest.id)
    known = {other: name for other, name in (await people.known(hall.store, guest.id)).items() if other not in blocked}
    shown = [await people.handles(hall.store, guest.id, some) for some in (known, blocked)]
    lists = [[{"handle": handle, "name": name} for handle, (_, name) in some.items()] for some in shown]
    return dict(zip(("known", "blocked"), lists, strict=True))


async def _block(hall: Hall, guest: Guest, other: str, name: str | None) -> Json:
    await people.set_blocked(hall.store, guest.id, other, name)
    await hall.gone(guest.id)
    return await _people(hall, guest)


@router.get("/me/people")
async def known(guest: TheGuest, hall: TheHall) -> Json:
    return await _people(hall, guest)


@router.post("/me/people/{handle}/block")
async def block(handle: Handle, guest: TheGuest, hall: TheHall) -> Json:
    found = (await people.handles(hall.store, guest.id, await people.known(hall.store, guest.id))).get(handle)
    if found is None:
        raise Denied(404, "nobody")
    return await _block(hall, guest, *found)


@router.post("/me/people/{handle}/unblock")
async def unblock(handle: Handle, guest: TheGuest, hall: TheHall) -> Json:
    found = (await people.handles(hall.store, guest.id, await people.blocked(hall.store, guest.id))).get(handle)
    if found is None:
        raise Denied(404, "nobody")
    return await _block(hall, guest, found[0], None)


@router.post("/tables/{code}/seats/{seat}/block")
async def block_seat(seat: SeatPath, room: TheRoom, guest: TheGuest, hall: TheHall) -> Json:
    """Whoever sits there."""
    seats = room.table.seats
    other = seats[seat].guest if seat < len(seats) else None
    if other is None or other == guest.id:
        raise Denied(404, "person", seat=seat + 1)
    return await _block(hall, guest, other, seats[seat].name)
