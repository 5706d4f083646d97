"""What a bot knows of a game beyond its interface: the `evaluation` module in the game's folder, where there is one.

`evaluate(state)` gives the points each seat may expect at the end. `rollout(state, dice)` plays on plausibly, in place, as far as
`evaluate` then knows best. `material(state, seat)` is the part of that which a seat holds unspent. `candidates(state)`, where there is
one, are the legal actions worth looking at. `SCALE` is the lead in points that nearly decides a match, `RATE` the simulations that one
core makes in a second, `SHARPNESS`, where there is one, how far the search goes by the evaluation alone.
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
class Reason:
    """Why an action is good or bad, in points: `why.<key>` in the catalog of the bots says it."""

    key: str
    points: float


@dataclass(frozen=True)
class Judge:
    evaluate: Callable[[Any], list[float]]
    rollout: Callable[[Any, Dice], None]
    scale: float
    rate: int
    material: Callable[[Any, int], float]
    candidates: Callable[[Any], list[int]]
    sharpness: float = 12.0


def judge(game: Game[Any]) -> Judge:
    package = game.playout.__module__.rpartition(".")[0]
    if find_spec(f"{package}.evaluation") is None:
        return Judge(
            lambda state: [float(score.total) for score in game.scores(state)],
            game.playout,
            20.0,
            1000,
            lambda _state, _seat: 0.0,
            game.actions,
        )
    module: Any = import_module(f"{package}.evaluation")
    candidates, sharpness = getattr(module, "candidates", game.actions), getattr(module, "SHARPNESS", Judge.sharpness)
    return Judge(module.evaluate, module.rollout, module.SCALE, module.RATE, module.material, candidates, sharpness)


def margin(points: Sequence[float], seat: int) -> float:
    """The lead of a seat over the best of the others."""
    return points[seat] - max(other for at, other in enumerate(points) if at != seat)


def reasons(game: Game[Any], judged: Judge, state: Any, action: int) -> tuple[Reason, ...]:
    """What an action does at once, by the game's evaluation: points won, promise made, rivals held back, material kept or spent."""
    seat = game.turn(state)
    after = game.copy(state)
    game.apply(after, action)
    before, then = judged.evaluate(state), judged.evaluate(after)
    won = float(sum(news.points for news in game.tell(state, action, seat) if news.seat == seat))
    kept = judged.material(after, seat) - judged.material(state, seat)
    rivals = [other for other in range(len(before)) if other != seat]
    denied = max(before[other] for other in rivals) - max(then[other] for other in rivals)
    found = (("won", won), ("promise", then[seat] - before[seat] - won - kept), ("denied", denied), ("kept", kept))
    return tuple(Reason(key, round(points, 2)) for key, points in found if abs(points) >= 0.05)
