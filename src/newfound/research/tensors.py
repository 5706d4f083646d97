"""A seat's view as numpy arrays. What the numbers mean is in the game's `tensor.py`, field by field, and in `tensor.md`."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any, TypeAlias

from newfound.core import tensor
from newfound.core.game import Game
from newfound.core.tensor import Field, Tensor
from newfound.research.problems import BadUse

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise BadUse("extra", extra="research") from error

__all__ = ["Bytes", "Encoding", "Floats", "Masks", "encoding", "np"]
Floats: TypeAlias = "NDArray[np.float32]"
Bytes: TypeAlias = "NDArray[np.uint8]"
Masks: TypeAlias = "NDArray[np.int8]"


class Encoding:
    """The layout of a game's tensor, and how to make one of a state. It holds what the seat may know and nothing else."""

    def __init__(self, game: Game[Any], found: Tensor) -> None:
        self.game = game
        self.tensor = found
        self.fields: tuple[Field, ...] = found.fields
        self.size = found.size
        self.places = tensor.places(found.fields)
        self.most: Bytes = np.array(found.most, np.uint8)
        divisors = np.array([field.divisor for field in found.order])
        self.factors: Floats = (1 / divisors).astype(np.float32)

    @property
    def high(self) -> Floats:
        """The largest float that each position can hold; the smallest is 0."""
        return self.floats(self.most)

    def encode(self, state: Any, seat: int) -> Floats:
        """The view of this seat as floats, most of them from 0 to 1, in one flat array."""
        return self.floats(self.numbers(state, seat))

    def numbers(self, state: Any, seat: int) -> Bytes:
        """The same as whole numbers from 0 to 255, a quarter of the memory: to store, and to make floats of later. Not to be written."""
        data: Any = self.tensor.sheet(state, seat).data
        numbers: Bytes = np.frombuffer(data, np.uint8)
        return numbers

    def floats(self, numbers: Bytes) -> Floats:
        """Floats of what `numbers` gave: one view, or a whole array with a view in each row."""
        found: Floats = numbers.astype(np.float32)
        found *= self.factors
        return found

    def divisors(self) -> tuple[list[int], list[int]]:
        """For compiled code: the number of each position's divisor, and by that and a number from 0 to 255 the bits of its float."""
        found, each = np.unique(self.factors, return_inverse=True)
        floats = np.arange(256, dtype=np.float32) * found[:, None]
        return each.tolist(), floats.astype(np.float32).view(np.int32).ravel().tolist()

    def split(self, encoded: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The fields of one view, each in its own shape, without a copy."""
        return {field.name: self._part(encoded, field) for field in self.fields}

    def _part(self, encoded: NDArray[Any], field: Field) -> NDArray[Any]:
        start = self.places[field.name]
        if not field.map:
            return encoded[start : start + field.size].reshape(field.shape)
        step = tensor.layers(self.fields, field.map)
        first = min(self.places[other.name] for other in self.fields if other.map == field.map)
        cells = encoded[first : first + prod(field.map) * step].reshape(*field.map, step)
        return cells[..., start - first : start - first + field.size].reshape(*field.map, *field.shape)


@cache
def encoding(game: Game[Any]) -> Encoding:
    """The encoding of this game; BadUse where its folder has none."""
    if game.tensor is None:
        raise BadUse("tensor", title=game.title)
    return Encoding(game, Tensor.of(game.tensor()))
