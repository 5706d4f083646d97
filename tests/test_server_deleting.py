"""What is deleted, when, and what others keep."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest
from sqlalchemy import func, insert, select

from newfound.host.records import Line
from newfound.server import deleting, schema
from newfound.server.guests import hashed
from newfound.server.hall import Hall
from newfound.server.migrations import migrate
from newfound.server.persons import Device
from newfound.server.settings import Settings
from people import ANN, finished_match, hall_and_room, played
from serving import Person, Refused, Server

DAY = 24 * 3600


async def count(hall: Hall) -> dict[str, int]:
    """The rows of every table."""
    async with hall.store.engine.connect() as connection:
        return {
            table.name: int((await connection.execute(select(func.count()).select_from(table))).scalar_one())
            for table in schema.metadata.sorted_tables
        }


def test_what_nobody_needs_goes_after_its_time_and_nothing_else(database: str) -> None:
    async def evening() -> None:
        hall, room = await finished_match(database)
        now = int(time.time())
        store, settings = hall.store, Settings(keep_open=30, keep_guests=90, keep_chat=365, keep_matches=0)
        for name, came, seen in (("old", 91, 91), ("new", 89, 89), ("seen", 500, 1)):
            device = Device(name, name, "", "", now - came * DAY, now - seen * DAY)
            await hall.persons.add(name, name, device)
        await store.add_link(hashed("a"), room.code, 0, ANN.id, now - 1)
        await store.add_link(hashed("b"), room.code, 0, ANN.id, now + 1)
        for code, age in (("waits", 29), ("stale", 31)):
            seats = tuple(replace(seat, kind="open", guest=None) for seat in room.table.seats)
            await store.add_table(replace(room.table, code=code, status="open", created=now - age * DAY, seats=seats, serial=0))
        before = await count(hall)
        counts, codes = await deleting.tidy(store, settings, now)
        assert (counts, codes) == ({"open tables": 1, "links": 1, "guests": 1}, ["stale"])
        after = await count(hall)
        assert {name: before[name] - after[name] for name in before if before[name] != after[name]} == {
            "device": 1, "guest": 1, "link": 1, "match": 1, "seat": 2,
        }  # fmt: skip
        assert await deleting.tidy(store, settings, now) == ({}, [])
        later, played = now + 3 * 365 * DAY, replace(settings, keep_guests=0, keep_open=0)
        assert (await deleting.tidy(store, played, later))[0] == {"links": 1}  # a match that was played is kept
        assert (await deleting.tidy(store, replace(played, keep_matches=1), later))[0] == {"matches": 1}
        assert {name: number for name, number in (await count(hall)).items() if number} == {
            name: after[name] for name in ("device", "guest")
        } | {"match": 1, "seat": 2}
        await hall.close()

    asyncio.run(evening())


def test_what_was_said_goes_a_year_after_the_last_move_of_a_match_that_is_over(database: str) -> None:
    async def evening() -> None:
        hall, room = await hall_and_room(database, keep_chat=0)  # it would tidy by itself meanwhile
        now = int(time.time())
        for code, status, age in (("year", "over", 366), ("month", "over", 30), ("still", "playing", 400), ("looked", "record", 366)):
            seats = tuple(replace(seat, guest=ANN.id) for seat in room.table.seats)
            moved = now - age * DAY
            await hall.store.add_table(replace(room.table, code=code, status=status, created=moved, moved=moved, seats=seats, serial=0))
            await hall.store.add_chat(code, Line(0, ANN.id, 0, "Ann", "well played", moved, "c1"))
        settings = Settings(keep_chat=365, keep_playing=0, keep_records=0)
        assert (await deleting.tidy(hall.store, replace(settings, keep_chat=0), now)) == ({}, [])
        counts, codes = await deleting.tidy(hall.store, settings, now)
        assert (counts, sorted(codes)) == ({"chats": 2}, ["looked", "year"])
        assert [bool(await hall.store.chat(code)) for code in ("year", "month", "still", "looked")] == [False, True, True, False]
        await hall.close()

    asyncio.run(evening())


def test_a_file_that_was_opened_goes_after_its_time_with_its_review(database: str) -> None:
    async def evening() -> None:
        hall, room = await hall_and_room(database)
        now = int(time.time())
        seats = tuple(replace(seat, guest=None) for seat in room.table.seats)
        for code, age in (("old", 91), ("new", 89)):
            table = replace(
                room.table, code=code, status="record", created=now - age * DAY, moved=None, seats=seats, rematch=None, serial=0
            )
            await hall.store.add_table(table)
            async with hall.store.writing() as connection:
                await connection.execute(insert(schema.review).values(match=code, plan="p", done=False))
                await connection.execute(insert(schema.finding).values(match=code, look=0, number=1, found="{}"))
        before = await count(hall)
        assert await deleting.tidy(hall.store, Settings(keep_records=0), now) == ({}, [])
        assert await deleting.tidy(hall.store, Settings(), now) == ({"records": 1}, ["old"])
        after = await count(hall)
        assert {name: before[name] - after[name] for name in before if before[name] != after[name]} == {
            "finding": 1, "match": 1, "review": 1, "seat": 2,
        }  # fmt: skip
        assert await hall.store.table("new")
        await hall.close()

    asyncio.run(evening())


def test_it_is_done_by_itself_in_small_steps_and_told_in_numbers(database: str, caplog: pytest.LogCaptureFixture) -> None:
    async def evening() -> None:
        hall, room = await hall_and_room(database)
        await hall.close()
        again = Hall(hall.settings)
        await migrate(again.store.engine)
        vacant = tuple(replace(seat, kind="open", guest=None) for seat in room.table.seats)
        for number in range(deleting.STEP + 5):
            await again.store.add_table(replace(room.table, code=f"old{number}", status="open", created=0, serial=0, seats=vacant))
        caplog.set_level("INFO", "newfound.hall")
        await again.open()
        async with asyncio.timeout(60):
            while "deleted: 5 open tables" not in caplog.text:
                await asyncio.sleep(0.1)
        assert f"deleted: {deleting.STEP} open tables" in caplog.text
        assert (await count(again))["match"] == 1
        await again.close()

    asyncio.run(evening())


async def mine(person: Person) -> list[str]:
    return [table["code"] for table in (await person.get("/api/tables"))["mine"]]


def test_a_match_leaves_ones_list_and_is_gone_when_it_has_left_every_list(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob, Person(server.url, "Eve") as eve:
            on = (await ann.table("me", "bot"))["code"]
            with pytest.raises(Refused, match=r"409 .*server\.delete_over"):
                await ann.post(f"/api/tables/{on}/delete")
            code = await played(ann, bob)
            with pytest.raises(Refused, match="403"):
                await eve.post(f"/api/tables/{code}/delete")
            assert await ann.post(f"/api/tables/{code}/delete") == {"deleted": False}
            assert (code in await mine(ann), code in await mine(bob)) == (False, True)
            assert [seat["name"] for seat in (await bob.get(f"/api/tables/{code}"))["seats"]] == ["Ann", "Bob"]
            assert await bob.post(f"/api/tables/{code}/delete") == {"deleted": True}
            with pytest.raises(Refused, match="404"):
                await bob.get(f"/api/tables/{code}")

    asyncio.run(evening())


def test_who_wants_to_be_forgotten_is_and_the_others_play_on(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            over = await played(ann, bob)
            on = (await ann.table("me", "open"))["code"]
            await bob.post(f"/api/tables/{on}/join")
            waiting, empty = [(await who.table("me", "open", "open"))["code"] for who in (bob, ann)]
            await ann.post(f"/api/tables/{waiting}/join")
            seat = await ann.sit(on)
            await seat.shown()
            await seat.do("chat", text="I live at number 7")
            cookie = dict(ann.http.cookies)
            assert await ann.post("/api/me/delete") == {"guest": None}
            assert "newfound" not in ann.http.cookies
            ann.http.cookies.update(cookie)  # and who has kept it
            assert await ann.get("/api/me") == {"guest": None}
            assert [table["name"] for table in (await bob.get(f"/api/tables/{over}"))["seats"]] == ["", "Bob"]
            assert (await bob.get(f"/api/tables/{waiting}"))["seats"][1]["kind"] == "open"
            with pytest.raises(Refused, match="404"):
                await bob.get(f"/api/tables/{empty}")
            there = await bob.sit(on)
            hello = await there.until(lambda: there.got and there.got[0])
            assert [line["text"] for line in hello["chat"]] == [""]
            await there.shown()
            assert there.table["seats"][0]["kind"] == "bot"
            for _ in range(3):
                assert (await there.play())["type"] == "ack"
            await there.close()
            await seat.link.wait_closed()
            assert seat.link.close_code == 1012

    asyncio.run(evening())
