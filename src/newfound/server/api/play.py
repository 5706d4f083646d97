"""At the table, beside the socket: why not, what if, hints, replay, fairness, files."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from newfound.core.game import ONLOOKER, Json
from newfound.host import bare
from newfound.host.desk import is_alone
from newfound.host.files import read_upload, record
from newfound.host.frames import frame_json
from newfound.host.making import levels, must_be_level
from newfound.host.problems import Denied
from newfound.host.records import Table
from newfound.host.story import HINT, OPENED
from newfound.server import tables
from newfound.server.api.asked import MOST_SEAT, Code, Hint, Language, MaybeGuest, Preview, TheGuest, TheHall, TheRoom, Upload, Why
from newfound.server.beside import beside

router = APIRouter(prefix="/api", tags=["play"])


@router.post("/tables/{code}/why")
async def why(body: Why, room: TheRoom, guest: TheGuest, lang: Language) -> Json:
    return room.why(guest.id, body.seat, body.text, lang)


@router.post("/tables/{code}/preview")
async def preview(body: Preview, room: TheRoom, guest: TheGuest) -> Json:
    return room.preview(guest.id, body.seat, body.action)


@router.post("/tables/{code}/hint")
async def hint(body: Hint, hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    room.must_be_helped(guest.id, body.seat)
    level = levels()[-2] if body.level is None else must_be_level(body.level)
    found = await hall.hint(room, guest, room.job(body.seat, level, why=True))
    serial = await room.note(HINT, body.seat, room.legal(body.seat, found["action"]))
    return found | {"level": level, "serial": serial}


@router.get("/tables/{code}/frame")
async def frame(
    room: TheRoom,
    guest: MaybeGuest,
    seat: Annotated[int, Query(ge=ONLOOKER, le=MOST_SEAT)] = ONLOOKER,
    at: Annotated[int | None, Query(ge=0, le=100_000)] = None,
    pictures: bool = False,
) -> Json:
    asker = guest.id if guest else None
    then = room.then(asker, seat, at)
    since = max(len(then.match.log) - 1, 0)
    shown = await beside(frame_json, then, seat, since, pictures) if pictures else frame_json(then, seat, since)
    return shown | {"table": room.table_for(asker)}


@router.get("/tables/{code}/odds")
async def odds(room: TheRoom, guest: MaybeGuest, seat: Annotated[int, Query(ge=ONLOOKER, le=MOST_SEAT)] = ONLOOKER) -> Json:
    return room.odds(guest.id if guest else None, seat)


@router.get("/tables/{code}/advice")
async def advice(room: TheRoom, guest: MaybeGuest, seat: Annotated[int, Query(ge=0, le=MOST_SEAT)]) -> Json:
    return room.advice(guest.id if guest else None, seat)


@router.get("/tables/{code}/course")
async def course(room: TheRoom) -> Json:
    return room.course()


@router.get("/tables/{code}/fair")
async def fair(room: TheRoom) -> Json:
    return room.fair(await room.wrong_draw() if room.table.status == "over" else None)


@router.get("/tables/{code}/game", response_class=Response)
async def download(code: Code, hall: TheHall, guest: MaybeGuest) -> Response:
    """Once the match is over, or cannot go on here and tells nobody else's secrets."""
    try:
        room = await hall.room(code, enter=True)
    except Denied as denied:
        table = await hall.store.table(code) if denied.status == 409 else None
        if table is None:
            raise
        if table.status in ("open", "playing") and not is_alone(table, guest.id if guest else None):
            raise Denied(403, "not_over") from denied
        return _file(table, bare.record(table, await hall.store.entries(code)))
    if room.table.status in ("open", "playing"):
        raise Denied(403, "not_over")
    return _file(room.table, record(room.table, room.story))


@router.post("/tables/{code}/game", response_class=Response)
async def open_file(room: TheRoom, guest: TheGuest) -> Response:
    """Also while the match is on, where that tells nobody else's secrets; it is written down."""
    if room.table.status in ("open", "playing"):
        if room.table.status == "open" or not room.alone(guest.id):
            raise Denied(403, "not_over")
        await room.note(OPENED, room.seats_of(guest.id)[0], len(room.story.match.log))
    return _file(room.table, record(room.table, room.story))


def _file(table: Table, text: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{table.game}-{table.code}.game"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.post("/uploads", status_code=201)
async def upload(body: Upload, hall: TheHall, guest: TheGuest) -> Json:
    match, players = await beside(read_upload, body.file, body.at)
    wishes = None if body.seats is None else [seat.wish() for seat in body.seats]
    room = await tables.upload(hall, guest, match, players, wishes)
    return room.table_for(guest.id)
