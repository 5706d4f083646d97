"""Secrecy on the wire: two matches that differ only in what a reader may not know send that reader the same bytes.

The twins are played side by side. Whatever happens in one, the other does something that looks the same to the reader, and
something different where it can. Both are then served by real servers to real sockets.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI

from newfound import games
from newfound.core.checks import setups
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER, Game, News, Refusal, Setup
from newfound.core.match import Event, Match, Refused
from newfound.server.api.asked import Preview, Why
from newfound.server.api.play import preview, why
from newfound.server.app import make_app
from newfound.server.frames import frame_json
from newfound.server.guests import COOKIE, hashed
from newfound.server.room import Room
from newfound.server.settings import Settings
from newfound.server.store import Seat, Table
from newfound.server.story import ACT, Entry
from people import ANN, hall_and_room
from serving import Person, free_port

EACH = 12 if os.environ.get("NEWFOUND_ALL") else 1
TRIES = 12
EVENTS = 10_000 if os.environ.get("NEWFOUND_ALL") else 120


@dataclass
class Twins:
    """Two logs that this reader cannot tell apart."""

    game: Game[Any]
    setup: Setup
    reader: int
    dice: Dice

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
async def serving(folder: Path) -> AsyncIterator[tuple[FastAPI, str]]:
    """A server in this very process, so that its rooms can be reached."""
    folder.mkdir()
    settings = Settings(database_url=f"sqlite:///{folder}/newfound.db", port=free_port(), rate=1e6, burst=1e6)
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


async def received(app: FastAPI, url: str, twins: Twins, log: list[Event]) -> list[str]:
    """Every byte the reader is sent while this log is played: over the socket, and from every address they may ask."""
    game, setup, reader = twins.game, twins.setup, twins.reader
    hall = app.state.hall
    for number in range(setup.seats + 1):
        await hall.store.add_guest(f"guest{number}", f"P{number}", hashed(f"secret{number}"), 0)
    seats = tuple(Seat(number, "person", f"guest{number}", f"P{number}") for number in range(setup.seats))
    first, *rest = chunks(log)
    match = Match.replay(game, setup, first)
    options, parts = dict(setup.options), game.parts(setup)
    table = Table(
        "twin", game.name, game.edition, parts, options, "00" * 32, "playing", False, False, "guest0", 0, 0, match.turn, len(first)
    )
    await hall.store.add_table(replace(table, seats=seats), [Entry(ACT, event.seat, event.action) for event in first])
    room = await hall.room("twin")
    person = Person(url)
    who = setup.seats if reader == ONLOOKER else reader
    person.http.cookies.set(COOKIE, f"guest{who}.secret{who}")
    socket = await person.sit("twin", f"?seat={reader}&pictures=1")
    await socket.shown()
    bodies: list[str] = []
    for chunk in rest:
        for event in chunk:
            match = Match(game, setup, (*match.log, event), game.copy(match.state))
            game.apply(match.state, event.action)
        if match.turn in (CHANCE, OVER):
            break  # a log that stopped within luck; at the end everything is public
        await room.keep([Entry(ACT, event.seat, event.action) for event in chunk], match, 0)
        await socket.past(room.story.serial - 1)
        bodies += await asked(person, reader, socket.frame)
    late = await person.sit("twin", f"?seat={reader}")  # the whole story at once
    await late.shown()
    await socket.close()
    await late.close()
    await person.http.aclose()
    return [*socket.raw, *late.raw, *bodies]


async def asked(person: Person, reader: int, frame: Any) -> list[str]:
    """What the other addresses answer."""
    at = frame["at"]
    bodies = [await person.http.get(f"/api/tables/twin/{path}") for path in (f"frame?seat={reader}&at={at}&pictures=1", "game")]
    if at % 5 == 0:
        bodies += [await person.http.get(f"/api/tables/twin/{path}") for path in ("fair", f"frame?seat={reader}&at={at // 2}", "")]
        for text in ("pass", "xyzzy", frame["actions"][0] if frame["actions"] else "lay"):
            bodies.append(await person.http.post("/api/tables/twin/why", json={"seat": max(reader, 0), "text": text}))
            bodies.append(await person.http.post("/api/tables/twin/preview", json={"seat": max(reader, 0), "action": text}))
    return [body.text for body in bodies]


async def compare(folder: Path, twins: Twins) -> None:
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(serving(folder / name)) for name in ("one", "two")]
        heard = [await received(app, url, twins, log) for (app, url), log in zip(servers, twins.logs, strict=True)]
    assert len(heard[0]) == len(heard[1]) > 3
    for one, two in zip(*heard, strict=True):
        assert one == two, f"reader {twins.reader} of {twins.game.name} can tell the twins apart"


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
        found += [Twins(game, setup, reader, Dice(number * 31 + reader + 9)).grow() for reader in readers]
    return found


@pytest.mark.parametrize("name", games.names())
def test_every_byte_a_reader_gets_is_the_same_when_the_hidden_is_redealt(name: str, tmp_path: Path) -> None:
    twins = pairs(games.find(name))
    assert any(pair.differences for pair in twins) == hides(twins[0])
    for number, pair in enumerate(twins):
        (tmp_path / str(number)).mkdir()
        asyncio.run(compare(tmp_path / str(number), pair))


def _leaky_view(game: Game[Any]) -> Game[Any]:
    return replace(game, observe=lambda s, reader: game.observe(s, reader) | {"rest": game.dump(s)})


@pytest.mark.parametrize("leak", ["view", "frame", "picture", "table"])
def test_a_planted_leak_is_found(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("new-haven")
    twins = next(pair for seed in range(20) if (pair := Twins(game, game.setup(2), 0, Dice(seed)).grow()).differences)
    if leak == "view":
        twins.game = _leaky_view(game)
        monkeypatch.setattr(games, "find", lambda _: twins.game)
    elif leak == "frame":
        true = frame_json
        monkeypatch.setattr(
            "newfound.server.frames.frame_json",
            lambda story, *more: true(story, *more) | {"log": [game.spell(event.action) for event in story.match.log]},
        )
    elif leak == "picture":
        ours = frame_json
        monkeypatch.setattr(
            "newfound.server.frames.frame_json",
            lambda story, *more: ours(story, *more) | {"picture": ours(story, 1, 0, pictures=True)["picture"]},
        )
    else:
        monkeypatch.setattr(Room, "table_for", lambda self, _: {"hands": game.dump(self.story.match.state)})
    with pytest.raises(AssertionError, match="can tell the twins apart"):
        asyncio.run(compare(tmp_path, twins))


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
