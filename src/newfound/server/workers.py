"""The pool of processes in which bots think: plain pipes and JSON. One slow bot holds up its own table only."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass
from typing import Any, Final

from newfound.core.game import Json

LONGEST_LINE: Final = 4_000_000


class BotFailed(Exception):
    """The bot gave no answer."""


@dataclass(frozen=True)
class Job:
    """A position that the bot's seat cannot tell from the true one."""

    game: str
    level: str
    seat: int
    position: Json
    seed: int
    why: bool = False  # whether it is to say what it thought


class Workers:
    def __init__(self, count: int, seconds: float) -> None:
        self._seconds = seconds
        self._room = asyncio.Semaphore(count)
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()

    async def prepare(self) -> None:
        """One process stands ready before anybody waits for it."""
        self._idle.append(await self._get())

    async def choose(self, job: Job) -> str:
        """The spelling of the bot's action; BotFailed when it fails or thinks too long."""
        return str((await self.think(job))["action"])

    async def think(self, job: Job) -> Json:
        """The same, with what it thought of the best few where the job asks why."""
        async with self._room:
            process = await self._get()
            try:
                answer = await asyncio.wait_for(self._ask(process, job), self._seconds)
            except BaseException as error:
                self._end(process)  # whatever it was doing, its next answer would be for the wrong question
                if isinstance(error, TimeoutError | OSError | ValueError | BotFailed):
                    raise BotFailed(f"{type(error).__name__} {error}") from error
                raise
            self._idle.append(process)
        if "fault" in answer:
            raise BotFailed(answer["fault"])
        return answer

    async def _ask(self, process: asyncio.subprocess.Process, job: Job) -> Any:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(vars(job)).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise BotFailed("the worker ended")
        return json.loads(line)

    async def _get(self) -> asyncio.subprocess.Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._end(process)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "newfound.server.worker", stdin=-1, stdout=-1, limit=LONGEST_LINE, start_new_session=True
        )
        self._all.add(process)
        return process

    def _end(self, process: asyncio.subprocess.Process) -> None:
        self._all.discard(process)
        if process.returncode is None:
            process.kill()

    async def close(self) -> None:
        ending = list(self._all)
        for process in ending:
            self._end(process)
        await asyncio.gather(*(process.wait() for process in ending))
