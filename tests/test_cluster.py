"""The same run here and on a Ray cluster of two nodes. Slow to start: only with NEWFOUND_ALL, and where Ray is installed."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from newfound.research.arena import Plan, Result, play
from newfound.research.workers import on_cluster, results

PLAN = Plan("new-haven", 2, ("search", "greedy"))
COUNT = 8
HOST = "127.0.0.2"
wanted = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install newfound[cluster]")


def in_order(found: list[Result]) -> list[Result]:
    return sorted((replace(result, seconds=()) for result in found), key=lambda result: result.number)


def node(*words: str) -> subprocess.Popen[bytes]:
    """One node of the cluster, on a loopback address of its own; it runs until it is ended."""
    ray = Path(sys.executable).with_name("ray")
    limits = ["--block", "--num-cpus=1", "--object-store-memory=80000000", "--disable-usage-stats"]
    return subprocess.Popen([str(ray), "start", *limits, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


@pytest.mark.long
@wanted
def test_a_cluster_of_two_nodes_plays_the_very_same_matches() -> None:
    port = free_port()
    nodes = [node("--head", f"--node-ip-address={HOST}", f"--port={port}", "--include-dashboard=false")]
    try:
        until = time.monotonic() + 60
        while not is_listening(port) and time.monotonic() < until:
            time.sleep(0.5)
        nodes.append(node(f"--address={HOST}:{port}", "--node-ip-address=127.0.0.3"))
        there = in_order(list(on_cluster(play, PLAN, range(COUNT), f"{HOST}:{port}")))
    finally:
        for one in reversed(nodes):
            one.terminate()
            one.wait(30)
    assert there == in_order(list(results(play, PLAN, range(COUNT), 1)))
