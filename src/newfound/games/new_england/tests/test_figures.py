"""NE-F1 to NE-F5: pilgrims, barns and ships."""

from __future__ import annotations

import pytest

from .table import arranged, legal, money, play, plots, points, refused, settle, view

HOME = """
9  .   C0= -   S0
8  .   .   .   S0#
7  .   P0p .   .   C1
"""


def test_NE_F1_on_a_plain_tile_of_ones_own_without_a_figure() -> None:
    s = arranged(HOME, offer="pilgrim barn")
    for figure in ("pilgrim", "barn"):
        assert plots(s, f"buy {figure}") == {"b9", "d9"}  # the start tile is one tile, named by its first plot


@pytest.mark.parametrize(
    ("plot", "key", "clause"),
    [
        ("c9", "refuse.second_half", "NE-F1"),
        ("d8", "refuse.used", "NE-D3"),
        ("b7", "refuse.figure", "NE-F1"),
        ("e7", "refuse.not_yours", "NE-F1"),
        ("a9", "refuse.not_yours", "NE-F1"),
        ("k9", "refuse.no_plot", "NE-C1"),
    ],
)
def test_NE_F1_refusals(plot: str, key: str, clause: str) -> None:
    refusal = refused(arranged(HOME, offer="barn"), f"buy barn {plot}")
    assert (refusal.key, refusal.clause) == (key, clause)


def test_NE_F1_one_figure_per_tile_a_start_tile_is_one() -> None:
    s = play(arranged("9 C0= -", offer="barn pilgrim"), "buy barn a9")
    assert not legal(s, "buy pilgrim")


def test_NE_F1_from_the_supply() -> None:
    s = play(arranged("9 C0= -", offer="barn"), "buy barn a9")
    assert view(s)["bonus"]["barn"]["supply"] == 10
    assert view(s)["tiles"][0]["figure"] == "barn"


@pytest.mark.parametrize("figure", ["p", "b", "s"])
def test_NE_F2_a_tile_with_a_figure_cannot_be_used(figure: str) -> None:
    s = arranged(f"9 C0{figure} C0", offer="crop2")
    assert not legal(s, "buy crop2")
    assert refused(s, "buy crop2 a9 b9").clause == "NE-F2"


def test_NE_F2_a_figure_on_a_start_tile_blocks_both_plots() -> None:
    s = arranged("9 C0=b - C0\n8 C0 C0 C0", offer="crop2")
    assert plots(s, "buy crop2") == {"a8 b8", "b8 c8", "c9 c8"}
    assert refused(s, "buy crop2 b9 b8").clause == "NE-F2"


def test_NE_F3_each_pilgrim_adds_one_to_the_income() -> None:
    s = arranged("9 C0p C0p S0p C1p", money=0)
    assert view(s)["seats"][0]["income"] == 7
    assert money(play(s, "end")) == 7


def test_NE_F3_a_pilgrim_moves_to_any_other_plain_empty_tile_of_ones_own() -> None:
    s = arranged("9 C0p C0= - S0# P0b\n5 P0 C1 . S0", offer="")
    assert plots(s, "move a9") == {"b9", "a5", "d5"}
    play(s, "move a9 b9")
    assert {tile["plots"][0]: tile["figure"] for tile in view(s)["tiles"]}["b9"] == "pilgrim"


@pytest.mark.parametrize(
    ("text", "key", "clause"),
    [
        ("move a9 a9", "refuse.stay", "NE-F3"),
        ("move a9 d9", "refuse.used", "NE-F3"),
        ("move a9 e9", "refuse.figure", "NE-F3"),
        ("move a9 b5", "refuse.not_yours", "NE-F3"),
        ("move a9 c9", "refuse.second_half", "NE-F1"),
        ("move a5 d5", "refuse.no_figure", "NE-P4"),
        ("move e9 a5", "refuse.barn", "NE-F4"),
        ("move f9 a5", "refuse.sea", "NE-F5"),
        ("move f9 d9", "refuse.used", "NE-F5"),
        ("move f9 e9", "refuse.figure", "NE-F5"),
        ("move f9 b5", "refuse.not_yours", "NE-F5"),
        ("move a9 z5", "refuse.no_plot", "NE-C1"),
        ("move a9", "refuse.form_move", "NE-P4"),
    ],
)
def test_NE_F3_NE_F5_moves_refused(text: str, key: str, clause: str) -> None:
    refusal = refused(arranged("9 C0p C0= - S0# P0b P0s\n5 P0 C1 . S0"), text)
    assert (refusal.key, refusal.clause) == (key, clause)


def test_NE_F4_a_barn_never_moves() -> None:
    s = arranged("9 C0b C0 C0")
    assert legal(s) == {"end"}


def test_NE_F4_a_barn_holds_one_card_of_any_kind_at_the_usual_price() -> None:
    s = arranged("9 C0b C0 C0", offer="crop2 settle4 ship", money=9)
    assert legal(s, "store") == {"store crop2", "store settle4", "store ship"}  # crop2 could be carried out at once, too
    play(s, "store settle4")
    assert money(s) == 5
    assert points(s) == 1  # of the barn alone
    assert not legal(s, "store")
    assert refused(s, "store crop2").key == "refuse.barns_full"


def test_NE_F4_a_barn_bought_first_can_store_the_second() -> None:
    s = play(arranged("9 C0 C0", offer="barn settle4"), "buy barn a9")
    assert "store settle4" in legal(s)


def test_NE_F4_a_stored_card_is_carried_out_for_free_and_the_barn_is_empty_again() -> None:
    s = arranged("9 C0b C0 C0", stored="crop2", offer="ship", money=4)
    assert refused(s, "store ship").clause == "NE-F4"
    play(s, "use crop2 b9 c9")
    assert money(s) == 4
    assert points(s) == 1 + 3  # the barn's card and this one
    assert view(s)["seats"][0]["stored"] == {}
    assert "store ship" in legal(s)


def test_NE_F4_stored_figures_too_even_without_a_purchase_left() -> None:
    s = arranged("9 C0b C0 C0", stored="ship", purchases=2, money=0)
    assert legal(s, "use") == {"use ship b9", "use ship c9"}
    assert view(play(s, "use ship b9"))["seats"][0]["figures"]["ship"] == 1


def test_NE_F4_a_stored_card_leaves_its_barn_only_by_being_carried_out() -> None:
    s = arranged("9 C0b C0# C0#", stored="crop2", markers=(4, 3, 0))
    assert legal(s) == {"end"}
    play(s, "end")
    assert view(s)["seats"][0]["stored"] == {"crop2": 1}


def test_NE_F4_only_ones_own_barns() -> None:
    s = arranged("9 C0 C1b", offer="settle4")
    assert not legal(s, "store")
    assert refused(s, "store settle4").key == "refuse.no_barn"
    assert refused(s, "use settle4 a9 b9 a8 b8").key == "refuse.not_stored"
    assert refused(s, "store pasture").key == "refuse.store_tile"


def test_NE_F5_a_ship_only_at_the_sea() -> None:
    s = arranged("9 C0 .\n8 C0 .\n1 C0 . . . . . . . . . S0", offer="ship")
    assert plots(s, "buy ship") == {"a9", "k1"}
    assert refused(s, "buy ship a8").clause == "NE-F5"


@pytest.mark.parametrize(
    ("board", "first"),
    [
        ("9 . C0|\n8 . -", "b9"),
        ("9 . C0= -", "b9"),
        ("5 . . . . . . . . . P0= -", "j5"),  # its second plot
        ("8 . . . . . . . . . . S0|\n7 . . . . . . . . . . -", "k8"),
    ],
)
def test_NE_F5_of_a_start_tile_one_plot_at_the_sea_suffices(board: str, first: str) -> None:
    s = arranged(board, offer="ship")
    assert plots(s, "buy ship") == {first}
    assert refused(arranged("5 . . . P0= -", offer="ship"), "buy ship d5").clause == "NE-F5"


def test_NE_F5_a_ship_moves_along_the_coast_only() -> None:
    s = arranged("9 C0s C0 S0b C0#\n8 C0 .\n5 . . . . . . . . . P0= -")
    assert plots(s, "move a9") == {"b9", "j5"}


def test_NE_F5_ships_give_the_privilege() -> None:
    s = play(arranged("9 C0s C1", active=1, markers=(3, 9, 0)), "end")
    assert {"draw tile", "draw card"} <= legal(s)
    settle(play(s, "draw card"))
