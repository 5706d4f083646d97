"""How many ways a match can go on, luck's among them. Two programs that agree on these numbers agree on the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from newfound import games
from newfound.core import gamefile
from newfound.core.perft import sequences

from .table import GAME, fresh

PERFT_START: list[tuple[int, bool, list[int]]] = [
    (2, False, [2, 4, 4, 2112, 957096]),
    (3, False, [3, 9, 18, 18, 9504, 4306932]),
    (4, False, [4, 16, 48, 96, 96, 50688]),
    (3, True, [3, 9, 18, 18, 72, 216, 648, 1944]),
]
PERFT_GOLDEN: list[tuple[str, int, list[int]]] = [
    ("three_players", 72, [16, 245, 958, 9683]),
    ("three_players", 156, [26, 170, 1299, 10945]),
    ("four_players", 222, [16, 234, 2072, 19221]),
    ("two_players", 120, [24, 517, 7978, 96170]),
    ("first_game", 205, [20, 402, 6064, 73495]),
]


@pytest.mark.parametrize(("seats", "first_game", "counts"), PERFT_START)
def test_perft_from_the_start(seats: int, first_game: bool, counts: list[int]) -> None:
    s = fresh(seats, first_game=first_game)
    assert [sequences(GAME, s, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("name", "events", "counts"), PERFT_GOLDEN)
def test_perft_within_a_match(name: str, events: int, counts: list[int]) -> None:
    file = gamefile.parse((Path(__file__).parent / "golden" / f"{name}.game").read_text(encoding="utf-8"))
    s = gamefile.replay(file, games.find).back(events).state
    assert [sequences(GAME, s, depth) for depth in range(1, len(counts) + 1)] == counts
