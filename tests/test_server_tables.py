"""Tables on a real server: making, joining, leaving, standing in, moving a seat, rematches."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from newfound.host.making import Wish
from newfound.host.problems import Denied
from newfound.host.story import REPLACED, Entry
from newfound.server import leaving, lobby, schema, seating
from newfound.server.guests import hashed
from people import ANN, hall_and_room, logs, played
from serving import Json, Person, Refused, Server


def test_the_luck_of_a_table_is_the_same_in_every_run(serve: Callable[..., Server]) -> None:
    async def evening(url: str) -> list[Json]:
        async with Person(url) as ann, Person(url) as bob:
            tables = [await ann.table("me", "bot"), await ann.table("me", "bot"), await bob.table("me", "bot")]
            seat = await ann.sit(tables[0]["code"])
            for _ in range(3):
                await seat.play()
            return [*(table["fair"]["commitment"] for table in tables), seat.frame["news"]]

    first, other = (asyncio.run(evening(serve().url)) for _ in range(2))
    assert first == other
    assert first[0] != first[1]
    assert first[0] == first[2]  # whatever else is played there


def test_a_person_and_a_bot_play_to_the_end_and_the_luck_is_proved(server: Server) -> None:

    async def evening() -> None:
        async with Person(server.url, "Ann") as ann:
            table = await ann.table("me", "bot")
            assert table["status"] == "playing"
            assert (await ann.get(f"/api/tables/{table['code']}/fair"))["seed"] is None
            seat = await ann.sit(table["code"])
            while await seat.play():
                pass
            frame = seat.frame
            assert frame["turn"] == -2
            assert sorted(frame["ranking"])[0] == 1
            assert frame["table"]["status"] == "over"
            fair = await ann.get(f"/api/tables/{table['code']}/fair")
            assert fair["verified"] is True
            assert fair["commitment"] == table["fair"]["commitment"]
            assert table["fair"]["seed"] is None
            assert frame["table"]["fair"]["seed"] == fair["seed"]

    asyncio.run(evening())


def test_two_people_join_by_code_and_each_sees_the_others_move(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "  Bob\u200b\x07 ") as bob:
            table = await ann.table("me", "open", public=True)
            code = table["code"]
            assert table["status"] == "open"
            assert [other["code"] for other in (await bob.get("/api/tables"))["open"]] == [code]
            waiting = await ann.sit(code)
            await waiting.until(lambda: waiting.table)
            joined = await bob.post(f"/api/tables/{code}/join")
            assert joined["status"] == "playing"
            assert [seat["name"] for seat in joined["seats"]] == ["Ann", "Bob"]
            assert [seat["yours"] for seat in joined["seats"]] == [False, True]
            with pytest.raises(Refused, match=r"server.full"):
                await bob.post(f"/api/tables/{code}/join")
            await waiting.until(lambda: waiting.frame)  # the match began while she waited
            seats = [waiting, await bob.sit(code)]
            for seat in seats:
                await seat.shown()
            for _ in range(30):
                mover = seats[0].frame["turn"]
                before = seats[mover].frame["serial"]
                await seats[mover].play()
                for seat in seats:
                    await seat.past(before)
                assert seats[0].frame["serial"] == seats[1].frame["serial"]
                assert [bool(seat.frame["actions"]) for seat in seats].count(True) == 1
                yours = [[one["yours"] for one in seat.frame["table"]["seats"]] for seat in seats]
                assert yours == [[True, False], [False, True]]
            assert (await bob.get("/api/tables"))["mine"][0]["code"] == code

    asyncio.run(evening())


def test_a_stranger_moves_nobodys_seat(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Eve") as eve:
            code = (await ann.table("me", "bot"))["code"]
            watching = await eve.sit(code)
            await watching.until(lambda: watching.frame)
            assert watching.frame["reader"] == -3
            assert watching.frame["actions"] == []
            answer = await watching.do("play", seat=0, action="pass")
            assert answer["problem"]["key"] == "server.seat"
            await watching.send(do="look", seat=0)
            answer = await watching.do("chat", text="hello")
            assert answer["problem"]["key"] == "server.chat"
            assert watching.frame["reader"] == -3
            for path in ("seats/0/link", "seats/0/return", "seats/0/stand-in", "rematch", "game"):
                with pytest.raises(Refused, match="403"):
                    await eve.post(f"/api/tables/{code}/{path}")
            for path in ("frame?seat=0", "game"):
                with pytest.raises(Refused, match="403"):
                    await eve.get(f"/api/tables/{code}/{path}")
            spy = await eve.sit(code, "?seat=0")
            await asyncio.sleep(0)
            async with asyncio.timeout(60):
                await spy.link.wait_closed()
            assert spy.link.close_code == 4403

    asyncio.run(evening())


async def once_away(host: Person, path: str) -> Json:
    """What a bot that stands in answers; until then nobody is away."""
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(Refused):
                return await host.post(path, {"level": "random"})
            await asyncio.sleep(0.05)


def test_a_bot_stands_in_and_the_seat_is_handed_back(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            code = (await ann.table("me", "open"))["code"]
            await bob.post(f"/api/tables/{code}/join")
            seat = await ann.sit(code)
            gone = await bob.sit(code)
            await gone.until(lambda: gone.frame)
            await asyncio.sleep(0.4)  # longer than somebody must be away, but here
            with pytest.raises(Refused, match="not_away"):
                await ann.post(f"/api/tables/{code}/seats/1/stand-in")
            await gone.close()
            table = await once_away(ann, f"/api/tables/{code}/seats/1/stand-in")
            assert table["seats"][1]["stand_in"] == "random"
            for _ in range(5):
                await seat.play()  # the bot answers every time
            back = await bob.sit(code)
            await back.until(lambda: back.frame)
            assert (await back.do("play", action="pass"))["problem"]["key"] == "server.stand_in"
            assert (await bob.post(f"/api/tables/{code}/seats/1/return"))["seats"][1]["stand_in"] is None
            await bob.post(f"/api/tables/{code}/leave")
            while await seat.play():
                pass

    asyncio.run(evening())


def test_one_device_is_passed_round(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann:
            seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bob"}]
            table = await ann.post("/api/tables", {"game": "new-haven", "seats": seats})
            socket = await ann.sit(table["code"])
            await socket.until(lambda: socket.frame)
            assert socket.got[0]["seats"] == [0, 1]
            for _ in range(12):
                turn = socket.frame["turn"]
                if socket.frame["reader"] != turn:
                    await socket.send(do="look", seat=turn)
                    await socket.until(lambda: socket.frame["reader"] == socket.frame["turn"])
                    assert socket.frame["since"] == 0
                await socket.play()

    asyncio.run(evening())


def test_a_personal_link_moves_a_seat_once(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Ann's phone") as phone:
            code = (await ann.table("me", "bot"))["code"]
            token = (await ann.post(f"/api/tables/{code}/seats/0/link"))["token"]
            table = await phone.post("/api/take", {"token": token})
            assert table["seats"][0]["yours"]
            with pytest.raises(Refused, match=r"server.link"):
                await ann.post("/api/take", {"token": token})
            assert not (await ann.get(f"/api/tables/{code}"))["seats"][0]["yours"]

    asyncio.run(evening())


def test_a_link_works_for_a_day(database: str) -> None:
    async def evening() -> None:
        hall, room = await hall_and_room(database)
        late, early = [await leaving.link(room, ANN, 0) for _ in range(2)]
        day = int(time.time()) + leaving.DAY
        assert await hall.store.take_link(hashed(late), "eve", day + 60) is None
        assert await hall.store.take_link(hashed(early), "eve", day - 60) == room.code
        await hall.close()

    asyncio.run(evening())


def test_who_comes_by_a_link_has_all_their_time(database: str) -> None:
    async def evening() -> None:
        hall, room = await hall_and_room(database)
        now = int(time.time())
        table = replace(room.table, code="days", status="playing", pace=3, since=now - 5 * leaving.DAY, due=now - 2 * leaving.DAY, serial=0)
        ways: dict[str, list[Entry]] = {"given": [Entry(REPLACED, 0, 0)], "moved": []}
        for code, entries in ways.items():
            await hall.store.add_table(replace(table, code=code))
            await hall.store.add_link(hashed(code), code, 0, ANN.id, now + 60)
            assert await hall.store.take_link(hashed(code), "eve", now, entries, 0) == code
            taken = await hall.store.table(code)
            assert taken
            assert (taken.since, taken.due) == (table.since, now + 3 * leaving.DAY if entries else table.due)
        await hall.close()

    asyncio.run(evening())


def test_who_gave_up_a_seat_reads_it_no_more(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob, Person(server.url, "Eve") as eve:
            code = (await ann.table("me", "open", "open"))["code"]
            await eve.post(f"/api/tables/{code}/join", {"seat": 1})
            spy = await eve.sit(code, "?seat=1")
            await spy.until(lambda: spy.table)
            await eve.post(f"/api/tables/{code}/leave")
            await bob.post(f"/api/tables/{code}/join", {"seat": 1})
            await bob.post(f"/api/tables/{code}/join", {"seat": 2})
            await spy.shown()
            assert spy.frame["reader"] == -3
            assert [hello["reader"] for hello in spy.got if hello["type"] == "hello"] == [1, -3]
            with pytest.raises(Refused, match="403"):
                await eve.get(f"/api/tables/{code}/frame?seat=1")

    asyncio.run(evening())


def test_two_who_join_at_once_get_two_seats_and_one_beginning(database: str) -> None:
    async def evening() -> None:
        hall, _ = await hall_and_room(database)
        wishes = [Wish(kind) for kind in ("me", "open", "open")]
        room = await lobby.make(hall, ANN, "new-haven", {}, wishes, public=True, practice=False)
        wanted = ((1, "bob"), (1, "cid"), (2, "eve"))
        sitting = (seating.change(hall.store, room.code, lobby.sitting(who, who, seat, ready=True)) for seat, who in wanted)
        refused = [one for one in await asyncio.gather(*sitting, return_exceptions=True) if one is not None]
        assert [str(one) for one in refused] == ["This seat is taken."]
        await room.refresh()
        assert sorted(seat.guest or "" for seat in room.table.seats) in (["ann", "bob", "eve"], ["ann", "cid", "eve"])
        await asyncio.gather(room.start(), room.start())
        story = (await logs(database, [room.code]))[room.code]  # checked by the rules
        assert story.entries == room.story.entries
        assert story.match.turn >= 0
        await hall.close()

    asyncio.run(evening())


def test_a_match_is_played_by_the_edition_it_was_begun_with(tmp_path: Path) -> None:
    async def evening() -> None:
        hall, room = await hall_and_room(f"sqlite:///{tmp_path}/newfound.db")
        for changed in ({"edition": 7}, {"edition": room.table.edition, "parts": "other"}):
            async with hall.store.engine.begin() as connection:
                await connection.execute(update(schema.match).values(**changed))
            hall.rooms.clear()
            with pytest.raises(Denied) as refused:
                await hall.room(room.code)
            assert (refused.value.status, refused.value.key) == (409, "server.edition")
        await hall.close()

    asyncio.run(evening())


def test_two_who_ask_for_a_rematch_get_the_same_table(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            code = await played(ann, bob)
            path = f"/api/tables/{code}/rematch"
            first, second = await asyncio.gather(ann.post(path), bob.post(path))
            assert first["code"] == second["code"] != code
            assert (await ann.get(f"/api/tables/{code}"))["rematch"] == first["code"]
            following = await ann.get(f"/api/tables/{first['code']}")
            assert ([seat["name"] for seat in following["seats"]], following["status"]) == (["Bob", "Ann"], "playing")

    asyncio.run(evening())


def test_a_rematch_is_an_invitation_after_the_end(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob, Person(server.url, "Eve") as eve:
            on = (await ann.table("me", "open"))["code"]
            await bob.post(f"/api/tables/{on}/join")
            with pytest.raises(Refused, match=r"409 .*server\.rematch"):
                await ann.post(f"/api/tables/{on}/rematch")
            code = await played(ann, bob)
            with pytest.raises(Refused, match="403"):
                await eve.post(f"/api/tables/{code}/rematch")
            listed = [table["code"] for table in (await bob.get("/api/tables"))["mine"]]
            invited = [await ann.post(f"/api/tables/{code}/rematch") for _ in range(3)]
            assert len({table["code"] for table in invited}) == 1  # once
            assert [(seat["kind"], seat["name"]) for seat in invited[0]["seats"]] == [("open", ""), ("person", "Ann")]
            assert [table["code"] for table in (await bob.get("/api/tables"))["mine"]] == listed  # nobody sits where they did not sit down
            accepted = await bob.post(f"/api/tables/{code}/rematch")
            assert (accepted["status"], accepted["seats"][0]["yours"]) == ("playing", True)

    asyncio.run(evening())


def test_bad_set_ups_get_one_clear_sentence(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann:
            with pytest.raises(Refused, match=r"setup.seats"):
                await ann.table("me")
            with pytest.raises(Refused, match=r"game.unknown"):
                await ann.table("me", "bot", game="chess")
            with pytest.raises(Refused, match=r"setup.value"):
                await ann.table("me", "bot", options={"side": "C"})
            with pytest.raises(Refused, match=r"server.level"):
                await ann.post("/api/tables", {"game": "new-haven", "seats": [{"kind": "me"}, {"kind": "bot", "level": "genius"}]})
            with pytest.raises(Refused, match=r"server.practice"):
                await ann.table("me", "open", practice=True)
            with pytest.raises(Refused, match=r"server.name"):
                await ann.post("/api/me", {"name": " \x00 "})
            with pytest.raises(Refused, match="gibt es nicht"):
                await ann.post("/api/tables?lang=de", {"game": "chess", "seats": [{"kind": "me"}]})
            with pytest.raises(Refused, match="404"):
                await ann.get("/api/tables/nosuch")

    asyncio.run(evening())
