"""The numbers that evaluations go by: there for every number of players, kept as they are written, and asked for."""

from __future__ import annotations

import math
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from newfound import bots, games
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, Game
from newfound.core.weights import FILE, read, write

GAMES = [game for game in map(games.find, games.names()) if (game.folder / FILE).exists()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_there_are_weights_for_every_number_of_players(game: Game[Any]) -> None:
    found = read(game.folder)
    assert tuple(found) == tuple(game.seats)
    assert len({len(weights) for weights in found.values()}) == 1
    assert all(math.isfinite(weight) for weights in found.values() for weight in weights)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_number_of_players_has_its_own(game: Game[Any]) -> None:
    promise: Any = import_module(f"newfound.games.{game.folder.name}.promise")
    weights = read(game.folder)
    for seats in game.seats:
        state, dice, player = game.start(game.setup(seats)), Dice(1), bots.make("greedy", game)
        for _ in range(40):
            action = game.draw(state, dice) if game.turn(state) == CHANCE else player.choose(partial(game.copy, state), dice)
            game.apply(state, action)
        before = game.judge().evaluate(state)
        try:
            for other in game.seats:
                promise.learn([1.5 * weight for weight in weights[other]], other)
                assert (game.judge().evaluate(state) != before) == (other == seats)
                promise.learn(weights[other], other)
        finally:
            for other in game.seats:
                promise.learn(weights[other], other)


def test_what_is_written_is_read_again_and_the_others_stay(tmp_path: Path) -> None:
    write(tmp_path, 3, [1.0, -0.25])
    write(tmp_path, 2, [0.5, 2.0])
    write(tmp_path, 3, [4.0, 0.125])
    assert read(tmp_path) == {2: [0.5, 2.0], 3: [4.0, 0.125]}
