"""Nobody is stuck: leaving, standing in, coming back, resigning, seats given to others, what is asked; all of it in the log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update

from newfound.core.game import OVER
from newfound.core.problem import Problem
from newfound.host.files import read_upload, record
from newfound.host.making import Wish
from newfound.host.records import Guest
from newfound.host.story import Story
from newfound.server import asking, deleting, leaving, lobby, schema
from newfound.server.engine import make_engine
from newfound.server.hall import Hall
from newfound.server.migrations import migrate
from newfound.server.persons import Device
from newfound.server.reader import Reader
from newfound.server.room import Room
from newfound.server.settings import Settings
from newfound.server.workers import BotFailed
from people import ANN, hall_and_room
from postgres import Cluster
from serving import Person, Server

Serve = Callable[..., Server]
BOB, CID, EVE = (Guest(name.lower(), name, device=name.lower()) for name in ("Bob", "Cid", "Eve"))


class Evening:
    """A hall in this process with a clock of its own, and a table of Ann, Bob and Cid at which nobody is connected."""

    def __init__(self, hall: Hall, room: Room) -> None:
        self.hall, self.room, self.now, self._ids = hall, room, 1e9, 0
        hall.clock = lambda: self.now
        room.opened = self.now

    @staticmethod
    async def of(database: str, seats: int = 3) -> Evening:
        hall, _ = await hall_and_room(database)
        for guest in (BOB, CID, EVE):
            await hall.persons.add(guest.id, guest.name, Device(guest.device, guest.id, "", "", 2**31 - 1, 2**31 - 1))
        wishes = [Wish("me"), *[Wish("open")] * (seats - 1)]
        room = await lobby.make(hall, ANN, "new-haven", {}, wishes, public=False, practice=False)
        for guest in (BOB, CID)[: seats - 1]:
            await lobby.join(room, guest, None, None)
        return Evening(hall, room)

    @property
    def notes(self) -> list[tuple[str, int, int, str | None]]:
        return [(entry.kind, entry.seat, entry.value, entry.note) for _, _, entry in self.room.story.notes]

    def reader(self, guest: Guest = ANN) -> Reader:
        return Reader(guest, -3, 0, "en")

    def id(self) -> str:
        self._ids += 1
        return f"m{self._ids}"

    async def here(self, *guests: Guest) -> list[Reader]:
        """They have the table open."""
        readers = [self.reader(guest) for guest in guests]
        for reader in readers:
            await self.room.enter(reader)
        return readers

    async def end(self, seat: int = 0) -> None:
        await asking.end(self.room, seat, self.id(), self.reader())

    async def answer(self, seat: int, yes: bool) -> None:
        await asking.agree(self.room, seat, yes, self.room.story.serial, self.id(), self.reader())

    async def play(self, most: int = 10_000) -> None:
        """For every person whose turn it is, and waits for the bots."""
        while self.room.story.turn != OVER and most:
            most -= 1
            turn, serial = self.room.story.turn, self.room.story.serial
            if self.room.table.seats[turn].bot is None:
                match = self.room.story.match
                await self.room.play(turn, match.game.spell(match.game.actions(match.state)[0]), serial)
            else:
                await until(lambda: self.room.story.serial > serial)  # noqa: B023

    async def holds_from_the_log(self) -> None:
        """What is kept of the seats and of what is asked follows from the log, in a process that knows nothing else."""
        await until(lambda: self.room.bot_to_move() is None)
        again = Hall(self.hall.settings)
        again.clock = self.hall.clock
        read = await again.store.table(self.room.code)
        there = await again.room(self.room.code)
        assert read
        fresh = Story(there.story.match.back(0), read.given).add(await again.store.entries(self.room.code))
        assert fresh.company == self.room.story.company == there.story.company
        told = {sat: (one.bot, one.gone) for sat, one in fresh.company.sitting.items()}
        assert told == {seat.seat: (seat.stand_in, seat.gone) for seat in read.seats if seat.stand_in}
        assert read.seats == there.table.seats == self.room.table.seats
        assert (read.asked, read.ended, read.serial) == (self.room.table.asked, fresh.company.ended, fresh.serial)
        await again.close()


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


def test_somebody_leaves_in_mid_turn_the_others_finish_and_they_may_come_back(database: str) -> None:
    async def evening() -> None:
        night = await Evening.of(database)
        room, hall = night.room, night.hall
        who = [ANN, BOB, CID][room.story.turn]
        seat = room.seats_of(who.id)[0]
        await leaving.leave(hall, room, who, None, "random")
        assert (room.table.seats[seat].stand_in, room.table.seats[seat].gone) == ("random", "left")
        await until(lambda: room.story.turn != seat)  # the bot goes on
        await night.holds_from_the_log()
        with pytest.raises(Problem, match="bot"):
            room.must_play(who.id, seat)
        await leaving.come_back(room, who, seat)
        room.must_play(who.id, seat)
        await night.play(6)
        await leaving.leave(hall, room, who, None, "random")
        await night.play()
        assert (room.table.status, room.table.ended) == ("over", None)
        assert room.table.seats[seat].gone == "left"  # a bot finished for them
        assert [note[0] for note in night.notes] == ["left", "return", "left"]
        assert f"# {seat} left random" in record(room.table, room.story)
        read_upload(record(room.table, room.story), None)
        await night.holds_from_the_log()
        await hall.close()

    asyncio.run(evening())


def test_who_resigns_does_not_come_back_and_somebody_else_may_take_the_seat(database: str) -> None:
    async def evening() -> None:
        night = await Evening.of(database)
        room, hall = night.room, night.hall
        seat = (room.story.turn + 1) % 3
        who = [ANN, BOB, CID][seat]
        friend = [ANN, BOB, CID][(seat + 1) % 3]
        with pytest.raises(Problem, match="agree"):
            await leaving.invite(room, friend, seat)
        await leaving.resign(hall, room, who, None, "random")
        await night.holds_from_the_log()
        with pytest.raises(Problem, match="resigned"):
            await leaving.come_back(room, who, seat)
        with pytest.raises(Problem, match="Only people"):
            await leaving.invite(room, EVE, seat)
        token = await leaving.invite(room, friend, seat)
        with pytest.raises(Problem, match="already"):
            await leaving.take(hall, friend, token)
        await leaving.take(hall, EVE, token)
        with pytest.raises(Problem, match="used"):
            await leaving.take(hall, who, token)
        assert (room.table.seats[seat].name, room.table.seats[seat].stand_in, room.table.seats[seat].gone) == ("Eve", None, None)
        assert room.seats_of(who.id) == []
        room.must_play(EVE.id, seat)
        await night.holds_from_the_log()
        assert [note[0] for note in night.notes] == ["resigned", "replaced"]
        await hall.close()

    asyncio.run(evening())


def test_a_bot_stands_in_for_who_is_away_and_their_seat_is_given_away_once_the_others_agree(database: str) -> None:
    async def evening() -> None:
        night = await Evening.of(database)
        room, hall = night.room, night.hall
        (reader, *_) = await night.here(ANN, BOB)
        with pytest.raises(Problem, match="60 seconds"):
            await leaving.stand_in(hall, room, ANN, 2, "random")
        assert room.presence().wait == {2: 60}
        night.now += 61
        assert room.presence().wait == {2: 0}
        for wrong in (EVE, Guest("nobody", "Nobody")):
            with pytest.raises(Problem, match="not yours"):
                await leaving.stand_in(hall, room, wrong, 2, "random")
        with pytest.raises(Problem, match="whose person plays"):
            await asking.replace(room, 0, 2, night.id(), reader)
        await leaving.stand_in(hall, room, ANN, 2, "random")
        await asking.replace(room, 0, 2, night.id(), reader)
        assert room.table.asked
        assert room.table.asked["kind"] == "replace"
        with pytest.raises(Problem, match="agree first"):
            await leaving.invite(room, ANN, 2)
        await night.answer(1, True)
        assert room.table.seats[2].gone == "freed"
        token = await leaving.invite(room, ANN, 2)
        await night.holds_from_the_log()
        await leaving.come_back(room, CID, 2)  # in time
        with pytest.raises(Problem, match="link"):
            await leaving.take(hall, EVE, token)
        kinds = ["stand_in", "asked", "answered", "freed", "return"]
        assert [note[0] for note in night.notes] == kinds
        await hall.close()

    asyncio.run(evening())


def test_what_is_asked_is_refused_withdrawn_out_of_time_or_agreed_to_and_all_of_it_is_told(database: str) -> None:
    async def evening() -> None:
        night = await Evening.of(database)
        room = night.room
        readers = await night.here(ANN, BOB, CID)
        await night.end()
        assert room.table.asked
        with pytest.raises(Problem, match="already"):
            await night.end(1)
        with pytest.raises(Problem, match="not asking"):
            await asking.withdraw(room, 1, night.id(), readers[1])
        await night.answer(1, False)
        await night.end()
        await asking.withdraw(room, 0, night.id(), readers[0])
        await night.end()
        await night.answer(1, True)
        await night.holds_from_the_log()
        night.now += night.hall.settings.answer_seconds - 1
        await asking.lapse(room)
        assert room.table.asked
        assert room.table.asked["agreed"] == [1]
        night.now += 2
        assert await night.hall.store.asked_until(night.now) == [room.code]
        other = Hall(night.hall.settings)  # a process that was started since
        other.clock = night.hall.clock
        await other.open()
        async with asyncio.timeout(60):
            while room.table.asked:
                await asyncio.sleep(0.05)
                await room.refresh()
        await other.close()
        await night.end()
        await night.play(1)  # going on does not answer
        await night.answer(1, True)
        assert room.table.status == "playing"
        await night.answer(2, True)
        assert (room.table.status, room.table.ended, room.table.turn) == ("over", "agreed", OVER)
        told = [note[0] for note in night.notes]
        assert told == [
            *("asked", "answered"),
            *("asked", "withdrew"),
            *("asked", "answered", "lapsed"),
            *("asked", "answered", "answered", "ended"),
        ]
        frame = json.loads(room.write(readers[1], "frame"))
        assert (frame["turn"], frame["actions"], frame["ranking"]) == (OVER, [], [])
        with pytest.raises(Problem, match="over"):
            await room.play(room.story.match.turn, "pass", room.story.serial)
        assert (await night.hall.store.finished_tables()) == []
        assert "ended agreed" in record(room.table, room.story)
        await night.holds_from_the_log()
        await night.hall.close()

    asyncio.run(evening())


def test_who_is_played_by_a_bot_or_away_does_not_stand_in_the_way(database: str) -> None:
    async def evening() -> None:
        night = await Evening.of(database)
        room, hall = night.room, night.hall
        await night.here(ANN, BOB)
        night.now += 61
        await night.end()  # Cid is away
        assert room.table.asked
        assert night.notes[-1] == ("answered", 2, 2, None)
        await leaving.leave(hall, room, BOB, None, "random")  # and nobody is left to ask
        assert room.table.ended == "agreed"
        await hall.close()

    asyncio.run(evening())


def test_who_leaves_no_longer_asks(database: str) -> None:
    async def evening() -> None:
        night = await Evening.of(database)
        await night.here(ANN, BOB, CID)
        await night.end()
        await leaving.leave(night.hall, night.room, ANN, None, "random")
        assert night.room.table.asked is None
        assert [note[0] for note in night.notes] == ["asked", "left", "withdrew"]
        await night.hall.close()

    asyncio.run(evening())


def test_the_others_end_a_match_whose_host_never_comes_back(database: str) -> None:
    async def evening() -> None:
        night = await Evening.of(database, seats=2)
        await night.here(BOB)
        night.now += 61
        await night.end(1)  # at once: there is nobody else
        assert (night.room.table.status, night.room.table.ended) == ("over", "agreed")
        await night.hall.close()

    asyncio.run(evening())


def test_one_is_nudged_once_a_minute(database: str) -> None:
    async def evening() -> None:
        night = await Evening.of(database)
        room = night.room
        turn = room.story.turn
        readers = await night.here(ANN, BOB, CID)
        with pytest.raises(Problem, match="nobody"):
            await asking.nudge(room, turn, night.id(), readers[turn])
        by = (turn + 1) % 3
        await asking.nudge(room, by, night.id(), readers[by])
        with pytest.raises(Problem, match="60 seconds"):
            await asking.nudge(room, by, night.id(), readers[by])
        night.now += 61
        await asking.nudge(room, by, night.id(), readers[by])
        heard = [sum('"type":"nudge"' in message for message in reader._waiting) for reader in readers]
        assert heard == [2 * (seat == turn) for seat in range(3)]
        await night.hall.close()

    asyncio.run(evening())


def test_a_bot_that_thinks_too_long_gives_no_answer(tmp_path: Path) -> None:
    async def evening() -> None:
        hall, room = await hall_and_room(f"sqlite:///{tmp_path}/newfound.db", bot_seconds=0.001)
        with pytest.raises(BotFailed, match="TimeoutError"):
            await hall.workers.choose(room.job(room.story.turn, "hard"), room.asker)
        await hall.close()

    asyncio.run(evening())


def test_a_bot_that_fails_is_told_of_and_after_three_times_replaced(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        night = await Evening.of(database, seats=2)
        hall, room = night.hall, night.room
        choose = hall.workers.choose

        async def fails(job: Any, asker: Any) -> str:
            if job.level == "hard":
                raise BotFailed("planted")
            return await choose(job, asker)

        monkeypatch.setattr(hall.workers, "choose", fails)
        await leaving.leave(hall, room, BOB, None, "hard")
        await until(lambda: room.table.seats[1].stand_in != "hard" or (room.story.turn == 0 and not room.thinking))
        while room.table.seats[1].stand_in == "hard":
            await night.play(1)
        assert night.notes == [("left", 1, 0, "hard"), ("failed", 1, 0, "random"), ("failed", 1, 0, "random"), ("failed", 1, 1, "easy")]
        assert (room.table.seats[1].stand_in, room.table.seats[1].gone) == ("easy", "left")
        await night.holds_from_the_log()
        await hall.close()

    asyncio.run(evening())


def test_who_takes_their_seat_to_another_device_is_back(database: str) -> None:
    async def evening() -> None:
        night = await Evening.of(database)
        hall, room = night.hall, night.room
        seat = (room.story.turn + 1) % 3
        who = [ANN, BOB, CID][seat]
        await leaving.leave(hall, room, who, None, "random")
        await leaving.take(hall, EVE, await leaving.link(room, who, seat))
        assert (room.seats_of(EVE.id), room.table.seats[seat].bot) == ([seat], None)
        assert [note[0] for note in night.notes] == ["left", "return"]
        await night.holds_from_the_log()
        await leaving.resign(hall, room, EVE, None, "random")
        await leaving.take(hall, who, await leaving.link(room, EVE, seat))
        assert room.table.seats[seat].gone == "resigned"  # on whichever device
        await night.holds_from_the_log()
        await hall.close()

    asyncio.run(evening())


def test_a_match_to_which_nobody_comes_back_is_ended_and_kept(database: str) -> None:
    async def evening() -> None:
        night = await Evening.of(database, seats=2)
        hall, room = night.hall, night.room
        settings, day = replace(hall.settings, keep_playing=10), 24 * 3600
        await night.play(3)
        table = await hall.store.table(room.code)
        assert table
        assert table.moved
        assert "matches ended" not in (await deleting.tidy(hall.store, settings, table.moved + 9 * day))[0]
        async with hall.store.writing() as connection:  # the other match of this hall is another story
            await connection.execute(update(schema.match).where(schema.match.c.code != room.code).values(status="over"))
        counts, codes = await deleting.tidy(hall.store, settings, table.moved + 11 * day)
        assert (counts["matches ended"], codes) == (1, [room.code])
        await hall.drop(codes)
        night.room = await hall.room(room.code)
        assert (night.room.table.status, night.room.table.ended, night.room.story.turn) == ("over", "nobody", OVER)
        await night.holds_from_the_log()
        assert "ended nobody" in record(night.room.table, night.room.story)
        await hall.close()

    asyncio.run(evening())


def test_whoever_had_left_before_entries_were_made_of_it_has_still_left(database: str) -> None:
    """The migration writes down what only the seats knew."""

    async def evening() -> None:
        engine = make_engine(Settings(database_url=database))
        await migrate(engine, "0003")
        match = {"game": "x", "edition": 1, "parts": "", "seats": 2, "options": "{}", "seed": "", "public": False, "practice": False}
        match |= {"host": "ann", "created": 0, "given": 0, "turn": 0, "serial": 1, "asked": "{}"}
        seat = {"kind": "person", "guest": "g", "name": "G"}

        async def add(table: str, **row: Any) -> None:
            names = list(row)
            query = f"insert into {table} ({', '.join(names)}) values ({', '.join(f':{name}' for name in names)})"
            await connection.execute(text(query), row)

        async with engine.begin() as connection:
            for code, status in (("on", "playing"), ("done", "over")):
                await add("match", code=code, status=status, **match)
                await add("seat", match=code, seat=0, stand_in=None, **seat)
                await add("seat", match=code, seat=1, stand_in="hard", **seat)
                await add("event", match=code, serial=0, kind="act", seat=0, value=5)
        await migrate(engine)
        async with engine.connect() as connection:
            log = (await connection.execute(text("select serial, kind, seat, note from event where match = 'on' order by serial"))).all()
            assert [tuple(row) for row in log] == [(0, "act", 0, None), (1, "left", 1, "hard")]
            assert [
                tuple(row) for row in (await connection.execute(text("select code, serial, asked from match order by code"))).all()
            ] == [
                ("done", 1, None),
                ("on", 2, None),
            ]
            assert (await connection.execute(text("select gone from seat where match = 'on' and seat = 1"))).scalar() == "left"
        await engine.dispose()

    asyncio.run(evening())


@pytest.mark.long
def test_two_processes_agree_on_who_left_who_is_back_and_what_was_asked_though_both_are_killed(serve: Serve, cluster: Cluster) -> None:
    database = cluster.database()
    one, two = serve(database, away_seconds="0.2"), serve(database, away_seconds="0.2")

    async def evening() -> None:
        async with Person(one.url, "Ann") as ann, Person(two.url, "Bob") as bob, Person(two.url, "Cid") as cid:
            code = str((await ann.table("me", "open", "open"))["code"])
            await bob.post(f"/api/tables/{code}/join")
            await cid.post(f"/api/tables/{code}/join")
            seats = [await ann.sit(code), await bob.sit(code)]
            for seat in seats:
                await seat.shown()
            await cid.post(f"/api/tables/{code}/leave", {"level": "random"})
            for seat in seats:
                await seat.until(lambda: seat.table["seats"][2]["gone"] == "left")  # noqa: B023
            await asyncio.gather(*(cid.post(f"/api/tables/{code}/seats/2/return") for _ in range(4)), *(seat.do("nudge") for seat in seats))
            for seat in seats:
                await seat.until(lambda: seat.table["seats"][2]["gone"] is None)  # noqa: B023
            await asyncio.sleep(0.5)  # until Cid, who is back and yet not here, is away
            both = await asyncio.gather(*(seat.do("ask", what="end") for seat in seats))
            assert sorted(answer["type"] for answer in both) == ["ack", "refused"]  # one of them was first
            for seat in seats:
                await seat.until(lambda: seat.table["asked"])  # noqa: B023
            asker = seats[0].table["asked"]["seat"]
            assert (await seats[1 - asker].do("agree", yes=True))["type"] == "ack"
            for seat in seats:  # Cid, who is away, is not waited for
                await seat.until(lambda: seat.table["ended"] == "agreed")  # noqa: B023
            before = await ann.get(f"/api/tables/{code}")
            for process in (one, two):
                process.kill()
                process.start()
            again = await bob.get(f"/api/tables/{code}")
            for fact in ("asked", "ended", "status", "serial"):
                assert again[fact] == before[fact]

    asyncio.run(evening())
