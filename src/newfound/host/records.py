"""What a table is: its facts, its seats, and who sits there. How they are kept is each host's own matter."""

from __future__ import annotations

from dataclasses import dataclass, field

from newfound.core.game import Json, Value


@dataclass(frozen=True)
class Guest:
    id: str
    name: str
    address: str = ""  # where they are now; never kept
    device: str = ""


@dataclass(frozen=True)
class Seat:
    seat: int
    kind: str
    guest: str | None = None
    name: str = ""
    level: str | None = None
    stand_in: str | None = None
    gone: str | None = None
    ready: bool = False  # to begin; only people say so
    giver: str | None = None  # who moved it to another device

    @property
    def bot(self) -> str | None:
        """The level of the bot that plays this seat now; None where a person does."""
        return self.stand_in or self.level


@dataclass(frozen=True)
class Invitation:
    """Who is asked to sit down, by whom, and how it stands: `hidden` is one that its guest does not want to see."""

    guest: str
    name: str
    by: str
    by_name: str
    state: str


@dataclass(frozen=True)
class Table:
    code: str
    game: str
    edition: int
    parts: str
    options: dict[str, Value]
    seed: str
    status: str
    public: bool
    practice: bool
    host: str
    created: int
    given: int = 0
    turn: int | None = None
    serial: int = 0
    asked: Json | None = None
    rematch: str | None = None
    moved: int | None = None
    ended: str | None = None
    pace: int = 0  # days for a decision; 0 is live
    since: int | None = None
    due: int | None = None
    holiday: int = 0
    seats: tuple[Seat, ...] = field(default=())
    plan: int = 0
    emptied: int | None = None
    talk: str = "usual"
    invitations: tuple[Invitation, ...] = field(default=())  # of a table that waits

    @property
    def complete(self) -> bool:
        """Whether the match can begin: nobody is missing, and all people are ready."""
        return all(seat.kind == "bot" or (seat.kind == "person" and seat.ready) for seat in self.seats)


@dataclass(frozen=True)
class Line:
    """A line of chat."""

    number: int
    guest: str
    seat: int
    name: str
    text: str
    time: int
    client: str
