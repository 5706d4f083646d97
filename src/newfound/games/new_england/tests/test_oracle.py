"""Every decision of many random matches, judged by an independent slow oracle that knows the view alone."""

from __future__ import annotations

import os

import pytest

from newfound.core.checks import setups
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER, Setup

from .oracle import Judge
from .table import GAME

SEEDS = 8 if os.environ.get("NEWFOUND_ALL") else 2  # in all 36,000 decisions, or 9,000


@pytest.mark.parametrize("setup", setups(GAME), ids=lambda setup: " ".join(map(str, (setup.seats, *setup.options.values()))))
def test_the_kernel_and_the_oracle_agree(setup: Setup) -> None:
    for seed in range(SEEDS):
        dice = Dice(seed * 1000 + setup.seats)
        s = GAME.start(setup)
        laid = False
        while (turn := GAME.turn(s)) != OVER:
            actions = GAME.actions(s)
            if turn == CHANCE:
                GAME.apply(s, GAME.draw(s, dice))
                continue
            judge = Judge(GAME.observe(s, ONLOOKER))
            assert [score.total for score in GAME.as_it_stands(s)] == judge.ended_now()
            assert {GAME.spell(action) for action in actions} == judge.legal()
            assert len(actions) < 2000
            laid = laid or judge.view["round"] > 0
            assert not laid or set(judge.areas()) == {1}, "NE-L2: exactly one area of each land"
            assert not judge.rivals_touch()
            assert all(seat["money"] >= 0 for seat in judge.view["seats"])
            GAME.apply(s, eager(actions, dice))


def eager(actions: list[int], dice: Dice) -> int:
    """A random action, but turns seldom end while something can be bought: boards fill up, and corners are reached."""
    action = actions[dice.below(len(actions))]
    buying = [a for a in actions if GAME.spell(a).split()[0] in ("buy", "store", "use", "draw")]
    if buying and dice.below(4):
        return buying[dice.below(len(buying))]
    return action
