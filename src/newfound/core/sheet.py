"""What passes between a game's kernel and programs that learn: sheets of small numbers, and legal actions.

Compiled code writes a sheet, and whoever understands buffers reads it in place, numpy for one.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from newfound.core.dice import Dice

MOST: Final = 255


class Sheet:
    """So many bytes, all 0 at first. Handed about whole: an array alone would be copied or leak between compiled and interpreted code.

    `changed` holds how many bytes `put` changed, then where, as far as there is room.
    """

    def __init__(self, size: i64, room: i64 = 0) -> None:
        self.data: vec[u8] = vec[u8]([u8(0)] * size)
        self.changed: vec[i64] = vec[i64]([0] * (room + 1))


def put(out: vec[u8], changed: vec[i64], at: i64, value: u8) -> None:
    """Writes on a sheet, handed over as its two arrays, and notes it where that changes anything."""
    if out[at] != value:
        _change(out, changed, at, value)


def _change(out: vec[u8], changed: vec[i64], at: i64, value: u8) -> None:
    out[at] = value
    count: i64 = changed[0] + 1
    changed[0] = count
    if count < len(changed):
        changed[count] = at


def put_one(out: vec[u8], changed: vec[i64], at: i64, size: i64, which: i64) -> None:
    """A 1 at this place of `size`, 0 at the others."""
    n: i64
    for n in range(size):
        put(out, changed, at + n, u8(1) if n == which else u8(0))


class Choices:
    """Legal actions, in an array that a game's `proceed` puts here: no Python integer is made on the way."""

    def __init__(self) -> None:
        self.actions: vec[i64] = vec[i64]()

    def __len__(self) -> int:
        return len(self.actions)


def seen_from(seat: i64, other: i64, seats: i64) -> i64:
    """Where another seat sits as this one counts: itself 0, then in the order of play."""
    return other - seat if other >= seat else other - seat + seats


def small(n: i64) -> u8:
    """The number, or the most that a byte holds."""
    return u8(n) if n < MOST else u8(MOST)


@mypyc_attr(allow_interpreted_subclasses=True)
class TensorKernel:
    """What a game's tensor does with its own states. A class, so that compiled code calls it with plain numbers."""

    def proceed(self, state: Any, action: i64, seat: i64, dice: Dice, choices: Choices) -> i64:
        """An action, or -1 for none; then luck, and the others at random, up to the next decision of this seat.

        What is legal then is put among the choices. Returns whose turn it is, see `Game.turn`.
        """
        raise NotImplementedError

    def write(self, state: Any, seat: i64, sheet: Sheet, at: i64) -> None:
        """Puts the view of this seat on a sheet, from position `at` on.

        There are only zeros there, or what it wrote for that seat at an earlier moment of the same match: it changes what is different.
        """
        raise NotImplementedError
