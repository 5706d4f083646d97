"""What happened in New World: every point with its reason and its cells. Nothing is hidden from anybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from newfound.core.game import CHANCE, News

from .actions import FIRST, LAY, SCORE, SCORE_NAMES, SETTLE, TILE
from .components import FEATURES, NOBODY, cell_name, code_of
from .legal import part_at
from .rules import apply
from .scoring import BONUS, NOTE, NOTE_EMPTIED, NOTE_HOME, NOTE_MOVED, NOTE_SCORED, NOTE_STAYED, spot_feature, tiles_of
from .state import ENDED, N_REASONS, REASONS, State, copy, feature_of
from .view import ROLES, tiles_in

FINAL: Final = {f"news.{reason}" for reason in REASONS[BONUS + 1 :]}


def tell(s: State, action: int, reader: int) -> list[News]:  # noqa: ARG001
    """Called before the action is applied."""
    after = copy(s)
    after.noting = 1
    apply(after, action)
    told = [_deed(s, after, action), *_scoring(after)]
    if after.phase == ENDED:  # NW-E1
        first = next((at for at, news in enumerate(told) if news.key in FINAL), len(told))
        told.insert(first, News("news.over"))
    return told


def _deed(s: State, after: State, action: int) -> News:
    seat = int(s.active)
    if action < TILE:
        return News("news.first", action - FIRST)
    if action < SETTLE:
        boxed = len(after.box) > len(s.box)
        return News("news.box" if boxed else "news.tile", seat, {"tile": code_of(action - TILE)})
    if action >= LAY:
        cell = cell_name((action - LAY) // 4)
        return News("news.lay", seat, {"tile": code_of(s.hand), "cell": cell}, (cell,))
    cell = cell_name(s.cell[s.places - 1])
    if action > SCORE:
        return News("news.choice", seat, {"feature": FEATURES[spot_feature(action - SCORE)], "spot": SCORE_NAMES[action - SCORE]}, (cell,))
    if action == SETTLE + NOBODY:
        return News("news.nobody", seat)
    role = ROLES[feature_of(s, s.places - 1, s.base[s.places - 1] + part_at(s, action - SETTLE))]
    return News("news.settle", seat, {"role": role, "cell": cell}, (cell,))


def _scoring(after: State) -> Iterator[News]:
    """The notes that the scoring left, as news."""
    for at in range(0, len(after.notes), NOTE):
        what, seat, points, node, number = (int(n) for n in after.notes[at : at + NOTE])
        if what < N_REASONS:
            if points:
                yield _points(after, what, seat, points, node, number)
        elif what == NOTE_HOME:
            cell = cell_name(after.cell[number])
            yield News("news.straggler", seat, {"role": ROLES[feature_of(after, number, node)], "cell": cell}, (cell,))
        elif what == NOTE_MOVED:
            yield News("news.moved", seat, {"column": number})
        elif what == NOTE_STAYED:
            yield News("news.stayed", CHANCE, {"column": number})
        elif what == NOTE_EMPTIED:
            yield News("news.emptied", CHANCE, {"feature": FEATURES[spot_feature(number)]}, tuple(tiles_in(after, node)))
        else:
            assert what == NOTE_SCORED


def _points(after: State, reason: int, seat: int, points: int, root: int, place: int) -> News:
    if reason == BONUS:
        cell = cell_name(after.cell[place])
        return News("news.surveyor", seat, {"n": points, "cell": cell}, (cell,), points)
    values = {"n": points, "tiles": int(tiles_of(after, root)), "bonus": int(after.bonus[root])}
    return News(f"news.{REASONS[reason]}", seat, values, tuple(tiles_in(after, root)), points)
