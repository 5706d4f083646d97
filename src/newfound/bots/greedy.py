"""The greedy bot: looks one decision ahead and takes what the game's evaluation likes best.

With a temperature, in points, it takes something about as good instead: a weaker player who still never throws a match away.
"""

from __future__ import annotations

import math
from typing import Any

from newfound.bots import Guess
from newfound.core.ahead import Ahead
from newfound.core.dice import Dice
from newfound.core.game import Game


class Greedy:
    def __init__(self, game: Game[Any], temperature: float = 0.0) -> None:
        self.game = game
        self.judge = game.judge()
        self.ahead = Ahead(game.apply, game.copy, self.judge.evaluate)
        self.temperature = temperature

    def choose(self, guess: Guess, dice: Dice) -> int:
        state = guess()
        legal = self.judge.candidates(state)
        if len(legal) == 1:
            return legal[0]
        seat = self.game.turn(state)
        if self.temperature == 0.0:
            return self.ahead.best(state, seat, legal, dice)
        worths = self.ahead.worths(state, seat, legal)
        best = max(worths)
        weights = [math.exp((worth - best) / self.temperature) for worth in worths]
        left = dice.below(2**31) / 2**31 * sum(weights)
        for action, weight in zip(legal, weights, strict=True):
            left -= weight
            if left < 0:
                return action
        return legal[worths.index(best)]


def make(game: Game[Any]) -> Greedy:
    return Greedy(game)
