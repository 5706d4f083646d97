"""The server is killed at random moments: every acknowledged action is in the log exactly once, and every match goes on and ends."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

import postgres
from newfound import games
from people import Player, check, logs
from serving import Person, Server

ALL = bool(os.environ.get("NEWFOUND_ALL"))
MATCHES = int(os.environ.get("NEWFOUND_MATCHES") or (100 if ALL else 3))
KILLS = 30 if ALL else 2
HARMS = 30 if ALL else 3


async def seat_people(server: Server, stack: AsyncExitStack, count: int, rude: float) -> tuple[list[str], list[Player]]:
    """Tables of every game: people among bots, people together, bots alone."""
    ann, bob = [await stack.enter_async_context(Person(server.url, name)) for name in ("Ann", "Bob")]
    codes, players = [], []
    names = games.names() if ALL else ["new-haven"]
    for number in range(count):
        kinds = (["me", "bot"], ["me", "open"], ["bot", "bot"], ["bot", "me", "bot"])[number % 4]
        code = (await ann.table(*kinds, game=names[number % len(names)]))["code"]
        codes.append(code)
        if "open" in kinds:
            await bob.post(f"/api/tables/{code}/join")
        for seat, kind in enumerate(kinds):
            if kind != "bot":
                players.append(Player(ann if kind == "me" else bob, code, seat, random.Random(number * 10 + seat), rude))
    return codes, players


async def all_over(server: Server, codes: list[str], seconds: float) -> None:
    async with Person(server.url, "Eve") as eve, asyncio.timeout(seconds):
        for code in codes:
            while (await eve.get(f"/api/tables/{code}"))["status"] != "over":
                await asyncio.sleep(0.2)
            assert (await eve.get(f"/api/tables/{code}/fair"))["verified"] is True


async def in_the_middle(players: list[Player], number: int) -> None:
    """However quick they are: when some more of their actions have been acknowledged than before."""
    while sum(len(player.acked) for player in players) <= 5 * number:
        await asyncio.sleep(0.02)


def test_killed_again_and_again_nothing_is_lost_and_every_match_ends(serve: Callable[..., Server], database: str) -> None:
    server = serve(database)
    chance = random.Random(7)

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            codes, players = await seat_people(server, stack, MATCHES, rude=0.05)
            playing = asyncio.gather(*(player.play() for player in players))
            for number in range(KILLS):
                await in_the_middle(players, number)
                await asyncio.sleep(1.5 * chance.random() if ALL else 0)
                assert not playing.done(), "the matches were over before the last of it"
                server.kill()
                check(await logs(database, codes), players, ended=False)
                await asyncio.to_thread(server.start)
            await playing
            await all_over(server, codes, 1800 if ALL else 120)
            seen = check(await logs(database, codes), players, ended=True)
            print(f"{KILLS} kills, {len(codes)} matches, {dict(seen)}")
            assert seen["acknowledged"] > 10

    began = time.monotonic()
    asyncio.run(evening())
    print(f"{time.monotonic() - began:.0f} s")


def children(server: Server) -> list[int]:
    """The processes of a server that has several."""
    assert server.process
    parent = server.process.pid
    pids = [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()]
    return [pid for pid in pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.long
def test_two_processes_are_killed_the_bus_is_cut_and_postgresql_restarts(serve: Callable[..., Server]) -> None:
    """0 lost, 0 doubled, 0 kept but refused: `check` holds all three against the log."""
    if why := postgres.missing():
        pytest.skip(why)
    chance = random.Random(11)
    with postgres.cluster() as own:
        database = own.database()
        server = serve(database, processes="2")

        def harm(how: int) -> str:
            if how == 0:
                os.kill(chance.choice(children(server)), signal.SIGKILL)
                return "kills"
            if how == 1:
                own.psql("postgres", "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'newfound bus%'")
                return "cuts"
            own.stop()
            time.sleep(chance.random())
            own.start()
            return "restarts"

        async def evening() -> None:
            async with AsyncExitStack() as stack:
                codes, players = await seat_people(server, stack, MATCHES, rude=0.1)
                playing = asyncio.gather(*(player.play() for player in players))
                harmed: Counter[str] = Counter()
                for number in range(HARMS):
                    await in_the_middle(players, number)
                    assert not playing.done(), "the matches were over before the last of it"
                    harmed[await asyncio.to_thread(harm, number % 3)] += 1
                    await asyncio.sleep(2 * chance.random() if ALL else 0)
                await playing
                await all_over(server, codes, 1800 if ALL else 300)
                seen = check(await logs(database, codes), players, ended=True)
                print(f"{dict(harmed)}, {len(codes)} matches, {dict(seen)}")
                assert seen["acknowledged"] > 10

        asyncio.run(evening())
        server.stop()
