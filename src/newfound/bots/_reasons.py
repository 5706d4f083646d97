"""Why an action is good or bad, in points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from newfound.core.faces import Evaluation
from newfound.core.game import Game


@dataclass(frozen=True)
class Reason:
    """`why.<key>` in the catalog of the bots says it."""

    key: str
    points: float


def reasons(game: Game[Any], judge: Evaluation[Any], state: Any, action: int) -> tuple[Reason, ...]:
    """What an action does at once, by the game's evaluation: points won, promise made, rivals held back, material kept or spent."""
    seat = game.turn(state)
    after = game.copy(state)
    game.apply(after, action)
    before, then = judge.evaluate(state), judge.evaluate(after)
    won = float(sum(news.points for news in game.tell(state, action, seat) if news.seat == seat))
    kept = judge.material(after, seat) - judge.material(state, seat)
    rivals = [other for other in range(len(before)) if other != seat]
    denied = max(before[other] for other in rivals) - max(then[other] for other in rivals)
    found = (("won", won), ("promise", then[seat] - before[seat] - won - kept), ("denied", denied), ("kept", kept))
    return tuple(Reason(key, round(points, 2)) for key, points in found if abs(points) >= 0.05)
