"""How server processes tell each other that a match has changed, and which of them moves its bots.

One process needs neither: `Alone`. Several share a PostgreSQL: `Shared` uses LISTEN/NOTIFY and advisory locks, which end with
the connection that holds them, so a killed process holds up nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import asyncpg

from newfound.core.game import Json

LOG: Final = logging.getLogger("newfound.bus")
CHANNEL: Final = "newfound"
Hear = Callable[[Json], Awaitable[None]]


class Bus(Protocol):
    async def open(self, hear: Hear) -> None: ...
    async def tell(self, message: Json) -> None: ...
    async def claim(self, code: str) -> bool: ...
    async def release(self, code: str) -> None: ...
    async def close(self) -> None: ...


class Alone:
    """The only process: nobody else to tell."""

    def __init__(self) -> None:
        self._claimed: set[str] = set()

    async def open(self, hear: Hear) -> None:
        pass

    async def tell(self, message: Json) -> None:
        pass

    async def claim(self, code: str) -> bool:
        if code in self._claimed:
            return False
        self._claimed.add(code)
        return True

    async def release(self, code: str) -> None:
        self._claimed.discard(code)

    async def close(self) -> None:
        pass


class Shared:
    """Several processes on one PostgreSQL."""

    def __init__(self, url: str) -> None:
        self._url = url.replace("postgresql+asyncpg://", "postgresql://")
        self.me = secrets.token_hex(4)
        self._one = asyncio.Lock()
        self._connection: Any = None
        self._hear: Hear | None = None
        self._heard: asyncio.Queue[Json] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._claimed: set[str] = set()

    async def open(self, hear: Hear) -> None:
        self._hear = hear
        await self._connect()
        self._tasks = [asyncio.create_task(self._pass_on()), asyncio.create_task(self._watch())]

    async def _connect(self) -> None:
        connection = await asyncpg.connect(self._url)
        await connection.add_listener(CHANNEL, self._on_notify)
        self._connection = connection
        self._claimed.clear()  # the locks went with the old connection

    def _on_notify(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        message = json.loads(payload)
        if message.get("from") != self.me:
            self._heard.put_nowait(message)

    async def _pass_on(self) -> None:
        while True:
            message = await self._heard.get()
            try:
                assert self._hear
                await self._hear(message)
            except Exception:
                LOG.exception("a message of another process failed")

    async def _watch(self) -> None:
        """Reconnects after the database went away; what was missed is read again."""
        while True:
            await asyncio.sleep(1)
            if not self._connection.is_closed():
                continue
            with contextlib.suppress(OSError, asyncpg.PostgresError):
                async with self._one:
                    await self._connect()
                self._heard.put_nowait({"missed": True})

    async def _execute(self, query: str, *values: Any) -> Any:
        async with self._one:
            return await self._connection.fetchval(query, *values)

    async def tell(self, message: Json) -> None:
        text = json.dumps(message | {"from": self.me}, separators=(",", ":"))
        with contextlib.suppress(asyncpg.InterfaceError, asyncpg.PostgresConnectionError, OSError):
            await self._execute("select pg_notify($1, $2)", CHANNEL, text)

    async def claim(self, code: str) -> bool:
        if code in self._claimed:
            return False
        self._claimed.add(code)
        got = False
        try:
            got = bool(await self._execute("select pg_try_advisory_lock($1)", _key(code)))
        finally:
            if not got:
                self._claimed.discard(code)
        return got

    async def release(self, code: str) -> None:
        if code in self._claimed:
            self._claimed.discard(code)
            with contextlib.suppress(asyncpg.InterfaceError, asyncpg.PostgresConnectionError, OSError):
                await self._execute("select pg_advisory_unlock($1)", _key(code))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()


def _key(code: str) -> int:
    return int.from_bytes(hashlib.sha256(code.encode()).digest()[:8], "big", signed=True)
