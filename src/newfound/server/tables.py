"""How tables come about and who sits at them: making, joining, leaving, standing in, rematches, uploads."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from newfound import bots, games
from newfound.core import gamefile
from newfound.core.fair import Fair
from newfound.core.game import OVER, Game, Setup, Value
from newfound.core.match import Match
from newfound.core.problem import BadFile
from newfound.server.guests import BOT, NAME, Guest, clean, clean_name, hashed
from newfound.server.hall import Hall, game_of, levels, new_code
from newfound.server.problems import Denied
from newfound.server.room import Room
from newfound.server.store import Seat, Table
from newfound.server.story import ACT, Entry

DAY: Final = 24 * 3600
MOST_EVENTS: Final = 3000  # of an uploaded match


@dataclass(frozen=True)
class Wish:
    """How a seat is to be filled."""

    kind: str
    name: str | None = None
    level: str | None = None


def must_be_level(level: str | None) -> str:
    if level is None:
        return "medium"
    if level not in bots.names():
        raise Denied(422, "level", name=level[:30], names=", ".join(levels()))
    return level


def _seats(wishes: Sequence[Wish], guest: Guest) -> tuple[Seat, ...]:
    seats = []
    for number, wish in enumerate(wishes):
        if wish.kind == "me":
            seats.append(Seat(number, "person", guest.id, clean_name(wish.name) if wish.name else guest.name))
        elif wish.kind == "bot":
            seats.append(Seat(number, "bot", level=must_be_level(wish.level)))
        else:
            seats.append(Seat(number, "open"))
    return tuple(seats)


def _blank(game: Game[Any], setup: Setup, seats: tuple[Seat, ...], host: str) -> Table:
    people = {seat.guest for seat in seats if seat.kind != "bot"}
    return Table(
        code=new_code(),
        game=game.name,
        edition=game.edition,
        parts=game.parts(setup),
        options=dict(setup.options),
        seed=secrets.token_hex(32),
        status="open",
        public=False,
        practice=people <= {host},
        host=host,
        created=int(time.time()),
        seats=seats,
    )


async def make(
    hall: Hall, guest: Guest, game_name: str, options: Mapping[str, Value], wishes: Sequence[Wish], public: bool, practice: bool | None
) -> Room:
    game = games.find(game_name)
    setup = game.setup(len(wishes), options)
    table = replace(_blank(game, setup, _seats(wishes, guest), guest.id), public=public)
    if practice is not None:
        if practice and not table.practice:
            raise Denied(422, "practice")
        table = replace(table, practice=practice)
    await hall.store.add_table(table)
    return await _open(hall, table.code)


async def _open(hall: Hall, code: str) -> Room:
    room = await hall.room(code)
    await room.start()
    return room


async def join(room: Room, guest: Guest, seat: int | None, name: str | None) -> None:
    vacant = [other.seat for other in room.table.seats if other.kind == "open"]
    wanted = [seat] if seat is not None else vacant
    if not set(wanted) & set(vacant):
        raise Denied(409, "full" if seat is None else "taken")
    shown = clean_name(name) if name else guest.name
    for number in wanted:
        if await room.store.take_seat(room.code, number, guest.id, shown):
            break
    else:
        raise Denied(409, "taken")
    await room.changed()
    await room.start()


async def leave(room: Room, guest: Guest, seat: int | None, level: str | None) -> None:
    """Before the match the seat is open again; during it a bot stands in."""
    level = must_be_level(level)
    seats = room.seats_of(guest.id) if seat is None else [seat]
    for number in seats:
        room.must_hold(guest.id, number)
        if room.table.status == "open":
            await room.store.change_seat(room.code, number, guest.id, kind="open", guest=None, name="")
        elif room.table.status == "playing":
            await room.store.change_seat(room.code, number, guest.id, stand_in=level)
    await room.changed()


async def stand_in(hall: Hall, room: Room, guest: Guest, seat: int, level: str | None) -> None:
    level = must_be_level(level)
    holder = _person(room, seat)
    if holder != guest.id:
        if not room.seats_of(guest.id):
            raise Denied(403, "seat", seat=seat + 1)
        away = time.monotonic() - room.away_since.get(seat, time.monotonic())
        if seat in room.presence().seats or away < hall.settings.away_seconds:
            raise Denied(409, "not_away", seconds=int(hall.settings.away_seconds))
    if room.table.status != "playing":
        raise Denied(409, "not_playing")
    await room.store.change_seat(room.code, seat, holder, stand_in=level)
    await room.changed()


async def come_back(room: Room, guest: Guest, seat: int) -> None:
    room.must_hold(guest.id, seat)
    await room.store.change_seat(room.code, seat, guest.id, stand_in=None)
    await room.changed()


def _person(room: Room, seat: int) -> str:
    holder = room.table.seats[seat].guest if 0 <= seat < len(room.table.seats) else None
    if holder is None:
        raise Denied(404, "person", seat=seat + 1)
    return holder


async def link(room: Room, guest: Guest, seat: int) -> str:
    """A secret that moves the seat to whoever brings it."""
    room.must_hold(guest.id, seat)
    token = secrets.token_urlsafe(24)
    await room.store.add_link(hashed(token), room.code, seat, guest.id, int(time.time()) + DAY)
    return token


async def take(hall: Hall, guest: Guest, token: str) -> Room:
    code = await hall.store.take_link(hashed(token), guest.id, int(time.time()))
    if code is None:
        raise Denied(404, "link")
    room = await hall.room(code)
    await room.changed()
    return room


async def rematch(hall: Hall, room: Room, guest: Guest) -> tuple[Room, bool]:
    """The next table, and whether it is new. Two who ask at once get the same."""
    if not room.seats_of(guest.id):
        raise Denied(403, "chat")
    if room.table.rematch is None:
        game = game_of(room.table)
        seats = tuple(replace(seat, stand_in=None) for seat in room.table.seats)
        table = _blank(game, game.setup(len(seats), room.table.options), seats, guest.id)
        table = replace(table, practice=room.table.practice and table.practice)
        if await hall.store.add_table(table, rematch_of=room.code):
            await room.changed()
            return await _open(hall, table.code), True
        await room.refresh()
    assert room.table.rematch
    return await _open(hall, room.table.rematch), False


def read_upload(text: str, at: int | None) -> tuple[Match[Any], dict[int, str]]:
    """The match of a file up to an event, every action checked. Slow for long files: not for the event loop."""
    written = gamefile.parse(text)
    if sum(line.kind not in ("#", "=") for line in written.lines) > MOST_EVENTS:
        raise BadFile("file.long", most=MOST_EVENTS)
    match = gamefile.replay(written, games.find)
    if at is not None and at > len(match.log):
        raise Denied(422, "at", at=at, last=len(match.log))
    return (match if at is None else match.back(at)), written.players


async def upload(hall: Hall, guest: Guest, match: Match[Any], players: Mapping[int, str], wishes: Sequence[Wish] | None) -> Room:
    """A record to look at, or a new match that goes on from here."""
    given = [Entry(ACT, event.seat, event.action) for event in match.log]
    count = match.setup.seats
    if wishes is None:
        seats = tuple(_written(seat, players.get(seat, "")) for seat in range(count))
        table = replace(_blank(match.game, match.setup, seats, guest.id), status="record", turn=match.turn, practice=False)
    else:
        if len(wishes) != count:
            raise Denied(422, "seats", seats=count)
        if match.turn == OVER:
            raise Denied(422, "finished")
        table = _blank(match.game, match.setup, _seats(wishes, guest), guest.id)
    table = replace(table, given=len(given), serial=len(given))
    await hall.store.add_table(table, given)
    return await _open(hall, table.code)


def _written(seat: int, name: str) -> Seat:
    if name.startswith(BOT):
        return Seat(seat, "bot", level=clean(name.removeprefix(BOT), NAME))
    return Seat(seat, "person", name=clean(name, NAME))


def record(room: Room) -> str:
    """The `.game` file, with the seed once it is public."""
    table, story = room.table, room.story
    players = {seat.seat: seat.name if seat.kind == "person" else f"{BOT}{seat.level}" for seat in table.seats if seat.kind != "open"}
    luck = None if table.given else Fair(bytes.fromhex(table.seed))  # luck from elsewhere does not follow from our seed
    written = gamefile.record(story.match, players, luck, show_seed=table.status == "over")
    return gamefile.write(written)
