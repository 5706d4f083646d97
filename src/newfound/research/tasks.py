"""Tasks for agents, the same for everybody: who sits at the table, how much may be learnt from, and on which matches one is measured.

for task in tasks():
    outcome = task.measure(lambda env: int(env.action_space.sample(env.playing.mask(env.own))), matches=20)

bench/benchmark.py measures what is known on them. No rule of any game in here: a game with a tensor has tasks by being found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from newfound import games
from newfound.research.gymnasium import Environment
from newfound.research.standings import SURE, share, wilson
from newfound.research.tensors import np

EDITION: Final = 1  # raised when a task comes to mean something else
OPPONENTS: Final = ("random", "greedy")
BUDGET: Final = 5_000  # decisions of the learner: some seventy matches, what somebody plays who likes a game
MATCHES: Final = 200
FIRST: Final = 1_000_000  # seed of the first match that is measured; learn on any below

Agent = Callable[[Environment], int]  # one of the legal actions of the seat `own`, whose turn it is


@dataclass(frozen=True)
class Outcome:
    """What came of the matches, each alone: the share of the first place, and the points ahead of the best of the others."""

    shares: tuple[float, ...]
    margins: tuple[float, ...]

    @property
    def wins(self) -> tuple[float, float, float]:
        """The rate, and its 95 % interval."""
        return float(np.mean(self.shares)), *wilson(sum(self.shares), len(self.shares))

    @property
    def margin(self) -> tuple[float, float]:
        """The mean, and half the width of its 95 % interval."""
        spread = float(np.std(self.margins, ddof=1)) if len(self.margins) > 1 else float("inf")
        return float(np.mean(self.margins)), SURE * spread / len(self.margins) ** 0.5


@dataclass(frozen=True)
class Task:
    """One seat is the learner's, on all others sits the same bot."""

    game: str
    seats: int
    opponents: str
    budget: int = BUDGET

    @property
    def name(self) -> str:
        return f"{self.game}-{self.seats}-{self.opponents}-v{EDITION}"

    def environment(self, seat: int | None = None, **given: Any) -> Environment:
        """To learn on, in another seat in every match; the arguments of the environment may be chosen, but for who plays."""
        return Environment(self.game, seats=self.seats, opponents=self.opponents, seat=seat, **given)

    def measure(self, agent: Agent, matches: int = MATCHES) -> Outcome:
        """The first so many of the matches on which everybody is measured, in each seat by turns. An illegal action loses a match."""
        shares, margins = [], []
        for number in range(matches):
            env = self.environment(number % self.seats)
            _, info = env.reset(seed=FIRST + number)
            reward, over = 0.0, False
            while not over:
                _, reward, over, _, info = env.step(agent(env))
            shares.append(share(info["places"], env.own) if "places" in info else 0.0)  # none where it ended by an illegal action
            margins.append(reward)
            env.close()
        return Outcome(tuple(shares), tuple(margins))


def tasks() -> list[Task]:
    """All of them: each game that has a tensor, with as few seats as it may have, against each of the opponents; and with seats in the
    middle of what it may have, against the better of them."""
    found = [game for name in games.names() if (game := games.find(name)).tensor]
    few = [Task(game.name, game.seats[0], opponents) for game in found for opponents in OPPONENTS]
    return few + [Task(game.name, game.seats[len(game.seats) // 2], OPPONENTS[-1]) for game in found]
