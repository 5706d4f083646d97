"""The state of a match of Tide Pool: whole numbers in flat arrays, secrets included."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .components import CELLS, N_KINDS, NONE, Components

# Phases, in the order of a match. In those marked * luck acts.
DEAL: Final = 0  # * hands
PLAY: Final = 1
REFILL: Final = 2  # * the hand of who has just acted
ENDED: Final = 3
PHASES: Final = ("deal", "play", "refill", "over")


class State:
    """All that is true. A hand is four counts, one for each kind, and lies at seat * N_KINDS in `hands`."""

    def __init__(self, parts: Components, seats: i64, may_toss: i64) -> None:
        self.parts: Components = parts
        self.seats: i64 = seats
        self.may_toss: i64 = may_toss  # the option `toss`, TM-T3
        self.phase: i64 = DEAL
        self.seat: i64 = 0  # who acts, or is dealt to
        self.laid: i64 = 0  # shells in the pool
        self.pool: vec[i64] = vec[i64]([NONE] * CELLS)  # the kind on each cell
        self.bag: vec[i64] = parts.counts[:]
        self.hands: vec[i64] = vec[i64]([0] * (N_KINDS * seats))
        self.tossed: vec[i64] = vec[i64]([0] * seats)  # 1 once the seat has tossed
        self.beside: vec[i64] = vec[i64]([0] * seats)  # points so far, TM-P1
        self.lines: vec[i64] = vec[i64]([0] * seats)  # points so far, TM-P2


def copy(s: State) -> State:
    """Written out: every array is copied, the components are shared."""
    t = State(s.parts, s.seats, s.may_toss)
    t.phase = s.phase
    t.seat = s.seat
    t.laid = s.laid
    t.pool = s.pool[:]
    t.bag = s.bag[:]
    t.hands = s.hands[:]
    t.tossed = s.tossed[:]
    t.beside = s.beside[:]
    t.lines = s.lines[:]
    return t
