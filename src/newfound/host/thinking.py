"""What a bot is asked, and what it answers. Where it thinks is each host's own matter.

It is sent a position in which everything hidden from the bot's seat has been redealt: the true one never comes here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final

from newfound import bots, games
from newfound.bots import Bot, Guess
from newfound.bots.search import Searching, Thought
from newfound.core.dice import Dice
from newfound.core.game import Game, Json, guesses
from newfound.review.outlook import Outlook
from newfound.review.reasons import ALIKE, CLOSE, Reason, reasons

BEST: Final = 5  # how many actions a bot comments on
LINES: Final = 320  # of play to the end, by which it says why
WHY_SECONDS: Final = 1.0  # for that; where the rules run too slowly, nothing is said


@dataclass(frozen=True)
class Job:
    """A position that the bot's seat cannot tell from the true one."""

    game: str
    level: str
    seat: int
    position: Json
    seed: int
    why: bool = False  # whether it is to say what it thought


@cache
def bot_of(level: str, game: str) -> Bot:
    return bots.make(level, games.find(game))


def think(job: Json, bot_of: Callable[[str, str], Bot] = bot_of) -> Json:
    """The spelling of what the bot does; if it is asked why and can say, what it thinks of the best few actions, and why the first of them
    is better than the second, as a review says it."""
    game = games.find(job["game"])
    seen, seat, dice = game.load(job["position"]), job["seat"], Dice(job["seed"])
    guess = guesses(game, seen, seat, dice)
    bot = bot_of(job["level"], job["game"])
    if not job["why"] or not isinstance(bot, Searching):
        return {"action": game.spell(bot.choose(guess, dice)), "thoughts": [], "reasons": []}
    best = bot.explain(guess, dice, BEST)
    why = _why(game, guess, seat, best, dice)
    thoughts = [asdict(thought) | {"action": game.spell(thought.action)} for thought in best]
    return {"action": thoughts[0]["action"], "thoughts": thoughts, "reasons": [asdict(reason) for reason in why]}


def _why(game: Game[Any], guess: Guess, seat: int, best: Sequence[Thought], dice: Dice) -> tuple[Reason, ...]:
    """Why the first is better than the second. That they are alike is not said where the leads shown beside it say otherwise."""
    if len(best) < 2:
        return ()
    first, second = best[:2]
    apart = first.shown - second.shown > CLOSE / 2 * game.judge().SCALE
    found = reasons(Outlook(game), guess, seat, first.action, second.action, dice, LINES, WHY_SECONDS)
    return tuple(one for one in found if one.kind != ALIKE or not apart)
