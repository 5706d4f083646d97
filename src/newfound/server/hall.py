"""The hall: all rooms of this process. Finds and forgets them, moves their bots, and hears what other processes did."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
import time
from typing import Any, Final

from newfound import bots, games
from newfound.core.game import Game, Json
from newfound.core.match import Match
from newfound.core.problem import Problem, Stale
from newfound.server.bus import Alone, Bus, Shared
from newfound.server.frames import Presence
from newfound.server.problems import Denied
from newfound.server.room import Room
from newfound.server.settings import Settings
from newfound.server.store import Store, Table
from newfound.server.story import Story
from newfound.server.workers import BotFailed, Workers

LOG: Final = logging.getLogger("newfound.hall")
SWEEP_SECONDS: Final = 10.0
PICTURE_SECONDS: Final = 0.1  # before a bot thinks: a browser on the same machine first shows what happened
IDLE_SECONDS: Final = 60.0
RETRY_SECONDS: Final = 1.0
COLLECT_SECONDS: Final = 3600.0
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(8))


def levels() -> list[str]:
    """The bots that people are offered, weakest first. Others may be asked for by name."""
    return bots.levels()


def game_of(table: Table) -> Game[Any]:
    """The edition is pinned: a match is only played by the rules it was begun with."""
    if table.game not in games.names():
        raise Denied(409, "not_installed", name=table.game)
    game = games.find(table.game)
    setup = game.setup(len(table.seats), table.options)
    if (game.edition, game.parts(setup)) != (table.edition, table.parts):
        raise Denied(409, "edition", title=game.title, found=table.edition, edition=game.edition)
    return game


class Hall:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings)
        self.workers = Workers(settings.bots, settings.bot_seconds)
        self.bus: Bus = Shared(settings.engine_url) if settings.is_postgres else Alone()
        self.rooms: dict[str, Room] = {}
        self.opened = time.monotonic()
        self.bot_moves = 0
        self.bot_failures = 0
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self._collected = time.monotonic()

    async def open(self) -> None:
        await self.bus.open(self._hear)
        self._spawn(self.workers.prepare())
        self._spawn(self._sweep())

    async def close(self) -> None:
        self._closing = True
        for room in self.rooms.values():
            for reader in list(room.readers):
                reader.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.workers.close()
        await self.bus.close()
        await self.store.close()

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Rooms

    async def room(self, code: str) -> Room:
        """The room of this table, from memory or from its log."""
        if not (code.isascii() and code.isalnum() and len(code) <= 16):
            raise Denied(404, "table", code=repr(code[:16]))
        if (room := self.rooms.get(code)) is not None:
            room.used = time.monotonic()
            return room
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> Room:
        table = await self.store.table(code)
        if table is None:
            raise Denied(404, "table", code=code[:16])
        game = game_of(table)
        match = Match.new(game, game.setup(len(table.seats), table.options))
        story = Story(match, table.given).add(await self.store.entries(code))
        room = Room(self.store, table, story, await self.store.chat(code), self.bus.tell, self.wake)
        self.rooms[code] = room
        await self.bus.tell({"who": code})
        self.wake(room)
        return room

    # Bots

    def wake(self, room: Room) -> None:
        """If it is a bot's turn, it begins to think."""
        if not self._closing and not room.thinking and room.bot_to_move() is not None:
            room.thinking = True
            self._spawn(self._bots(room))

    async def _bots(self, room: Room) -> None:
        claimed = False
        try:
            claimed = await self.bus.claim(room.code)
            if not claimed:
                return
            await room.refresh()  # whoever moved them before may have been another process
            while (seat := room.bot_to_move()) is not None:
                await self._bot(room, seat)
        except Exception:
            LOG.exception("a bot's turn failed", extra={"table": room.code})
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            room.thinking = False
            if claimed:
                await asyncio.shield(self.bus.release(room.code))
        if claimed:
            self.wake(room)  # what came between the last look and the release

    async def _bot(self, room: Room, seat: int) -> None:
        level, serial = room.table.seats[seat].bot or "random", room.story.serial
        job = room.job(seat, level)
        pause = self.settings.bot_pause if room.readers else 0.0
        shown = time.monotonic() + pause
        await asyncio.sleep(min(pause, PICTURE_SECONDS))
        try:
            action = await self.workers.choose(job)
        except BotFailed as failed:
            self.bot_failures += 1
            LOG.warning("a bot failed: %s", failed, extra={"table": room.code, "level": level})
            action = await self.workers.choose(room.job(seat, "random"))
        await asyncio.sleep(shown - time.monotonic())
        with contextlib.suppress(Stale):  # something else was first; look again
            await room.play(seat, action, serial)
            self.bot_moves += 1

    async def _sweep(self) -> None:
        """At the start and now and then: what a process that ended has left, matches to begin and bots to move; rooms nobody uses."""
        while True:
            try:
                for code in await self.store.full_tables():
                    await self._rouse(code)
                for code in await self.store.waiting_for_bots():
                    room = self.rooms.get(code)
                    if room is None or not room.thinking:
                        await self._rouse(code)
                self._forget()
                self._set_aside()
                watched = [room for room in self.rooms.values() if room.readers]
                now = await self.store.serials([room.code for room in watched])
                for room in watched:
                    if now.get(room.code, 0) > room.story.serial:  # another process ended between keeping and telling
                        await room.refresh()
                    await self.bus.tell(room.presence_message())
            except Exception:
                LOG.exception("the sweep failed")
            await asyncio.sleep(SWEEP_SECONDS)

    async def _rouse(self, code: str) -> None:
        try:
            known = code in self.rooms
            room = await self.room(code)
            if known:
                await room.refresh()
            await room.start()
            self.wake(room)
        except Problem as problem:  # a match of another edition waits for its rules
            LOG.warning("a match cannot go on: %s", problem, extra={"table": code})

    def _forget(self) -> None:
        now = time.monotonic()
        idle = [room for room in self.rooms.values() if not room.readers and not room.thinking and now - room.used > IDLE_SECONDS]
        excess = len(self.rooms) - self.settings.rooms
        for room in sorted(idle, key=lambda room: room.used)[: max(excess, 0)]:
            del self.rooms[room.code]

    def _set_aside(self) -> None:
        """Collecting garbage stops everybody for a moment, the longer the more is alive.

        What has lived until now is set aside from it; once an hour all is looked through.
        """
        if time.monotonic() - self._collected > COLLECT_SECONDS:
            self._collected = time.monotonic()
            gc.unfreeze()
            gc.collect()
        gc.freeze()

    # Other processes

    async def _hear(self, message: Json) -> None:
        if message.get("missed"):
            for every in list(self.rooms.values()):
                await every.refresh()
            return
        code = str(message.get("log") or message.get("table") or message.get("chat") or message.get("here") or message.get("who"))
        if (room := self.rooms.get(code)) is None:
            return
        if "here" in message:
            there = Presence(set(message["seats"]), message["watchers"])
            before, _ = room.elsewhere.get(message["from"], (Presence(), 0.0))
            room.elsewhere[message["from"]] = (there, time.monotonic())
            for seat in before.seats - there.seats:
                room.away_since[seat] = time.monotonic()
            if there != before:
                room.tell_table()
        elif "who" in message:
            if room.readers:
                await self.bus.tell(room.presence_message())
        elif message.get("log") and message["serial"] <= room.story.serial:
            return
        else:
            await room.refresh()
