"""Weights for what a position promises, found by matches between greedy bots: those who win more are the parents of the next.

    pip install cma
    python bench/evolve.py new-world --generations 25
    python bench/evolve.py new-world --generations 25 --against first.json second.json

For games that have a `promise` module with `WEIGHTS` and `learn(weights)`. Every candidate plays the weights as they are, and those in
the files, with the same luck from both seats; each generation has a luck of its own. The mean of the generation is written to a file as
it goes, and printed at the end; it goes into the module by hand.
"""

from __future__ import annotations

import argparse
import json
import math
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.progress import track

from newfound import games
from newfound.bots.greedy import Greedy
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, Game

SIGMA = 0.2  # a weight is changed by about this share of itself at first
FLOOR = 0.05  # and one near zero by this share of a point
MEASURED = range(10**6, 10**6 + 100)  # lucks that no generation plays


def lead(game: Game[Any], promise: Any, mine: list[float], theirs: list[float], seed: int, seat: int) -> int:
    """By how many points my weights win, played from this seat."""
    state, luck, bot = game.start(game.setup(2)), Dice(seed), Greedy(game)
    while (turn := game.turn(state)) != OVER:
        if turn == CHANCE:
            game.apply(state, game.draw(state, luck))
            continue
        promise.learn(mine if turn == seat else theirs)
        game.apply(state, bot.choose(lambda: game.copy(state), Dice(seed)))
    points = [score.total for score in game.scores(state)]
    return int(points[seat] - points[1 - seat])


def leads(game: Game[Any], promise: Any, mine: list[float], rivals: list[list[float]], seeds: range) -> list[int]:
    return [lead(game, promise, mine, theirs, seed, seat) for theirs in rivals for seed in seeds for seat in (0, 1)]


def main() -> None:
    import cma

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--generations", type=int, default=25)
    parser.add_argument("--lucks", type=int, default=30, help="for each candidate and rival")
    parser.add_argument("--against", type=Path, nargs="*", default=[], help="more rivals: the weights in these files")
    parser.add_argument("--out", type=Path, default=Path("weights.json"))
    given = parser.parse_args()
    game = games.find(given.game)
    promise = import_module(f"newfound.games.{game.folder.name}.promise")
    first = [float(weight) for weight in promise.WEIGHTS]
    rivals = [first, *(json.loads(file.read_text()) for file in given.against)]
    step = [max(abs(weight), FLOOR) for weight in first]
    strategy = cma.CMAEvolutionStrategy(first, SIGMA, {"CMA_stds": step, "popsize": 18, "verbose": -9, "seed": 1})
    for generation in track(range(given.generations)):
        seeds = range(generation * given.lucks, (generation + 1) * given.lucks)
        candidates = [[float(weight) for weight in candidate] for candidate in strategy.ask()]
        won = [leads(game, promise, candidate, rivals, seeds) for candidate in candidates]
        strategy.tell(candidates, [-sum(math.tanh(points / game.judge().SCALE) for points in each) / len(each) for each in won])
        given.out.write_text(json.dumps([float(weight) for weight in strategy.mean]))
    best = [float(weight) for weight in strategy.mean]
    for theirs in rivals:
        points = leads(game, promise, best, [theirs], MEASURED)
        print(f"{sum(lead > 0 for lead in points) / len(points):.0%} of {len(points)} won, by {sum(points) / len(points):.1f} points")
    print(", ".join(f"{weight:.3f}" for weight in best))


if __name__ == "__main__":
    main()
