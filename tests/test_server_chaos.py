"""Clients that drop, resend, reorder, duplicate, send stale, foreign and senseless things: no lost, doubled or foreign action."""

from __future__ import annotations

import asyncio
import json
import operator
import os
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newfound import games
from newfound.core.game import OVER
from newfound.server.socket import MESSAGES
from people import Player, check, logs
from serving import Json, Person, Server

ALL = bool(os.environ.get("NEWFOUND_ALL"))
MATCHES = int(os.environ.get("NEWFOUND_MATCHES") or (1000 if ALL else 4))
AT_ONCE = 20


def test_bad_manners_lose_double_and_smuggle_nothing(serve: Callable[..., Server], database: str) -> None:
    server = serve(database, processes="2" if ALL and database.startswith("postgresql") else "1")
    names = games.names() if ALL else ["new-haven"]

    async def one(ann: Person, bob: Person, number: int, room: asyncio.Semaphore) -> tuple[str, list[Player]]:
        async with room:
            code = (await ann.table("me", "open", game=names[number % len(names)]))["code"]
            await bob.post(f"/api/tables/{code}/join")
            players = [Player(who, code, seat, random.Random(number * 2 + seat), rude=0.4) for seat, who in enumerate((ann, bob))]
            await asyncio.gather(*(player.play() for player in players))
            return code, players

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            ann, bob = [await stack.enter_async_context(Person(server.url, name)) for name in ("Ann", "Bob")]
            room = asyncio.Semaphore(AT_ONCE)
            played = await asyncio.gather(*(one(ann, bob, number, room) for number in range(MATCHES)))
            stories = await logs(database, [code for code, _ in played])
            seen = check(stories, [player for _, players in played for player in players], ended=True)
            print(f"{len(stories)} matches, {dict(seen)}")
            assert seen["refused"] > 5

    asyncio.run(evening())
    assert "Traceback" not in server.log()


def test_who_sends_what_is_no_message_is_closed_and_who_sends_too_fast_is_slowed(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            code = (await ann.table("me", "me"))["code"]
            ping = json.dumps({"do": "ping"})
            for sent, close_code in ((ping + " " * 4096, 4413), (ping.encode(), 1003)):
                socket = await ann.sit(code)
                await socket.link.send(sent)
                async with asyncio.timeout(60):
                    await socket.link.wait_closed()
                assert socket.link.close_code == close_code
            socket, began = await ann.sit(code), time.monotonic()
            for _ in range(100):
                await socket.link.send(ping)
            await socket.until(lambda: sum(message["type"] == "pong" for message in socket.got) == 100)
            assert time.monotonic() - began > 0.7  # 60 at once, 40 a second after that
            await socket.close()

    asyncio.run(evening())


def test_half_a_character_is_refused_like_any_nonsense(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            socket = await ann.sit((await ann.table("me", "me"))["code"])
            await socket.shown()
            await socket.link.send('{"do":"play","id":"\\ud800"}')
            refused = await socket.until(lambda: socket.got[-1]["type"] == "refused" and socket.got[-1])
            assert (refused["id"], refused["problem"]["key"]) == (None, "server.message")
            await socket.close()

    asyncio.run(evening())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FORMS: list[Json] = list(MESSAGES.json_schema()["$defs"].values())  # all that the server reads


def like(wanted: Json) -> st.SearchStrategy[Json]:
    """What this field of a message may be."""
    match wanted:
        case {"const": value}:
            return st.just(value)
        case {"enum": values}:
            return st.sampled_from(values)
        case {"anyOf": several}:
            return st.one_of([like(one) for one in several])
        case {"type": "integer", "minimum": least, "maximum": most}:
            return st.integers(least, min(most, 400))
        case {"type": "string", "pattern": pattern}:
            return st.from_regex(pattern, fullmatch=True)
        case {"type": "string", "maxLength": most}:
            return st.text(max_size=most)
    return {"boolean": st.booleans(), "null": st.none()}[wanted["type"]]


def message(form: Json) -> st.SearchStrategy[Json]:
    fields = {name: like(wanted) for name, wanted in form["properties"].items()}
    needed = {name: fields.pop(name) for name in form["required"]}
    return st.fixed_dictionaries(needed, optional=fields)


FIELDS = {name for form in FORMS for name in form["properties"]}
RIGHT = st.one_of([message(form) for form in FORMS])
WRONG = st.builds(operator.or_, RIGHT, st.dictionaries(st.sampled_from(sorted(FIELDS)), JSON | st.integers(-5, 400), max_size=3))
SENT = st.one_of(RIGHT, WRONG, JSON).map(json.dumps)
ANYTHING = st.one_of(SENT, st.text('{}[]":,azAZ09 é', max_size=200), st.binary(max_size=50))


@settings(max_examples=100, deadline=None)
@given(sent=st.tuples(*(message(form) for form in FORMS)))
def test_every_message_that_the_server_reads_is_among_them(sent: tuple[Json, ...]) -> None:
    read = {MESSAGES.validate_python(one).do for one in sent}
    assert read >= {"play", "ask", "withdraw", "nudge", "sight"}
    assert len(read) == len(FORMS)


@pytest.mark.long
@settings(max_examples=300 if ALL else 15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(sent=st.lists(st.tuples(st.booleans(), ANYTHING), min_size=1, max_size=20))
def test_whatever_a_socket_sends_the_table_goes_on(server: Server, sent: list[tuple[bool, str | bytes]]) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            code = (await ann.table("me", "open"))["code"]
            await bob.post(f"/api/tables/{code}/join")
            sockets = [await ann.sit(code), await bob.sit(code)]
            for one in sockets:
                await one.shown()
            for which, text in sent:
                if not sockets[which].closed:
                    await sockets[which].link.send(text)
            await asyncio.sleep(0.02)
            for one in sockets:
                await one.close()
            again = [await ann.sit(code, "?seat=0"), await bob.sit(code, "?seat=1")]
            for one in again:
                await one.shown()
            turn = again[0].frame["turn"]
            if turn == OVER:
                assert again[0].table["ended"] == "agreed"
            else:
                assert (await again[turn].play())["type"] == "ack"
            for one in again:
                await one.close()

    asyncio.run(evening())
