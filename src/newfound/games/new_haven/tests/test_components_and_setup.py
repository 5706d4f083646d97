"""Components and set-up: NH-C1 to NH-C9, NH-S1 to NH-S6."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER
from newfound.core.problem import BadFile, BadSetup
from newfound.games.new_haven.components import FOLDER, LETTERS, area, components, letters_of, turned

from .table import CELL_NAMES, GAME, arranged, fresh, gathered, hand, legal, play, points, refused, settle, tiles, told

ONE_STONE_DOWN = "6 . . . . .\n5 . . . . .\n4 . . . . .\n3 . . . . .\n2 . . . . .\n1 r . . . ."


def standard_tiles() -> list[str]:
    parts = components("standard")
    return [letters_of(int(k)) for k, n in zip(parts.tile_kinds, parts.tile_counts, strict=True) for _ in range(int(n))]


def test_NH_C1_four_resources_on_one_shared_track() -> None:
    assert list(GAME.observe(fresh(), 0)["markers"]) == ["wheat", "timber", "sheep", "stone"]


def test_NH_C2_the_frame_has_45_spaces_and_no_corners() -> None:
    cells = {CELL_NAMES[at] for at in area(4)}
    assert len(cells) == 45
    assert not cells & {"a1", "a7", "g1", "g7"}
    s = arranged(fresh(4), tiles=["WTWS"])
    assert refused(s, "lay WTWS a7").clause == "NH-C2"
    assert refused(s, "lay WTWS h4").clause == "NH-C2"


@pytest.mark.parametrize(("seats", "size", "rows", "columns"), [(2, 25, "65432", "bcdef"), (3, 35, "7654321", "bcdef")])
def test_NH_C3_the_playing_area_grows_with_the_players(seats: int, size: int, rows: str, columns: str) -> None:
    cells = {CELL_NAMES[at] for at in area(seats)}
    assert len(cells) == size
    assert cells == {column + row for column in columns for row in rows}


def test_NH_C3_outside_the_area_nothing_is_laid_and_a_clearing_stays_open() -> None:
    s = arranged(fresh(2), tiles=["WTWS"])
    assert refused(s, "lay WTWS d7").clause == "NH-C3"
    assert "lay WTWS d7" in legal(arranged(fresh(3), tiles=["WTWS"]))
    b = fresh(2, side="B")
    assert GAME.observe(b, 0)["board"]["d4"]["is"] == "open"
    assert "building" in GAME.observe(b, 0)["board"]["d4"]
    assert any(text.endswith(" d4") for text in legal(b, "lay"))


def test_NH_C4_printed_spaces_are_filled_from_the_start() -> None:
    s = arranged(fresh(2), tiles=["WTWS"])
    assert {name: here["face"] for name, here in GAME.observe(s, 0)["board"].items() if here["is"] == "printed"} == {
        "b6": "RSTT",
        "f6": "WSWT",
        "b2": "SRSW",
        "f2": "RRTW",
    }
    assert refused(s, "lay WTWS b6").clause == "NH-C4"


@pytest.mark.parametrize(("seats", "clearings"), [(2, 5), (3, 9), (4, 13)])
def test_NH_C5_side_B_has_settlements_and_clearings(seats: int, clearings: int) -> None:
    board = GAME.observe(fresh(seats, side="B"), 0)["board"]
    assert sum("building" in here for here in board.values()) == clearings
    assert not any(here["is"] == "printed" for here in board.values())
    parts = components("standard")
    assert (len(parts.settlements), len(parts.clearings)) == (8, 13)


def test_NH_C6_sixty_tiles_in_four_patterns_and_sixty_squares_of_each_resource() -> None:
    tiles = standard_tiles()
    assert len(tiles) == 60
    assert Counter("".join(tiles)) == dict.fromkeys(LETTERS, 60)
    patterns: Counter[str] = Counter()
    for tile in tiles:
        a, b, c, d = list(tile)
        counts = sorted(Counter((a, b, c, d)).values())
        twice = max(Counter((a, b, c, d)), key=(a + b + c + d).count)
        diagonal = (a == d == twice) or (b == c == twice)
        patterns["3+1" if counts == [1, 3] else "2+2" if counts == [2, 2] else "2+1+1 diagonal" if diagonal else "2+1+1"] += 1
        assert counts != [2, 2] or not diagonal
    assert patterns == {"3+1": 12, "2+2": 12, "2+1+1": 24, "2+1+1 diagonal": 12}


def test_NH_C6_tiles_turn_but_never_mirror() -> None:
    s = arranged(fresh(), tiles=["WWTS"])
    assert {text.split()[1] for text in legal(s, "lay")} == {"WWTS", "TWSW", "STWW", "WSWT"}
    assert refused(s, "lay WWST d4").clause == "NH-T1"
    assert turned(turned(turned(turned(27)))) == 27


def test_NH_C7_there_are_144_buildings_and_a_back_shows_the_resource_only() -> None:
    census = GAME.census(fresh())
    assert {name: n for name, n in census.items() if "-" in name} == {
        f"{r}-{n}": 6 for r in ("wheat", "timber", "sheep", "stone") for n in range(1, 7)
    }
    s = arranged(fresh(), hand=["wheat-5"], markers={"wheat": 3}, phase="build")
    play(s, "build wheat-5 c3 down")
    assert GAME.observe(s, 0)["seats"][0]["village"]["c3"] == {"resource": "wheat", "number": 5, "up": False, "under": 0}
    assert GAME.observe(s, 1)["seats"][0]["village"]["c3"] == {"resource": "wheat", "number": None, "up": False, "under": 0}


def test_NH_C8_rows_six_to_one_and_columns_five_four_three_four_five() -> None:
    values = GAME.observe(fresh(), 0)["values"]
    assert (values["numbers"], values["rows"], values["columns"]) == ([6, 5, 4, 3, 2, 1], [6, 5, 4, 3, 2, 1], [5, 4, 3, 4, 5])
    full = "\n".join(f"{row} W W W W W" for row in (6, 5, 4, 3, 2, 1))
    assert points(arranged(fresh(), village=full)) == 84


def test_NH_C9_two_unmarked_ponds_one_for_three_and_one_for_four() -> None:
    s = GAME.start(GAME.setup(4, side="B"))
    weight = dict(zip(map(GAME.spell, GAME.actions(s)), GAME.weights(s), strict=True))
    assert (weight["settle pond"], weight["settle pond-3"], weight["settle pond-4"]) == (480, 240, 240)


def test_NH_S1_two_to_four_players_in_the_given_order_or_drawn() -> None:
    for seats in (1, 5):
        with pytest.raises(BadSetup, match="2 to 4 players"):
            GAME.setup(seats)
    assert fresh(3).active == 0
    s = GAME.start(GAME.setup(3, first="drawn"))
    assert [GAME.spell(a) for a in GAME.actions(s)] == ["first 0", "first 1", "first 2"]
    assert GAME.turn(settle(play(s, "first 2"))) == 2


def test_NH_S2_five_buildings_lie_face_up_in_the_circles() -> None:
    s = GAME.start(GAME.setup(2))
    assert GAME.turn(s) == CHANCE
    play(s, "draw wheat-3", "draw wheat-3", "draw stone-6", "draw sheep-1", "draw timber-2")
    for reader in (0, 1, ONLOOKER):
        assert GAME.observe(s, reader)["circles"] == ["wheat-3", "wheat-3", "stone-6", "sheep-1", "timber-2"]
    assert GAME.weights(s)[GAME.actions(s).index(GAME.actions(s)[2])] == 4  # two of the six wheat 3 are out


def test_NH_S3_six_buildings_and_two_tiles_each_in_secret() -> None:
    s = fresh(3)
    for seat in range(3):
        assert (len(hand(s, seat)), len(tiles(s, seat))) == (6, 2)
        for reader in (0, 1, 2, ONLOOKER):
            shown = GAME.observe(s, reader)["seats"][seat]
            assert (shown["hand"] is not None, shown["tiles"] is not None) == (reader == seat, reader == seat)
            assert (shown["hand_size"], shown["tiles_size"]) == (6, 2)


def test_NH_S4_nobody_sees_the_face_of_a_shipment_before_it_is_turned_over() -> None:
    s = fresh(2)
    before = {reader: GAME.observe(s, reader)["unseen"]["tiles"] for reader in (0, 1)}
    assert all(seat["shipment"] for seat in GAME.observe(s, 0)["seats"])
    assert GAME.observe(s, 0)["pool"] == 60 - 2 * 2 - 2
    play(s, "ship d4 wheat")
    for reader in (0, 1, ONLOOKER):
        assert GAME.observe(s, reader)["board"]["d4"] == {"is": "shipment", "named": "wheat"}
        if reader in before:
            assert GAME.observe(s, reader)["unseen"]["tiles"] == before[reader]


def test_NH_S5_the_markers_begin_at_zero() -> None:
    assert set(GAME.observe(fresh(), 0)["markers"].values()) == {0}


def test_NH_S6_a_building_taken_openly_is_known_to_all() -> None:
    s = arranged(fresh(3), circles=["stone-6"], markers={}, phase="take", hand=["wheat-1"])
    s.draws = 2
    play(s, "take stone-6")
    assert [seat["known"] for seat in GAME.observe(s, 1)["seats"]] == [["stone-6"], [], []]
    assert [news.values for news in told(arranged(s, circles=["sheep-2"]), "take sheep-2", 2)] == [{"resource": "sheep", "number": 2}]


def test_NH_S6_what_was_taken_openly_is_in_every_guess_until_it_may_have_been_built_face_down() -> None:
    s = arranged(fresh(2), circles=["stone-6"], markers={}, phase="take", hand=["stone-1", "stone-2"], village=ONE_STONE_DOWN)
    s.draws = 1
    play(s, "take stone-6")
    guesses = [GAME.redeal(s, 1, Dice(seed)) for seed in range(40)]
    assert all("stone-6" in hand(guess) for guess in guesses)  # what lay face down before cannot be it
    later = play(arranged(s, markers={"stone": 1}, phase="build"), "build stone-2 b1 down")
    held = {"stone-6" in hand(GAME.redeal(later, 1, Dice(seed))) for seed in range(40)}
    assert held == {True, False}


def test_NH_S6_of_two_alike_the_one_built_face_up_is_known_no_more() -> None:
    s = arranged(fresh(2), circles=["stone-1", "stone-1"], markers={}, phase="take", hand=["wheat-1"])
    s.draws = 2
    play(s, "take stone-1", "take stone-1")
    built = play(arranged(s, markers={"stone": 2}, phase="build"), "build stone-1 a1 up")
    assert GAME.observe(built, 1)["seats"][0]["known"] == ["stone-1"]


def test_NH_S6_a_blind_draw_is_seen_by_its_owner_only_its_resource_too() -> None:
    s = arranged(fresh(3), phase="blind")
    s.draws = 1
    assert told(s, "draw wheat-3", 0)[0].values == {"resource": "wheat", "number": 3}
    for reader in (1, 2, ONLOOKER):
        assert told(s, "draw wheat-3", reader)[0] == told(s, "draw stone-6", reader)[0]
        assert told(s, "draw wheat-3", reader)[0].values == {}
    play(s, "draw wheat-3")
    assert GAME.observe(s, 1)["seats"][0]["known"] == []


def test_NH_S6_face_down_others_see_the_resource_not_the_number() -> None:
    s = arranged(fresh(), hand=["wheat-5", "wheat-2"], markers={"wheat": 3}, phase="build")
    assert told(s, "build wheat-5 c3 down", 1)[0] == told(s, "build wheat-2 c3 down", 1)[0]
    assert told(s, "build wheat-5 c3 down", 0)[0] != told(s, "build wheat-2 c3 down", 0)[0]
    play(s, "build wheat-5 c3 down")
    seen = [GAME.observe(s, reader)["seats"][0]["village"]["c3"] for reader in (0, 1, ONLOOKER)]
    assert [(here["resource"], here["number"]) for here in seen] == [("wheat", 5), ("wheat", None), ("wheat", None)]
    assert GAME.observe(s, 1)["bag"] == s.bag_total
    assert GAME.observe(s, 1)["pool"] == GAME.observe(s, 0)["pool"]


def test_another_tile_set_is_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "new-haven").mkdir()
    monkeypatch.setenv("NEWFOUND_SETS", str(tmp_path))
    text = (FOLDER / "sets" / "standard.toml").read_text(encoding="utf-8")
    (tmp_path / "new-haven" / "plain.toml").write_text(text.replace('"TSTS"', '"WWWW"'), encoding="utf-8")
    s = settle(GAME.start(GAME.setup(2, tiles="plain")))
    assert GAME.census(s)["tile WWWW"] == 2
    s = arranged(s, tiles=["WWWW"])
    assert legal(s, "lay WWWW d4") == {"lay WWWW d4"}  # four turns look alike: offered once
    assert gathered(s, "lay WWWW d4") == {"wheat": 4}
    assert GAME.parts(GAME.setup(2, tiles="plain")) != GAME.parts(GAME.setup(2))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"WTWS"', '"WTXS"', "WTXS in harvest.tiles is no tile"),
        ("copies = 6", "copies = 0", "buildings.copies is 0"),
        ("columns = [5, 4, 3, 4, 5]", "columns = [5, 4]", "5 whole numbers"),
        ('settlements = ["b6"', 'settlements = ["z9"', "z9 in settlements is no space"),
        ("[harvest]", "[harvests]", "no entry harvest.tiles"),
        ("unmarked = 2", "unmarked = 7", "more ponds than settlements"),
        ("[board]", "[board", "not valid TOML"),
        ('"WTWS", "SSSR", "TSTS", "SWSR", "SSSW",', "", "56 to 999 harvest tiles"),
    ],
)
def test_a_broken_set_is_refused_with_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, sentence: str
) -> None:
    (tmp_path / "new-haven").mkdir()
    monkeypatch.setenv("NEWFOUND_SETS", str(tmp_path))
    text = (FOLDER / "sets" / "standard.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "new-haven" / "broken.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadFile) as error:
        GAME.setup(2, tiles="broken")
    assert sentence in str(error.value)


def test_NH_T7_a_set_has_tiles_for_the_longest_match_on_its_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "new-haven").mkdir()
    monkeypatch.setenv("NEWFOUND_SETS", str(tmp_path))
    text = (FOLDER / "sets" / "standard.toml").read_text(encoding="utf-8")
    bare = text.replace('{ b6 = "RSTT", f6 = "WSWT", b2 = "SRSW", f2 = "RRTW" }', "{}")  # four more spaces to fill
    (tmp_path / "new-haven" / "bare.toml").write_text(bare, encoding="utf-8")
    assert GAME.setup(4, tiles="bare")
    (tmp_path / "new-haven" / "short.toml").write_text(bare.replace('"SRTS", "TRTR",', '"SRTS",'), encoding="utf-8")
    with pytest.raises(BadFile, match="60 to 999 harvest tiles, not 59"):
        GAME.setup(4, tiles="short")
