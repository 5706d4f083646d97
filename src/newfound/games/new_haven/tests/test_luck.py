"""Luck is drawn by its weights: the first player, settlements, buildings, tiles, the shipment. Fixed dice, so never by chance."""

from __future__ import annotations

from collections import Counter

import pytest

from newfound.core.dice import Dice
from newfound.core.game import CHANCE
from newfound.games.new_haven.state import State

from .table import GAME, arranged, fresh, hand, legal, play

THROWS = 6000


def at_phase(phase: str) -> State:
    """A match that has come to this phase of luck, with some of everything gone."""
    s = GAME.start(GAME.setup(3, side="B", first="drawn"))
    if phase == "reveal":
        s = play(fresh(3), "ship d4 wheat", "pass", "pass", "pass")
    dice = Dice(7)
    steps = 0
    while GAME.observe(s, 0)["phase"] != phase or steps < 4:
        if phase == "begin":
            break
        steps += 1
        GAME.apply(s, GAME.draw(s, dice) if GAME.turn(s) == CHANCE else GAME.actions(s)[-1] if legal(s, "take") else GAME.actions(s)[0])
    return s


def surprise(drawn: Counter[str], weights: dict[str, int]) -> float:
    """How far from what is expected, in standard deviations of chi square."""
    assert set(drawn) <= set(weights)
    share = drawn.total() / sum(weights.values())
    chi_square = sum((drawn[what] - weight * share) ** 2 / (weight * share) for what, weight in weights.items())
    freedom = len(weights) - 1
    return float((chi_square - freedom) / (2 * freedom) ** 0.5)


@pytest.mark.parametrize("phase", ["begin", "settle", "circles", "deal", "blind", "reveal", "tile"])
def test_NH_S1_NH_S2_NH_T6_NH_T7_NH_X1_luck_is_drawn_by_its_weights(phase: str) -> None:
    s = at_phase(phase)
    dice = Dice(1)
    drawn = Counter(GAME.spell(GAME.draw(s, dice)) for _ in range(THROWS))
    assert surprise(drawn, dict(zip(map(GAME.spell, GAME.actions(s)), GAME.weights(s), strict=True))) < 4


def test_random_play_chooses_every_action_equally_often() -> None:
    circles = ["wheat-1", "wheat-6", "timber-2", "sheep-3", "stone-4"]
    s = arranged(fresh(2), circles=circles, hand=[], phase="take")
    s.draws = 1
    s.open_left = 1  # the last decision of the match
    dice = Dice(1)
    taken: Counter[str] = Counter()
    for _ in range(THROWS // 4):
        end = GAME.copy(s)
        GAME.playout(end, dice)
        taken.update(hand(end))
    assert surprise(taken, dict.fromkeys(circles, 1)) < 4
