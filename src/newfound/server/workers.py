"""The pool of processes in which bots think and reviews are worked out: plain pipes and JSON. Whose turn it is there, `queue.py` says."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from newfound import bots
from newfound.core.game import Json
from newfound.host.thinking import Job
from newfound.server.queue import Asker, Place, Queue

LONGEST_LINE: Final = 4_000_000


class BotFailed(Exception):
    """The bot gave no answer."""


class Workers:
    def __init__(self, count: int, seconds: float) -> None:
        self._seconds = seconds
        self._queue = Queue(count)
        self._turns: dict[Place, asyncio.Future[None]] = {}  # of those who wait
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()

    async def prepare(self) -> None:
        """One process stands ready before anybody waits for it."""
        self._idle.append(await self._get())

    async def choose(self, job: Job, asker: Callable[[], Asker]) -> str:
        """The spelling of the bot's action; BotFailed when it fails or thinks too long."""
        return str((await self.think(job, asker))["action"])

    async def think(self, job: Job, asker: Callable[[], Asker]) -> Json:
        """The same, with what it thought of the best few where the job asks why."""
        return await self.work(vars(job), Place(asker, bots.seconds(job.level)))

    async def work(self, job: Json, place: Place) -> Json:
        """Whatever a worker does, when it is its turn."""
        began = None
        self._turns[place] = asyncio.get_running_loop().create_future()
        self._queue.add(place)
        try:
            self._call()
            await self._turns[place]
            began = time.monotonic()
            answer = await self._answer(job)
        finally:
            del self._turns[place]
            self._queue.end(place, time.monotonic() - began if began else None)
            self._call()
        if "fault" in answer:
            raise BotFailed(answer["fault"])
        return answer

    def _call(self) -> None:
        while (place := self._queue.begin(time.monotonic())) is not None:
            turn = self._turns[place]
            if not turn.done():
                turn.set_result(None)

    async def _answer(self, job: Json) -> Json:
        process = await self._get()
        try:
            answer = await asyncio.wait_for(self._ask(process, job), self._seconds)
        except BaseException as error:
            self._end(process)  # whatever it was doing, its next answer would be for the wrong question
            if isinstance(error, TimeoutError | OSError | ValueError | BotFailed):
                raise BotFailed(f"{type(error).__name__} {error}") from error
            raise
        self._idle.append(process)
        return answer

    async def _ask(self, process: asyncio.subprocess.Process, job: Json) -> Any:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(job).encode() + b"\n")
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
