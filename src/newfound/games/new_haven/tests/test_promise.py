"""The bots' promise of New Haven: what it sums quickly is the sum of the features that bench/weights.py fits."""

from __future__ import annotations

import pytest

from newfound import games
from newfound.core.dice import Dice
from newfound.core.game import OVER
from newfound.games.new_haven import promise


@pytest.mark.parametrize("seats", [2, 4])
def test_the_promise_is_the_points_that_are_sure_and_the_weighted_features(seats: int) -> None:
    game, dice, seen = games.find("new-haven"), Dice(5), 0
    state = game.start(game.setup(seats))
    while (turn := game.turn(state)) != OVER:
        if turn >= 0 and promise.moment(state) >= 0:
            for seat, score in enumerate(game.scores(state)):
                found = promise.features(state, seat)
                summed = sum(value * weight for value, weight in zip(found, promise.WEIGHTS, strict=True))
                assert promise.promise(state, seat) == pytest.approx(score.total + summed)
                seen += 1
        choices = game.actions(state) if turn >= 0 else [game.draw(state, dice)]
        game.apply(state, choices[dice.below(len(choices))])
    assert seen > 20
