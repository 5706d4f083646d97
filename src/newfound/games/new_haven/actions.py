"""The actions of New Haven: one integer and one spelling each, the same in every state and with every set."""

from __future__ import annotations

from typing import Final

from .components import (
    CELL_NAMES,
    CELLS,
    FACES,
    KINDS,
    MOST_SEATS,
    N_MARKS,
    N_NUMBERS,
    N_RESOURCES,
    RESOURCES,
    SPACE_NAMES,
    SPACES,
    letters_of,
)

PASS: Final = 0
BUILD: Final = 1  # + (kind * SPACES + space) * 2, + 1 for face down
TAKE: Final = BUILD + KINDS * SPACES * 2  # + kind
BAG: Final = TAKE + KINDS
SHIP: Final = BAG + 1  # + cell * N_RESOURCES + resource
LAY: Final = SHIP + CELLS * N_RESOURCES  # + face * CELLS + cell; the face as it lies
# What luck does
DRAW: Final = LAY + FACES * CELLS  # + kind
TILE: Final = DRAW + KINDS  # + face
POND: Final = TILE + FACES  # + mark
FIRST: Final = POND + N_MARKS  # + seat
N_ACTIONS: Final = FIRST + MOST_SEATS

POND_NAMES: Final = ("pond", "pond-3", "pond-4")


def building_name(kind: int) -> str:
    return f"{RESOURCES[kind // N_NUMBERS]}-{kind % N_NUMBERS + 1}"


def spell(action: int) -> str:
    """`build wheat-3 c3 up`, `lay WTWS d4`, `ship d4 wheat`, `take bag`, `pass`."""
    if action == PASS:
        return "pass"
    if action < TAKE:
        at = action - BUILD
        kind, space = at // 2 // SPACES, at // 2 % SPACES
        return f"build {building_name(kind)} {SPACE_NAMES[space]} {'down' if at % 2 else 'up'}"
    if action < BAG:
        return f"take {building_name(action - TAKE)}"
    if action == BAG:
        return "take bag"
    if action < LAY:
        at = action - SHIP
        return f"ship {CELL_NAMES[at // N_RESOURCES]} {RESOURCES[at % N_RESOURCES]}"
    if action < DRAW:
        at = action - LAY
        return f"lay {letters_of(at // CELLS)} {CELL_NAMES[at % CELLS]}"
    if action < TILE:
        return f"draw {building_name(action - DRAW)}"
    if action < POND:
        return f"tile {letters_of(action - TILE)}"
    if action < FIRST:
        return f"settle {POND_NAMES[action - POND]}"
    return f"first {action - FIRST}"
