"""What the bots go by: no clause, but it should be right on average."""

from __future__ import annotations

from functools import partial

import pytest

from newfound.bots.greedy import make
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER
from newfound.games.new_world import GAME
from newfound.games.new_world.evaluation import evaluate
from newfound.games.new_world.state import TO_DRAW


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_turn_alone_changes_no_expectation(seats: int) -> None:
    """Whoever has a turn wins something by it, as was to be expected: else every position would look better before a turn than after it."""
    changes: list[float] = []
    for seed in range(6):
        state, dice, bot = GAME.start(GAME.setup(seats)), Dice(seed), make(GAME)
        before: tuple[int, float] | None = None
        while (turn := GAME.turn(state)) != OVER:
            if turn == CHANCE and state.phase == TO_DRAW:
                seat, found = int(state.active), evaluate(state)
                if before is not None:
                    changes.append(found[before[0]] - before[1])
                before = (seat, found[seat])
            action = GAME.draw(state, dice) if turn == CHANCE else bot.choose(partial(GAME.copy, state), dice)
            GAME.apply(state, action)
    assert abs(sum(changes) / len(changes)) < 1.2
