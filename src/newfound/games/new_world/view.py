"""What a reader sees of New World. Nothing is hidden but the order of the pile, which is nowhere."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from newfound.core.dice import Dice

from .actions import SCORE_NAMES, SETTLE_NAMES
from .components import EDGE_LETTERS, FEATURES, MOST_PARTS, NONE, PLAIN, PLAIN_SPOT, SETTLERS, SIDES, WEST, WINDS, Kind, cell_name, code_of
from .legal import fitting, free_spots
from .rules import turn
from .scoring import gains, most_settlers, settlers_on, spot_feature, surveyor_bonus, total, value, value_unfinished
from .seen import Feature, Settler, Space, Tile, View
from .seen import Kind as KindShown
from .state import (
    HOME,
    PHASES,
    TO_SCORE,
    TO_SETTLE,
    WORD,
    State,
    column_of,
    copy,
    feature_of,
    find,
    score_node,
    spot_node,
    supply,
)

NAMES: Final = FEATURES[1:]  # by feature, from PLAIN on
ROLES: Final = ("trapper", "robber", "shopkeeper", "farmer")  # NW-T5, the same


def observe(s: State, reader: int) -> View:  # noqa: ARG001
    """The same for every seat and onlooker (NW-S1)."""
    return {
        "phase": PHASES[s.phase],
        "turn": turn(s),
        "active": int(s.active),
        "options": {"coast_counts": bool(s.coast_counts), "tiles": s.set.name},
        "hand": None if s.hand == NONE else code_of(int(s.hand)),
        "last": cell_name(int(s.cell[s.places - 1])) if s.places > s.set.spaces else None,
        "left": int(s.left),
        "kinds": {code_of(kind): _kind(s, kind) for kind in range(int(s.set.kinds))},
        "box": [code_of(int(kind)) for kind in s.box],
        "coast": [_space(s, place) for place in range(int(s.set.spaces))],
        "tiles": [_tile(s, place) for place in range(int(s.set.spaces), int(s.places))],
        "open": {cell_name(int(s.open[at])): tiles_that_fit(s, s.open[at]) for at in range(int(s.opens))},
        "features": features(s),
        "settlers": [_settler(s, settler) for settler in range(int(s.seats) * SETTLERS) if s.on[settler] != HOME],
        "supply": [int(supply(s, seat)) for seat in range(int(s.seats))],
        "surveyors": (int(s.march >> 1), int((s.march + 1) >> 1)),
        "due": [SCORE_NAMES[spot] for spot in range(1, len(SCORE_NAMES)) if s.due >> spot & 1],
        "brings": _brings(s),
        "scored": [SCORE_NAMES[spot] for spot in s.scored],
        "points": [int(total(s, seat)) for seat in range(int(s.seats))],
    }


def redeal(s: State, reader: int, dice: Dice) -> State:  # noqa: ARG001
    """Everybody knows everything that is true."""
    return copy(s)


def _kind(s: State, kind: int) -> KindShown:
    shown: Kind = s.set.all_kinds[kind]
    return {
        "left": int(s.pile[kind]),
        "edges": "".join(EDGE_LETTERS[edge] for edge in shown.edges),
        "parts": [
            {
                "feature": NAMES[part.feature - PLAIN],
                "sides": [SIDES[side] for side in part.sides],
                "winds": [WINDS[half] for half in part.halves],
                "bonus": part.bonus,
            }
            for part in shown.parts
        ],
    }


def _space(s: State, place: int) -> Space:
    kind: Kind = s.set.all_kinds[int(s.lie[place]) // 4]
    return {"cell": cell_name(int(s.cell[place])), "edge": EDGE_LETTERS[kind.edges[WEST]], "name": kind.name}


def _tile(s: State, place: int) -> Tile:
    lie = int(s.lie[place])
    return {"cell": cell_name(int(s.cell[place])), "kind": code_of(lie // 4), "turns": lie % 4}


def tiles_that_fit(s: State, cell: i64) -> int:
    """How many tiles of the pile and the hand fit an open cell, turned somehow."""
    found: i64 = 0
    kind: i64 = 0
    while kind < s.set.kinds:
        if fitting(s, kind, cell):
            found += s.pile[kind]
        kind += 1
    if s.hand != NONE and fitting(s, s.hand, cell):
        found += 1
    return int(found)


def features(s: State) -> list[Feature]:
    """Every town, trail, plain and farm, in the order in which they began."""
    found: dict[int, Feature] = {}
    for place in range(int(s.places)):
        lie, base = s.lie[place], s.base[place]
        cell = cell_name(int(s.cell[place]))
        for part in range(int(s.set.parts[lie >> 2])):
            root = int(find(s.parent, base + part))
            if root not in found:
                found[root] = _feature(s, root, int(s.set.feature[(lie >> 2) * MOST_PARTS + part]))
            found[root]["parts"].append((cell, SETTLE_NAMES[s.set.spot[lie * MOST_PARTS + part]]))
    return list(found.values())


def _feature(s: State, root: int, feature: int) -> Feature:
    """`open` is what is missing to complete it; `worth` what it brings as it is, `full` what it would completed with these tiles."""
    crowd, ends = s.crowd[root], s.ends[root]
    most = most_settlers(crowd)
    full = int(value(s, root, feature))
    return {
        "feature": NAMES[feature - PLAIN],
        "tiles": tiles_in(s, root),
        "open": int(ends),
        "settlers": [int(settlers_on(crowd, seat)) for seat in range(int(s.seats))],
        "owners": [seat for seat in range(int(s.seats)) if most and settlers_on(crowd, seat) == most],
        "worth": full if ends == 0 else int(value_unfinished(s, root, feature)),
        "full": full,
        "gains": gains(s, root, feature) if crowd and feature != PLAIN else [0] * int(s.seats),
        "bonus": int(s.bonus[root]),
        "parts": [],
    }


def _brings(s: State) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    if s.phase == TO_SETTLE:
        place: i64 = s.places - 1
        free: i64 = free_spots(s)
        for spot in range(1, len(SETTLE_NAMES)):
            if free >> spot & 1:
                found[SETTLE_NAMES[spot]] = [0] * int(s.seats)
                root: i64 = find(s.parent, spot_node(s, place, spot))
                if spot < PLAIN_SPOT and s.ends[root] == 0:
                    beside = surveyor_bonus(s.march, column_of(s.cell[place]))
                    found[SETTLE_NAMES[spot]][int(s.active)] = int(value(s, root, spot_feature(spot)) + beside)
    elif s.phase == TO_SCORE:
        for spot in range(1, len(SCORE_NAMES)):
            if s.due >> spot & 1:
                found[SCORE_NAMES[spot]] = gains(s, int(find(s.parent, score_node(s, spot))), int(spot_feature(spot)))
    return found


def tiles_in(s: State, root: int) -> list[str]:
    """The cells that count as its tiles (NW-F4: start spaces, unless the option says otherwise)."""
    found: list[str] = []
    word: i64 = s.tiles[root]
    place: i64 = 0
    while place < s.places:
        if place == WORD:
            word = s.more_tiles[root]
        if word & 1:
            found.append(cell_name(int(s.cell[place])))
        word >>= 1
        place += 1
    return found


def _settler(s: State, settler: int) -> Settler:
    node, place = s.on[settler], s.stand[settler]
    return {
        "seat": settler // SETTLERS,
        "role": ROLES[feature_of(s, place, node) - PLAIN],
        "cell": cell_name(int(s.cell[place])),
        "at": at_name(s, place, node),
    }


def at_name(s: State, place: i64, node: i64) -> str:
    """How `settle` named this node when its tile was laid."""
    return SETTLE_NAMES[s.set.spot[s.lie[place] * MOST_PARTS + node - s.base[place]]]
