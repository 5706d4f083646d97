"""The levels that people choose from. Each thinks as long as its name promises, in simulations: so it plays the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from newfound.bots._judge import judge
from newfound.bots.greedy import Greedy
from newfound.bots.search import Searching
from newfound.core.game import Game

EASY: Final = 0.05  # of the lead that decides a match: what an easy bot does not see
MEDIUM: Final = 0.01  # seconds of thought for a decision, on one core
HARD: Final = 0.2
EXPERT: Final = 2.0


def _easy(game: Game[Any]) -> Greedy:
    judged = judge(game)
    return Greedy(game, judged, EASY * judged.scale)


def _searching(seconds: float) -> Callable[[Game[Any]], Searching]:
    return lambda game: Searching(game, round(seconds * judge(game).rate))


LEVELS: Final = {"easy": _easy, "medium": _searching(MEDIUM), "hard": _searching(HARD), "expert": _searching(EXPERT)}
