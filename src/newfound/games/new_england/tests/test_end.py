"""NE-E1 to NE-E4: the end, the score, the winner."""

from __future__ import annotations

import pytest

from newfound.core.game import OVER
from newfound.games.new_england.state import State

from .table import GAME, after, announcing, arranged, legal, play, points, refused, settle, told, view


def test_NE_E1_announcing_what_cannot_be_supplied_ends_the_game() -> None:
    s = announcing(tiles=4, cards=30)
    assert view(s)["announce"]["ending"] == [5, 6]
    assert legal(s) == {"announce 3", "announce 4", "announce 5", "announce 6"}
    ended = after(s, "announce 5")
    assert GAME.turn(ended) == OVER
    assert view(ended)["left"]["tiles"]["pasture"] == 4, "nothing has been drawn"
    assert told(s, "announce 5")[0].key == "news.announce_end"
    assert view(settle(after(s, "announce 4")))["phase"] == "bid"


def test_NE_E1_the_deck_can_be_short_too() -> None:
    s = announcing(tiles=30, cards=4)
    assert view(s)["announce"]["ending"] == [3, 4]
    assert GAME.turn(after(s, "announce 4")) == OVER
    assert view(settle(after(s, "announce 5")))["phase"] == "bid"


@pytest.mark.parametrize(("tiles", "cards"), [(2, 30), (30, 2), (4, 4)])
def test_NE_E1_when_no_number_can_be_supplied_the_game_ends_by_itself(tiles: int, cards: int) -> None:
    s = arranged("9 C0", markers=(4, 0, 0), left="pasture " * tiles + "barn " * cards)
    news = told(s, "end")
    play(s, "end")
    assert GAME.turn(s) == OVER
    assert "news.short" in [item.key for item in news]
    assert GAME.actions(s) == []
    assert refused(s, "announce 3").clause == "NE-E1"


def test_NE_E1_otherwise_it_goes_on() -> None:
    s = play(arranged("9 C0", markers=(4, 0, 0), left="pasture " * 5 + "barn " * 4), "end")
    assert view(s)["phase"] == "announce"
    assert view(s)["announce"]["ending"] == [3, 4, 6]


def test_NE_E1_the_last_round_is_told_as_soon_as_it_is_certain() -> None:
    def last(tiles: int, cards: int) -> bool:
        s = play(announcing(tiles=tiles + 3, cards=cards + 6), "announce 3", *["tile pasture"] * 3, *["card barn"] * 5)
        return "news.last" in [item.key for item in told(s, "card barn")]

    assert last(tiles=2, cards=30)
    assert last(tiles=4, cards=4)
    assert not last(tiles=3, cards=6)


def test_NE_E1_an_extra_draw_can_make_it_the_last_round() -> None:
    s = play(arranged("9 C0s", left="pasture " * 3 + "barn " * 6, privilege=True), "draw tile")
    assert [item.key for item in told(s, "tile pasture")] == ["news.extra_tile", "news.last"]


def ended(board: str, *, money: tuple[int, ...] = (0, 0, 0), stored: str = "") -> State:
    """The position after the last turn, with nothing left to draw."""
    position = GAME.dump(arranged(board, markers=(4, 0, 0), left="", stored=stored))
    for seat, amount in enumerate(money):
        position["seats"][seat]["money"] = amount
    return play(GAME.load(position), "end")


def test_NE_E2_stored_cards_are_worth_nothing() -> None:
    s = ended("9 C0b C0 C0", stored="crop2")
    assert points(s) == 1 + 3  # the barn's card and the bonus


def test_NE_E3_cards_and_bonuses_all_who_tie_get_the_full_bonus() -> None:
    s = ended("9 C0p C0p C0s S1p S1b P2p P2p P2b P2b")
    assert [score.parts for score in GAME.scores(s)] == [
        (("score.land", 0), ("score.figures", 3), ("score.pilgrims", 4), ("score.barns", 0), ("score.ships", 2)),
        (("score.land", 0), ("score.figures", 2), ("score.pilgrims", 0), ("score.barns", 0), ("score.ships", 0)),
        (("score.land", 0), ("score.figures", 4), ("score.pilgrims", 4), ("score.barns", 3), ("score.ships", 0)),
    ]


def test_NE_E3_nobody_with_none_of_the_figure_gets_a_bonus() -> None:
    assert [points(ended("9 C0 S1 P2"), seat) for seat in range(3)] == [0, 0, 0]


def test_NE_E3_bonuses_are_told_at_the_end_and_not_before() -> None:
    s = arranged("9 C0p S1p", markers=(4, 0, 0), left="")
    assert [points(s, seat) for seat in range(3)] == [1, 1, 0]
    bonuses = [(item.seat, item.points) for item in told(s, "end") if item.key == "news.bonus"]
    assert bonuses == [(0, 4), (1, 4)]
    play(s, "end")
    assert [points(s, seat) for seat in range(3)] == [5, 5, 0]


def test_NE_E4_most_points_then_most_money_then_shared() -> None:
    assert GAME.ranking(ended("9 C0p S1p S1b P2p", money=(99, 0, 50))) == [2, 1, 3]  # seat 1 has the barn; then money
    assert GAME.ranking(ended("9 C0p S1p P2p", money=(1, 9, 6))) == [2, 1, 2]  # seat 0 receives 5 more as its turn ends
    assert GAME.ranking(ended("9 C0 S1 P2", money=(0, 4, 4))) == [1, 1, 1]


def test_NE_E3_the_final_count_names_each_majority_and_where_it_stands() -> None:
    counted = [(news.key, news.seat, news.points, news.cells) for news in GAME.reckoning(ended("9 C0p C0p C0s S1p S1b"))]
    assert counted == [
        ("score.figures", 0, 3, ("a9", "b9", "c9")),
        ("score.figures", 1, 2, ("d9", "e9")),
        ("score.pilgrims", 0, 4, ("a9", "b9")),
        ("score.barns", 1, 3, ("e9",)),
        ("score.ships", 0, 2, ("c9",)),
    ]
