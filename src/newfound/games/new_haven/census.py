"""The census of New Haven: every building, tile and pond by kind, wherever it is. Constant through a match."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from .actions import building_name
from .components import CELLS, FACES, KINDS, LEAST, NONE, letters_of
from .state import FILLED, POND_HERE, State, kind_built


def census(s: State) -> dict[str, int]:
    buildings: vec[i64] = vec[i64]([0] * KINDS)
    tiles: vec[i64] = vec[i64]([0] * FACES)
    ponds: i64 = s.taken_off
    at: i64
    for at in range(KINDS):
        buildings[at] += s.bag[at] + s.gone[at]
    for at in range(KINDS * s.seats):
        buildings[at % KINDS] += s.hands[at] + s.buried[at]
    for code in s.village:
        if code:
            buildings[kind_built(code)] += 1
    for kind in s.circles:
        if kind != NONE:
            buildings[kind] += 1
    for at in range(len(s.unseen)):
        tiles[s.set.tile_kinds[at]] += s.unseen[at]
    for face in s.tiles:
        if face != NONE:
            tiles[face] += 1
    for at in range(CELLS):
        if s.clearing[at] != NONE:
            buildings[s.clearing[at]] += 1
        if s.status[at] == FILLED:
            tiles[LEAST[s.face[at]]] += 1
        if s.status[at] == POND_HERE:
            ponds += 1
    for count in s.ponds:
        ponds += count
    found: dict[str, int] = {"pond": int(ponds)}
    for at in range(KINDS):
        found[building_name(int(at))] = int(buildings[at])
    for at in range(FACES):
        if tiles[at]:
            found["tile " + letters_of(int(at))] = int(tiles[at])
    return found
