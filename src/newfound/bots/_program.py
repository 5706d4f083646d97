"""A bot that is a program of its own, in any language: JSON lines on its standard input and output. See docs/bot-protocol.md."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from contextlib import suppress
from typing import Any, Final

from newfound.bots import BotLost, Guess
from newfound.core.dice import SEEDS, Dice
from newfound.core.game import Game

PROTOCOL: Final = 1
DEADLINE: Final = 10.0  # seconds for an answer
LONGEST: Final = 1 << 20  # characters in a line


class Program:
    """Started at its first decision, ended by `close`. It sees what its seat may know and nothing else."""

    def __init__(self, game: Game[Any], command: str, deadline: float = DEADLINE) -> None:
        self.game = game
        self.command = shlex.split(command)
        self.deadline = deadline
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str | None] = queue.Queue()

    def choose(self, guess: Guess, dice: Dice) -> int:
        state = guess()
        seat, legal = self.game.turn(state), self.game.actions(state)
        if self.process is None:
            self._begin(seat, len(self.game.scores(state)), int(dice.below(SEEDS)))
        spelt = {self.game.spell(action): action for action in legal}
        self._tell({"type": "observe", "view": self.game.observe(state, seat), "position": self.game.dump(state)})
        self._tell({"type": "act", "actions": list(spelt), "deadline": self.deadline})
        answer = self._hear("action")
        action = answer.get("action")
        if not isinstance(action, str) or action not in spelt:
            raise BotLost("bot.illegal", action=str(action)[:80])
        return spelt[action]

    def _begin(self, seat: int, seats: int, seed: int) -> None:
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                bufsize=1,
            )
        except (OSError, IndexError) as error:
            raise BotLost("bot.absent", command=" ".join(self.command), why=str(error)) from error
        threading.Thread(target=_read, args=(self.process, self.lines), daemon=True).start()
        self._tell({"type": "hello", "protocol": PROTOCOL})
        if self._hear("hello").get("protocol") != PROTOCOL:
            raise BotLost("bot.protocol", protocol=PROTOCOL)
        self._tell({"type": "match", "game": self.game.name, "edition": self.game.edition, "seats": seats, "seat": seat, "seed": seed})

    def _tell(self, message: Any) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise BotLost("bot.crashed", code=str(self.process.poll())) from error

    def _hear(self, kind: str) -> dict[str, Any]:
        assert self.process is not None
        try:
            line = self.lines.get(timeout=self.deadline)
        except queue.Empty:
            raise BotLost("bot.late", seconds=str(self.deadline)) from None
        if line is None:
            self.process.wait(1.0)
            raise BotLost("bot.crashed", code=str(self.process.poll()))
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or answer.get("type") != kind:
            raise BotLost("bot.garbled", kind=kind, line=line.strip()[:80])
        return answer

    def close(self) -> None:
        """Says that the match is over and waits a moment; a program that does not end is ended."""
        if self.process is None:
            return
        try:
            self._tell({"type": "over"})
            self.process.wait(1.0)
        except (BotLost, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):  # what could not be said to a program that is gone
                if stream is not None:
                    stream.close()
        self.process = None


def _read(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    """Hands over line by line; None once there will be no more."""
    assert process.stdout is not None
    with suppress(OSError, ValueError):  # closed while it was read, or no text at all
        while line := process.stdout.readline(LONGEST):
            lines.put(line)
    lines.put(None)
