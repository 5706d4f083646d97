"""At the table, beside the socket: why not, what if, hints, replay, fairness, files."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Response

from newfound.core.fair import Fair
from newfound.core.game import ONLOOKER, Json, find_action
from newfound.core.match import Refused
from newfound.core.problem import Problem
from newfound.server import tables
from newfound.server.api.asked import MOST_SEAT, Hint, Language, MaybeGuest, Preview, TheGuest, TheHall, TheRoom, Upload, Why
from newfound.server.frames import frame_json
from newfound.server.hall import levels
from newfound.server.problems import Denied, on_the_wire
from newfound.server.room import Room
from newfound.server.story import HINT, OPENED
from newfound.server.workers import BotFailed

router = APIRouter(prefix="/api", tags=["play"])


def _legal(room: Room, seat: int, text: str) -> int:
    """The action that is meant, or why it is not legal: told from a guess, so that the answer can tell no secret."""
    match = room.story.match
    if match.turn != seat:
        return match.legal(seat, text)  # raises: over, or another's turn
    action = find_action(room.game, match.state, text)
    if action is None:
        raise Refused(room.game.refuse(room.guess(seat), text), room.game.folder)
    return action


@router.post("/tables/{code}/why")
async def why(body: Why, room: TheRoom, guest: TheGuest, lang: Language) -> Json:
    room.must_hold(guest.id, body.seat)
    if room.table.status == "open":
        raise Denied(409, "not_playing")
    try:
        _legal(room, body.seat, body.text)
    except Problem as problem:
        return {"legal": False, "problem": on_the_wire(problem, lang)}
    return {"legal": True, "problem": None}


@router.post("/tables/{code}/preview")
async def preview(body: Preview, room: TheRoom, guest: TheGuest) -> Json:
    room.must_play(guest.id, body.seat)
    action = _legal(room, body.seat, body.action)
    told = room.game.tell(room.guess(body.seat), action, body.seat)
    points = sum(news.points for news in told if news.seat == body.seat)
    return {"action": room.game.spell(action), "told": [news.json() for news in told], "points": points}


@router.post("/tables/{code}/hint")
async def hint(body: Hint, hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    room.must_play(guest.id, body.seat)
    if not room.table.practice:
        raise Denied(403, "no_hints")
    if room.story.match.turn != body.seat:
        room.story.match.legal(body.seat, "")  # raises: another's turn
    level = levels()[-2] if body.level is None else tables.must_be_level(body.level)
    try:
        found = await hall.workers.think(room.job(body.seat, level, why=True))
    except BotFailed as failed:
        raise Denied(503, "no_hint") from failed
    serial = await room.note(HINT, body.seat, _legal(room, body.seat, found["action"]))
    return found | {"level": level, "serial": serial}


@router.get("/tables/{code}/frame")
async def frame(
    room: TheRoom,
    guest: MaybeGuest,
    seat: Annotated[int, Query(ge=ONLOOKER, le=MOST_SEAT)] = ONLOOKER,
    at: Annotated[int | None, Query(ge=0, le=100_000)] = None,
    pictures: bool = False,
) -> Json:
    table, match = room.table, room.story.match
    if seat not in (ONLOOKER, *range(len(table.seats))):
        raise Denied(404, "person", seat=seat + 1)
    if seat != ONLOOKER and table.status not in ("over", "record"):
        room.must_hold(guest.id if guest else None, seat)
    if table.status == "open":
        raise Denied(409, "not_playing")
    if at is not None and at > len(match.log):
        raise Denied(404, "at", at=at, last=len(match.log))
    now = at is None or at == len(match.log)
    then = room.story if now else replace(room.story, match=match.back(at or 0))
    since = max(len(then.match.log) - 1, 0)
    return frame_json(then, seat, since, pictures) | {"table": room.table_for(guest.id if guest else None)}


@router.get("/tables/{code}/fair")
async def fair(room: TheRoom) -> Json:
    luck = Fair(bytes.fromhex(room.table.seed))
    out = room.table.status == "over"
    draws, wrong = room.story.wrong_draw(luck)
    return {
        "commitment": luck.commitment,
        "seed": room.table.seed if out else None,
        "draws": draws,
        "verified": wrong is None if out else None,
        "wrong": wrong if out else None,
    }


@router.get("/tables/{code}/game", response_class=Response)
async def download(room: TheRoom) -> Response:
    if room.table.status in ("open", "playing"):
        raise Denied(403, "not_over")
    return _file(room)


@router.post("/tables/{code}/game", response_class=Response)
async def open_file(room: TheRoom, guest: TheGuest) -> Response:
    """Also while the match is on, where that tells nobody else's secrets; it is written down."""
    if room.table.status in ("open", "playing"):
        seats = room.seats_of(guest.id)
        alone = all(seat.kind == "bot" or seat.seat in seats for seat in room.table.seats)
        if room.table.status == "open" or not (seats and alone):
            raise Denied(403, "not_over")
        await room.note(OPENED, seats[0], len(room.story.match.log))
    return _file(room)


def _file(room: Room) -> Response:
    headers = {"content-disposition": f'attachment; filename="{room.table.game}-{room.code}.game"'}
    return Response(tables.record(room), media_type="text/plain; charset=utf-8", headers=headers)


@router.post("/uploads", status_code=201)
async def upload(body: Upload, hall: TheHall, guest: TheGuest) -> Json:
    match, players = await asyncio.to_thread(tables.read_upload, body.file, body.at)
    wishes = None if body.seats is None else [seat.wish() for seat in body.seats]
    room = await tables.upload(hall, guest, match, players, wishes)
    return room.table_for(guest.id)
