"""End and score: NH-E1 to NH-E4."""

from __future__ import annotations

import pytest

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER

from .table import GAME, arranged, fresh, legal, play, points, settle, told

COLUMN_A = "6 T . . . .\n5 T . . . .\n4 T . . . .\n3 T . . . .\n2 T . . . .\n1 T . . . ."


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("side", "turns"), [("A", 10), ("B", 9)])
def test_NH_E1_ends_with_one_open_space_after_equal_turns(seats: int, side: str, turns: int) -> None:
    s = fresh(seats, side=side)
    laid = [0] * seats
    while GAME.turn(s) != OVER:
        if GAME.observe(s, 0)["phase"] == "lay":
            laid[GAME.turn(s)] += 1
        play(s, sorted(legal(s))[-1])
        settle(s)
    assert (laid, s.open_left) == ([turns] * seats, 1)
    assert GAME.refuse(s, "pass").clause == "NH-E1"


def test_NH_E1_the_turn_is_completed_first_with_sharing_and_drawing() -> None:
    s = fresh(2)
    free = [cell for cell, here in GAME.observe(s, 0)["board"].items() if here["is"] == "open"]
    s = arranged(s, board=dict.fromkeys(free[2:], "WTSR"))
    play(s, sorted(legal(s, "lay"))[0])
    phases = set()
    while GAME.turn(s) != OVER:
        phases.add(GAME.observe(s, 0)["phase"])
        play(s, sorted(legal(s))[0])
    assert {"build", "take", "refill"} <= phases


def test_NH_E2_complete_lines_score_and_double_when_all_face_up() -> None:
    s = fresh()
    assert points(arranged(s, village=COLUMN_A)) == 10
    assert points(arranged(s, village=COLUMN_A.replace("3 T", "3 t"))) == 5
    assert points(arranged(s, village=COLUMN_A.replace("3 T", "3 ."))) == 0


def test_NH_E2_points_are_told_with_their_reason_and_cells() -> None:
    s = arranged(fresh(), village=COLUMN_A.replace("3 T", "3 ."), hand=["timber-3"], markers={"timber": 3}, phase="build")
    (news,) = [news for news in told(s, "build timber-3 a3 up") if news.points]
    assert (news.key, news.seat, news.points, news.cells) == ("news.column", 0, 10, ("a6", "a5", "a4", "a3", "a2", "a1"))
    assert GAME.scores(play(s, "build timber-3 a3 up"))[0].parts == (("score.rows", 0), ("score.columns", 10))


def test_NH_E3_buildings_in_hand_score_nothing() -> None:
    assert points(arranged(fresh(), hand=["wheat-1"] * 6)) == points(arranged(fresh(), hand=[])) == 0


def test_NH_E4_points_then_fewer_empty_spaces_then_fewer_in_hand_then_shared() -> None:
    s = fresh(3)
    higher = arranged(s, villages={1: COLUMN_A})
    assert GAME.ranking(higher) == [2, 1, 2]
    fuller = arranged(s, villages={0: COLUMN_A.replace("6 T .", "6 T S"), 1: COLUMN_A})
    assert GAME.ranking(fuller)[:2] == [1, 2]
    lighter = arranged(s, villages={0: COLUMN_A, 1: COLUMN_A}, hands={0: ["wheat-1", "wheat-1"], 1: ["wheat-1"]})
    assert GAME.ranking(lighter) == [2, 1, 3]
    shared = arranged(s, villages={0: COLUMN_A, 1: COLUMN_A}, hands={0: ["wheat-1"], 1: ["stone-6"]})
    assert GAME.ranking(shared) == [1, 1, 3]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_NH_E1_the_last_round_is_told_when_it_begins(seats: int) -> None:
    s, laid, left = fresh(seats), 0, []
    dice = Dice(1)
    while GAME.turn(s) != OVER:
        legal = GAME.actions(s)
        action = GAME.draw(s, dice) if GAME.turn(s) == CHANCE else legal[dice.below(len(legal))]
        if any(news.key == "news.last" for news in GAME.tell(s, action, ONLOOKER)):
            left.append(laid)
        laid += GAME.spell(action).startswith(("lay", "ship"))
        GAME.apply(s, action)
    assert [laid - count for count in left] == [seats]


def test_NH_E2_NH_V3_the_final_count_names_rows_columns_and_charters_in_order() -> None:
    s = arranged(fresh(2, charters=True), villages={0: "6 T T t T T\n" + COLUMN_A.partition("\n")[2], 1: COLUMN_A})
    counted = [(news.key, news.seat, news.values, news.points) for news in GAME.reckoning(s)]
    assert counted == [
        ("count.row", 0, {"line": "6", "double": False}, 6),
        ("count.column", 0, {"line": "a", "double": True}, 10),
        ("count.column", 1, {"line": "a", "double": True}, 10),
    ]
    assert GAME.reckoning(s)[0].cells == ("a6", "b6", "c6", "d6", "e6")
