"""Quick play, for the bots: no clause, but it keeps to the rules."""

from __future__ import annotations

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER

from .. import GAME
from ..evaluation import good_purchase
from ..state import TO_BUY


def test_quick_play_buys_what_is_legal() -> None:
    state, dice, bought = GAME.start(GAME.setup(3)), Dice(3), 0
    while (turn := GAME.turn(state)) != OVER:
        legal = GAME.actions(state)
        if state.phase == TO_BUY:
            assert good_purchase(state, dice) in legal
            bought += 1
        GAME.apply(state, GAME.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))])
    assert bought > 40
