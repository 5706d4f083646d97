"""A siege: somebody at one address tries everything at once, while people at twenty tables elsewhere play on.

    python bench/siege.py                    half a minute in peace, two minutes under attack
    python bench/siege.py --seconds 30

The attacker: heads without end, tables of four experts and hints, the luck of a long match checked again and again, its review, the file
of all that is kept, people blocked and unblocked, pages and /health, a thousand connections that say nothing, looks on many sockets and
sockets that never read. The people: ten tables of two, ten with an easy bot.
Server, people and attacker share the machine, in processes of their own. Loopback only, many addresses of it; it stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import httpx
from websockets.exceptions import WebSocketException

from newfound.server.settings import Settings
from people import COOKIE, logs, long_match
from serving import Person, Refused, Seat, Server

EVE: Final = "127.0.0.66"
EVERY: Final = 1.0  # seconds between two actions of a person
LIMITS: Final = ("rate", "burst", "sockets", "connections", "bot_tables", "bots", "bot_pause")  # as they are by default
SILENT: Final = 1000
LOOKING: Final = 40
DEAF: Final = 40


# The attacker


class Attack:
    """Counts what it did and what came of it. Every way ends with the time, and none is faster than a loop with a small pause."""

    def __init__(self, url: str, port: int, long: str, seconds: float) -> None:
        self.url = url
        self.port = port
        self.long = long
        self.until = time.monotonic() + seconds
        self.seen: Counter[str] = Counter()

    @property
    def on(self) -> bool:
        return time.monotonic() < self.until

    async def all(self) -> dict[str, int]:
        eve, mallory = Person(self.url, "Eve", EVE), Person(self.url, "Mallory", EVE)
        eve.http.cookies.set("newfound", COOKIE)  # whose match the long one is
        async with eve, mallory:
            ways = [self.look(eve, code) for code in await self.tables(eve)] + [self.fair(eve) for _ in range(6)]
            ways += [self.hints(eve), self.more_tables(eve), *(self.heads() for _ in range(4))]
            ways += [self.own(eve), self.review(eve), self.block(eve, mallory), *(self.pages(eve) for _ in range(4))]
            doing = [asyncio.create_task(way) for way in ways]
            await asyncio.sleep(5)
            doing += [asyncio.create_task(self.silent()) for _ in range(SILENT)]  # last: they take every connection that is left
            for error in await asyncio.gather(*doing, return_exceptions=True):
                if error is not None:
                    self.seen[f"ended by {type(error).__name__}"] += 1
        return dict(self.seen)

    async def again(self, what: str, work: Any) -> None:
        try:
            await work
            self.seen[what] += 1
        except Refused as refused:
            self.seen[f"{what}, refused with {refused.status}"] += 1
        except (OSError, httpx.HTTPError, ValueError):  # or answered at the door, without a word
            self.seen[f"{what}, cut off"] += 1
        await asyncio.sleep(0.02)

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(EVE, 0))

    async def heads(self) -> None:
        while self.on:
            await self.again("heads of 1 MB", self.head())

    async def head(self) -> None:
        _, writer = await self.dial()
        try:
            writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nx: ")
            for _ in range(100):
                writer.write(b"y" * 10_000)
                await writer.drain()
        finally:
            writer.close()

    async def tables(self, eve: Person) -> list[str]:
        """As many tables of experts as it gets."""
        codes: list[str] = []
        while self.on and len(codes) < 40:
            try:
                codes.append((await eve.table(*["me"] * 2) if not codes else await self.experts(eve))["code"])
                self.seen["tables"] += 1
            except Refused as refused:
                if refused.status == 409:
                    break
                await asyncio.sleep(1)
        return codes

    async def experts(self, eve: Person) -> Any:
        seats = [{"kind": "bot", "level": "expert"}] * 4
        return await eve.post("/api/tables", {"game": "new-haven", "seats": seats})

    async def more_tables(self, eve: Person) -> None:
        while self.on:
            await self.again("further tables of experts", self.experts(eve))

    async def look(self, eve: Person, code: str) -> None:
        """Sockets that look as fast as they can, and others that never read."""
        with contextlib.suppress(OSError, WebSocketException):
            links = [await eve.sit(code, "?seat=-3") for _ in range((LOOKING + DEAF) // 20)]
            for link in links[::2]:
                link.link.transport.pause_reading()
            while self.on:
                for link in links[1::2]:
                    await link.send(do="look", seat=-3)
                    self.seen["looks"] += 1
                await asyncio.sleep(0.02)
            for link in links:
                link.link.transport.abort()

    async def fair(self, eve: Person) -> None:
        while self.on:
            await self.again("luck checked", eve.get(f"/api/tables/{self.long}/fair"))

    async def hints(self, eve: Person) -> None:
        code = (await eve.table("me", "me", practice=True))["code"]
        turn = (await eve.get(f"/api/tables/{code}"))["turn"]
        while self.on:
            await self.again("hints", eve.post(f"/api/tables/{code}/hint", {"seat": turn, "level": "expert"}))

    async def own(self, eve: Person) -> None:
        while self.on:
            await self.again("files of all that is kept", self.page(eve, "/api/me/export"))
            await self.again("numbers", eve.get("/api/me/numbers?game=new-haven"))

    async def review(self, eve: Person) -> None:
        address = f"/api/tables/{self.long}/review"
        while self.on:
            await self.again("reviews asked for", eve.post(address))
            await self.again("actions judged", eve.post(f"{address}/try", {"at": 9, "action": "pass"}))

    async def block(self, eve: Person, mallory: Person) -> None:
        """Each time all her sockets are told anew what was said, and some of them do not read."""
        code = (await eve.table("me", "open"))["code"]
        await mallory.post(f"/api/tables/{code}/join")
        while self.on:
            await self.again("people blocked", eve.post(f"/api/tables/{code}/seats/1/block"))
            with contextlib.suppress(Refused, OSError, httpx.HTTPError):
                for one in (await eve.get("/api/me/people"))["blocked"]:
                    await self.again("people unblocked", eve.post(f"/api/me/people/{one['handle']}/unblock"))

    async def pages(self, eve: Person) -> None:
        while self.on:
            for path in ("/", "/health"):
                await self.again("pages", self.page(eve, path))

    async def page(self, eve: Person, path: str) -> None:
        answer = await eve.http.get(path)
        if answer.status_code != 200:
            raise Refused(answer.status_code, None)

    async def silent(self) -> None:
        while self.on:
            with contextlib.suppress(OSError):
                reader, writer = await self.dial()
                self.seen["silent connections"] += 1
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(), max(0.1, self.until - time.monotonic()))
                writer.close()
            await asyncio.sleep(1)


def attack(wire: Connection, url: str, port: int, long: str, seconds: float) -> None:
    wire.send(asyncio.run(Attack(url, port, long, seconds).all()))


# The people


@dataclass
class Measured:
    actions: list[float] = field(default_factory=list)  # seconds from an action sent to the frame after it
    bots: list[float] = field(default_factory=list)  # seconds that an easy bot took for an action
    memory: int = 0  # megabytes

    def row(self, name: str) -> str:
        actions, bots = sorted(self.actions) or [float("nan")], sorted(self.bots) or [float("nan")]
        cells = [name, str(len(actions)), *(f"{1000 * actions[int(len(actions) * part)]:.0f} ms" for part in (0.5, 0.95, 0.99))]
        cells += [f"{1000 * actions[-1]:.0f} ms", str(len(bots)), f"{bots[len(bots) // 2]:.2f} s", f"{bots[-1]:.2f} s", f"{self.memory} MB"]
        return f"| {' | '.join(cells)} |"


class Evening:
    """Twenty tables; each goes on with a new match when one is over."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.now = Measured()
        self.playing = True
        self.acked: dict[str, list[tuple[int, str, int]]] = {}  # by table: seat, id, serial
        self.failures = 0

    async def table(self, number: int) -> None:
        chance, against_bot = random.Random(number), number % 2 == 0
        ann, bob = (Person(self.server.url, f"{name} {number}", f"127.0.{net}.{number + 1}") for name, net in (("Ann", 1), ("Bob", 2)))
        async with ann, bob:
            await asyncio.sleep(EVERY * chance.random())
            while self.playing:
                await self.match(ann, None if against_bot else bob, chance)

    async def match(self, ann: Person, bob: Person | None, chance: random.Random) -> None:
        other = {"kind": "bot", "level": "easy"} if bob is None else {"kind": "open"}
        code = (await ann.post("/api/tables", {"game": "new-haven", "seats": [{"kind": "me"}, other]}))["code"]
        if bob is not None:
            await bob.post(f"/api/tables/{code}/join")
        self.acked[code] = []
        seats = [await person.sit(code) for person in (ann, bob) if person is not None]
        try:
            for seat in seats:
                await seat.shown()
            while self.playing and seats[0].frame["turn"] >= 0:
                if seats[0].frame["turn"] < len(seats):
                    await self.act(code, seats, chance)
                    await asyncio.sleep(EVERY)
                else:
                    await self.wait_for_bot(seats[0])
        except (AssertionError, TimeoutError, OSError) as error:
            self.failures += 1
            print(f"{code}: {error!r}", file=sys.stderr)
        for seat in seats:
            await seat.close()

    async def act(self, code: str, seats: list[Seat], chance: random.Random) -> None:
        turn, serial = seats[0].frame["turn"], seats[0].frame["serial"]
        mover = seats[turn]
        await mover.past(serial - 1)
        name = f"{serial}"
        began = time.perf_counter()
        answer = await mover.do("play", id=name, action=chance.choice(mover.frame["actions"]))
        for seat in seats:
            await seat.past(serial)
        self.now.actions.append(time.perf_counter() - began)
        assert answer["type"] == "ack", answer
        self.acked[code].append((turn, name, answer["serial"]))

    async def wait_for_bot(self, seat: Seat) -> None:
        serial, began = seat.frame["serial"], time.perf_counter()
        await seat.past(serial)
        self.now.bots.append(time.perf_counter() - began)

    async def watch(self) -> None:
        while self.playing:
            self.now.memory = max(self.now.memory, self.server.memory())
            await asyncio.sleep(0.5)

    async def lost(self) -> int:
        """Acknowledged actions that are not in the log, once, where they were acknowledged."""
        missing = 0
        for code, story in (await logs(self.server.database, self.acked)).items():
            kept = [(entry.seat, entry.client, number) for number, entry in enumerate(story.entries, 1) if entry.client]
            missing += sum(kept.count(one) != 1 for one in self.acked[code])
        return missing


async def evening(server: Server, long: str, peace: float, seconds: float) -> None:
    people = Evening(server)
    tasks = [asyncio.create_task(people.table(number)) for number in range(20)] + [asyncio.create_task(people.watch())]
    print("| | actions | median | p95 | p99 | worst | bot moves | median | worst | server memory |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    await asyncio.sleep(peace)
    print(people.now.row("in peace"), flush=True)
    people.now = Measured()
    here, there = multiprocessing.Pipe()
    eve = multiprocessing.get_context("spawn").Process(target=attack, args=(there, server.url, server.port, long, seconds), daemon=True)
    eve.start()
    busy = server.cpu()
    await asyncio.sleep(seconds + 5)
    print(people.now.row("under siege"), flush=True)
    print(f"\nThe server used {(server.cpu() - busy) / (seconds + 5):.0%} of a core. The attacker, from one address:", file=sys.stderr)
    print(json.dumps(await asyncio.to_thread(here.recv), indent=1), file=sys.stderr)
    eve.join(10)
    people.playing = False
    done = await asyncio.gather(*tasks, return_exceptions=True)
    broken = [error for error in done if isinstance(error, BaseException)]
    for error in broken:
        print(repr(error), file=sys.stderr)
    acked = sum(map(len, people.acked.values()))
    print(f"\n{acked} actions acknowledged, {await people.lost()} lost, {people.failures + len(broken)} failures.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peace", type=float, default=30.0)
    parser.add_argument("--seconds", type=float, default=120.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/newfound.db"
        long = asyncio.run(long_match(database, 24_000, over=True))
        usual = {f"NEWFOUND_{name.upper()}": str(getattr(Settings(), name)) for name in LIMITS}
        server = Server(Path(folder), database, usual).start()
        try:
            asyncio.run(evening(server, long, given.peace, given.seconds))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
