"""The search tree: information-set Monte Carlo tree search for any number of players. Compiled; knows a game by its record.

Every simulation goes down the tree on a guess of its own. What luck does is a branch like any other, drawn and not chosen. Where a guess
allows actions that an earlier one did not, they join the node, and each action counts how often it could have been chosen. A node is
opened when it has been visited often enough for the number of its actions: each action is then tried once and judged, which says where to
look first.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from newfound.core.ahead import margin
from newfound.core.dice import Dice
from newfound.core.faces import Evaluation
from newfound.core.game import CHANCE, OVER, Game

EXPLORE: Final = 0.6  # how strongly promise draws the search to what it has not tried
TRUST: Final = 2.0  # an evaluation counts as much as this many simulations
PATIENCE: Final = 8  # a node is opened after one visit for every eight of its actions
WON: Final = 0.25  # the share of the reward that goes to winning alone, once it is over


class Node:
    """A decision, or luck, as one seat knows it."""

    def __init__(self) -> None:
        self.visits: int = 0
        self.opened: bool = False
        self.seat: int = CHANCE
        self.actions: list[int] = []
        self.index: dict[int, int] = {}  # where an action stands in the lists
        self.children: list[Node | None] = []  # none before its first simulation
        self.tried: list[int] = []  # simulations through each action
        self.possible: list[int] = []  # simulations in which it could have been chosen
        self.reward: list[float] = []  # summed, for the seat that decides here
        self.lead: list[float] = []  # summed margins in points
        self.judged: list[float] = []  # the reward that the evaluation expects
        self.prior: list[float] = []
        self.luck: dict[int, Node] = {}  # the children of a node of luck


class Taste:
    """What a seat wants besides its lead."""

    def __init__(self, building: float = 0.0, daring: float = 0.0) -> None:
        self.building: float = building  # how much more points count when both sides have them; less than nothing: how much less
        self.daring: float = daring  # by how much of a deciding lead it plays as if it were behind: who is behind seeks luck


class Search:
    """One tree, and how to grow it."""

    def __init__(self, game: Game[Any], judge: Evaluation[Any], taste: Taste | None = None) -> None:
        self.turn: Callable[[Any], int] = game.turn
        self.actions: Callable[[Any], list[int]] = judge.candidates
        self.apply: Callable[[Any, int], None] = game.apply
        self.copy: Callable[[Any], Any] = game.copy
        self.draw: Callable[[Any, Dice], int] = game.draw
        self.evaluate: Callable[[Any], list[float]] = judge.evaluate
        self.rollout: Callable[[Any, Dice], None] = judge.rollout
        self.scale: float = judge.SCALE
        self.sharpness: float = judge.SHARPNESS  # how much likelier a better action is looked at: exp(sharpness x difference of reward)
        self.explore: float = EXPLORE
        self.trust: float = TRUST
        self.won: float = WON
        self.building: float = 0.0 if taste is None else taste.building
        self.shift: float = 0.0 if taste is None else taste.daring * self.scale
        self.own: int = CHANCE  # whose taste it is
        self.both: float = 0.0  # what this seat and the best of the others have when the tree begins
        self.root: Node = Node()

    def begin(self, state: Any) -> None:
        """A new tree for whoever decides now."""
        self.root = Node()
        self.own = self.turn(state)
        if self.building != 0.0:
            points = self.evaluate(state)
            self.both = 2.0 * points[self.own] - margin(points, self.own)

    def _reward(self, points: list[float], seat: int) -> float:
        """How good these points are for a seat, from 0 to 1."""
        lead = margin(points, seat)
        if seat == self.own:
            lead += self.building * (2.0 * points[seat] - lead - self.both) - self.shift
        return 0.5 + 0.5 * math.tanh(lead / self.scale)

    def simulate(self, state: Any, dice: Dice) -> None:
        """One simulation from the root, on a guess that may be changed."""
        node = self.root
        path: list[Node] = []
        chosen: list[int] = []
        turn = self.turn(state)
        while turn != OVER:
            if turn == CHANCE:
                outcome = self.draw(state, dice)
                self.apply(state, outcome)
                if outcome not in node.luck:
                    node.luck[outcome] = Node()
                node = node.luck[outcome]
                turn = self.turn(state)
                continue
            legal = self.actions(state)
            node.visits += 1
            if not node.opened:
                if node is not self.root and node.visits * PATIENCE <= len(legal):
                    break
                self._open(node, state, turn, legal)
            elif legal != node.actions:
                self._join(node, state, legal)
            at = self._select(node, legal)
            path.append(node)
            chosen.append(at)
            self.apply(state, node.actions[at])
            child = node.children[at]
            if child is None:
                child = Node()
                node.children[at] = child
            node = child
            turn = self.turn(state)
            if node.visits == 0 and turn != CHANCE:
                node.visits += 1
                break
        if turn != OVER:
            self.rollout(state, dice)
        self._learn(path, chosen, state)

    def _learn(self, path: list[Node], chosen: list[int], state: Any) -> None:
        points = self.evaluate(state)
        over = self.turn(state) == OVER
        leads: list[float] = []
        rewards: list[float] = []
        for seat in range(len(points)):
            lead = margin(points, seat)
            leads.append(lead)
            reward = self._reward(points, seat)
            if over:
                reward = (1.0 - self.won) * reward + self.won * (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0)
            rewards.append(reward)
        for step in range(len(path)):
            node = path[step]
            at = chosen[step]
            node.tried[at] += 1
            node.reward[at] += rewards[node.seat]
            node.lead[at] += leads[node.seat]

    def _open(self, node: Node, state: Any, seat: int, legal: list[int]) -> None:
        node.opened = True
        node.seat = seat
        self._join(node, state, legal)

    def _join(self, node: Node, state: Any, legal: list[int]) -> None:
        """Actions new to the node, each judged once; the priors of all follow from what was judged."""
        fresh = False
        for action in legal:
            if action in node.index:
                continue
            fresh = True
            judged = 0.5
            if len(legal) > 1:
                after = self.copy(state)
                self.apply(after, action)
                judged = self._reward(self.evaluate(after), node.seat)
            node.index[action] = len(node.actions)
            node.actions.append(action)
            node.children.append(None)
            node.tried.append(0)
            node.possible.append(0)
            node.reward.append(0.0)
            node.lead.append(0.0)
            node.judged.append(judged)
            node.prior.append(0.0)
        if fresh:
            best = max(node.judged)
            total = 0.0
            for at in range(len(node.actions)):
                weight = math.exp((node.judged[at] - best) * self.sharpness)
                node.prior[at] = weight
                total += weight
            for at in range(len(node.actions)):
                node.prior[at] /= total

    def _select(self, node: Node, legal: list[int]) -> int:
        """The action with the best mean so far, helped where it was promising and seldom tried."""
        whole = len(legal) == len(node.actions)
        explore = self.explore
        trust = self.trust
        best = -1
        most = -1.0
        for n in range(len(legal)):
            at = n if whole else node.index[legal[n]]
            possible = node.possible[at] + 1
            node.possible[at] = possible
            tried = node.tried[at]
            mean = (trust * node.judged[at] + node.reward[at]) / (trust + tried)
            value = mean + explore * node.prior[at] * math.sqrt(possible) / (1 + tried)
            if value > most:
                most = value
                best = at
        return best
