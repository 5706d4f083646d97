"""How many ways a match can go on: two programs that agree on these numbers agree on what is legal."""

from __future__ import annotations

import pytest

from newfound.games.new_world import GAME
from newfound.games.new_world.state import State, copy

from .table import Table
from .test_features import MARCH, TWO_TOWNS


def sequences(state: State, depth: int) -> int:
    legal = GAME.actions(state)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = copy(state)
        GAME.apply(after, action)
        total += sequences(after, depth - 1)
    return total


def test_perft_from_the_start() -> None:
    state = GAME.start(GAME.setup(2))
    assert [sequences(state, depth) for depth in range(1, 6)] == [2, 110, 1354, 5802, 315822]


@pytest.mark.parametrize(
    ("seats", "log", "counts"),
    [
        (2, TWO_TOWNS, [54, 1045, 4301, 229769]),
        (4, MARCH.rsplit("NW21", 1)[0] + "tile NW21", [14, 54, 2557, 24823]),
    ],
)
def test_perft_from_the_middle(seats: int, log: str, counts: list[int]) -> None:
    state = Table(seats).turns(log).state
    assert [sequences(state, depth) for depth in range(1, 5)] == counts
