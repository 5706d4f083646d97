"""NW-F, NW-P and NW-E: completed features, plains, the final score."""

from __future__ import annotations

from pathlib import Path

import pytest

from newfound.games.new_world import GAME

from .table import Table, played_out


@pytest.mark.parametrize("end", ["NW53 1,4 r0", "NW39 1,4 r3", "NW03 1,4 r3"], ids=["crossing", "town", "farm"])
def test_NW_F1_a_trail_ends_at_a_crossing_a_town_or_a_farm(end: str) -> None:
    assert Table().turns(f"{end} trail-e").points == [2, 0]


def test_NW_F1_a_trail_that_loops_is_complete() -> None:
    """Four bends, one with a trading post."""
    table = Table().turns("""
        NW01 1,10 r0
        NW50 1,11 r0 trail-s
        NW50 1,12 r1
        NW50 2,11 r3
        NW48 2,12 r2
    """)
    assert table.points == [0, 6]


def test_NW_F1_a_tile_with_two_parts_of_the_trail_counts_once() -> None:
    """From a crossing round three bends and back to the same crossing: four tiles."""
    table = Table().turns("""
        NW01 1,10 r0
        NW50 1,11 r0 trail-s
        NW50 1,12 r1
        NW50 2,11 r3
        NW53 2,12 r2
    """)
    assert table.feature("2,12", "trail-n") == table.feature("2,12", "trail-e")
    assert table.points == [0, 4]


def test_NW_F2_a_town_scores_2_for_each_tile_and_flag_a_small_one_too() -> None:
    assert Table().turns("NW24 1,2 r1 town-e").points == [4, 0]
    assert Table().turns("NW23 1,2 r1 town-e").points == [6, 0]
    assert Table().turns("NW17 1,2 r0 town-e").points == [0, 0]  # open in the west


FARM = """
    NW01 1,3 r0 farm
    NW24 1,2 r1
    NW42 1,4 r1
    NW01 2,3 r0
    NW01 2,2 r0
"""


def test_NW_F3_a_farm_needs_all_eight_spaces_around_it() -> None:
    table = Table().turns(FARM)
    assert table.feature("1,3", "farm")["open"] == 1
    assert table.points == [0, 0]
    table.turns("NW53 2,4 r0")
    assert table.part(0, "farm") == 9


@pytest.mark.parametrize("coast_counts", [True, False])
def test_NW_F4_start_spaces_are_filled_spaces_around_a_farm_whatever_the_option_says(coast_counts: bool) -> None:
    table = Table(coast_counts=coast_counts).turns("NW01 1,3 r0 farm")
    assert (table.feature("1,3", "farm")["open"], table.feature("1,3", "farm")["worth"]) == (5, 4)


def test_NW_F4_in_column_1_only_farms_in_rows_2_to_9_can_be_completed() -> None:
    """All that can be filled is filled: the sea north of row 1 is not."""
    table = Table().turns("""
        NW01 1,1 r0 farm
        NW24 1,2 r1
        NW01 1,0 r0
        NW01 2,1 r0
        NW02 2,0 r0
        NW25 2,2 r2
    """)
    assert table.feature("1,1", "farm")["open"] == 1
    assert table.view["settlers"][0]["role"] == "farmer"
    assert table.part(0, "farm") == 0


def test_NW_F4_without_the_option_start_spaces_are_no_tiles_of_towns_and_trails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trail = """
        NW43 1,4 r1 trail-e
        NW42 1,8 r1
        NW43 2,4 r1
        NW53 3,4 r0
    """
    assert Table(coast_counts=True).turns(trail).points == [8, 0]
    assert Table(coast_counts=False).turns(trail).points == [7, 0]
    assert Table(coast_counts=False).turns("NW24 1,2 r1 town-e").points == [2, 0]
    town = """
        NW17 1,2 r0 town-e
        NW18 2,2 r0
    """
    assert played_out(tmp_path, monkeypatch, town, coast_counts=False).points == [2, 0]  # NW-E2 too


TWO_AGAINST_ONE = """
    NW16 1,2 r0 town-e
    NW01 1,1 r0
    NW01 1,3 r0
    NW09 2,1 r3 town-s
    NW01 2,3 r0
    NW02 3,3 r0
    NW09 3,2 r1 town-n
    NW06 2,2 r0
"""


def test_NW_F5_most_settlers_take_all_points() -> None:
    """Seat 0 has two of the three shopkeepers; 3,1 closes the town: six tiles and three flags."""
    table = Table().turns(TWO_AGAINST_ONE + "NW10 3,1 r2")
    assert table.feature("3,1", "town-e")["open"] == 0
    assert table.points == [18, 0]
    assert table.view["supply"] == [5, 5]  # the outvoted settler returns too


def test_NW_F5_all_who_tie_take_all_points_each() -> None:
    table = Table().turns(TWO_AGAINST_ONE)
    table.but(settlers=[[0, "1,2", "town-e"], [1, "2,1", "town-s"]])
    assert table.turns("NW10 3,1 r2").points == [18, 18]


def test_NW_F5_with_nobody_on_it_nobody_scores_and_no_surveyor_moves() -> None:
    table = Table().turns("NW24 1,2 r1")
    assert table.points == [0, 0]
    assert table.view["surveyors"] == (0, 0)


MARCH = """
    NW43 1,8 r1 trail-e
    NW01 1,7 r0 farm
    NW24 1,5 r2 town-s
    NW39 1,4 r3 trail-e
    NW42 2,8 r1
    NW01 2,7 r0
    NW01 2,6 r0
    NW17 1,9 r0 town-e
    NW53 3,8 r0
    NW21 1,6 r0 town-e
"""


def test_NW_F6_the_active_player_chooses_what_is_scored_next_after_the_last_is_settled() -> None:
    """The march again; Blue lets Red score first, then the farm, and loses the town in between."""
    table = Table(4).turns(MARCH)
    assert GAME.turn(table.state) == 1
    assert table.legal == {"score town-n", "score town-e", "score farm-s"}
    table.do("score town-n")
    assert table.points == [10, 0, 4 + 8, 2]
    assert table.legal == {"score town-e", "score farm-s"}
    table.do("score farm-s")
    assert table.points == [10, 9 + 4, 12, 2]
    assert table.told[:5] == ["news.choice", "news.farm", "news.surveyor", "news.moved", "news.straggler"]
    assert "news.emptied" in table.told
    assert table.view["surveyors"] == (2, 2)


TWO_TOWNS = """
    NW42 1,4 r1
    NW42 2,4 r1
    NW45 3,4 r1
    NW45 4,4 r1
    NW25 3,3 r3
    NW01 3,2 r0
    NW25 4,2 r2
    NW45 1,8 r1
"""


def test_NW_F6_nobody_is_asked_where_the_order_does_not_matter() -> None:
    """NW21 closes a town of each seat in columns 3 and 4: no matter to surveyors on the coast, but to those who can come near."""
    men = [[0, "3,3", "town-w"], [1, "4,2", "town-s"]]
    table = Table().turns(TWO_TOWNS).but(settlers=men).turns("NW21 4,3 r0")
    assert (table.points, table.view["surveyors"], table.view["phase"]) == ([4, 4], (1, 1), "tile")
    asked = Table().turns(TWO_TOWNS).but(march=5, settlers=men).turns("NW21 4,3 r0")
    assert asked.legal == {"score town-n", "score town-e"}
    asked.do("score town-n")
    assert asked.points == [4 + 8, 4]


def test_NW_F7_a_feature_whose_settlers_were_sent_home_scores_nothing_and_moves_nobody() -> None:
    table = Table(4).turns(MARCH + "score farm-s\nscore town-e")
    assert table.points == [10, 25, 0, 2]
    assert table.view["surveyors"] == (2, 2)
    assert table.view["supply"] == [5, 5, 5, 5]
    assert table.view["phase"] == "tile"


def test_NW_F7_the_majority_is_counted_when_a_feature_s_time_comes() -> None:
    """Two robbers in column 1 against one in column 2: once the surveyors stand in column 2, the one is alone."""
    table = Table().turns("""
        NW42 1,4 r1
        NW42 2,4 r1
        NW01 1,5 r0
        NW01 2,5 r0
        NW03 3,5 r2
    """)
    men = [[0, "1,4", "trail-e"], [0, "1,4", "trail-e"], [1, "2,4", "trail-e"], [1, "3,5", "trail-n"]]
    table.but(march=3, settlers=men).turns("NW53 3,4 r0")
    assert table.legal == {"score trail-e", "score trail-s"}
    table.do("score trail-s")
    assert table.points == [0, 2 + 4 + 8]


def test_NW_P1_plains_join_along_the_coast_as_the_set_says() -> None:
    """A town runs north to south through 1,3; its eastern plain reaches the plain north of the trail at 1,4 only over the coast."""
    table = Table().turns("NW17 1,3 r1 plain-ene")
    table.do("tile NW28")
    table.do("lay 1,4 r0")
    assert table.feature("1,4", "plain-ene") == table.feature("1,3", "plain-ene")
    assert "settle plain-ene" not in table.legal
    assert "settle plain-ese" in table.legal
    assert table.feature("1,3", "plain-ene")["bonus"] == 0  # no animals lie on the coast


def test_NW_P1_trails_and_towns_bound_a_plain_and_a_trapper_stays_to_the_end() -> None:
    """The corner of two bends is closed all round; nothing is scored, the trapper stays."""
    table = Table().turns("""
        NW01 1,10 r0
        NW50 1,11 r0 plain-ssw
        NW50 1,12 r1
        NW50 2,11 r3
        NW50 2,12 r2
    """)
    inside = table.feature("1,11", "plain-ssw")
    assert (inside["open"], len(inside["parts"]), inside["settlers"]) == (0, 4, [0, 1])
    assert table.points == [0, 0]
    assert table.view["supply"] == [5, 4]
    table.but(march=20).turns("NW24 1,2 r1 town-e")
    assert table.view["supply"] == [5, 4]


def test_NW_E1_what_the_last_tile_completes_is_scored_as_usual_surveyors_included(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_out(
        tmp_path,
        monkeypatch,
        """
        NW42 1,8 r1
        NW39 1,4 r3 trail-e
        NW24 1,2 r1 town-e
        """,
    )
    assert table.told == ["news.settle", "news.town", "news.surveyor", "news.moved", "news.over"]
    assert table.points == [8, 2]
    assert table.view["surveyors"] == (1, 1)


def test_NW_E2_no_bonus_no_post_and_nobody_goes_home_in_the_final_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The robber stands beside a surveyor on an unfinished trail of three tiles with two posts."""
    table = played_out(
        tmp_path,
        monkeypatch,
        """
        NW24 1,2 r1 town-e
        NW43 1,8 r1 trail-e
        NW43 2,8 r1
        """,
    )
    assert table.view["surveyors"] == (0, 1)
    assert table.points == [4, 3]
    assert table.view["supply"] == [5, 4]


def test_NW_E2_an_unfinished_town_scores_1_for_each_flag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert played_out(tmp_path, monkeypatch, "NW16 1,2 r0 town-e").points == [3, 0]


def test_NW_E3_an_unfinished_farm_counts_itself_and_the_filled_spaces_around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_out(
        tmp_path,
        monkeypatch,
        """
        NW01 1,3 r0 farm
        NW42 1,4 r1
        """,
    )
    assert table.part(0, "open_farm") == 1 + 3 + 1


def test_NW_E4_a_plain_scores_its_animals_to_most_trappers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two plains: one with two animals and a trapper, one with an animal and nobody."""
    table = played_out(
        tmp_path,
        monkeypatch,
        """
        NW26 1,1 r0 plain-ene
        NW25 1,7 r0
        """,
    )
    assert table.part(0, "plain") == 2
    assert table.points == [2, 0]


def test_NW_E5_most_points_win_and_a_tie_is_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    won = played_out(tmp_path, monkeypatch, "NW24 1,2 r1 town-e\nNW42 1,8 r1 trail-e")
    assert (won.points, GAME.ranking(won.state)) == ([4, 2], [1, 2])
    tied = played_out(tmp_path, monkeypatch, "NW42 1,4 r1 trail-e\nNW42 1,8 r1 trail-e", seats=3)
    assert (tied.points, GAME.ranking(tied.state)) == ([2, 2, 0], [1, 1, 3])


def test_NW_E1_the_last_round_is_told_when_its_first_tile_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = ["NW01 1,3 r0 farm", "NW42 1,4 r1", "NW25 1,7 r0"]
    played_out(tmp_path, monkeypatch, "\n".join(log))
    table = Table(2, tiles="exact").turns(log[0])
    table.do("tile NW42")
    assert table.said[0] == "The last tiles, one for each player."
    table.turns("lay 1,4 r1\nsettle nobody\ntile NW25")
    assert table.told == ["news.tile"]


def test_NW_E2_NW_E4_the_final_count_names_what_was_left_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_out(tmp_path, monkeypatch, "NW24 1,2 r1 town-e\nNW01 1,3 r0 farm\nNW42 1,4 r1 trail-e")
    counted = [(news.key, news.seat, news.points, news.cells) for news in GAME.reckoning(table.state)]
    assert counted == [
        ("score.town", 0, 4, ()),
        ("count.open_trail", 0, 2, ("0,4", "1,4")),
        ("count.open_farm", 1, 6, ("1,3",)),
    ]
