"""The tensor of a game: a seat's view as whole numbers from 0 to 255 in a fixed layout, for programs that learn.

A game has one if there is a file `tensor.py` in its folder, with `FIELDS`, `write` and `proceed`, and perhaps `OVER_EARLIER`. The fields
are the one source of the layout: where `write` puts its numbers, what a number is divided by to become a float, the pages in docs/tensors/.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from math import prod
from typing import Any

from newfound.core.dice import Dice
from newfound.core.game import Game
from newfound.core.sheet import Choices, Sheet


@dataclass(frozen=True, slots=True)
class Field:
    """One block of the tensor. Where a dimension is seats, the observer is 0 and the others follow in the order of play, absent ones 0."""

    name: str
    shape: tuple[int, ...]
    about: str
    most: int = 1  # no number is larger
    scale: int = 0  # divided by this it is a float of about 0 to 1; by `most` where nothing is given

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def divisor(self) -> int:
        return self.scale or self.most


@dataclass(frozen=True)
class Tensor:
    """`write(state, seat, sheet, at)` puts the view of a seat on a sheet, from position `at` on, where there are only zeros.

    `over_earlier`: or where there is what it wrote for that seat at an earlier moment of the same match.
    """

    fields: tuple[Field, ...]
    write: Callable[[Any, int, Sheet, int], None]
    proceed: Callable[[Any, int, int, Dice, Choices], int]  # an action or -1, luck, random play of others up to a seat; whose turn it is
    over_earlier: bool

    @cached_property
    def size(self) -> int:
        return sum(field.size for field in self.fields)

    def sheet(self, state: Any, seat: int) -> Sheet:
        sheet = Sheet(self.size)
        self.write(state, seat, sheet, 0)
        return sheet


def places(fields: Sequence[Field]) -> dict[str, int]:
    """Where each field begins."""
    found: dict[str, int] = {}
    at = 0
    for field in fields:
        found[field.name] = at
        at += field.size
    return found


def find(game: Game[Any]) -> Tensor | None:
    """The tensor of this game, if its folder has one."""
    package = game.playout.__module__.rpartition(".")[0]
    try:
        if find_spec(f"{package}.tensor") is None:
            return None
    except (ModuleNotFoundError, ValueError):  # functions that come from no package
        return None
    module: Any = import_module(f"{package}.tensor")
    return Tensor(module.FIELDS, module.write, module.proceed, getattr(module, "OVER_EARLIER", False))
