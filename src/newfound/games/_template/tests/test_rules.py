"""Every clause of Tide Pool. A test is named after the clause it would miss."""

from __future__ import annotations

import pytest

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER
from newfound.core.match import Match, Refused
from newfound.core.problem import BadSetup
from newfound.core.rulebook import clauses

from .. import GAME
from ..components import CELL_NAMES, KINDS, SIDE
from ..state import State


def position(drawing: str, hand: str = "CC", seats: int = 2, seat: int = 0) -> State:
    """The drawing as a position of `seat` to play: C clam, S snail, * star, U urchin. The others hold two clams each."""
    letters = "CS*U"
    data = GAME.dump(GAME.start(GAME.setup(seats)))
    rows = [line.split() for line in drawing.strip().splitlines()]
    pool = [letters.find(letter) for row in rows for letter in row]
    hands = [[letters.index(letter) for letter in (hand if at == seat else "CC")] for at in range(seats)]
    data["pool"] = pool
    data["laid"] = sum(kind >= 0 for kind in pool)
    data["hands"] = [held.count(kind) for held in hands for kind in range(4)]
    data["bag"] = [20 - pool.count(kind) - sum(held.count(kind) for held in hands) for kind in range(4)]
    return GAME.load(data | {"phase": 1, "seat": seat})


def match_at(state: State) -> Match[State]:
    return Match(GAME, GAME.setup(int(state.seats)), (), state)


def dealt(*shells: str, seats: int = 2, toss: bool = True) -> Match[State]:
    """A match with these shells drawn from the bag, in order. Tests choose the luck."""
    match = Match.new(GAME, GAME.setup(seats, toss=toss))
    for shell in shells:
        match = match.play(CHANCE, f"draw {shell}")
    return match


def refusal(match: Match[State], text: str) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(Refused) as caught:
        match.play(match.turn, text)
    return caught.value.refusal.clause, caught.value.refusal.cells


EMPTY = ". . . .\n" * 4


def test_TM_C1_seven_of_each_of_four_kinds() -> None:
    assert GAME.census(GAME.start(GAME.setup(2))) == dict.fromkeys(KINDS, 7)
    match = dealt("clam", "clam", "clam", "clam", seats=4).play(CHANCE, "draw clam").play(CHANCE, "draw clam").play(CHANCE, "draw clam")
    assert refusal(match, "draw clam") == ("TM-C1", ())


def test_TM_C2_four_by_four() -> None:
    assert len(CELL_NAMES) == SIDE * SIDE == 16
    assert (CELL_NAMES[0], CELL_NAMES[-1]) == ("a4", "d1")


def test_TM_S1_two_to_four_players_and_seat_0_begins() -> None:
    with pytest.raises(BadSetup):
        GAME.setup(5)
    assert dealt("clam", "clam", "star", "star").turn == 0


def test_TM_S2_two_shells_each_that_nobody_else_sees() -> None:
    match = dealt("clam", "star", "snail", "snail")
    assert GAME.observe(match.state, 0)["players"][0]["hand"] == {"clam": 1, "snail": 0, "star": 1, "urchin": 0}
    for reader in (1, ONLOOKER):
        assert GAME.observe(match.state, reader)["players"][0] == {"held": 2, "tossed": False, "points": 0}


def test_TM_T1_from_the_hand_to_an_empty_cell() -> None:
    match = dealt("clam", "star", "snail", "snail")
    assert refusal(match, "lay urchin a1") == ("TM-T1", ())
    match = match.play(0, "lay clam a1").play(CHANCE, "draw clam")
    assert refusal(match, "lay snail a1") == ("TM-T1", ("a1",))


def test_TM_T2_every_shell_but_the_first_touches_one() -> None:
    state = position("""
        . . . .
        . C . .
        . . . .
        . . . .""")
    cells = {GAME.spell(action).split()[-1] for action in GAME.actions(state) if GAME.spell(action).startswith("lay")}
    assert cells == {"b4", "a3", "c3", "b2"}
    assert refusal(match_at(state), "lay clam d1") == ("TM-T2", ("d1",))
    assert len(GAME.actions(position(EMPTY))) == 16 + 1  # anywhere, or toss


def test_TM_T3_toss_once_and_only_if_the_option_is_on() -> None:
    assert refusal(dealt("clam", "star", "snail", "snail", toss=False), "toss clam") == ("TM-T3", ())
    match = dealt("clam", "star", "snail", "snail").play(0, "toss clam").play(CHANCE, "draw urchin")
    match = match.play(1, "lay snail a1").play(CHANCE, "draw snail")
    assert refusal(match, "toss star") == ("TM-T3", ())
    assert [news.key for news in GAME.tell(match.state, match.legal(0, "lay star a2"), 1)] == ["news.lay"]


def test_TM_T3_nobody_else_sees_which() -> None:
    match = dealt("clam", "star", "snail", "snail")
    clam, star = match.legal(0, "toss clam"), match.legal(0, "toss star")
    assert GAME.tell(match.state, clam, 1) == GAME.tell(match.state, star, 1)
    assert GAME.tell(match.state, clam, 0) != GAME.tell(match.state, star, 0)


def test_TM_T4_draw_at_the_end_of_the_turn() -> None:
    match = dealt("clam", "star", "snail", "snail")
    assert refusal(match, "draw clam") == ("TM-T4", ())
    match = match.play(0, "lay clam a1")
    assert match.turn == CHANCE
    assert match.play(CHANCE, "draw star").turn == 1


def test_TM_P1_a_point_for_each_of_its_kind_that_it_touches() -> None:
    state = position("""
        . C . .
        C . S .
        . C . .
        . . . .""")
    told = GAME.tell(state, match_at(state).legal(0, "lay clam b3"), ONLOOKER)
    assert [(news.key, news.points, news.cells) for news in told[1:]] == [("news.beside", 3, ("b4", "a3", "b2"))]


def test_TM_P2_four_for_a_row_of_all_kinds_and_eight_for_row_and_column() -> None:
    state = position("""
        S . . .
        * . . .
        U . . .
        . S * U""")
    match = match_at(state).play(0, "lay clam a1")
    assert GAME.scores(match.state)[0].parts == (("score.beside", 0), ("score.lines", 8))


def test_TM_P2_not_if_a_kind_lies_twice() -> None:
    state = position("""
        S . . .
        S . . .
        U . . .
        . . . .""")
    assert GAME.scores(match_at(state).play(0, "lay clam a1").state)[0].total == 0


FULL_BUT_ONE = """
    C S C S
    S C S C
    C S C S
    S C S ."""


def test_TM_E1_the_last_shell_ends_the_match() -> None:
    match = match_at(position(FULL_BUT_ONE, hand="*U")).play(0, "lay star d1")
    assert match.turn == OVER
    assert GAME.refuse(match.state, "lay urchin d1").clause == "TM-E1"


@pytest.mark.parametrize(
    ("points", "tossed", "places"),
    [([5, 3], [1, 0], [1, 2]), ([4, 4], [1, 0], [2, 1]), ([4, 4, 1], [0, 0, 0], [1, 1, 3])],
)
def test_TM_E2_points_then_whoever_has_not_tossed(points: list[int], tossed: list[int], places: list[int]) -> None:
    data = GAME.dump(position(FULL_BUT_ONE, seats=len(points))) | {"beside": points, "tossed": tossed}
    assert GAME.ranking(GAME.load(data)) == places


def test_every_clause_is_in_all_three_rulebooks() -> None:
    assert list(clauses(GAME.folder, "fr")) == list(clauses(GAME.folder, "de")) == list(clauses(GAME.folder))


def test_a_known_match_ends_as_it_always_did() -> None:
    """Golden: if this changes, saved matches mean something else, and the edition must go up."""
    state = GAME.start(GAME.setup(3))
    GAME.playout(state, Dice(1))
    assert [score.total for score in GAME.scores(state)] == [0, 3, 2]
