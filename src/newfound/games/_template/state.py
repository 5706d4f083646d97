"""The state of a match of Tide Pool: whole numbers in flat arrays, secrets included."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .components import CELLS, N_KINDS, NONE, Components

# Phases, in the order of a match. In those marked * luck acts.
DEAL: Final = 0  # * hands
PLAY: Final = 1
REFILL: Final = 2  # * the hand of the seat that has just acted
ENDED: Final = 3
PHASES: Final = ("deal", "play", "refill", "over")


class State:
    """All that is true: new, or a copy of the state it is to be like. A hand is four counts, one for each kind, from seat * N_KINDS on."""

    def __init__(self, components: Components, seats: i64, like: State | None = None) -> None:
        self.set: Components = components
        self.seats: i64 = seats
        if like is None:
            self.may_toss: i64 = 1  # the option `toss`, TM-T3
            self.phase: i64 = DEAL
            self.seat: i64 = 0  # the seat that acts, or is dealt to
            self.laid: i64 = 0  # shells in the pool
            self.pool: vec[i64] = vec[i64]([NONE] * CELLS)  # the kind on each cell
            self.bag: vec[i64] = components.counts[:]
            self.hands: vec[i64] = vec[i64]([0] * (N_KINDS * seats))
            self.tossed: vec[i64] = vec[i64]([0] * seats)  # 1 once the seat has tossed
            self.beside: vec[i64] = vec[i64]([0] * seats)  # points so far, TM-P1
            self.lines: vec[i64] = vec[i64]([0] * seats)  # points so far, TM-P2
        else:
            self.may_toss = like.may_toss
            self.phase = like.phase
            self.seat = like.seat
            self.laid = like.laid
            self.pool = like.pool[:]
            self.bag = like.bag[:]
            self.hands = like.hands[:]
            self.tossed = like.tossed[:]
            self.beside = like.beside[:]
            self.lines = like.lines[:]


def copy(s: State) -> State:
    """Shares nothing but the set."""
    return State(s.set, s.seats, s)
