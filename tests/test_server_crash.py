"""The server is killed at random moments: every acknowledged action is in the log exactly once, and every match goes on and ends."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack

from newfound import games
from people import Player, check, logs
from serving import Person, Server

ALL = bool(os.environ.get("NEWFOUND_ALL"))
MATCHES = int(os.environ.get("NEWFOUND_MATCHES") or (100 if ALL else 3))
KILLS = 30 if ALL else 2


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


def test_killed_again_and_again_nothing_is_lost_and_every_match_ends(serve: Callable[..., Server], database: str) -> None:
    server = serve(database)
    chance = random.Random(7)

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            codes, players = await seat_people(server, stack, MATCHES, rude=0.05)
            playing = asyncio.gather(*(player.play() for player in players))
            kills = 0
            while kills < KILLS and not playing.done():
                await asyncio.sleep(0.2 + 1.5 * chance.random())
                server.kill()
                kills += 1
                check(await logs(database, codes), players, ended=False)
                await asyncio.to_thread(server.start)
            await playing
            await all_over(server, codes, 1800 if ALL else 120)
            seen = check(await logs(database, codes), players, ended=True)
            print(f"{kills} kills, {len(codes)} matches, {dict(seen)}")
            assert kills == KILLS
            assert seen["acknowledged"] > 10

    began = time.monotonic()
    asyncio.run(evening())
    print(f"{time.monotonic() - began:.0f} s")
