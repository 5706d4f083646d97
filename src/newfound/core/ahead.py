"""One action ahead: what each action promises at once, and the best of them. Compiled; knows only functions handed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from newfound.core.dice import Dice


def margin(points: list[float], seat: int) -> float:
    """The lead of a seat over the best of the others."""
    best = -1e9
    for other in range(len(points)):
        if other != seat and points[other] > best:
            best = points[other]
    return points[seat] - best


class Ahead:
    """Looks one action ahead with the functions of a game."""

    def __init__(self, apply: Callable[[Any, int], None], copy: Callable[[Any], Any], evaluate: Callable[[Any], list[float]]) -> None:
        self.apply = apply
        self.copy = copy
        self.evaluate = evaluate

    def worths(self, state: Any, seat: int, actions: list[int]) -> list[float]:
        """The lead that each of these actions promises a seat."""
        found: list[float] = []
        for action in actions:
            after = self.copy(state)
            self.apply(after, action)
            found.append(margin(self.evaluate(after), seat))
        return found

    def best(self, state: Any, seat: int, actions: list[int], dice: Dice) -> int:
        """The most promising of these actions; a random one of those that tie."""
        worths = self.worths(state, seat, actions)
        most = max(worths)
        among: list[int] = []
        for at in range(len(actions)):
            if worths[at] == most:
                among.append(actions[at])
        return among[dice.below(len(among))]
