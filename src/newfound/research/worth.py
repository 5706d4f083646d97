"""What actions are worth, in points of lead: a search below each, with the same dice, so that differences count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any

from newfound.bots.search import Search
from newfound.core.ahead import margin
from newfound.core.dice import Dice
from newfound.core.game import Game, Score, guesses


@dataclass(frozen=True)
class Gap:
    """By how much one thing is more than another, and how sure that is."""

    mean: float
    error: float

    @classmethod
    def of(cls, more: Sequence[float], less: Sequence[float]) -> Gap:
        """Of numbers in pairs."""
        differences = [one - two for one, two in zip(more, less, strict=True)]
        return cls(fmean(differences), stdev(differences) / len(differences) ** 0.5)

    def clear(self, points: float, errors: float) -> bool:
        return self.mean >= max(points, errors * self.error)


@dataclass
class Worth:
    """An action as each of some trees sees it: the lead it promises, and by seat and part how it stands a little later."""

    leads: list[float] = field(default_factory=list)
    parts: list[Counter[tuple[int, str]]] = field(default_factory=list)


def searched(game: Game[Any], state: Any, action: int, trees: int, simulations: int, seed: int, *, parts: bool = False) -> Worth:
    """The worth of one action of whose turn it is. The first half of a tree only finds its way."""
    seat, judge, found = game.turn(state), game.judge(), Worth()
    counted = simulations - simulations // 2
    for tree in range(trees):
        dice, search = Dice(seed + tree), Search(game, judge)
        guess, leads, stands = guesses(game, state, seat, dice), list[float](), Counter[tuple[int, str]]()
        for number in range(simulations):
            now = guess()
            game.apply(now, action)
            search.simulate(now, dice)
            if number < simulations - counted:
                continue
            leads.append(margin(judge.evaluate(now), seat))
            if parts:
                for other, score in enumerate(game.as_it_stands(now)):
                    stands.update({(other, part): points for part, points in score.parts})
        found.leads.append(fmean(leads))
        found.parts.append(Counter({part: points / counted for part, points in stands.items()}))
    return found


def lead(scores: Sequence[Score], seat: int) -> float:
    return margin([float(score.total) for score in scores], seat)
