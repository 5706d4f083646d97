"""NW-C and the component sets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from newfound.core.game import CHANCE, ONLOOKER
from newfound.core.problem import BadFile, BadSetup
from newfound.core.text import LANGUAGES
from newfound.games.new_world import GAME
from newfound.games.new_world.components import FARM, PLAIN, TOWN, TRAIL
from newfound.games.new_world.setfile import components

from .table import STANDARD, Table, write_set


def test_NW_C1_95_tiles_with_towns_trails_plains_farms_flags_posts_and_animals() -> None:
    tiles = components("standard").all_kinds[: components("standard").kinds]
    assert sum(tile.count for tile in tiles) == 95

    def total(feature: int) -> tuple[int, int]:
        """Parts, and what lies on them."""
        parts = [(tile.count, part.bonus) for tile in tiles for part in tile.parts if part.feature == feature]
        return sum(count for count, _ in parts), sum(count * bonus for count, bonus in parts)

    assert total(FARM) == (8, 0)
    assert total(TOWN) == (63, 10)
    assert total(TRAIL) == (92, 14)
    assert total(PLAIN) == (174, 47)


def test_NW_C2_two_to_five_players_with_five_settlers_to_play() -> None:
    assert GAME.seats == (2, 3, 4, 5)
    for seats in GAME.seats:
        assert GAME.observe(GAME.start(GAME.setup(seats)), ONLOOKER)["supply"] == [5] * seats
    for seats in (1, 6):
        with pytest.raises(BadSetup):
            GAME.setup(seats)


def test_NW_C3_there_are_two_surveyors() -> None:
    assert len(Table().view["surveyors"]) == 2


def test_NW_C4_ten_start_spaces_in_column_0_with_three_towns_from_north_to_south() -> None:
    coast = Table().view["coast"]
    assert [space["cell"] for space in coast] == [f"0,{row}" for row in range(1, 11)]
    assert [space["edge"] for space in coast] == list("PTPRPTPRTP")
    assert [space["name"] for space in coast if space["name"]] == ["Plymouth", "New York", "Jamestown"]


TINY = """
[coast]
spaces = [{ west = "P" }]
plains = ["1wnw 1wsw"]

[[tile]]
code = "NW01"
name = "all town"
count = 1
edges = "TTTT"
towns = [{ edges = "nesw" }]

[[tile]]
code = "NW02"
name = "farm"
count = 2
edges = "PPPP"
plains = [{ at = "nnw nne ene ese sse ssw wsw wnw" }]
farm = true
"""


def test_another_set_is_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_set(tmp_path, monkeypatch, "tiny", TINY)
    assert "tiny" in next(option for option in GAME.options if option.name == "tiles").values()
    table = Table(tiles="tiny")
    assert table.legal == {"tile NW01", "tile NW02"}
    assert GAME.parts(GAME.setup(2, tiles="tiny")) != GAME.parts(GAME.setup(2))


def test_NW_T4_a_tile_that_fits_nowhere_goes_to_the_box_and_another_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_set(tmp_path, monkeypatch, "tiny", TINY)
    table = Table(tiles="tiny")
    table.do("tile NW01")
    assert table.told == ["news.box"]
    assert table.view["box"] == ["NW01"]
    assert (GAME.turn(table.state), table.view["active"]) == (CHANCE, 0)
    assert table.legal == {"tile NW02"}
    table.do("tile NW02")
    assert GAME.turn(table.state) == 0


def test_NW_E1_a_last_tile_that_fits_nowhere_ends_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_set(tmp_path, monkeypatch, "tiny", TINY)
    table = Table(tiles="tiny").turns("""
        NW02 1,1 r0 farm
        NW02 2,1 r0
        tile NW01
    """)
    assert table.over
    assert table.told == ["news.box", "news.over", "news.open_farm"]
    assert table.points == [3, 0]  # the farm, the start space, one tile


BROKEN = {
    "set.total": [(r"count = 3", "count = 90")],
    "set.code": [(r'code = "NW02"', 'code = "NW03"')],
    "set.number": [(r"count = 3", "count = -1"), (r"flags = 1", "flags = 10"), (r"animals = 1", 'animals = "one"')],
    "set.edges": [(r'edges = "TTPT"', 'edges = "TTPX"'), (r'edges = "TTPT"', 'edges = "TTP"'), (r'west = "P"', 'west = "PP"')],
    "set.sides": [(r'edges = "new"', 'edges = "nee"'), (r'edges = "new"', 'edges = "nex"')],
    "set.cover": [
        (r'edges = "TTPT"', 'edges = "TTTT"'),  # an edge without its town
        (r'edges = "new"', 'edges = "ne"'),
        (r'trails = \[\{ edges = "s", end = "farm" \}\]\n', ""),
        (r'"nnw nne ene ese sse ssw wsw wnw"', '"nnw nne ene ese sse ssw"'),
        (r'at = "sse ssw"', 'at = "sse ssw sse"'),
        (r'"8wsw",', ""),  # of the coast
    ],
    "set.halves": [(r'plains = \[\{ at = "sse ssw" \}\]', 'plains = [{ at = "sse" }, { at = "ssw" }]')],
    "set.winds": [(r'at = "sse ssw"', 'at = "sse south"'), (r'"8wsw"', '"8ene"'), (r'"8wsw"', '"11wsw"')],
    "set.trail": [(r'edges = "s", end = "farm"', 'edges = "s"'), (r'edges = "es"', 'edges = "es", end = "town"')],
    "set.end": [
        (r'edges = "s", end = "farm"', 'edges = "s", end = "town"'),
        (r'edges = "s", end = "farm"', 'edges = "s", end = "crossing"'),
    ],
    "set.crossed": [
        (r'edges = "PTPT"\ntowns = \[\{ edges = "e" \}, \{ edges = "w" \}\]', 'edges = "PTPT"\ntowns = [{ edges = "ew" }]'),
    ],
    "set.unknown": [(r"flags = 1", "flag = 1"), (r"farm = true", "farms = true")],
    "set.flag": [(r"farm = true", 'farm = "yes"')],
    "set.table": [(r'towns = \[\{ edges = "new", flags = 1 \}\]', 'towns = ["new"]')],
    "set.missing": [(r"\[coast\]", "[shore]"), (r'trails = \[\{ edges = "s", end = "farm" \}\]', 'trails = "s"')],
    "set.spaces": [(r"(?s)spaces = \[.*?\n\]", "spaces = []")],
    "set.town_name": [(r'name = "Plymouth"', "name = 1620")],
    "set.unreadable": [(r"\[coast\]", "[coast")],
}


@pytest.mark.parametrize(("key", "pattern", "instead"), [(key, *change) for key, changes in BROKEN.items() for change in changes])
def test_a_broken_set_is_refused_with_a_sentence(
    key: str, pattern: str, instead: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, times = re.subn(pattern, instead, STANDARD, count=1)
    assert times == 1
    write_set(tmp_path, monkeypatch, "broken", text)
    with pytest.raises(BadFile) as caught:
        GAME.setup(2, tiles="broken")
    assert caught.value.key == key
    for language in LANGUAGES:
        assert "broken" in caught.value.say(language)


def test_a_set_without_tiles_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_set(tmp_path, monkeypatch, "none", TINY.split("[[tile]]")[0])
    with pytest.raises(BadFile) as caught:
        GAME.setup(2, tiles="none")
    assert caught.value.key == "set.kinds"
