"""NE-S1 to NE-S5: players, families, and the three rounds of start tiles."""

from __future__ import annotations

import pytest

from newfound.core.problem import BadSetup
from newfound.games.new_england.state import State

from .oracle import at, corners, edges
from .table import GAME, after, arranged, drawn, fresh, legal, play, refused, settle, told, view


def begun(seats: int = 3, first: int = 0, start_contact: str = "none") -> State:
    """A match at its first start tile."""
    return settle(play(fresh(seats, start_contact=start_contact), f"first {first}"))


def laying(board: str, active: int = 3) -> State:
    """A position of four players within the start rounds."""
    position = GAME.dump(begun(4))
    position["tiles"], position["active"] = drawn(board), active
    return GAME.load(position)


def test_NE_S1_two_to_four_players() -> None:
    for seats in (1, 5):
        with pytest.raises(BadSetup):
            GAME.setup(seats)


def test_NE_S1_two_players_have_an_offer_of_seven_with_two_to_five_tiles() -> None:
    s = settle(fresh(2, first_game=True))
    assert legal(s) == {f"announce {n}" for n in (2, 3, 4, 5)}
    settle(play(s, "announce 5"))
    assert sum(view(s)["offer"]["tiles"].values()) == 5
    assert sum(view(s)["offer"]["cards"].values()) == 2


def test_NE_S2_twelve_shillings_and_a_first_player_by_lot() -> None:
    s = fresh(4)
    assert [seat["money"] for seat in view(s)["seats"]] == [12] * 4
    assert legal(s) == {"first 0", "first 1", "first 2", "first 3"}
    assert GAME.weights(s) == [1, 1, 1, 1]
    assert view(play(s, "first 2"))["first"] == 2


@pytest.mark.parametrize(
    ("seats", "families"),
    [(4, {"annable", "howland", "palmer", "winslow"}), (3, {"howland", "palmer", "winslow"}), (2, {"howland", "winslow"})],
)
def test_NE_S2_families_are_drawn(seats: int, families: set[str]) -> None:
    s = play(fresh(seats), "first 0")
    assert legal(s) == {f"family {family}" for family in families}
    play(s, "family winslow")
    assert legal(s) == {f"family {family}" for family in families - {"winslow"}}
    assert view(settle(s))["seats"][0]["family"] == "winslow"


def test_NE_S3_the_right_neighbour_begins_and_it_goes_on_anticlockwise() -> None:
    s = begun(4, first=1)
    order = []
    for _ in range(12):
        order.append(GAME.turn(s))
        play(s, min(legal(s)))
    assert order == [0, 3, 2, 1] * 3
    assert view(s)["phase"] == "announce"
    assert GAME.turn(s) == 1


def test_NE_S3_one_tile_of_ones_choice_in_each_round() -> None:
    s = begun(2)
    assert {text.split()[1] for text in legal(s)} == {"settlement", "cropland", "pasture"}
    play(s, "lay cropland c4 c3", "lay cropland g7 h7")
    assert {text.split()[1] for text in legal(s)} == {"settlement", "pasture"}
    assert refused(s, "lay cropland a9 b9").clause == "NE-S3"


def test_NE_S3_two_free_plots_side_by_side() -> None:
    s = begun(3)
    assert len(legal(s)) == 3 * (9 * 10 + 8 * 11 - 2)
    assert refused(s, "lay pasture c4 d5").key == "refuse.apart"
    play(s, "lay pasture c4 d4")
    assert refused(s, "lay settlement c4 c3").key == "refuse.occupied"


def test_NE_S4_no_touching_by_edge_or_corner_not_even_ones_own() -> None:
    s = begun(2)
    play(s, "lay pasture e5 f5", "lay pasture a1 b1")
    around = corners({at("e5"), at("f5")}) | corners({at("a1"), at("b1")})
    for text in legal(s):
        assert not {at(plot) for plot in text.split()[2:]} & around
    assert refused(s, "lay cropland g6 h6").cells == ("f5",)  # by a corner, and it is one's own
    assert refused(s, "lay cropland g6 h6").clause == "NE-S4"
    assert "lay cropland h6 i6" in legal(s)


def test_NE_S4_with_corners_allowed_throughout() -> None:
    s = begun(2, start_contact="corners")
    play(s, "lay pasture e5 f5", "lay pasture a1 b1")
    assert "lay cropland g6 h6" in legal(s)
    assert refused(s, "lay cropland g5 h5").key == "refuse.touch_edge"
    beside = edges({at("e5"), at("f5")})
    assert all(not {at(plot) for plot in text.split()[2:]} & beside for text in legal(s))


# A true position: the eleventh tile of a match of four, seat 1 to lay pasture.
STUCK = """
9 .   .   P3= -   .   .   .   .   .   .   .
8 .   .   .   .   .   .   .   S3| .   .   .
7 .   C0| .   .   C3| .   .   -   .   P0| .
6 .   -   .   .   -   .   .   .   .   -   .
5 .   .   .   .   .   .   .   .   .   .   .
4 .   .   .   .   .   P2= -   .   .   .   .
3 .   S1| .   .   .   .   .   .   .   C1| .
2 .   -   .   .   S2| .   .   C2| .   -   .
1 .   .   .   .   -   .   .   -   .   .   .
"""


def test_NE_S4_who_has_no_place_may_touch_corners() -> None:
    s = laying(STUCK, active=1)
    assert view(s)["contact"] == "corners"
    assert {text.removeprefix("lay pasture ") for text in legal(s)} == {
        *("f9 g9", "i9 j9", "a9 a8", "f9 f8", "c5 d5", "h5 i5", "a5 a4", "c5 c4", "d5 d4", "i5 i4", "k5 k4", "c4 d4", "d4 d3"),
    }
    refusal = refused(s, "lay pasture a8 b8")
    assert (refusal.key, refusal.clause, refusal.cells) == ("refuse.touch_edge", "NE-S4", ("b7",))


# Twelve start tiles hardly ever shut everybody out by their edges; a board of single tiles shows the last resort.
# Every free plot is beside a settlement tile.
FULL = """
9 S0 .  .  S0 .  .  S0 .  .  S0
8 .  .  S0 .  .  S0 .  .  S0 .  .
7 .  S0 .  .  S0 .  .  S0 .  .  S0
6 S0 .  .  S0 .  .  S0 .  .  S0 .
5 .  .  S0 .  .  S0 .  .  S0 .  S0
4 .  S0 .  .  S0 .  .  S0 .  .  S0
3 S0 .  .  S0 .  .  S0 .  .  S0 .
2 .  .  S0 .  .  S0 .  .  S0 .  S0
1 .  S0 .  .  S0 .  .  S0 .  .  S0
"""


def test_NE_S4_as_a_last_resort_edges_of_other_lands() -> None:
    s = laying(FULL)
    assert view(s)["contact"] == "edges"
    assert not legal(s, "lay settlement")
    assert legal(s, "lay cropland")
    refusal = refused(s, "lay settlement b9 c9")
    assert (refusal.key, refusal.clause) == ("refuse.touch_land", "NE-S4")


def test_NE_S5_first_game_lays_the_tiles_of_the_families_in_play() -> None:
    s = play(fresh(3, first_game=True), "first 1", "family winslow", "family howland")
    news = told(s, "family palmer")
    play(s, "family palmer")
    assert view(s)["phase"] == "announce"
    assert GAME.turn(s) == 1
    lying = {(tile["seat"], tile["land"]): tile["plots"] for tile in view(s)["tiles"]}
    assert len(lying) == 9
    assert lying[0, "settlement"] == ["f9", "g9"]
    assert lying[1, "pasture"] == ["a9", "a8"]
    assert lying[2, "cropland"] == ["b4", "b3"]
    assert sum(item.key == "news.lay" for item in news) == 9


def test_NE_S4_holds_only_for_the_start_rounds() -> None:
    s = arranged("5 P0= - . S1= -", offer="pasture")
    assert "buy pasture c5" in legal(s)  # edge to edge with another start tile
    assert after(s, "buy pasture c5")
