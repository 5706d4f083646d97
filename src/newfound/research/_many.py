"""Many matches at once: every match goes on to the next decision of its own seat in one call. Compiled; knows only functions handed in.

Luck is drawn and the other seats play inside: at random, or greedily by the game's evaluation. A match that was over begins anew.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from newfound.core.sheet import Sheet

CHANCE: Final = -1
OVER: Final = -2


def mark(sheet: Sheet, at: i64, actions: list[int], value: u8) -> None:
    """Writes this value at the position of each of these actions."""
    data = sheet.data
    for action in actions:
        place: i64 = action
        data[at + place] = value


def mask(actions: list[int], size: i64) -> Sheet:
    """A sheet of zeros, with 1 for each of these actions."""
    sheet = Sheet(size)
    mark(sheet, 0, actions, u8(1))
    return sheet
