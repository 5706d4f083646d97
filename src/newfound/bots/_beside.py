"""Trees grown beside a bot's own, each in a process of its own, to be added up: JSON lines in and out, to `_grower.py`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any, Final, TypedDict

from newfound.core.game import Game, Json

Grown = list[tuple[int, int, float, float]]  # of each action at the root: itself, how often it was tried, its rewards, its leads
GROWER: Final = "newfound.bots._grower"
SLACK: Final = 0.5  # seconds for an answer to arrive


class Answer(TypedDict):
    """What a grower has to say."""

    grown: Grown
    seen: float  # the share of its simulations
    took: float  # seconds of its processor


@dataclass
class Growing:
    """A grower, and its lines as they come."""

    process: subprocess.Popen[str]
    lines: SimpleQueue[str] = field(default_factory=SimpleQueue)

    def __post_init__(self) -> None:
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.lines.put(line)
        self.lines.put("")


class Beside:
    """Started when they are first asked; they end with their input. One that fails, or says nothing in time, is done without."""

    def __init__(self, game: Game[Any], count: int, simulations: int, seconds: float | None) -> None:
        self.package = game.start.__module__.rpartition(".")[0]  # in which another process finds the same game
        self.count = count
        self.simulations = simulations
        self.seconds = seconds
        self._growing: list[Growing] | None = None
        self._until: float | None = None

    def ask(self, position: Json, seat: int, seeds: list[int], chosen: int | None, asked: float) -> None:
        """Each grows a tree of this position, which the seat cannot tell from the true one, with a seed of its own.
        `chosen` is what was done at the position before."""
        if self._growing is None:
            self._growing = [Growing(self._start()) for _ in range(self.count)]
        self._until = None if self.seconds is None else asked + self.seconds + SLACK
        for one, seed in zip(self._growing, seeds, strict=False):
            with suppress(OSError):
                _say(one.process.stdin, {"position": position, "seat": seat, "seed": seed, "chosen": chosen, "asked": asked})

    def answers(self) -> list[Answer]:
        """What they have grown, in their order."""
        found: list[Answer] = []
        for one in list(self._growing or ()):
            line = ""
            with suppress(Empty):
                line = one.lines.get(timeout=None if self._until is None else max(0.0, self._until - time.monotonic()))
            if line:
                found.append(json.loads(line))
            else:
                self._end(one)
        return found

    def _end(self, one: Growing) -> None:
        assert self._growing is not None
        one.process.kill()
        one.process.wait()
        self._growing.remove(one)

    def _start(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", GROWER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # whoever presses Ctrl-C speaks to this process
        )
        _say(process.stdin, {"package": self.package, "simulations": self.simulations, "seconds": self.seconds})
        return process

    def close(self) -> None:
        """Whatever they are at, they end now."""
        for one in list(self._growing or ()):
            self._end(one)
        self._growing = None


def _say(to: IO[str] | None, message: Json) -> None:
    assert to is not None
    to.write(json.dumps(message) + "\n")
    to.flush()
