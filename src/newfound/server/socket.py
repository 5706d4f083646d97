"""The socket: one reader's connection. Frames out, actions in; whatever comes in can only hurt its own connection."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections import Counter
from collections.abc import Coroutine
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, TypeAdapter, ValidationError

from newfound.core.game import ONLOOKER, Json
from newfound.core.problem import Problem, Stale
from newfound.host.frames import first_picture
from newfound.host.names import clean
from newfound.host.problems import Denied, on_the_wire, status_of
from newfound.host.records import Guest
from newfound.server import asking, people
from newfound.server.api.asked import language_of
from newfound.server.beside import beside
from newfound.server.gate import origin_allowed
from newfound.server.hall import Hall
from newfound.server.limits import Buckets, address
from newfound.server.metrics import Metrics
from newfound.server.reader import Reader
from newfound.server.room import Room
from newfound.server.settings import Settings
from newfound.server.store import AWAY

LOG: Final = logging.getLogger("newfound.socket")
MOST_MESSAGE: Final = 4096
MOST_CHAT: Final = 300
router = APIRouter()

Id = Annotated[StrictStr, Field(pattern=r"^[!-~]{1,40}$")]
Serial = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=20)]


class Message(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Play(Message):
    do: Literal["play"]
    id: Id
    serial: Serial
    action: Annotated[StrictStr, Field(max_length=200)]
    seat: SeatNumber | None = None


class Undo(Message):
    do: Literal["undo"]
    id: Id
    serial: Serial
    seat: SeatNumber | None = None


class Back(Message):
    do: Literal["back"]
    id: Id
    serial: Serial
    seat: SeatNumber | None = None


class Agree(Message):
    do: Literal["agree"]
    id: Id
    serial: Serial
    yes: StrictBool
    seat: SeatNumber | None = None


class Ask(Message):
    do: Literal["ask"]
    id: Id
    serial: Serial
    what: Literal["end", "replace"]
    of: SeatNumber = 0
    seat: SeatNumber | None = None


class Withdraw(Message):
    do: Literal["withdraw"]
    id: Id
    serial: Serial
    seat: SeatNumber | None = None


class Nudge(Message):
    do: Literal["nudge"]
    id: Id
    serial: Serial
    seat: SeatNumber | None = None


class Look(Message):
    do: Literal["look"]
    seat: Annotated[StrictInt, Field(ge=ONLOOKER, le=20)]


class Chat(Message):
    do: Literal["chat"]
    id: Id
    text: Annotated[StrictStr, Field(max_length=2000)]


class Sight(Message):
    do: Literal["sight"]
    visible: StrictBool


class Ping(Message):
    do: Literal["ping"]


Any_ = Annotated[Play | Undo | Back | Agree | Ask | Withdraw | Nudge | Look | Chat | Sight | Ping, Field(discriminator="do")]
MESSAGES: Final[TypeAdapter[Any_]] = TypeAdapter(Any_)


class Sockets:
    """How many sockets each address has, and how fast it writes and looks; and so each person at a table, on however many sockets."""

    def __init__(self, pace: Buckets, settings: Settings) -> None:
        self.of: Counter[str] = Counter()
        self.pace = pace  # of addresses
        self.crowds = Buckets(10 * settings.rate, 10 * settings.burst)
        self.looks = Buckets(settings.rate / 3, settings.burst / 3)
        self.messages = Buckets(40, 60)
        self.chats = Buckets(1, 5)


@router.websocket("/api/tables/{code}/socket")
async def socket(websocket: WebSocket, code: str) -> None:
    state = websocket.app.state
    settings, hall, metrics, sockets = state.settings, state.hall, state.metrics, state.sockets
    where = address(websocket.scope)
    await websocket.accept()
    if sockets.of[where] >= settings.sockets or sockets.pace.take(where):
        await websocket.close(4408 if sockets.of[where] >= settings.sockets else 4429)
        return
    try:
        entered = await _enter(websocket, code, settings, hall)
    except AWAY as error:
        LOG.warning("nobody can enter: %s", type(error).__name__, extra={"table": code})
        entered = 1012
    if isinstance(entered, int):
        await websocket.close(entered)
        return
    room, reader = entered
    sockets.of[where] += 1
    metrics.sockets.inc()
    try:
        await room.enter(reader)
        await _talk(websocket, room, reader, metrics, sockets)
    finally:
        metrics.sockets.dec()
        sockets.of[where] -= 1
        if not sockets.of[where]:
            del sockets.of[where]
        await room.go(reader)


async def _enter(websocket: WebSocket, code: str, settings: Settings, hall: Hall) -> tuple[Room, Reader] | int:
    """The room and the reader, or the code to close with."""
    if not origin_allowed(websocket.headers, settings):
        return 4403
    query = websocket.query_params
    language = language_of(query.get("lang"), websocket.headers.get("accept-language", ""))
    guest: Guest | None = await websocket.app.state.guests.who(websocket)
    try:
        room = await hall.room(code, enter=True)
    except Problem as problem:
        return 4404 if status_of(problem) == 404 else 4409
    seats = room.seats_of(guest.id if guest else None)
    seat = _number(query.get("seat"), ONLOOKER)
    if seat is None:
        seat = seats[0] if seats else ONLOOKER
    if seat != ONLOOKER and seat not in seats:
        return 4403
    pictures = query.get("pictures") == "1"
    if pictures:
        await beside(first_picture, room.game.name)
    seen = _number(query.get("serial"), 0) or 0
    reader = Reader(guest, seat, seen, language, pictures, address(websocket.scope))
    reader.blocked = set(await people.blocked(hall.store, guest.id)) if guest else set()
    reader.quick = query.get("pace") == "quick"
    return room, reader


def _number(text: str | None, least: int) -> int | None:
    try:
        number = int(text or "")
    except ValueError:
        return None
    return number if least <= number < 2**31 else None


async def _talk(websocket: WebSocket, room: Room, reader: Reader, metrics: Metrics, sockets: Sockets) -> None:
    """Until either side has gone."""
    writing = asyncio.create_task(_write(websocket, room, reader))
    reading = asyncio.create_task(_read(websocket, room, reader, metrics, sockets))
    done, waiting = await asyncio.wait({writing, reading}, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for task in done:
        error = task.exception()
        if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
            LOG.error("a socket failed", exc_info=error, extra={"table": room.code})
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # closed already
        await websocket.close(reading.result() if reading in done and not reading.exception() else reader.code)


async def _write(websocket: WebSocket, room: Room, reader: Reader) -> None:
    while (text := await reader.next(room.write)) is not None:
        await websocket.send_text(text)


async def _read(websocket: WebSocket, room: Room, reader: Reader, metrics: Metrics, sockets: Sockets) -> int:
    """The code to close with."""
    writer = f"{room.code} {reader.guest_id or reader.address}"
    while True:
        received = await websocket.receive()
        if received["type"] == "websocket.disconnect":
            return 1000
        text = received.get("text")
        if text is None or len(text) > MOST_MESSAGE:
            return 1003 if text is None else 4413
        await sockets.messages.wait(writer)  # who writes faster is read slower
        await sockets.crowds.wait(reader.address)
        began, known = time.perf_counter(), None
        try:
            raw: Any = _parse(text)
            known = raw.get("id") if isinstance(raw, dict) else None
            message = MESSAGES.validate_python(raw)
            metrics.messages.labels(message.do).inc()
            if isinstance(message, Look):
                await sockets.looks.wait(reader.address)
            await _whole(_handle(room, reader, message, sockets))
        except Problem as problem:
            reader.send({"type": "refused", "id": _echo(known), "problem": on_the_wire(problem, reader.language)})
            if isinstance(problem, Stale):
                reader.show(frame=True)
        except ValidationError:
            metrics.messages.labels("unknown").inc()
            reader.send({"type": "refused", "id": _echo(known), "problem": on_the_wire(Denied(400, "message"), reader.language)})
        metrics.handled.observe(time.perf_counter() - began)


async def _whole(work: Coroutine[Any, Any, None]) -> None:
    """What was begun is finished, though the browser has gone: a move that is kept must be told."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())  # seen, if nobody waits for it any more
    await asyncio.shield(task)


def _echo(known: Json) -> str | None:
    return known if isinstance(known, str) and known.isascii() and 0 < len(known) <= 40 else None


def _parse(text: str) -> Json:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


async def _handle(room: Room, reader: Reader, message: Any, sockets: Sockets) -> None:
    if isinstance(message, Ping):
        reader.send({"type": "pong"})
        return
    if isinstance(message, Sight):
        reader.visible = message.visible
        return
    if isinstance(message, Look):
        room.look(reader, message.seat)
        return
    if isinstance(message, Chat):
        await _chat(room, reader, message, sockets)
        return
    await room.know(message.serial)
    seat = reader.seat if message.seat is None else message.seat
    if (seat, message.id) in room.story.sent:
        room.must_hold(reader.guest_id, seat)
    else:
        room.must_play(reader.guest_id, seat)
    match message:
        case Play():
            await room.play(seat, message.action, message.serial, message.id, reader)
        case Undo():
            await room.undo(seat, message.serial, message.id, reader)
        case Back():
            await asking.back(room, seat, message.serial, message.id, reader)
        case Agree():
            await asking.agree(room, seat, message.yes, message.serial, message.id, reader)
        case Ask(what="end"):
            await asking.end(room, seat, message.id, reader)
        case Ask():
            await asking.replace(room, seat, message.of, message.id, reader)
        case Withdraw():
            await asking.withdraw(room, seat, message.id, reader)
        case Nudge():
            await asking.nudge(room, seat, message.id, reader)


async def _chat(room: Room, reader: Reader, message: Chat, sockets: Sockets) -> None:
    if reader.guest is None:
        raise Denied(403, "chat")
    text = clean(message.text, MOST_CHAT)
    if not text:
        raise Denied(422, "empty", most=MOST_CHAT)
    if wait := sockets.chats.take(reader.guest.id):
        raise Denied(429, "fast", seconds=int(wait) + 1)
    await room.say(reader.guest, text, message.id, reader)
