"""How many actions a second, by server processes and by hosts, on one PostgreSQL.

    python bench/scale.py                    1, 2, 3 and 4 processes
    python bench/scale.py --hosts 2          so many servers, each in a network namespace of its own, behind nginx (as root)

Each match has two people who act as fast as they are answered. The load, the servers and PostgreSQL share this machine: what counts
is the processor time that each of them takes for an action. Loopback and namespaces only; it stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import httpx
import load
from websockets.asyncio.client import connect

import postgres
import proxy
from newfound import games
from serving import Server

load.EVERY = 0.0
BRIDGE = f"nf{os.getpid()}"  # of this run alone
NET = f"10.231.{os.getpid() % 250 + 1}"


def below(pid: int) -> list[int]:
    """This process and all that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    return [pid, *(one for child in children.read_text(encoding="ascii").split() for one in below(int(child)))] if children.exists() else []


def seconds(pids: list[int]) -> float:
    used = 0
    for pid in pids:
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists():
            words = stat.read_text(encoding="ascii").rpartition(")")[2].split()
            used += int(words[11]) + int(words[12])
    return used / os.sysconf("SC_CLK_TCK")


def megabytes(pids: list[int]) -> list[int]:
    found = [Path(f"/proc/{pid}/status").read_text(encoding="ascii").partition("VmRSS:")[2].split() for pid in pids]
    return [int(words[0]) // 1024 for words in found if words]


class Visit(load.Load):
    """Through an address of its own, which may be a proxy's."""

    def __init__(self, server: Server, url: str, names: list[str]) -> None:
        super().__init__(server, names, 0)
        self.url = url
        self.trust = ssl.create_default_context() if url.startswith("https") else None
        if self.trust is not None:
            self.trust.check_hostname, self.trust.verify_mode = False, ssl.CERT_NONE

    async def people(self) -> None:
        for name in ("Ann", "Bob"):
            client = httpx.AsyncClient(base_url=self.url, timeout=60, verify=False)
            (await client.post("/api/me", json={"name": name})).raise_for_status()
            self.http.append(client)

    async def match(self, number: int) -> None:
        """One after the other: on a quick machine a match is over before anything is measured."""
        while self.playing:
            await super().match(number)

    async def sit(self, client: httpx.AsyncClient, code: str) -> load.Reader:
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        address = f"{self.url.replace('http', 'ws')}/api/tables/{code}/socket"
        headers = {"Cookie": cookie}
        return load.Reader(
            await connect(address, additional_headers=headers, compression=None, max_size=None, open_timeout=60, ssl=self.trust)
        )


async def measure(servers: list[Server], url: str, database: int, given: argparse.Namespace) -> str:
    visit, matches, wait = Visit(servers[0], url, given.games), given.matches, given.seconds
    await visit.people()
    tasks = [asyncio.create_task(visit.match(number)) for number in range(matches)]
    while visit.live < matches and not any(task.done() for task in tasks):
        await asyncio.sleep(0.1)
    await asyncio.sleep(5)  # until the bots' processes have begun too
    serving = [pid for server in servers if server.process for pid in below(server.process.pid)]
    own, keeping = seconds(serving), seconds(below(database))
    visit.measuring, began = True, time.perf_counter()
    await asyncio.sleep(wait)
    took = time.perf_counter() - began
    visit.measuring = visit.playing = False
    own, keeping = seconds(serving) - own, seconds(below(database)) - keeping
    done = await asyncio.gather(*tasks, return_exceptions=True)
    for client in visit.http:
        await client.aclose()
    delays = sorted(visit.delays) or [float("nan")]
    failures = visit.failures + sum(isinstance(one, BaseException) for one in done)
    each = 1000 / len(delays)
    cells = [str(matches), f"{len(delays) / took:.0f}", f"{1000 * statistics.median(delays):.1f} ms"]
    cells += [f"{1000 * delays[int(len(delays) * 0.95)]:.1f} ms", f"{own * each:.2f} ms", f"{keeping * each:.2f} ms"]
    return " | ".join([*cells, f"{max(megabytes(serving))} MB", str(failures)])


@contextmanager
def host(number: int) -> Iterator[str]:
    """A network namespace with an address of its own on a bridge; the words that run a command in it."""
    name, address = f"{BRIDGE}-{number}", f"{NET}.{number + 1}/24"
    for words in (
        f"netns add {name}",
        f"link add {name} type veth peer name eth0 netns {name}",
        f"link set {name} master {BRIDGE} up",
        f"-n {name} addr add {address} dev eth0",
        f"-n {name} link set eth0 up",
        f"-n {name} link set lo up",
    ):
        subprocess.run(["ip", *words.split()], check=True)
    try:
        yield name
    finally:
        subprocess.run(["ip", "netns", "del", name], check=False)


@contextmanager
def bridge() -> Iterator[None]:
    for words in (f"link add {BRIDGE} type bridge", f"addr add {NET}.1/24 dev {BRIDGE}", f"link set {BRIDGE} up"):
        subprocess.run(["ip", *words.split()], check=True)
    try:
        yield
    finally:
        subprocess.run(["ip", "link", "del", BRIDGE], check=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2, 3, 4])
    parser.add_argument("--hosts", type=int, default=0)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--games", nargs="*", default=games.names())
    parser.add_argument("--seconds", type=float, default=15.0)
    given = parser.parse_args()
    print("| servers | matches | actions a second | median | p95 | server CPU per action | PostgreSQL's | largest process | failures |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    with ExitStack() as stack:
        if given.hosts:
            stack.enter_context(bridge())
        cluster = stack.enter_context(postgres.cluster(f"{NET}.0/24" if given.hosts else ""))
        for count in [1, given.hosts] if given.hosts else given.processes:
            with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
                print(f"| {_run(running, Path(folder), cluster, count, given)} |", flush=True)


def _run(running: ExitStack, folder: Path, cluster: postgres.Cluster, count: int, given: argparse.Namespace) -> str:
    database, quiet = cluster.database(), {"NEWFOUND_BOTS": "1"}
    servers = []
    for number in range(1, count + 1) if given.hosts else [0]:
        place = folder / str(number)
        place.mkdir()
        if given.hosts:
            name = running.enter_context(host(number))
            settings = quiet | {"NEWFOUND_HOST": f"{NET}.{number + 1}", "NEWFOUND_PROXIES": f"{NET}.1"}
            server = Server(place, database.replace("127.0.0.1", f"{NET}.1"), settings)
            server.host, server.within = f"{NET}.{number + 1}", ["ip", "netns", "exec", name]
        else:
            server = Server(place, database, quiet | {"NEWFOUND_PROCESSES": str(count)})
        running.callback(server.stop)
        servers.append(server.start())
    url, words = servers[0].url, f"{count} {'process' if count == 1 else 'processes'}"
    if given.hosts:
        proxy.certificate(folder)
        url = running.enter_context(proxy.proxy(folder, *(f"{server.host}:{server.port}" for server in servers)))
        words = f"{count} {'host' if count == 1 else 'hosts'} behind nginx, TLS"
    else:
        while servers[0].log().count("Application startup complete") < count:
            time.sleep(0.1)
    return f"{words} | " + asyncio.run(measure(servers, url, cluster.pid, given))


if __name__ == "__main__":
    main()
