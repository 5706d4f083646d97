"""A real server in a process of its own, and people at it: HTTP and sockets, as a browser would. Loopback only."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Json = Any


PORTS = range(10_000, 32_000)  # the system gives none of these to a connection, which would take that of a server while it is down
_numbers = count(os.getpid() * 53)  # test processes begin at different ones


def free_port() -> int:
    for number in _numbers:
        with socket.socket() as probe, contextlib.suppress(OSError):
            port = PORTS[number % len(PORTS)]
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError


@dataclass
class Server:
    """`newfound serve`, to be started, killed and started again on the same database."""

    folder: Path
    database: str
    settings: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    host: str = "127.0.0.1"
    within: list[str] = field(default_factory=list)  # the words of a command that runs it somewhere else

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def start(self) -> Server:
        loose = {f"NEWFOUND_{name}": "100000" for name in ("RATE", "BURST", "SOCKETS", "CONNECTIONS", "BOT_TABLES")}
        quick = {"NEWFOUND_BOTS": "2", "NEWFOUND_BOT_PAUSE": "0"}
        environment = os.environ | loose | quick | self.settings | {"NEWFOUND_DATABASE_URL": self.database, "NEWFOUND_PORT": str(self.port)}
        with (self.folder / "server.log").open("ab") as log:
            command = [*self.within, sys.executable, str(Path(__file__).with_name("seeded.py"))]
            self.process = subprocess.Popen(command, env=environment, cwd=self.folder, stdout=log, stderr=log)
        for _ in range(2400):
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/health", timeout=5).status_code == 200:
                    return self
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"the server did not start: {self.log()[-3000:]}")

    def kill(self) -> None:
        """SIGKILL: no warning, no tidying."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        assert self.process
        self.process.terminate()
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def cpu(self) -> float:
        """Seconds of processor time that its process has used."""
        words = self._proc("stat").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Megabytes of its process."""
        return int(self._proc("status").partition("VmRSS:")[2].split()[0]) // 1024

    def files(self) -> int:
        """How many files and connections it has open."""
        assert self.process
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def connections(self) -> int:
        """How many it holds, those that the other side has closed among them."""
        rows = [row.split() for row in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()]
        return sum(row[1].endswith(f":{self.port:04X}") and row[3] in ("01", "08") for row in rows)

    def children(self) -> list[int]:
        """The processes that it has started."""
        assert self.process
        return [int(one) for one in self._proc(f"task/{self.process.pid}/children").split()]

    def _proc(self, name: str) -> str:
        assert self.process
        return Path(f"/proc/{self.process.pid}/{name}").read_text(encoding="ascii")

    def log(self) -> str:
        return (self.folder / "server.log").read_text(encoding="utf-8")


class Refused(AssertionError):
    """The server said no."""

    def __init__(self, status: int, problem: Json) -> None:
        super().__init__(f"{status} {problem}")
        self.status = status
        self.problem = problem


class Person:
    """Somebody with a browser."""

    def __init__(self, url: str, name: str = "Ann", address: str = "127.0.0.1") -> None:
        self.url = url
        self.name = name
        self.address = address  # where they come from
        self.http = httpx.AsyncClient(base_url=url, timeout=30, transport=httpx.AsyncHTTPTransport(local_address=address))

    async def __aenter__(self) -> Person:
        await self.post("/api/me", {"name": self.name})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def get(self, path: str) -> Json:
        return self._read(await self.http.get(path))

    async def post(self, path: str, body: Json = None) -> Json:
        return self._read(await self.http.post(path, json=body if body is not None else {}))

    def _read(self, answer: httpx.Response) -> Json:
        if answer.status_code >= 400:
            raise Refused(answer.status_code, answer.json()["problem"])
        return answer.json()

    async def table(self, *kinds: str, game: str = "new-haven", **more: Json) -> Json:
        """`table("me", "bot", "open")`."""
        seats = [{"kind": "bot", "level": "random"} if kind == "bot" else {"kind": kind} for kind in kinds]
        return await self.post("/api/tables", {"game": game, "seats": seats} | more)

    async def sit(self, code: str, query: str = "") -> Seat:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.url.replace('http', 'ws')}/api/tables/{code}/socket{query}"
        headers, here = {"Cookie": cookie}, (self.address, 0)
        link = await connect(address, additional_headers=headers, max_size=None, compression=None, open_timeout=30, local_addr=here)
        return Seat(link)


class Seat:
    """A socket at a table: what came, raw and read; the last frame; and a way to wait."""

    def __init__(self, link: ClientConnection) -> None:
        self.link = link
        self.raw: list[str] = []
        self.got: list[Json] = []
        self.frame: Json = None
        self.table: Json = None
        self._news = asyncio.Event()
        self._ids = 0
        self._listening = asyncio.create_task(self._listen())
        self.closed = False

    async def _listen(self) -> None:
        try:
            async for text in self.link:
                assert isinstance(text, str)
                self.raw.append(text)
                message = json.loads(text)
                self.got.append(message)
                if message["type"] == "frame":
                    self.frame = message
                self.table = message.get("table", self.table)
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self.closed = True
            self._news.set()

    async def until(self, holds: Callable[[], Any], seconds: float = 30) -> Any:
        """Waits until it holds."""
        async with asyncio.timeout(seconds):
            while not (seen := holds()):
                assert not self.closed, f"the socket was closed: {self.link.close_code}"
                self._news.clear()
                await self._news.wait()
        return seen

    async def shown(self) -> Json:
        """The first frame."""
        return await self.until(lambda: self.frame)

    async def past(self, serial: int) -> None:
        """Until a frame shows more than this serial."""
        await self.until(lambda: self.frame and self.frame["serial"] > serial)

    async def send(self, **message: Json) -> None:
        await self.link.send(json.dumps(message))

    async def do(self, do: str, **more: Json) -> Json:
        """Sends with a new id and the serial of the last frame; waits for the answer."""
        self._ids += 1
        name = more.pop("id", f"{id(self)}-{self._ids}")
        serial = more.pop("serial", self.frame["serial"] if self.frame else 0)
        await self.send(do=do, id=name, serial=serial, **more)
        return await self.answer(name)

    async def answer(self, name: str) -> Json:
        return await self.until(lambda: next((m for m in self.got if m["type"] in ("ack", "refused") and m["id"] == name), None))

    async def play(self, action: str | None = None) -> Json:
        """The action, or the first offered; waits until it is my turn, and for the frame after."""
        await self.until(lambda: self.frame and (self.frame["actions"] or self.frame["turn"] == -2))
        if self.frame["turn"] == -2:
            return None
        before = self.frame["serial"]
        answer = await self.do("play", action=action or self.frame["actions"][0])
        if answer["type"] == "ack":
            await self.until(lambda: self.frame["serial"] > before)
        return answer

    async def close(self) -> None:
        await self.link.close()
        await self._listening
