"""Random play inside the kernel chooses as if every legal action had been listed."""

from __future__ import annotations

from newfound.core.checks import setups
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER

from .. import GAME
from ..legal import any_lay


def test_NH_T1_NH_T2_a_lay_is_picked_as_from_the_list() -> None:
    seen = 0
    for number, setup in enumerate(setups(GAME)):
        state, dice = GAME.start(setup), Dice(number)
        while (turn := GAME.turn(state)) != OVER:
            legal = GAME.actions(state)
            if turn != CHANCE and GAME.spell(legal[-1]).startswith("lay"):
                seen += 1
                assert any_lay(state, Dice(seen)) == legal[Dice(seen).below(len(legal))]
            GAME.apply(state, GAME.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))])
    assert seen > 1000
