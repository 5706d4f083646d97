"""The hall: all rooms of this process. Finds and forgets them, moves their bots, and hears what other processes did."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import math
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from newfound.core.game import Json
from newfound.core.problem import Problem, Stale
from newfound.host.frames import Presence
from newfound.host.making import game_of, story_of
from newfound.host.problems import Denied
from newfound.host.records import Guest
from newfound.host.thinking import Job
from newfound.server import clock, deleting, people, seating
from newfound.server.asking import lapse
from newfound.server.bus import Alone, Bus, Shared
from newfound.server.channels import Channels
from newfound.server.guests import Guests
from newfound.server.history import History
from newfound.server.persons import Persons
from newfound.server.queue import Asker
from newfound.server.reader import COME_AGAIN
from newfound.server.reminders import Reminders
from newfound.server.reviews import Reviews
from newfound.server.room import Room
from newfound.server.settings import Settings
from newfound.server.store import Store
from newfound.server.workers import BotFailed, Workers

LOG: Final = logging.getLogger("newfound.hall")
SWEEP_SECONDS: Final = 10.0
PICTURE_SECONDS: Final = 0.1  # before a bot thinks: a browser on the same machine first shows what happened
IDLE_SECONDS: Final = 60.0
RETRY_SECONDS: Final = 1.0
HINT_SECONDS: Final = 30.0
COLLECT_SECONDS: Final = 3600.0
NEIGHBOURS: Final = 5  # as many tables with bots for one address as for so many guests
NOBODY: Final = 4401  # a socket of a device that was removed
CANCELLED: Final = 4410  # the table of a socket was cancelled before the match
TIDY_SECONDS: Final = 3600.0


class Hall:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.bus: Bus = Shared(settings.engine_url) if settings.is_postgres else Alone()
        self.store = Store(settings, self.bus.me)
        self.persons = Persons(self.store)
        self.guests = Guests(self.persons, secure=settings.secure_cookies)
        self.workers = Workers(settings.bots, settings.bot_seconds)
        self.clock: Callable[[], float] = clock.precise
        self.rooms: dict[str, Room] = {}
        self.reminders = Reminders(self.store, Channels(self.store), settings, self.rooms)
        self.history = History(self.store, self.persons)
        self.reviews = Reviews(self.store, self.bus, self.workers, self.room, settings.bots)
        self.opened = time.monotonic()
        self.bot_moves = 0
        self.bot_failures = 0
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._hinted: set[str] = set()  # guests who wait for a hint
        self._closing = False
        self._collected = time.monotonic()
        self._tidied = -math.inf

    async def open(self) -> None:
        await self.bus.open(self._hear)
        self._spawn(self.workers.prepare())
        self._spawn(self._sweep())
        self._spawn(self.reminders.run())

    async def close(self) -> None:
        self._closing = True
        for room in self.rooms.values():
            for reader in list(room.readers):
                reader.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.reminders.close()
        await self.reviews.close()
        await self.workers.close()
        await self.bus.close()
        await self.store.close()

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Rooms

    async def room(self, code: str, enter: bool = False) -> Room:
        """The room of this table, from memory or from its log. Who enters may come from another process, and know what that told them."""
        if not (code.isascii() and code.isalnum() and len(code) <= 16):
            raise Denied(404, "table", code=repr(code[:16]))
        if (room := self.rooms.get(code)) is not None:
            room.used = time.monotonic()
            if room.behind or self.bus.deaf or (enter and self.settings.is_postgres):
                await room.refresh()
            return room
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> Room:
        table = await self.store.table(code)
        if table is None:
            raise Denied(404, "table", code=code[:16])
        game_of(table)
        story = story_of(table).add(await self.store.entries(code))
        room = Room(self.store, table, story, await self.store.chat(code), self.bus.tell, self.wake)
        room.clock, room.opened, room.host_seen = lambda: self.clock(), self.clock(), self.clock()
        room.away_seconds, room.answer_seconds = self.settings.away_seconds, self.settings.answer_seconds
        room.host_seconds = self.settings.host_seconds
        self.rooms[code] = room
        await self.bus.tell({"who": code})
        self.wake(room)
        return room

    async def moved(self, code: str) -> None:
        """Other people hold seats of this table now than before."""
        if code in self.rooms:
            await self.rooms[code].changed()
        await self.bus.tell({"table": code})

    # People

    async def gone(self, guest: str) -> None:
        """Devices of this guest were removed: what they have open ends, here and in the other processes."""
        await self._cut(guest)
        await self.bus.tell({"guest": guest})

    async def _cut(self, guest: str | None = None) -> None:
        """Ends the sockets of devices that are nobody's any more: of one guest, or of all."""
        if guest is None:
            self.guests.forget_all()
        else:
            self.guests.forget_guest(guest)
        readers = [reader for room in self.rooms.values() for reader in room.readers if reader.guest]
        mine = [reader for reader in readers if reader.guest and guest in (None, reader.guest.id)]
        there = await self.persons.still_there({reader.guest.device for reader in mine if reader.guest})
        for reader in mine:
            if reader.guest and reader.guest.device not in there:
                reader.close(NOBODY)
        if guest is not None:
            await self._hush(guest)

    async def _hush(self, guest: str) -> None:
        """Whom they have blocked may have changed: they are shown what they want to see of the chat."""
        reading = [reader for room in self.rooms.values() for reader in room.readers if reader.guest_id == guest]
        blocked = set(await people.blocked(self.store, guest)) if reading else set()
        for reader in reading:
            if reader.blocked != blocked:
                reader.blocked = blocked
                reader.greet()

    # Bots

    def wake(self, room: Room) -> None:
        """If it is a bot's turn, it begins to think."""
        if not self._closing and not room.thinking and room.bot_to_move() is not None:
            room.thinking = True
            self._spawn(self._bots(room))

    def may_bring_bots(self, guest: Guest) -> None:
        """So many tables at which bots play for one guest; for all at one address, a club or an attacker, some more."""
        most, patrons = self.settings.bot_tables, [room.patron for room in self.rooms.values() if room.keeps_bots()]
        if sum(who == guest.id for who, _ in patrons) >= most:
            raise Denied(409, "bot_tables", most=most)
        if sum(where == guest.address for _, where in patrons) >= NEIGHBOURS * most:
            raise Denied(409, "bot_tables", most=NEIGHBOURS * most)

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
        pause = 0.0 if all(reader.quick for reader in room.readers) else self.settings.bot_pause
        shown = time.monotonic() + pause
        await asyncio.sleep(min(pause, PICTURE_SECONDS))
        try:
            action = await self.workers.choose(job, room.asker)
        except BotFailed as failed:
            self.bot_failures += 1
            LOG.warning("a bot failed: %s", failed, extra={"table": room.code, "level": level})
            await room.change(lambda: room.failed(seat))
            serial = room.story.serial
            action = await self.workers.choose(room.job(seat, "random"), room.asker)
        await asyncio.sleep(shown - time.monotonic())
        if room.gone:
            return
        with contextlib.suppress(Stale):  # something else was first; look again
            await room.play(seat, action, serial)
            self.bot_moves += 1

    async def hint(self, room: Room, guest: Guest, job: Job) -> Json:
        """What a bot would do, asked by somebody who waits for it in the same queue; one at a time, and not for ever."""
        if guest.id in self._hinted:
            raise Denied(409, "hint_asked")
        self._hinted.add(guest.id)
        asker = Asker(True, guest.address, guest.id, room.code)
        try:
            return await asyncio.wait_for(self.workers.think(job, lambda: asker), HINT_SECONDS)
        except (BotFailed, TimeoutError) as failed:
            raise Denied(503, "no_hint") from failed
        finally:
            self._hinted.discard(guest.id)

    async def _sweep(self) -> None:
        """At the start and now and then: what a process that ended has left, matches to begin and bots to move; rooms nobody uses."""
        while True:
            try:
                for code in await seating.full(self.store):
                    await self._rouse(code)
                for code in await self.store.asked_until(self.clock()):
                    await self._lapse(code)
                for code in await self.store.waiting_for_bots():
                    room = self.rooms.get(code)
                    if room is None or not room.thinking:
                        await self._rouse(code)
                await self._cut()
                self._forget()
                self._set_aside()
                await self.drop(await deleting.drop_emptied(self.store, int(self.clock() - self.settings.host_seconds)), CANCELLED)
                await self._tidy()
                await self.reviews.resume()
                for unwatched in self.rooms.values() if self.settings.is_postgres else ():
                    unwatched.behind |= not unwatched.readers  # read anew when somebody asks
                watched = [room for room in self.rooms.values() if room.readers]
                now = await self.store.serials([room.code for room in watched])
                for room in watched:
                    if room.behind or now.get(room.code, 0) > room.story.serial:  # another process ended between keeping and telling
                        await room.refresh()
                    await self.bus.tell(room.presence_message())
            except Exception:
                LOG.exception("the sweep failed")
            await asyncio.sleep(SWEEP_SECONDS)

    async def _lapse(self, code: str) -> None:
        with contextlib.suppress(Problem):
            room = await self.room(code, enter=True)
            await lapse(room)

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

    async def _tidy(self) -> None:
        """A small step of deleting, by one process; again soon if there was something, else in an hour."""
        if time.monotonic() - self._tidied < TIDY_SECONDS or not await self.bus.claim("tidy"):
            return
        try:
            counts, codes = await deleting.tidy(self.store, self.settings, int(time.time()))
        finally:
            await self.bus.release("tidy")
        await self.drop(codes)
        if counts:
            LOG.info("deleted: %s", ", ".join(f"{count} {kind}" for kind, count in counts.items()))
        else:
            self._tidied = time.monotonic()

    async def drop(self, codes: Iterable[str], why: int = COME_AGAIN) -> None:
        """Nothing in memory is true of these matches any more: whoever is there comes in anew, or is told why not."""
        for code in codes:
            await self._drop(code, why)
            await self.bus.tell({"gone": code, "why": why})

    async def _drop(self, code: str, why: int) -> None:
        self.reviews.drop(code)
        if (room := self.rooms.pop(code, None)) is not None:
            room.gone = True
            for reader in room.readers:
                reader.close(why)
        for before in [room for room in self.rooms.values() if room.table.rematch == code]:
            with contextlib.suppress(Denied):  # deleted too
                await before.changed()  # it can be played again

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
        if "guest" in message:
            await self._cut(str(message["guest"]))
            return
        if message.get("missed"):
            await self._cut()
            for every in self.rooms.values():
                every.behind = True
            for watched in [room for room in self.rooms.values() if room.readers or room.thinking]:
                await watched.refresh()  # what fails here, the sweep does
            return
        if "gone" in message:
            await self._drop(str(message["gone"]), int(message["why"]))
            return
        code = str(next((message[kind] for kind in ("log", "table", "chat", "here", "who", "nudge") if kind in message), ""))
        if (room := self.rooms.get(code)) is None:
            return
        if "here" in message:
            there = Presence.read(message)
            before, _ = room.elsewhere.get(message["from"], (Presence(), 0.0))
            room.elsewhere[message["from"]] = (there, time.monotonic())
            for seat in before.seats - there.seats:
                room.away_since[seat] = self.clock()
            if before.host or there.host:
                room.host_seen = self.clock()
            if there != before:
                room.tell_table()
        elif "who" in message:
            if room.readers:
                await self.bus.tell(room.presence_message())
        elif "nudge" in message:
            room.show_nudge(message["seat"], message["to"])
        elif message.get("log") and message["serial"] <= room.story.serial:
            return
        else:
            await room.refresh()
