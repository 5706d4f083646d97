"""Scripted people who play by socket through anything: lost connections, killed servers, their own bad manners.

Each remembers what was acknowledged and what was refused, so that the log can be held against it afterwards.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from newfound import games
from newfound.core.fair import Fair
from newfound.core.game import CHANCE, OVER
from newfound.core.match import Match
from newfound.host.making import Wish
from newfound.host.records import Guest
from newfound.host.story import ACT, BACK, Entry, Story
from newfound.server import lobby
from newfound.server.guests import hashed
from newfound.server.hall import Hall
from newfound.server.migrations import migrate
from newfound.server.persons import Device
from newfound.server.room import Room
from newfound.server.settings import Settings
from newfound.server.store import Store
from serving import Json, Person, Seat

GONE = (OSError, AssertionError, WebSocketException, EOFError, httpx.HTTPError)


@dataclass
class Player:
    """Plays one seat to the end. `rude` is how often they misbehave."""

    person: Person
    code: str
    seat: int
    chance: random.Random
    rude: float = 0.0
    acked: dict[str, tuple[str, int]] = field(default_factory=dict)  # id: action, serial
    refused: set[str] = field(default_factory=set)
    sent: dict[str, str] = field(default_factory=dict)
    over: bool = False
    _count: int = 0
    _pending: Json = None
    _serial: int = 0
    _socket: Seat | None = None

    async def play(self) -> None:
        while not self.over:
            try:
                await self._connect()
                await self._go_on()
            except GONE:  # the server has gone, or we left: come back
                await asyncio.sleep(0.05 + 0.2 * self.chance.random())
        self._socket = None  # with all that came through it

    async def _connect(self) -> None:
        query = f"?seat={self.seat}" + (f"&serial={self._serial}" if self.chance.random() < 0.7 else "")
        self._socket = await self.person.sit(self.code, query)
        await self._socket.shown()

    async def _go_on(self) -> None:
        socket = self._socket
        assert socket
        if self._pending:
            await self._settle(socket)  # what was not acknowledged is sent again under the same id
        while not self.over:
            await socket.until(lambda: socket.frame["actions"] or socket.frame["turn"] == -2, 600)
            self._serial = socket.frame["serial"]
            if socket.frame["turn"] == -2:
                self.over = True
                await socket.close()
                return
            self._pending = self._message(socket.frame["serial"], self.chance.choice(socket.frame["actions"]))
            await self._settle(socket)

    def _message(self, serial: int, action: str) -> Json:
        self._count += 1
        name = f"{self.seat}.{self._count}"
        self.sent[name] = action
        return {"do": "play", "id": name, "serial": serial, "seat": self.seat, "action": action}

    async def _settle(self, socket: Seat) -> None:
        """Sends the pending action until it is answered."""
        message = self._pending
        if self.chance.random() < self.rude:
            await self._misbehave(socket, message)
        await socket.link.send(json.dumps(message))
        answer = await socket.answer(message["id"])
        self._note(socket)
        self._pending = None
        if answer["type"] == "ack":
            await socket.past(message["serial"])

    async def _misbehave(self, socket: Seat, message: Json) -> None:
        how = self.chance.randrange(6)
        text = json.dumps(message)
        if how == 0:  # says it three times
            for _ in range(3):
                await socket.link.send(text)
        elif how == 1:  # sends and runs away before any answer
            await socket.link.send(text)
            await socket.link.close()
            self._note(socket)
            raise OSError
        elif how == 2:  # from the past
            await socket.link.send(json.dumps(self._message(self.chance.randrange(message["serial"]), message["action"])))
        elif how == 3:  # another's seat
            await socket.link.send(json.dumps(self._message(message["serial"], message["action"]) | {"seat": self.seat + 1}))
        elif how == 4:  # two different ones at once, in the wrong order, the second for a future that has not come
            await socket.link.send(json.dumps(self._message(message["serial"] + 1, message["action"])))
        else:  # nonsense
            for nonsense in ("{", "[]", '{"do":"play"}', '{"do":"play","id":7}', json.dumps({"do": "x" * 3000})):
                await socket.link.send(nonsense)

    def _note(self, socket: Seat) -> None:
        """What has been answered so far."""
        for message in socket.got:
            name = message.get("id")
            if message["type"] == "ack" and name in self.sent:
                before = self.acked.setdefault(name, (self.sent[name], message["serial"]))
                assert before[1] == message["serial"], f"{name} was acknowledged at {before[1]} and at {message['serial']}"
            elif message["type"] == "refused" and name in self.sent:
                self.refused.add(name)

    def gather(self) -> None:
        if self._socket:
            self._note(self._socket)


async def logs(database: str, codes: Iterable[str]) -> dict[str, Story]:
    """The stories of these matches, read from the database itself; every event checked by the rules."""
    store = Store(Settings(database_url=database))
    try:
        return {code: await _story(store, code) for code in codes}
    finally:
        await store.close()


async def _story(store: Store, code: str) -> Story:
    table = await store.table(code)
    assert table
    game = games.find(table.game)
    entries = await store.entries(code)
    story = Story(Match.new(game, game.setup(len(table.seats), table.options))).add(entries)
    if not any(entry.kind == BACK for entry in entries):
        Match.replay(game, story.match.setup, story.match.log)
    return story


def check(stories: dict[str, Story], players: Iterable[Player], *, ended: bool) -> Counter[str]:
    """Every acknowledged action is in the log exactly once, where it was acknowledged; nothing refused or foreign is."""
    seen: Counter[str] = Counter()
    known: dict[str, dict[tuple[int, str], Any]] = {code: {} for code in stories}
    for player in players:
        player.gather()
        story = stories[player.code]
        mine = {
            entry.client: (number, entry) for number, entry in enumerate(story.entries, 1) if entry.seat == player.seat and entry.client
        }
        assert len(mine) == sum(bool(entry.client) for entry in story.entries if entry.seat == player.seat)
        for name, (action, serial) in player.acked.items():
            number, entry = mine[name]
            assert (entry.kind, number) == (ACT, serial), f"{name} of {player.code}"
            assert story.match.game.spell(entry.value) == action
            seen["acknowledged"] += 1
        for name in player.refused - set(player.acked):
            assert name not in mine, f"{name} was refused and is in the log of {player.code}"
            seen["refused"] += 1
        if ended:
            assert set(mine) == set(player.acked), f"{player.code}: {set(mine) ^ set(player.acked)}"
        assert set(mine) <= set(player.sent)
        known[player.code] |= {(player.seat, name): None for name in mine}
    for code, story in stories.items():
        for entry in story.entries:
            if entry.seat != CHANCE and entry.client:
                assert (entry.seat, entry.client) in known[code], f"a foreign action in {code}"
        seen["events"] += len(story.match.log)
    return seen


ANN = Guest("ann", "Ann", device="ann")
COOKIE = "ann.secret"


async def hall_and_room(database: str, **settings: Any) -> tuple[Hall, Room]:
    """A hall in this process, and a match in it in which Ann plays both seats."""
    hall = Hall(Settings(database_url=database, **settings))
    await migrate(hall.store.engine)
    await hall.open()
    await hall.persons.add(ANN.id, ANN.name, Device(ANN.device, ANN.id, hashed("secret"), "", int(time.time()), int(time.time())))
    wishes = [Wish("me"), Wish("me")]
    return hall, await lobby.make(hall, ANN, "new-haven", {}, wishes, public=False, practice=False)


async def finished_match(database: str) -> tuple[Hall, Room]:
    """The same with a match of more than 150 events."""
    hall, room = await hall_and_room(database)
    while room.story.match.turn != OVER:
        match = room.story.match
        await room.play(match.turn, match.game.spell(match.game.actions(match.state)[0]), room.story.serial)
    assert len(room.story.match.log) >= 150
    return hall, room


async def many_matches(database: str, count: int) -> None:
    """So many finished matches of Ann's."""
    hall, room = await finished_match(database)
    for number in range(count - 1):
        table = replace(room.table, code=f"copy{number}", rematch=None)
        await hall.store.add_table(table, room.story.entries)
    await hall.close()


async def long_match(database: str, entries: int, over: bool) -> str:
    """A match of Ann's against herself in which somebody took back and played again until the log had this many entries."""
    hall, room = await hall_and_room(database)
    game, luck = games.find("new-haven"), Fair(bytes.fromhex(room.table.seed))
    match = Match.new(game, game.setup(2), luck)
    while match.turn != OVER and (over or len(match.log) < 100):
        match = match.play(match.turn, game.actions(match.state)[0], luck=luck)
    log = [Entry(ACT, event.seat, event.action) for event in match.log]
    while len(log) + 2 <= entries:
        log += [Entry(BACK, 0, len(match.log) - 1), log[len(match.log) - 1]]
    table = replace(room.table, code="long", status="over" if over else "playing", turn=match.turn, serial=len(log), rematch=None)
    await hall.store.add_table(table, log)
    await hall.close()
    return table.code


async def played(ann: Person, bob: Person) -> str:
    """The code of a match between them that is over."""
    code = str((await ann.table("me", "open"))["code"])
    await bob.post(f"/api/tables/{code}/join")
    await asyncio.gather(*(Player(who, code, seat, random.Random(seat)).play() for seat, who in enumerate((ann, bob))))
    return code


async def over_days(ann: Person, bob: Person, pace: int = 3) -> tuple[str, Person, Person]:
    """A table of theirs: its code, whose turn it is, and who waits."""
    code = str((await ann.table("me", "open", pace=pace))["code"])
    table = await bob.post(f"/api/tables/{code}/join")
    return (code, ann, bob) if table["turn"] == 0 else (code, bob, ann)
