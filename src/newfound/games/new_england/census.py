"""The census of New England: every tile, card and figure by kind, wherever it is. Constant through a match."""

from __future__ import annotations

from mypy_extensions import i64

from .actions import CELLS, FIGURE_KINDS, FIGURES, HIGH_BIT, KINDS, LANDS, LOW_BIT, N_FIGURES, N_KINDS, N_LANDS
from .state import NONE, State


def census(s: State) -> dict[str, int]:
    found: dict[str, int] = {}
    for land in range(N_LANDS):
        found[LANDS[land]] = int(s.left[land] + s.offer[land] + s.gone[land] + _single_tiles(s, land))
        found[f"start {LANDS[land]}"] = int(_start_tiles(s, land))
    for kind in s.set.kinds:
        cards: i64 = s.left[N_LANDS + kind] + s.offer[N_LANDS + kind] + s.gone[N_LANDS + kind]
        for seat in range(s.seats):
            cards += s.done[seat * N_KINDS + kind] + s.stored[seat * N_KINDS + kind]
        found[f"card {KINDS[kind]}"] = int(cards)
    for figure in range(N_FIGURES):  # NE-F1: in the supply until its card is carried out
        count: i64 = s.set.supply[N_LANDS + FIGURE_KINDS + figure]
        for seat in range(s.seats):
            count += _standing(s, seat * N_FIGURES + figure) - s.done[seat * N_KINDS + FIGURE_KINDS + figure]
        found[FIGURES[figure]] = int(count)
    return found


def _single_tiles(s: State, land: i64) -> i64:
    """On the board, start tiles aside."""
    count: i64 = 0
    for cell in range(CELLS):
        if s.owner[cell] != NONE and s.owner[cell] % N_LANDS == land and s.mate[cell] == NONE:
            count += 1
    return count


def _start_tiles(s: State, land: i64) -> i64:
    """On the board and still to be laid."""
    count: i64 = 0
    for cell in range(CELLS):
        if s.mate[cell] > cell and s.owner[cell] % N_LANDS == land:
            count += 1
    for seat in range(s.seats):
        if s.start[seat * N_LANDS + land] == NONE:
            count += 1
    return count


def _standing(s: State, n: i64) -> i64:
    """Figures of one seat and kind on the board."""
    count: i64 = 0
    for cell in range(CELLS):
        if (s.figures[2 * n] & LOW_BIT[cell]) or (s.figures[2 * n + 1] & HIGH_BIT[cell]):
            count += 1
    return count
