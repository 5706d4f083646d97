"""Being told, and manners: who may write, playing again, a seat that was moved, a match that cannot go on here."""

from __future__ import annotations

import asyncio
import random
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from newfound import games
from newfound.core import gamefile
from newfound.core.fair import Fair
from newfound.core.game import OVER
from newfound.core.match import Match
from newfound.core.problem import BadFile
from newfound.host.again import passed_on, passing_on
from newfound.host.names import clean
from newfound.host.problems import Denied
from newfound.host.records import Guest, Table
from newfound.server.api.play import download
from people import ANN, Player, finished_match, played
from postgres import Cluster
from serving import Person, Refused, Seat, Server

Serve = Callable[..., Server]


async def two(ann: Person, bob: Person) -> tuple[str, Seat, Seat]:
    code = str((await ann.table("me", "open"))["code"])
    await bob.post(f"/api/tables/{code}/join")
    one, other = await ann.sit(code), await bob.sit(code)
    await one.shown()
    await other.shown()
    return code, one, other


# Who may write


def test_onlookers_are_silent_while_people_play_unless_the_host_lets_them(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob, Person(server.url, "Eve") as eve:
            code, one, other = await two(ann, bob)
            watching = await eve.sit(code)
            await watching.shown()
            assert (watching.frame["table"]["talk"], watching.frame["table"]["may_talk"]) == ("usual", False)
            assert (await watching.do("chat", text="hm"))["problem"]["key"] == "server.chat"
            for who in (bob, eve):
                with pytest.raises(Refused, match=r"403 .*server\.host"):
                    await who.post(f"/api/tables/{code}/talk", {"talk": "all"})
            assert (await ann.post(f"/api/tables/{code}/talk", {"talk": "all"}))["talk"] == "all"
            await watching.until(lambda: watching.table["may_talk"])
            assert (await watching.do("chat", text="a fine move"))["type"] == "ack"
            lines = await one.until(lambda: [line for m in one.got if m["type"] == "chat" for line in m["lines"]])
            assert {name: lines[0][name] for name in ("seat", "name", "text")} == {"seat": -3, "name": "Eve", "text": "a fine move"}
            assert set(lines[0]) == {"number", "seat", "name", "text", "time"}
            await ann.post(f"/api/tables/{code}/talk", {"talk": "closed"})
            await other.until(lambda: not other.table["may_talk"])
            for closed in (one, other, watching):
                assert (await closed.do("chat", text="hello"))["problem"]["key"] == "server.chat_closed"
            await ann.post(f"/api/tables/{code}/talk", {"talk": "usual"})
            assert (await other.do("chat", text="hello"))["type"] == "ack"

    asyncio.run(evening())


def test_onlookers_may_write_before_and_after_and_where_only_bots_play(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob, Person(server.url, "Eve") as eve:
            for code in ((await ann.table("me", "open"))["code"], (await ann.table("bot", "bot"))["code"], await played(ann, bob)):
                watching = await eve.sit(code)
                await watching.until(watching.got.copy)
                assert (await watching.do("chat", text="good evening"))["type"] == "ack"

    asyncio.run(evening())


@pytest.mark.parametrize("category", ["Cc", "Cf", "Cs", "Co"])
def test_nothing_unseen_is_in_a_name_or_a_message(category: str) -> None:
    """Controls, marks that turn the writing round, what has no width: by the category that Unicode gives them."""
    unseen = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == category]
    assert unseen
    for sign in unseen[:200] + unseen[-50:]:
        assert clean(f"{sign}An{sign}n{sign}", 24) == ("An n" if sign.isspace() or ord(sign) < 32 else "Ann"), hex(ord(sign))


def test_what_people_write_with_stays() -> None:
    for text in ("Zoë", "O’Neill-Größe", "Ειρήνη", "मीरा", "بهار", "明子", "👍🏽 🏡", "\U0001fae9"):  # the last is newer than some tables
        assert clean(text, 24) == unicodedata.normalize("NFC", text)
    assert clean("\u202egnp.exe\u202c \u2066x\u2069 a\u200bb\ufeffc", 24) == "gnp.exe x abc"
    assert clean("one\r\ntwo\tthree", 24) == "one two three"


# Playing again


def test_everybody_sees_who_is_asked_to_play_again_and_what_they_answer(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob, Person(server.url, "Eve") as eve:
            code = await played(ann, bob)
            there = await bob.sit(code)
            await there.shown()
            following = (await ann.post(f"/api/tables/{code}/rematch"))["code"]
            await there.until(lambda: there.table["rematch"] == following)
            waiting = await ann.sit(following)
            await waiting.until(lambda: waiting.table)
            assert waiting.table["invitations"] == [{"name": "Bob", "state": "invited"}]
            listed = (await bob.get("/api/tables"))["invited"]  # on his first page, wherever he is
            assert [(table["code"], table["invited"], table["invitations"]) for table in listed] == [(following, "Ann", [])]
            assert (await eve.get("/api/tables"))["invited"] == []
            with pytest.raises(Refused, match="404"):
                await eve.post(f"/api/tables/{following}/decline")
            await bob.post(f"/api/tables/{following}/decline")
            await waiting.until(lambda: waiting.table["invitations"] == [{"name": "Bob", "state": "declined"}])
            assert (await bob.get("/api/tables"))["invited"] == []
            accepted = await bob.post(f"/api/tables/{code}/rematch")  # thought better of it
            assert (accepted["invitations"], [seat["name"] for seat in accepted["seats"]]) == ([], ["Bob", "Ann"])

    asyncio.run(evening())


def test_who_accepts_when_their_seat_is_taken_gets_another_or_is_told(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob, Person(server.url, "Eve") as eve:
            code = await played(ann, bob)
            following = (await ann.post(f"/api/tables/{code}/rematch"))["code"]
            await eve.post(f"/api/tables/{following}/join")
            with pytest.raises(Refused, match=r"server\.full"):
                await bob.post(f"/api/tables/{code}/rematch")

    asyncio.run(evening())


@pytest.mark.parametrize("how", ["cancelled", "emptied"])
def test_a_rematch_that_went_away_can_be_asked_for_again(serve: Serve, how: str) -> None:
    async def evening() -> None:
        running = serve(host_seconds="0")
        async with Person(running.url, "Ann") as ann, Person(running.url, "Bob") as bob:
            code = await played(ann, bob)
            there = await bob.sit(code)
            following = (await ann.post(f"/api/tables/{code}/rematch"))["code"]
            await there.until(lambda: there.table and there.table["rematch"] == following)
            await ann.post(f"/api/tables/{following}/{'cancel' if how == 'cancelled' else 'stand'}")
            await there.until(lambda: there.table["rematch"] is None)
            assert (await ann.get(f"/api/tables/{code}"))["rematch"] is None
            again = (await bob.post(f"/api/tables/{code}/rematch"))["code"]
            assert again != following
            await there.until(lambda: there.table["rematch"] == again)

    asyncio.run(evening())


@pytest.mark.long
def test_a_rematch_that_was_cancelled_on_one_process_is_gone_on_the_other(serve: Serve, cluster: Cluster) -> None:
    database = cluster.database()
    one, two = serve(database), serve(database)

    async def evening() -> None:
        async with Person(one.url, "Ann") as ann, Person(two.url, "Bob") as bob:
            code = await played(ann, bob)
            there = await bob.sit(code)
            following = (await ann.post(f"/api/tables/{code}/rematch"))["code"]
            await there.until(lambda: there.table and there.table["rematch"] == following)
            await ann.post(f"/api/tables/{following}/cancel")
            await there.until(lambda: there.table["rematch"] is None)
            again = (await bob.post(f"/api/tables/{code}/rematch"))["code"]
            assert (await ann.get(f"/api/tables/{code}"))["rematch"] == again

    asyncio.run(evening())


@pytest.mark.parametrize("name", games.names())
def test_who_began_does_not_begin_again(name: str) -> None:
    """By the order of the seats where that decides, else by a seed that is drawn again: NH-S1, NE-S2, NW-S1."""
    game = games.find(name)
    for seats in game.seats:
        for number in range(12):
            luck, setup = Fair(bytes([number]) * 32), game.setup(seats)
            before = Match.new(game, setup).settled(luck)
            before = before.play(before.turn, game.actions(before.state)[0], luck=luck)
            began = next(event.seat for event in before.log if event.seat >= 0)
            seed = passing_on(Match.new(game, setup), before, f"{number:064x}")
            begins = Match.new(game, setup).settled(Fair(bytes.fromhex(seed))).turn
            assert begins != passed_on(began, seats)


def test_everybody_moves_up_one_seat_and_stays_beside_the_same_neighbours() -> None:
    assert [passed_on(seat, 4) for seat in range(4)] == [3, 0, 1, 2]


# A seat that was moved


def test_a_seat_that_was_moved_is_fetched_back_by_whom_it_was_moved_from(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Phone") as phone, Person(server.url, "Eve") as eve:
            code = (await ann.table("me", "bot"))["code"]
            here = await ann.sit(code)
            await here.shown()
            token = (await ann.post(f"/api/tables/{code}/seats/0/link"))["token"]
            moved = await phone.post("/api/take", {"token": token})
            assert [seat["lent"] for seat in moved["seats"]] == [False, False]
            await here.until(lambda: here.frame["reader"] == -3)
            assert here.frame["table"]["seats"][0] | {"lent": True, "yours": False} == here.frame["table"]["seats"][0]
            with pytest.raises(Refused, match="403"):
                await eve.post(f"/api/tables/{code}/seats/0/fetch")
            assert (await ann.post(f"/api/tables/{code}/seats/0/fetch"))["seats"][0]["yours"]
            again = await ann.sit(code)
            assert (await again.shown())["reader"] == 0
            assert (await phone.get(f"/api/tables/{code}"))["seats"][0]["lent"]  # and back again, as often as they like

    asyncio.run(evening())


# A match that cannot go on here


@pytest.mark.parametrize("change", [{"edition": 99}, {"game": "no-such-game"}])
def test_the_file_of_a_match_whose_rules_are_gone_can_be_had(change: dict[str, Any], tmp_path: Path) -> None:
    async def evening() -> None:
        hall, room = await finished_match(f"sqlite:///{tmp_path}/newfound.db")
        entries = await hall.store.entries(room.code)
        for code, status in (("over", "over"), ("on", "playing")):
            table: Table = replace(room.table, code=code, status=status, rematch=None, **change)
            await hall.store.add_table(table, entries)
        text = bytes((await download("over", hall, None)).body).decode()
        for name, was in change.items():
            text = text.replace(f"{name} {was}", f"{name} {getattr(room.table, name)}")
        match = gamefile.replay(gamefile.parse(text), games.find)
        assert (match.log, match.turn) == (room.story.match.log, OVER)
        for stranger in (None, Guest("eve", "Eve")):
            with pytest.raises(Denied, match="secrets"):
                await download("on", hall, stranger)
        mine = gamefile.parse(bytes((await download("on", hall, ANN)).body).decode())  # alone at the table
        assert (mine.seed, mine.commitment) == ("", room.luck.commitment)
        await hall.close()

    asyncio.run(evening())


def test_an_action_by_its_number_must_be_legal_too() -> None:
    game = games.find("new-haven")
    match: Match[Any] = Match.new(game, game.setup(2)).settled(Fair(bytes(32)))
    text = gamefile.write(gamefile.record(match)).split("=")[0]
    action = game.actions(match.state)[0]
    assert len(gamefile.replay(gamefile.parse(f"{text}0 @{action}\n"), games.find).log) == len(match.log) + 1
    wrong = next(number for number in range(10_000) if number not in game.actions(match.state))
    for bad in (wrong, "x", "", "9" * 300):
        with pytest.raises(BadFile):
            gamefile.replay(gamefile.parse(f"{text}0 @{bad}\n"), games.find)


# Who left, and what was asked


@pytest.mark.long
def test_over_the_wire_everybody_sees_who_left_and_what_was_asked(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob, Person(server.url, "Eve") as eve:
            code = str((await ann.table("me", "open"))["code"])
            await bob.post(f"/api/tables/{code}/join")
            seats = [await ann.sit(code), await bob.sit(code), await eve.sit(code)]
            for seat in seats:
                await seat.shown()
            for do in ({"do": "ask", "what": "end"}, {"do": "withdraw"}, {"do": "nudge"}):
                assert (await seats[2].do(**do, seat=0))["problem"]["key"] == "server.seat"
            for path in ("resign", "leave"):
                with pytest.raises(Refused, match="403"):
                    await eve.post(f"/api/tables/{code}/{path}", {"seat": 0})
            with pytest.raises(Refused, match="403"):
                await eve.post(f"/api/tables/{code}/seats/0/invite")
            assert (await seats[0].do("ask", what="end"))["type"] == "ack"
            for seat in seats:
                await seat.until(lambda: (seat.table["asked"] or {}).get("kind") == "end")  # noqa: B023
            assert (await seats[1].do("agree", yes=False))["type"] == "ack"
            for seat in seats:
                await seat.until(lambda: [note["kind"] for note in seat.frame["notes"]] == ["asked", "answered"])  # noqa: B023
            await bob.post(f"/api/tables/{code}/resign", {"level": "random"})
            player = Player(ann, code, 0, random.Random(5))
            await player.play()
            table = await eve.get(f"/api/tables/{code}")
            assert (table["status"], table["ended"]) == ("over", None)
            assert (table["seats"][1]["gone"], table["seats"][1]["stand_in"]) == ("resigned", "random")
            frame = await eve.get(f"/api/tables/{code}/frame")
            assert len(frame["ranking"]) == 2

    asyncio.run(evening())
