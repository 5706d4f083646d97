"""What the worker of a page calls, in Pyodide: everything goes in and out as text."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any

from newfound import bots, games
from newfound.bots import Bot
from newfound.bots.search import Grower, Searching, together
from newfound.core.game import Json
from newfound.host.making import levels
from newfound.host.problems import Denied
from newfound.host.thinking import Job, think
from newfound.tab.host import Host
from newfound.tab.match import Ear, Room

SECONDS = {"hard": 2.0, "expert": 6.0}  # that a level thinks at most about a decision, interpreted


class Kept:
    """The store of the browser: promises of texts."""

    def __init__(self, database: Any) -> None:
        self.database = database

    async def codes(self) -> list[str]:
        found: list[str] = json.loads(await self.database.codes())
        return found

    async def facts(self, code: str) -> str | None:
        return (await self.database.facts(code)) or None

    async def entries(self, code: str, since: int) -> list[str]:
        found: list[str] = json.loads(await self.database.entries(code, since))
        return found

    async def write(self, code: str, serial: int, facts: str, entries: list[str]) -> bool:
        try:
            return bool(await self.database.write(code, serial, facts, json.dumps(entries)))
        except Exception as error:  # whatever a browser says no with: most often it has run out of room
            raise Denied(507, "not_kept") from error

    async def drop(self, code: str) -> None:
        await self.database.drop(code)

    async def name(self) -> str:
        return str(await self.database.name())

    async def call(self, name: str) -> None:
        await self.database.call(name)


class Thinkers:
    """The workers of the bots. `ask` takes the number of one, what it is to do, and a job, and promises an answer. The first answers for
    bots; the last comments, so that nobody waits for a bot of another match; an expert asks them all."""

    def __init__(self, ask: Callable[[int, str, str], Awaitable[str]], count: int) -> None:
        self._ask = ask
        self._count = count
        self._chosen: dict[str, int] = {}  # of each game, what came of the trees grown last

    async def think(self, job: Job) -> Json:
        if self._count > 1 and job.level == levels()[-1] and not job.why:
            game = games.find(job.game)
            legal = game.judge().candidates(game.load(job.position))
            if len(legal) > 1:
                return await self._together(job, legal)
        return json.loads(await self._ask(self._count - 1 if job.why else 0, "answer", json.dumps(asdict(job))))

    async def _together(self, job: Job, legal: list[int]) -> Json:
        said = asdict(job) | {"chosen": self._chosen.get(job.game)}
        asked = [self._ask(at, "grow", json.dumps(said | {"seed": job.seed + at})) for at in range(self._count)]
        grown = [tree for text in await asyncio.gather(*asked) if not isinstance(tree := json.loads(text), dict)]  # one may be at fault
        if not grown:
            return {"fault": "no tree"}
        self._chosen[job.game] = together(legal, grown)
        return {"action": games.find(job.game).spell(self._chosen[job.game]), "thoughts": []}


class Page:
    """`ask_bot` and `count` make the thinkers, `tell` and `close` take the number of a socket, `told` the code of a match."""

    def __init__(self, database: Any, ask_bot: Any, count: int, tell: Any, close: Any, told: Callable[[str], None]) -> None:
        self._host = Host(Kept(database), Thinkers(ask_bot, count).think, told)
        self._tell = tell
        self._close = close
        self._sockets: dict[int, tuple[Room, Ear] | None] = {}  # None where somebody is still at the door

    async def ask(self, path: str, body: str) -> str:
        return json.dumps(await self._host.ask(path, json.loads(body) if body else None))

    async def enter(self, number: int, path: str) -> None:
        self._sockets[number] = None
        entered = await self._host.enter(path, lambda text: self._tell(number, text), lambda code: self._close(number, code))
        if number in self._sockets:
            self._sockets[number] = entered
        elif entered is not None:  # gone again before the match was read
            room, ear = entered
            room.leave(ear)

    async def say(self, number: int, text: str) -> None:
        if (sits := self._sockets.get(number)) is not None:
            room, ear = sits
            await room.hear(ear, json.loads(text))

    def leave(self, number: int) -> None:
        if (sits := self._sockets.pop(number, None)) is not None:
            room, ear = sits
            room.leave(ear)

    async def heard(self, code: str) -> None:
        await self._host.heard(code)


known: dict[tuple[str, str], Bot] = {}
growers: dict[str, Grower] = {}


def bot_of(level: str, game: str) -> Bot:
    """As quick as it promises, though nothing is compiled: what searches stops in time."""
    if (level, game) not in known:
        bot = known[level, game] = bots.make(level, games.find(game))
        if isinstance(bot, Searching):
            bot.seconds = SECONDS.get(level, min(SECONDS.values()))
    return known[level, game]


def answer(job: str) -> str:
    """What a bot thinks; a bot that fails says so."""
    try:
        return json.dumps(think(json.loads(job), bot_of))
    except Exception as error:
        return _fault(error)


def grow(job: str) -> str:
    """One of the trees by which a level decides that searches; or what went wrong."""
    try:
        said = json.loads(job)
        if said["game"] not in growers:
            bot = bot_of(said["level"], said["game"])
            assert isinstance(bot, Searching)
            growers[said["game"]] = Grower(bot.game, bot.simulations, bot.seconds)
        return json.dumps(growers[said["game"]].grow(said))
    except Exception as error:
        return _fault(error)


def _fault(error: Exception) -> str:
    return json.dumps({"fault": f"{type(error).__name__}: {error}"[:300]})
