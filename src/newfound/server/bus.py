"""How server processes tell each other that a match has changed, and which of them moves its bots.

One process needs neither: `Alone`. Several share a PostgreSQL: `Shared` uses LISTEN/NOTIFY and advisory locks, which end with
the connection that holds them, so a killed process holds up nobody. Each process tells itself something every second: one that no
longer hears itself is deaf, connects anew, tells what it could not tell, and reads all its rooms again.
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
BEAT_SECONDS: Final = 1.0
DEAF: Final = 4  # beats in a row that were not heard
PATIENCE: Final = 4.0  # seconds that the database has for an answer
# The database notices too that we have gone, and lets go of our locks.
KEEPALIVE: Final = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3", "tcp_user_timeout": "25000"}
LOST: Final = (asyncpg.InterfaceError, asyncpg.PostgresError, OSError, TimeoutError)  # while connecting
Hear = Callable[[Json], Awaitable[None]]


class Bus(Protocol):
    me: str

    @property
    def deaf(self) -> bool:
        """Whether others may have told something that was not heard."""
        ...

    async def open(self, hear: Hear) -> None: ...
    async def tell(self, message: Json) -> None: ...
    async def claim(self, code: str) -> bool: ...
    async def release(self, code: str) -> None: ...
    async def close(self) -> None: ...


class Alone:
    """The only process: nobody else to tell."""

    me = ""
    deaf = False

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
        self._unheard = 0  # beats
        self._untold: dict[str, None] = {}  # in order, each once
        self._to_tell = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._claimed: set[str] = set()

    @property
    def deaf(self) -> bool:
        return self._unheard >= DEAF or self._connection is None or self._connection.is_closed()

    async def open(self, hear: Hear) -> None:
        self._hear = hear
        await self._connect()
        self._tasks = [asyncio.create_task(work()) for work in (self._pass_on, self._tell_all, self._watch)]

    async def _connect(self) -> None:
        name = f"newfound bus {self.me}"
        connection = await asyncpg.connect(
            self._url, timeout=PATIENCE, command_timeout=PATIENCE, server_settings={"application_name": name, **KEEPALIVE}
        )
        await connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()", name
        )
        await connection.add_listener(CHANNEL, self._on_notify)
        self._connection, self._unheard = connection, 0
        self._claimed.clear()  # the locks went with the old connection

    def _on_notify(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        message = json.loads(payload)
        if message.get("from") != self.me:
            self._heard.put_nowait(message)
        else:  # heard by ourselves
            self._unheard = 0

    async def _pass_on(self) -> None:
        while True:
            message = await self._heard.get()
            try:
                assert self._hear
                await self._hear(message)
            except Exception:
                LOG.exception("a message of another process failed")

    async def tell(self, message: Json) -> None:
        """Soon, with all else that waits; if the connection is lost, when it is back."""
        self._untold[json.dumps(message | {"from": self.me}, separators=(",", ":"))] = None
        self._to_tell.set()

    async def _tell_all(self) -> None:
        while True:
            await self._to_tell.wait()
            self._to_tell.clear()
            await self._tell_now()

    async def _tell_now(self) -> None:
        telling, self._untold = self._untold, {}
        try:
            await self._execute("select count(pg_notify($1, told)) from unnest($2::text[]) told", CHANNEL, list(telling))
        except ConnectionError:
            self._untold = telling | self._untold

    async def _watch(self) -> None:
        """Restores a connection that was lost, or that is open and brings nothing; what was missed is read again."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                if self.deaf:
                    await self._restore()
            except LOST as error:
                LOG.warning("the bus is lost: %s", type(error).__name__)
                continue
            self._unheard += 1
            await self.tell({"beat": True})

    async def _restore(self) -> None:
        self._connection.terminate()  # whoever waits for it gives up
        async with self._one:
            await self._connect()
        self._to_tell.set()
        self._heard.put_nowait({"missed": True})
        LOG.warning("the bus is restored")

    async def _execute(self, query: str, *values: Any) -> Any:
        async with self._one:
            try:
                return await self._connection.fetchval(query, *values)
            except Exception as error:  # a connection that is ended under way fails in many ways
                raise ConnectionError from error

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
            with contextlib.suppress(ConnectionError):
                await self._execute("select pg_advisory_unlock($1)", _key(code))

    async def close(self) -> None:
        await self._tell_now()  # what was kept last
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._connection is not None:
            with contextlib.suppress(*LOST):
                await self._connection.close(timeout=PATIENCE)


def _key(code: str) -> int:
    return int.from_bytes(hashlib.sha256(code.encode()).digest()[:8], "big", signed=True)
