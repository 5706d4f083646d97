"""The tensor says what the view says, seen from the seat that looks."""

from __future__ import annotations

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER
from newfound.core.tensor import Tensor, places

from .. import GAME
from ..faces import tensor
from ..state import State


def fields(state: State, seat: int) -> dict[str, list[int]]:
    """The numbers of each field that is not a map."""
    found = Tensor.of(tensor())
    numbers, starts = [int(n) for n in found.sheet(state, seat).data], places(found.fields)
    return {field.name: numbers[starts[field.name] :][: field.size] for field in found.fields if not field.map}


def test_surveyors_supplies_and_the_pile() -> None:
    state, dice = GAME.start(GAME.setup(3)), Dice(1)
    while (turn := GAME.turn(state)) != OVER:
        view = GAME.observe(state, 0)
        for seat in range(3):
            shown = fields(state, seat)
            assert shown["surveyors"] == list(view["surveyors"])
            assert shown["left"] == [view["left"]] == [sum(shown["pile"])]
            assert shown["supply"] == [view["supply"][(seat + other) % 3] for other in range(3)] + [0, 0]
        legal = GAME.actions(state)
        GAME.apply(state, GAME.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))])
