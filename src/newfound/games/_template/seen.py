"""What a reader is shown, as a type. The build makes the web app's types of this file; the checks hold `observe` to it.

A dict whose keys are a Literal has every one of them.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Phase = Literal["deal", "play", "refill", "over"]
Shell = Literal["clam", "snail", "star", "urchin"]


class Player(TypedDict):
    held: int  # shells in hand
    tossed: bool
    points: int
    hand: NotRequired[dict[Shell, int]]  # the reader's own only (TM-S2)


class View(TypedDict):
    phase: Phase
    turn: int  # a seat, or -1 for luck, or -2 after the end
    reader: int  # a seat, or -3 for an onlooker
    seat: int  # who acts, or is dealt to
    toss: bool  # whether shells may be tossed at all (TM-T3)
    pool: dict[str, Shell]  # by cell; empty cells are not in it
    bag: int  # shells left in it
    players: list[Player]  # by seat
