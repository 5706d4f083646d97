"""Weights for what a position promises, fitted to matches that bots play with the weights as they are.

    python bench/weights.py new-england --seats 3 --matches 2000 --write
    python bench/weights.py new-haven --seats 2 --matches 1000 --simulations 200 --write

The bots are greedy, some choosing what is only about as good, or search with so many simulations. For games that have a `promise` module
with `moment(state)` and `features(state, seat)`: the features of every seat are taken at each moment, and fitted to the points it has won
from there to the end. --write puts the weights into the game's weights.toml; those beyond the features stay. Without it they go to --out.
`bench/evolve.py --generations 0 --first` plays them against those there are.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from newfound import games
from newfound.bots.greedy import Greedy
from newfound.bots.search import Searching
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, guesses
from newfound.core.weights import read, write

BLUR = (0.0, 0.2, 0.5, 1.0)  # points that a greedy bot does not see
RIDGE = 4.0  # how strongly a weight is drawn to zero


def samples(name: str, seats: int, simulations: int, number: int) -> list[tuple[list[float], int]]:
    """Features of each seat at each moment of a match, and the points still won."""
    game = games.find(name)
    promise: Any = import_module(f"newfound.games.{game.folder.name}.promise")
    dice, state = Dice(1 + number), game.start(game.setup(seats))
    greedy = [Greedy(game, BLUR[(number + seat) % len(BLUR)]) for seat in range(seats)]
    bots: list[Any] = [Searching(game, simulations) for _ in range(seats)] if simulations else greedy
    seen: list[tuple[int, int, list[float]]] = []
    last = -1
    while (turn := game.turn(state)) != OVER:
        if turn == CHANCE:
            game.apply(state, game.draw(state, dice))
            continue
        now = promise.moment(state)
        if now not in (-1, last):
            last = now
            for seat, score in enumerate(game.scores(state)):
                seen.append((seat, score.total, list(promise.features(state, seat))))
        game.apply(state, bots[turn].choose(guesses(game, state, turn, dice), dice))
    final = [score.total for score in game.scores(state)]
    return [(row, final[seat] - points) for seat, points, row in seen]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--simulations", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("weights.json"))
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    game = games.find(given.game)
    with ProcessPoolExecutor(given.jobs) as pool:
        played = pool.map(partial(samples, given.game, given.seats, given.simulations), range(given.matches))
        found = [row for rows in track(played, total=given.matches) for row in rows]
    features, won = np.array([row for row, _ in found]), np.array([points for _, points in found], dtype=float)
    fitted = np.linalg.solve(features.T @ features + RIDGE * np.eye(features.shape[1]), features.T @ won)
    missed = won - features @ fitted
    print(f"{len(found)} positions; {1 - missed.var() / won.var():.0%} of the variance explained, off by {missed.std():.1f} points")
    weights = [*map(float, fitted), *read(game.folder)[given.seats][len(fitted) :]]
    if given.write:
        write(game.folder, given.seats, weights)
    else:
        given.out.write_text(json.dumps(weights))


if __name__ == "__main__":
    main()
