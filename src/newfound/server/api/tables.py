"""Tables: who you are, making, finding, joining and leaving them."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from newfound.core.game import Json
from newfound.server import tables
from newfound.server.api.asked import Join, Leave, MaybeGuest, Me, NewTable, SeatPath, StandIn, Take, TheGuest, TheGuests, TheHall, TheRoom
from newfound.server.frames import table_json
from newfound.server.hall import Hall
from newfound.server.store import Table

router = APIRouter(prefix="/api", tags=["tables"])


@router.get("/me")
async def me(guest: MaybeGuest) -> Json:
    return {"guest": {"name": guest.name} if guest else None}


@router.post("/me")
async def name(body: Me, request: Request, response: Response, guests: TheGuests) -> Json:
    guest = await guests.name(request, response, body.name)
    return {"guest": {"name": guest.name}}


def _listed(hall: Hall, table: Table, guest: str | None) -> Json:
    room = hall.rooms.get(table.code)
    return table_json(table, guest, room.presence() if room else None)


@router.get("/tables")
async def listing(hall: TheHall, guest: MaybeGuest) -> Json:
    own = guest.id if guest else None
    vacant = [_listed(hall, table, own) for table in await hall.store.open_tables()]
    mine = [_listed(hall, table, own) for table in await hall.store.tables_of(own)] if own else []
    return {"open": vacant, "mine": mine}


@router.post("/tables", status_code=201)
async def make(body: NewTable, hall: TheHall, guest: TheGuest) -> Json:
    wishes = [seat.wish() for seat in body.seats]
    room = await tables.make(hall, guest, body.game, body.options, wishes, body.public, body.practice)
    return room.table_for(guest.id)


@router.get("/tables/{code}")
async def table(room: TheRoom, guest: MaybeGuest) -> Json:
    return room.table_for(guest.id if guest else None)


@router.post("/tables/{code}/join")
async def join(body: Join, room: TheRoom, guest: TheGuest) -> Json:
    await tables.join(room, guest, body.seat, body.name)
    return room.table_for(guest.id)


@router.post("/tables/{code}/leave")
async def leave(body: Leave, room: TheRoom, guest: TheGuest) -> Json:
    await tables.leave(room, guest, body.seat, body.level)
    return room.table_for(guest.id)


@router.post("/tables/{code}/seats/{seat}/stand-in")
async def stand_in(seat: SeatPath, body: StandIn, hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    await tables.stand_in(hall, room, guest, seat, body.level)
    return room.table_for(guest.id)


@router.post("/tables/{code}/seats/{seat}/return")
async def come_back(seat: SeatPath, room: TheRoom, guest: TheGuest) -> Json:
    await tables.come_back(room, guest, seat)
    return room.table_for(guest.id)


@router.post("/tables/{code}/seats/{seat}/link")
async def link(seat: SeatPath, room: TheRoom, guest: TheGuest) -> Json:
    token = await tables.link(room, guest, seat)
    return {"token": token, "path": f"/take/{token}"}


@router.post("/take")
async def take(body: Take, hall: TheHall, guest: TheGuest) -> Json:
    return (await tables.take(hall, guest, body.token)).table_for(guest.id)


@router.post("/tables/{code}/rematch")
async def rematch(hall: TheHall, room: TheRoom, guest: TheGuest, response: Response) -> Json:
    made, new = await tables.rematch(hall, room, guest)
    response.status_code = 201 if new else 200
    return made.table_for(guest.id)
