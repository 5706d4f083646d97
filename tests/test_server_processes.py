"""Two server processes on one PostgreSQL: readers of one match on both; each bot turn done once; one may die."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from people import logs
from postgres import Cluster
from serving import Person, Seat, Server

Serve = Callable[..., Server]


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


def test_bots_move_once_and_go_on_when_their_process_dies(serve: Serve, cluster: Cluster) -> None:
    database = cluster.database()
    one, two = serve(database), serve(database)

    async def evening() -> None:
        ann, bob, code = await both(one, two, "bot")
        seats = [await ann.sit(code), await bob.sit(code)]
        for seat in seats:
            await seat.shown()
        for number in range(12):
            turn = seats[1].frame["turn"]
            if turn == 2:
                await seats[1].past(seats[1].frame["serial"])
            elif turn >= 0 and not (number > 6 and turn == 0):
                await seats[turn].past(seats[1].frame["serial"] - 1)
                await seats[turn].play()
        one.kill()
        await bob.post(f"/api/tables/{code}/leave")  # now only bots, and Ann's seat waits
        alone = (await bob.table("bot", "bot"))["code"]
        async with asyncio.timeout(120):
            while (await bob.get(f"/api/tables/{alone}"))["status"] != "over":
                await asyncio.sleep(0.2)
        stories = await logs(database, [code, alone])  # replayed by the rules: nothing doubled
        assert stories[alone].match.turn == -2
        assert (await bob.get(f"/api/tables/{alone}/fair"))["verified"] is True

    asyncio.run(evening())
