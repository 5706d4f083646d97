"""What the view shows beyond the rules: what is left, what fits where, what features are worth. And how a terminal draws it."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from newfound.core.dice import Dice
from newfound.core.game import ONLOOKER, OVER
from newfound.core.problem import BadFile
from newfound.core.text import LANGUAGES, game_catalog
from newfound.games.new_world import GAME
from newfound.games.new_world.setfile import FOLDER
from newfound.games.new_world.terminal import draw

from .table import Table, write_set
from .test_components import TINY
from .test_features import MARCH


def test_remaining_tiles_by_kind() -> None:
    table = Table().turns("NW01 1,10 r0")
    table.do("tile NW01")
    assert table.view["kinds"]["NW01"]["left"] == 1
    assert (table.view["left"], table.view["hand"]) == (93, "NW01")
    assert sum(kind["left"] for kind in table.view["kinds"].values()) == 93


def test_how_many_remaining_tiles_fit_an_open_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two farms fit the only start space; the all-town tile fits nowhere."""
    write_set(tmp_path, monkeypatch, "tiny", TINY)
    table = Table(tiles="tiny")
    assert table.view["open"] == {"1,1": 2}
    table.turns("NW02 1,1 r0\nNW02 2,1 r0")
    assert set(table.view["open"].values()) == {0}


def test_a_feature_with_its_tiles_owners_open_edges_and_worth() -> None:
    table = Table().turns("NW43 1,8 r1 trail-e\nNW42 2,8 r1")
    assert table.feature("1,8", "trail-e") == {
        "feature": "trail",
        "tiles": ["0,8", "1,8", "2,8"],
        "open": 1,
        "settlers": [1, 0],
        "owners": [0],
        "worth": 3,
        "full": 5,
        "gains": [5, 0],
        "bonus": 1,
        "parts": [("0,8", "trail-w"), ("1,8", "trail-e"), ("2,8", "trail-e")],
    }
    assert {tuple(one["owners"]) for one in table.view["features"] if not any(one["settlers"])} == {()}


def test_NW_V1_what_a_feature_would_bring_counts_the_surveyors() -> None:
    table = Table().turns("NW25 1,6 r1 town-e\nNW42 1,4 r1 trail-e\nNW43 1,8 r1 trail-e")
    assert table.view["surveyors"] == (0, 1)
    trail = table.feature("1,8", "trail-e")
    assert (trail["full"], trail["gains"]) == (4, [8, 0])


def test_what_waits_to_be_scored_and_what_was() -> None:
    table = Table(4).turns(MARCH)
    assert (table.view["due"], table.view["scored"]) == (["town-n", "town-e", "farm-s"], [])
    table.do("score farm-s")
    assert (table.view["due"], table.view["scored"]) == (["town-n", "town-e"], ["farm-s"])
    assert GAME.observe(GAME.load(GAME.dump(table.state)), ONLOOKER)["due"] == ["town-n", "town-e"]


def won_by(table: Table, action: int) -> list[int]:
    """What each seat scores by the next feature alone."""
    told = GAME.tell(table.state, action, ONLOOKER)
    end = next((at for at, news in enumerate(told) if news.key in ("news.moved", "news.stayed")), len(told))
    return [sum(news.points for news in told[:end] if news.seat == seat) for seat in range(len(table.view["points"]))]


@pytest.mark.parametrize("march", range(3))
def test_what_a_choice_brings_to_whom_is_what_it_then_brings(march: int) -> None:
    """The surveyors' bonus included, of none, one and both."""
    for turns, brought in ((MARCH, 3), ("tile NW24\nlay 1,2 r1", 1)):
        table = Table(4).but(march=march).turns(turns)
        for action in GAME.actions(table.state):
            spot = GAME.spell(action).split()[1]
            assert table.view["brings"].get(spot, [0] * 4) == won_by(table, action)
        assert sum(any(points) for points in table.view["brings"].values()) == brought


def drawn(view: Any, language: str) -> str:
    console = Console(width=160, record=True, file=StringIO())
    console.print(draw(view, game_catalog(FOLDER, language), ["Ann", "Bob", "Cid", "Dee", "Eve"][: len(view["supply"])]))
    return console.export_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_can_be_drawn(language: str) -> None:
    for seed in range(4):
        state, dice = GAME.start(GAME.setup(2 + seed)), Dice(seed)
        while GAME.turn(state) != OVER:
            legal = GAME.actions(state)
            GAME.apply(state, legal[dice.below(len(legal))])
            if dice.below(20) == 0:
                assert drawn(GAME.observe(state, ONLOOKER), language)
        assert drawn(GAME.observe(state, ONLOOKER), language)


def test_a_drawing_shows_open_cells_by_name_settlers_by_shape_and_the_tile_in_its_turns() -> None:
    table = Table(4).turns(MARCH.rsplit("NW21", 1)[0])
    table.do("tile NW21")
    text = drawn(table.view, "en")
    for shown in ("1,6", "Plymouth", "r0", "r3", "■ Bob", "1▼▼"):
        assert shown in text
    assert "0,6" not in text
    assert text.count("▲") == 1 + 1 + 4 + 1  # on the map, in the list, at home, beside the name


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"laid": [["1,4", "NW01", 0]]}, "position.cell"),
        ({"laid": [["5,5", "NW01", 0]]}, "position.cell"),
        ({"laid": [["1,10", "NW02", 0], ["1,11", "NW02", 0]]}, "position.tile"),
        ({"settlers": [[0, "0,4", "trail-w"]]}, "position.settler"),
        ({"settlers": [[0, "1,10", "town-n"]]}, "position.settler"),
        ({"settlers": [[0, "1,10", "farm"]] * 6}, "position.settler"),
        ({"settlers": [[7, "1,10", "farm"]]}, "position.settler"),
        ({"settlers": [[-1, "1,10", "farm"]]}, "position.settler"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], key: str) -> None:
    position = GAME.dump(Table().turns("NW01 1,10 r0").state)
    with pytest.raises(BadFile) as caught:
        GAME.load(position | change)
    assert caught.value.key == key
    for language in LANGUAGES:
        assert caught.value.say(language)
