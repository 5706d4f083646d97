"""Quick play, for the bots: no clause, but it keeps to the rules."""

from __future__ import annotations

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER

from .. import GAME
from ..evaluation import best_build
from ..state import TO_BUILD


def test_quick_play_builds_what_is_legal() -> None:
    state, dice, built = GAME.start(GAME.setup(2)), Dice(3), 0
    while (turn := GAME.turn(state)) != OVER:
        legal = GAME.actions(state)
        if state.phase == TO_BUILD:
            assert best_build(state) in legal
            built += 1
        GAME.apply(state, GAME.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))])
    assert built > 20
