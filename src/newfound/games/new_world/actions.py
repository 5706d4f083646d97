"""The actions of New World: one integer and one spelling each, the same in every state and with every set."""

from __future__ import annotations

from typing import Final

from .components import (
    AROUND,
    CELLS,
    MOST_TILES,
    SIDES,
    SPOTS,
    WINDS,
    cell_name,
    code_of,
)

MOST_SEATS: Final = 5

# What luck does
FIRST: Final = 0  # + seat
TILE: Final = FIRST + MOST_SEATS  # + kind
# What players decide
SETTLE: Final = TILE + MOST_TILES  # + spot, NOBODY for no settler
SCORE: Final = SETTLE + SPOTS - 1  # + spot, from 1
LAY: Final = SCORE + SPOTS  # + cell * 4 + turns
N_ACTIONS: Final = LAY + CELLS * 4

_TILE_SPOTS: Final = ["nobody", *("town-" + side for side in SIDES), *("trail-" + side for side in SIDES), "farm"]
SETTLE_NAMES: Final = [*_TILE_SPOTS, *("plain-" + wind for wind in WINDS)]
SCORE_NAMES: Final = [*_TILE_SPOTS, *("farm-" + direction for direction in AROUND)]


def spell(action: int) -> str:
    """`lay 3,5 r1` (column, row, quarter turns clockwise), `settle trail-e`, `score farm-nw`, `tile NW31`, `first 2`."""
    if action < TILE:
        return f"first {action - FIRST}"
    if action < SETTLE:
        return f"tile {code_of(action - TILE)}"
    if action <= SCORE:
        return f"settle {SETTLE_NAMES[action - SETTLE]}"
    if action < LAY:
        return f"score {SCORE_NAMES[action - SCORE]}"
    return f"lay {cell_name((action - LAY) // 4)} r{(action - LAY) % 4}"
