"""The levels that people choose from: two that look one decision ahead, two that search; and characters, who search as the
first of these does and want something else.

Who searches thinks for a number of simulations, not for a time, so it plays the same on every machine that is quick enough. Elsewhere it
stops in time, and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from newfound.bots._beside import Beside
from newfound.bots._tree import Taste
from newfound.bots.greedy import Greedy
from newfound.bots.search import Searching
from newfound.core.game import Game

EASY: Final = 0.05  # of the lead that decides a match: what an easy bot does not see
HARD: Final = 0.2  # seconds of thought for a decision, on one core
EXPERT: Final = 2.0
PATIENCE: Final = 2.5  # times as long a decision may take where the machine is slower
MOST_TREES: Final = 16  # that one decision is made by


def _looking(blind: float) -> Callable[[Game[Any], int], Greedy]:
    return lambda game, trees: Greedy(game, blind * game.judge().SCALE)  # noqa: ARG005


def _searching(seconds: float, most: int = 1, taste: Taste | None = None) -> Callable[[Game[Any], int], Searching]:
    """Grows so many trees at once, at most."""

    def make(game: Game[Any], trees: int) -> Searching:
        simulations, longest, others = round(seconds * game.judge().RATE), seconds * PATIENCE, min(trees, most) - 1
        return Searching(game, simulations, longest, Beside(game, others, simulations, longest) if others > 0 else None, taste)

    return make


TASTES: Final = {"builder": Taste(building=0.5), "spoiler": Taste(building=-0.2), "gambler": Taste(daring=1.0)}
LEVELS: Final = {"easy": _looking(EASY), "medium": _looking(0.0), "hard": _searching(HARD), "expert": _searching(EXPERT, MOST_TREES)}
CHARACTERS: Final = {name: _searching(HARD, taste=taste) for name, taste in TASTES.items()}
ALL: Final = LEVELS | CHARACTERS
SECONDS: Final = {"hard": HARD, "expert": EXPERT, "search": HARD} | dict.fromkeys(CHARACTERS, HARD)
