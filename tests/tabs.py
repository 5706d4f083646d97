"""A page that is open in a tab, in this process: the host without a server, and what a browser keeps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict

from newfound.core.game import Json
from newfound.host.thinking import Job, think
from newfound.tab.host import Host
from serving import Refused


class Memory:
    """A browser's store."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, list[str]]] = {}
        self.called = ""

    async def codes(self) -> list[str]:
        return list(self.kept)

    async def facts(self, code: str) -> str | None:
        return self.kept[code][0] if code in self.kept else None

    async def entries(self, code: str, since: int) -> list[str]:
        return self.kept[code][1][since:]

    async def write(self, code: str, serial: int, facts: str, entries: list[str]) -> bool:
        rows = self.kept[code][1] if code in self.kept else []
        if len(rows) != serial:
            return False
        self.kept[code] = facts, [*rows, *entries]
        return True

    async def drop(self, code: str) -> None:
        self.kept.pop(code, None)

    async def name(self) -> str:
        return self.called

    async def call(self, name: str) -> None:
        self.called = name


async def thinking(job: Job) -> Json:
    return think(asdict(job))


class Page:
    """A page that is open in a tab."""

    def __init__(self, store: Memory | None = None) -> None:
        self.store = store or Memory()
        self.told: list[str] = []
        self.host = Host(self.store, thinking, self.told.append, pause=0)
        self.raw: list[str] = []
        self.closed: list[int] = []

    async def ask(self, path: str, body: Json = None) -> Json:
        status, answer = await self.host.ask(path, body)
        if status >= 400:
            raise Refused(status, answer["problem"])
        return answer

    async def sit(self, code: str, query: str = "") -> None:
        entered = await self.host.enter(f"tables/{code}/socket{query}", self.raw.append, self.closed.append)
        if entered:
            self.room, self.ear = entered

    async def send(self, **message: Json) -> None:
        await self.room.hear(self.ear, message)

    @property
    def frame(self) -> Json:
        return next(json.loads(text) for text in reversed(self.raw) if '"type":"frame"' in text)

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not holds():
                await asyncio.sleep(0.01)
