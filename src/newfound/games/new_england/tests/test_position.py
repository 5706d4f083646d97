"""Positions as JSON: what is dumped can be loaded, and nothing is kept behind."""

from __future__ import annotations

import gc
import json
import tracemalloc

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER

from .table import GAME, fresh, view


def test_positions_are_json_and_come_back() -> None:
    s, dice = fresh(4), Dice(3)
    while GAME.turn(s) != OVER:
        actions = GAME.actions(s)
        GAME.apply(s, GAME.draw(s, dice) if GAME.turn(s) == CHANCE else actions[dice.below(len(actions))])
        if dice.below(10) == 0:
            loaded = GAME.load(json.loads(json.dumps(GAME.dump(s))))
            assert view(loaded) == view(s)
            assert GAME.actions(loaded) == GAME.actions(s)


def test_dumping_and_loading_leaves_nothing_in_memory() -> None:
    """Arrays handed from interpreted to compiled code would never be freed."""
    s = fresh(3, first_game=True)
    GAME.playout(s, Dice(1))
    position = GAME.dump(s)

    def work() -> None:
        for _ in range(50):
            loaded = GAME.load(position)
            GAME.dump(GAME.copy(loaded))
            GAME.refuse(loaded, "buy crop3 a9 b9 a8")
            GAME.census(loaded)

    work()
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    work()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 20_000
