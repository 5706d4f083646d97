"""Several processes when the bus between them fails: nothing that was kept is refused, nobody reads what is theirs no more."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

import postgres
from newfound.host.story import entries_of
from newfound.server.guests import hashed
from newfound.server.hall import Hall
from newfound.server.reader import Reader
from people import ANN, hall_and_room
from postgres import Cluster
from relay import Relay
from serving import Person, Server, free_port
from test_server_crash import children

Serve = Callable[..., Server]
EARS = "select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = '{}' and query ~* '^listen|pg_notify|advisory'"


@pytest.fixture
def relay(cluster: Cluster) -> Iterator[Relay]:
    wire = Relay(cluster.port)
    yield wire
    wire.close()


def cut_the_bus(cluster: Cluster, database: str) -> None:
    """PostgreSQL ends every connection that listens."""
    assert int(cluster.psql("postgres", EARS.format(database.rpartition("/")[2]))) > 0


async def same(person: Person, server: Server) -> Person:
    """The same browser at another process."""
    other = Person(server.url, person.name)
    other.http.cookies = person.http.cookies
    return other


def test_what_one_process_kept_the_other_acknowledges_though_it_heard_nothing(serve: Serve, cluster: Cluster, relay: Relay) -> None:
    database = cluster.database()
    one, two = serve(database), serve(relay.url(database))

    async def evening() -> None:
        async with Person(one.url) as ann:
            code = (await ann.table("me", "me"))["code"]
            there = await same(ann, two)
            seat, other = await ann.sit(code), await there.sit(code)
            await seat.shown()
            await other.shown()
            assert relay.silence()
            sent = []
            for number in range(5):
                turn = seat.frame["turn"]
                await seat.send(do="look", seat=turn)
                await seat.until(lambda: seat.frame["reader"] == seat.frame["turn"])
                message = {"id": f"n{number}", "serial": seat.frame["serial"], "seat": turn, "action": seat.frame["actions"][0]}
                sent.append((message, await seat.do("play", **message)))
                await seat.past(message["serial"])
            for message, told in reversed(sent):  # the answers were lost on the way, say
                assert (await other.do("play", **message)) == told
            fresh = await there.sit(code, f"?serial={seat.frame['serial']}")
            assert (await fresh.shown())["serial"] == seat.frame["serial"]  # a frame never goes back
            for socket in (seat, other, fresh):
                await socket.close()
            await there.http.aclose()

    asyncio.run(evening())


@pytest.mark.sample
@pytest.mark.parametrize("how", ["cut", "deaf", "dumb"])
def test_the_old_holder_of_a_seat_reads_no_more_though_the_bus_was_lost(serve: Serve, cluster: Cluster, relay: Relay, how: str) -> None:
    """The process that shows the seat, or the one that moves it, loses its connection without a word; or both lose it by a cut."""
    database = cluster.database()
    by_relay = relay.url(database)
    one, two = serve(by_relay if how == "dumb" else database), serve(by_relay if how == "deaf" else database)

    async def evening() -> None:
        async with Person(one.url, "Ann") as ann, Person(one.url, "Phone") as phone:
            code = (await ann.table("me", "me"))["code"]
            there = await same(ann, two)
            old = await there.sit(code, "?seat=0")
            await old.shown()
            token = (await ann.post(f"/api/tables/{code}/seats/0/link"))["token"]
            if how == "cut":
                cut_the_bus(cluster, database)
            else:
                assert relay.silence()
            await phone.post("/api/take", {"token": token})
            await old.until(lambda: old.frame["reader"] == -3)
            seat = await ann.sit(code, "?seat=1")
            await seat.shown()
            await seat.do("chat", text="can you hear me?")  # the connection is restored
            await old.until(lambda: any(message["type"] == "chat" for message in old.got))
            await seat.close()
            await old.close()
            await there.http.aclose()

    asyncio.run(evening())
    assert "Traceback" not in one.log() + two.log()


@pytest.mark.long
def test_who_sits_where_is_told_though_the_process_that_kept_it_ends_at_once(cluster: Cluster) -> None:
    database = cluster.database()

    async def evening() -> None:
        one, room = await hall_and_room(database)
        two = Hall(one.settings)
        await two.open()
        there, old = await two.room(room.code), Reader(ANN, 0, 0, "en")
        await there.enter(old)
        await one.store.add_link(hashed("token"), room.code, 0, ANN.id, 2**31 - 1)
        assert await one.store.take_link(hashed("token"), "phone", 0)  # and then the lights went out
        async with asyncio.timeout(30):
            while old.seat != -3:
                await asyncio.sleep(0.02)
        await two.close()
        await one.close()

    asyncio.run(evening())


def test_a_match_that_nobody_here_looks_at_is_shown_as_it_is(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process ended between keeping and telling."""
    monkeypatch.setattr("newfound.server.hall.SWEEP_SECONDS", 0.1)
    database = cluster.database()

    async def evening() -> None:
        one, room = await hall_and_room(database)
        two = Hall(one.settings)
        await two.open()
        assert (await two.room(room.code)).story.serial == room.story.serial
        match = room.story.match
        after = match.play(match.turn, match.game.actions(match.state)[0], luck=room.luck)
        entries = entries_of(match, after)
        await one.store.append(room.code, room.story.serial, entries, after.turn, "playing")  # and then the lights went out
        async with asyncio.timeout(30):
            while (await two.room(room.code)).story.serial < room.story.serial + len(entries):
                await asyncio.sleep(0.05)
        await two.close()
        await one.close()

    asyncio.run(evening())


def until(holds: Callable[[], object], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def healthy(server: Server) -> bool:
    """Whoever answers."""
    return all(httpx.get(f"{server.url}/health", timeout=30).status_code == 200 for _ in range(10))


@pytest.mark.long
def test_a_process_that_starts_while_postgresql_is_away_waits_for_it(serve: Serve) -> None:
    with postgres.cluster() as own:
        server = serve(own.database(), processes="2")
        until(lambda: server.log().count("Application startup complete") == 2)
        own.stop()
        killed = children(server)[0]
        os.kill(killed, signal.SIGKILL)
        until(lambda: "waiting for the database postgresql" in server.log())
        time.sleep(3)
        own.start()
        until(lambda: server.log().count("Application startup complete") == 3)
        until(lambda: healthy(server))
        assert server.process
        assert server.process.poll() is None
        assert killed not in children(server)
        server.stop()


def test_a_database_that_stays_away_is_waited_for_so_long(serve: Serve) -> None:
    began = time.monotonic()
    with pytest.raises(AssertionError, match="cannot be reached") as told:
        serve(f"postgresql://newfound@127.0.0.1:{free_port()}/newfound", database_seconds="2")
    assert "waiting for the database" in str(told.value)
    assert "Traceback" not in str(told.value)
    assert 2 < time.monotonic() - began < 60


@pytest.mark.long
def test_a_process_that_takes_its_time_to_import_is_not_killed(cluster: Cluster, tmp_path: Path) -> None:
    slow = "import sys, time\nif 'spawn_main' in ' '.join(sys.orig_argv):\n    time.sleep(8)\n"
    (tmp_path / "sitecustomize.py").write_text(slow, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    server = Server(tmp_path, cluster.database(), {"NEWFOUND_PROCESSES": "2", "PYTHONPATH": path})
    try:
        server.start()
        until(lambda: server.log().count("Application startup complete") == 2)
        assert "died" not in server.log()
    finally:
        server.stop()


@pytest.mark.long
def test_a_database_that_will_never_answer_is_named_in_one_sentence(serve: Serve, cluster: Cluster) -> None:
    with pytest.raises(AssertionError, match="cannot be reached") as told:
        serve(f"postgresql://newfound@127.0.0.1:{cluster.port}/nowhere")
    assert "Traceback" not in str(told.value)


@pytest.mark.long
def test_a_process_that_ends_while_it_is_asked_is_replaced_at_once(serve: Serve, cluster: Cluster) -> None:
    server = serve(cluster.database(), processes="2")
    before = children(server)
    os.kill(before[0], signal.SIGSTOP)  # it answers no more
    time.sleep(1.5)  # and has been asked by now
    os.kill(before[0], signal.SIGKILL)
    until = time.monotonic() + 60
    while len(set(children(server)) - set(before)) < 1:
        assert time.monotonic() < until, "nobody took its place"
        time.sleep(0.2)
