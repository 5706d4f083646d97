"""The worked examples of the printed rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from newfound import games
from newfound.core import gamefile
from newfound.core.game import ONLOOKER

from .table import Table, played_out

GOLDEN = Path(__file__).parent / "golden"


def test_example_1_a_trail_of_four_tiles_with_two_posts_scores_8() -> None:
    """NW-F1: the start space is one of the four (NW-F4)."""
    table = Table().turns("""
        NW43 1,4 r1 trail-e
        NW42 1,8 r1
        NW43 2,4 r1
        NW53 3,4 r0
    """)
    assert table.points == [8, 0]


def test_example_1_a_trail_of_three_tiles_scores_3() -> None:
    table = Table().turns("""
        NW42 1,8 r1 trail-e
        NW53 2,8 r0
    """)
    assert table.points == [3, 0]


def test_example_2_a_town_of_three_tiles_with_a_flag_scores_8() -> None:
    table = Table().turns("""
        NW16 1,2 r0 town-e
        NW24 2,2 r1
    """)
    assert table.points == [8, 0]


def test_example_2_a_town_of_four_tiles_scores_8_also_when_one_tile_has_two_parts_of_it() -> None:
    """
    A ring of four: NW21 at 2,12 shows the town twice, in the north and in the east.
    """
    table = Table().turns("""
        NW01 1,10 r0
        NW11 1,11 r3 town-s
        NW11 1,12 r0
        NW10 2,11 r2
        NW21 2,12 r0
    """)
    assert table.feature("2,12", "town-n") == table.feature("2,12", "town-e")
    assert table.points == [0, 8]


def test_example_3_two_towns_grow_together_and_both_owners_score_the_whole() -> None:
    table = Table().turns("""
        NW01 1,3 r0
        NW01 2,3 r0
        NW17 1,2 r0 town-e    # seat 0
        NW01 3,3 r0
        NW42 1,4 r1
        NW11 3,2 r1 town-n    # seat 1
        NW11 3,1 r3
        NW24 4,1 r1
        NW18 2,2 r0           # joins them: six tiles with Plymouth
    """)
    assert table.points == [12, 12]


FARM = """
    NW01 1,3 r0 farm
    NW24 1,2 r1
    NW42 1,4 r1
    NW01 2,3 r0
    NW01 2,2 r0
"""


def test_example_4_a_completed_farm_scores_9() -> None:
    assert Table().turns(FARM).points == [0, 0]
    assert Table().turns(FARM + "NW53 2,4 r0").points == [9, 0]


def test_example_4_an_unfinished_farm_with_four_neighbours_scores_5(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_out(
        tmp_path,
        monkeypatch,
        """
        NW42 1,4 r1
        NW42 2,4 r1
        NW01 2,3 r0 farm
        NW01 1,3 r0
        NW01 3,3 r0
        """,
    )
    assert table.feature("2,3", "farm")["open"] == 4
    assert table.points == [5, 0]


def test_example_5_an_unfinished_town_of_three_tiles_scores_3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_out(
        tmp_path,
        monkeypatch,
        """
        NW17 1,2 r0 town-e
        NW18 2,2 r0
        """,
    )
    assert table.points == [3, 0]


def test_example_5_an_unfinished_trail_of_three_tiles_scores_3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_out(
        tmp_path,
        monkeypatch,
        """
        NW42 1,8 r1 trail-e
        NW43 2,8 r1
        """,
    )
    assert table.points == [3, 0]  # NW-E2: the trading post brings nothing now


def test_example_5_two_shopkeepers_against_one_take_the_unfinished_town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five tiles with Plymouth and three flags; NW06 joins three towns."""
    table = played_out(
        tmp_path,
        monkeypatch,
        """
        NW16 1,2 r0 town-e
        NW01 1,1 r0
        NW01 1,3 r0
        NW09 2,1 r3 town-s
        NW01 2,3 r0
        NW02 3,3 r0
        NW09 3,2 r1 town-n
        NW06 2,2 r0
        """,
    )
    assert table.feature("2,2", "town-n")["settlers"] == [2, 1]
    assert table.points == [8, 0]


def test_example_6_two_trappers_against_one_take_the_four_animals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_out(
        tmp_path,
        monkeypatch,
        """
        NW26 1,1 r0 plain-ene
        NW26 1,3 r3 plain-nnw
        NW17 2,1 r1
        NW42 1,8 r1
        NW24 2,2 r0 plain-ene
        NW24 1,2 r1
        """,
    )
    assert table.points == [4, 0]


def test_example_6_one_trapper_each_and_both_take_the_four_animals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_out(
        tmp_path,
        monkeypatch,
        """
        NW26 1,1 r0 plain-ene
        NW26 1,3 r3 plain-nnw
        NW24 1,2 r1
        """,
    )
    assert table.points == [4, 4]


def test_example_7_the_march_of_the_surveyors() -> None:
    """The file asserts the scores on the way; the surveyors are read off here."""
    file = gamefile.parse((GOLDEN / "march.game").read_text(encoding="utf-8"))
    match = gamefile.replay(file, games.find)
    assert [score.total for score in match.game.scores(match.state)] == [10, 25, 0, 2]
    stands = []
    for number, _, told in match.news(ONLOOKER):
        for news in told:
            if news.key == "news.moved":
                stands.append(match.back(number + 1).game.observe(match.back(number + 1).state, ONLOOKER)["surveyors"])
    assert stands == [(0, 1), (1, 1), (1, 2), (2, 2)]
    last = match.game.tell(match.back(len(match.log) - 1).state, match.log[-1].action, ONLOOKER)
    assert [(news.key, news.seat) for news in last] == [
        ("news.choice", 1),
        ("news.town", 1),
        ("news.surveyor", 1),
        ("news.moved", 1),
        ("news.straggler", 2),
        ("news.straggler", 3),
        ("news.emptied", -1),
    ]
    assert match.game.observe(match.state, ONLOOKER)["supply"] == [5, 5, 5, 5]
