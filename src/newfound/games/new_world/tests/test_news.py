"""What happens is told as a person sees it: by features, columns and rows, not by codes."""

from __future__ import annotations

from itertools import combinations

from newfound.core.game import ONLOOKER, find_action
from newfound.core.text import LANGUAGES, game_catalog
from newfound.games.new_world import GAME
from newfound.games.new_world.setfile import FOLDER

from .table import Table

TRAIL = "NW42 1,4 r1\nNW42 1,8 r1\nNW45 2,4 r1\nNW45 2,8 r1"


def test_a_laid_tile_is_told_as_it_is_turned() -> None:
    """So that the log can draw it, whatever lies there later."""
    table = Table()
    table.do("tile NW42")
    action = find_action(GAME, table.state, "lay 1,4 r1")
    assert action is not None
    assert GAME.tell(table.state, action, ONLOOKER)[0].values["turns"] == 1


def test_a_tile_is_told_by_what_it_shows() -> None:
    table = Table()
    table.do("tile NW42")
    assert table.said == ["Ann draws a tile with a trail."]
    table.do("lay 1,4 r1")
    assert table.said == ["Ann lays a tile with a trail in column 1, row 4."]
    table.do("settle trail-e")
    assert table.said == ["Ann puts a robber in column 1, row 4."]


def test_every_tile_of_any_set_has_a_name_in_every_language() -> None:
    shows = [names for size in (1, 2, 3) for names in combinations(("town", "trail", "farm"), size)]
    for names in (("plain",), *shows):
        assert all("_".join(("word.tile", *names)) in game_catalog(FOLDER, language) for language in LANGUAGES)


def test_NW_T7_what_a_tile_completes_is_told_before_anybody_settles() -> None:
    table = Table()
    table.do("tile NW24")
    table.do("lay 1,2 r1")
    assert table.said[1:] == ["That completes a town with nobody on it: a settler put there now scores 4 points."]
    table.do("settle town-e")
    assert table.told == ["news.settle", "news.town", "news.moved"]


def test_NW_T5_it_is_told_why_nobody_is_asked_to_settle() -> None:
    table = Table().turns("NW42 1,4 r1 trail-e\nNW01 1,3 r0 plain-nnw\nNW01 1,5 r0 plain-nnw\nNW42 2,4 r1")
    assert table.said[1] == "Everything on it is settled already: nobody can be put there."


def test_NW_T5_a_farm_around_the_tile_is_told_only_where_a_farmer_is() -> None:
    """Nobody can be put there any more: only the tile just laid is settled."""
    around = "NW01 1,3 r0{}\nNW25 1,2 r1\nNW03 1,4 r3\nNW01 2,3 r0\nNW01 2,2 r0\ntile NW02\nlay 2,4 r0"
    assert Table().turns(around.format("")).told == ["news.lay"]
    assert Table().turns(around.format(" farm")).said[1:] == ["That completes Ann's farm: 9 points for Ann."]


def test_NW_V1_what_a_settler_would_score_counts_the_surveyors_beside_it() -> None:
    for march, points in ((0, 4), (1, 8), (2, 12)):
        table = Table().turns(TRAIL).but(march=march)
        table.turns("tile NW24\nlay 1,2 r1")
        assert f"scores {points} points." in table.said[1]
        before = table.points[0]
        table.do("settle town-e")
        assert table.points[0] - before == points


def test_NW_F5_whoever_completes_it_is_told_whose_points_they_are() -> None:
    for march, points in ((0, 4), (1, 8)):
        table = Table().turns(TRAIL).but(march=march, settlers=[[1, "1,4", "trail-e"]])
        table.turns("tile NW53\nlay 3,4 r0")
        assert f"That completes Bob's trail: {points} points for Bob." in table.said
        before = table.points[1]
        table.do("settle nobody")
        assert table.points[1] - before == points


def test_NW_V1_beside_one_surveyor_or_both() -> None:
    for march, whom in ((1, "a surveyor: 4 points"), (2, "both surveyors: 8 points")):
        table = Table().turns(TRAIL).but(march=march, settlers=[[0, "1,4", "trail-e"]])
        table.turns("tile NW53\nlay 3,4 r0\nsettle nobody")
        assert f"Ann has a settler in column 1, row 4, beside {whom} more." in table.said
