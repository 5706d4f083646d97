"""What a bot knows of a game beyond its interface: the `evaluation` module in the game's folder, where there is one.

`evaluate(state)` gives the points each seat may expect at the end. `rollout(state, dice)` plays on plausibly, in place, as far as
`evaluate` then knows best. `SCALE` is the lead in points that nearly decides a match, `RATE` the simulations that one core makes in a second.
A game without that module is judged by its points so far, and played on at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from newfound.core.dice import Dice
from newfound.core.game import Game


@dataclass(frozen=True)
class Judge:
    evaluate: Callable[[Any], list[float]]
    rollout: Callable[[Any, Dice], None]
    scale: float
    rate: int


def judge(game: Game[Any]) -> Judge:
    package = game.playout.__module__.rpartition(".")[0]
    if find_spec(f"{package}.evaluation") is None:
        return Judge(lambda state: [float(score.total) for score in game.scores(state)], game.playout, 20.0, 1000)
    module: Any = import_module(f"{package}.evaluation")
    return Judge(module.evaluate, module.rollout, module.SCALE, module.RATE)


def margin(points: Sequence[float], seat: int) -> float:
    """The lead of a seat over the best of the others."""
    return points[seat] - max(other for at, other in enumerate(points) if at != seat)
