"""A worker: one process in which bots think and reviews are worked out. A line of JSON in, a line of JSON out.

A bot is sent a position in which everything hidden from its seat has been redealt: the true one comes here only of a match that is over.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress

from newfound import bots, games
from newfound.core.problem import BadSetup
from newfound.host.thinking import bot_of, think
from newfound.review import pieces
from newfound.server.family import end_with_parent


def main() -> None:
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(5)  # people first
    answers, sys.stdout = sys.stdout, sys.stderr  # a bot that prints does not spoil the answer
    for name in games.names():
        with suppress(BadSetup):  # a game that cannot be loaded is not asked about
            bot_of(bots.usual(games.find(name)), name)  # what takes a while the first time is done before the first question
    for line in sys.stdin:
        try:
            asked = json.loads(line)
            answer = pieces.work(asked) if pieces.KIND in asked else think(asked)
        except Exception as error:  # a bot's fault ends its thought, not the worker
            answer = {"fault": f"{type(error).__name__}: {error}"[:300]}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
