"""Perft before any luck and where the order of scoring matters; `perft.toml` has the table from the first decision."""

from __future__ import annotations

import pytest

from newfound.core.perft import sequences
from newfound.games.new_world import GAME

from .table import Table
from .test_features import MARCH, TWO_TOWNS


def test_perft_from_the_start() -> None:
    state = GAME.start(GAME.setup(2))
    assert [sequences(GAME, state, depth) for depth in range(1, 6)] == [2, 110, 1354, 5802, 315822]


@pytest.mark.parametrize(
    ("seats", "log", "counts"),
    [
        (2, TWO_TOWNS, [54, 1045, 4301, 229769]),
        (4, MARCH.rsplit("NW21", 1)[0] + "tile NW21", [14, 54, 2557, 24823]),
    ],
)
def test_perft_from_the_middle(seats: int, log: str, counts: list[int]) -> None:
    state = Table(seats).turns(log).state
    assert [sequences(GAME, state, depth) for depth in range(1, 5)] == counts
