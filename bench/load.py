"""Many matches at once on one server: how long from an action sent to the frame at the other reader.

    python bench/load.py                     100, 250, 500 and 1,000 matches on SQLite
    python bench/load.py --matches 500 --database postgresql://newfound@127.0.0.1/newfound
    python bench/load.py --matches 200 --late 150         each from its 150th event on: a frame late in a match

Each match has two people with a socket each and one action every five seconds. The server runs in a process of its own; the load
comes from this one, on the same machine. Loopback only; it stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import httpx
from websockets.asyncio.client import ClientConnection, connect

from newfound import games
from newfound.core import gamefile
from newfound.core.fair import Fair
from newfound.core.match import Match
from serving import Server

EVERY = 5.0  # seconds between two actions of a match
SERIAL = re.compile(r'^\{"type":"frame","serial":(\d+),')


@cache
def beginning(name: str, events: int) -> str:
    """The file of a match played at random up to this event."""
    game, luck, chance = games.find(name), Fair(b"load"), random.Random(events)
    match = Match.new(game, game.setup(2), luck)
    while len(match.log) < events:
        match = match.play(match.turn, chance.choice(game.actions(match.state)), luck=luck)
    return gamefile.write(gamefile.record(match, {}))


class Reader:
    """One socket. Frames are only read as far as needed: the load is for the server."""

    def __init__(self, link: ClientConnection) -> None:
        self.link = link
        self.text = ""
        self.serial = -1
        self.seen: dict[int, float] = {}
        self.changed = asyncio.Event()
        self.listening = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        async for text in self.link:
            assert isinstance(text, str)
            if found := SERIAL.match(text):
                self.text, self.serial = text, int(found[1])
                self.seen[self.serial] = time.perf_counter()
                self.changed.set()

    async def past(self, serial: int) -> float:
        """When a frame after this serial came."""
        while self.serial <= serial:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 30)
        return min(when for number, when in self.seen.items() if number > serial)


class Load:
    def __init__(self, server: Server, names: list[str], late: int) -> None:
        self.server = server
        self.names = names
        self.late = late
        self.delays: list[float] = []
        self.measuring = False
        self.playing = True
        self.live = 0
        self.making = asyncio.Semaphore(4)
        self.failures = 0
        self.http: list[httpx.AsyncClient] = []

    async def people(self) -> None:
        for name in ("Ann", "Bob"):
            client = httpx.AsyncClient(base_url=self.server.url, timeout=60)
            (await client.post("/api/me", json={"name": name})).raise_for_status()
            self.http.append(client)

    async def match(self, number: int) -> None:
        async with self.making:
            readers = await self.table(number)
        self.live += 1
        chance = random.Random(number)
        await asyncio.sleep(EVERY * chance.random())
        while self.playing:
            began = time.perf_counter()
            if not await self.act(readers, chance):
                break
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - began)))
        for reader in readers:
            reader.listening.cancel()
            await reader.link.close()

    async def table(self, number: int) -> list[Reader]:
        ann, bob = self.http
        name, seats = self.names[number % len(self.names)], [{"kind": "me"}, {"kind": "open"}]
        if self.late:
            made = await ann.post("/api/uploads", json={"file": beginning(name, self.late), "seats": seats})
        else:
            made = await ann.post("/api/tables", json={"game": name, "seats": seats})
        code = made.raise_for_status().json()["code"]
        (await bob.post(f"/api/tables/{code}/join", json={})).raise_for_status()
        readers = [await self.sit(client, code) for client in (ann, bob)]
        for reader in readers:
            await reader.past(-1)
        return readers

    async def sit(self, client: httpx.AsyncClient, code: str) -> Reader:
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{code}/socket"
        return Reader(await connect(address, additional_headers={"Cookie": cookie}, compression=None, max_size=None, open_timeout=60))

    async def act(self, readers: list[Reader], chance: random.Random) -> bool:
        frames = [json.loads(reader.text) for reader in readers]
        turn = frames[0]["turn"]
        if turn < 0:
            return False
        mover, other = readers[turn], readers[1 - turn]
        serial = mover.serial
        for reader in readers:
            reader.seen.clear()
        message = {"do": "play", "id": f"{serial}", "serial": serial, "action": chance.choice(frames[turn]["actions"])}
        sent = time.perf_counter()
        await mover.link.send(json.dumps(message))
        try:
            arrived = await other.past(serial)
        except TimeoutError:
            self.failures += 1
            return True
        if self.measuring:
            self.delays.append(arrived - sent)
        await mover.past(serial)
        return True


async def measure(server: Server, names: list[str], count: int, seconds: float, late: int) -> dict[str, Any]:
    load = Load(server, names, late)
    await load.people()
    tasks = [asyncio.create_task(load.match(number)) for number in range(count)]
    while load.live < count and not any(task.done() for task in tasks):
        await asyncio.sleep(0.1)
    gc.freeze()  # the load is made without pauses of its own
    gc.disable()
    await asyncio.sleep(EVERY * 2.5)
    load.measuring, busy, clock = True, server.cpu(), time.perf_counter()
    await asyncio.sleep(seconds)
    load.measuring, load.playing = False, False
    used, wall = server.cpu() - busy, time.perf_counter() - clock
    gc.enable()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    for error in {repr(one) for one in done if isinstance(one, BaseException)}:
        print(error, file=sys.stderr)
    for client in load.http:
        await client.aclose()
    delays = sorted(load.delays) or [float("nan")]
    return {
        "matches": count,
        "sockets": 2 * count,
        "actions": len(delays),
        "median_ms": 1000 * statistics.median(delays),
        "p95_ms": 1000 * delays[int(len(delays) * 0.95)],
        "p99_ms": 1000 * delays[int(len(delays) * 0.99)],
        "worst_ms": 1000 * delays[-1],
        "server_cpu": used / wall,
        "action_ms": 1000 * used / len(delays),
        "server_mb": server.memory(),
        "failures": load.failures + sum(isinstance(one, BaseException) for one in done),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, nargs="*", default=[100, 250, 500, 1000])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--late", type=int, default=0)
    parser.add_argument("--database", default="")
    parser.add_argument("--games", nargs="*", default=games.names())
    given = parser.parse_args()
    print("| matches | sockets | actions | median | p95 | p99 | worst | server CPU | CPU per action | server memory | failures |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    for count in given.matches:
        with tempfile.TemporaryDirectory() as folder:
            database = given.database or f"sqlite:///{folder}/newfound.db"
            server = Server(Path(folder), database).start()
            try:
                seen = asyncio.run(measure(server, given.games, count, given.seconds, given.late))
            finally:
                try:
                    server.stop()
                except subprocess.TimeoutExpired:
                    server.kill()
        cells = [str(seen[name]) for name in ("matches", "sockets", "actions")]
        cells += [f"{seen[f'{name}_ms']:.1f} ms" for name in ("median", "p95", "p99", "worst")]
        cells += [f"{seen['server_cpu']:.0%} of a core", f"{seen['action_ms']:.2f} ms", f"{seen['server_mb']} MB", str(seen["failures"])]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
