"""What is shown: a table's facts, and a frame for one reader. The only place where what goes out is put together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from newfound import games
from newfound.core.fair import Fair
from newfound.core.game import OVER, Json
from newfound.server.store import Line, Seat, Table
from newfound.server.story import Story

CHATTED = 50


@dataclass
class Presence:
    """Which seats are connected, and how many onlookers."""

    seats: set[int] = field(default_factory=set)
    watchers: int = 0


@cache
def _title(game: str) -> str:
    return games.find(game).title


def table_json(table: Table, guest: str | None, here: Presence | None = None) -> Json:
    luck = Fair(bytes.fromhex(table.seed))
    here = here or Presence()
    return {
        "code": table.code,
        "game": table.game,
        "title": _title(table.game),
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
    """Whose consent a taking back needs: one seat of every other person who plays."""
    asker = table.seats[seat].guest
    firsts: dict[str, int] = {}
    for other in table.seats:
        if other.kind == "person" and other.bot is None and other.guest and other.guest != asker:
            firsts.setdefault(other.guest, other.seat)
    return sorted(firsts.values())


def frame_json(story: Story, reader: int, since: int, pictures: bool = False) -> Json:
    """The frame without the table's facts. Everything of the match comes from `Match.frame`, which hides; its picture from its view."""
    frame = story.match.frame(reader, since)
    if pictures:
        face = story.match.game.picture
        frame["picture"] = face().svg(frame["view"]) if face else None
    back = story.own_last(reader) if reader >= 0 and story.match.turn != OVER else None
    return {"type": "frame", "serial": story.serial, "since": since, "reader": reader} | frame | {"back": back}


def line_json(line: Line) -> Json:
    return {"number": line.number, "seat": line.seat, "name": line.name, "text": line.text, "time": line.time}


def chat_json(lines: Iterable[Line]) -> Json:
    return [line_json(line) for line in lines][-CHATTED:]
