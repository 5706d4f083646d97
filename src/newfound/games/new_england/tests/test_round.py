"""NE-R1 to NE-R4: the offer, the bids, the order of turns, the end of a round."""

from __future__ import annotations

import pytest

from newfound.core.game import CHANCE
from newfound.games.new_england.state import State

from .table import GAME, announcing, arranged, fresh, legal, money, play, refused, settle, told, view


def ready(seats: int = 3, first: int = 0, **options: str | bool) -> State:
    """A first game at its first announcement."""
    return settle(play(fresh(seats, first_game=True, **options), f"first {first}"))


def test_NE_R1_three_to_six_tiles_then_cards_to_make_nine() -> None:
    s = ready()
    assert legal(s) == {"announce 3", "announce 4", "announce 5", "announce 6"}
    play(s, "announce 4")
    drawn = []
    while GAME.turn(s) == CHANCE:
        drawn.append({text.split()[0] for text in legal(s)})
        GAME.apply(s, GAME.actions(s)[0])
    assert drawn == [{"tile"}] * 4 + [{"card"}] * 5
    assert sum(view(s)["offer"]["tiles"].values()) == 4
    assert sum(view(s)["offer"]["cards"].values()) == 5


def test_NE_R1_the_first_player_announces_before_drawing() -> None:
    s = ready(first=2)
    assert GAME.turn(s) == 2
    assert view(s)["offer"]["cards"] == {}


def test_NE_R1_luck_follows_what_is_left() -> None:
    s = play(ready(), "announce 3", "tile pasture")
    assert GAME.weights(s) == [20, 20, 19]
    play(s, "tile pasture", "tile cropland")
    assert dict(zip(map(GAME.spell, GAME.actions(s)), GAME.weights(s), strict=True))["card pilgrim"] == 13


def test_NE_R2_clockwise_from_the_first_player_each_marker_once() -> None:
    s = settle(play(ready(first=1), "announce 3"))
    assert GAME.turn(s) == 1
    play(s, "bid 7")
    assert GAME.turn(s) == 2
    assert "bid 7" not in legal(s)
    assert refused(s, "bid 7").clause == "NE-R2"
    play(s, "bid 2")
    assert GAME.turn(s) == 0
    assert legal(s) == {f"bid {n}" for n in (1, 3, 4, 5, 6, 8, 9, 10)}


def test_NE_R2_one_may_bid_more_than_one_can_pay() -> None:
    s = settle(play(ready(), "announce 3", "tile settlement", "tile settlement", "tile settlement"))
    position = GAME.dump(s)
    position["seats"][0]["money"] = 3
    s = GAME.load(position)
    play(s, "bid 10", "bid 1", "bid 2")
    assert GAME.turn(s) == 0
    assert not legal(s, "buy")
    assert money(play(s, "end"), 0) == 7


def test_NE_R3_highest_marker_first() -> None:
    s = settle(play(ready(4, first=2), "announce 3"))
    play(s, "bid 4", "bid 9", "bid 1", "bid 6")  # seats 2, 3, 0, 1
    order = []
    for _ in range(4):
        order.append(GAME.turn(s))
        play(s, "end")
    assert order == [3, 1, 2, 0]


@pytest.mark.parametrize(("pawn", "following"), [("right", [2, 1, 0]), ("left", [1, 2, 0])])
def test_NE_R4_the_pawn_goes_to_the_right_neighbour(pawn: str, following: list[int]) -> None:
    s = ready(3, pawn=pawn)
    holders = []
    for _ in range(3):
        settle(play(s, "announce 3"))
        play(s, "bid 1", "bid 2", "bid 3", "end", "end", "end")
        holders.append(view(s)["first"])
        assert GAME.turn(s) == holders[-1]
    assert holders == following


def test_NE_R4_the_rest_of_the_offer_leaves_the_game() -> None:
    s = arranged("5 C0 .", offer="cropland cropland crop2 barn", markers=(4, 0, 0))
    play(s, "buy cropland b5")
    news = told(s, "end")
    play(s, "end")
    assert view(s)["offer"] == {"tiles": {"settlement": 0, "cropland": 0, "pasture": 0}, "cards": {}}
    assert view(s)["gone"]["tiles"]["cropland"] == 1
    assert view(s)["gone"]["cards"] == {"crop2": 1, "barn": 1}
    assert [item.values for item in news if item.key == "news.round"] == [{"round": 1, "left": 3}]


def test_NE_R4_markers_are_free_again_in_the_next_round() -> None:
    s = announcing(30, 30)
    settle(play(s, "announce 3"))
    play(s, "bid 8", "bid 9", "bid 10", "end", "end", "end")
    settle(play(s, "announce 3"))
    assert "bid 10" in legal(s)
