"""What a stranger with time on their hands may try: no fault of ours is answered with 500, and nobody else suffers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from newfound import games
from newfound.core import gamefile
from newfound.core.fair import Fair
from newfound.core.game import ONLOOKER
from newfound.core.match import Match
from newfound.host.making import Wish
from newfound.host.records import Guest
from newfound.server import asking, lobby, seating
from newfound.server.hall import Hall
from newfound.server.reader import Reader
from newfound.server.room import Room
from people import ANN, hall_and_room
from postgres import Cluster
from serving import Person, Refused, Server


def raw(server: Server, *parts: bytes) -> bytes:
    """What the server answers to these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as link:
        for part in parts:
            link.sendall(part)
        return link.recv(65536)


def test_a_senseless_origin_or_length_is_refused(server: Server) -> None:
    assert httpx.post(f"{server.url}/api/me", json={"name": "Eve"}, headers={"origin": "http://["}).status_code == 403
    head = b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: %s\r\n\r\n{}"
    assert b" 413 " in raw(server, head % (b"0" * 5000 + b"2")).splitlines()[0]


def test_names_from_a_file_are_cleaned(server: Server) -> None:
    game = games.find("new-haven")
    players = {0: "A\x00nn\u202e", 1: "bot:ea\x00sy"}
    file = gamefile.write(gamefile.record(Match.new(game, game.setup(2), Fair(b"x")), players))

    async def evening() -> None:
        async with Person(server.url) as ann:
            seats = (await ann.post("/api/uploads", {"file": file}))["seats"]
            assert [(seat["name"], seat["level"]) for seat in seats] == [("A nn", None), ("", "ea sy")]

    asyncio.run(evening())


def test_nobody_is_called_like_a_bot(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            for name in ("bot:expert", " BOT: me"):
                with pytest.raises(Refused, match=r"server\.name_bot"):
                    await ann.post("/api/me", {"name": name})

    asyncio.run(evening())


def test_a_game_that_is_no_longer_installed_hurts_nobody(serve: Callable[..., Server], tmp_path: Path) -> None:
    template = Path(games.__file__).parent / "_template"
    shutil.copytree(template, tmp_path / "games" / "ebb", ignore=shutil.ignore_patterns("*.so", "__pycache__", "tests"))
    first = serve(games=str(tmp_path / "games"))

    async def evening() -> None:
        async with Person(first.url) as ann:
            codes = [(await ann.table("me", "open", game=game, public=True))["code"] for game in ("ebb", "new-haven")]
            first.stop()
            second = serve(first.database)
            ann.url = ann.http.base_url = second.url
            listed = await ann.get("/api/tables")
            for kind in ("open", "mine"):
                assert {table["code"]: (table["title"], table["installed"]) for table in listed[kind]} == {
                    codes[0]: ("ebb", False),
                    codes[1]: ("New Haven", True),
                }
            with pytest.raises(Refused, match=r"409 .*server\.not_installed"):
                await ann.get(f"/api/tables/{codes[0]}")
            gone = await ann.sit(codes[0])
            await gone.link.wait_closed()
            assert gone.link.close_code == 4409
            assert "Traceback" not in second.log()

    asyncio.run(evening())


def test_the_file_of_a_match_that_is_on_is_asked_for_with_post(server: Server) -> None:
    """It is written down who opened it, and a page of another site can make a browser GET."""

    async def evening() -> None:
        async with Person(server.url) as ann:
            code = (await ann.table("me", "bot"))["code"]
            with pytest.raises(Refused, match=r"403 .*server\.not_over"):
                await ann.get(f"/api/tables/{code}/game")
            before = (await ann.get(f"/api/tables/{code}"))["serial"]
            answer = await ann.http.post(f"/api/tables/{code}/game", json={})
            assert answer.text.startswith("newfound ")
            assert (await ann.get(f"/api/tables/{code}"))["serial"] == before + 1

    asyncio.run(evening())


def test_a_body_in_chunks_is_as_long_as_any_other(server: Server) -> None:
    head = b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    chunk = b"2000\r\n" + b" " * 0x2000 + b"\r\n"
    assert b" 413 " in raw(server, head, *[chunk] * 5).splitlines()[0]
    body = b'{"name": "Eve"}'
    assert b" 200 " in raw(server, head, b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)).splitlines()[0]


def test_a_repeated_id_is_answered_the_same_whatever_was_asked(database: str) -> None:
    """Asked in one process and again in another that has heard nothing of it, now and after what was asked is long settled."""

    async def evening() -> None:
        hall, _ = await hall_and_room(database)
        wishes = [Wish("me"), Wish("open")]
        room = await lobby.make(hall, ANN, "new-haven", {}, wishes, public=False, practice=False)
        bob = Guest("bob", "Bob")
        await lobby.join(room, bob, None, None)
        guests = [ANN, bob]
        first = room.story.match.turn
        while room.story.match.turn == first:
            match = room.story.match
            await room.play(first, match.game.spell(match.game.actions(match.state)[0]), room.story.serial)
        other = Hall(hall.settings)
        there = await other.room(room.code)

        async def same(do: Callable[[Room, Reader], Awaitable[None]]) -> None:
            """In either process, here first."""
            answers = []
            for where in (room, there, room):
                reader = Reader(None, ONLOOKER, 0, "en")
                await do(where, reader)
                answers.append(await reader.next(where.write))
            assert '"ack"' in str(answers[0])
            assert answers == answers[:1] * 3

        serial = room.story.serial
        asked = [
            lambda at, reader: asking.back(at, first, serial, "b1", reader),
            lambda at, reader: at.say(guests[first], "well?", "c1", reader),
        ]
        asked.append(lambda at, reader: asking.agree(at, 1 - first, False, serial + 1, "a1", reader))
        asked.append(lambda at, reader: asking.back(at, first, serial + 2, "b2", reader))
        asked.append(lambda at, reader: asking.agree(at, 1 - first, True, serial + 3, "a2", reader))
        for do in asked:
            await same(do)
        assert (room.story.match.turn, room.table.asked) == (first, None)
        for do in asked:
            await same(do)
        assert room.story.serial == there.story.serial == serial + 5  # the last answer took back
        assert [line.text for line in room.chat] == ["well?"]
        await other.close()
        await hall.close()

    asyncio.run(evening())


def test_the_old_device_of_a_moved_seat_looks_on(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Phone") as phone:
            code = (await ann.table("me", "bot"))["code"]
            old = await ann.sit(code)
            await old.shown()
            token = (await ann.post(f"/api/tables/{code}/seats/0/link"))["token"]
            await phone.post("/api/take", {"token": token})
            await old.until(lambda: old.frame["reader"] == -3)
            assert (await old.do("undo"))["problem"]["key"] == "server.seat"
            await old.close()

    asyncio.run(evening())


def test_a_second_server_is_told_so_in_one_sentence_before_it_touches_the_database(serve: Callable[..., Server]) -> None:
    first = serve()
    with pytest.raises(AssertionError, match="several servers need PostgreSQL") as told:
        serve(first.database)
    assert "Traceback" not in str(told.value)


def test_bots_end_with_their_server(serve: Callable[..., Server]) -> None:
    server = serve()
    assert server.process
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    deadline = time.monotonic() + 60
    while not (pids := children.read_text(encoding="ascii").split()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    while not all(_niceness(pid) > _niceness(server.process.pid) for pid in pids):  # done first of all, but for that
        assert time.monotonic() < deadline
        time.sleep(0.05)
    for pid in pids:
        os.kill(int(pid), signal.SIGSTOP)  # it hears nothing of its pipe being closed, as when it thinks
    server.kill()
    _end_by_themselves([int(pid) for pid in pids])


@pytest.mark.long
def test_server_processes_end_with_the_one_that_started_them(serve: Callable[..., Server], cluster: Cluster) -> None:
    server = serve(cluster.database(), processes="2")
    assert server.process
    tree = [pid for child in _children(server.process.pid) for pid in (child, *_children(child))]
    assert len(tree) >= 2
    server.kill()
    _end_by_themselves(tree)


def _end_by_themselves(pids: list[int]) -> None:
    until = time.monotonic() + 20
    while left := [pid for pid in pids if _runs(pid)]:
        if time.monotonic() > until:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            raise AssertionError(left)
        time.sleep(0.05)


def _niceness(pid: int | str) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[16])


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def _runs(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return " Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    return False


def test_a_full_table_begins_though_the_server_was_killed_before_it_did(database: str) -> None:
    async def evening() -> None:
        hall, _ = await hall_and_room(database)
        wishes = [Wish("me"), Wish("open")]
        room = await lobby.make(hall, ANN, "new-haven", {}, wishes, public=False, practice=False)
        await seating.change(hall.store, room.code, lobby.sitting("bob", "Bob", 1, ready=True))  # and then the lights went out
        await hall.close()
        again = Hall(hall.settings)
        await again.open()
        async with asyncio.timeout(10):
            while (await again.room(room.code)).table.status == "open":
                await asyncio.sleep(0.02)
        assert (await again.room(room.code)).story.match.turn >= 0
        await again.close()

    asyncio.run(evening())


def test_a_head_has_an_end(serve: Callable[..., Server]) -> None:
    server = serve()
    begun = b"GET /api/games HTTP/1.1\r\nhost: x\r\n"
    many = b"".join(b"x-%d: y\r\n" % number for number in range(200))
    for sent in ([b"x: " + b"y" * 20_000], [b"x: " + b"y" * 20_000 + b"\r\n\r\n"], [many], [many + b"\r\n"]):
        assert b" 431 " in raw(server, begun, *sent).splitlines()[0]
    assert b" 431 " in raw(server, b"GET /" + b"y" * 20_000).splitlines()[0]
    before = server.memory()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as link, contextlib.suppress(OSError):
        link.sendall(begun + b"x: ")
        for _ in range(60):
            link.sendall(b"y" * 1_000_000)
    assert server.memory() < before + 20
    assert b" 200 " in raw(server, begun + b"x: " + b"y" * 8000 + b"\r\n\r\n").splitlines()[0]


@pytest.mark.parametrize(("path", "cost"), [("/nowhere", 1), ("/health", 5)])
def test_pages_and_files_are_had_so_often(serve: Callable[..., Server], path: str, cost: int) -> None:
    """By each address, ten times as often as what is asked of the server; what has to be found out costs more."""
    server = serve(rate="1", burst="10")

    eve, ann = (httpx.Client(base_url=server.url, transport=httpx.HTTPTransport(local_address=f"127.0.0.{at}")) for at in (66, 2))
    with eve, ann:
        began = time.monotonic()
        refused = [eve.get(path).status_code for _ in range(200 // cost)].count(429)
        most = (100 + 10 * (time.monotonic() - began)) // cost + 1
        assert 200 // cost - most <= refused <= 100 // cost
        assert ann.get(path).status_code != 429


def test_nothing_without_end_comes_after_a_body_in_chunks(serve: Callable[..., Server]) -> None:
    """Neither lines nor one long line, nor remarks about a chunk; and what does come there is not taken for the head."""
    server = serve()
    head = b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    body = b'f\r\n{"name": "Eve"}\r\n'
    for last in (b"0\r\nx: " + b"y" * 1_000_000, b"0\r\n" + b"x: y\r\n" * 200_000, b"1;" + b"x" * 1_000_000):
        before = server.memory()
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as link, contextlib.suppress(OSError):
            link.sendall(head + body + last)
            for _ in range(30):
                link.sendall(last[-1_000_000:])
            assert server.memory() < before + 15
    assert b" 200 " in raw(server, head, body + b"0\r\nx: y\r\n\r\n").splitlines()[0]
    asked = raw(server, head, body + b"0\r\norigin: http://elsewhere\r\ncookie: newfound=x.y\r\n\r\n").splitlines()[0]
    assert b" 200 " in asked
