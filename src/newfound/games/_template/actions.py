"""The actions of Tide Pool: one integer and one spelling each, the same in every state and with every set."""

from __future__ import annotations

from typing import Final

from .components import CELL_NAMES, CELLS, KINDS, N_KINDS

LAY: Final = 0  # + kind * CELLS + cell
TOSS: Final = LAY + N_KINDS * CELLS  # + kind
DRAW: Final = TOSS + N_KINDS  # + kind: what luck does
N_ACTIONS: Final = DRAW + N_KINDS


def spell(action: int) -> str:
    """`lay star c2`, `toss clam`, `draw snail`: words that a person can type, the same everywhere."""
    if action < TOSS:
        return f"lay {KINDS[action // CELLS]} {CELL_NAMES[action % CELLS]}"
    if action < DRAW:
        return f"toss {KINDS[action - TOSS]}"
    return f"draw {KINDS[action - DRAW]}"
