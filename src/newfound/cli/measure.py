"""What `newfound bench` measures, in a process of its own: one request per line on standard input, one answer per line.

`python -m newfound.cli.measure` reads `{"what": "playouts", "subject": "new-haven", "seconds": 0.5}` and answers with the rate per second.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from newfound import games
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, Game, Setup

Once = Callable[[int], None]


def rate(once: Once, seconds: float) -> float:
    """How often per second; the clock is read once for many short runs."""
    done, batch = 0, 1
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        for number in range(done, done + batch):
            once(number)
        done += batch
        if spent < seconds / 20:
            batch *= 2
    return done / spent


def setup_for(game: Game[Any]) -> Setup:
    """The fewest seats, default options: said in the results."""
    return game.setup(min(game.seats))


def playouts(game: Game[Any]) -> Once:
    setup = setup_for(game)
    return lambda number: game.playout(game.start(setup), Dice(number))


def driven(game: Game[Any]) -> Once:
    """A random match as a user of the library plays it."""
    setup = setup_for(game)

    def once(number: int) -> None:
        dice = Dice(number)
        state = game.start(setup)
        while (turn := game.turn(state)) != OVER:
            if turn == CHANCE:
                game.apply(state, game.draw(state, dice))
            else:
                legal = game.actions(state)
                game.apply(state, legal[dice.below(len(legal))])

    return once


def copies(game: Game[Any]) -> Once:
    """A copy of a position half-way through a match."""
    setup = setup_for(game)
    dice = Dice(1)
    log: list[int] = []
    state = game.start(setup)
    while game.turn(state) != OVER:
        legal = game.actions(state)
        log.append(game.draw(state, dice) if game.turn(state) == CHANCE else legal[dice.below(len(legal))])
        game.apply(state, log[-1])
    half = game.start(setup)
    for action in log[: len(log) // 2]:
        game.apply(half, action)

    def once(_: int) -> None:
        game.copy(half)

    return once


def spiel(name: str) -> Once:
    """A random game of OpenSpiel, driven from Python in the same way."""
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    game = pyspiel.load_game(name)

    def once(number: int) -> None:
        dice = random.Random(number)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(actions, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(dice.random() * len(legal))])

    return once


def answer(request: dict[str, Any]) -> Any:
    what, subject = request["what"], request["subject"]
    if what == "spiel":
        return rate(spiel(subject), request["seconds"])
    game = games.find(subject)
    if what == "interpreted":
        return not game.compiled
    return rate({"playouts": playouts, "driven": driven, "copies": copies}[what](game), request["seconds"])


def serve() -> None:
    for line in sys.stdin:
        try:
            reply = {"answer": answer(json.loads(line))}
        except ImportError:
            reply = {"answer": None}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    serve()
