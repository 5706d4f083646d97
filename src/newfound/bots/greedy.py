"""The greedy bot: looks one decision ahead and takes what the game's evaluation likes best.

With a temperature, in points, it takes something about as good instead: a weaker player who still never throws a match away.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from newfound.bots import Guess
from newfound.bots._judge import Judge, judge, margin
from newfound.core.dice import Dice
from newfound.core.game import Game


@dataclass(frozen=True)
class Greedy:
    game: Game[Any]
    judge: Judge
    temperature: float = 0.0

    def choose(self, guess: Guess, dice: Dice) -> int:
        state = guess()
        legal = self.judge.candidates(state)
        if len(legal) == 1:
            return legal[0]
        seat = self.game.turn(state)
        worth = [self._worth(state, action, seat) for action in legal]
        best = max(worth)
        if self.temperature == 0.0:
            among = [action for action, value in zip(legal, worth, strict=True) if value == best]
            return among[dice.below(len(among))]
        weights = [math.exp((value - best) / self.temperature) for value in worth]
        left = dice.below(2**31) / 2**31 * sum(weights)
        for action, weight in zip(legal, weights, strict=True):
            left -= weight
            if left < 0:
                return action
        return legal[worth.index(best)]

    def _worth(self, state: Any, action: int, seat: int) -> float:
        after = self.game.copy(state)
        self.game.apply(after, action)
        return margin(self.judge.evaluate(after), seat)


def make(game: Game[Any]) -> Greedy:
    return Greedy(game, judge(game))
