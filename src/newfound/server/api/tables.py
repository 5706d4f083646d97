"""Tables: making, finding and leaving them."""

from __future__ import annotations

from fastapi import APIRouter, Response

from newfound.core.game import Json
from newfound.host.frames import table_json
from newfound.host.records import Table
from newfound.server import days, leaving, lobby, people, tables
from newfound.server.api.asked import Holiday, Leave, LetTalk, MaybeGuest, NewTable, SeatPath, StandIn, Take, TheGuest, TheHall, TheRoom
from newfound.server.hall import Hall

router = APIRouter(prefix="/api", tags=["tables"])


def _listed(hall: Hall, table: Table, guest: str | None) -> Json:
    room = hall.rooms.get(table.code)
    return table_json(table, guest, room.presence() if room else None)


@router.get("/tables")
async def listing(hall: TheHall, guest: MaybeGuest) -> Json:
    own = guest.id if guest else None
    avoided = await people.strangers(hall.store, own) if own else set()
    waiting = [table for table in await hall.store.open_tables() if table.host not in avoided]
    vacant = [_listed(hall, table, own) for table in waiting if any(seat.kind == "open" for seat in table.seats)]
    mine = [_listed(hall, table, own) for table in await hall.store.tables_of(own)] if own else []
    invited = [_listed(hall, table, own) for table in await people.invited(hall.store, own)] if own else []
    return {"open": vacant, "mine": mine, "invited": invited}


@router.post("/tables", status_code=201)
async def make(body: NewTable, hall: TheHall, guest: TheGuest) -> Json:
    wishes = [seat.wish() for seat in body.seats]
    room = await lobby.make(hall, guest, body.game, body.options, wishes, body.public, body.practice, body.ready, body.pace)
    return room.table_for(guest.id)


@router.get("/tables/{code}")
async def table(room: TheRoom, guest: MaybeGuest) -> Json:
    return room.table_for(guest.id if guest else None)


@router.post("/tables/{code}/leave")
async def leave(body: Leave, hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    await leaving.leave(hall, room, guest, body.seat, body.level)
    return room.table_for(guest.id)


@router.post("/tables/{code}/resign")
async def resign(body: Leave, hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    await leaving.resign(hall, room, guest, body.seat, body.level)
    return room.table_for(guest.id)


@router.post("/tables/{code}/seats/{seat}/stand-in")
async def stand_in(seat: SeatPath, body: StandIn, hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    await leaving.stand_in(hall, room, guest, seat, body.level)
    return room.table_for(guest.id)


@router.post("/tables/{code}/seats/{seat}/return")
async def come_back(seat: SeatPath, room: TheRoom, guest: TheGuest) -> Json:
    await leaving.come_back(room, guest, seat)
    return room.table_for(guest.id)


@router.post("/tables/{code}/seats/{seat}/link")
async def link(seat: SeatPath, room: TheRoom, guest: TheGuest) -> Json:
    token = await leaving.link(room, guest, seat)
    return {"token": token, "path": f"/take/{token}"}


@router.post("/tables/{code}/seats/{seat}/invite")
async def invite(seat: SeatPath, room: TheRoom, guest: TheGuest) -> Json:
    token = await leaving.invite(room, guest, seat)
    return {"token": token, "path": f"/take/{token}"}


@router.post("/tables/{code}/seats/{seat}/fetch")
async def fetch(seat: SeatPath, room: TheRoom, guest: TheGuest) -> Json:
    await leaving.fetch(room, guest, seat)
    return room.table_for(guest.id)


@router.post("/tables/{code}/talk")
async def let_talk(body: LetTalk, room: TheRoom, guest: TheGuest) -> Json:
    await tables.let_talk(room, guest, body.talk)
    return room.table_for(guest.id)


@router.post("/take")
async def take(body: Take, hall: TheHall, guest: TheGuest) -> Json:
    return (await leaving.take(hall, guest, body.token)).table_for(guest.id)


@router.post("/tables/{code}/time")
async def give_time(hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    await days.give(hall, room, guest.id)
    return room.table_for(guest.id)


@router.post("/tables/{code}/holiday")
async def holiday(body: Holiday, hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    await days.take(hall, room, guest.id, body.days)
    return room.table_for(guest.id)


@router.post("/tables/{code}/delete")
async def delete(hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    return {"deleted": await tables.delete(hall, room, guest)}


@router.post("/tables/{code}/rematch")
async def rematch(hall: TheHall, room: TheRoom, guest: TheGuest, response: Response) -> Json:
    made, new = await tables.rematch(hall, room, guest)
    response.status_code = 201 if new else 200
    return made.table_for(guest.id)
