"""A room: one match in this process. Everything that changes its log goes through here, one at a time: compute, keep, tell."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from newfound.core.game import ONLOOKER, OVER, Json
from newfound.core.match import Match
from newfound.core.problem import Stale
from newfound.host.company import as_told, follows
from newfound.host.desk import Desk
from newfound.host.frames import Moment, Presence, chat_json, missed, table_json, written
from newfound.host.making import story_of
from newfound.host.problems import Denied
from newfound.host.records import Guest, Line, Table
from newfound.host.story import HINT, OPENED, Entry, Story, entries_of
from newfound.host.talk import must_talk
from newfound.server import clock, seating
from newfound.server.beside import beside
from newfound.server.engine import DAY
from newfound.server.problems import Taken
from newfound.server.queue import Asker
from newfound.server.reader import HELLO, Due, Reader
from newfound.server.store import Store, on_time

MOST_CHAT: Final = 1000  # lines of a table
LEFT_SECONDS: Final = 600.0  # after which nobody seems to be at a table any more
TRIES: Final = 5  # for a place in the log, beside other processes
AWAY_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 120.0
Tell = Callable[[Json], Awaitable[None]]
Clock = Callable[[], float]


class Room(Desk):
    """`tell` is how the other processes hear of it; `wake` is called when it may be a bot's turn."""

    def __init__(self, store: Store, table: Table, story: Story, chat: Sequence[Line], tell: Tell, wake: Callable[[Room], None]) -> None:
        self.store = store
        super().__init__(table, story)
        self.chat = list(chat)
        self.readers: set[Reader] = set()
        self.elsewhere: dict[str, tuple[Presence, float]] = {}  # who is connected to other processes
        self.clock: Clock = clock.precise
        self.away_seconds = AWAY_SECONDS  # after which somebody is not waited for
        self.answer_seconds = ANSWER_SECONDS  # after which no answer is a no
        self.away_since: dict[int, float] = {}
        self.opened = clock.precise()
        self.nudged: dict[int, float] = {}
        self.host_seen = clock.precise()  # when the host was here last, as far as is known
        self.host_seconds = 120.0  # after which another may be host
        self.used = time.monotonic()
        self.behind = False  # whether other processes may have told something that was not heard here
        self.gone = False  # whether the match was deleted, or must be read anew by a room of its own
        self.thinking = False  # whether a bot of this room is at work here
        self.patron = table.host, table.host  # who brought the bots, and from which address, if that is known
        self._before: Match[Any] | None = None  # what all knew before the last change, who missed nothing
        self._moment: Moment | None = None
        self._proof: asyncio.Future[int | None] | None = None
        self._tell = tell
        self._wake = wake
        self._one = asyncio.Lock()

    # Facts

    def presence(self) -> Presence:
        now = time.monotonic()
        here = self.own_presence()
        for other in (other for other, heard in self.elsewhere.values() if now - heard < 90):
            here = here.beside(other)
        if self.table.status == "playing":
            here.wait = {seat: self._wait(seat) for seat in missed(self.table, here)}
        if self.table.status == "open" and not here.host:
            here.host_in = max(0, math.ceil(self.host_seen + self.host_seconds - self.clock())) if self.table.host else 0
        return here

    def _wait(self, seat: int) -> int:
        """How many seconds somebody is still waited for."""
        until = self.table.due if self.table.pace else self.away_since.get(seat, self.opened) + self.away_seconds
        return max(0, math.ceil((until or 0) - self.clock()))

    def is_away(self, seat: int) -> bool:
        """Long enough not to be waited for."""
        return self.presence().wait.get(seat) == 0

    def own_presence(self) -> Presence:
        return Presence.of(self.table, [reader.guest for reader in self.readers])

    def table_for(self, guest: str | None) -> Json:
        return table_json(self.table, guest, self.presence())

    def bot_to_move(self) -> int | None:
        """The seat, if it is a bot's turn."""
        turn = self.story.turn
        playing = self.table.status == "playing" and turn >= 0 and not self.gone
        return turn if playing and self.table.seats[turn].bot is not None else None

    def keeps_bots(self) -> bool:
        """Whether bots are at work here, or soon may be again."""
        going = self.table.status in ("open", "playing") and any(seat.bot for seat in self.table.seats)
        return going and (self.bot_to_move() is not None or time.monotonic() - self.used < LEFT_SECONDS)

    def asker(self) -> Asker:
        """For whom its bots think: the first person at the table who is here, else an onlooker, else whoever brought them."""
        seats = {seat.guest: -seat.seat for seat in self.table.seats if seat.guest}
        here = max(self.readers, key=lambda reader: (seats.get(reader.guest_id or "", -99), reader.address), default=None)
        if here is not None:
            return Asker(True, here.address, here.guest_id or here.address, self.code)
        elsewhere, (guest, address) = self.presence(), self.patron
        return Asker(bool(elsewhere.seats or elsewhere.watchers), address, guest, self.code)

    # Changes of the log

    async def start(self) -> None:
        """The match begins when nobody is missing and all are ready. Its first luck is drawn and kept with the beginning itself."""
        if self.table.status != "open" or not self.table.complete:
            return
        before = self.story.match
        after = before.settled(self.luck)
        await seating.start(self.store, self.table, entries_of(before, after), after.turn)
        await self.changed()

    async def play(self, seat: int, action: str, serial: int, client: str | None = None, asker: Reader | None = None) -> None:
        async with self._one:
            if self._done_before(seat, client, asker):
                return
            await self.keep(*self.played(seat, action, serial, client), seat, client, asker)

    async def undo(self, seat: int, serial: int, client: str, asker: Reader) -> None:
        async with self._one:
            if self._done_before(seat, client, asker):
                return
            await self.keep(*self.undone(seat, serial, client), seat, client, asker)

    async def note(self, kind: str, seat: int, value: int) -> int:
        """Writes down that a hint was given or the log opened; returns the serial after it."""
        assert kind in (HINT, OPENED)
        async with self._one:
            self.may_go_back()
            await self.keep([Entry(kind, seat, value)], self.story.match, seat)
            return self.story.serial

    async def wrong_draw(self) -> int | None:
        """The first event of a match that is over that does not follow from the seed. Found once, beside everything else."""
        if self._proof is None:
            self._proof = asyncio.ensure_future(beside(self.story.wrong_draw, self.luck))
        return await asyncio.shield(self._proof)

    def _done_before(self, seat: int, client: str | None, asker: Reader | None) -> bool:
        """A repeated message is acknowledged again, and does nothing."""
        serial = self.story.sent.get((seat, client)) if client else None
        if serial is None:
            return False
        if asker:
            asker.send({"type": "ack", "id": client, "serial": serial})
        return True

    async def change(
        self, decide: Callable[[], Sequence[Entry]], seat: int = ONLOOKER, client: str | None = None, asker: Reader | None = None
    ) -> None:
        """What is decided on when nobody else writes; anew where another process was first."""
        async with self._one:
            for _ in range(TRIES):
                if self._done_before(seat, client, asker):
                    return
                entries = decide()
                if not entries or await self._kept(list(entries), None, client, asker):
                    return
        raise Denied(409, "busy")

    async def keep(
        self, entries: list[Entry], after: Match[Any], seat: int, client: str | None = None, asker: Reader | None = None
    ) -> None:
        """What was computed is kept, then told. `after` is where the entries lead."""
        serial = self.story.serial
        if await self._kept(entries, after, client, asker) or self._done_before(seat, client, asker):
            return
        raise Stale("play.stale", at=serial, now=self.story.serial)

    async def _kept(self, entries: list[Entry], after: Match[Any] | None, client: str | None, asker: Reader | None) -> bool:
        """False where another process was first, or had this very message already."""
        if more := follows(self.table, self.story, entries):
            entries, after = [*entries, *more], None
        serial, story = self.story.serial, self.story.add(entries, after)
        status = "over" if story.turn == OVER else self.table.status
        timed = on_time(self.table, story.turn, entries, clock.now())
        moved = replace(timed, turn=story.turn, serial=story.serial, status=status)
        table = as_told(moved, story.company, self._answered_by())
        seats = [seat for seat, before in zip(table.seats, self.table.seats, strict=True) if seat != before]
        try:
            await self.store.append(self.code, serial, entries, story.turn, status, table.asked, table.ended, seats)
        except Taken:
            await self._catch_up()
            return False
        before, self.story, self.table = self.story.match, story, table
        if asker and client:
            asker.send({"type": "ack", "id": client, "serial": serial + 1})
        self.publish(before)
        await self._tell({"log": self.code, "serial": self.story.serial})
        return True

    def _answered_by(self) -> float:
        """Until when what is asked now is waited for."""
        return self.clock() + (DAY if self.table.pace else self.answer_seconds)

    async def attempt(self, write: Callable[[], Awaitable[None]]) -> None:
        """Something else that is written with entries; anew where another process was first."""
        async with self._one:
            for _ in range(TRIES):
                with contextlib.suppress(Taken):
                    await write()
                    await self._catch_up()
                    return
                await self._catch_up()
        raise Denied(409, "busy")

    # Telling

    def publish(self, before: Match[Any]) -> None:
        """A frame is due to each reader, with what is new to them. `before` is the match that all know who missed nothing."""
        self.used = time.monotonic()
        self._before = before
        for reader in self.readers:
            reader.show(frame=True)
        self._wake(self)

    def write(self, reader: Reader, due: Due) -> str:
        """What is due to this reader, as things are now."""
        if due == HELLO:
            hello = {"type": HELLO, "protocol": 1, "reader": reader.seat, "seats": self.seats_of(reader.guest_id)}
            return written(hello | {"chat": chat_json(reader.heard(self.chat))})
        here, now = self.presence(), self._moment
        if now is None or not now.is_of(self.story, self.table, here):
            now = Moment(self.story, self.table, here, self._before)
        self._moment = now if any(other.due for other in self.readers) else None  # it is as large as all their frames
        if due == "table" or self.table.status == "open":
            return now.table(reader.guest_id)
        text = now.frame(reader.seat, reader.serial, reader.pictures, reader.guest_id)
        reader.serial = self.story.serial
        return text

    async def changed(self) -> None:
        """Facts of the table were changed in the store, which told the other processes: told here."""
        await self.refresh()

    def tell_table(self) -> None:
        """Facts of the table changed, not the log."""
        self._show_table(self.readers)
        self._wake(self)

    def _show_table(self, readers: Iterable[Reader]) -> None:
        for reader in readers:
            reader.show(frame=False)

    def _reseat(self) -> None:
        """Whoever reads for a seat no longer theirs is an onlooker before anything else is sent; before the match, at their seat."""
        for reader in self.readers:
            seats = self.seats_of(reader.guest_id)
            seated = self.table.status == "open" and bool(seats)
            if reader.seat not in seats and (reader.seat != ONLOOKER or seated):
                reader.seat, reader.serial = seats[0] if seated else ONLOOKER, 0
                reader.greet()
                reader.show(frame=True)

    async def enter(self, reader: Reader) -> None:
        self.readers.add(reader)
        self.used = time.monotonic()
        reader.greet()
        reader.show(frame=True)
        await self._moved(reader)

    async def go(self, reader: Reader) -> None:
        self.readers.discard(reader)
        self.used = time.monotonic()
        await self._moved(reader)

    async def _moved(self, who: Reader) -> None:
        """Somebody came or went."""
        for seat in self.seats_of(who.guest_id):
            self.away_since[seat] = self.clock()
        self.host_seen = self.clock() if who.guest_id == self.table.host else self.host_seen
        self._show_table(self.readers - {who})
        await self._tell(self.presence_message())

    def presence_message(self) -> Json:
        return {"here": self.code, **self.own_presence().json()}

    async def nudge(self, seat: int, to: int) -> None:
        """Somebody gives whoever is to decide a sign."""
        self.show_nudge(seat, to)
        await self._tell({"nudge": self.code, "seat": seat, "to": to})

    def show_nudge(self, seat: int, to: int) -> None:
        self.nudged[to] = self.clock()
        for reader in self.readers:
            if to in self.seats_of(reader.guest_id):
                reader.send({"type": "nudge", "seat": seat, "to": to})

    def look(self, reader: Reader, seat: int) -> None:
        if seat != ONLOOKER:
            self.must_hold(reader.guest_id, seat)
        reader.seat, reader.serial = seat, 0
        reader.show(frame=True)

    async def say(self, guest: Guest, text: str, client: str, asker: Reader) -> None:
        """A line of chat, where the table lets them write."""
        must_talk(self.table, guest.id)
        async with self._one:
            line = await self._write_line(guest, next(iter(self.seats_of(guest.id)), ONLOOKER), text, client)
            asker.send({"type": "ack", "id": client, "serial": line.number})

    async def _write_line(self, guest: Guest, seat: int, text: str, client: str) -> Line:
        """The line, or the one that was said under this id before, here or in another process."""
        for _ in range(5):
            before = next((line for line in self.chat if (line.guest, line.client) == (guest.id, client)), None)
            if before is not None:
                return before
            if len(self.chat) >= (MOST_CHAT if seat >= 0 else MOST_CHAT // 2):  # onlookers fill no more than half
                raise Denied(403, "chat_full")
            number = self.chat[-1].number + 1 if self.chat else 0
            name = self.table.seats[seat].name if seat >= 0 else guest.name
            line = Line(number, guest.id, seat, name, text, int(time.time()), client)
            try:
                await self.store.add_chat(self.code, line)
            except Taken:
                await self._catch_up_chat()
                continue
            self.chat.append(line)
            self._tell_chat([line])
            await self._tell({"chat": self.code})
            return line
        raise Denied(409, "busy")

    def _tell_chat(self, lines: list[Line]) -> None:
        for reader in self.readers:
            if not reader.greeting and (heard := reader.heard(lines)):  # a hello that is due has them
                reader.send({"type": "chat", "lines": chat_json(heard)})

    # What other processes did

    async def refresh(self) -> None:
        """Reads what is new: the table and its seats, the log, the chat."""
        async with self._one:
            self.behind = True  # should the database be away
            await self._catch_up()
            await self._catch_up_chat()
            self.behind = False

    async def know(self, serial: int) -> None:
        """Somebody has seen this serial: what is kept and was not heard of here is read before they are answered."""
        if serial > self.story.serial and (await self.store.serials([self.code])).get(self.code, 0) > self.story.serial:
            await self.refresh()

    async def _catch_up(self) -> None:
        table = await self.store.table(self.code)
        if table is None:  # deleted
            raise Denied(404, "table", code=self.code)
        entries = await self.store.entries(self.code, self.story.serial)
        told = (table, entries) != (self.table, [])
        started = self.table.status == "open" and table.status != "open"
        if (table.options, len(table.seats)) != (self.table.options, len(self.table.seats)):  # nothing was played yet
            self.story, self._before = story_of(table), None
        self.host_seen = self.host_seen if table.host == self.table.host else self.clock()
        self.table = table
        self._reseat()
        before = self.story.match
        if entries:
            self.story = self.story.add(entries)
        self.table = as_told(table, self.story.company, self._answered_by())
        if entries or started:
            self.publish(before)
        elif told:
            self.tell_table()

    async def _catch_up_chat(self) -> None:
        lines = (await self.store.chat(self.code))[len(self.chat) :]
        self.chat += lines
        if lines:
            self._tell_chat(lines)
