"""The worked examples of the printed rules. Three players, side A; tiles are top left, top right, bottom left, bottom right."""

from __future__ import annotations

import pytest

from .table import arranged, cell, fresh, gathered, play, points, spaces

LATER = {(1, 4): "WSWW", (0, 4): "TSWS", (4, 1): "SSSR", (5, 4): "RRWT", (1, 2): "SRTR", (0, 5): "WWWT"}


def lay(board: dict[tuple[int, int], str], at: tuple[int, int], tile: str) -> dict[str, int]:
    """What this tile yields on this board, beside the printed spaces."""
    s = arranged(fresh(3), board={cell(*where): face for where, face in board.items()}, tiles=[tile])
    return gathered(s, f"lay {tile} {cell(*at)}")


def test_example_1_NH_T3_six_wheat_three_sheep_one_timber() -> None:
    assert lay({(1, 4): "WSWW"}, (0, 4), "TSWS") == {"wheat": 6, "sheep": 3, "timber": 1}


@pytest.mark.parametrize(
    ("at", "tile", "yields"),
    [
        ((4, 1), "SSSR", {"sheep": 5, "stone": 2}),
        ((5, 4), "RRWT", {"stone": 4, "timber": 2, "wheat": 1}),
        ((1, 2), "SRTR", {"sheep": 2, "timber": 3, "stone": 2}),
    ],
)
def test_example_2_NH_C4_printed_spaces_count_in_chains(at: tuple[int, int], tile: str, yields: dict[str, int]) -> None:
    assert lay({}, at, tile) == yields


@pytest.mark.parametrize(
    ("at", "tile", "yields"),
    [
        ((2, 5), "WTST", {"wheat": 10, "timber": 3, "sheep": 1}),
        ((4, 2), "STRR", {"stone": 4, "sheep": 6, "timber": 1}),
        ((6, 5), "TWRR", {"wheat": 2, "timber": 3, "stone": 2}),
        ((3, 3), "TRTS", {"timber": 2, "stone": 1, "sheep": 1}),
    ],
)
def test_example_3_NH_T3_later_in_the_same_match(at: tuple[int, int], tile: str, yields: dict[str, int]) -> None:
    assert lay(LATER, at, tile) == yields


def test_example_4_NH_B4_a_stone_building_goes_only_next_to_stone() -> None:
    s = arranged(
        fresh(),
        hand=["stone-1"],
        markers={"stone": 9},
        phase="build",
        village="""
            6  .  .  .  .  .
            5  R  .  .  .  .
            4  .  .  .  .  .
            3  .  .  .  .  .
            2  .  .  .  .  .
            1  .  .  .  .  .""",
    )
    assert spaces(s, "stone-1") == {"a6", "a4", "b5"}


VILLAGE = """
    6  T  .  .  .  .
    5  T  T  .  .  .
    4  T  T  S  S  S
    3  {}  W  W  S  R
    2  W  .  .  .  .
    1  W  W  .  .  ."""


def test_example_5_NH_E2_two_rows_and_a_column_all_face_up() -> None:
    s = arranged(fresh(), village=VILLAGE.format("W"))
    assert points(s) == 2 * 4 + 2 * 3 + 2 * 5 == 24


def test_example_5_NH_E2_the_second_column_filled_face_down() -> None:
    s = arranged(fresh(), village=VILLAGE.replace("6  T  .", "6  T  T").format("W"), hand=["wheat-6"], markers={"wheat": 2}, phase="build")
    before = points(s)
    play(s, "build wheat-6 b2 down")
    assert points(s) == before + 4


def test_example_5_NH_E2_one_building_face_down_costs_eight() -> None:
    assert points(arranged(fresh(), village=VILLAGE.format("w"))) == 24 - 8
