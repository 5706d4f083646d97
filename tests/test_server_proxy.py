"""Behind a real nginx, over TLS, with several processes: matches are played on while the server is restarted process by process."""

from __future__ import annotations

import asyncio
import os
import random
import socket
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

import proxy
from newfound.core.game import OVER
from people import GONE, Player, check, logs
from postgres import Cluster
from serving import Person, Server

ALL = bool(os.environ.get("NEWFOUND_ALL"))
RESTARTS = 5 if ALL else 1
MATCHES = 12 if ALL else 2
Behind = Callable[..., str]


@pytest.fixture
def behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Behind]:
    """Puts a proxy before servers, and believes its certificate."""
    if why := proxy.missing():
        pytest.skip(why)
    folder = tmp_path / "proxy"
    folder.mkdir()
    monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate(folder)))
    with ExitStack() as stack:
        yield lambda *servers, **limits: stack.enter_context(proxy.proxy(folder, *(f"127.0.0.1:{one.port}" for one in servers), **limits))


class Guest(Player):
    """Notes what a browser would have noticed: sockets that could not be opened."""

    failed = 0

    async def _connect(self) -> None:
        try:
            await super()._connect()
        except GONE:
            self.failed += 1
            raise


async def seat_people(url: str, stack: AsyncExitStack) -> list[Guest]:
    players = []
    for number in range(MATCHES):
        ann, bob = [await stack.enter_async_context(Person(url, name)) for name in ("Ann", "Bob")]
        code = (await ann.table("me", "open", "bot"))["code"]
        await bob.post(f"/api/tables/{code}/join")
        players += [Guest(who, code, seat, random.Random(number * 2 + seat)) for seat, who in enumerate((ann, bob))]
    return players


async def ask_on(url: str, answers: list[int], until: asyncio.Event) -> None:
    """Somebody opens page after page, and gives a name each time."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        while not until.is_set():
            answers.append((await client.get("/api/tables")).status_code)
            answers.append((await client.post("/api/me", json={"name": "Eve"})).status_code)
            await asyncio.sleep(0.02)


@pytest.mark.long
def test_matches_go_on_while_every_process_is_replaced(serve: Callable[..., Server], cluster: Cluster, behind: Behind) -> None:
    database = cluster.database()
    server = serve(database, processes="2", bot_pause="1" if ALL else "0.2")  # so that the matches last long enough
    url = behind(server)

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            players, answers, enough = await seat_people(url, stack), list[int](), asyncio.Event()
            asking = asyncio.create_task(ask_on(url, answers, enough))
            playing = asyncio.gather(*(player.play() for player in players))
            for _ in range(RESTARTS):
                await asyncio.sleep(0.5)
                await asyncio.to_thread(proxy.restart, server, 2)
            assert not playing.done(), "the matches were over before the server was restarted"
            async with asyncio.timeout(600):
                await playing
            enough.set()
            await asking
            stories = await logs(database, {player.code for player in players})
            seen = check(stories, players, ended=True)
            print(f"{RESTARTS} rolling restarts: {dict(seen)}, {len(answers)} requests")
            assert all(story.match.turn == OVER for story in stories.values())
            assert set(answers) == {200}
            assert [player.failed for player in players] == [0] * len(players)

    asyncio.run(evening())


def test_what_the_proxy_says_is_believed_and_what_a_visitor_says_is_not(serve: Callable[..., Server], behind: Behind) -> None:
    url = behind(serve(rate="0.01", burst="15"))
    with httpx.Client(base_url=url) as eve:
        answer = eve.post("/api/me", json={"name": "Eve"}, headers={"origin": url})
        assert "Secure" in answer.headers["set-cookie"]
        assert eve.post("/api/me", json={"name": "Eve"}, headers={"origin": "https://elsewhere.example"}).status_code == 403
        assert eve.get("/metrics").status_code == 404
        asked = [eve.get("/api/me", headers={"x-forwarded-for": f"10.0.0.{number}"}).status_code for number in range(30)]
        assert 429 in asked
    with httpx.Client(base_url=url, transport=httpx.HTTPTransport(local_address="127.0.0.9", verify=True)) as bob:
        assert bob.get("/api/me").status_code == 200  # each address for itself


@pytest.mark.long
def test_the_proxy_counts_what_an_address_holds_and_waits_for_nobody_who_is_silent(serve: Callable[..., Server], behind: Behind) -> None:
    """The server counts connections before it reads from them, but all of these are the proxy's."""
    url = behind(serve(), most=5, patience=1)

    async def evening() -> None:
        async with Person(url, "Eve", "127.0.0.9") as eve, Person(url, "Ann", "127.0.0.2") as ann:
            code = (await ann.table("me", "me"))["code"]
            held = [await eve.sit(code) for _ in range(5)]
            for seat in held:
                await seat.shown()
            assert (await eve.http.get("/api/games")).status_code == 429
            assert (await ann.http.get("/api/games")).status_code == 200
            for seat in held:
                await seat.close()
            while (await eve.http.get("/api/games")).status_code != 200:
                await asyncio.sleep(0.05)

    asyncio.run(evening())
    there = urlsplit(url)
    for said in (b"", b"\x16\x03\x01"):  # nothing; the first three bytes of a greeting in TLS
        with socket.create_connection((there.hostname or "", there.port or 0), timeout=30) as link:
            link.sendall(said)
            assert link.recv(100) == b""
