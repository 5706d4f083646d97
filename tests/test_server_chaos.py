"""Clients that drop, resend, reorder, duplicate, send stale, foreign and senseless things: no lost, doubled or foreign action."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newfound import games
from people import Player, check, logs
from serving import Person, Server

ALL = bool(os.environ.get("NEWFOUND_ALL"))
MATCHES = int(os.environ.get("NEWFOUND_MATCHES") or (1000 if ALL else 4))
AT_ONCE = 20


def test_bad_manners_lose_double_and_smuggle_nothing(serve: Callable[..., Server], database: str) -> None:
    server = serve(database)
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
                async with asyncio.timeout(5):
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
MESSAGE = st.fixed_dictionaries(
    {},
    optional={
        "do": st.sampled_from(["play", "undo", "back", "agree", "look", "chat", "ping", "dance"]) | JSON,
        "id": st.text(max_size=50) | JSON,
        "serial": st.integers(-5, 400) | JSON,
        "seat": st.integers(-5, 30) | JSON,
        "action": st.text(max_size=40) | JSON,
        "text": st.text(max_size=400) | JSON,
        "yes": st.booleans() | JSON,
    },
)
ANYTHING = st.one_of(MESSAGE.map(json.dumps), JSON.map(json.dumps), st.text('{}[]":,azAZ09 é', max_size=200), st.binary(max_size=50))


@settings(max_examples=300 if ALL else 15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(sent=st.lists(ANYTHING, min_size=1, max_size=12))
def test_whatever_a_socket_sends_the_table_goes_on(server: Server, sent: list[str | bytes]) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            code = (await ann.table("me", "me"))["code"]
            socket = await ann.sit(code)
            await socket.shown()
            for message in sent:
                if not socket.closed:
                    await socket.link.send(message)
            await asyncio.sleep(0.02)
            await socket.close()
            again = await ann.sit(code)
            await again.shown()
            turn = again.frame["turn"]
            await again.send(do="look", seat=turn)
            await again.until(lambda: again.frame["reader"] == again.frame["turn"])
            assert (await again.play())["type"] == "ack"
            await again.close()

    asyncio.run(evening())
