"""A run of the tests leaves no process behind, whatever ends it, and whatever signals its caller ignores."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import leftovers

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells what a process was started with")

LEAVES = """
    import subprocess, time, leftovers
    def test_it():
        left = subprocess.Popen(["sleep", "1000"], start_new_session=True)
        (leftovers.folder() / "kept").touch()
        print(left.pid, flush=True)
"""


def run(folder: Path, body: str, *words: str) -> subprocess.Popen[str]:
    """The tests' own set-up, for one test somewhere else."""
    (folder / "test_it.py").write_text("\n".join(line[4:] for line in body.splitlines()), encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if name not in (leftovers.MARK, "PYTEST_ADDOPTS")}
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "conftest", "-s", "-q", "test_it.py", *words],
        env=kept | {"PYTHONPATH": str(ROOT), "TMPDIR": str(folder)},
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("more", [[], ["-n", "1"]], ids=["alone", "shared out"])
def test_what_still_runs_at_the_end_is_a_failure_and_is_ended(tmp_path: Path, more: list[str]) -> None:
    running = run(tmp_path, LEAVES, *more)
    said = running.communicate(timeout=120)[0]
    assert running.returncode == 1
    assert "running: sleep 1000" in said
    assert leftovers.left(str(running.pid)) == {}
    assert not list(tmp_path.glob(f"{leftovers.FOLDERS}*"))


def test_nothing_is_left_of_a_run_that_is_killed(tmp_path: Path) -> None:
    running = run(tmp_path, LEAVES + "        time.sleep(1000)\n", "-n", "1")
    until = time.monotonic() + 60
    while not any(words == "sleep 1000" for words in leftovers.left(str(running.pid)).values()) and time.monotonic() < until:
        time.sleep(0.1)
    running.kill()
    running.communicate()
    while leftovers.left(str(running.pid)) and time.monotonic() < until:
        time.sleep(0.1)
    assert leftovers.left(str(running.pid)) == {}
    assert not list(tmp_path.glob(f"{leftovers.FOLDERS}*"))


def test_a_caller_may_ignore_signals() -> None:
    """As a script does with what it starts in the background, and nohup."""
    test = ROOT / "tests" / "test_cli_checks.py"
    ignored = 'trap \'\' INT HUP; exec "$0" -m pytest -q -p no:cacheprovider "$1::test_soak_stops_politely"'
    done = subprocess.run(["sh", "-c", ignored, sys.executable, test], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
