"""Quick play, for the bots: no clause, but it keeps to the rules."""

from __future__ import annotations

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER

from .. import GAME
from ..evaluation import candidates, good_purchase
from ..state import TO_BUY
from .table import arranged


def test_quick_play_buys_what_is_legal() -> None:
    state, dice, bought = GAME.start(GAME.setup(3)), Dice(3), 0
    while (turn := GAME.turn(state)) != OVER:
        legal = GAME.actions(state)
        if state.phase == TO_BUY:
            assert good_purchase(state, dice) in legal
            bought += 1
        GAME.apply(state, GAME.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))])
    assert bought > 40


def test_in_the_last_round_no_card_is_stored() -> None:
    """It would never be used; earlier it may."""
    for left, stores in (("pasture barn", False), ("pasture " * 9 + "barn " * 9, True)):
        s = arranged("9  P0b P0 C1", offer="settle4 pasture", left=left)
        legal, worth = ({GAME.spell(action) for action in found} for found in (GAME.actions(s), candidates(s)))
        assert "store settle4" in legal
        assert ("store settle4" in worth) == stores
        assert legal - worth <= {"store settle4"}
