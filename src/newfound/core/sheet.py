"""A sheet of small numbers: compiled code writes it, and whoever understands buffers reads it in place, numpy for one."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

MOST: Final = 255


class Sheet:
    """So many bytes, all 0 at first. Handed about whole: an array alone would be copied or leak between compiled and interpreted code."""

    def __init__(self, size: i64) -> None:
        self.data: vec[u8] = vec[u8]([u8(0)] * size)


def small(n: i64) -> u8:
    """The number, or the most that a byte holds."""
    return u8(n) if n < MOST else u8(MOST)
