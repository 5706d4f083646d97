"""NE-D1 to NE-D4: land-use cards."""

from __future__ import annotations

import pytest

from .table import GAME, arranged, legal, play, plots, points, refused, told, view

FIELD = """
6  .   C0  C0  C0
5  .   C0  P0  C1
4  .   C0# S0  .
"""


def test_NE_D1_plain_plots_of_ones_own_of_the_land_in_the_shape() -> None:
    s = arranged(FIELD, offer="crop2 crop3 pasture2 settle2")
    assert plots(s, "buy crop2") == {"b6 c6", "c6 d6", "b6 b5"}
    assert plots(s, "buy crop3") == {"b6 c6 b5"}
    assert not legal(s, "buy pasture2")
    assert not legal(s, "buy settle2")


def test_NE_D1_the_plots_are_turned_to_the_used_side_for_good() -> None:
    s = play(arranged(FIELD, offer="crop3 crop2"), "buy crop3 b6 c6 b5")
    used = {plot for tile in view(s)["tiles"] if tile["used"] for plot in tile["plots"]}
    assert used == {"b6", "c6", "b5", "b4"}
    assert not legal(s, "buy crop2")


@pytest.mark.parametrize(
    ("text", "clause", "cells"),
    [
        ("buy crop3 b6 c6 d6", "NE-D1", ("b6", "c6", "d6")),  # a row is no corner
        ("buy crop2 d6 d5", "NE-D1", ("d5",)),  # a rival's
        ("buy crop2 c6 c5", "NE-D1", ("c5",)),  # another land
        ("buy crop2 a6 b6", "NE-D1", ("a6",)),  # no tile at all
        ("buy crop2 b5 b4", "NE-D3", ("b4",)),  # used
    ],
)
def test_NE_D1_refusals_name_the_plots(text: str, clause: str, cells: tuple[str, ...]) -> None:
    refusal = refused(arranged(FIELD, offer="crop2 crop3"), text)
    assert (refusal.clause, refusal.cells) == (clause, cells)


def test_NE_D1_plots_are_named_in_reading_order() -> None:
    s = arranged(FIELD, offer="crop3")
    assert refused(s, "buy crop3 b5 b6 c6").right == "buy crop3 b6 c6 b5"


def test_NE_D2_a_start_tile_whole_or_not_at_all() -> None:
    s = arranged("5 C0 C0= - C0\n4 C0 . C0 .", offer="crop2 crop3")
    assert plots(s, "buy crop2") == {"b5 c5", "a5 a4"}
    assert plots(s, "buy crop3") == {"b5 c5 c4"}
    refusal = refused(s, "buy crop2 a5 b5")
    assert (refusal.clause, refusal.cells) == ("NE-D2", ("b5", "c5"))


@pytest.mark.parametrize("board", ["5 C0| C0\n4 - .", "5 C0 C0|\n4 . -", "5 . C0|\n4 C0 -", "5 C0| .\n4 - C0"])
def test_NE_D2_in_every_turn_of_the_corner(board: str) -> None:
    assert len(plots(arranged(board, offer="crop3"), "buy crop3")) == 1
    assert len(plots(arranged(board, offer="crop2"), "buy crop2")) == 1


def test_NE_D2_across_the_rows_where_the_bit_sets_meet() -> None:
    """Rows 5 and 4 lie in different words of a set."""
    s = arranged("6 S0 S0\n5 S0| S0\n4 - S0\n3 S0 S0", offer="settle2 settle3 settle4")
    assert plots(s, "buy settle4") == {"a5 b5 a4 b4"}
    assert plots(s, "buy settle2") == {"a6 b6", "b6 b5", "b5 b4", "b4 b3", "a5 a4", "a3 b3"}
    assert plots(s, "buy settle3") == {"a6 b6 b5", "a5 b5 a4", "a5 a4 b4", "b4 a3 b3"}


def test_NE_D3_used_plots_hold_no_figure_and_are_not_used_again() -> None:
    s = arranged("9 C0# C0# C0", offer="crop2 pilgrim ship barn")
    for figure in ("pilgrim", "ship", "barn"):
        assert plots(s, f"buy {figure}") == {"c9"}
    assert not legal(s, "buy crop2")
    assert refused(s, "buy pilgrim a9").clause == "NE-D3"


def test_NE_D3_used_plots_block_and_extend_as_before() -> None:
    s = arranged("9 C0# . C1#", offer="cropland")
    assert plots(s, "buy cropland") == {"a8"}


@pytest.mark.parametrize(
    ("board", "text", "worth"),
    [
        ("5 P0 P0", "buy pasture2 a5 b5", 3),
        ("5 P0 P0\n4 P0", "buy pasture3 a5 b5 a4", 6),
        ("5 S0 S0", "buy settle2 a5 b5", 3),
        ("5 S0 S0\n4 S0", "buy settle3 a5 b5 a4", 6),
        ("5 S0 S0\n4 S0 S0", "buy settle4 a5 b5 a4 b4", 10),
        ("5 C0 C0", "buy crop2 a5 b5", 3),
        ("5 C0 C0\n4 C0", "buy crop3 a5 b5 a4", 6),
        ("9 C0", "buy pilgrim a9", 1),
        ("9 C0", "buy barn a9", 1),
        ("9 C0", "buy ship a9", 1),
    ],
)
def test_NE_D4_a_card_carried_out_counts_its_points(board: str, text: str, worth: int) -> None:
    s = arranged(board, offer=text.split()[1])
    news = told(s, text)
    play(s, text)
    assert points(s) == worth == news[0].points
    assert news[0].seat == 0
    assert list(news[0].cells) == text.split()[2:]
    assert view(s)["seats"][0]["done"] == {text.split()[1]: 1}
    assert [part for part in GAME.scores(s)[0].parts if part[1]] == [("score.figures" if worth == 1 else "score.land", worth)]
