"""Server processes and their workers: two on one PostgreSQL, a slow bot, a second server where it may not be, quick loading."""

from __future__ import annotations

import asyncio
import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from newfound import games
from newfound.core.game import OVER
from people import Player, check, finished_match, logs
from postgres import Cluster
from serving import Person, Seat, Server

Serve = Callable[..., Server]
SLOW: Final = """
from dataclasses import replace
import time

def _slowly(data):
    time.sleep(1)
    return load(data)

GAME = replace(GAME, load=_slowly)
"""


async def both(one: Server, two: Server, *kinds: str) -> tuple[Person, Person, str]:
    """Ann on the first process, Bob on the second, at one table."""
    ann, bob = Person(one.url, "Ann"), Person(two.url, "Bob")
    await ann.__aenter__()
    await bob.__aenter__()
    code = (await ann.table("me", "open", *kinds))["code"]
    await bob.post(f"/api/tables/{code}/join")
    return ann, bob, code


def test_readers_on_two_processes_see_each_others_moves_talk_and_presence(serve: Serve, cluster: Cluster) -> None:
    database = cluster.database()
    one, two = serve(database), serve(database)

    async def evening() -> None:
        ann, bob, code = await both(one, two)
        seats: list[Seat] = [await ann.sit(code), await bob.sit(code)]
        for seat in seats:
            await seat.shown()
        for _ in range(40):
            newest = max(seat.frame["serial"] for seat in seats)
            for seat in seats:
                await seat.past(newest - 1)
            turn = seats[0].frame["turn"]
            await seats[turn].play()
            await seats[1 - turn].past(newest)  # the other process's reader sees it
        for seat in seats:
            await seat.until(lambda: all(other["connected"] for other in seats[0].table["seats"]))
        await seats[0].do("chat", text="hello over there")
        await seats[1].until(lambda: any(m["type"] == "chat" for m in seats[1].got))
        await seats[1].close()
        await seats[0].until(lambda: not seats[0].table["seats"][1]["connected"])
        await ann.http.aclose()
        await bob.http.aclose()

    asyncio.run(evening())


@pytest.mark.long
def test_bots_move_once_and_go_on_when_their_process_dies(serve: Serve, cluster: Cluster) -> None:
    database = cluster.database()
    one, two = serve(database), serve(database)

    async def evening() -> None:
        ann, bob, code = await both(one, two, "bot")
        players = [Player(ann, code, 0, random.Random(1)), Player(bob, code, 1, random.Random(2))]
        playing = asyncio.gather(*(player.play() for player in players))
        await asyncio.sleep(3)
        one.kill()
        ann.url = two.url  # her browser finds the other process
        async with asyncio.timeout(180):
            await playing
        stories = await logs(database, [code])  # replayed by the rules: nothing doubled
        check(stories, players, ended=True)
        assert stories[code].match.turn == OVER
        assert (await bob.get(f"/api/tables/{code}/fair"))["verified"] is True
        await ann.http.aclose()
        await bob.http.aclose()

    asyncio.run(evening())


@pytest.mark.long
def test_one_slow_bot_blocks_nobody(serve: Serve, tmp_path: Path) -> None:
    """A game whose positions take a second to load, and only workers load positions: its bots are slow, the others are not."""
    slow = tmp_path / "games" / "slow_pool"
    shutil.copytree(Path(games.__file__).parent / "_template", slow, ignore=shutil.ignore_patterns("*.so", "__pycache__", "tests"))
    with (slow / "__init__.py").open("a", encoding="utf-8") as file:
        file.write(SLOW)
    server = serve(games=str(tmp_path / "games"))

    async def evening() -> None:
        async with Person(server.url) as ann:
            sleepy = (await ann.table("bot", "bot", game="slow-pool"))["code"]
            seat = await ann.sit((await ann.table("me", "bot"))["code"])
            await seat.shown()
            began = time.monotonic()
            for _ in range(10):
                await seat.play()
            quick = time.monotonic() - began
            started = (await ann.get(f"/api/tables/{sleepy}"))["serial"]
            assert quick < 10, quick
            assert started < 12  # it is still thinking about its first moves

    asyncio.run(evening())


def test_a_second_server_on_one_sqlite_file_is_refused(serve: Serve) -> None:
    server = serve()
    with pytest.raises(AssertionError, match="several servers need PostgreSQL"):
        serve(server.database)


def test_a_finished_match_loads_as_it_was(database: str) -> None:
    """How quickly, is for bench/loading.py to say."""

    async def evening() -> None:
        hall, room = await finished_match(database)
        log = room.story.match.log
        hall.rooms.clear()
        again = await hall.room(room.code)
        assert again is not room
        assert again.story.match.log == log
        assert again.story.match.turn == OVER
        await hall.close()

    asyncio.run(evening())
