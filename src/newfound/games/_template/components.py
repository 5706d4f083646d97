"""The components of Tide Pool: a set read from TOML, checked, and turned into flat tables shared by all states."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core import sets
from newfound.core.grid import cell_name
from newfound.core.problem import BadFile

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

    def __init__(self, name: str, counts: list[int]) -> None:
        self.name: str = name
        self.counts: vec[i64] = vec[i64](counts)  # shells of each kind


_LOADED: Final[dict[str, Components]] = {}


def load_set(name: str) -> Components:
    """The set of this name; BadFile with a clear sentence if it is missing or wrong."""
    if name not in _LOADED:
        _LOADED[name] = Components(name, _counts(name, sets.read(FOLDER, name)))
    return _LOADED[name]


def _counts(name: str, data: dict[str, Any]) -> list[int]:
    shells = data.get("shells")
    if not isinstance(shells, dict) or sorted(shells) != sorted(KINDS):
        raise BadFile("set.kinds", FOLDER, name=name, kinds=", ".join(KINDS))
    counts: list[int] = []
    for kind in KINDS:
        count = shells[kind]
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= 99:
            raise BadFile("set.count", FOLDER, name=name, kind=kind, found=str(count))
        counts.append(count)
    # TM-T4: nobody ever finds the bag empty, so the rules need not say what happens then.
    least = CELLS + HAND * MOST_SEATS
    if sum(counts) < least:
        raise BadFile("set.few", FOLDER, name=name, found=sum(counts), least=least)
    return counts
