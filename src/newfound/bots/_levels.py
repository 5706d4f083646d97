"""The levels that people choose from: two that look one decision ahead, two that search.

The latter think for a number of simulations, not for a time, so they play the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from newfound.bots.greedy import Greedy
from newfound.bots.search import Searching
from newfound.core.game import Game

EASY: Final = 0.05  # of the lead that decides a match: what an easy bot does not see
HARD: Final = 0.2  # seconds of thought for a decision, on one core
EXPERT: Final = 2.0


def _looking(blind: float) -> Callable[[Game[Any]], Greedy]:
    return lambda game: Greedy(game, blind * game.judge().SCALE)


def _searching(seconds: float) -> Callable[[Game[Any]], Searching]:
    return lambda game: Searching(game, round(seconds * game.judge().RATE))


LEVELS: Final = {"easy": _looking(EASY), "medium": _looking(0.0), "hard": _searching(HARD), "expert": _searching(EXPERT)}
