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


def test_money_markers_figures_and_points() -> None:
    state, dice = GAME.start(GAME.setup(3)), Dice(1)
    while (turn := GAME.turn(state)) != OVER:
        for seat in range(3):
            shown, view = fields(state, seat), GAME.observe(state, seat)
            players = view["seats"][seat:] + view["seats"][:seat]
            assert shown["money"] == [player["money"] for player in players] + [0]
            assert shown["points"] == [player["score"] for player in players] + [0]
            assert shown["marker"] == [int(player["marker"] == marker) for player in players for marker in range(1, 11)] + [0] * 10
            assert shown["placed"] == [count for player in players for count in player["figures"].values()] + [0] * 3
        legal = GAME.actions(state)
        GAME.apply(state, GAME.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))])
