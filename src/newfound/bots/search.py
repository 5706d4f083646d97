"""The search bot: Monte Carlo tree search over guesses, by a number of simulations or by time.

With a number of simulations its choice follows from the dice alone. The tree is kept from one decision of a turn to the next.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from newfound.bots import Guess
from newfound.bots._reasons import Reason, reasons
from newfound.bots._tree import Node, Search
from newfound.core.dice import Dice
from newfound.core.game import Game, Json

SIMULATIONS: Final = 400
FRESH: Final = 4  # at least a quarter of the simulations are new, however many the kept tree has


@dataclass(frozen=True)
class Thought:
    """One action as the search sees it: how often it was looked at, the margin it may bring in points, and why."""

    action: int
    visits: int
    margin: float
    reasons: tuple[Reason, ...]


class Searching:
    """`seconds`, where given, stops a decision early: then the choice depends on the machine."""

    def __init__(self, game: Game[Any], simulations: int = SIMULATIONS, seconds: float | None = None) -> None:
        self.game = game
        self.judge = game.judge()
        self.simulations = simulations
        self.seconds = seconds
        self.kept: tuple[Json, Node] | None = None  # what the seat should see next, and the tree below its choice

    def choose(self, guess: Guess, dice: Dice) -> int:
        state = guess()
        legal = self.judge.candidates(state)
        if len(legal) == 1:
            return legal[0]
        root = self.think(guess, dice, state)
        at = ranked(root, legal)[0]
        seat = self.game.turn(state)
        self.game.apply(state, root.actions[at])
        below = root.children[at]
        self.kept = (self.game.observe(state, seat), below) if below is not None and self.game.turn(state) == seat else None
        return root.actions[at]

    def think(self, guess: Guess, dice: Dice, state: Any) -> Node:
        """The root of the tree after all simulations of this decision."""
        game = self.game
        search = Search(game, self.judge)
        if self.kept is not None and self.kept[0] == game.observe(state, game.turn(state)):
            search.root = self.kept[1]
        else:
            search.root = Node()
        wanted = max(self.simulations - search.root.visits, self.simulations // FRESH)
        until = None if self.seconds is None else time.monotonic() + self.seconds
        for _ in range(wanted):
            search.simulate(guess(), dice)
            if until is not None and time.monotonic() > until:
                break
        return search.root

    def explain(self, guess: Guess, dice: Dice, best: int = 3) -> list[Thought]:
        """What it thinks of the best few actions, the best first."""
        state = guess()
        legal = self.judge.candidates(state)
        root = self.think(guess, dice, state)
        return [
            Thought(
                root.actions[at],
                root.tried[at],
                root.lead[at] / max(1, root.tried[at]),
                reasons(self.game, self.judge, state, root.actions[at]),
            )
            for at in ranked(root, legal)[:best]
        ]


def ranked(root: Node, legal: list[int]) -> list[int]:
    """Where the legal actions stand in the root, those most trusted by the search first."""
    return sorted((root.index[action] for action in legal), key=lambda at: (-root.tried[at], -root.reward[at], root.actions[at]))


def make(game: Game[Any]) -> Searching:
    return Searching(game)
