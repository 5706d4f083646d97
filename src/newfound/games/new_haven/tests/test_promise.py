"""The bots' promise of New Haven: what it sums quickly is the sum of the features that bench/weights.py fits."""

from __future__ import annotations

import pytest

from newfound import games
from newfound.core.ahead import Ahead
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER
from newfound.core.weights import read
from newfound.games.new_haven import evaluation, promise
from newfound.games.new_haven.state import TO_BUILD


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_promise_is_the_points_that_are_sure_and_the_weighted_features(seats: int) -> None:
    game, dice, seen = games.find("new-haven"), Dice(5), 0
    state, weights = game.start(game.setup(seats)), read(game.folder)[seats]
    while (turn := game.turn(state)) != OVER:
        if turn >= 0 and promise.moment(state) >= 0:
            for seat, score in enumerate(game.scores(state)):
                found = promise.features(state, seat)
                summed = sum(value * weight for value, weight in zip(found, weights, strict=True))
                assert promise.promise(state, seat) == pytest.approx(score.total + summed)
                seen += 1
        choices = game.actions(state) if turn >= 0 else [game.draw(state, dice)]
        game.apply(state, choices[dice.below(len(choices))])
    assert seen > 20


def test_NH_V1_quick_play_builds_over_what_lies_face_down() -> None:
    game = games.find("new-haven")
    ahead = Ahead(game.apply, game.copy, game.judge().evaluate)
    covered = 0
    for seed in range(12):
        state, dice = game.start(game.setup(2, redevelop=True)), Dice(seed)
        while game.turn(state) != OVER:
            if state.phase == TO_BUILD:
                action, before = evaluation.best_build(state), sum(state.under)
                assert action in game.actions(state)
                game.apply(state, action)
                covered += sum(state.under) - before
            elif (turn := game.turn(state)) == CHANCE:
                game.apply(state, game.draw(state, dice))
            else:
                game.apply(state, ahead.best(state, turn, game.actions(state), dice))
    assert covered
