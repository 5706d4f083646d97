"""`newfound serve` for tests, with luck that is the same in every run, whatever else is played there at the time.

The luck of a table follows from what is played, and from how many tables its host had before; that of a bot from where it thinks. The
server itself has no such setting: whoever knew it would know what is going to be drawn.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from newfound.host import making
from newfound.host.desk import Desk

made: Counter[str] = Counter()
blank = making.blank


def seeded(game: Any, setup: Any, seats: Any, host: str) -> Any:
    made[host] += 1
    table = blank(game, setup, seats, host)
    return replace(table, seed=hashlib.sha256(f"{game.name} {len(seats)} {table.options} {made[host]}".encode()).hexdigest())


def chance(self: Desk, bits: int) -> int:
    return Random(f"{self.table.seed} {self.story.serial} {bits}").getrandbits(bits)


if __name__ == "__main__":
    making.blank = seeded  # before anybody takes the one that is there
    Desk.chance = chance  # type: ignore[method-assign]
    from newfound.cli import main

    sys.argv[1:] = ["serve"]
    main()
