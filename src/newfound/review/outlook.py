"""What a position promises each seat: the mean of many lines of quick play, in points of lead. Differences are taken with the same luck."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from newfound.core.ahead import margin
from newfound.core.dice import SEEDS, Dice
from newfound.core.game import OVER, Game


@dataclass(frozen=True)
class Mean:
    """A mean and its standard error."""

    value: float
    error: float

    @property
    def sure(self) -> bool:
        """Further from nothing than chance alone would put it."""
        return abs(self.value) > 2 * self.error

    def json(self) -> list[float]:
        return [self.value, self.error]


def mean(values: Sequence[float]) -> Mean:
    """Of values that are independent of each other."""
    middle = math.fsum(values) / len(values)
    if len(values) < 2:
        return Mean(middle, 0.0)
    spread = math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1)
    return Mean(middle, math.sqrt(spread / len(values)))


Leads = list[float]  # by seat


class Outlook:
    """Plays on by the quick play of the search and judges where that stops, as the search does; to the end where there is no evaluation."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.judge = game.judge()

    def line(self, state: Any, seed: int) -> Leads:
        """The leads after one line of quick play. The state stays as it is."""
        after = self.game.copy(state)
        if self.game.turn(after) != OVER:
            self.judge.rollout(after, Dice(seed))
        points = self.judge.evaluate(after)
        return [margin(points, seat) for seat in range(len(points))]

    def final(self, state: Any, seed: int) -> Any:
        """The state at the end of one line of quick play carried through."""
        after, dice = self.game.copy(state), Dice(seed)
        while self.game.turn(after) != OVER:
            self.judge.rollout(after, dice)
        return after

    def lines(self, state: Any, seeds: Sequence[int]) -> list[Leads]:
        """One line for each seed; where the match is over, what it came to."""
        if self.game.turn(state) == OVER:
            scores = [float(score.total) for score in self.game.scores(state)]
            return [[margin(scores, seat) for seat in range(len(scores))]] * len(seeds)
        return [self.line(state, seed) for seed in seeds]

    def before_draw(self, state: Any, seeds: Sequence[int], dice: Dice) -> list[Leads]:
        """The same for a position in which luck is to be drawn: the lines are shared out among the outcomes by their weights, to within
        one line, so that rare outcomes count as often as they should and no more."""
        game, actions = self.game, self.game.actions(state)
        found: list[Leads] = [[] for _ in seeds]
        order = iter(shuffled(len(seeds), dice))  # which line meets which outcome
        for outcome, among in groupby(shares(game.weights(state), len(seeds), dice)):
            after = game.copy(state)
            game.apply(after, actions[outcome])
            mine = [next(order) for _ in among]
            for at, leads in zip(mine, self.lines(after, [seeds[one] for one in mine]), strict=True):
                found[at] = leads
        return found


def shares(weights: Sequence[int], count: int, dice: Dice) -> Iterator[int]:
    """`count` outcomes, ascending, each as often as its weight asks for, rounded up or down by the dice."""
    total = sum(weights)
    offset: float = (float(dice.below(SEEDS)) + 0.5) / SEEDS
    at = 0
    passed = float(weights[0])
    for number in range(count):
        point = (number + offset) * total / count
        while passed <= point:
            at += 1
            passed += weights[at]
        yield at


def shuffled(count: int, dice: Dice) -> list[int]:
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = dice.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
