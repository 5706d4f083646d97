"""The components of Tide Pool: a set read from TOML, checked, and turned into flat tables shared by all states."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.grid import cell_name
from newfound.core.sets import Reader, load

FOLDER: Final = Path(__file__).parent
KINDS: Final = ("clam", "snail", "star", "urchin")  # TM-C1
N_KINDS: Final = 4
SIDE: Final = 4  # TM-C2
CELLS: Final = 16
HAND: Final = 2  # TM-S2
MOST_SEATS: Final = 4
NONE: Final = -1

CELL_NAMES: Final = [cell_name(cell // SIDE, cell % SIDE, SIDE) for cell in range(CELLS)]


def _near(cell: int) -> list[int]:
    """The cells that share a side with this one: up, left, right, down. NONE where the pool ends."""
    row, column = cell // SIDE, cell % SIDE
    return [
        cell - SIDE if row > 0 else NONE,
        cell - 1 if column > 0 else NONE,
        cell + 1 if column < SIDE - 1 else NONE,
        cell + SIDE if row < SIDE - 1 else NONE,
    ]


# Built once. Flat, four entries for each cell: hot code walks arrays, not lists of lists.
NEAR: Final[vec[i64]] = vec[i64]([near for cell in range(CELLS) for near in _near(cell)])


class Components:
    """One set. Built once, never changed, so that copies of a state can share it."""

    def __init__(self, reader: Reader) -> None:
        self.name: str = reader.name
        self.counts: vec[i64] = vec[i64](_counts(reader))  # shells of each kind


def components(name: str) -> Components:
    """The set of this name; BadFile with a clear sentence if it is missing or wrong."""
    return load(FOLDER, name, Components)


def _counts(reader: Reader) -> list[int]:
    shells = reader.data.get("shells")
    if not isinstance(shells, dict) or sorted(shells) != sorted(KINDS):
        raise reader.wrong("kinds", kinds=", ".join(KINDS))
    counts = [reader.whole(kind, shells[kind], 0, 99) for kind in KINDS]
    # TM-T4: nobody ever finds the bag empty, so the rules need not say what happens then.
    least = CELLS + HAND * MOST_SEATS
    if sum(counts) < least:
        raise reader.wrong("few", found=sum(counts), least=least)
    return counts
