"""Playing over days: reminded once for each turn, never while one looks, by push and by mail."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import httpx
import pytest
from py_vapid import Vapid02
from sqlalchemy import update

from newfound.host.making import Wish
from newfound.host.problems import Denied
from newfound.host.records import Guest
from newfound.server import asking, clock, days, leaving, lobby, reminders, schema
from newfound.server.channels import Push
from newfound.server.hall import Hall
from newfound.server.persons import Device
from newfound.server.reader import Reader
from newfound.server.settings import Settings
from people import hall_and_room, over_days
from postgres import Cluster
from posts import MailServer, PushService, until
from serving import Json, Person, Seat, Server

Serve = Callable[..., Server]
DAY = 24 * 3600


async def sits(person: Person, code: str) -> Seat:
    seat = await person.sit(code)
    await seat.shown()
    return seat


async def passes_on(person: Person, code: str) -> None:
    """Comes, plays until it is the other's turn, and goes."""
    seat = await sits(person, code)
    while seat.frame["actions"]:
        await seat.play()
    await seat.close()


def link_in(text: str) -> str:
    return str(re.findall(r"https?://\S+", text)[0])


def test_who_is_waited_for_is_reminded_once_for_each_turn_by_push_and_by_mail(
    serve: Serve, database: str, pushing: PushService, mailing: MailServer
) -> None:
    """In the reader's language, with a link to the table; the stop link needs no cookie."""
    served = serve(database, remind_seconds="1", push_hosts=pushing.host, address="http://127.0.0.1:1", **mailing.settings)

    async def evening() -> None:
        async with Person(served.url, "Ann") as ann, Person(served.url, "Bob") as bob:
            await ann.post("/api/me/mail?lang=fr", {"address": "ann@example.org"})
            first = await until(lambda: mailing.got and mailing.got[0])
            assert first["subject"] == "Des rappels de Newfound\u202f?"
            token = link_in(first.get_content()).rpartition("/")[2]
            assert await Person(served.url).post("/api/mail/confirm", {"token": token}) == {"confirmed": True}
            subscription = pushing.subscription()
            key = (await ann.post("/api/me/push?lang=de", subscription.json))["push"]["key"]
            code, mover, waiter = await over_days(ann, bob)
            if mover is bob:
                await asyncio.sleep(3)
                assert (len(pushing.got), len(mailing.got)) == (0, 1)
                await passes_on(bob, code)
                mover, waiter = ann, bob
            sent = await until(lambda: pushing.got and pushing.got[0])
            told = subscription.read(sent.body)
            assert (told["path"], told["title"]) == (f"/t/{code}", "New Haven: Du bist am Zug")
            assert waiter.name in told["body"]
            assert "3 Tage" in told["body"]
            assert Vapid02.verify(sent.headers["authorization"])
            assert f"k={key}" in sent.headers["authorization"]
            assert sent.headers["content-encoding"] == "aes128gcm"
            await asyncio.sleep(3)
            assert (len(pushing.got), len(mailing.got)) == (1, 2)  # one of each, after a second and after four
            await passes_on(mover, code)
            await passes_on(waiter, code)
            await until(lambda: len(pushing.got) == 2 and len(mailing.got) == 3)
            letter = mailing.got[1]
            assert letter["subject"] == "New Haven\u202f: à vous de jouer"
            assert link_in(letter.get_content()) == f"http://127.0.0.1:1/t/{code}"
            assert letter["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
            stop = urlsplit(letter["list-unsubscribe"].strip("<>")).path
            assert stop.removeprefix("/api") in letter.get_content()
            form = {"content-type": "application/x-www-form-urlencoded"}
            assert httpx.post(served.url + stop, content="List-Unsubscribe=One-Click", headers=form).status_code == 200
            assert (await mover.get("/api/me/reminders"))["mail"] == {"offered": True, "address": None, "confirmed": False}
            await mover.post("/api/me/push/stop")
            await passes_on(mover, code)
            await passes_on(waiter, code)
            await asyncio.sleep(3)
            assert (len(pushing.got), len(mailing.got)) == (2, 3)

    asyncio.run(evening())


def test_nobody_is_reminded_of_what_they_look_at(serve: Serve, database: str, pushing: PushService) -> None:
    """But of what lies behind another tab."""
    served = serve(database, remind_seconds="1", push_hosts=pushing.host)

    async def evening() -> None:
        async with Person(served.url, "Ann") as ann, Person(served.url, "Bob") as bob:
            code, mover, _ = await over_days(ann, bob)
            seat = await sits(mover, code)
            await mover.post("/api/me/push", pushing.subscription().json)
            await asyncio.sleep(4)
            assert pushing.got == []
            await seat.send(do="sight", visible=False)
            await until(lambda: len(pushing.got) == 1)

    asyncio.run(evening())


def test_nobody_is_reminded_at_a_live_table(serve: Serve, pushing: PushService) -> None:
    served = serve(remind_seconds="0.5", push_hosts=pushing.host)

    async def evening() -> None:
        async with Person(served.url, "Ann") as ann, Person(served.url, "Bob") as bob:
            for person in (ann, bob):
                await person.post("/api/me/push", pushing.subscription(person.name).json)
            live, _, _ = await over_days(ann, bob, pace=0)
            code, mover, _ = await over_days(ann, bob, pace=1)
            await until(lambda: pushing.got)
            await asyncio.sleep(2)
            assert [sent.path for sent in pushing.got] == [f"/{mover.name}"]
            assert (await ann.get(f"/api/tables/{live}"))["days"] is None
            assert (await ann.get(f"/api/tables/{code}"))["days"]["pace"] == 1

    asyncio.run(evening())


@pytest.mark.long
def test_two_processes_remind_once_of_each_turn_and_not_while_somebody_looks_at_the_other(
    serve: Serve, cluster: Cluster, pushing: PushService
) -> None:
    database = cluster.database()
    one, two = (serve(database, remind_seconds="2", push_hosts=pushing.host) for _ in range(2))

    async def evening() -> None:
        async with Person(one.url, "Ann") as ann, Person(one.url, "Bob") as bob:
            for person in (ann, bob):
                await person.post("/api/me/push", pushing.subscription(person.name).json)
            watched, mover, _ = await over_days(ann, bob)
            mover.url = two.url
            seat = await sits(mover, watched)
            mover.url = one.url
            codes = [(await over_days(ann, bob))[0] for _ in range(12)]
            await until(lambda: len(pushing.got) >= 12)
            await asyncio.sleep(4)
            topics = sorted(sent.headers["topic"] for sent in pushing.got)
            assert topics == sorted(codes)
            await seat.close()
            await until(lambda: len(pushing.got) == 13)

    asyncio.run(evening())


@pytest.mark.long
def test_a_server_that_was_killed_reminds_nobody_again(serve: Serve, database: str, pushing: PushService) -> None:
    served = serve(database, remind_seconds="0.5", push_hosts=pushing.host)

    async def before() -> Person:
        ann, bob = Person(served.url, "Ann"), Person(served.url, "Bob")
        for person in (ann, bob):
            await person.__aenter__()
            await person.post("/api/me/push", pushing.subscription(person.name).json)
        await over_days(ann, bob)
        await until(lambda: len(pushing.got) == 1)
        return ann

    async def after() -> None:
        await asyncio.sleep(2)
        assert len(pushing.got) == 1

    asyncio.run(before())
    served.kill()
    served.start()
    asyncio.run(after())


@pytest.mark.long
def test_time_that_is_up_lets_others_go_on_or_give_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is moved; the one who is waited for may take a holiday, once in a turn."""

    async def evening() -> None:
        hall, _ = await hall_and_room(database)
        await _a_turn_runs_out(hall, monkeypatch)
        await hall.close()

    asyncio.run(evening())


async def _a_turn_runs_out(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = Guest("ann", "Ann"), Guest("bob", "Bob")
    room = await lobby.make(hall, ann, "new-haven", {}, [Wish("me"), Wish("open")], False, None, pace=3)
    await lobby.join(room, bob, None, None)
    turn, now = room.table.turn, clock.now()
    assert turn is not None
    late, waits = (ann, bob) if turn == 0 else (bob, ann)
    assert room.table.due is not None
    assert abs(room.table.due - now - 3 * DAY) < 60
    with pytest.raises(Denied, match="still time"):
        await leaving.stand_in(hall, room, waits, turn, None)
    with pytest.raises(Denied, match="still time"):
        await days.give(hall, room, waits.id)
    with pytest.raises(Denied, match="not your turn"):
        await days.take(hall, room, waits.id, 5)
    await days.take(hall, room, late.id, 5)
    assert room.table.due - now == pytest.approx(8 * DAY, abs=60)
    assert room.table.holiday == 5
    with pytest.raises(Denied, match="already"):
        await days.take(hall, room, late.id, 5)
    monkeypatch.setattr(clock, "ahead", 9 * DAY)
    with pytest.raises(Denied, match="you they wait for"):
        await days.give(hall, room, late.id)
    await days.give(hall, room, waits.id)
    assert room.table.due - now == pytest.approx(12 * DAY, abs=60)
    monkeypatch.setattr(clock, "ahead", 13 * DAY)
    await leaving.stand_in(hall, room, waits, turn, "random")
    assert room.table.seats[turn].stand_in == "random"


def test_over_days_a_nudge_is_one_more_reminder_once_a_day(database: str, pushing: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reaches whoever is not at the table: most are not, over days."""

    async def evening() -> None:
        hall, _ = await hall_and_room(database, remind_seconds=0.5, push_hosts=pushing.host)
        ann, bob = Guest("ann", "Ann"), Guest("bob", "Bob")
        await hall.persons.add("bob", "Bob", Device("bob", "bob", "", "", 2**31 - 1, 2**31 - 1))
        for guest in (ann, bob):
            keys = pushing.subscription(guest.id).json
            await hall.reminders.channels.add_push(
                Push(guest.id, guest.id, keys["endpoint"], keys["keys"]["p256dh"], keys["keys"]["auth"], "en", 0)
            )
        room = await lobby.make(hall, ann, "new-haven", {}, [Wish("me"), Wish("open")], False, None, pace=7)
        await lobby.join(room, bob, None, None)
        turn = room.table.turn
        assert turn is not None
        other, reader = 1 - turn, Reader((ann, bob)[1 - turn], 1 - turn, 0, "en")
        await until(lambda: len(pushing.got) == 1)

        async def too_soon() -> None:
            with pytest.raises(Denied, match="less than a day ago"):
                await asking.nudge(room, other, "n", reader)

        await too_soon()
        monkeypatch.setattr(clock, "ahead", DAY + 60)
        await asking.nudge(room, other, "n", reader)
        await until(lambda: len(pushing.got) == 2)
        assert pushing.got[0].path == pushing.got[1].path == f"/{(ann, bob)[turn].id}"
        await too_soon()
        room.nudged.clear()  # as after a restart
        await too_soon()
        await hall.close()

    asyncio.run(evening())


def test_a_question_gains_no_time_and_a_decision_does(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        hall, room = await hall_and_room(database)
        async with hall.store.writing() as connection:
            await connection.execute(update(schema.match).values(pace=2, due=schema.match.c.since + 2 * DAY))
        await room.changed()
        turn, due = room.story.match.turn, room.table.due
        monkeypatch.setattr(clock, "ahead", DAY)
        await room.note("hint", turn, 0)
        assert room.table.due == due
        await room.play(turn, room.game.spell(room.game.actions(room.story.match.state)[0]), room.story.serial)
        shown = room.table
        assert shown.due is not None
        assert shown.due - clock.now() == pytest.approx(2 * DAY, abs=60)
        await room.refresh()
        assert (room.table.since, room.table.holiday) == (shown.since, shown.holiday)
        assert room.table.due == pytest.approx(shown.due, abs=2)
        await hall.close()

    asyncio.run(evening())


def test_what_is_told_by_push_is_nothing_hidden(database: str, pushing: PushService) -> None:
    """Title, names, days and the address of the table: nothing of the match itself."""

    async def evening() -> Json:
        hall, room = await hall_and_room(database)
        turn = reminders.Turn(room.code, 0, "ann", "New Haven", ("Bob",), 3)
        subscription = pushing.subscription()
        one = Push("ann", "ann", subscription.endpoint, subscription.json["keys"]["p256dh"], subscription.json["keys"]["auth"], "en", 0)
        reminding = reminders.Reminders(hall.store, hall.reminders.channels, Settings(push_hosts=pushing.host), {})
        await reminding._push(one, turn)
        await hall.close()
        return subscription.read(pushing.got[0].body), room.code

    told, code = asyncio.run(evening())
    body = "You have 3 days left. You play with Bob."
    assert told == {"title": "New Haven: your turn", "body": body, "path": f"/t/{code}", "tag": code, "lang": "en"}
