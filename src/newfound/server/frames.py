"""What is shown: a table's facts, and a frame for one reader. The only place where what goes out is put together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic_core import to_json

from newfound import games
from newfound.core.fair import Fair
from newfound.core.game import ONLOOKER, OVER, Json
from newfound.core.match import Match
from newfound.core.problem import Problem
from newfound.server.store import Line, Seat, Table
from newfound.server.story import Story

CHATTED = 50


@dataclass
class Presence:
    """Which seats are connected, and how many onlookers."""

    seats: set[int] = field(default_factory=set)
    watchers: int = 0


@cache
def _title(game: str) -> str | None:
    """None where this game is not installed here."""
    try:
        return games.find(game).title
    except Problem:
        return None


def table_json(table: Table, guest: str | None, here: Presence | None = None) -> Json:
    luck = Fair(bytes.fromhex(table.seed))
    here = here or Presence()
    title = _title(table.game)
    return {
        "code": table.code,
        "game": table.game,
        "title": title or table.game,
        "installed": title is not None,
        "edition": table.edition,
        "options": table.options,
        "status": table.status,
        "public": table.public,
        "practice": table.practice,
        "seats": [_seat(seat, guest, here) for seat in table.seats],
        "watchers": here.watchers,
        "created": table.created,
        "moved": table.moved,
        "host": guest is not None and table.host == guest,
        "serial": table.serial,
        "turn": None if table.status == "open" else table.turn,
        "given": table.given,
        "fair": {"commitment": luck.commitment, "seed": table.seed if table.status == "over" else None},
        "asked": _asked(table),
        "rematch": table.rematch,
    }


def _seat(seat: Seat, guest: str | None, here: Presence) -> Json:
    return {
        "seat": seat.seat,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "stand_in": seat.stand_in,
        "connected": seat.kind == "bot" or seat.seat in here.seats,
        "yours": guest is not None and seat.guest == guest,
    }


def _asked(table: Table) -> Json | None:
    if table.asked is None:
        return None
    agreed = set(table.asked["agreed"])
    missing = [seat for seat in to_ask(table, table.asked["seat"]) if seat not in agreed]
    return {"seat": table.asked["seat"], "to": table.asked["to"], "agreed": sorted(agreed), "missing": missing}


def to_ask(table: Table, seat: int) -> list[int]:
    """Whose consent is needed to take back: one seat of each other person who plays."""
    asker = table.seats[seat].guest
    firsts: dict[str, int] = {}
    for other in table.seats:
        if other.kind == "person" and other.bot is None and other.guest and other.guest != asker:
            firsts.setdefault(other.guest, other.seat)
    return sorted(firsts.values())


def frame_json(story: Story, reader: int, since: int, pictures: bool = False, before: Match[Any] | None = None, view: Json = None) -> Json:
    """The frame without the table's facts. Everything of the match comes from `Match.frame`, which hides; its picture from its view."""
    frame = story.match.frame(reader, since, before, view)
    if pictures:
        face = story.match.game.picture
        frame["picture"] = face().svg(frame["view"]) if face else None
    back = story.own_last(reader) if reader >= 0 and story.match.turn != OVER else None
    head = {"type": "frame", "serial": story.serial, "since": since, "reader": reader}
    return head | frame | {"undo": story.can_undo(reader), "back": back}


def written(message: Json) -> str:
    """As it goes over the wire."""
    return to_json(message).decode()


class Moment:
    """What the readers of a room are sent at one moment; what several of them share is made once. `before` is the match they know."""

    def __init__(self, story: Story, table: Table, here: Presence, before: Match[Any] | None = None) -> None:
        self._story = story
        self._table = table
        self._here = here
        self._before = before
        self._views: dict[int, tuple[Json, str]] = {}
        self._frames: dict[tuple[int, int, bool], str] = {}
        self._tables: dict[str | None, str] = {}

    def table(self, guest: str | None) -> str:
        return f'{{"type":"table","table":{self._facts(guest)}}}'

    def frame(self, seat: int, serial: int, pictures: bool, guest: str | None) -> str:
        """For a reader who has seen this many entries."""
        key = seat, self._story.since(serial), pictures
        if key not in self._frames:
            view, text = self._view(seat)
            frame = frame_json(self._story, *key, self._before, view)
            del frame["view"]
            self._frames[key] = f'{written(frame)[:-1]},"view":{text}'
        return f'{self._frames[key]},"table":{self._facts(guest)}}}'

    def _view(self, reader: int) -> tuple[Json, str]:
        match = self._story.match
        seen_by = ONLOOKER if match.game.open else reader
        if seen_by not in self._views:
            view = match.game.observe(match.state, seen_by)
            self._views[seen_by] = view, written(view)
        return self._views[seen_by]

    def _facts(self, guest: str | None) -> str:
        if guest not in self._tables:
            self._tables[guest] = written(table_json(self._table, guest, self._here))
        return self._tables[guest]


def line_json(line: Line) -> Json:
    return {"number": line.number, "seat": line.seat, "name": line.name, "text": line.text, "time": line.time}


def chat_json(lines: Iterable[Line]) -> Json:
    return [line_json(line) for line in lines][-CHATTED:]
