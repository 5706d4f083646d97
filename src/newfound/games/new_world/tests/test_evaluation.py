"""What the bots go by: no clause, but it should be right on average."""

from __future__ import annotations

import pytest

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER
from newfound.games.new_world import GAME
from newfound.games.new_world.evaluation import evaluate, good_lay
from newfound.games.new_world.state import TO_DRAW, TO_LAY, State


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


def test_quick_play_lays_what_is_legal() -> None:
    state, dice, laid = GAME.start(GAME.setup(3)), Dice(3), 0
    while (turn := GAME.turn(state)) != OVER:
        legal = GAME.actions(state)
        if state.phase == TO_LAY:
            assert good_lay(state, dice) in legal
            laid += 1
        GAME.apply(state, GAME.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))])
    assert laid > 60
