"""What is shown: a table's facts, and a frame for one reader. The only place where what goes out is put together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from newfound import games
from newfound.core.fair import Fair
from newfound.core.game import ONLOOKER, OVER, Json
from newfound.core.match import Match
from newfound.core.problem import Problem
from newfound.host.records import Guest, Line, Seat, Table
from newfound.host.story import MOST_NOTES, TO_GO_BACK, TO_REPLACE, Story
from newfound.host.talk import may_talk

CHATTED = 50
ONLOOKERS = 20  # of one process, whose names are told


@dataclass
class Presence:
    """Which seats are connected, and how many onlookers; how many seconds others must still wait for a seat, by `missed`."""

    seats: set[int] = field(default_factory=set)
    watchers: int = 0
    wait: dict[int, int] = field(default_factory=dict, compare=False)
    host: bool = False
    onlookers: dict[str, str] = field(default_factory=dict)  # of a table that waits: guests, and what they are called
    host_in: int | None = field(default=None, compare=False)  # seconds until another may be host

    @staticmethod
    def of(table: Table, guests: Sequence[Guest | None]) -> Presence:
        """Of the readers of one process; None is somebody without a name."""
        ids = [guest.id if guest else None for guest in guests]
        holders = {seat.guest for seat in table.seats if seat.guest}
        seats = {seat.seat for seat in table.seats if seat.guest and seat.guest in ids}
        named = {guest.id: guest.name for guest in guests if guest and guest.id not in holders} if table.status == "open" else {}
        onlookers = dict(sorted(named.items())[:ONLOOKERS])
        return Presence(seats, sum(guest not in holders for guest in ids), host=table.host in ids, onlookers=onlookers)

    def json(self) -> dict[str, Json]:
        """For the other processes."""
        return {"seats": sorted(self.seats), "watchers": self.watchers, "host": self.host, "onlookers": self.onlookers}

    @staticmethod
    def read(said: Json) -> Presence:
        return Presence(set(said["seats"]), said["watchers"], host=said["host"], onlookers=said["onlookers"])

    def beside(self, other: Presence) -> Presence:
        """With who is connected to another process."""
        both = self.seats | other.seats, self.watchers + other.watchers
        return Presence(*both, host=self.host or other.host, onlookers=self.onlookers | other.onlookers)


@cache
def title_of(game: str) -> str | None:
    """None where this game is not installed here."""
    try:
        return games.find(game).title
    except Problem:
        return None


@cache
def first_picture(game: str) -> None:
    """A game's first picture may take seconds: not for the event loop. Those after it do not."""
    found = games.find(game)
    if found.picture:
        found.picture().svg(found.observe(found.start(found.setup(found.seats[0])), ONLOOKER))


def table_json(table: Table, guest: str | None, here: Presence | None = None) -> Json:
    luck = Fair(bytes.fromhex(table.seed))
    here = here or Presence()
    title = title_of(table.game)
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
        "seats": [_seat(table, seat, guest, here) for seat in table.seats],
        "watchers": here.watchers,
        "created": table.created,
        "moved": table.moved,
        "host": guest is not None and table.host == guest,
        "serial": table.serial,
        "turn": None if table.status == "open" else table.turn,
        "ended": table.ended,
        "given": table.given,
        "fair": {"commitment": luck.commitment, "seed": table.seed if table.status == "over" else None},
        "asked": _asked(table),
        "rematch": table.rematch,
        "plan": table.plan,
        "host_in": here.host_in,
        "talk": table.talk,
        "may_talk": may_talk(table, guest),
        "invited": next((one.by_name for one in table.invitations if one.guest == guest and one.state == "invited"), None),
        "invitations": _invitations(table, guest),
        "days": {"pace": table.pace, "since": table.since, "due": table.due, "holiday": table.holiday} if table.pace else None,
    }


def _invitations(table: Table, guest: str | None) -> list[Json]:
    """For those who sit there; what somebody does not want to see is like what they have not seen."""
    if guest is None or all(seat.guest != guest for seat in table.seats):
        return []
    shown = {"invited": "invited", "hidden": "invited", "declined": "declined"}
    return [{"name": one.name, "state": shown[one.state]} for one in table.invitations if one.state in shown]


def _seat(table: Table, seat: Seat, guest: str | None, here: Presence) -> Json:
    return {
        "seat": seat.seat,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "stand_in": seat.stand_in,
        "gone": seat.gone,
        "wait": here.wait.get(seat.seat),
        "connected": seat.kind == "bot" or seat.seat in here.seats,
        "yours": guest is not None and seat.guest == guest,
        "ready": seat.kind == "bot" or (seat.kind == "person" and seat.ready),
        "host": seat.guest is not None and seat.guest == table.host,
        "lent": guest is not None and seat.giver == guest,
    }


def _asked(table: Table) -> Json | None:
    asked = table.asked
    if asked is None:
        return None
    kind, value = asked["kind"], asked["value"]
    about = {"to": value if kind == TO_GO_BACK else None, "of": value if kind == TO_REPLACE else None}
    head = {"kind": kind, "seat": asked["seat"], "serial": asked["serial"]} | about
    return head | {"agreed": asked["agreed"], "missing": missing(table), "until": asked["until"]}


def missed(table: Table, here: Presence) -> list[int]:
    """Who is waited for and not here; over days whose turn it is, here or not: there the time counts that was agreed."""
    waited = [seat.seat for seat in table.seats if seat.guest and not seat.bot]
    return [seat for seat in waited if (seat == table.turn if table.pace else seat not in here.seats)]


def to_ask(table: Table, seat: int) -> list[int]:
    """Whose consent is needed: one seat of each other person who plays."""
    asker = table.seats[seat].guest
    firsts: dict[str, int] = {}
    for other in table.seats:
        if other.kind == "person" and other.bot is None and other.guest and other.guest != asker:
            firsts.setdefault(other.guest, other.seat)
    return sorted(firsts.values())


def missing(table: Table) -> list[int]:
    """Who is asked and has not answered."""
    assert table.asked
    agreed = {table.seats[seat].guest for seat in table.asked["agreed"]}
    return [seat for seat in to_ask(table, table.asked["seat"]) if table.seats[seat].guest not in agreed]


def notes_json(story: Story) -> Json:
    """The last of what happened at the table beside the match; everybody may know it."""
    return [
        {"serial": serial, "at": at, "kind": entry.kind, "seat": entry.seat, "value": entry.value, "note": entry.note}
        for serial, at, entry in story.notes[-MOST_NOTES:]
    ]


def frame_json(story: Story, reader: int, since: int, pictures: bool = False, before: Match[Any] | None = None, view: Json = None) -> Json:
    """The frame without the table's facts. Everything of the match comes from `Match.frame`, which hides; its picture from its view."""
    frame = story.match.frame(reader, since, before, view)
    if story.company.ended:  # nobody has won
        frame |= {"turn": OVER, "actions": []}
    if pictures:
        face = story.match.game.picture
        frame["picture"] = face().svg(frame["view"]) if face else None
    over = story.turn == OVER
    back = story.own_last(reader) if reader >= 0 and not over else None
    head = {"type": "frame", "serial": story.serial, "since": since, "reader": reader}
    return head | frame | {"undo": not over and story.can_undo(reader), "back": back, "notes": notes_json(story)}


def _plainly(message: Json) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


try:  # as quick as it can be where there is a server; a browser by itself has no pydantic
    from pydantic_core import to_json
except ImportError:
    written = _plainly
else:

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

    def is_of(self, story: Story, table: Table, here: Presence) -> bool:
        return self._story is story and self._table is table and self._here == here

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
