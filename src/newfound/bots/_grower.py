"""A process that grows one tree beside those of others: see `_beside.py`. It is sent guesses, never the true position."""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module

from newfound.bots._beside import Answer
from newfound.bots.search import Grower


def main() -> None:
    first = json.loads(sys.stdin.readline())
    grower = Grower(import_module(first["package"]).GAME, first["simulations"], first["seconds"])
    for line in sys.stdin:
        began = time.process_time()
        grown = grower.grow(json.loads(line))
        answer: Answer = {"grown": grown, "seen": grower.bot.seen, "took": time.process_time() - began}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
