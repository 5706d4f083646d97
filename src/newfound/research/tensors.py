"""A seat's view as numpy arrays. What the numbers mean is in the game's `tensor.py`, field by field, and on its page in docs/tensors/."""

from __future__ import annotations

from functools import cache
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
        self.most: Bytes = np.repeat([field.most for field in self.fields], [field.size for field in self.fields]).astype(np.uint8)
        divisors = np.repeat([field.divisor for field in self.fields], [field.size for field in self.fields])
        self.factors: Floats = (1 / divisors).astype(np.float32)
        scaled = np.flatnonzero(divisors != 1)
        self.plain = int(scaled[0]) if len(scaled) else self.size  # so many at the beginning are floats as they are

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
        found[..., self.plain :] *= self.factors[self.plain :]
        return found

    def split(self, encoded: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The fields of one view, each in its own shape, without a copy."""
        starts = self.places
        return {field.name: encoded[starts[field.name] : starts[field.name] + field.size].reshape(field.shape) for field in self.fields}


@cache
def encoding(game: Game[Any]) -> Encoding:
    """The encoding of this game; BadUse where its folder has none."""
    found = tensor.find(game)
    if found is None:
        raise BadUse("tensor", title=game.title)
    return Encoding(game, found)
