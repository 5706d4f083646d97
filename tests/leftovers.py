"""What a run of the tests has started and not ended: found by a mark in the environment, which every process hands on.

As a program it waits for its input to end, as it does however the run ends, killed too, and then ends what is left.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

MARK: Final = "NEWFOUND_TEST_RUN"
FOLDERS: Final = "newfound-run-"  # of what is kept outside pytest's own folder
PATIENCE: Final = 20.0  # seconds in which what is ending has ended


def watch() -> subprocess.Popen[bytes]:
    """From here on, what this process starts bears its mark."""
    os.environ[MARK] = str(os.getpid())
    return subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, start_new_session=True)


def folder() -> Path:
    """A new one, which ends with the run."""
    return Path(tempfile.mkdtemp(prefix=f"{FOLDERS}{os.environ.get(MARK, '')}-"))


def left(run: str, but: tuple[int, ...] = ()) -> dict[int, str]:
    """The processes of a run, and what they are. Only Linux tells."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile, or is somebody else's
            if int(process.name) not in but and f"{MARK}={run}".encode() in (process / "environ").read_bytes().split(b"\0"):
                found[int(process.name)] = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    return found


def settled(run: str, but: tuple[int, ...] = ()) -> dict[int, str]:
    """What is left when it has had time to end."""
    until = time.monotonic() + PATIENCE
    while (found := left(run, but)) and time.monotonic() < until:
        time.sleep(0.1)
    return found


def end(run: str) -> None:
    for how in (signal.SIGTERM, signal.SIGKILL):
        for process in settled(run, (os.getpid(),)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, how)
    for kept in Path(tempfile.gettempdir()).glob(f"{FOLDERS}{run}-*"):
        shutil.rmtree(kept, ignore_errors=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdin.read()
    end(os.environ[MARK])
