"""How many ways a match can go on. Two programs that agree on these numbers agree on the rules."""

from __future__ import annotations

from typing import Any

from newfound.core.game import Game


def sequences(game: Game[Any], state: Any, depth: int) -> int:
    """All sequences of so many actions from here, luck's among them; those that end early do not count."""
    legal = game.actions(state)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = game.copy(state)
        game.apply(after, action)
        total += sequences(game, after, depth - 1)
    return total
