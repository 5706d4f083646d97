"""Every kind of illegal action is refused with its clause and a sentence, in three languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from newfound.core.game import find_action
from newfound.core.rulebook import clauses
from newfound.core.speech import tell_refusal
from newfound.core.text import LANGUAGES, game_catalog
from newfound.games.new_world import GAME
from newfound.games.new_world.setfile import FOLDER

from .table import Table
from .test_features import MARCH


def to_lay() -> Table:
    table = Table().turns("NW01 1,10 r0 farm")
    table.do("tile NW53")
    return table


def to_settle() -> Table:
    """A crossing at the end of a trail that has a robber; its other two arms are free."""
    table = Table().turns("NW42 1,4 r1 trail-e\nNW01 1,10 r0")
    table.do("tile NW53")
    table.do("lay 2,4 r0")
    return table


def beside_a_rival() -> Table:
    """The same, and the robber is another's."""
    return to_settle().but(settlers=[[1, "1,4", "trail-e"]])


def crossing() -> Table:
    """NW55 looks the same however it is turned."""
    table = Table()
    table.do("tile NW55")
    return table


def ring() -> Table:
    """NW21 shows one town twice, in the north and in the east."""
    table = Table().turns("NW01 1,10 r0\nNW11 1,11 r3\nNW11 1,12 r0\nNW10 2,11 r2")
    table.do("tile NW21")
    table.do("lay 2,12 r0")
    return table


def to_score() -> Table:
    return Table(4).turns(MARCH)


def to_draw() -> Table:
    return Table()


def over() -> Table:
    return Table().but(phase="over")


REFUSED = [
    (to_lay, "settle nobody", "NW-T1", "the tile in hand is to be laid"),
    (to_lay, "lay 1,4", "NW-T1", "This is written: lay 3,5 r1"),
    (to_lay, "lay here r0", "NW-T1", "This is written: lay 3,5 r1"),
    (to_lay, "lay 1,4 r4", "NW-T1", "This is written"),
    (to_lay, "lay 01,04 r0", "NW-T1", "This is written"),
    (to_lay, "lay 1,-0 r0", "NW-T1", "This is written"),
    (to_lay, "lay 0,4 r0", "NW-T3", "tiles lie in column 1 and further west"),
    (to_lay, "lay 1,10 r0", "NW-T1", "a tile in column 1, row 10 already"),
    (to_lay, "lay 9,9 r0", "NW-T1", "does not touch any tile"),
    (to_lay, "lay 9999,9999 r0", "NW-T1", "does not touch any tile"),
    (to_lay, "lay 101,111 r0", "NW-T1", "does not touch any tile"),
    (to_lay, "lay 101,-100 r0", "NW-T1", "does not touch any tile"),
    (to_lay, "lay 2,11 r0", "NW-T1", "only touches corners"),
    (to_lay, "lay 2,10 r0", "NW-T2", "to the east its trail would meet a plain. Turned otherwise it fits."),
    (to_lay, "lay 1,2 r0", "NW-T2", "however it is turned. As it is now, to the east its trail would meet a town."),
    (crossing, "lay 1,4 r1", "NW-T1", "Turned by 90 degrees this tile looks the same as turned by 0"),
    (to_settle, "lay 3,4 r0", "NW-T5", "time to settle the tile just laid"),
    (to_settle, "settle", "NW-T5", "This is written: settle town-n"),
    (to_settle, "settle town-n please", "NW-T5", "This is written: settle town-n"),
    (to_settle, "settle north", "NW-T5", "This is written: settle town-n"),
    (to_settle, "settle farm", "NW-T5", "There is no farm there"),
    (to_settle, "settle trail-n", "NW-T5", "There is no trail there"),
    (to_settle, "settle trail-e", "NW-T6", "A settler of yours is on that trail already."),
    (beside_a_rival, "settle trail-e", "NW-T6", "Another player's settler is on that trail already."),
    (to_settle, "settle plain-ene", "NW-T5", "On this tile that plain is called plain-nnw"),
    (ring, "settle town-e", "NW-T5", "On this tile that town is called town-n"),
    (ring, "settle plain-nnw", "NW-T5", "There is no plain there"),
    (to_score, "settle nobody", "NW-F6", "a completed feature is to be chosen"),
    (to_score, "score nobody", "NW-F6", "This is written: score town-n"),
    (to_score, "score town-w", "NW-F2", "There is no town there"),
    (to_score, "score farm", "NW-F3", "There is no farm there"),
    (to_score, "score farm-n", "NW-F3", "There is no farm there"),
    (to_score, "score farm-ne", "NW-F3", "There is no farm there"),
    (to_score, "score farm-w", "NW-F3", "That farm is not completed"),
    (to_draw, "first 0", "NW-T1", "a tile is to be drawn"),
    (to_draw, "tile NW99", "NW-C1", "There is no tile NW99 in the pile"),
    (to_draw, "tile", "NW-T1", "This is written: tile NW31"),
    (over, "lay 1,1 r0", "NW-E1", "the match is over"),
]


@pytest.mark.parametrize(("table", "text", "clause", "sentence"), REFUSED, ids=[f"{row[0].__name__}: {row[1]}" for row in REFUSED])
def test_refused(table: Callable[[], Table], text: str, clause: str, sentence: str) -> None:
    state = table().state
    assert find_action(GAME, state, text) is None
    refusal = GAME.refuse(state, text)
    assert refusal.clause == clause
    assert clause in clauses(FOLDER)
    assert sentence in tell_refusal(game_catalog(FOLDER, "en"), refusal)
    for language in LANGUAGES:
        assert tell_refusal(game_catalog(FOLDER, language), refusal)


def test_a_completed_feature_is_refused_by_another_of_its_names_or_when_nobody_is_on_it() -> None:
    table = Table(4).turns(MARCH).but(settlers=[[1, "1,7", "farm"], [1, "1,6", "town-e"]])
    assert table.refused("score town-n").startswith("NW-F7 Nobody is on that town")
    twice = ring().but(phase="score", settlers=[[0, "1,11", "town-s"]])
    assert twice.legal == {"score town-n"}
    assert twice.refused("score town-e") == "NW-F6 On this tile that town is called town-n."


def test_NW_F5_what_has_been_scored_is_not_scored_again() -> None:
    table = to_score()
    table.do("score farm-s")
    assert table.refused("score farm-s") == "NW-F5 That farm has been scored already."


def test_the_first_player_must_have_a_seat() -> None:
    assert GAME.refuse(GAME.start(GAME.setup(3)), "first 3").key == "refuse.no_seat"


@pytest.mark.parametrize("text", ["", "   ", "xyzzy", "jump 3,5", "1,4 r0"])
def test_what_is_no_action_is_unknown(text: str) -> None:
    assert GAME.refuse(to_lay().state, text).key == "play.unknown"
