"""A room: one match in this process. Everything that changes its log goes through here, one at a time: compute, keep, tell."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from newfound.core.dice import Dice
from newfound.core.fair import Fair
from newfound.core.game import ONLOOKER, OVER, Game, Json
from newfound.core.match import Match, Refused
from newfound.core.problem import NotLegal, Stale
from newfound.server.frames import Moment, Presence, chat_json, table_json, to_ask
from newfound.server.guests import Guest
from newfound.server.problems import Denied, Taken
from newfound.server.reader import Reader
from newfound.server.store import Line, Store, Table
from newfound.server.story import BACK, HINT, OPENED, Entry, Story, entries_of
from newfound.server.workers import Job

MOST_CHAT: Final = 1000  # lines of a table
Tell = Callable[[Json], Awaitable[None]]


class Room:
    """`tell` is how the other processes hear of it; `wake` is called when it may be a bot's turn."""

    def __init__(self, store: Store, table: Table, story: Story, chat: Sequence[Line], tell: Tell, wake: Callable[[Room], None]) -> None:
        self.store = store
        self.table = table
        self.story = story
        self.chat = list(chat)
        self.readers: set[Reader] = set()
        self.elsewhere: dict[str, tuple[Presence, float]] = {}  # who is connected to other processes
        self.away_since: dict[int, float] = {seat.seat: time.monotonic() for seat in table.seats}
        self.used = time.monotonic()
        self.thinking = False  # whether a bot of this room is at work here
        self._tell = tell
        self._wake = wake
        self._one = asyncio.Lock()

    # Facts

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def game(self) -> Game[Any]:
        return self.story.match.game

    @property
    def luck(self) -> Fair:
        return Fair(bytes.fromhex(self.table.seed))

    def seats_of(self, guest: str | None) -> list[int]:
        return [seat.seat for seat in self.table.seats if guest is not None and seat.guest == guest]

    def must_hold(self, guest: str | None, seat: int) -> None:
        if seat not in self.seats_of(guest):
            raise Denied(403, "seat", seat=seat + 1)

    def must_play(self, guest: str | None, seat: int) -> None:
        """Holds the seat, in a match that is on, and no bot stands in."""
        self.must_hold(guest, seat)
        if self.table.status == "over":
            raise NotLegal("play.over")
        if self.table.status != "playing":
            raise Denied(409, "not_playing")
        if self.table.seats[seat].bot is not None:
            raise Denied(409, "stand_in")

    def presence(self) -> Presence:
        now = time.monotonic()
        here = self.own_presence()
        for other, heard in self.elsewhere.values():
            if now - heard < 90:
                here = Presence(here.seats | other.seats, here.watchers + other.watchers)
        return here

    def own_presence(self) -> Presence:
        guests = [reader.guest_id for reader in self.readers]
        holders = {seat.guest for seat in self.table.seats if seat.guest}
        seats = {seat.seat for seat in self.table.seats if seat.guest and seat.guest in guests}
        return Presence(seats, sum(guest not in holders for guest in guests))

    def table_for(self, guest: str | None) -> Json:
        return table_json(self.table, guest, self.presence())

    def bot_to_move(self) -> int | None:
        """The seat, if it is a bot's turn."""
        turn = self.story.match.turn
        playing = self.table.status == "playing" and turn >= 0
        return turn if playing and self.table.seats[turn].bot is not None else None

    def guess(self, seat: int) -> Any:
        """A state this seat cannot tell from the true one: whatever it is asked, the answer betrays no secret."""
        return self.game.redeal(self.story.match.state, seat, Dice(secrets.randbits(60)))

    def job(self, seat: int, level: str, why: bool = False) -> Job:
        """What a bot is given to think about. `core/checks.py` proves that redealing a redeal is as good."""
        return Job(self.game.name, level, seat, self.game.dump(self.guess(seat)), secrets.randbits(31), why)

    # Changes of the log

    async def start(self) -> None:
        """The match begins when nobody is missing. Its first luck is drawn and kept with the beginning itself."""
        if self.table.status != "open" or any(seat.kind == "open" for seat in self.table.seats):
            return
        before = self.story.match
        after = before.settled(self.luck)
        await self.store.start(self.code, entries_of(before, after), after.turn)
        await self.changed()

    async def play(self, seat: int, action: str, serial: int, client: str | None = None, asker: Reader | None = None) -> None:
        async with self._one:
            if self._done_before(seat, client, asker):
                return
            self._must_be_now(serial)
            before = self.story.match
            try:
                after = before.play(seat, action, luck=self.luck)
            except Refused as refused:  # the reason is told from a guess, so that it can tell no secret
                raise Refused(self.game.refuse(self.guess(seat), action), self.game.folder) from refused
            await self.keep(entries_of(before, after, client), after, seat, client, asker)

    async def undo(self, seat: int, serial: int, client: str, asker: Reader) -> None:
        async with self._one:
            if self._done_before(seat, client, asker):
                return
            self._must_be_now(serial)
            if not self.story.can_undo(seat):
                raise NotLegal("play.undo")
            after = self.story.match.undo(seat)
            await self.keep([Entry(BACK, seat, len(after.log), client)], after, seat, client, asker)

    async def ask_back(self, seat: int, serial: int, client: str, asker: Reader) -> None:
        """Back to before this seat's last decision: asked of the others, or done at once where there is nobody to ask."""
        async with self._one:
            if self._done_before(seat, client, asker):
                return
            self._must_be_now(serial)
            to = self.story.own_last(seat)
            if to is None:
                raise NotLegal("play.undo")
            if not to_ask(self.table, seat):
                await self.keep([Entry(BACK, seat, to, client)], self.story.match.back(to), seat, client, asker)
                return
            await self._ask({"seat": seat, "to": to, "agreed": []}, client, asker)

    async def agree(self, seat: int, yes: bool, serial: int, client: str, asker: Reader) -> None:
        async with self._one:
            if self._done_before(seat, client, asker):
                return
            self._must_be_now(serial)
            asked = self.table.asked
            person = self.table.seats[seat].guest
            mine = [other for other in to_ask(self.table, asked["seat"]) if self.table.seats[other].guest == person] if asked else []
            if not asked or not mine:
                raise Denied(409, "not_asked")
            if not yes:
                await self._ask(None, client, asker)
                return
            agreed = sorted({*asked["agreed"], *mine})
            if set(to_ask(self.table, asked["seat"])) <= set(agreed):
                after = self.story.match.back(asked["to"])
                await self.keep([Entry(BACK, asked["seat"], asked["to"])], after, seat, client, asker)
            else:
                await self._ask(asked | {"agreed": agreed}, client, asker)

    async def note(self, kind: str, seat: int, value: int) -> int:
        """Writes down that a hint was given or the log opened; returns the serial after it."""
        assert kind in (HINT, OPENED)
        async with self._one:
            await self.keep([Entry(kind, seat, value)], self.story.match, seat)
            return self.story.serial

    def _done_before(self, seat: int, client: str | None, asker: Reader | None) -> bool:
        """A repeated message is acknowledged again, and does nothing."""
        serial = self.story.sent.get((seat, client)) if client else None
        if serial is None:
            return False
        if asker:
            asker.send({"type": "ack", "id": client, "serial": serial})
        return True

    def _must_be_now(self, serial: int) -> None:
        if serial != self.story.serial:
            raise Stale("play.stale", at=serial, now=self.story.serial)

    async def _ask(self, asked: Json | None, client: str, asker: Reader) -> None:
        if not await self.store.ask(self.code, self.story.serial, asked):
            await self._catch_up()
            raise Stale("play.stale", at=self.table.serial, now=self.story.serial)
        asker.send({"type": "ack", "id": client, "serial": self.story.serial})
        self.table = replace(self.table, asked=asked)
        self.tell_table()
        await self._tell({"table": self.code})

    async def keep(
        self, entries: list[Entry], after: Match[Any], seat: int, client: str | None = None, asker: Reader | None = None
    ) -> None:
        """What was computed is kept, then told. `after` is where the entries lead."""
        serial, status = self.story.serial, "over" if after.turn == OVER else self.table.status
        try:
            await self.store.append(self.code, serial, entries, after.turn, status)
        except Taken as taken:  # another process was first, or had this very message already
            await self._catch_up()
            if self._done_before(seat, client, asker):
                return
            raise Stale("play.stale", at=serial, now=self.story.serial) from taken
        before, self.story = self.story.match, self.story.add(entries, after)
        self.table = replace(self.table, turn=after.turn, serial=self.story.serial, asked=None, status=status)
        if asker and client:
            asker.send({"type": "ack", "id": client, "serial": serial + 1})
        self.publish(before)
        await self._tell({"log": self.code, "serial": self.story.serial})

    # Telling

    def publish(self, before: Match[Any]) -> None:
        """One frame for each reader with what is new to them. `before` is the match that all know who missed nothing."""
        self.used = time.monotonic()
        self._send(self.readers, before)
        self._wake(self)

    def send_frame(self, reader: Reader) -> None:
        self._send([reader])

    def _send(self, readers: Iterable[Reader], before: Match[Any] | None = None) -> None:
        now = Moment(self.story, self.table, self.presence(), before)
        for reader in readers:
            if self.table.status == "open":
                reader.send_text(now.table(reader.guest_id))
            else:
                reader.send_text(now.frame(reader.seat, reader.serial, reader.pictures, reader.guest_id))
                reader.serial = self.story.serial

    async def changed(self) -> None:
        """Facts of the table were changed in the store: told here, and to the other processes."""
        await self.refresh()
        await self._tell({"table": self.code})

    def tell_table(self) -> None:
        """Facts of the table changed, not the log."""
        self._send_table(self.readers)
        self._wake(self)

    def _send_table(self, readers: Iterable[Reader]) -> None:
        now = Moment(self.story, self.table, self.presence())
        for reader in readers:
            reader.send_text(now.table(reader.guest_id))

    def _reseat(self) -> None:
        """Whoever reads for a seat that is theirs no more is an onlooker from now on, before anything else is sent."""
        for reader in self.readers:
            if reader.seat != ONLOOKER and reader.seat not in self.seats_of(reader.guest_id):
                reader.seat, reader.serial = ONLOOKER, 0
                self._greet(reader)
                self.send_frame(reader)

    def _greet(self, reader: Reader) -> None:
        hello = {"type": "hello", "protocol": 1, "reader": reader.seat, "seats": self.seats_of(reader.guest_id)}
        reader.send(hello | {"chat": chat_json(self.chat)})

    async def enter(self, reader: Reader) -> None:
        self.readers.add(reader)
        self.used = time.monotonic()
        self._greet(reader)
        self.send_frame(reader)
        await self._moved(reader)

    async def go(self, reader: Reader) -> None:
        self.readers.discard(reader)
        self.used = time.monotonic()
        await self._moved(reader)

    async def _moved(self, who: Reader) -> None:
        """Somebody came or went."""
        for seat in self.seats_of(who.guest_id):
            self.away_since[seat] = time.monotonic()
        self._send_table(self.readers - {who})
        await self._tell(self.presence_message())

    def presence_message(self) -> Json:
        here = self.own_presence()
        return {"here": self.code, "seats": sorted(here.seats), "watchers": here.watchers}

    def look(self, reader: Reader, seat: int) -> None:
        if seat != ONLOOKER:
            self.must_hold(reader.guest_id, seat)
        reader.seat, reader.serial = seat, 0
        self.send_frame(reader)

    async def say(self, guest: Guest, text: str, client: str, asker: Reader) -> None:
        """A line of chat; only people at the table."""
        seats = self.seats_of(guest.id)
        if not seats:
            raise Denied(403, "chat")
        async with self._one:
            before = next((line for line in self.chat if (line.guest, line.client) == (guest.id, client)), None)
            if before is None:
                before = await self._write_line(guest, seats[0], text, client)
            asker.send({"type": "ack", "id": client, "serial": before.number})

    async def _write_line(self, guest: Guest, seat: int, text: str, client: str) -> Line:
        for _ in range(5):
            if len(self.chat) >= MOST_CHAT:
                raise Denied(403, "chat_full")
            number = self.chat[-1].number + 1 if self.chat else 0
            line = Line(number, guest.id, seat, self.table.seats[seat].name, text, int(time.time()), client)
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
            reader.send({"type": "chat", "lines": chat_json(lines)})

    # What other processes did

    async def refresh(self) -> None:
        """Reads what is new: the table and its seats, the log, the chat."""
        async with self._one:
            await self._catch_up()
            await self._catch_up_chat()

    async def _catch_up(self) -> None:
        table = await self.store.table(self.code)
        assert table
        entries = await self.store.entries(self.code, self.story.serial)
        told = (table, entries) != (self.table, [])
        started = self.table.status == "open" and table.status != "open"
        self.table = table
        self._reseat()
        before = self.story.match
        if entries:
            self.story = self.story.add(entries)
        if entries or started:
            self.publish(before)
        elif told:
            self.tell_table()

    async def _catch_up_chat(self) -> None:
        lines = (await self.store.chat(self.code))[len(self.chat) :]
        self.chat += lines
        if lines:
            self._tell_chat(lines)
