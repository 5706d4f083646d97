"""NE-L1 to NE-L3: where land may be laid."""

from __future__ import annotations

from .table import arranged, legal, play, plots, refused, view

AREAS = """
9  .   .   .   .   .   .
8  .   C0= -   .   C1= -
7  .   .   .   .   .   .
6  .   .   P1  .   .   .
"""


def test_NE_L1_beside_ones_own_land_of_the_same_kind() -> None:
    s = arranged(AREAS, offer="cropland pasture settlement")
    assert plots(s, "buy cropland") == {"a8", "b9", "c9", "b7", "c7"}  # d8 touches the rival's cropland
    assert plots(s, "buy pasture") == set()
    assert plots(s, "buy settlement") == set()
    assert refused(s, "buy cropland a5").clause == "NE-L1"
    assert refused(s, "buy cropland c8").key == "refuse.occupied"


def test_NE_L1_start_tile_or_land_tile_plain_or_used() -> None:
    s = arranged("5 C0# C0 .", offer="cropland")
    assert {"a6", "a4", "b6", "b4", "c5"} == plots(s, "buy cropland")


def test_NE_L1_it_lies_plain_side_up() -> None:
    s = play(arranged("5 C0# .", offer="cropland"), "buy cropland b5")
    assert view(s)["tiles"][1] == {"plots": ["b5"], "seat": 0, "land": "cropland", "used": False, "figure": None}


def test_NE_L2_never_beside_a_rivals_land_of_the_same_kind() -> None:
    s = arranged(AREAS, offer="cropland")
    refusal = refused(s, "buy cropland d8")
    assert refusal.clause == "NE-L2"
    assert refusal.cells == ("e8",)
    assert refusal.values["family"] == "palmer"


def test_NE_L2_corners_and_other_lands_may_touch() -> None:
    s = arranged("5 C0 . .\n4 . . C1\n3 . . .", offer="cropland")
    assert "b5" in plots(s, "buy cropland")  # corner to corner with c4
    s = arranged("5 C0 . S1", offer="cropland")
    assert "b5" in plots(s, "buy cropland")  # edge to edge with settlement


def test_NE_L2_used_plots_of_a_rival_still_keep_one_away() -> None:
    s = arranged("5 C0 . C1#", offer="cropland")
    assert refused(s, "buy cropland b5").clause == "NE-L2"


def test_NE_L3_an_area_may_be_shut_in() -> None:
    s = arranged("9 C0 S1\n8 P2 .", offer="cropland")
    assert not legal(s, "buy cropland")
    assert refused(s, "buy cropland b8").clause == "NE-L3"


def test_NE_L3_laid_tiles_stay() -> None:
    s = arranged("9 C0 C0p P0", offer="cropland")
    assert not legal(s, "move a9")
    assert {text.split()[0] for text in legal(s)} == {"buy", "move", "end"}
