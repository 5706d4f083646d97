"""What the bots go by: no clause, but it should be right on average."""

from __future__ import annotations

import pytest

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER
from newfound.games.new_world import GAME
from newfound.games.new_world.evaluation import evaluate
from newfound.games.new_world.state import TO_DRAW, State


def best(state: State) -> int:
    """What whoever decides likes best, one decision ahead."""
    seat, found = GAME.turn(state), []
    for action in GAME.actions(state):
        after = GAME.copy(state)
        GAME.apply(after, action)
        points = evaluate(after)
        found.append((points[seat] - max(points[:seat] + points[seat + 1 :]), action))
    return max(found)[1]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_turn_alone_changes_no_expectation(seats: int) -> None:
    """Whoever has a turn wins something by it, as was to be expected: else every position would look better before a turn than after it."""
    changes: list[float] = []
    for seed in range(6):
        state, dice = GAME.start(GAME.setup(seats)), Dice(seed)
        before: tuple[int, float] | None = None
        while (turn := GAME.turn(state)) != OVER:
            if turn == CHANCE and state.phase == TO_DRAW:
                seat, found = int(state.active), evaluate(state)
                if before is not None:
                    changes.append(found[before[0]] - before[1])
                before = (seat, found[seat])
            GAME.apply(state, GAME.draw(state, dice) if turn == CHANCE else best(state))
    assert abs(sum(changes) / len(changes)) < 1.2
