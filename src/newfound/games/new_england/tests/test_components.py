"""NE-C1 to NE-C8: what is in the box, and sets of one's own."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from newfound.core.dice import Dice
from newfound.core.problem import BadFile, BadSetup
from newfound.core.sets import Reader
from newfound.games.new_england.components import FOLDER, Components, components

from .table import GAME, arranged, fresh, legal, play, plots, points, settle, view

STANDARD = (FOLDER / "sets" / "standard.toml").read_text(encoding="utf-8")


def test_NE_C1_board_of_98_plots_with_the_sea_above_and_on_the_right() -> None:
    seen = view(fresh())
    assert sum(line.count(".") for line in seen["map"]) == 98
    assert seen["map"][1] == "^..........~~"  # k9 is missing
    assert seen["sea"] == [f"{column}9" for column in "abcdefghij"] + [f"k{row}" for row in range(8, 0, -1)]


def test_NE_C1_nothing_lies_on_the_missing_corner() -> None:
    s = settle(fresh())
    assert "lay pasture i9 j9" in legal(s)
    assert "lay pasture j9 k9" not in legal(s)
    assert "lay pasture k8 k7" in legal(s)
    assert GAME.refuse(s, "lay pasture j9 k9").clause == "NE-C1"


def test_NE_C2_twenty_tiles_of_each_land() -> None:
    assert view(fresh())["left"]["tiles"] == {"settlement": 20, "cropland": 20, "pasture": 20}


def test_NE_C3_each_player_has_a_start_tile_of_each_land_on_two_plots() -> None:
    s = settle(play(fresh(), "first 0"))
    assert all(seat["to_lay"] == ["settlement", "cropland", "pasture"] for seat in view(s)["seats"])
    play(s, "lay cropland c4 d4")
    assert view(s)["tiles"] == [{"plots": ["c4", "d4"], "seat": 2, "land": "cropland", "used": False, "figure": None}]
    assert view(s)["seats"][2]["to_lay"] == ["settlement", "pasture"]


def test_NE_C4_four_families() -> None:
    s = settle(fresh(4))
    assert {seat["family"] for seat in view(s)["seats"]} == {"annable", "howland", "palmer", "winslow"}


def test_NE_C5_deck_of_58_and_what_each_card_counts() -> None:
    cards = view(fresh())["cards"]
    listed = {name: (card["copies"], card["points"]) for name, card in cards.items()}
    assert listed == {
        "settle2": (2, 3),
        "settle3": (4, 6),
        "settle4": (2, 10),
        "crop2": (4, 3),
        "crop3": (4, 6),
        "pasture2": (4, 3),
        "pasture3": (4, 6),
        "pilgrim": (13, 1),
        "barn": (11, 1),
        "ship": (10, 1),
    }
    assert sum(copies for copies, _ in listed.values()) == 58
    assert cards["crop3"]["shape"] == ["#.", "##"]
    assert cards["settle4"]["shape"] == ["##", "##"]


def test_NE_C6_figures_in_the_supply() -> None:
    supply = {figure: bonus["supply"] for figure, bonus in view(fresh())["bonus"].items()}
    assert supply == {"pilgrim": 13, "barn": 11, "ship": 10}
    s = arranged("5 C0p C0 C1p", offer="pilgrim")
    assert view(s)["bonus"]["pilgrim"]["supply"] == 11
    assert view(play(s, "buy pilgrim b5"))["bonus"]["pilgrim"]["supply"] == 10


def test_NE_C7_ten_markers_and_everything_in_the_open() -> None:
    s = settle(fresh(first_game=True))
    play(s, "announce 3")
    settle(s)
    assert legal(s) == {f"bid {marker}" for marker in range(1, 11)}
    seen = view(s)
    for seat in range(3):
        assert GAME.observe(s, seat) == seen
    for pile in ("left", "gone", "offer"):
        assert set(seen[pile]) == {"tiles", "cards"}
    play(s, "bid 1", "bid 2", "bid 3", "end", "end", "end")
    gone = view(s)["gone"]
    assert sum(gone["tiles"].values()) == 3
    assert sum(gone["cards"].values()) == 6


def test_NE_C7_the_bank_has_no_limit() -> None:
    s = arranged("5 C0", money=10**6, markers=(1, 0, 0))
    assert view(play(s, "end"))["seats"][0]["money"] == 10**6 + 4


def test_NE_C8_bonus_cards() -> None:
    worth = {figure: bonus["points"] for figure, bonus in view(fresh())["bonus"].items()}
    assert worth == {"pilgrim": 4, "barn": 3, "ship": 2}


# --- sets of one's own


def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (tmp_path / "new-england").mkdir(exist_ok=True)
    (tmp_path / "new-england" / "own.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("NEWFOUND_SETS", str(tmp_path))


def test_NE_C5_another_deck_is_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck with a T of four for pasture instead of the corner of three: turned, not mirrored, and worth what it says."""
    text = STANDARD.replace('land = "pasture"\nshape = ["#.", "##"]\npoints = 6', 'land = "pasture"\nshape = ["###", ".#."]\npoints = 9')
    own(tmp_path, monkeypatch, text)
    setup = GAME.setup(3, deck="own")
    assert GAME.parts(setup) != GAME.parts(GAME.setup(3))
    s = arranged(
        """
        5  P0 P0 P0
        4  .  P0 .
        3  .  P0 .
        """,
        offer="pasture4t",
        deck="own",
    )
    assert plots(s, "buy pasture4t") == {"a5 b5 c5 b4"}
    assert points(play(s, "buy pasture4t a5 b5 c5 b4")) == 9


def test_NE_D1_a_card_is_turned_never_mirrored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own(tmp_path, monkeypatch, STANDARD.replace('shape = ["##", "##"]', 'shape = [".##", "##."]'))
    ess = "5 . S0 S0\n4 S0 S0 ."
    zed = "5 S0 S0 .\n4 . S0 S0"
    upright = "5 S0 .\n4 S0 S0\n3 . S0"
    assert plots(arranged(ess, offer="settle4s", deck="own"), "buy settle4s") == {"b5 c5 a4 b4"}
    assert plots(arranged(upright, offer="settle4s", deck="own"), "buy settle4s") == {"a5 a4 b4 b3"}
    assert plots(arranged(zed, offer="settle4s", deck="own"), "buy settle4s") == set()


def test_a_whole_match_with_another_board_and_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = STANDARD.replace("~~~~~~~~~~~~~\n^..........~~", "^^^^^^^^^^^^^\n~..........^^")
    text = text.replace("copies = 13", "copies = 20").replace("cards = 58", "cards = 65")
    own(tmp_path, monkeypatch, text)
    s = fresh(4, deck="own")
    assert view(s)["sea"] == ["a9", *[f"k{row}" for row in range(8, 0, -1)]]
    GAME.playout(s, Dice(1))
    assert view(s)["phase"] == "over"


def test_the_set_is_read_again_when_its_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own(tmp_path, monkeypatch, STANDARD)
    assert components("own") is components("own")
    file = tmp_path / "new-england" / "own.toml"
    file.write_text(STANDARD.replace("bonus = 4", "bonus = 5"), encoding="utf-8")
    assert components("own").bonus[0] == 5


def test_an_unknown_deck_is_no_option() -> None:
    with pytest.raises(BadSetup):
        GAME.setup(3, deck="marked")


def _first(data: Any) -> Any:
    return data["cards"][0]


BREAK = {
    "set.missing": lambda data: data.pop("board"),
    "set.map": lambda data: data["board"].update(map="^^^"),
    "set.frame": lambda data: data["board"].update(map=data["board"]["map"].replace("^..........~~", "...........~~")),
    "set.plots": lambda data: data["board"].update(map=data["board"]["map"].replace("^...........~", "^^^^^^^^^^^^^", 1)),
    "set.number": lambda data: data["figures"]["barn"].update(points=-1),
    "set.cards": lambda data: data.update(cards=["crop3"]),
    "set.land": lambda data: _first(data).update(land="desert"),
    "set.drawing": lambda data: _first(data).update(shape=["ab"]),
    "set.shape": lambda data: _first(data).update(shape=["#.", ".#"]),
    "set.twice": lambda data: data["cards"].append(_first(data)),
    "set.total": lambda data: _first(data).update(copies=3),
    "set.cell": lambda data: data["first_game"]["palmer"].update(pasture=["z1", "z2"]),
    "set.domino": lambda data: data["first_game"]["palmer"].update(pasture=["k4", "k2"]),
    "set.taken": lambda data: data["first_game"]["palmer"].update(pasture=["b6", "b7"]),
    "set.touch": lambda data: data["first_game"]["palmer"].update(pasture=["d1", "d2"]),
}


@pytest.mark.parametrize("key", BREAK)
def test_NE_C5_a_broken_set_is_refused_with_a_sentence(key: str) -> None:
    data = tomllib.loads(STANDARD)
    BREAK[key](data)
    with pytest.raises(BadFile) as caught:
        Components(Reader(FOLDER, "own", data))
    assert caught.value.key == key
    for language in ("en", "fr", "de"):
        assert "own" in caught.value.say(language)


@pytest.mark.parametrize("shape", [["#####"], ["###", "#.#"], [""], [], "##", ["#..#"], ["##", "##", "##"]])
def test_NE_C5_shapes_are_joined_and_of_one_to_four_plots(shape: object) -> None:
    data = tomllib.loads(STANDARD)
    _first(data)["shape"] = shape
    with pytest.raises(BadFile) as caught:
        Components(Reader(FOLDER, "own", data))
    assert caught.value.key in ("set.shape", "set.drawing")
