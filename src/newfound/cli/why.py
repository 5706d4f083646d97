"""Why an action is not legal: the text of a person made whole, then the game's own refusal. No input or output in here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, Final

from newfound.cli.choose import Choice, choose
from newfound.core.game import Game, Refusal

UNKNOWN: Final = "play.unknown"
MOST_ACTIONS: Final = 300_000  # beyond this, a game's spellings are not listed
SOME: Final = 200  # of the actions that a text begins, so many are asked about


@cache
def spellings(game: Game[Any]) -> tuple[str, ...]:
    """Of all actions, legal or not."""
    return tuple(game.spell(action) for action in range(game.n_actions)) if game.n_actions <= MOST_ACTIONS else ()


def whole(game: Game[Any], text: str) -> Choice:
    """The text read as any action of the game, legal or not."""
    return choose(spellings(game), text)


def explain(game: Game[Any], state: Any, text: str) -> Refusal:
    """Why this text, a whole action or the beginning of some, is not legal now.

    What the game says of the text as it stands, if that is more than how to write it; else the reason of most of the actions it begins.
    """
    words = text.lower().split()
    meant = [spelling for spelling in spellings(game) if words and _begins(spelling, words)]
    exact = [spelling for spelling in meant if spelling.lower().split()[: len(words)] == words]  # `lay 1,4` is not about 1,40
    meant = exact or meant
    asked = meant[:: max(1, len(meant) // SOME)]
    if not asked:
        return game.refuse(state, text)
    own = game.refuse(state, text)
    if exact and own.key != UNKNOWN and ".form" not in own.key:
        return own
    refusals = [game.refuse(state, spelling) for spelling in asked]
    reason, _ = Counter((refusal.key, refusal.clause) for refusal in refusals).most_common(1)[0]
    return next(refusal for refusal in refusals if (refusal.key, refusal.clause) == reason)


def _begins(spelling: str, words: list[str]) -> bool:
    """Whether each of these words begins the word of the spelling in its place."""
    spelt = spelling.lower().split()
    return len(spelt) >= len(words) and all(full.startswith(word) for full, word in zip(spelt, words, strict=False))


def misread(game: Game[Any], legal: list[str], text: str) -> Choice:
    """Where the text stops making sense: among the legal actions, or later, among all that the game has."""
    here, anywhere = choose(legal, text), whole(game, text)
    return anywhere if anywhere.stuck and len(anywhere.words) > len(here.words) else here


def nearest(choice: Choice, commands: Sequence[str]) -> list[str]:
    """What may have been meant by the misspelt word."""
    return get_close_matches(choice.stuck.lower(), [*choice.offers, *(commands if not choice.words else [])], 3)
