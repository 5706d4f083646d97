"""Before the match: sitting down and standing up, what the host changes, whom one asks along."""

from __future__ import annotations

from fastapi import APIRouter

from newfound.core.game import Json
from newfound.server import lobby
from newfound.server.api.asked import Change, Invite, Join, Move, Ready, SeatPath, Stand, StandIn, TheGuest, TheHall, TheRoom

router = APIRouter(prefix="/api/tables/{code}", tags=["lobby"])


@router.post("/join")
async def join(body: Join, room: TheRoom, guest: TheGuest) -> Json:
    await lobby.join(room, guest, body.seat, body.name, body.ready)
    return room.table_for(guest.id)


@router.post("/stand")
async def stand(body: Stand, room: TheRoom, guest: TheGuest) -> Json:
    await lobby.stand_up(room, guest, body.seat)
    return room.table_for(guest.id)


@router.post("/move")
async def move(body: Move, room: TheRoom, guest: TheGuest) -> Json:
    await lobby.move(room, guest, body.to, body.seat)
    return room.table_for(guest.id)


@router.post("/ready")
async def ready(body: Ready, room: TheRoom, guest: TheGuest) -> Json:
    await lobby.ready(room, guest, body.ready, body.plan)
    return room.table_for(guest.id)


@router.post("/seats/{seat}/bot")
async def seat_bot(seat: SeatPath, body: StandIn, hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    await lobby.seat_bot(hall, room, guest, seat, body.level)
    return room.table_for(guest.id)


@router.post("/seats/{seat}/free")
async def free(seat: SeatPath, room: TheRoom, guest: TheGuest) -> Json:
    await lobby.free(room, guest, seat)
    return room.table_for(guest.id)


@router.post("/plan")
async def plan(body: Change, room: TheRoom, guest: TheGuest) -> Json:
    await lobby.plan(room, guest, body.seats, body.options, body.public, body.practice, body.pace)
    return room.table_for(guest.id)


@router.post("/host")
async def become_host(room: TheRoom, guest: TheGuest) -> Json:
    await lobby.become_host(room, guest)
    return room.table_for(guest.id)


@router.post("/cancel")
async def cancel(hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    await lobby.cancel(hall, room, guest)
    return {"cancelled": True}


@router.get("/people")
async def people(room: TheRoom, guest: TheGuest) -> Json:
    return {"people": await lobby.to_invite(room, guest)}


@router.post("/invite")
async def invite(body: Invite, room: TheRoom, guest: TheGuest) -> Json:
    await lobby.invite(room, guest, body.handle)
    return {"people": await lobby.to_invite(room, guest)}


@router.post("/decline")
async def decline(room: TheRoom, guest: TheGuest) -> Json:
    await lobby.decline(room, guest)
    return room.table_for(guest.id)
