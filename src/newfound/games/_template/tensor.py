"""A seat's view of Tide Pool as small numbers, for programs that learn. `FIELDS` is the layout; nothing hidden is written."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from newfound.core.dice import Dice
from newfound.core.sheet import Choices, Sheet, TensorKernel, put, put_one, seen_from, small
from newfound.core.tensor import Field, places

from .components import CELLS, KINDS, MOST_SEATS, N_KINDS, NONE, SIDE
from .rules import do, held, legal, play_on, turn
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
N_PHASES: Final = len(PHASES)


class Kernel(TensorKernel):
    def proceed(self, state: Any, action: i64, seat: i64, dice: Dice, choices: Choices) -> i64:
        s: State = state
        if action != NONE:
            do(s, action)
        play_on(s, seat, dice)
        acting: i64 = turn(s)
        if acting == seat:
            choices.actions = legal(s)
        return acting

    def write(self, state: Any, seat: i64, sheet: Sheet, at: i64) -> None:
        _write(state, seat, sheet, at)


def _write(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    changed = sheet.changed
    cell: i64
    kind: i64
    other: i64
    for cell in range(CELLS):
        for kind in range(N_KINDS):
            put(out, changed, at + POOL + kind * CELLS + cell, u8(1) if s.pool[cell] == kind else u8(0))
    for kind in range(N_KINDS):
        unseen: i64 = s.bag[kind]
        for other in range(s.seats):
            if other == seat:
                put(out, changed, at + HAND + kind, small(s.hands[other * N_KINDS + kind]))
            else:
                unseen += s.hands[other * N_KINDS + kind]
        put(out, changed, at + UNSEEN + kind, small(unseen))
    acting: i64 = turn(s)
    for other in range(s.seats):
        place: i64 = at + seen_from(seat, other, s.seats)
        put(out, changed, place + HELD, small(held(s, other)))
        put(out, changed, place + TOSSED, small(s.tossed[other]))
        put(out, changed, place + POINTS, small(s.beside[other] + s.lines[other]))
        put(out, changed, place + SEATS, u8(1))
        put(out, changed, place + TURN, u8(1) if other == acting else u8(0))
    put_one(out, changed, at + PHASE, N_PHASES, s.phase)
    put(out, changed, at + TOSS, small(s.may_toss))
