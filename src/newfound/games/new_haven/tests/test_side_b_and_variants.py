"""Side B: NH-X1 to NH-X4. Variants: NH-V1 to NH-V3."""

from __future__ import annotations

import pytest

from newfound.core.game import OVER
from newfound.core.problem import BadSetup
from newfound.core.speech import tell_news
from newfound.core.text import game_catalog
from newfound.games.new_haven.state import State

from .table import GAME, arranged, fresh, gathered, hand, legal, play, points, refused, settle, spaces, tiles, told

SETTLEMENTS = ("b6", "d6", "f6", "b4", "f4", "b2", "d2", "f2")
LAID = ("settle pond", "settle pond-3", "tile WTWS", "settle pond-4", "tile SSSR", "settle pond", "tile RRRT", "tile TTTW")


def side_b(seats: int) -> State:
    return settle(play(GAME.start(GAME.setup(seats, side="B")), *LAID))


@pytest.mark.parametrize(
    ("seats", "ponds", "opened"), [(2, {"b6", "b2"}, {"d6", "b4"}), (3, {"b6", "d6", "b2"}, {"b4"}), (4, {"b6", "d6", "b4", "b2"}, set())]
)
def test_NH_X1_ponds_and_tiles_on_the_settlements_and_marked_ponds_taken_off(seats: int, ponds: set[str], opened: set[str]) -> None:
    board = GAME.observe(side_b(seats), 0)["board"]
    assert {name for name in SETTLEMENTS if board[name]["is"] == "pond"} == ponds
    assert {name for name in SETTLEMENTS if board[name]["is"] == "open"} == opened
    assert {name: board[name]["face"] for name in SETTLEMENTS if board[name]["is"] == "tile"} == {
        "f6": "WTWS",
        "f4": "SSSR",
        "d2": "RRRT",
        "f2": "TTTW",
    }


def test_NH_X1_a_pond_taken_off_is_told_with_its_mark() -> None:
    catalog = game_catalog(GAME.folder, "en")
    said = {}
    for text in ("settle pond", "settle pond-3", "settle pond-4"):
        (news,) = told(GAME.start(GAME.setup(2, side="B")), text)
        said[text] = tell_news(catalog, news, ["Ann", "Bob"])
    assert said == {
        "settle pond": "A pond lies on b6.",
        "settle pond-3": "A pond marked for three or more players is taken off b6; the space is open.",
        "settle pond-4": "A pond marked for four players is taken off b6; the space is open.",
    }


def test_NH_X1_shuffled_together_ponds_and_tiles_are_equally_likely() -> None:
    s = GAME.start(GAME.setup(2, side="B"))
    weight = dict(zip(map(GAME.spell, GAME.actions(s)), GAME.weights(s), strict=True))
    ponds = sum(n for text, n in weight.items() if text.startswith("settle"))
    assert ponds * 2 == sum(weight.values())
    play(s, *LAID[:2])
    weight = dict(zip(map(GAME.spell, GAME.actions(s)), GAME.weights(s), strict=True))
    assert sum(n for text, n in weight.items() if text.startswith("tile")) * 3 == sum(weight.values()) * 2  # four of six


def test_NH_X2_a_pond_is_never_open_and_nothing_connects_through_it() -> None:
    s = arranged(side_b(2), tiles=["WWWT"], board={"b5": "WWWW", "b3": "WWWW"})
    assert refused(s, "lay WWWT b6").clause == "NH-X2"
    assert gathered(arranged(side_b(2), tiles=["WWWW"], board={"b3": "TTWW"}), "lay WWWW c2") == {"wheat": 4}  # b2 is a pond
    assert gathered(arranged(side_b(2), tiles=["WTTT"]), "lay WTTT e6")["timber"] == 3
    assert gathered(arranged(side_b(2), tiles=["TWTT"]), "lay TWTT e6")["wheat"] == 1 + 2  # the tile of NH-X1 connects as usual


def test_NH_X3_who_lays_on_a_clearing_takes_its_building_at_once() -> None:
    for text in ("lay WTTT d4", "ship d4 wheat"):
        s = arranged(side_b(2), tiles=["WTTT"], hand=[])
        building = GAME.observe(s, 1)["board"]["d4"]["building"]
        assert "news.claim" in [news.key for news in told(s, text, 1)]
        play(s, text)
        assert (hand(s), GAME.observe(s, 0)["phase"]) == ([building], "build")
        assert GAME.observe(s, 1)["seats"][0]["known"] == [building]


def test_NH_X4_everything_else_is_as_on_side_A() -> None:
    s = side_b(2)
    assert (len(hand(s, 1)), len(tiles(s, 1)), GAME.observe(s, 0)["circles"].count(None)) == (6, 2, 0)
    assert GAME.observe(s, 0)["bag"] == 144 - 5 - 5 - 12


ONE_STONE = "6 . . . . .\n5 . . . . .\n4 . . R . .\n3 . . w5 W .\n2 . . . . .\n1 . . . . ."


def redeveloper(**markers: int) -> State:
    buildings = ["stone-4", "stone-3", "wheat-4", "sheep-3", "wheat-3"]
    return arranged(fresh(redevelop=True), village=ONE_STONE, hand=buildings, markers=markers, phase="build")


def test_NH_V1_a_new_building_may_cover_ones_own_as_if_the_space_were_empty() -> None:
    s = redeveloper(wheat=6, stone=6, sheep=6)
    assert {"c3", "d3"} <= spaces(s, "sheep-3")  # the first of its resource: anywhere
    assert "c3" in spaces(s, "stone-3")  # next to the stone on c4
    assert "d3" not in spaces(s, "stone-3")
    assert refused(s, "build stone-3 d3 up").clause == "NH-V1"
    assert (
        refused(arranged(fresh(), village=ONE_STONE, hand=["sheep-3"], markers={"sheep": 6}, phase="build"), "build sheep-3 c3 up").clause
        == "NH-B2"
    )


def test_NH_V1_the_village_is_judged_without_the_covered_building() -> None:
    s = redeveloper(stone=6, wheat=6)
    assert "c4" in spaces(s, "stone-4", "up")  # covering its only stone, stone begins again under NH-B3
    play(s, "build wheat-4 c4 up")
    assert len(spaces(arranged(s, markers={"stone": 6}), "stone-3")) == 30  # no stone is left: anywhere


def test_NH_V1_a_group_may_be_cut_in_two_and_lines_are_judged_anew() -> None:
    full = "6 . . . . .\n5 . . . . .\n4 . . . . .\n3 . . . . .\n2 . . . . .\n1 W W W W W"
    s = arranged(fresh(redevelop=True), village=full, hand=["sheep-6", "wheat-2"], markers={"sheep": 1, "wheat": 2}, phase="build")
    assert points(s) == 2
    (news,) = [news for news in told(s, "build sheep-6 c1 down") if news.points]
    assert (news.points, news.values["how"]) == (-1, "less")
    play(s, "build sheep-6 c1 down")
    assert points(s) == 1
    assert spaces(s, "wheat-2") == {"a2", "b2", "d2", "e2", "a1", "b1", "c1", "d1", "e1"}


def test_NH_V1_covered_face_up_or_down_a_building_no_longer_holds_its_group_together() -> None:
    for below in ("W", "w5"):
        line = f"6 . . . . .\n5 . . . . .\n4 . . . . .\n3 W {below} . . .\n2 . . . . .\n1 . . . . ."
        s = arranged(fresh(redevelop=True), village=line, hand=["sheep-3", "wheat-1"], markers={"sheep": 3, "wheat": 9}, phase="build")
        assert spaces(s, "wheat-1") == {"a4", "a3", "a2", "b4", "b3", "b2", "c3"}
        play(s, "build sheep-3 b3 up")
        assert spaces(s, "wheat-1") == {"a4", "a3", "a2", "b3"}


def test_NH_V1_what_is_covered_face_down_stays_unknown_to_others() -> None:
    s = redeveloper(sheep=3)
    play(s, "build sheep-3 c3 up")
    mine, theirs = GAME.observe(s, 0)["seats"][0], GAME.observe(s, 1)["seats"][0]
    assert (mine["buried"], theirs["buried"], theirs["buried_of"]) == (["wheat-5"], None, {"wheat": 1})
    assert GAME.observe(s, 1)["seats"][0]["village"]["c3"]["under"] == 1


@pytest.mark.parametrize(("seats", "copies"), [(2, 4), (3, 5), (4, 6)])
def test_NH_V2_careful_harvest_three_tiles_and_a_leaner_bag(seats: int, copies: int) -> None:
    s = fresh(seats, careful=True)
    assert len(tiles(s, 0)) == 3
    assert {n for name, n in GAME.census(s).items() if "-" in name} == {copies}
    with pytest.raises(BadSetup, match="side A"):
        GAME.setup(seats, careful=True, side="B")


def chartered(village: str, hand_: list[str], **markers: int) -> State:
    return arranged(fresh(charters=True), village=village, hand=hand_, markers=markers, phase="build")


def test_NH_V3_charters_for_the_first_row_column_and_six_of_a_resource() -> None:
    corner = "6 w . . . .\n5 w . . . .\n4 w . . . .\n3 w . . . .\n2 w . . . .\n1 . t t t t"
    s = chartered(corner, ["wheat-6"], wheat=2)
    won = {news.key: news.points for news in told(s, "build wheat-6 a1 down") if "charter" in news.key}
    assert won == {"news.charter_row": 2, "news.charter_column": 4, "news.charter_resource": 3}
    values = GAME.observe(s, 0)["values"]
    assert values["charters"] == {"row": 2, "column": 4, "wheat": 3, "timber": 3, "sheep": 3, "stone": 3}
    play(s, "build wheat-6 a1 down")
    assert GAME.scores(s)[0].parts == (("score.rows", 1), ("score.columns", 5), ("score.charters", 9))


def test_NH_V3_five_of_a_resource_are_not_six() -> None:
    four = "6 w . . . .\n5 w . . . .\n4 w . . . .\n3 w . . . .\n2 . . . . .\n1 . . . . ."
    s = play(chartered(four, ["wheat-6", "wheat-6"], wheat=3), "build wheat-6 a2 down")
    assert GAME.observe(s, 0)["charters"]["wheat"] is None
    assert GAME.observe(play(s, "build wheat-6 a1 down"), 0)["charters"]["wheat"] == 0


def test_NH_V3_only_the_first_and_kept_for_good() -> None:
    row = "6 . . . . .\n5 . . . . .\n4 . . . . .\n3 . . . . .\n2 . . . . .\n1 . t t t t"
    s = chartered(row, ["timber-1"], timber=2)
    play(s, "build timber-1 a1 up", "pass")
    second = arranged(s, villages={1: row}, hands={1: ["wheat-1"]}, markers={"wheat": 1})
    assert not [news for news in told(second, "build wheat-1 a1 up") if "charter" in news.key]
    assert play(second, "build wheat-1 a1 up").charters[0] == 0


def test_NH_V3_most_charters_two_more_at_the_end_ties_all_and_nobody_without() -> None:
    for owners, bonus in (((0, 0, 1, -1, -1, -1), [2, 0]), ((0, 1, -1, -1, -1, -1), [2, 2]), ((-1,) * 6, [0, 0])):
        s = fresh(charters=True)
        position = GAME.dump(s) | {"charters": list(owners)}
        before = [score.total for score in GAME.scores(GAME.load(position))]
        ended = GAME.load(position | {"phase": 12})
        assert GAME.turn(ended) == OVER
        assert [score.total - was for score, was in zip(GAME.scores(ended), before, strict=True)] == bonus


def test_variants_all_combine() -> None:
    s = fresh(3, redevelop=True, careful=True, charters=True, first="drawn")
    assert legal(s, "lay")
