"""Drives the real command, with a copy of the template as its game."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from newfound.games import _template

NEWFOUND = [sys.executable, "-m", "newfound"]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def interrupt(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What it says when it is interrupted. It has a session of its own, of which nothing is left, also where it does not stop."""
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


@dataclass
class Shell:
    """A folder to work in, where Tide Pool is a game."""

    folder: Path

    @staticmethod
    def at(folder: Path) -> Shell:
        shutil.copytree(Path(_template.__file__).parent, folder / "games" / "tide_pool", ignore=shutil.ignore_patterns("__pycache__"))
        return Shell(folder)

    @property
    def env(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "LC_MESSAGES", "COLUMNS")}
        return kept | {"NEWFOUND_GAMES": str(self.folder / "games"), "LANG": "C.UTF-8", "TERM": "xterm"}

    def run(self, *words: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*NEWFOUND, *words], input=typed, env=self.env | env, cwd=self.folder, capture_output=True, text=True, timeout=120, check=False
        )

    def good(self, *words: str, typed: str = "", **env: str) -> str:
        done = self.run(*words, typed=typed, **env)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout

    def mistake(self, *words: str, code: int = 2, typed: str = "", **env: str) -> str:
        """One sentence on standard error, nothing else, and no traceback."""
        done = self.run(*words, typed=typed, **env)
        assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
        assert done.stderr.startswith("newfound: "), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
        return done.stderr.removeprefix("newfound: ").strip()

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, encoding="utf-8")
        return name
