"""The search bot: Monte Carlo tree search over guesses, by a number of simulations or by time.

With a number of simulations its choice follows from the dice alone. The tree is kept from one decision of a turn to the next. Trees grown
beside it are added to it: then the choice follows from the dice and how many they are.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from newfound.bots import Guess
from newfound.bots._beside import Beside, Grown
from newfound.bots._tree import Node, Taste
from newfound.bots._tree import Search as Search  # for whoever grows trees of their own
from newfound.core.dice import SEEDS, Dice
from newfound.core.game import Game, Json, guesses

SIMULATIONS: Final = 400
HARDLY: Final = 10  # times fewer looks than the first has
FRESH: Final = 4  # at least a quarter of the simulations are new, however many the kept tree has


@dataclass(frozen=True)
class Thought:
    """One action as the search sees it: how often it was looked at, the margin it may bring, the material it leaves, in points."""

    action: int
    visits: int
    margin: float
    kept: float

    @property
    def shown(self) -> float:
        """The margin as people are shown it."""
        return round(self.margin, 1)


class Searching:
    """`seconds`, where given, stops a decision early: then the choice depends on the machine, and `seen` tells how far it came."""

    def __init__(
        self,
        game: Game[Any],
        simulations: int = SIMULATIONS,
        seconds: float | None = None,
        beside: Beside | None = None,
        taste: Taste | None = None,
    ) -> None:
        self.game = game
        self.judge = game.judge()
        self.search = Search(game, self.judge, taste)
        self.simulations = simulations
        self.seconds = seconds
        self.beside = beside
        self.chosen: int | None = None  # at the position thought about last
        self.seen = 1.0  # the share of its simulations that the last decision was made by
        self.elsewhere = 0.0  # seconds of processors that the trees beside took for it
        self.kept: tuple[Json, Node] | None = None  # what the seat should see next, and the tree below its choice

    def choose(self, guess: Guess, dice: Dice) -> int:
        state = guess()
        legal = self.judge.candidates(state)
        self.seen, self.elsewhere = 1.0, 0.0
        if len(legal) == 1:
            return legal[0]
        root = self.think(guess, dice, state)
        self.chosen = root.actions[ranked(root, legal)[0]]
        self.follow(state, root, self.chosen)
        return self.chosen

    def follow(self, state: Any, root: Node, action: int) -> None:
        """The tree below this action is kept where the seat goes on. The state is done with."""
        seat = self.game.turn(state)
        self.game.apply(state, action)
        below = root.children[root.index[action]]
        self.kept = (self.game.observe(state, seat), below) if below is not None and self.game.turn(state) == seat else None

    def think(self, guess: Guess, dice: Dice, state: Any, asked: float | None = None) -> Node:
        """The root of the tree after all simulations of this decision, with what others have found beside it.
        `asked` is when, by the clock that does not go back: its time runs from then on."""
        asked = time.monotonic() if asked is None else asked
        if self.beside is None:
            return self._grown(guess, dice, state, asked)
        before, self.chosen = self.chosen, None
        seeds = [dice.below(SEEDS) for _ in range(self.beside.count)]
        self.beside.ask(self.game.dump(state), self.game.turn(state), seeds, before, asked)
        root = self._grown(guess, dice, state, asked)
        answers = self.beside.answers()
        for answer in answers:
            _add(root, answer["grown"])
        self.elsewhere = sum(answer["took"] for answer in answers)
        self.seen = (self.seen + sum(answer["seen"] for answer in answers)) / (1 + self.beside.count)
        return root

    def close(self) -> None:
        if self.beside is not None:
            self.beside.close()

    def _grown(self, guess: Guess, dice: Dice, state: Any, asked: float) -> Node:
        game, search = self.game, self.search
        if self.kept is not None and self.kept[0] == game.observe(state, game.turn(state)):
            search.root = self.kept[1]
        else:
            search.begin(state)
        wanted = max(self.simulations - search.root.visits, self.simulations // FRESH)
        until = None if self.seconds is None else asked + self.seconds
        made = 0
        while made < wanted and (until is None or made == 0 or time.monotonic() < until):
            search.simulate(guess(), dice)
            made += 1
        self.seen = made / wanted
        return search.root

    def explain(self, guess: Guess, dice: Dice, best: int = 3) -> list[Thought]:
        """What it thinks of the best few actions, the best first: by the margin as people are shown it, then by what else they leave.
        One that was hardly looked at is not put first: its margin says little."""
        state = guess()
        legal = self.judge.candidates(state)
        root = self.think(guess, dice, state)
        thoughts = [
            Thought(root.actions[at], root.tried[at], root.lead[at] / max(1, root.tried[at]), self._kept(state, root.actions[at]))
            for at in ranked(root, legal)[:best]
        ]
        first = thoughts[0]
        known = [one for one in thoughts if one.visits * HARDLY >= first.visits or one.shown < first.shown]
        return sorted(known, key=lambda one: (-one.shown, -one.kept, -one.visits))

    def _kept(self, state: Any, action: int) -> float:
        after = self.game.copy(state)
        self.game.apply(after, action)
        return round(self.judge.material(after, self.game.turn(state)), 2)


class Grower:
    """One tree after the other, to be added to others'; what is below the action chosen is kept, as whoever chooses keeps it."""

    def __init__(self, game: Game[Any], simulations: int, seconds: float | None) -> None:
        self.game = game
        self.bot = Searching(game, simulations, seconds)
        self.last: tuple[Any, Node] | None = None

    def grow(self, asked: Json) -> Grown:
        if self.last is not None and asked["chosen"] in self.last[1].index:
            self.bot.follow(*self.last, asked["chosen"])
        state, dice = self.game.load(asked["position"]), Dice(asked["seed"])
        root = self.bot.think(guesses(self.game, state, asked["seat"], dice), dice, state, asked.get("asked"))
        self.last = state, root
        return [(root.actions[at], root.tried[at], root.reward[at], root.lead[at]) for at in range(len(root.actions)) if root.tried[at] > 0]


def together(legal: list[int], trees: Sequence[Grown]) -> int:
    """The legal action that all of these trees together trust most."""
    tried = dict.fromkeys(legal, 0)
    rewards = dict.fromkeys(tried, 0.0)
    for action, times, reward, _ in chain(*trees):
        if action in tried:  # else it was possible only in a guess made there
            tried[action] += times
            rewards[action] += reward
    return max(tried, key=lambda action: (tried[action], rewards[action], -action))


def _add(root: Node, grown: Grown) -> None:
    for action, tried, reward, lead in grown:
        at = root.index.get(action)
        if at is not None:  # else it was possible only in a guess made there before
            root.tried[at] += tried
            root.reward[at] += reward
            root.lead[at] += lead


def ranked(root: Node, legal: list[int]) -> list[int]:
    """Where the legal actions stand in the root, those most trusted by the search first."""
    return sorted((root.index[action] for action in legal), key=lambda at: (-root.tried[at], -root.reward[at], root.actions[at]))


def make(game: Game[Any]) -> Searching:
    return Searching(game)
