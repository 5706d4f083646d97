"""NW-S and NW-T: set-up and a turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER
from newfound.games.new_world import GAME
from newfound.games.new_world.legal import legal

from .table import Table, write_set

PLAINS = """
[coast]
spaces = [{ west = "P" }, { west = "P" }, { west = "P" }, { west = "P" }, { west = "P" },
          { west = "P" }, { west = "P" }, { west = "P" }, { west = "P" }, { west = "P" }]
plains = ["1wnw 1wsw 2wnw 2wsw 3wnw 3wsw 4wnw 4wsw 5wnw 5wsw", "6wnw 6wsw 7wnw 7wsw 8wnw 8wsw 9wnw 9wsw 10wnw 10wsw"]

[[tile]]
code = "NW01"
name = "plain"
count = 100
edges = "PPPP"
plains = [{ at = "nnw nne ene ese sse ssw wsw wnw" }]
"""


def test_NW_S1_everybody_begins_with_five_settlers_and_no_points_and_the_first_player_is_drawn() -> None:
    for seats in GAME.seats:
        state = GAME.start(GAME.setup(seats))
        assert GAME.turn(state) == CHANCE
        assert [GAME.spell(action) for action in GAME.actions(state)] == [f"first {seat}" for seat in range(seats)]
        assert GAME.weights(state) == [1] * seats
        assert [score.total for score in GAME.scores(state)] == [0] * seats
        GAME.apply(state, GAME.actions(state)[-1])
        assert GAME.observe(state, ONLOOKER)["active"] == seats - 1


def test_actions_are_told_in_order_and_are_those_of_the_kernel() -> None:
    """Lays are put in order by their cells, which the kernel keeps as they opened."""
    state, dice = GAME.start(GAME.setup(3)), Dice(4)
    unsorted = 0
    while (turn := GAME.turn(state)) != OVER:
        found = GAME.actions(state)
        kernel = [int(action) for action in legal(state)]
        unsorted += kernel != found
        assert found == sorted(kernel)
        GAME.apply(state, GAME.draw(state, dice) if turn == CHANCE else found[dice.below(len(found))])
    assert unsorted > 20


def test_NW_S1_only_the_order_of_the_pile_is_secret() -> None:
    """Every tile is as likely as it is frequent among those left; all readers see the same."""
    table = Table()
    assert dict(zip(sorted(table.legal), GAME.weights(table.state), strict=True))["tile NW01"] == 3
    table.turns("NW01 1,10 r0")
    assert dict(zip(sorted(table.legal), GAME.weights(table.state), strict=True))["tile NW01"] == 2
    assert sum(GAME.weights(table.state)) == 94
    assert GAME.observe(table.state, 0) == GAME.observe(table.state, 1) == GAME.observe(table.state, ONLOOKER)


def test_NW_S2_the_surveyors_begin_on_the_coast() -> None:
    assert Table().view["surveyors"] == (0, 0)


def test_NW_T1_the_first_tile_lies_beside_a_start_space_turned_as_one_likes() -> None:
    table = Table()
    table.do("tile NW45")  # a straight trail
    assert table.legal == {
        *("lay 1,1 r0", "lay 1,3 r0", "lay 1,5 r0", "lay 1,7 r0", "lay 1,10 r0"),
        *("lay 1,4 r1", "lay 1,8 r1", "lay 1,4 r3", "lay 1,8 r3"),
        *("lay 1,1 r2", "lay 1,3 r2", "lay 1,5 r2", "lay 1,7 r2", "lay 1,10 r2"),
    }


def test_NW_T1_a_whole_edge_must_be_shared_corners_are_not_enough() -> None:
    table = Table().turns("NW01 1,10 r0")
    table.do("tile NW01")
    assert {"lay 1,11 r0", "lay 2,10 r0"} <= table.legal
    assert table.refused("lay 2,11 r0") == "NW-T1 Column 2, row 11 only touches corners: a tile must share a whole edge."
    assert table.refused("lay 4,4 r0") == "NW-T1 Column 4, row 4 does not touch any tile or start space."
    assert table.refused("lay 1,10 r0") == "NW-T1 There is a tile in column 1, row 10 already."


def test_NW_T1_turns_that_look_the_same_are_offered_once() -> None:
    table = Table()
    table.do("tile NW55")  # a crossing of four
    assert table.legal == {"lay 1,4 r0", "lay 1,8 r0"}
    assert table.refused("lay 1,4 r3") == "NW-T1 Turned by 270 degrees this tile looks the same as turned by 0: only that turn is offered."


def test_NW_T2_every_edge_that_touches_must_go_on() -> None:
    table = Table().turns("NW42 1,4 r1")
    table.do("tile NW24")  # a town on one side
    assert {"lay 1,2 r1", "lay 1,3 r0", "lay 1,3 r3"} <= table.legal
    assert not {"lay 1,2 r0", "lay 1,3 r2", "lay 2,4 r0"} & table.legal
    assert "to the east its plain would meet a town" in table.refused("lay 1,2 r0")
    assert "to the south its town would meet a plain" in table.refused("lay 1,3 r2")
    assert table.refused("lay 2,4 r0").startswith("NW-T2 This tile does not fit in column 2, row 4, however it is turned.")


def test_NW_T3_tiles_may_lie_north_and_south_of_the_rows_but_never_on_the_coast() -> None:
    table = Table().turns("""
        NW01 1,1 r0
        NW01 1,0 r0
        NW01 1,-1 r0
        NW02 1,10 r0
    """)
    table.do("tile NW25")
    assert {"lay 1,-2 r0", "lay 1,11 r1", "lay 2,0 r0"} <= table.legal
    assert all(int(text.split()[1].split(",")[0]) >= 1 for text in table.legal)
    assert table.refused("lay 0,0 r0").startswith("NW-T3")
    assert table.refused("lay -1,3 r0").startswith("NW-T3")


@pytest.mark.parametrize(("begin", "step"), [((1, 1), (0, -1)), ((1, 10), (0, 1)), ((1, 5), (1, 0))], ids=["north", "south", "west"])
def test_NW_T3_the_table_has_no_other_edge(
    begin: tuple[int, int], step: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many tiles as a set may have, all in one line away from the coast."""
    write_set(tmp_path, monkeypatch, "plains", PLAINS)
    line = [(begin[0] + step[0] * at, begin[1] + step[1] * at) for at in range(100)]
    table = Table(tiles="plains").turns("\n".join(f"NW01 {column},{row} r0" for column, row in line))
    assert table.over
    assert table.view["last"] == f"{line[-1][0]},{line[-1][1]}"
    assert len(table.feature(table.view["last"], "plain-nnw")["tiles"]) == 105  # five start spaces are of the same plain


def test_NW_T3_an_edge_to_column_0_without_a_start_space_stays_open_for_ever() -> None:
    """A town at 1,0 that opens to the sea, closed on its other side: one open edge, and no cell that could close it."""
    table = Table().turns("""
        NW01 1,1 r0
        NW17 1,0 r0 town-e
        NW24 2,0 r1
    """)
    assert table.feature("1,0", "town-e")["open"] == 1
    assert "0,0" not in table.view["open"]
    assert table.points == [0, 0]


def test_NW_T5_one_settler_in_any_of_four_roles_on_the_tile_just_laid() -> None:
    table = Table()
    table.do("tile NW39")  # a town, a trail to its gate, two plains
    table.do("lay 1,4 r3")
    assert table.legal == {"settle nobody", "settle town-w", "settle trail-e", "settle plain-nnw", "settle plain-ese"}
    roles = {"town-w": "shopkeeper", "plain-nnw": "trapper"}
    for at, role in roles.items():
        settled = Table().turns(f"NW39 1,4 r3 {at}")
        assert settled.view["settlers"] == [{"seat": 0, "role": role, "cell": "1,4", "at": at}]
        assert settled.view["supply"] == [4, 5]
    assert Table().turns("NW42 1,4 r1 trail-e").view["settlers"][0]["role"] == "robber"
    assert Table().turns("NW01 1,3 r0 farm").view["settlers"][0]["role"] == "farmer"
    assert table.refused("settle farm").startswith("NW-T5")


def test_NW_T6_not_where_anybody_is_already_oneself_included() -> None:
    table = Table().turns("""
        NW42 1,4 r1 trail-e
        NW01 1,10 r0
    """)
    for code, whose in (("NW42", "A settler of yours"), ("NW43", "Another player's settler")):
        table.do(f"tile {code}")
        table.do(f"lay {2 if code == 'NW42' else 3},4 r1")
        assert "settle trail-e" not in table.legal
        assert table.refused("settle trail-e") == f"NW-T6 {whose} is on that trail already."
        table.do("settle nobody")


def test_NW_T6_settlers_share_a_feature_only_when_features_grow_together() -> None:
    table = Table().turns("""
        NW42 1,4 r1 trail-e
        NW01 1,3 r0
        NW01 2,3 r0
        NW42 1,8 r1
        NW01 3,3 r0
        NW45 3,4 r1 trail-e
        NW45 2,4 r1
    """)
    assert table.feature("2,4", "trail-e")["settlers"] == [1, 1]


def test_NW_T7_a_settler_placed_in_this_turn_scores_and_returns_in_it_and_the_next_player_is_in_turn() -> None:
    table = Table(3).turns("NW24 1,2 r1 town-e")
    assert table.points == [4, 0, 0]
    assert table.view["supply"] == [5, 5, 5]
    assert table.view["active"] == 1
    table.turns("NW01 1,10 r0\nNW01 1,11 r0")
    assert table.view["active"] == 0


def test_NW_T8_with_an_empty_supply_tiles_are_laid_and_nobody_is_asked_to_settle() -> None:
    table = Table().turns("""
        NW42 1,4 r1 trail-e
        NW02 1,10 r0
        NW01 1,3 r0 farm
        NW01 1,11 r0
        NW42 1,8 r1 trail-e
        NW01 2,10 r0
        NW17 1,2 r0 town-e
        NW25 1,12 r2
        NW18 1,6 r0 town-e
        NW25 2,12 r2
    """)
    assert table.view["supply"] == [0, 5]
    table.do("tile NW25")
    table.do("lay 3,10 r0")
    assert (table.view["phase"], table.view["active"]) == ("tile", 1)
    assert table.view["supply"] == [0, 5]
    assert table.said[1] == "Ann has no settler left to put on it."
