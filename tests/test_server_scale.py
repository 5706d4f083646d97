"""Several processes, and several hosts behind a proxy, serve the same matches. How fast, `bench/scale.py` measures on a quiet machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import networks
import postgres
import proxy

SCALE = Path(__file__).parent.parent / "bench" / "scale.py"
MATCHES, SECONDS = ("20", "20") if os.environ.get("NEWFOUND_ALL") else ("4", "3")


@pytest.mark.long
@pytest.mark.parametrize("servers", [["--processes", "1", "2"], ["--hosts", "2"]], ids=["processes", "hosts"])
def test_readers_anywhere_see_every_action_of_all_matches(servers: list[str]) -> None:
    if why := postgres.missing() or ("--hosts" in servers and (networks.missing() or proxy.missing())):
        pytest.skip(why)
    given = ["--matches", MATCHES, "--seconds", SECONDS, "--games", "new-haven"]
    done = subprocess.run([sys.executable, SCALE, *servers, *given], capture_output=True, text=True, check=True)
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in done.stdout.splitlines()[2:]]
    assert [row[0][0] for row in rows] == ["1", "2"]
    for row in rows:
        assert float(row[2]) > 0, done.stdout
        assert row[-1] == "0", done.stdout + done.stderr
