"""Playing on a real server: every action once, undo, taking back by consent, replay, files, hints, talk."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random

import httpx
import pytest

from newfound import games
from newfound.core.game import ONLOOKER
from serving import Json, Person, Refused, Seat, Server


async def two(ann: Person, bob: Person) -> tuple[str, list[Seat]]:
    """A table with two people, both connected."""
    code = (await ann.table("me", "open"))["code"]
    await bob.post(f"/api/tables/{code}/join")
    seats = [await ann.sit(code), await bob.sit(code)]
    for seat in seats:
        await seat.shown()
    return code, seats


async def in_step(seats: list[Seat]) -> None:
    """Until all have seen the same."""
    newest = max(seat.frame["serial"] for seat in seats)
    for seat in seats:
        await seat.past(newest - 1)


def test_a_repeated_action_is_acknowledged_again_and_done_once(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            seat = await ann.sit((await ann.table("me", "bot"))["code"])
            await seat.until(lambda: seat.frame)
            serial, action = seat.frame["serial"], seat.frame["actions"][0]
            for _ in range(3):
                await seat.send(do="play", id="once", serial=serial, action=action)
            acks = await seat.until(lambda: acks if len(acks := [m for m in seat.got if m["type"] == "ack"]) == 3 else None)
            assert [ack["serial"] for ack in acks] == [serial + 1] * 3
            other = await seat.do("play", id="other", serial=serial, action=action)
            assert other["problem"]["key"] == "play.stale"
            await seat.until(lambda: seat.got[-1]["type"] == "frame" and seat.got.index(other) < len(seat.got) - 1)

    asyncio.run(evening())


def test_an_illegal_action_is_refused_with_its_clause(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            code = (await ann.table("me", "bot"))["code"]
            seat = await ann.sit(code, "?lang=fr")
            await seat.until(lambda: seat.frame)
            refused = await seat.do("play", action="lay WWWW a1")
            assert refused["problem"]["clause"].startswith("NH-")
            why = await ann.post(f"/api/tables/{code}/why?lang=fr", {"seat": 0, "text": "lay WWWW a1"})
            assert why == {"legal": False, "problem": refused["problem"]}
            fine = await ann.post(f"/api/tables/{code}/why", {"seat": 0, "text": seat.frame["actions"][0]})
            assert fine == {"legal": True, "problem": None}

    asyncio.run(evening())


def test_a_preview_tells_what_then_happens(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            code = (await ann.table("me", "bot"))["code"]
            seat, chance = await ann.sit(code), Random(1)
            for _ in range(20):
                await seat.until(lambda: seat.frame and seat.frame["actions"])
                action, serial = chance.choice(seat.frame["actions"]), seat.frame["serial"]
                seen = await ann.post(f"/api/tables/{code}/preview", {"seat": 0, "action": action})
                await seat.play(action)
                first = next(m for m in seat.got if m["type"] == "frame" and m["serial"] > serial)
                assert first["news"][0]["told"] == seen["told"]

    asyncio.run(evening())


def test_undo_is_free_within_a_turn_and_history_follows(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            code, seats = await two(ann, bob)
            histories: list[list[Json]] = [[], []]
            undone, chance = 0, Random(2)
            for _ in range(40):
                await in_step(seats)
                mover = seats[seats[0].frame["turn"]]
                before = mover.frame
                await mover.play(chance.choice(before["actions"]))
                await in_step(seats)
                if mover.frame["undo"]:
                    now = mover.frame
                    assert (await mover.do("undo"))["type"] == "ack"
                    await mover.past(now["serial"])
                    assert {k: mover.frame[k] for k in ("view", "actions", "at", "turn")} == {
                        k: before[k] for k in ("view", "actions", "at", "turn")
                    }
                    undone += 1
                    stale = await mover.do("play", serial=before["serial"], action=before["actions"][0])
                    assert stale["problem"]["key"] == "play.stale"  # the same position, but another moment
            assert undone
            await in_step(seats)
            for history, seat in zip(histories, seats, strict=True):
                for frame in (m for m in seat.got if m["type"] == "frame"):
                    history[:] = [event for event in history if event["at"] < frame["since"]] + frame["news"]
                assert [event["at"] for event in history] == list(range(seat.frame["at"]))
            again = await bob.sit(code)  # a fresh reader is told the same story
            await again.until(lambda: again.frame)
            assert again.frame["news"] == histories[1]

    asyncio.run(evening())


def test_taking_back_past_luck_needs_the_others(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            _, seats = await two(ann, bob)
            first = seats[0].frame["turn"]
            asker, other = seats[first], seats[1 - first]
            start = asker.frame["at"]
            while asker.frame["turn"] == first:
                await asker.play(asker.frame["actions"][0])
            await in_step(seats)
            to = asker.frame["back"]
            assert start <= to < asker.frame["at"]
            assert (await asker.do("undo"))["problem"]["key"] == "play.undo"
            assert (await asker.do("back"))["type"] == "ack"
            await other.until(lambda: other.table["asked"])
            asked = {
                "kind": "back",
                "seat": first,
                "serial": other.table["serial"],
                "to": to,
                "of": None,
                "agreed": [],
                "missing": [1 - first],
            }
            assert other.table["asked"] == asked | {"until": other.table["asked"]["until"]}
            assert (await other.do("agree", yes=False))["type"] == "ack"
            await asker.until(lambda: asker.table["asked"] is None)
            await asker.do("back")
            await other.until(lambda: other.table["asked"])
            assert (await asker.do("agree", yes=True))["problem"]["key"] == "server.not_asked"
            assert (await other.do("agree", yes=True))["type"] == "ack"
            await asker.until(lambda: asker.frame["at"] == to)
            assert asker.frame["turn"] == first
            assert asker.table["asked"] is None
            await asker.play()

    asyncio.run(evening())


def test_taking_back_needs_every_other_person(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob, Person(server.url, "Cid") as cid:
            code = (await ann.table("me", "open", "open"))["code"]
            for guest in (bob, cid):
                await guest.post(f"/api/tables/{code}/join")
            seats = [await person.sit(code) for person in (ann, bob, cid)]
            for seat in seats:
                await seat.shown()
            first = seats[0].frame["turn"]
            asker, one, other = (seats[(first + step) % 3] for step in range(3))
            while asker.frame["turn"] == first:
                await asker.play()
            await in_step(seats)
            at, to = asker.frame["at"], asker.frame["back"]
            await asker.do("back")
            await one.until(lambda: one.table["asked"])
            assert (await one.do("agree", yes=True))["type"] == "ack"
            await other.until(lambda: other.table["asked"] and other.table["asked"]["agreed"])
            assert other.table["asked"]["missing"] == [(first + 2) % 3]
            assert other.frame["at"] == at  # one of two is not enough
            assert (await other.do("agree", yes=True))["type"] == "ack"
            await asker.until(lambda: asker.frame["at"] == to)

    asyncio.run(evening())


def test_what_was_uploaded_is_not_taken_back(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            code = (await ann.table("me", "me"))["code"]
            seat, chance = await ann.sit(code), Random(3)
            await seat.shown()
            while not (seat.frame["undo"] and seat.frame["at"] > 20):  # in the middle of somebody's turn
                await seat.send(do="look", seat=seat.frame["turn"])
                await seat.until(lambda: seat.frame["reader"] == seat.frame["turn"])
                await seat.play(chance.choice(seat.frame["actions"]))
            file = (await ann.http.post(f"/api/tables/{code}/game", json={})).text
            going = await ann.post("/api/uploads", {"file": file, "seats": [{"kind": "me"}, {"kind": "me"}]})
            again = await ann.sit(going["code"], f"?seat={seat.frame['turn']}")
            await again.shown()
            assert again.frame["at"] == going["given"] == seat.frame["at"]
            assert (again.frame["undo"], again.frame["back"]) == (False, None)
            for way in ("undo", "back"):
                assert (await again.do(way))["problem"]["key"] == "play.undo"
            await again.play()
            if again.frame["undo"]:
                assert (await again.do("undo"))["type"] == "ack"

    asyncio.run(evening())


def test_one_person_among_bots_takes_back_at_once_and_the_luck_stays_proved(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            code = (await ann.table("me", "bot"))["code"]
            seat = await ann.sit(code)
            taken = 0
            while await seat.play():
                if taken < 5 and seat.frame["actions"] and seat.frame["back"] is not None:
                    to, serial = seat.frame["back"], seat.frame["serial"]
                    assert (await seat.do("back"))["type"] == "ack"
                    await asyncio.wait_for(seat.past(serial), 60)  # nobody is asked
                    assert seat.frame["at"] == to
                    taken += 1
            assert taken == 5
            assert (await seat.do("back"))["problem"]["key"] == "play.over"
            assert (await ann.get(f"/api/tables/{code}/fair"))["verified"] is True

    asyncio.run(evening())


def test_a_reader_who_comes_back_is_told_only_what_is_new(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            code = (await ann.table("me", "bot"))["code"]
            seat = await ann.sit(code)
            for _ in range(5):
                await seat.play()
            await seat.until(lambda: seat.frame["actions"])
            seen = seat.frame
            await seat.close()
            seat = await ann.sit(code, f"?serial={seen['serial']}")
            await seat.until(lambda: seat.frame)
            assert seat.frame["since"] == seen["at"]
            assert seat.frame["news"] == []
            assert seat.frame["view"] == seen["view"]

    asyncio.run(evening())


def test_a_finished_match_is_stepped_through_downloaded_and_continued(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Eve") as eve:
            code = (await ann.table("me", "bot"))["code"]
            seat = await ann.sit(code)
            with pytest.raises(Refused, match="not_over"):
                await eve.get(f"/api/tables/{code}/game")
            while await seat.play():
                pass
            last = seat.frame["at"]
            for at in (0, 1, last // 2, last):
                for reader in (-3, 0, 1):
                    frame = await eve.get(f"/api/tables/{code}/frame?at={at}&seat={reader}")
                    assert (frame["at"], frame["reader"]) == (at, reader)
                    assert [event["at"] for event in frame["news"]] == ([at - 1] if at else [])
            with pytest.raises(Refused, match="404"):
                await eve.get(f"/api/tables/{code}/frame?at={last + 1}")
            file = (await eve.http.get(f"/api/tables/{code}/game")).text
            assert "\nseed " in file
            record = await eve.post("/api/uploads", {"file": file})
            assert record["status"] == "record"
            assert (await eve.get(f"/api/tables/{record['code']}/frame?seat=1"))["scores"] == seat.frame["scores"]
            on = {"file": file, "at": last - 60, "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
            going = await eve.post("/api/uploads", on)
            assert going["given"] == last - 60
            other = await eve.sit(going["code"])
            while await other.play():
                pass
            assert (await eve.get(f"/api/tables/{going['code']}/fair"))["verified"] is True
            with pytest.raises(Refused, match=r"file\.illegal"):
                await eve.post("/api/uploads", {"file": file.replace("\n0 pass", "\n0 take bag", 1)})

    asyncio.run(evening())


def test_a_hint_is_legal_and_written_down(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            code = (await ann.table("me", "bot"))["code"]
            seat = await ann.sit(code)
            await seat.until(lambda: seat.frame and seat.frame["actions"])
            serial = seat.frame["serial"]
            hint = await ann.post(f"/api/tables/{code}/hint", {"seat": 0, "level": "easy"})
            assert hint["action"] in seat.frame["actions"]
            assert hint["serial"] == serial + 1
            await seat.until(lambda: seat.frame["serial"] == serial + 1)
            assert hint["thoughts"] == []  # this level looks one decision ahead
            thoughtful = await ann.post(f"/api/tables/{code}/hint", {"seat": 0})
            best = thoughtful["thoughts"]
            assert thoughtful["action"] == best[0]["action"]
            assert all(reason["kind"] in ("points", "soon", "cost", "alike") for reason in thoughtful["reasons"])
            assert {thought["action"] for thought in best} <= set(seat.frame["actions"])
            assert best[0]["visits"] * 10 >= max(thought["visits"] for thought in best)  # one hardly looked at is not first
            assert best == sorted(best, key=lambda thought: -round(thought["margin"], 1))
            await seat.until(lambda: seat.frame["serial"] == serial + 2)
            assert (await seat.play(hint["action"]))["type"] == "ack"
            shared, _ = await two(ann, bob)
            with pytest.raises(Refused, match="no_hints"):
                await ann.post(f"/api/tables/{shared}/hint", {"seat": 0})

    asyncio.run(evening())


def test_talk_is_cleaned_limited_and_kept(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            code, (one, other) = await two(ann, bob)
            await one.do("chat", id="c1", text=" good \x00 evening\u202e ")
            await one.send(do="chat", id="c1", text="again")
            first, again = await one.until(lambda: acks if len(acks := [m for m in one.got if m.get("id") == "c1"]) == 2 else None)
            assert first == again
            lines = await other.until(lambda: [line for m in other.got if m["type"] == "chat" for line in m["lines"]])
            assert [(line["name"], line["text"]) for line in lines] == [("Ann", "good evening")]
            answers = [await one.do("chat", text="x") for _ in range(8)]
            assert "server.fast" in [answer.get("problem", {}).get("key") for answer in answers]
            late = await bob.sit(code)
            await late.until(lambda: late.got)
            assert late.got[0]["chat"][0]["text"] == "good evening"

    asyncio.run(evening())


def test_a_bot_takes_its_time_while_somebody_looks_on(serve: Callable[..., Server]) -> None:
    """More than half of it, together: on a busy machine what is told arrives late, and the next thing sooner after it."""
    pause = 0.6
    server = serve(bot_pause=str(pause))

    async def evening() -> None:
        async with Person(server.url) as ann:
            seat = await ann.sit((await ann.table("me", "bot", game="new-world"))["code"])
            came: list[float] = []
            await seat.shown()
            while len(came) < 4:
                before = seat.frame["serial"]
                if seat.frame["turn"] == 0:
                    await seat.play()
                else:
                    began = time.monotonic()
                    await seat.past(before)
                    came.append(time.monotonic() - began)
            assert sum(came) > len(came) * pause / 2, came

    asyncio.run(evening())


@pytest.mark.long
def test_bots_do_not_wait_where_nobody_looks_on(serve: Callable[..., Server]) -> None:
    server = serve(bot_pause="600")

    async def evening() -> None:
        async with Person(server.url) as ann:
            table = await ann.table("bot", "bot", game="new-world")
            async with asyncio.timeout(60):
                while (await ann.get(f"/api/tables/{table['code']}"))["status"] != "over":
                    await asyncio.sleep(0.1)

    asyncio.run(evening())


@pytest.mark.long
def test_bots_do_not_wait_for_whoever_is_quick(serve: Callable[..., Server]) -> None:
    server = serve(bot_pause="600")

    async def evening() -> None:
        async with Person(server.url) as ann:
            code = (await ann.table("bot", "bot", game="new-world"))["code"]
            await ann.sit(code, "?pace=quick")
            async with asyncio.timeout(60):
                while (await ann.get(f"/api/tables/{code}"))["status"] != "over":
                    await asyncio.sleep(0.1)

    asyncio.run(evening())


def test_a_frame_brings_the_picture_of_its_own_view_where_it_is_asked_for(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            code = (await ann.table("me", "bot"))["code"]
            plain, drawn = await ann.sit(code), await ann.sit(code, "?pictures=1")
            for seat in (plain, drawn):
                await seat.shown()
            face = games.find("new-haven").picture
            assert face
            draw = face().svg
            assert "picture" not in plain.frame
            assert drawn.frame["picture"] == draw(drawn.frame["view"])
            before = drawn.frame
            await drawn.do("play", action=before["actions"][0])
            await drawn.past(before["serial"])
            assert drawn.frame["picture"] != before["picture"]
            assert drawn.frame["picture"] == draw(drawn.frame["view"])
            for reader in (0, ONLOOKER):
                frame = await ann.get(f"/api/tables/{code}/frame?seat={reader}&at={before['at']}&pictures=1")
                assert frame["reader"] == reader
                assert frame["picture"] == draw(frame["view"])
            assert "picture" not in await ann.get(f"/api/tables/{code}/frame")

    asyncio.run(evening())


def test_a_game_stands_for_itself_with_a_picture(server: Server) -> None:
    with httpx.Client(base_url=server.url) as http:
        answer = http.get("/api/games/new-haven/picture")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<svg ")
        assert answer.text == http.get("/api/games/new-haven/picture").text
        assert http.get("/api/games/chess/picture").status_code == 404


def test_what_the_shelf_offers(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            for lang in ("en", "fr", "de"):
                shelf = await ann.get(f"/api/games?lang={lang}")
                for game in shelf["games"]:
                    assert all(option["title"] and option["about"] for option in game["options"])
                    entries = (await ann.get(f"/api/text/{game['name']}/{lang}"))["entries"]
                    assert {"play.over", "server.fault", "about.line", "bot.unknown"} <= set(entries)
                    rules = await ann.get(f"/api/rules/{game['name']}/{lang}")
                    assert all(f'<a id="{clause["id"]}"></a>' in rules["markdown"] for clause in rules["clauses"])
            with pytest.raises(Refused, match="404"):
                await ann.get("/api/rules/chess/en")

    asyncio.run(evening())


def test_headers_origin_size_and_metrics(server: Server) -> None:
    with httpx.Client(base_url=server.url) as http:
        answer = http.get("/api/games")
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
        assert http.post("/api/me", json={"name": "Eve"}, headers={"origin": "https://evil.example"}).status_code == 403
        assert http.post("/api/me", json={"name": "x" * 40_000}).status_code == 413
        assert http.post("/api/me", content=b"name=Eve", headers={"content-type": "text/plain"}).status_code == 415
        assert http.post("/api/me", json={"name": "Eve"}, headers={"origin": server.url}).status_code == 200
        cookie = http.post("/api/me", json={"name": "Eve"}).headers.get("set-cookie", "")
        assert cookie == ""  # she is known
        forged = http.cookies["newfound"].partition(".")[0] + "." + "x" * 43
        assert httpx.get(f"{server.url}/api/me", cookies={"newfound": forged}).json() == {"guest": None}
        assert "newfound_http_requests_total" in http.get("/metrics").text
        assert http.get("/health").json() == {"status": "ok", "database": True}
        assert http.get("/api/nothing").json()["problem"]["key"] == "server.address"


@pytest.mark.parametrize("game", ["new-haven", "new-england", "new-world"])
def test_the_coach_advises_whoever_decides_and_nobody_else(server: Server, game: str) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann, Person(server.url) as bob:
            code = (await ann.table(*["me"] * games.find(game).seats[0], game=game))["code"]
            seat = await ann.sit(code)
            await seat.shown()
            turn = seat.frame["turn"]
            there = await ann.get(f"/api/tables/{code}/advice?seat={turn}")
            assert there["serial"] == seat.frame["serial"]
            words = games.find(game).coach
            assert words is not None
            assert there["advice"]
            assert all(words().CLAUSES[one["key"]] == one["clause"] for one in there["advice"])
            assert (await ann.get(f"/api/tables/{code}/advice?seat={1 - min(turn, 1)}"))["advice"] == []
            with pytest.raises(Refused, match="403"):
                await bob.get(f"/api/tables/{code}/advice?seat={turn}")

    asyncio.run(evening())
