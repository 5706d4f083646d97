"""A seat's view of Tide Pool as small numbers, for programs that learn. `FIELDS` is the layout; nothing hidden is written."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from newfound.core.dice import Dice
from newfound.core.sheet import Choices, Sheet, small
from newfound.core.tensor import Field, places

from .components import CELLS, KINDS, MOST_SEATS, N_KINDS, NONE, SIDE
from .rules import apply, held, legal, play_on, turn
from .state import PHASES, State

FIELDS: Final = (
    Field("pool", (N_KINDS, SIDE, SIDE), f"shells in the pool, a plane for each kind ({', '.join(KINDS)}), rows from the top"),
    Field("hand", (N_KINDS,), "own shells, by kind", most=2),
    Field("unseen", (N_KINDS,), "shells in the bag and in other hands, by kind", most=255, scale=10),
    Field("held", (MOST_SEATS,), "how many shells each seat holds", most=2),
    Field("tossed", (MOST_SEATS,), "who has tossed"),
    Field("points", (MOST_SEATS,), "points so far", most=255, scale=20),
    Field("seats", (MOST_SEATS,), "who plays"),
    Field("turn", (MOST_SEATS,), "whose decision it is; nobody's where luck acts or it is over"),
    Field("phase", (len(PHASES),), "one of: " + ", ".join(PHASES)),
    Field("toss", (1,), "the option `toss`"),
)
_AT: Final = places(FIELDS)
POOL: Final[i64] = _AT["pool"]
HAND: Final[i64] = _AT["hand"]
UNSEEN: Final[i64] = _AT["unseen"]
HELD: Final[i64] = _AT["held"]
TOSSED: Final[i64] = _AT["tossed"]
POINTS: Final[i64] = _AT["points"]
SEATS: Final[i64] = _AT["seats"]
TURN: Final[i64] = _AT["turn"]
PHASE: Final[i64] = _AT["phase"]
TOSS: Final[i64] = _AT["toss"]


def proceed(s: State, action: i64, seat: i64, dice: Dice, choices: Choices) -> int:
    """An action, if there is one; then luck, and the others at random, up to the next decision of this seat; what is legal then."""
    if action != NONE:
        apply(s, action)
    play_on(s, seat, dice)
    acting: i64 = turn(s)
    if acting == seat:
        choices.actions = legal(s)
    return acting


def write(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """The view of this seat, from position `at` on."""
    out = sheet.data
    cell: i64
    kind: i64
    other: i64
    for cell in range(CELLS):
        if s.pool[cell] != NONE:
            out[at + POOL + s.pool[cell] * CELLS + cell] = u8(1)
    for kind in range(N_KINDS):
        unseen: i64 = s.bag[kind]
        for other in range(s.seats):
            if other == seat:
                out[at + HAND + kind] = small(s.hands[other * N_KINDS + kind])
            else:
                unseen += s.hands[other * N_KINDS + kind]
        out[at + UNSEEN + kind] = small(unseen)
    acting: i64 = turn(s)
    for other in range(s.seats):
        place: i64 = at + (other - seat + s.seats) % s.seats
        out[place + HELD] = small(held(s, other))
        out[place + TOSSED] = small(s.tossed[other])
        out[place + POINTS] = small(s.beside[other] + s.lines[other])
        out[place + SEATS] = u8(1)
        if other == acting:
            out[place + TURN] = u8(1)
    out[at + PHASE + s.phase] = u8(1)
    out[at + TOSS] = small(s.may_toss)
