"""A worker: one process in which bots think. A line of JSON in, a line of JSON out.

It is sent a position in which everything hidden from the bot's seat has been redealt: the true one never comes here.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from typing import Final

from newfound import bots, games
from newfound.bots import Bot
from newfound.bots.search import Searching
from newfound.core.dice import Dice
from newfound.core.game import Json, guesses
from newfound.core.problem import BadSetup

BEST: Final = 5  # how many actions a bot comments on


@cache
def _bot(level: str, game: str) -> Bot:
    return bots.make(level, games.find(game))


def think(job: Json) -> Json:
    """The spelling of what the bot does; if it is asked why and can say, what it thinks of the best few actions."""
    game = games.find(job["game"])
    seen, seat, dice = game.load(job["position"]), job["seat"], Dice(job["seed"])
    guess = guesses(game, seen, seat, dice)
    bot = _bot(job["level"], job["game"])
    if not job["why"] or not isinstance(bot, Searching):
        return {"action": game.spell(bot.choose(guess, dice)), "thoughts": []}
    thoughts = [asdict(thought) | {"action": game.spell(thought.action)} for thought in bot.explain(guess, dice, BEST)]
    return {"action": thoughts[0]["action"], "thoughts": thoughts}


def end_with_parent() -> None:
    """Linux ends this process when the one that started it has ended, however it ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def main() -> None:
    end_with_parent()
    os.nice(5)  # people first
    answers, sys.stdout = sys.stdout, sys.stderr  # a bot that prints does not spoil the answer
    for name in games.names():
        with suppress(BadSetup):  # a game that cannot be loaded is not asked about
            _bot(bots.usual(games.find(name)), name)  # what takes a while the first time is done before the first question
    for line in sys.stdin:
        try:
            answer = think(json.loads(line))
        except Exception as error:  # a bot's fault ends its thought, not the worker
            answer = {"fault": f"{type(error).__name__}: {error}"[:300]}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
