"""Weights for what a position promises, found by matches between greedy bots: those who win more are the parents of the next.

    python bench/evolve.py new-world --seats 3 --generations 40
    python bench/evolve.py new-world --seats 3 --generations 0 --first other.json        other weights against those there are
    python bench/evolve.py new-world --generations 0 --simulations 200 --change explore=0.4        the search itself, not its weights

For games whose `promise` module has `learn(weights, seats)`. Every candidate sits at each seat in turn, all others with the weights as
they are, and the luck is the same for all; each generation has a luck of its own. The mean of the generation is written to --out as it
goes. At the end it plays on lucks that no generation has seen; --write puts it into the game's weights.toml.
"""

from __future__ import annotations

import argparse
import json
import math
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, cast

import numpy as np
from rich.progress import track

from newfound import bots, games
from newfound.bots.greedy import Greedy
from newfound.bots.search import Searching
from newfound.core.ahead import margin
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, guesses
from newfound.core.weights import read, write

SIGMA = 0.2  # a weight is changed by about this share of itself at first
FLOOR = 0.05  # and one near zero by this share of a point
POPULATION = 18
MEASURED = 10**6  # the first luck that no generation plays

Match = tuple[list[float], int, int]  # the weights of one seat, the seat, the luck


class Strategy:
    """Evolution by covariance matrix adaptation (Hansen 2016, arXiv:1604.00772, figure 6), in units of what a weight is changed by."""

    def __init__(self, first: list[float]) -> None:
        self.unit = np.maximum(np.abs(first), FLOOR)
        self.mean = np.array(first) / self.unit
        self.size = n = len(first)
        self.sigma, self.spread, self.step, self.path = SIGMA, np.eye(n), np.zeros(n), np.zeros(n)
        shares = np.log(POPULATION / 2 + 0.5) - np.log(np.arange(1, POPULATION // 2 + 1))
        self.shares = shares / shares.sum()
        self.mass = mass = 1 / float((self.shares**2).sum())
        self.slow = (4 + mass / n) / (n + 4 + 2 * mass / n)  # how much of the path of each generation is new
        self.slower = (mass + 2) / (n + mass + 5)  # and of that for the length of the step
        self.one = 2 / ((n + 1.3) ** 2 + mass)  # how much is learnt from the path
        self.many = min(1 - self.one, 2 * (mass - 2 + 1 / mass) / ((n + 2) ** 2 + mass))  # and from the parents
        self.damping = 1 + 2 * max(0.0, ((mass - 1) / (n + 1)) ** 0.5 - 1) + self.slower
        self.usual = n**0.5 * (1 - 1 / (4 * n) + 1 / (21 * n * n))  # the length of a random step
        self.dice = np.random.default_rng(1)
        self.told = 0

    def ask(self) -> list[list[float]]:
        root = np.linalg.cholesky(self.spread)
        steps = self.dice.standard_normal((POPULATION, self.size)) @ root.T
        return [list(map(float, (self.mean + self.sigma * step) * self.unit)) for step in steps]

    def tell(self, candidates: list[list[float]], worths: list[float]) -> list[float]:
        """The mean of the next generation, from how good each was."""
        best = sorted(range(len(worths)), key=lambda at: -worths[at])[: len(self.shares)]
        steps = (np.array(candidates)[best] / self.unit - self.mean) / self.sigma
        moved = self.shares @ steps
        self.mean = self.mean + self.sigma * moved
        values, axes = np.linalg.eigh(self.spread)
        white = axes @ ((axes.T @ moved) / np.sqrt(values))
        self.told += 1
        self.step = (1 - self.slower) * self.step + math.sqrt(self.slower * (2 - self.slower) * self.mass) * white
        length = float(np.linalg.norm(self.step))
        early = length / math.sqrt(1 - (1 - self.slower) ** (2 * self.told)) < (1.4 + 2 / (self.size + 1)) * self.usual
        self.path = (1 - self.slow) * self.path + early * math.sqrt(self.slow * (2 - self.slow) * self.mass) * moved
        kept = 1 - self.one - self.many + (not early) * self.one * self.slow * (2 - self.slow)
        self.spread = kept * self.spread + self.one * np.outer(self.path, self.path) + self.many * (steps.T * self.shares) @ steps
        self.sigma *= math.exp(self.slower / self.damping * (length / self.usual - 1))
        return list(map(float, self.mean * self.unit))


def lead(name: str, seats: int, simulations: int, change: dict[str, float], rivals: list[float], match: Match) -> float:
    """By how many points these weights win, and a search changed like this."""
    game, (weights, seat, luck) = games.find(name), match
    promise: Any = import_module(f"newfound.games.{game.folder.name}.promise")
    players: list[bots.Bot] = [Searching(game, simulations) if simulations else Greedy(game) for _ in range(seats)]
    for attribute, value in change.items():
        setattr(cast(Searching, players[seat]).search, attribute, value)
    state, dice = game.start(game.setup(seats)), Dice(luck)
    while (turn := game.turn(state)) != OVER:
        if turn == CHANCE:
            game.apply(state, game.draw(state, dice))
            continue
        promise.learn(weights if turn == seat else rivals, seats)
        game.apply(state, players[turn].choose(guesses(game, state, turn, dice), dice))
    return margin([float(score.total) for score in game.scores(state)], seat)


def measured(leads: list[float], seats: int) -> str:
    """The share won, ± 95 % over lucks, each with all its seats."""
    won = [1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in leads]
    lucks = [fmean(won[at : at + seats]) for at in range(0, len(won), seats)]
    doubt = 1.96 * stdev(lucks) / math.sqrt(len(lucks))
    return f"{fmean(won):.1%} ± {doubt:.1%} of {len(won)} won (even: {1 / seats:.1%}), by {fmean(leads):.2f} points"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--lucks", type=int, default=20, help="for each candidate, at each seat")
    parser.add_argument("--first", type=Path, help="weights to begin with, instead of those there are")
    parser.add_argument("--measure", type=int, default=100, help="lucks of the matches at the end")
    parser.add_argument("--simulations", type=int, default=0, help="of the bots that play these; without, they are greedy")
    parser.add_argument("--change", nargs="*", default=[], help="attributes of the search of bots/_tree.py, as in explore=0.4")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("weights.json"))
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    game, seats = games.find(given.game), given.seats
    now = read(game.folder)[seats]
    best: list[float] = json.loads(given.first.read_text()) if given.first else now
    with ProcessPoolExecutor(given.jobs) as pool:
        if given.generations:
            strategy = Strategy(best)
            greedy = partial(lead, given.game, seats, 0, {}, now)
            each = given.lucks * seats
            for generation in track(range(given.generations)):
                lucks = range(generation * given.lucks, (generation + 1) * given.lucks)
                candidates = strategy.ask()
                matches = [(candidate, seat, luck) for candidate in candidates for luck in lucks for seat in range(seats)]
                won = [math.tanh(points / game.judge().SCALE) for points in pool.map(greedy, matches, chunksize=each)]
                best = strategy.tell(candidates, [fmean(won[at : at + each]) for at in range(0, len(won), each)])
                given.out.write_text(json.dumps(best))
        matches = [(best, seat, luck) for luck in range(MEASURED, MEASURED + given.measure) for seat in range(seats)]
        change = {name: float(value) for name, _, value in (one.partition("=") for one in given.change)}
        print(measured(list(pool.map(partial(lead, given.game, seats, given.simulations, change, now), matches)), seats))
    if given.write:
        write(game.folder, seats, best)


if __name__ == "__main__":
    main()
