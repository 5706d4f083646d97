"""Dice: the source of luck, handed in. One small generator that gives the same numbers compiled and interpreted."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
SEEDS: Final = 2**31 - 1  # seeds are drawn below this


class Dice:
    """xoroshiro64** (Blackman and Vigna), every step masked to 32 bits: compiled integers wrap and Python's do not."""

    __slots__ = ("a", "b")

    def __init__(self, seed: int) -> None:
        mixed = 0
        for _ in range(4):  # splitmix64, so that seeds 1, 2, 3 start far apart
            seed = (seed + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
            mixed = seed
            mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
            mixed ^= mixed >> 31
            if mixed != 0:
                break
        self.a: i64 = mixed & WORD
        self.b: i64 = mixed >> 32

    def word(self) -> i64:
        """The next 32 bits."""
        a: i64 = self.a
        b: i64 = self.b
        out: i64 = (a * 0x9E3779BB) & WORD
        out = ((out << 5) | (out >> 27)) & WORD
        out = (out * 5) & WORD
        b ^= a
        self.a = (((a << 26) | (a >> 6)) & WORD) ^ b ^ ((b << 9) & WORD)
        self.b = ((b << 13) | (b >> 19)) & WORD
        return out

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, each equally likely; n at most 2**31."""
        product: i64 = self.word() * n
        if (product & WORD) < n:  # Lemire's method: throw again where the remainder would favour small numbers
            reject: i64 = (WORD + 1) % n
            while (product & WORD) < reject:
                product = self.word() * n
        return product >> 32
