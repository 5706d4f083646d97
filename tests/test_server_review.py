"""Reviews on the server: the same as by the command line, for those who may, aside from play, and kept through everything."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest
from sqlalchemy import insert

from cli import Shell
from newfound import bots, games
from newfound.core import gamefile
from newfound.core.dice import Dice
from newfound.core.fair import Fair
from newfound.core.game import OVER
from newfound.core.match import Match
from newfound.host.problems import Denied
from newfound.review import pieces
from newfound.review.findings import Finding, Plan, examine
from newfound.server import schema
from newfound.server.queue import Asker, Place, Queue
from newfound.server.reviews import KEPT_AT_ONCE, STEPS, Reviews
from newfound.server.room import Room
from people import hall_and_room
from serving import Json, Person, Refused, Server

EVENTS = 40  # of a match: enough for decisions, draws and a second look
compiled = pytest.mark.skipif(not games.find("new-england").compiled, reason="interpreted, a review takes ten minutes")


@cache
def written(events: int | None = EVENTS) -> str:
    """A match between bots, or its beginning, as a file."""
    game, luck, dice = games.find("new-england"), Fair(b"reviewed"), Dice(1)
    player, match = bots.make("easy", game), Match.new(game, game.setup(2), luck)
    while match.turn != OVER and (events is None or len(match.log) < events):
        match = match.play(match.turn, player.choose(partial(game.copy, match.state), dice), luck=luck)
    return gamefile.write(gamefile.record(match))


async def recorded(person: Person) -> str:
    return str((await person.post("/api/uploads", {"file": written()}))["code"])


async def until_done(person: Person, code: str, seconds: float = 120) -> list[Json]:
    """All that was shown while it was worked out."""
    shown = [await person.post(f"/api/tables/{code}/review")]
    async with asyncio.timeout(seconds):
        while shown[-1]["state"] != "done":
            assert shown[-1]["state"] == "working"
            await asyncio.sleep(0.1)
            known = max((one["done"] for one in shown if one["review"]), default=0)
            shown.append(await person.get(f"/api/tables/{code}/review?known={known}"))
    return shown


@compiled
def test_the_page_is_shown_the_same_review_as_the_command_line_prints(server: Server, shell: Shell) -> None:
    async def on_the_server() -> list[Json]:
        async with Person(server.url) as ann:
            code = await recorded(ann)
            assert (await ann.get(f"/api/tables/{code}/review"))["state"] == "none"
            return await until_done(ann, code)

    shown = asyncio.run(on_the_server())
    (shell.folder / "match.game").write_text(written(), encoding="utf-8")
    printed = json.loads(shell.run("review", "match.game", "--json", "--jobs", "1").stdout)
    assert printed["moments"]
    whole = [one["review"] for one in shown if one["review"]]
    assert len(whole) <= STEPS + 2, "all of it is sent now and then, not at every look"
    assert whole[-1] == printed
    assert shown[-1]["done"] == shown[-1]["total"]
    assert len({one["done"] for one in shown}) > 2, "shown as it comes"
    lengths = [len(one["curve"]) for one in whole]
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("public", [False, True])
def test_a_review_is_for_those_who_played_and_of_a_public_match_for_all(server: Server, public: bool) -> None:
    async def meet() -> None:
        async with Person(server.url) as ann, Person(server.url, "Bob") as bob, Person(server.url, "Eve") as eve:
            code = (await ann.table("me", "open", game="new-england", public=public))["code"]
            await bob.post(f"/api/tables/{code}/join")
            for who in (ann, eve):
                with pytest.raises(Refused) as early:
                    await who.post(f"/api/tables/{code}/review")
                assert early.value.problem["key"] == "server.review_over"
            seat, other = await ann.sit(code), await bob.sit(code)
            await seat.shown()
            await other.shown()
            assert (await seat.do("ask", what="end"))["type"] == "ack"
            await other.until(lambda: other.table["asked"])
            assert (await other.do("agree", yes=True))["type"] == "ack"
            await other.until(lambda: other.table["status"] == "over")
            for who in (ann, bob):
                assert (await until_done(who, code))[-1]["review"] is not None
            if public:
                assert (await eve.get(f"/api/tables/{code}/review"))["state"] == "done"
            else:
                for ask in (eve.get, eve.post):
                    with pytest.raises(Refused) as strange:
                        await ask(f"/api/tables/{code}/review")
                    assert strange.value.problem["key"] == "server.review_mine"
            for one in (seat, other):
                await one.close()

    asyncio.run(meet())


@compiled
def test_another_action_is_judged_as_the_review_judges(server: Server) -> None:
    async def judge() -> None:
        async with Person(server.url) as ann:
            code = await recorded(ann)
            found = (await until_done(ann, code))[-1]["review"] or (await ann.get(f"/api/tables/{code}/review"))["review"]
            loss = next(one for one in found["moments"] if one["kind"] == "loss")
            address, at = f"/api/tables/{code}/review/try", loss["number"]
            played = await ann.post(address, {"at": at, "action": loss["action"]})
            assert (played["loss"]["value"], played["best"]) == (-loss["points"]["value"], loss["best"])
            assert (await ann.post(address, {"at": at, "action": loss["best"]}))["loss"]["value"] == 0
            frame = await ann.get(f"/api/tables/{code}/frame?seat={loss['seat']}&at={at - 1}")
            other = next(action for action in frame["actions"] if action not in (loss["action"], loss["best"]))
            judged = await ann.post(address, {"at": at, "action": other})
            assert judged == await ann.post(address, {"at": at, "action": other}), "the same whenever it is asked"
            many = await asyncio.gather(*(ann.http.post(address, json={"at": at, "action": other}) for _ in range(4)))
            assert sorted(answer.status_code for answer in many) == [200, 409, 409, 409], "one at a time"
            assert judged["loss"]["value"] == 0 or judged["loss"]["value"] > judged["loss"]["error"]
            with pytest.raises(Refused):
                await ann.post(address, {"at": at, "action": "castle"})

    asyncio.run(judge())


def test_a_review_goes_on_where_it_was_when_the_server_was_killed(database: str, tmp_path: Path) -> None:
    server = Server(tmp_path, database).start()

    async def begin() -> str:
        async with Person(server.url) as ann:
            code = str((await ann.post("/api/uploads", {"file": written(None)}))["code"])
            while (now := await ann.post(f"/api/tables/{code}/review"))["done"] < 40:
                assert now["state"] == "working"
                await asyncio.sleep(0.05)
            (tmp_path / "cookies").write_text(json.dumps(dict(ann.http.cookies)))
            return code

    async def look(code: str) -> None:
        async with Person(server.url) as ann:
            ann.http.cookies.update(json.loads((tmp_path / "cookies").read_text()))
            before = await ann.get(f"/api/tables/{code}/review")
            assert before["done"] >= KEPT_AT_ONCE  # what had been found was not lost
            async with asyncio.timeout(120):  # nobody asks for it again
                while (await ann.get(f"/api/tables/{code}/review?known=1"))["state"] != "done":
                    await asyncio.sleep(0.2)
            (tmp_path / "cookies").unlink()
            await ann.post(f"/api/tables/{code}/delete")
            with pytest.raises(Refused):
                await ann.get(f"/api/tables/{code}/review")

    code = asyncio.run(begin())
    server.kill()
    server.start()
    asyncio.run(look(code))
    server.stop()
    assert "Traceback" not in server.log()


def test_reviews_that_cannot_be_gone_on_with_hide_no_others(tmp_path: Path) -> None:
    """Of a game that is not installed any more, say."""
    tried = set[str]()

    async def find(code: str) -> Room:
        tried.add(code)
        raise Denied(404, "table", code=code)

    async def evening() -> None:
        hall, room = await hall_and_room(f"sqlite:///{tmp_path}/newfound.db")
        codes = {f"old{number:02}" for number in range(70)}
        for code in codes:
            await hall.store.add_table(replace(room.table, code=code, status="record", rematch=None, serial=0))
        async with hall.store.writing() as connection:
            await connection.execute(insert(schema.review), [{"match": code, "plan": "p", "done": False} for code in sorted(codes)])
        reviews = Reviews(hall.store, hall.bus, hall.workers, find, 1)
        for _ in range(40):
            await reviews.resume()
            await asyncio.sleep(0.02)
        assert tried == codes
        await reviews.close()
        await hall.close()

    asyncio.run(evening())


def test_a_piece_is_the_same_wherever_it_is_worked_out() -> None:
    match = gamefile.replay(gamefile.parse(written()), games.find)
    plan = Plan.of(match)
    assert Plan.load(json.loads(json.dumps(plan.json()))) == plan
    sent = json.loads(json.dumps(pieces.looked_at(plan, 30, 1)))
    assert Finding.load(json.loads(json.dumps(pieces.work(sent)))) == examine(plan, 30)


def test_bots_and_hints_come_before_reviews_and_always_find_a_process() -> None:
    queue = Queue(3)
    someone = Asker(True, "a", "g", "t")
    aside = [Place(lambda: someone, 0.1, aside=True) for _ in range(9)]
    for place in aside:
        queue.add(place)
    begun = [queue.begin(0), queue.begin(0), queue.begin(0)]
    assert begun == [*aside[:2], None], "one process is left to the bots"
    nobody = Place(lambda: Asker(False, "b", "h", "u"), 2.0)
    quick = Place(lambda: Asker(True, "c", "i", "v"), 0.0)
    queue.add(nobody)
    queue.add(quick)
    assert queue.begin(0) is quick
    queue.end(aside[0], 0.1)
    assert queue.begin(0) is nobody, "even a long thought that nobody awaits is before them"
    queue.end(quick, 0.0)
    assert queue.begin(0) is None


@compiled
def test_my_matches_are_numbers_for_me_alone_and_a_file_of_my_own(server: Server) -> None:
    async def play() -> None:
        async with Person(server.url) as ann, Person(server.url, "Eve") as eve:
            code = (await ann.table("me", "bot", game="new-england"))["code"]
            async with asyncio.timeout(120):
                seat = await ann.sit(code)
                while await seat.play():
                    pass
                await seat.until(lambda: seat.table["status"] == "over")
            final = seat.frame
            before = await ann.get("/api/me/numbers?game=new-england")
            (mine,) = before["matches"]
            scores = [score["total"] for score in final["scores"]]
            assert (mine["code"], mine["score"], mine["lead"]) == (code, scores[0], scores[0] - scores[1])
            assert (mine["place"], mine["review"]) == (final["ranking"][0], None)
            assert [one["level"] for one in mine["against"]] == ["random"]
            found = (await until_done(ann, code))[-1]["review"] or (await ann.get(f"/api/tables/{code}/review"))["review"]
            (after,) = (await ann.get("/api/me/numbers?game=new-england"))["matches"]
            assert after["review"] == {name: found["seats"][0][name] for name in ("decisions", "rate", "luck", "adjusted", "large")}
            kept = (await ann.http.get("/api/me/export")).json()
            assert kept["name"] == "Ann"
            (match,) = kept["matches"]
            replayed = gamefile.replay(gamefile.parse(match["file"]), games.find)
            assert [score.total for score in replayed.game.scores(replayed.state)] == scores
            assert match["review"] == found["seats"]
            assert (await ann.get("/api/me/numbers?game=new-world"))["matches"] == []
            assert (await eve.get("/api/me/numbers?game=new-england"))["matches"] == []
            assert json.loads((await eve.http.get("/api/me/export")).text)["matches"] == []
            assert (await eve.http.get("/api/me/export")).headers["cache-control"] == "no-store"
            await seat.close()

    asyncio.run(play())


def test_all_my_matches_are_reviewed_when_nobody_waits(server: Server) -> None:
    async def play() -> None:
        async with Person(server.url) as ann, Person(server.url, "Eve") as eve:
            code = (await ann.table("me", "bot", game="new-england"))["code"]
            async with asyncio.timeout(240):
                seat = await ann.sit(code)
                while await seat.play():
                    pass
                await seat.until(lambda: seat.table["status"] == "over")
                assert (await eve.post("/api/me/reviews?game=new-england"))["asked"] == 0
                assert [(await ann.post("/api/me/reviews?game=new-england"))["asked"] for _ in range(2)] == [1, 0]
                while (await ann.get("/api/me/numbers?game=new-england"))["matches"][0]["review"] is None:
                    await asyncio.sleep(0.5)
            assert (await ann.get(f"/api/tables/{code}/review"))["state"] == "done"
            await seat.close()

    asyncio.run(play())


def test_the_file_of_my_own_tells_no_secret_of_a_match_that_is_on(server: Server) -> None:
    async def look() -> None:
        async with Person(server.url) as ann:
            code = (await ann.table("me", "bot"))["code"]
            (match,) = (await ann.get("/api/me/export"))["matches"]
            assert (match["code"], match["status"], match["file"]) == (code, "playing", None)

    asyncio.run(look())
