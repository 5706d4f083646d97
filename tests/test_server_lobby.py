"""Before the match, on a real server: a table is filled, changed and begun by several people; who may, and who may not."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest

from newfound.host.making import Wish
from newfound.host.problems import Denied
from newfound.host.records import Guest
from newfound.server import lobby, people
from newfound.server.hall import Hall
from newfound.server.persons import Device
from newfound.server.room import Room
from newfound.server.settings import Settings
from people import ANN, hall_and_room, logs, played
from postgres import Cluster
from serving import Json, Person, Refused, Server

Serve = Callable[..., Server]
BOB, CLEO = Guest("bob", "Bob", device="bob"), Guest("cleo", "Cleo", device="cleo")


def shown(table: Json, *fields: str) -> list[object]:
    return [tuple(seat[name] for name in fields) if len(fields) > 1 else seat[fields[0]] for seat in table["seats"]]


async def waiting(ann: Person, *kinds: str, **more: Json) -> str:
    """As the page makes it: nobody is ready yet."""
    table = await ann.table("me", *(kinds or ("open",)), ready=False, **more)
    assert table["status"] == "open"
    return f"/api/tables/{table['code']}"


async def come(stack: AsyncExitStack, server: Server, *names: str) -> list[Person]:
    return [await stack.enter_async_context(Person(server.url, name)) for name in names]


def test_it_begins_when_all_seats_are_filled_and_all_are_ready(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            at = await waiting(ann)
            seat = await ann.sit(at.rpartition("/")[2])
            await seat.until(lambda: seat.table)
            assert (await ann.post(f"{at}/ready"))["status"] == "open"  # somebody is missing
            table = await bob.post(f"{at}/join", {"ready": False})
            assert (table["status"], shown(table, "name", "ready", "host")) == ("open", [("Ann", True, True), ("Bob", False, False)])
            await ann.post(f"{at}/ready", {"ready": False})
            assert (await bob.post(f"{at}/ready"))["status"] == "open"  # she has thought better of it
            assert (await ann.post(f"{at}/ready"))["status"] == "playing"
            await seat.shown()
            with pytest.raises(Refused, match=r"server\.begun"):
                await bob.post(f"{at}/ready", {"ready": False})
            await seat.close()

    asyncio.run(evening())


def test_a_table_with_nobody_to_wait_for_begins_at_once(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann:
            assert (await ann.table("me", "bot", ready=False))["status"] == "playing"
            assert (await ann.table("me", "me", ready=False))["status"] == "playing"

    asyncio.run(evening())


def test_whoever_joins_by_the_api_is_ready_unless_they_say_otherwise(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            code = (await ann.table("me", "open"))["code"]
            assert (await bob.post(f"/api/tables/{code}/join"))["status"] == "playing"

    asyncio.run(evening())


def test_seats_are_left_changed_and_given_to_bots(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            at = await waiting(ann, "open", "open")
            await bob.post(f"{at}/join", {"seat": 1, "ready": True})
            assert shown(await bob.post(f"{at}/move", {"to": 2}), "name") == ["Ann", "", "Bob"]
            with pytest.raises(Refused, match=r"server\.taken"):
                await bob.post(f"{at}/move", {"to": 0})
            with pytest.raises(Refused, match=r"'server\.host'"):
                await bob.post(f"{at}/seats/1/bot", {"level": "easy"})
            table = await ann.post(f"{at}/seats/1/bot", {"level": "easy"})
            assert shown(table, "kind", "level", "ready") == [("person", None, False), ("bot", "easy", True), ("person", None, False)]
            assert shown(await ann.post(f"{at}/seats/1/bot", {"level": "hard"}), "level") == [None, "hard", None]
            assert shown(await ann.post(f"{at}/seats/1/free"), "kind") == ["person", "open", "person"]
            with pytest.raises(Refused, match=r"server\.person"):
                await ann.post(f"{at}/seats/1/free")
            assert shown(await bob.post(f"{at}/stand"), "kind") == ["person", "open", "open"]
            with pytest.raises(Refused, match=r"server\.chat"):
                await bob.post(f"{at}/ready")
            for seat in (1, 2):
                await ann.post(f"{at}/seats/{seat}/bot", {"level": "random"})
            assert (await ann.post(f"{at}/ready"))["status"] == "playing"

    asyncio.run(evening())


def test_what_is_played_can_be_changed_until_it_begins_and_takes_readiness_back(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            at = await waiting(ann)
            await bob.post(f"{at}/join", {"ready": True})
            seen = await bob.sit(at.rpartition("/")[2])
            await seen.until(lambda: seen.table)
            table = await ann.post(f"{at}/plan", {"options": {"side": "B"}})
            assert (table["options"]["side"], table["plan"], shown(table, "ready")) == ("B", 1, [False, False])
            await seen.until(lambda: seen.table["options"]["side"] == "B")
            with pytest.raises(Refused, match=r"server\.planned"):
                await bob.post(f"{at}/ready", {"plan": 0})
            assert shown(await bob.post(f"{at}/ready", {"plan": 1}), "ready") == [False, True]
            assert shown(await ann.post(f"{at}/plan", {"public": True}), "ready") == [False, True]  # nothing else is played
            assert at.rpartition("/")[2] not in [one["code"] for one in (await bob.get("/api/tables"))["open"]]  # there is no seat
            for wrong in ({"options": {"side": "X"}}, {"seats": 9}):
                with pytest.raises(Refused, match="422"):
                    await ann.post(f"{at}/plan", wrong)
            with pytest.raises(Refused, match=r"'server\.host'"):
                await bob.post(f"{at}/plan", {"options": {"side": "A"}})
            assert (await ann.post(f"{at}/plan", {"seats": 4}))["plan"] == 2
            await bob.post(f"{at}/move", {"to": 3})
            table = await ann.post(f"{at}/plan", {"seats": 2})
            assert shown(table, "name") == ["Ann", "Bob"]
            await bob.post(f"{at}/ready", {"plan": 3})
            assert (await ann.post(f"{at}/ready", {"plan": 3}))["status"] == "playing"
            frame = await seen.shown()
            assert (frame["reader"], frame["table"]["options"]["side"], len(frame["scores"])) == (1, "B", 2)
            with pytest.raises(Refused, match=r"server\.begun"):
                await ann.post(f"{at}/plan", {"options": {"side": "A"}})
            with pytest.raises(Refused, match=r"server\.begun"):
                await ann.post(f"{at}/seats/1/free")
            await seen.close()

    asyncio.run(evening())


def test_hints_are_for_a_host_alone(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            at = await waiting(ann)
            assert (await ann.post(f"{at}/plan", {"practice": True}))["practice"]
            assert not (await bob.post(f"{at}/join", {"ready": False}))["practice"]
            with pytest.raises(Refused, match=r"server\.practice"):
                await ann.post(f"{at}/plan", {"practice": True})

    asyncio.run(evening())


def test_somebody_sent_away_does_not_sit_down_again_unless_asked(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            at = await waiting(ann)
            await bob.post(f"{at}/join", {"ready": False})
            socket = await bob.sit(at.rpartition("/")[2])
            await socket.until(lambda: socket.table)
            await ann.post(f"{at}/seats/1/free")
            await socket.until(lambda: socket.got[-1]["type"] == "table" and not socket.table["seats"][1]["yours"])
            assert [one["seats"] for one in socket.got if one["type"] == "hello"] == [[1], []]
            with pytest.raises(Refused, match=r"server\.not_here"):
                await bob.post(f"{at}/join")
            [handle] = [one["handle"] for one in (await ann.get(f"{at}/people"))["people"] if one["looking"]]
            await ann.post(f"{at}/invite", {"handle": handle})
            await socket.until(lambda: socket.table["invited"] == "Ann")
            await bob.post(f"{at}/join", {"ready": False})
            await socket.close()

    asyncio.run(evening())


def test_a_table_is_cancelled_by_its_host_and_all_are_told(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            at = await waiting(ann)
            await bob.post(f"{at}/join", {"ready": False})
            socket = await bob.sit(at.rpartition("/")[2])
            await socket.until(lambda: socket.table)
            with pytest.raises(Refused, match=r"'server\.host'"):
                await bob.post(f"{at}/cancel")
            assert await ann.post(f"{at}/cancel") == {"cancelled": True}
            async with asyncio.timeout(30):
                await socket.link.wait_closed()
            assert socket.link.close_code == 4410
            with pytest.raises(Refused, match=r"server\.table"):
                await bob.get(at)

    asyncio.run(evening())


def test_a_host_who_leaves_is_followed_by_the_next_person(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            at = await waiting(ann, "open", "open")
            await bob.post(f"{at}/join", {"seat": 2, "ready": False})
            assert shown(await ann.post(f"{at}/leave"), "host") == [False, False, True]
            await bob.post(f"{at}/plan", {"practice": False})
            assert shown(await ann.post(f"{at}/join", {"ready": False}), "host") == [False, False, True]

    asyncio.run(evening())


@pytest.mark.long
def test_a_table_that_everybody_left_is_cancelled_after_a_while(serve: Serve) -> None:
    server = serve(host_seconds="2")

    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            at = await waiting(ann)
            await ann.post(f"{at}/stand")
            assert shown(await bob.post(f"{at}/join", {"ready": False}), "host") == [True, False]  # whoever comes is host now
            socket = await ann.sit(at.rpartition("/")[2])
            await bob.post(f"{at}/stand")
            async with asyncio.timeout(60):
                await socket.link.wait_closed()
            assert socket.link.close_code == 4410

    asyncio.run(evening())


@pytest.mark.long
def test_when_the_host_stays_away_another_is_host_on_either_process(serve: Serve, cluster: Cluster) -> None:
    database = cluster.database()
    one, two = (serve(database, host_seconds="3") for _ in range(2))

    async def evening() -> None:
        async with Person(one.url, "Ann") as ann, Person(two.url, "Bob") as bob:
            at = await waiting(ann, "open", "open")
            await bob.post(f"{at}/join", {"ready": False})
            code = at.rpartition("/")[2]
            hers, his = await ann.sit(code), await bob.sit(code)
            await his.until(lambda: his.table and his.table["seats"][0]["connected"] and his.table["host_in"] is None)
            await asyncio.sleep(3.5)
            with pytest.raises(Refused, match=r"server\.host_here"):
                await bob.post(f"{at}/host")  # she is here, on the other process
            await hers.close()
            await his.until(lambda: his.table["host_in"] is not None)
            with pytest.raises(Refused, match=r"server\.host_here"):
                await bob.post(f"{at}/host")
            async with asyncio.timeout(60):
                while not (await bob.get(at))["host"]:
                    await asyncio.sleep(0.2)
                    with contextlib.suppress(Refused):
                        await bob.post(f"{at}/host")
            again = await ann.sit(code)
            await again.until(lambda: again.table and shown(again.table, "host") == [False, True, False])
            with pytest.raises(Refused, match=r"'server\.host'"):
                await ann.post(f"{at}/plan", {"seats": 2})
            await his.close()
            await again.close()

    asyncio.run(evening())


async def two_halls(database: str, *kinds: str, ready: bool = True) -> tuple[Hall, Hall, Room, Room]:
    """A table of Ann's that waits, in two processes."""
    one, _ = await hall_and_room(database)
    for guest in (BOB, CLEO):
        await one.persons.add(guest.id, guest.name, Device(guest.device, guest.id, "", "", 2**31 - 1, 2**31 - 1))
    two = Hall(Settings(database_url=database))
    await two.open()
    room = await lobby.make(one, ANN, "new-haven", {}, [Wish(kind) for kind in kinds], False, None, ready)
    return one, two, room, await two.room(room.code)


def test_of_two_who_take_one_seat_in_two_processes_one_sits(cluster: Cluster) -> None:
    database = cluster.database()

    async def evening() -> None:
        one, two, here, there = await two_halls(database, "me", "open", "open")
        both = lobby.join(here, BOB, 1, None), lobby.join(there, CLEO, 1, None)
        refused = [answer for answer in await asyncio.gather(*both, return_exceptions=True) if answer is not None]
        assert [str(answer) for answer in refused] == ["This seat is taken."]
        await two.close()
        await one.close()

    asyncio.run(evening())


def test_when_two_are_ready_at_once_in_two_processes_it_begins_once(cluster: Cluster) -> None:
    database = cluster.database()

    async def evening() -> None:
        one, two, here, there = await two_halls(database, "me", "open", "open", ready=False)
        await lobby.join(here, BOB, 1, None, ready=False)
        await lobby.join(there, CLEO, 2, None, ready=False)
        await asyncio.gather(lobby.ready(here, ANN, True, 0), lobby.ready(there, BOB, True, 0), lobby.ready(there, CLEO, True, 0))
        await here.refresh()
        await there.refresh()
        story = (await logs(database, [here.code]))[here.code]  # checked by the rules
        assert story.entries == here.story.entries == there.story.entries
        assert (here.table.status, len(story.match.log)) == ("playing", story.draws)
        await two.close()
        await one.close()

    asyncio.run(evening())


def test_nobody_begins_what_they_have_not_seen_though_it_is_changed_while_they_get_ready(cluster: Cluster) -> None:
    database = cluster.database()

    async def evening() -> None:
        one, two, here, there = await two_halls(database, "me", "open", ready=True)
        await lobby.join(here, BOB, 1, None, ready=False)
        begun = 0
        for number in range(12):
            side = "AB"[(number + 1) % 2]
            seen = (await one.store.table(here.code) or here.table).plan
            change = lobby.plan(here, ANN, None, {"side": side}, None, None)
            answers = await asyncio.gather(change, lobby.ready(there, BOB, True, seen), return_exceptions=True)
            table = await one.store.table(here.code)
            assert table
            if table.status == "playing":  # he was first: then nothing was changed
                assert (table.plan, str(answers[0])) == (seen, "The match has begun.")
                begun = 1
                break
            assert ([seat.ready for seat in table.seats], table.plan) == ([True, False], seen + 1)
            assert str(answers[1]) in ("The table has just been changed; have another look.", "None")  # None: ready, and then not any more
        if not begun:
            await lobby.ready(there, BOB, True, 12)
        story = (await logs(database, [here.code]))[here.code]
        await here.refresh()
        assert story.match.setup == here.story.match.setup
        await two.close()
        await one.close()

    asyncio.run(evening())


def test_people_one_has_played_with_are_invited_and_find_it_on_their_first_page(server: Server) -> None:
    async def evening() -> None:
        async with AsyncExitStack() as stack:
            ann, bob, eve = await come(stack, server, "Ann", "Bob", "Eve")
            assert (await ann.get("/api/me/people")) == {"known": [], "blocked": []}
            await played(ann, bob)
            [known] = (await ann.get("/api/me/people"))["known"]
            assert known["name"] == "Bob"
            at = await waiting(ann, "open", "open")
            [asked] = (await ann.post(f"{at}/invite", {"handle": known["handle"]}))["people"]
            assert asked == {"handle": known["handle"], "name": "Bob", "looking": False, "state": "invited"}
            [found] = (await bob.get("/api/tables"))["invited"]
            assert (found["code"], found["invited"]) == (at.rpartition("/")[2], "Ann")
            assert (await ann.get(at))["invitations"] == [{"name": "Bob", "state": "invited"}]
            assert (await eve.get(at))["invitations"] == []
            assert (await eve.get("/api/tables"))["invited"] == []
            for stranger in (eve, bob):  # who are not at the table
                with pytest.raises(Refused, match=r"server.(chat|nobody)"):
                    await stranger.post(f"{at}/invite", {"handle": known["handle"]})
            with pytest.raises(Refused, match=r"server\.nobody"):
                await eve.post(f"{at}/decline")
            await bob.post(f"{at}/decline")
            assert (await bob.get("/api/tables"))["invited"] == []
            assert (await ann.get(at))["invitations"] == [{"name": "Bob", "state": "declined"}]
            with pytest.raises(Refused, match=r"server\.declined"):
                await ann.post(f"{at}/invite", {"handle": known["handle"]})
            await bob.post(f"{at}/join", {"ready": False})  # and yet
            assert (await ann.get(at))["invitations"] == []

    asyncio.run(evening())


def test_whoever_looks_on_is_asked_to_sit_down(server: Server) -> None:
    async def evening() -> None:
        async with AsyncExitStack() as stack:
            ann, bob, eve = await come(stack, server, "Ann", "Bob", "Eve")
            at = await waiting(ann, public=True)
            socket, other = [await who.sit(at.rpartition("/")[2]) for who in (bob, eve)]
            await socket.until(lambda: socket.table)
            await other.until(lambda: other.table)
            [one] = [one for one in (await ann.get(f"{at}/people"))["people"] if one["name"] == "Bob"]
            assert (one["looking"], one["state"]) == (True, None)
            await ann.post(f"{at}/invite", {"handle": one["handle"]})
            await socket.until(lambda: socket.table["invited"] == "Ann")
            assert other.table["invited"] is None
            assert (await bob.post(f"{at}/join"))["seats"][1]["yours"]
            await socket.close()
            await other.close()

    asyncio.run(evening())


def test_somebody_blocked_neither_invites_nor_joins_nor_is_heard(server: Server) -> None:
    async def evening() -> None:
        async with AsyncExitStack() as stack:
            ann, bob, eve = await come(stack, server, "Ann", "Bob", "Eve")
            await played(ann, bob)
            [hers], [his] = [(await who.get("/api/me/people"))["known"] for who in (ann, bob)]
            at = await waiting(ann, "open", "open", public=True)
            code = at.rpartition("/")[2]
            await bob.post(f"{at}/join", {"ready": False})
            theirs, mine = await bob.sit(code), await ann.sit(code)
            await theirs.until(lambda: theirs.table)
            await mine.until(lambda: mine.table)
            await theirs.do("chat", text="hello")
            await mine.until(lambda: mine.got[-1]["type"] == "chat")
            assert (await ann.post(f"{at}/seats/1/block"))["blocked"] == [hers]
            hello = await mine.until(lambda: [one for one in mine.got if one["type"] == "hello"][1:])
            assert hello[0]["chat"] == []
            await theirs.do("chat", text="can you hear me?")
            await theirs.until(lambda: theirs.got[-1]["type"] == "chat" or len(theirs.got) > 3)
            late = await ann.sit(code)
            await late.until(lambda: late.table)
            assert "can you hear me" not in "".join(mine.raw + late.raw)
            await bob.post(f"{at}/stand")
            with pytest.raises(Refused, match="You cannot sit down at this table"):
                await bob.post(f"{at}/join")
            assert code not in [one["code"] for one in (await bob.get("/api/tables"))["open"]]
            assert code in [one["code"] for one in (await eve.get("/api/tables"))["open"]]
            there = await waiting(bob)
            assert (await bob.post(f"{there}/invite", {"handle": his["handle"]}))["people"][0]["state"] == "invited"  # he is not told
            assert (await ann.get("/api/tables"))["invited"] == []
            assert (await ann.get(there))["invited"] is None
            assert (await ann.post(f"/api/me/people/{hers['handle']}/unblock")) == {"known": [hers], "blocked": []}
            assert (await bob.post(f"{at}/join", {"ready": False}))["seats"][1]["yours"]
            await ann.post(f"{at}/cancel")
            for socket in (theirs, mine, late):
                await socket.close()

    asyncio.run(evening())


def test_nobody_is_told_who_another_guest_is(server: Server) -> None:
    """Whatever is asked: no guest is named by an id, and two people have two names for a third."""

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            ann, bob, cleo = await come(stack, server, "Ann", "Bob", "Cleo")
            for one, other in ((ann, bob), (ann, cleo), (bob, cleo)):
                await played(one, other)
            at = await waiting(ann, "open", "open")
            looking = await cleo.sit(at.rpartition("/")[2])
            await looking.until(lambda: looking.table)
            await bob.post(f"{at}/join", {"ready": False})
            ids = [who.http.cookies["newfound"].partition(".")[0] for who in (ann, bob, cleo)]
            paths = ("/api/me/people", "/api/tables", at, f"{at}/people")
            said = [(await who.http.get(path)).text for who in (ann, bob, cleo) for path in paths]
            [handle] = [one["handle"] for one in (await ann.get(f"{at}/people"))["people"] if one["name"] == "Cleo"]
            said.append((await ann.http.post(f"{at}/invite", json={"handle": handle})).text)
            await looking.until(lambda: looking.table["invited"])
            for text in (*said, *looking.raw):
                assert not [one for one in ids if one in text]
            [other] = [one["handle"] for one in (await bob.get(f"{at}/people"))["people"] if one["name"] == "Cleo"]
            assert handle != other
            with pytest.raises(Refused, match=r"server\.nobody"):
                await bob.post(f"/api/me/people/{handle}/block")
            await looking.close()

    asyncio.run(evening())


def test_a_block_comes_along_to_another_device_and_goes_with_its_guest(database: str) -> None:
    async def evening() -> None:
        one, two, room, _ = await two_halls(database, "me", "open")
        await two.close()
        await people.set_blocked(one.store, BOB.id, CLEO.id, "Cleo")
        await people.set_blocked(one.store, CLEO.id, BOB.id, "Bob")
        await people.set_blocked(one.store, BOB.id, ANN.id, "Ann")
        assert await one.persons.become(Device("phone", ANN.id, "", "", 0, 0), BOB.id, None)  # Bob was Ann
        assert await people.blocked(one.store, ANN.id) == {CLEO.id: "Cleo"}
        assert await people.blocked(one.store, CLEO.id) == {ANN.id: "Bob"}
        with pytest.raises(Denied, match="cannot sit down"):
            await lobby.join(room, CLEO, None, None)
        await one.close()

    asyncio.run(evening())
