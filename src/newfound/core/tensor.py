"""The tensor of a game: a seat's view as whole numbers from 0 to 255 in a fixed layout, for programs that learn.

One of a game's faces: the file `tensor.py` in its folder, with `FIELDS` and a class `Kernel`. The fields are the one source of the layout:
where the kernel writes its numbers, what a number is divided by to become a float, the page `tensor.md` beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import prod
from typing import Any, Protocol

from newfound.core.sheet import Sheet, TensorKernel


@dataclass(frozen=True, slots=True)
class Field:
    """Some numbers of the tensor. Where a dimension is seats, the observer is 0 and the others follow in the order of play, absent ones 0.

    Fields over the same map come one after the other, and what they all say of a cell lies together.
    """

    name: str
    shape: tuple[int, ...]  # of a cell, where there is a map
    about: str
    most: int = 1  # no number is larger
    scale: int = 0  # divided by this it is a float of about 0 to 1; by `most` where nothing is given
    map: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """Of a cell, where there is a map."""
        return prod(self.shape)

    @property
    def divisor(self) -> int:
        return self.scale or self.most


class Numbers(Protocol):
    """What a game's `tensor.py` holds."""

    @property
    def FIELDS(self) -> tuple[Field, ...]: ...

    def Kernel(self) -> TensorKernel: ...


@dataclass(frozen=True)
class Tensor:
    """The layout, and who writes it: see `TensorKernel`."""

    fields: tuple[Field, ...]
    kernel: TensorKernel

    @staticmethod
    def of(numbers: Numbers) -> Tensor:
        return Tensor(numbers.FIELDS, numbers.Kernel())

    @cached_property
    def size(self) -> int:
        return sum(field.size * prod(field.map) for field in self.fields)

    @cached_property
    def order(self) -> list[Field]:
        """The field at each position."""
        return in_order(self.fields)

    @cached_property
    def most(self) -> list[int]:
        """The largest number that each position may hold."""
        return [field.most for field in self.order]

    def sheet(self, state: Any, seat: int) -> Sheet:
        sheet = Sheet(self.size)
        self.kernel.write(state, seat, sheet, 0)
        return sheet


def places(fields: Sequence[Field]) -> dict[str, int]:
    """Where each field begins."""
    names = [field.name for field in in_order(fields)]
    return {field.name: names.index(field.name) for field in fields}


def in_order(fields: Sequence[Field]) -> list[Field]:
    """The field at each position of the tensor."""
    found: list[Field] = []
    for area, some in groupby(fields, lambda field: field.map):
        found += [field for field in some for _ in range(field.size)] * prod(area)
    return found


def layers(fields: Sequence[Field], area: tuple[int, ...]) -> int:
    """How many numbers a cell of this map has."""
    return sum(field.size for field in fields if field.map == area)
