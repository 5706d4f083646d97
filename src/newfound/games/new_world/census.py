"""The census of New World: every component by kind, wherever it is."""

from __future__ import annotations

from mypy_extensions import i64

from .components import NONE, code_of
from .scoring import settlers_on
from .state import State, supply


def census(s: State) -> dict[str, int]:
    """Tiles in the pile, the hand, the box and on the map; settlers at home and on features; the surveyors."""
    tiles = s.pile[:]
    place: i64 = s.set.spaces
    while place < s.places:
        tiles[s.lie[place] >> 2] += 1
        place += 1
    for kind in s.box:
        tiles[kind] += 1
    if s.hand != NONE:
        tiles[s.hand] += 1
    found = {code_of(kind): int(tiles[kind]) for kind in range(int(s.set.kinds))}
    for seat in range(int(s.seats)):
        found[f"settler {seat}"] = int(supply(s, seat) + _standing(s, seat))
    found["surveyor"] = 2
    return found


def _standing(s: State, seat: i64) -> i64:
    """As the features count them, not as the settlers say."""
    found: i64 = 0
    node: i64 = 0
    while node < s.nodes:
        if s.parent[node] == node:
            found += settlers_on(s.crowd[node], seat)
        node += 1
    return found
