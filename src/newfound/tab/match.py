"""One match in a tab: what is done is kept, then told. Nobody is asked for consent, for there is nobody else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from newfound.core.game import ONLOOKER, OVER, Json
from newfound.core.match import Match
from newfound.core.problem import Problem, Stale
from newfound.host.company import as_told
from newfound.host.desk import Desk, ended
from newfound.host.frames import Moment, Presence, table_json, written
from newfound.host.problems import Denied, on_the_wire
from newfound.host.records import Guest, Table
from newfound.host.story import BACK, Entry, Story
from newfound.tab.store import Store, entries_of, facts_of, rows_of, table_of

ME: Final = "me"
TRIES: Final = 5  # for a place in the log, beside other tabs


class Ear:
    """One connected page: for whom it reads, what it has seen, and where it is told more."""

    def __init__(self, tell: Callable[[str], None], close: Callable[[int], None], language: str) -> None:
        self.tell = tell
        self.close = close
        self.language = language
        self.seat = ONLOOKER
        self.serial = 0
        self.pictures = False
        self.quick = False

    def send(self, message: Json) -> None:
        self.tell(written(message))


class Room(Desk):
    def __init__(self, store: Store, table: Table, story: Story, wake: Callable[[Room], None], told: Callable[[str], None]) -> None:
        super().__init__(table, story)
        self.store = store
        self.ears: list[Ear] = []
        self.thinking = False
        self.gone = False
        self._before: Match[Any] | None = None
        self._wake = wake
        self._told = told  # the other tabs
        self._one = asyncio.Lock()

    def presence(self) -> Presence:
        """Whoever has the page open is at their seats."""
        return Presence.of(self.table, [Guest(ME, "") for _ in self.ears])

    def facts(self) -> Json:
        return table_json(self.table, ME, self.presence())

    def bot_to_move(self) -> int | None:
        turn = self.story.turn
        playing = self.table.status == "playing" and turn >= 0 and not self.gone
        return turn if playing and self.table.seats[turn].bot is not None else None

    # What comes in

    async def enter(self, ear: Ear, seat: int | None, serial: int) -> int | None:
        """A code where nobody may enter so."""
        mine = self.seats_of(ME)
        ear.seat = seat if seat is not None else next(iter(mine), ONLOOKER)
        if ear.seat != ONLOOKER and ear.seat not in mine:
            return 4403
        ear.serial = serial
        self.ears.append(ear)
        ear.send({"type": "hello", "protocol": 1, "reader": ear.seat, "seats": mine, "chat": []})
        self._show([ear])
        self._tell_others(ear)
        self._wake(self)
        return None

    def leave(self, ear: Ear) -> None:
        if ear in self.ears:
            self.ears.remove(ear)
            self._tell_others(ear)

    async def hear(self, ear: Ear, said: Json) -> None:
        """A message of the protocol; whatever is wrong with it is answered."""
        name = said.get("id") if isinstance(said, dict) else None
        try:
            await self._do(ear, said)
        except Problem as problem:
            ear.send({"type": "refused", "id": name, "problem": on_the_wire(problem, ear.language)})
            if isinstance(problem, Stale):
                self._show([ear])
        except (KeyError, TypeError, AttributeError):
            ear.send({"type": "refused", "id": name, "problem": on_the_wire(Denied(400, "message"), ear.language)})

    async def _do(self, ear: Ear, said: Json) -> None:
        match said["do"]:
            case "ping":
                ear.send({"type": "pong"})
            case "sight":
                pass
            case "look":
                if said["seat"] != ONLOOKER:
                    self.must_hold(ME, said["seat"])
                ear.seat, ear.serial = said["seat"], 0
                self._show([ear])
            case "chat":
                raise Denied(403, "chat")
            case _:
                async with self._one:
                    await self._write(ear, said, said["id"], said["serial"])

    async def _write(self, ear: Ear, said: Json, client: str, serial: int) -> None:
        seat = ear.seat if said.get("seat") is None else said["seat"]
        if serial > self.story.serial:
            await self.catch_up()
        if (before := self.story.sent.get((seat, client))) is not None:
            self.must_hold(ME, seat)
            ear.send({"type": "ack", "id": client, "serial": before})
            return
        self.must_play(ME, seat)
        after = None
        match said["do"]:
            case "play":
                entries, after = self.played(seat, said["action"], serial, client)
            case "undo":
                entries, after = self.undone(seat, serial, client)
            case "back":
                entries = [Entry(BACK, seat, self.decided_before(seat, serial), client)]
            case "ask" if said["what"] == "end":
                self.may_go_back()
                entries = [ended(seat, client)]
            case "ask":
                raise Denied(409, "not_gone")
            case "agree":
                raise Denied(409, "not_asked")
            case "withdraw":
                raise Denied(409, "not_asking")
            case "nudge":
                raise Denied(409, "nobody_to_nudge")
            case _:
                raise Denied(400, "message")
        if not await self.keep(entries, after, (ear, client)):
            raise Stale("play.stale", at=serial, now=self.story.serial)

    # What is kept

    async def play(self, seat: int, action: str, serial: int) -> None:
        """By a bot."""
        async with self._one:
            entries, after = self.played(seat, action, serial)
            await self.keep(entries, after)

    async def note(self, decide: Callable[[], list[Entry]]) -> int:
        """Written down beside the match, anew where another tab was first; returns the serial after it."""
        async with self._one:
            for _ in range(TRIES):
                entries = decide()
                if not entries or await self.keep(entries, None):
                    return self.story.serial
        raise Denied(409, "busy")

    async def start(self) -> None:
        before = self.story.match
        after = before.settled(self.luck)
        self.table = replace(self.table, status="playing")
        new = [Entry("act", event.seat, event.action) for event in after.log[len(before.log) :]]
        await self.keep(new, after)

    async def keep(self, entries: list[Entry], after: Match[Any] | None, asked: tuple[Ear, str] | None = None) -> bool:
        """False where another tab was first: then what it did is known here now."""
        story = self.story.add(entries, after)
        status = "over" if story.turn == OVER else self.table.status
        moved = replace(self.table, turn=story.turn, serial=story.serial, status=status, moved=int(time.time()))
        table = as_told(moved, story.company, 0)
        if not await self.store.write(self.code, self.story.serial, facts_of(table), rows_of(entries)):
            await self.catch_up()
            return False
        before, self.story, self.table = self.story.match, story, table
        if asked:
            asked[0].send({"type": "ack", "id": asked[1], "serial": self.story.serial - len(entries) + 1})
        self._publish(before)
        self._told(self.code)
        return True

    async def catch_up(self) -> None:
        """What other tabs have done."""
        facts = await self.store.facts(self.code)
        if facts is None:
            self.gone = True
            for ear in list(self.ears):
                ear.close(4404)
            return
        new = entries_of(await self.store.entries(self.code, self.story.serial))
        before = self.story.match
        self.table = table_of(facts)
        if new:
            self.story = self.story.add(new)
            self._publish(before)

    # What is told

    def _publish(self, before: Match[Any]) -> None:
        self._before = before
        self._show(self.ears)
        self._wake(self)

    def _show(self, ears: list[Ear]) -> None:
        now = Moment(self.story, self.table, self.presence(), self._before)
        for ear in list(ears):
            ear.tell(now.frame(ear.seat, ear.serial, ear.pictures, ME))
            ear.serial = self.story.serial

    def _tell_others(self, but: Ear) -> None:
        now = Moment(self.story, self.table, self.presence())
        for ear in self.ears:
            if ear is not but:
                ear.tell(now.table(ME))
