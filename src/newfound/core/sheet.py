"""What passes between a game's kernel and programs that learn: sheets of small numbers, and legal actions.

Compiled code writes a sheet, and whoever understands buffers reads it in place, numpy for one.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

MOST: Final = 255


class Sheet:
    """So many bytes, all 0 at first. Handed about whole: an array alone would be copied or leak between compiled and interpreted code."""

    def __init__(self, size: i64) -> None:
        self.data: vec[u8] = vec[u8]([u8(0)] * size)


class Choices:
    """Legal actions, in an array that a game's `proceed` puts here: no Python integer is made on the way."""

    def __init__(self) -> None:
        self.actions: vec[i64] = vec[i64]()

    def __len__(self) -> int:
        return len(self.actions)


def small(n: i64) -> u8:
    """The number, or the most that a byte holds."""
    return u8(n) if n < MOST else u8(MOST)
