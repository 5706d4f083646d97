"""What happened in New World: every point with its reason and its cells. Nothing is hidden from anybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from newfound.core.game import CHANCE, News

from .actions import FIRST, LAY, SCORE, SCORE_NAMES, SETTLE, SETTLE_NAMES, TILE
from .components import FARM, FEATURES, NOBODY, NONE, PLAIN, RING, TOWN, TRAIL, cell_name, code_of
from .rules import apply
from .scoring import (
    BONUS,
    NOTE,
    NOTE_EMPTIED,
    NOTE_HOME,
    NOTE_MOVED,
    NOTE_SCORED,
    NOTE_STAYED,
    SURVEYOR_POINTS,
    gains,
    score_the_end,
    scores,
    spot_feature,
    surveyor_bonus,
    tiles_of,
    value,
)
from .state import ENDED, N_REASONS, REASONS, TO_SETTLE, State, column_of, copy, farm_at, feature_of, find, spot_node, supply
from .view import ROLES, tiles_in

FINAL: Final = {f"news.{reason}" for reason in REASONS[BONUS + 1 :]}


def tell(s: State, action: int, reader: int) -> list[News]:  # noqa: ARG001
    """Called before the action is applied."""
    after = copy(s)
    after.noting = 1
    apply(after, action)
    told = [*_last_tiles(s, action), _deed(s, after, action), *(_land(s, after) if action >= LAY else ()), *_scoring(after)]
    if after.phase == ENDED:  # NW-E1
        first = next((at for at, news in enumerate(told) if news.key in FINAL), len(told))
        told.insert(first, News("news.over"))
    return told


def _last_tiles(s: State, action: int) -> Iterator[News]:
    """NW-E1: the pile holds one tile for each player, and the first of them is drawn."""
    if TILE <= action < SETTLE and s.left == s.seats:
        yield News("news.last", CHANCE)


def _deed(s: State, after: State, action: int) -> News:
    seat = int(s.active)
    if action < TILE:
        return News("news.first", action - FIRST)
    if action < SETTLE:
        boxed = len(after.box) > len(s.box)
        return News("news.box" if boxed else "news.tile", seat, _shown(s, action - TILE))
    if action >= LAY:
        cell = cell_name((action - LAY) // 4)
        return News("news.lay", seat, _shown(s, int(s.hand)) | where(cell) | {"turns": (action - LAY) % 4}, (cell,))
    cell = cell_name(s.cell[s.places - 1])
    if action > SCORE:
        return News("news.choice", seat, {"feature": FEATURES[spot_feature(action - SCORE)], "spot": SCORE_NAMES[action - SCORE]}, (cell,))
    if action == SETTLE + NOBODY:
        return News("news.nobody", seat)
    role = ROLES[feature_of(s, s.places - 1, spot_node(s, s.places - 1, action - SETTLE)) - PLAIN]
    return News("news.settle", seat, {"role": role} | where(cell), (cell,))


def where(cell: str) -> dict[str, str | int]:
    column, _, row = cell.partition(",")
    return {"cell": cell, "column": int(column), "row": int(row)}


def _shown(s: State, kind: int) -> dict[str, str]:
    """A tile by its code, and by what a person sees on it: `tile_town_trail`."""
    found = {part.feature for part in s.set.all_kinds[kind].parts}
    seen = [FEATURES[feature] for feature in (TOWN, TRAIL, FARM) if feature in found] or [FEATURES[PLAIN]]
    return {"tile": code_of(kind), "shows": "_".join(["tile", *seen])}


def _land(s: State, after: State) -> Iterator[News]:
    """After a lay: what it completed, while somebody can still be put there; or why nobody was asked to settle."""
    seat = int(s.active)
    if after.phase == TO_SETTLE:
        beside = surveyor_bonus(after.march, column_of(after.cell[after.places - 1]))
        for root, (feature, spot) in _completed(after).items():
            cells = tuple(tiles_in(after, root))
            if not after.crowd[root]:  # whoever is put there now scores it, NW-V1 included
                values = {"feature": FEATURES[feature], "spot": SETTLE_NAMES[spot], "n": int(value(after, root, feature) + beside)}
                yield News("news.completed", seat, values, cells)
            for owner, points in enumerate(gains(after, root, feature)):
                if points:
                    yield News("news.completed_for", owner, {"feature": FEATURES[feature], "n": points}, cells)
    elif supply(s, seat) == 0:
        yield News("news.none_left", seat)  # NW-T8
    else:
        yield News("news.all_taken", seat)  # NW-T5


def _completed(after: State) -> dict[int, tuple[int, int]]:
    """What the tile laid last leaves without an open end (NW-F1 to NW-F3), root to feature and spot: what is on it, settled or to be
    settled now, and the farms around it that have a farmer, for nobody can be put there any more (NW-T5)."""
    place = int(after.places - 1)
    found: dict[int, tuple[int, int]] = {}
    for part, shown in enumerate(after.set.all_kinds[after.lie[place] // 4].parts):
        root = int(find(after.parent, after.base[place] + part))
        if shown.feature != PLAIN and after.ends[root] == 0:
            found[root] = (shown.feature, min(shown.spots(int(after.lie[place] % 4))))
    for step in RING:
        farm = int(farm_at(after, after.cell[place] + step))
        if farm != NONE and after.ends[farm] == 0 and after.crowd[farm]:
            found[farm] = (FARM, NOBODY)
    return found


def _scoring(after: State) -> Iterator[News]:
    """The notes that the scoring left, as news."""
    for at in range(0, len(after.notes), NOTE):
        what, seat, points, node, number = (int(n) for n in after.notes[at : at + NOTE])
        if what < N_REASONS:
            if points:
                yield _points(after, what, seat, points, node, number)
        elif what == NOTE_HOME:
            cell = cell_name(after.cell[number])
            yield News("news.straggler", seat, {"role": ROLES[feature_of(after, number, node) - PLAIN]} | where(cell), (cell,))
        elif what == NOTE_MOVED:
            yield News("news.moved", seat, {"column": number})
        elif what == NOTE_STAYED:
            yield News("news.stayed", CHANCE, {"column": number})
        elif what == NOTE_EMPTIED:
            yield News("news.emptied", CHANCE, {"feature": FEATURES[spot_feature(number)]}, tuple(tiles_in(after, node)))
        else:
            assert what == NOTE_SCORED


def reckon(s: State) -> list[News]:
    """What was completed, then, once it is over, what the end brought, kind by kind (NW-E2 to NW-E4); nobody has gone home since."""
    completed = [News(key, seat, points=points) for key, points, seat in _parts(s) if points]
    if s.phase != ENDED:
        return completed
    again = copy(s)
    again.noting = 1
    score_the_end(again)
    kinds = [f"news.{reason}" for reason in REASONS]
    ends = sorted(_scoring(again), key=lambda news: kinds.index(news.key))
    return [*completed, *(replace(news, key=f"count.{news.key.removeprefix('news.')}") for news in ends)]


def _parts(s: State) -> Iterator[tuple[str, int, int]]:
    """Points of what was completed: key, points, seat."""
    for at in range(BONUS + 1):
        for seat, score in enumerate(scores(s)):
            yield *score.parts[at], seat


def _points(after: State, reason: int, seat: int, points: int, root: int, place: int) -> News:
    if reason == BONUS:
        cell = cell_name(after.cell[place])
        return News("news.surveyor", seat, {"n": points, "surveyors": points // SURVEYOR_POINTS} | where(cell), (cell,), points)
    values = {"n": points, "tiles": int(tiles_of(after, root)), "bonus": int(after.bonus[root])}
    return News(f"news.{REASONS[reason]}", seat, values, tuple(tiles_in(after, root)), points)
