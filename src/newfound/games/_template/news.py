"""What happened, as keys and values for the catalogs, hiding what a reader may not know."""

from __future__ import annotations

from newfound.core.game import News

from .actions import DRAW, LAY, TOSS
from .components import CELL_NAMES, CELLS, KINDS, NEAR, NONE, SIDE
from .rules import apply
from .scoring import SET_POINTS, is_set
from .state import State, copy


def tell(s: State, action: int, reader: int) -> list[News]:
    """Called before the action is applied. Every point is told, with its reason and its cells."""
    seat = int(s.seat)
    if action >= DRAW:
        return [_secret("draw", seat, KINDS[action - DRAW], reader)]
    if action >= TOSS:
        return [_secret("toss", seat, KINDS[action - TOSS], reader)]
    kind, cell = (action - LAY) // CELLS, action % CELLS
    laid = News("news.lay", seat, {"kind": KINDS[kind]}, (CELL_NAMES[cell],))
    after = copy(s)
    apply(after, action)
    return [laid, *_beside(after, seat, cell), *_lines(after, seat, cell)]


def _secret(what: str, seat: int, kind: str, reader: int) -> News:
    """TM-S2, TM-T3: a shell drawn or tossed is known to its owner only. Two keys: nothing hidden is in the values."""
    return News(f"news.{what}.own", seat, {"kind": kind}) if seat == reader else News(f"news.{what}.other", seat)


def _beside(after: State, seat: int, cell: int) -> list[News]:
    alike = [int(near) for near in NEAR[cell * 4 : cell * 4 + 4] if near != NONE and after.pool[near] == after.pool[cell]]
    cells = tuple(CELL_NAMES[near] for near in alike)
    return [News("news.beside", seat, {"kind": KINDS[after.pool[cell]]}, cells, points=len(alike))] if alike else []


def _lines(after: State, seat: int, cell: int) -> list[News]:
    told = []
    for key, first, step in (("news.row", cell // SIDE * SIDE, 1), ("news.column", cell % SIDE, SIDE)):
        if is_set(after, first, step):
            cells = tuple(CELL_NAMES[first + at * step] for at in range(SIDE))
            told.append(News(key, seat, {}, cells, points=SET_POINTS))
    return told
