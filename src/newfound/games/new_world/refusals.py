"""Why an action is not legal now: the clause, the values, the cells."""

from __future__ import annotations

import re
from typing import Final

from newfound.core.game import Refusal

from .actions import SCORE_NAMES, SETTLE_NAMES
from .components import CELLS, FARM_SPOT, FEATURES, NONE, PLAIN, PLAIN_SPOT, RING, SEA, SIDES, STEP, TOWN_SPOT, WIDTH, cell_name, cell_named
from .legal import fitting, free_spots
from .news import where
from .scoring import settlers_on, spot_feature
from .state import PHASES, State, find, score_node, spot_node
from .view import tiles_in

EXPECTED: Final = {"first": "NW-S1", "tile": "NW-T1", "lay": "NW-T1", "settle": "NW-T5", "score": "NW-F6", "over": "NW-E1"}
COMPLETE: Final = {"town": "NW-F2", "trail": "NW-F1", "farm": "NW-F3"}
LAY: Final = re.compile(r"lay (0|-?[1-9]\d{0,3}),(0|-?[1-9]\d{0,3}) r([0-3])")


def refuse(s: State, text: str) -> Refusal:
    words = text.lower().split()
    if not words or words[0] not in EXPECTED:
        return Refusal("play.unknown", values={"text": text})
    kind, now = words[0], PHASES[s.phase]
    if kind != now:
        return Refusal("refuse.now", EXPECTED[now], {"expected": now})
    if len(words) != (3 if kind == "lay" else 2):
        return Refusal("refuse.form", EXPECTED[now], {"kind": kind})
    if kind == "lay":
        found = LAY.fullmatch(" ".join(words))
        return _lay(s, int(found[1]), int(found[2]), int(found[3])) if found else Refusal("refuse.form", "NW-T1", {"kind": kind})
    if kind == "settle" and words[1] in SETTLE_NAMES[1:]:
        return _settle(s, SETTLE_NAMES.index(words[1]))
    if kind == "score" and words[1] in SCORE_NAMES[1:]:
        return _score(s, SCORE_NAMES.index(words[1]))
    if kind == "first":
        return Refusal("refuse.no_seat", "NW-S1", {"seats": int(s.seats)})
    if kind == "tile":
        return Refusal("refuse.no_tile", "NW-C1", {"tile": words[1].upper()})
    return Refusal("refuse.form", EXPECTED[now], {"kind": kind})


def _lay(s: State, column: int, row: int, turns: int) -> Refusal:
    name = f"{column},{row}"
    values = where(name)
    if column <= 0:
        return Refusal("refuse.sea", "NW-T3", values)
    cell = cell_named(name)
    if cell == NONE:
        return Refusal("refuse.apart", "NW-T1", values, (name,))
    if s.at[cell]:
        return Refusal("refuse.filled", "NW-T1", values, (name,))
    if not s.want[cell]:
        around = [int(cell + step) for step in RING]
        corner = column < WIDTH - 1 and any(0 <= near < CELLS and s.at[near] not in (0, SEA) for near in around)
        return Refusal("refuse.corner" if corner else "refuse.apart", "NW-T1", values, (name,))
    for side in range(4):
        wanted = s.want[cell] >> 2 * side & 3
        shown = s.set.edge[(s.hand * 4 + turns) * 4 + side]
        if wanted and wanted != shown:
            near = cell_name(cell + STEP[side])
            more = {"side": SIDES[side], "mine": FEATURES[shown], "theirs": FEATURES[wanted], "fits": bool(fitting(s, s.hand, cell))}
            return Refusal("refuse.edge", "NW-T2", values | more, (name, near))
    faces = [s.set.all_kinds[s.hand].face(turn) for turn in range(4)]
    same = faces.index(faces[turns])
    alike = {"degrees": 90 * turns, "same": 90 * same}
    return Refusal("refuse.same_turn", "NW-T1", values | alike, (name,), right=f"lay {name} r{same}")


def _settle(s: State, spot: int) -> Refusal:
    here = cell_name(s.cell[s.places - 1])
    feature = FEATURES[PLAIN] if spot >= PLAIN_SPOT else FEATURES[spot_feature(spot)]
    values = {"feature": feature, "spot": SETTLE_NAMES[spot]} | where(here)
    node = spot_node(s, s.places - 1, spot)
    if node == NONE:
        return Refusal("refuse.no_part", "NW-T5", values, (here,))
    root = find(s.parent, node)
    if s.crowd[root]:
        own = settlers_on(s.crowd[root], s.active) > 0
        return Refusal("refuse.settled", "NW-T6", values | {"own": own}, tuple(tiles_in(s, root)))
    free = free_spots(s)
    for other, name in enumerate(SETTLE_NAMES):
        if other and free >> other & 1 and find(s.parent, spot_node(s, s.places - 1, other)) == root:
            return Refusal("refuse.named", "NW-T5", values | {"name": name}, (here,), right=f"settle {name}")
    raise AssertionError(f"{SETTLE_NAMES[spot]} is legal")


def _score(s: State, spot: int) -> Refusal:
    here = cell_name(s.cell[s.places - 1])
    feature = FEATURES[spot_feature(spot)]
    values = {"feature": feature, "spot": SCORE_NAMES[spot]} | where(here)
    node = score_node(s, spot)
    if node == NONE:
        return Refusal("refuse.no_part", COMPLETE[feature], values, (here,))
    root = find(s.parent, node)
    if s.ends[root]:
        return Refusal("refuse.unfinished", COMPLETE[feature], values, tuple(tiles_in(s, root)))
    if any(root == find(s.parent, score_node(s, other)) for other in s.scored):
        return Refusal("refuse.scored", "NW-F5", values, tuple(tiles_in(s, root)))
    if not s.crowd[root]:
        return Refusal("refuse.empty", "NW-F7", values, tuple(tiles_in(s, root)))
    for other in range(TOWN_SPOT, FARM_SPOT):
        if s.due >> other & 1 and find(s.parent, score_node(s, other)) == root:
            name = SCORE_NAMES[other]
            return Refusal("refuse.named", "NW-F6", values | {"name": name}, (here,), right=f"score {name}")
    raise AssertionError(f"{SCORE_NAMES[spot]} is legal")
