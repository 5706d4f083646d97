"""The six worked examples of the rulebook."""

from __future__ import annotations

import pytest

from .table import GAME, after, arranged, legal, money, play, plots, points, refused, view


def test_example_1_paying() -> None:
    s = arranged("5 C0 C0 C0", offer="pilgrim barn", money=12, markers=(4, 0, 0))
    assert money(play(s, "buy pilgrim a5", "buy barn b5")) == 12 - 8
    s = arranged("5 C0 C0 C0", offer="pilgrim barn", money=7, markers=(4, 0, 0))
    play(s, "buy pilgrim a5")
    assert not legal(s, "buy")
    assert refused(s, "buy barn b5").values == {"price": 4, "money": 3}


@pytest.mark.parametrize("board", ["5 S0 S0\n4 S0 .", "5 S0 S0\n4 . S0", "5 S0 .\n4 S0 S0", "5 . S0\n4 S0 S0"])
def test_example_2_the_corner_of_three_in_each_turn(board: str) -> None:
    s = arranged(board, offer="settle3")
    (where,) = plots(s, "buy settle3")
    assert points(play(s, f"buy settle3 {where}")) == 6


def test_example_2_three_in_a_row_do_not_do() -> None:
    for board in ("5 S0 S0 S0", "6 S0\n5 S0\n4 S0"):
        assert not legal(arranged(board, offer="settle3"), "buy")
    assert refused(arranged("5 S0 S0 S0", offer="settle3"), "buy settle3 a5 b5 c5").clause == "NE-D1"


def test_example_3_half_a_start_tile() -> None:
    s = arranged("5 P0= - P0", offer="pasture2")
    assert refused(s, "buy pasture2 b5 c5").clause == "NE-D2"
    assert plots(s, "buy pasture2") == {"a5 b5"}


def test_example_4_between_two_areas() -> None:
    s = arranged("5 S0 . S1\n4 . C0 .", offer="settlement cropland")
    assert refused(s, "buy settlement b5").clause == "NE-L2"
    assert "b5" in plots(s, "buy cropland")
    rival = arranged("6 . C2 .\n5 S0 . S1\n4 . C0 .", offer="settlement cropland")
    assert refused(rival, "buy cropland b5").clause == "NE-L2"


def test_example_5_a_figure_on_a_start_tile() -> None:
    s = arranged("5 C0=b - P0", offer="crop2")
    assert not legal(s, "buy crop2")
    assert not legal(s, "move")
    s = arranged("5 C0=p - P0", offer="crop2")
    assert not legal(s, "buy crop2")
    play(s, "move a5 c5", "buy crop2 a5 b5")
    assert {tile["plots"][0]: tile["used"] for tile in view(s)["tiles"]} == {"a5": True, "c5": False}


def test_example_6_a_tie_for_ships() -> None:
    ships = "9 C0s C0s . S1s S1s . P2s"
    s = arranged(ships, active=2, markers=(3, 2, 9))
    play(s, "end")
    assert GAME.turn(s) == 0
    assert "draw tile" in legal(s)
    play(s, "end")
    assert GAME.turn(s) == 1
    assert "draw card" in legal(s)
    other = arranged(ships, active=0, markers=(9, 0, 3))
    assert not legal(after(other, "end"), "draw")
