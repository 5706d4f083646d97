"""NW-V: the surveyors."""

from __future__ import annotations

from .table import Table

TRAIL = """
    NW42 1,4 r1
    NW42 1,8 r1
    NW45 2,4 r1
    NW45 2,8 r1
"""


def test_NW_V1_4_more_for_a_settler_beside_a_surveyor_8_beside_both() -> None:
    for march, bonus in ((0, 0), (1, 4), (2, 8), (3, 4), (4, 0)):
        table = Table().turns(TRAIL).but(march=march, settlers=[[0, "1,4", "trail-e"]]).turns("NW53 3,4 r0")
        assert table.part(0, "trail") == 4
        assert table.part(0, "surveyor") == bonus, f"after {march} moves"


def test_NW_V1_counted_for_each_settler_and_outvoted_ones_bring_nothing() -> None:
    """Surveyors in columns 1 and 2, settlers in both; the other seat's one in column 1 is outvoted."""
    men = [[0, "1,4", "trail-e"], [0, "2,4", "trail-e"], [1, "1,4", "trail-e"]]
    table = Table().turns(TRAIL).but(march=3, settlers=men).turns("NW53 3,4 r0")
    assert [table.part(seat, "surveyor") for seat in (0, 1)] == [8, 0]
    assert table.points == [12, 0]


def test_NW_V1_counted_before_the_surveyor_moves() -> None:
    """Both on the coast: a settler in column 1 gets nothing, though a surveyor comes to its column now."""
    table = Table().turns("NW24 1,2 r1 town-e")
    assert (table.points, table.view["surveyors"]) == ([4, 0], (0, 1))


def test_NW_V2_the_eastern_surveyor_moves_and_they_are_never_more_than_one_column_apart() -> None:
    table = Table().turns(TRAIL)
    stands = [table.view["surveyors"]]
    for turn in ("NW24 1,2 r1 town-e", "NW23 1,6 r1 town-e", "NW25 1,9 r1 town-e"):
        stands.append(table.turns(turn).view["surveyors"])
    assert stands == [(0, 0), (0, 1), (1, 1), (1, 2)]


def test_NW_V3_two_in_one_column_wait_for_land_further_west() -> None:
    table = Table().turns("NW42 1,4 r1").but(march=2).turns("NW24 1,2 r1 town-e")
    assert "news.stayed" in table.told
    assert table.view["surveyors"] == (1, 1)
    table.turns("NW43 2,4 r1\nNW23 1,6 r1 town-e")
    assert table.view["surveyors"] == (1, 2)


def test_NW_V3_one_behind_the_other_still_catches_up() -> None:
    table = Table().turns("NW42 1,4 r1").but(march=1).turns("NW24 1,2 r1 town-e")
    assert table.view["surveyors"] == (1, 1)


def test_NW_V4_shopkeepers_robbers_and_farmers_east_of_both_go_home_trappers_stay() -> None:
    land = Table().turns("""
        NW17 1,6 r0
        NW01 1,3 r0
        NW42 1,4 r1
        NW42 2,4 r1
        NW45 3,4 r1
    """)
    men = [[0, "1,6", "town-e"], [0, "1,4", "trail-e"], [0, "1,3", "farm"], [1, "1,3", "plain-nnw"]]
    land.but(march=3, settlers=men).turns("NW24 1,2 r1 town-e")  # surveyors in columns 2 and 2 now
    assert land.told.count("news.straggler") == 3
    assert land.view["settlers"] == [{"seat": 1, "role": "trapper", "cell": "1,3", "at": "plain-nnw"}]
    assert land.points == [0, 4 + 4]


def test_NW_V4_who_stands_beside_or_west_of_a_surveyor_stays() -> None:
    table = Table().turns(TRAIL).but(march=2, settlers=[[0, "1,4", "trail-e"], [0, "2,8", "trail-e"]])
    table.turns("NW24 1,2 r1 town-e")  # surveyors in columns 1 and 2: column 1 is not east of both
    assert table.view["surveyors"] == (1, 2)
    assert table.view["supply"] == [3, 5]


def test_NW_V4_stragglers_go_home_also_when_the_surveyors_stayed() -> None:
    table = Table().turns(TRAIL).but(march=4, settlers=[[0, "1,4", "trail-e"], [0, "2,8", "trail-e"]])
    table.turns("NW24 1,2 r1 town-e")
    assert "news.stayed" in table.told
    assert [(man["cell"], man["role"]) for man in table.view["settlers"]] == [("2,8", "robber")]


def test_NW_V5_a_settler_placed_east_of_the_surveyors_goes_home_with_the_next_scored_feature() -> None:
    table = Table().turns(TRAIL).but(march=4)
    table.turns("NW17 1,2 r0 town-e")
    assert table.view["supply"] == [4, 5]
    table.turns("NW23 1,6 r1 town-e")
    assert table.view["supply"] == [5, 5]


def test_NW_V5_unless_that_is_its_own() -> None:
    table = Table().turns(TRAIL).but(march=4).turns("NW24 1,2 r1 town-e")
    assert table.points == [4, 0]
