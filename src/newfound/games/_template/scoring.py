"""The points of Tide Pool, and who wins."""

from __future__ import annotations

from mypy_extensions import i64

from newfound.core.game import Score

from .components import N_KINDS, NEAR, NONE, SIDE
from .state import State

SET_POINTS = 4  # TM-P2


def beside_points(s: State, cell: i64) -> i64:
    """TM-P1: one point for each shell of the same kind that touches this one."""
    points: i64 = 0
    at: i64
    for at in range(cell * 4, cell * 4 + 4):
        if NEAR[at] != NONE and s.pool[NEAR[at]] == s.pool[cell]:
            points += 1
    return points


def line_points(s: State, cell: i64) -> i64:
    """TM-P2: the shell that completes a row or column of four different kinds. It may complete both."""
    points: i64 = 0
    if is_set(s, cell // SIDE * SIDE, 1):
        points += SET_POINTS
    if is_set(s, cell % SIDE, SIDE):
        points += SET_POINTS
    return points


def is_set(s: State, first: i64, step: i64) -> bool:
    """Whether the line that begins at this cell and goes on in these steps holds every kind."""
    seen: i64 = 0
    at: i64
    for at in range(SIDE):
        kind: i64 = s.pool[first + at * step]
        if kind == NONE:
            return False
        seen |= 1 << kind
    return seen == (1 << N_KINDS) - 1


def scores(s: State) -> list[Score]:
    found: list[Score] = []
    for seat in range(int(s.seats)):
        beside, lines = int(s.beside[seat]), int(s.lines[seat])
        found.append(Score(beside + lines, (("score.beside", beside), ("score.lines", lines))))
    return found


def ranking(s: State) -> list[int]:
    """TM-E2: points, then not having tossed; those still level share the place."""
    merits = [int(s.beside[seat] + s.lines[seat]) * 2 - int(s.tossed[seat]) for seat in range(int(s.seats))]
    return [1 + sum(1 for other in merits if other > merit) for merit in merits]
