"""The random bot: any legal action, each equally likely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from newfound.bots import Guess
from newfound.core.dice import Dice
from newfound.core.game import Game


@dataclass(frozen=True)
class Random:
    game: Game[Any]

    def choose(self, guess: Guess, dice: Dice) -> int:
        legal = self.game.actions(guess())
        return legal[dice.below(len(legal))]


def make(game: Game[Any]) -> Random:
    return Random(game)
