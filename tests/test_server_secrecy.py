"""Secrecy on the wire: two matches that differ only in what a reader may not know send that reader the same bytes.

The twins are played side by side. Whatever happens in one, the other does something that looks the same to the reader, and
something different where it can. Both are then served by real servers to real sockets.
"""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from sqlalchemy import update

from addresses import ASKED, SAID, UNASKED
from newfound import games
from newfound.core.checks import setups
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER, Game, News, Refusal, Setup
from newfound.core.match import Event, Match, Refused
from newfound.host.frames import frame_json, missing
from newfound.host.records import Guest, Seat, Table
from newfound.host.story import ACT, BACK, ENDED, OPEN, Entry
from newfound.server import asking, clock, leaving, schema
from newfound.server.api.asked import Preview, Why
from newfound.server.api.play import preview, why
from newfound.server.app import make_app
from newfound.server.guests import COOKIE, hashed
from newfound.server.hall import Hall
from newfound.server.persons import Device
from newfound.server.reader import Reader
from newfound.server.room import Room
from newfound.server.settings import Settings
from newfound.server.socket import MESSAGES
from people import ANN, hall_and_room
from postgres import Cluster
from serving import Person, free_port
from serving import Seat as Socket

EACH = int(os.environ.get("NEWFOUND_TWINS") or (12 if os.environ.get("NEWFOUND_ALL") else 1))
TRIES = 12
NOW = int(time.time())
BY_CHANCE = re.compile(r'"(time|seen)": ?\d+|"(token|key)":"[\w-]+"|/take/[\w-]+')  # when it was said, links, a server's key
PONG = '{"type":"pong"}'
SOME = 12  # actions after which everything there is to ask is asked again
EVENTS = 10_000 if os.environ.get("NEWFOUND_ALL") else 120


@pytest.fixture(autouse=True)
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both twins are played at the same time, and by nobody else: a bot that is brought thinks for ever."""
    monkeypatch.setattr(clock, "precise", lambda: float(NOW))
    monkeypatch.setattr(Hall, "wake", lambda *_: None)


@dataclass
class Twins:
    """Two logs that this reader cannot tell apart."""

    game: Game[Any]
    setup: Setup
    reader: int
    dice: Dice
    pace: int = 0

    def __post_init__(self) -> None:
        self.states = (self.game.start(self.setup), self.game.start(self.setup))
        self.logs: tuple[list[Event], list[Event]] = ([], [])

    def grow(self) -> Twins:
        """Until the end, or until nothing fits both."""
        game = self.game
        while (turn := game.turn(self.states[0])) != OVER and len(self.logs[0]) < EVENTS:
            pair = self._pair(turn)
            if pair is None:
                break
            for state, log, action in zip(self.states, self.logs, pair, strict=True):
                game.apply(state, action)
                log.append(Event(turn, action))
        return self

    def _pair(self, turn: int) -> tuple[int, int] | None:
        legal = self.game.actions(self.states[0])
        for _ in range(TRIES):
            action = legal[self.dice.below(len(legal))]
            if turn == self.reader:
                return action, action
            other = self._alike(action)
            if other is not None:
                return action, other
        return None

    def _alike(self, action: int) -> int | None:
        """What looks the same in the other state: another action rather than the same."""
        game, (one, two) = self.game, self.states
        told, seen = game.tell(one, action, self.reader), self._after(one, action)
        others = game.actions(two)
        start = self.dice.below(len(others))
        same = [action] if action in others else []
        for other in [*others[start:], *others[:start]][:80] + same:
            fits = game.tell(two, other, self.reader) == told and self._after(two, other) == seen
            if fits and (other != action or same):
                return other
        return None

    def _after(self, state: Any, action: int) -> Any:
        after = self.game.copy(state)
        self.game.apply(after, action)
        return self.game.observe(after, self.reader)

    @property
    def differences(self) -> int:
        return sum(one.action != two.action for one, two in zip(*self.logs, strict=True))


@asynccontextmanager
async def serving(database: str) -> AsyncIterator[tuple[FastAPI, str]]:
    """A server in this very process, so that its rooms can be reached."""
    settings = Settings(database_url=database, port=free_port(), rate=1e6, burst=1e6)
    app = make_app(settings)
    server = uvicorn.Server(uvicorn.Config(app, port=settings.port, log_config=None, ws_per_message_deflate=False))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield app, f"http://127.0.0.1:{settings.port}"
    server.should_exit = True
    await task


def chunks(log: list[Event]) -> list[list[Event]]:
    """As the server writes: a seat's action and the luck that follows it."""
    found: list[list[Event]] = [[]]
    for event in log:
        if event.seat != CHANCE:
            found.append([])
        found[-1].append(event)
    return found


async def received(servers: list[tuple[FastAPI, str]], twins: Twins, log: list[Event]) -> list[str]:
    """Every byte the reader is sent while this log is played: over the socket, and from every address they may ask.
    It is played at the first of these servers; the reader is at the last."""
    game, setup, reader = twins.game, twins.setup, twins.reader
    hall, url = servers[0][0].state.hall, servers[-1][1]
    for number in range(setup.seats + 2):
        device = Device(f"guest{number}", f"guest{number}", hashed(f"secret{number}"), "", 0, 2**31 - 1)
        await hall.persons.add(f"guest{number}", f"P{number}", device)
    async with hall.store.writing() as connection:
        await connection.execute(update(schema.guest).values(key="0" * 32))
    seats = tuple(Seat(number, "person", f"guest{number}", f"P{number}") for number in range(setup.seats))
    first, *rest = chunks(log)
    match = Match.replay(game, setup, first)
    options, parts = dict(setup.options), game.parts(setup)
    table = Table(
        "twin", game.name, game.edition, parts, options, "00" * 32, "playing", False, False, "guest0", NOW, 0, match.turn, len(first)
    )
    if twins.pace:
        table = replace(table, pace=twins.pace, since=NOW, due=NOW + twins.pace * leaving.DAY)
    await hall.store.add_table(replace(table, seats=seats), [Entry(ACT, event.seat, event.action) for event in first])
    room = await hall.room("twin")
    person = Person(url)
    who = setup.seats if reader == ONLOOKER else reader
    person.http.cookies.set(COOKIE, f"guest{who}.secret{who}")
    socket = await person.sit("twin", f"?seat={reader}&pictures=1")
    await socket.shown()
    bodies: list[str] = []
    busy, alone = False, len(servers) == 1  # what two processes tell of people at once may come in either order
    for number, chunk in enumerate(rest):
        for event in chunk:
            match = Match(game, setup, (*match.log, event), game.copy(match.state))
            game.apply(match.state, event.action)
        if match.turn in (CHANCE, OVER):
            break  # a log that stopped within luck; at the end everything is public
        await room.refresh()
        await room.keep([Entry(ACT, event.seat, event.action) for event in chunk], match, 0)
        await socket.past(room.story.serial - 1)
        bodies += await asked(person, reader, socket.frame)
        other = (match.turn + 1) % setup.seats
        if not busy and room.story.own_last(other) is not None:
            busy = True
            await around(hall, room, other, socket)
        elif alone and number % SOME == SOME // 2:
            bodies += await everything(person, reader, socket, number)
    if alone:
        await room.refresh()
        await at_last(hall, room, reader, socket)
        bodies += [(await person.http.post("/api/tables/twin/resign", json={"level": "random"})).text]
        await settled(socket)
    late = await person.sit("twin", f"?seat={reader}")  # the whole story at once
    await late.shown()
    await socket.close()
    await late.close()
    await person.http.aclose()
    heard = [text for text, _ in groupby(text for text in socket.raw if text != PONG)]  # one change may be told twice
    return [BY_CHANCE.sub("", text) for text in (*heard, *late.raw, *bodies)]


async def around(hall: Hall, room: Room, seat: int, socket: Socket) -> None:
    """What this seat does beside the match."""
    guest, reader = Guest(f"guest{seat}", f"P{seat}"), Reader(None, ONLOOKER, 0, "en")
    doing: list[Callable[[], Awaitable[None]]] = [
        lambda: leaving.leave(hall, room, guest, seat, "random"),
        lambda: leaving.come_back(room, guest, seat),
        lambda: asking.back(room, seat, room.story.serial, "b1", reader),
        lambda: asking.withdraw(room, seat, "w1", reader),
        lambda: asking.end(room, seat, "e1", reader),
        lambda: asking.agree(room, room.story.turn, False, room.story.serial, "a1", reader),
    ]
    for do in doing:
        await do()
        await socket.past(room.story.serial - 1)  # each is seen
    await asking.nudge(room, seat, "n1", reader)


async def asked(person: Person, reader: int, frame: Any) -> list[str]:
    """What the other addresses answer."""
    at = frame["at"]
    bodies = [await person.http.get(f"/api/tables/twin/{path}") for path in (f"frame?seat={reader}&at={at}&pictures=1", "game")]
    if at % 5 == 0:
        paths = ("fair", f"frame?seat={reader}&at={at // 2}", "", f"odds?seat={reader}", f"advice?seat={max(reader, 0)}", "course")
        bodies += [await person.http.get(f"/api/tables/twin/{path}") for path in paths]
        for text in ("pass", "xyzzy", frame["actions"][0] if frame["actions"] else "lay"):
            bodies.append(await person.http.post("/api/tables/twin/why", json={"seat": max(reader, 0), "text": text}))
            bodies.append(await person.http.post("/api/tables/twin/preview", json={"seat": max(reader, 0), "action": text}))
    return [body.text for body in bodies]


async def settled(socket: Socket) -> None:
    """What is due has been sent."""
    for _ in range(2):
        pongs = sum(message["type"] == "pong" for message in socket.got)
        await socket.send(do="ping")
        await socket.until(lambda: sum(message["type"] == "pong" for message in socket.got) > pongs)  # noqa: B023


async def everything(person: Person, reader: int, socket: Socket, number: int) -> list[str]:
    """All that can be asked and said, at every address and on the socket."""
    held, bodies = max(reader, 0), []
    for way, sent in ASKED.items():
        method, path = way.replace("{code}", "twin").replace("{reader}", str(reader)).replace("{held}", str(held)).split()
        for where in [path.replace("{seat}", str(seat)) for seat in range(2)] if "{seat}" in path else [path]:
            for body in sent:
                said = body and {name: held if value == "{held}" else value for name, value in body.items()}
                answer = await person.http.request(method, where, json=said)
                bodies.append(f"{way} {answer.status_code} {answer.text}")
                assert not re.search(r'"server\.(address|field|method)"', answer.text), bodies[-1]
                if method == "POST":
                    await settled(socket)
    for message in SAID:
        said = {name: reader if value == "{reader}" else value for name, value in message.items()}
        if "id" in said:
            said["id"] += str(number)
        await socket.send(**said)
        if "id" in said:
            await socket.answer(said["id"])
        await settled(socket)
    return bodies


async def at_last(hall: Hall, room: Room, reader: int, socket: Socket) -> None:
    """What else happens to people: whatever the log can say of them but that the match ends, after which all is known."""
    seats = len(room.table.seats)
    gone = max(reader, 0) + 1
    asker = (gone + 1) % seats
    guest, host, new = (Guest(f"guest{one}", f"P{one}") for one in (gone, asker, seats + 1))
    nobody = Reader(None, ONLOOKER, 0, "en")

    async def all_agree() -> None:
        for other in range(seats):
            if room.table.asked and other in missing(room.table):
                await asking.agree(room, other, True, room.story.serial, f"y{room.story.serial}", nobody)
                await settled(socket)

    async def given() -> None:
        token = await leaving.invite(room, host, gone)
        await leaving.take(hall, new, token)

    def holder(seat: int) -> Guest:
        return Guest(room.table.seats[seat].guest or "", "")

    async def stand_in() -> None:
        """For who is not here; over days, for whose turn it is."""
        late = room.story.turn if room.table.pace else gone
        await leaving.stand_in(hall, room, holder((late + 1) % seats), late, "random")
        await settled(socket)
        await leaving.come_back(room, holder(late), late)

    async def later(do: Callable[[], Awaitable[None]]) -> None:
        hall.clock = lambda: float(NOW + 30 * leaving.DAY)
        await do()
        hall.clock = clock.precise

    doing: list[Callable[[], Awaitable[None]]] = [
        lambda: room.say(host, "where are you?", "c1", nobody),
        lambda: leaving.leave(hall, room, guest, gone, "random"),
        lambda: room.change(lambda: room.failed(gone)),
        lambda: asking.replace(room, asker, gone, "r1", nobody),
        all_agree,
        lambda: leaving.resign(hall, room, guest, gone, "random"),
        given,
        lambda: asking.end(room, asker, "e2", nobody),
        lambda: later(lambda: asking.lapse(room)),
        lambda: later(stand_in),
        lambda: asking.back(room, asker, room.story.serial, "b2", nobody),
        all_agree,
    ]
    for do in doing:
        await do()
        await socket.past(room.story.serial - 1)
        await settled(socket)
    assert {entry.kind for entry in room.story.entries} >= OPEN - {ENDED} | {ACT, BACK}


async def compare(databases: tuple[str, str], twins: Twins, processes: int = 1) -> None:
    heard = []
    for database, log in zip(databases, twins.logs, strict=True):
        async with AsyncExitStack() as stack:
            servers = [await stack.enter_async_context(serving(database)) for _ in range(processes)]
            heard.append(await received(servers, twins, log))
    assert len(heard[0]) == len(heard[1]) > 3
    for one, two in zip(*heard, strict=True):
        assert one == two, f"reader {twins.reader} of {twins.game.name} can tell the twins apart"


def two_files(folder: Path) -> tuple[str, str]:
    folder.mkdir(exist_ok=True)
    return f"sqlite:///{folder}/one.db", f"sqlite:///{folder}/two.db"


def hides(twins: Twins) -> bool:
    """Whether there is anything to hide in this game."""
    game, state = twins.game, twins.states[0]
    return any(game.dump(game.redeal(state, ONLOOKER, Dice(seed))) != game.dump(state) for seed in range(5))


def pairs(game: Game[Any]) -> list[Twins]:
    all_setups = setups(game)
    found = []
    for number in range(EACH):
        setup = all_setups[number * 7 % len(all_setups)]
        readers = [number % setup.seats, ONLOOKER]
        found += [Twins(game, setup, reader, Dice(number * 31 + reader + 9), 3 * (reader >= 0)).grow() for reader in readers]
    return found


@pytest.mark.sample
@pytest.mark.parametrize("name", games.names())
def test_every_byte_a_reader_gets_is_the_same_when_the_hidden_is_redealt(name: str, tmp_path: Path) -> None:
    twins = pairs(games.find(name))
    assert any(pair.differences for pair in twins) == hides(twins[0])
    for number, pair in enumerate(twins):
        asyncio.run(compare(two_files(tmp_path / str(number)), pair))


@pytest.mark.long
@pytest.mark.parametrize("name", games.names())
def test_so_it_is_of_another_process_than_the_one_that_played(name: str, cluster: Cluster) -> None:
    for pair in pairs(games.find(name)):
        asyncio.run(compare((cluster.database(), cluster.database()), pair, processes=2))


def test_everything_that_can_be_asked_or_said_is_or_there_is_a_reason(tmp_path: Path) -> None:
    paths = make_app(Settings(database_url=f"sqlite:///{tmp_path}/newfound.db")).openapi()["paths"]
    there = {f"{method.upper()} {path}" for path, ways in paths.items() for method in ways}
    listed = [*(way.partition("?")[0] for way in ASKED), *UNASKED]
    assert sorted(listed) == sorted(there)
    forms = MESSAGES.json_schema()["$defs"].values()
    assert {one["do"] for one in SAID} == {form["properties"]["do"]["const"] for form in forms}


def _leaky_view(game: Game[Any]) -> Game[Any]:
    return replace(game, observe=lambda s, reader: game.observe(s, reader) | {"rest": game.dump(s)})


@pytest.mark.sample
@pytest.mark.parametrize("leak", ["view", "frame", "picture", "table_for", "odds", "advice", "course"])
def test_a_planted_leak_is_found(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("new-haven")
    twins = next(pair for seed in range(20) if (pair := Twins(game, game.setup(2), 0, Dice(seed)).grow()).differences)
    if leak == "view":
        twins.game = _leaky_view(game)
        monkeypatch.setattr(games, "find", lambda _: twins.game)
    elif leak == "frame":
        true = frame_json
        monkeypatch.setattr(
            "newfound.host.frames.frame_json",
            lambda story, *more: true(story, *more) | {"log": [game.spell(event.action) for event in story.match.log]},
        )
    elif leak == "picture":
        ours = frame_json
        monkeypatch.setattr(
            "newfound.host.frames.frame_json",
            lambda story, *more: ours(story, *more) | {"picture": ours(story, 1, 0, pictures=True)["picture"]},
        )
    else:
        monkeypatch.setattr(Room, leak, lambda self, *_: {"hands": game.dump(self.story.match.state)})
    with pytest.raises(AssertionError, match="can tell the twins apart"):
        asyncio.run(compare(two_files(tmp_path), twins))


def telltale(game: Game[Any]) -> Game[Any]:
    """The same game, but its refusals and its news say all that is true where they are asked."""

    def tell(state: Any, *_: int) -> list[News]:
        return [News("news.all", values={"text": str(game.dump(state))})]

    def refuse(state: Any, _: str) -> Refusal:
        return Refusal("play.unknown", values={"text": str(game.dump(state))})

    return replace(game, tell=tell, refuse=refuse)


async def refused(room: Room, seat: int) -> Any:
    with pytest.raises(Refused) as caught:
        await room.play(seat, "xyzzy", room.story.serial)
    return caught.value.refusal.values["text"]


async def explained(room: Room, seat: int) -> Any:
    return (await why(Why(seat=seat, text="xyzzy"), room, ANN, "en"))["problem"]["values"]["text"]


async def previewed(room: Room, seat: int) -> Any:
    action = room.game.spell(room.game.actions(room.story.match.state)[0])
    return (await preview(Preview(seat=seat, action=action), room, ANN))["told"][0]["values"]["text"]


async def given_to_a_bot(room: Room, seat: int) -> Any:
    return str(room.job(seat, "easy").position)


@pytest.mark.sample
@pytest.mark.parametrize("ask", [refused, explained, previewed, given_to_a_bot])
def test_what_is_asked_is_answered_from_a_guess(
    ask: Callable[[Room, int], Awaitable[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even a game that would tell everything can tell no more than the view: each time another guess is asked."""
    game = telltale(games.find("new-haven"))
    monkeypatch.setattr(games, "find", lambda _: game)

    async def evening() -> None:
        hall, room = await hall_and_room(f"sqlite:///{tmp_path}/newfound.db")
        answers = {await ask(room, room.story.match.turn) for _ in range(10)}
        assert len(answers) > 5
        assert str(game.dump(room.story.match.state)) not in answers
        await hall.close()

    asyncio.run(evening())
