"""The host in a tab and the server say the same: the same seeds and decisions, and every message compared byte by byte."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from newfound import games
from newfound.core.game import Json
from newfound.host.records import Table
from newfound.server.settings import Settings
from newfound.server.store import Store
from newfound.tab.match import ME
from serving import Person, Seat, Server
from tabs import Page

MATCHES = int(os.environ.get("NEWFOUND_MATCHES") or (50 if os.environ.get("NEWFOUND_ALL") else 1))
GUESSES = 60
WHEN = re.compile(r'"(created|moved)": ?(\d+|null)')


async def kept_by(server: Server, code: str) -> Table:
    """What the server has of a table, as if whoever sits there sat before a tab."""
    store = Store(Settings.read({}, database_url=server.database))
    table = await store.table(code)
    await store.close()
    assert table
    seats = tuple(replace(seat, guest=ME) for seat in table.seats)
    return replace(table, host=ME, seats=seats, status="open", serial=0, turn=None)


async def both(server: Server, game: str, chance: random.Random) -> None:
    async with Person(server.url) as ann:
        found = games.find(game)
        code = (await ann.table(*["me"] * (chance.choice(found.seats) if MATCHES > 1 else found.seats[0]), game=game))["code"]
        page = Page()
        await page.host.begin(await kept_by(server, code))
        seat = await ann.sit(code)
        await seat.shown()
        await page.sit(code)
        known: set[str] = set()  # actions that were legal once
        while seat.frame["turn"] != -2:
            await _step(page, seat, chance)
            if seat.frame["actions"] and chance.random() < 0.15:
                known.update(seat.frame["actions"])
                await _asked(ann, page, seat, code, known, chance)
        last = seat.frame["at"]
        for path in (
            "",
            "/fair",
            "/course",
            "/odds?seat=0",
            "/advice?seat=0",
            *(f"/frame?seat={at % 2}&at={chance.randrange(last)}" for at in range(6)),
        ):
            same(await ann.get(f"/api/tables/{code}{path}"), await page.ask(f"tables/{code}{path}"))
        file = (await ann.http.get(f"/api/tables/{code}/game")).text
        assert file == await page.ask(f"tables/{code}/game")
        await seat.close()
        assert [WHEN.sub("", text) for text in seat.raw] == [WHEN.sub("", text) for text in page.raw]


def same(one: Json, other: Json) -> None:
    assert WHEN.sub("", json.dumps(one, sort_keys=True)) == WHEN.sub("", json.dumps(other, sort_keys=True))


async def _step(page: Page, seat: Seat, chance: random.Random) -> None:
    """One thing that whoever sits there might do, done at both."""
    frame, count = seat.frame, len(seat.raw)
    head = {"id": f"m{count}", "serial": frame["serial"]}
    if frame["turn"] != frame["reader"]:
        message: Json = {"do": "look", "seat": frame["turn"]}
    elif chance.random() < 0.04:
        message = {"do": "back"} | head
    elif chance.random() < 0.06:
        message = {"do": "undo"} | head
    elif chance.random() < 0.04:
        message = {"do": "play", "action": "lay nothing z9"} | head
    elif chance.random() < 0.03:
        message = {"do": "play", "action": frame["actions"][0], "id": "late", "serial": frame["serial"] - 1}
    else:
        message = {"do": "play", "action": chance.choice(frame["actions"])} | head
    await page.send(**message)
    await seat.send(**message)
    await seat.until(lambda: len(seat.raw) >= len(page.raw))


async def _asked(ann: Person, page: Page, seat: Seat, code: str, known: set[str], chance: random.Random) -> None:
    """What somebody might want to know before they decide, of both; in the end a hint now and then."""
    reader, actions = seat.frame["reader"], seat.frame["actions"]
    for what in ("odds", "advice"):
        of = f"tables/{code}/{what}?seat={reader}"
        same(await ann.get(f"/api/{of}"), await page.ask(of))
    action = chance.choice(actions)
    for what, asked in (("why", {"text": action}), ("preview", {"action": action})):
        body = {"seat": reader} | asked
        same(await ann.post(f"/api/tables/{code}/{what}", body), await page.ask(f"tables/{code}/{what}", body))
    for text in chance.sample(sorted(known - set(actions)), min(3, len(known - set(actions)))):
        body = {"seat": reader, "text": text}
        refused = json.dumps(await ann.post(f"/api/tables/{code}/why", body), sort_keys=True)
        for _ in range(GUESSES):  # each reason is told from another guess of what is hidden
            if json.dumps(await page.ask(f"tables/{code}/why", body), sort_keys=True) == refused:
                break
        else:
            raise AssertionError(refused)
    if chance.random() < 0.2:
        count, body = len(seat.raw), {"seat": reader, "level": chance.choice(["easy", "search"])}
        one, other = await ann.post(f"/api/tables/{code}/hint", body), await page.ask(f"tables/{code}/hint", body)
        assert {one["action"], other["action"]} <= set(actions)
        assert shape(one) == shape(other)
        assert (one["level"], one["serial"]) == (other["level"], other["serial"])
        await seat.until(lambda: seat.frame["serial"] == one["serial"])
        assert len(seat.raw) == len(page.raw) > count


def shape(value: Json) -> Json:
    """What fields there are, and of which kinds; of a list those that any of it has, for it may be longer here than there."""
    if isinstance(value, dict):
        return {key: shape(found) for key, found in value.items() if key != "reasons"}  # there need not be any
    return list({str(shape(found)) for found in value}) if isinstance(value, list) else type(value).__name__


@pytest.mark.sample
@pytest.mark.parametrize("game", games.names())
def test_the_server_and_the_tab_say_the_same_to_the_byte(serve: Callable[..., Server], game: str) -> None:
    server = serve(rate="10000", burst="10000")
    for number in range(MATCHES):
        asyncio.run(both(server, game, random.Random(number)))


FRIENDS = "needs others, or a server that knows who somebody is"
FILE = "lies in the folder as a file"
ABSENT = {
    "GET /api/rules/{game}/figures/{name}": FILE,
    "GET /api/me/export": "everything lies in this browser; matches are saved one by one",
    "GET /api/me/numbers": "what is kept here is too little to count",
    "POST /api/me/reviews": "takes hours, interpreted",
    "GET /api/tables/{code}/review": "takes hours, interpreted",
    "POST /api/tables/{code}/review": "takes hours, interpreted",
    "POST /api/tables/{code}/review/try": "takes hours, interpreted",
    "POST /api/tables/{code}/leave": "one's bots do not play on with nobody there",
    "POST /api/tables/{code}/resign": "one's bots do not play on with nobody there",
    **dict.fromkeys(
        [
            *(f"GET /api/me/{what}" for what in ("devices", "people", "reminders")),
            *(
                f"POST /api/me/{what}"
                for what in ("devices", "devices/{device}/remove", "words", "reminders", "push", "push/stop", "mail", "mail/stop")
            ),
            *(f"POST /api/me/people/{{handle}}/{what}" for what in ("block", "unblock")),
            *(f"POST /api/{what}" for what in ("become", "take", "mail/confirm", "mail/stop/{stop}")),
            *(
                f"POST /api/tables/{{code}}/{what}"
                for what in ("join", "stand", "move", "ready", "plan", "host", "cancel", "invite", "decline")
            ),
            *(f"POST /api/tables/{{code}}/{what}" for what in ("talk", "time", "holiday")),
            *(
                f"POST /api/tables/{{code}}/seats/{{seat}}/{what}"
                for what in ("stand-in", "return", "link", "invite", "fetch", "block", "bot", "free")
            ),
            "GET /api/tables/{code}/people",
        ],
        FRIENDS,
    ),
}
OWN = re.compile(
    r'"(code|created|moved|commitment|seed|rematch|turn|serial|wait)": ?("\w+"|-?\d+|null)'
)  # of a table begun here or there by itself


class Asker:
    """Asks a server and a tab alike, by the address that the server's own list has it under."""

    def __init__(self, ann: Person, page: Page) -> None:
        self.ann = ann
        self.page = page
        self.asked: set[str] = set()

    async def __call__(self, route: str, body: Json = None, query: str = "", **names: str) -> tuple[Json, Json]:
        self.asked.add(route)
        method, path = route.split()
        path = path.format(**names) + query
        answer = await self.ann.http.request(method, path, json=body)
        server = answer.json() if answer.headers["content-type"] == "application/json" else answer.text
        status, tab = await self.page.host.ask(path.removeprefix("/api/"), body)
        assert (answer.status_code >= 400, answer.status_code if status >= 400 else 200) == (status >= 400, status)
        return server, tab

    async def same(self, route: str, body: Json = None, query: str = "", **names: str) -> Json:
        server, tab = await self(route, body, query, **names)
        assert OWN.sub("", json.dumps(server, sort_keys=True)) == OWN.sub("", json.dumps(tab, sort_keys=True)), route
        return server


def test_every_address_of_the_server_is_answered_alike_in_the_tab_or_it_is_said_why_not(serve: Callable[..., Server]) -> None:
    async def evening() -> None:
        server, page = serve(rate="10000", burst="10000"), Page()
        async with Person(server.url) as ann:
            ask = Asker(ann, page)
            me, here = await ask("POST /api/me", {"name": "Ann"})
            assert me["guest"]["name"] == here["guest"]["name"] == "Ann"
            me, here = await ask("GET /api/me")
            assert me["guest"]["name"] == here["guest"]["name"]
            shelf, here = await ask("GET /api/games")
            assert {**shelf, "address": None, "site": None} == here
            game = "new-haven"
            await ask.same("GET /api/text/{lang}", lang="fr")
            await ask.same("GET /api/text/{game}/{lang}", game=game, lang="de")
            await ask.same("GET /api/rules/{game}/{lang}", game=game, lang="en")
            await ask.same("POST /api/games/{game}/setup", {"seats": 2, "options": {}}, game=game)
            await ask.same("POST /api/games/{game}/setup", {"seats": 9, "options": {}}, game=game)
            await ask.same("GET /api/games/{game}/picture", game=game)
            course = await ask.same("GET /api/lessons/{game}", game=game)
            await ask.same("GET /api/lessons/{game}/text/{lang}", game=game, lang="fr")
            for lesson in course["lessons"][:2]:
                at = await ask.same("POST /api/lessons/{game}/{name}", {"done": [], "reveal": True}, game=game, name=lesson["name"])
                text = next(iter(at["frame"]["actions"]), "nothing")
                for attempt in (text, "lay nothing z9"):
                    now = {"done": at["done"]}
                    await ask.same("POST /api/lessons/{game}/{name}", now | {"attempt": attempt}, game=game, name=lesson["name"])
                    await ask.same("POST /api/lessons/{game}/{name}/why", now | {"text": attempt}, game=game, name=lesson["name"])
                    await ask.same("POST /api/lessons/{game}/{name}/preview", now | {"text": attempt}, game=game, name=lesson["name"])
            await ask.same("POST /api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "medium"}], "options": {}})
            code = (await ann.table("me", "me", game=game))["code"]
            await page.host.begin(await kept_by(server, code))
            seat = await ann.sit(code)
            action = (await seat.shown())["actions"][0]
            await page.sit(code)
            reader = seat.frame["reader"]
            for what in ("", "/frame", "/odds", "/course", "/fair"):
                await ask.same(f"GET /api/tables/{{code}}{what}", code=code)
            await ask.same("GET /api/tables/{code}/advice", query=f"?seat={reader}", code=code)
            await ask.same("POST /api/tables/{code}/why", {"seat": reader, "text": action}, code=code)
            await ask.same("POST /api/tables/{code}/preview", {"seat": reader, "action": action}, code=code)
            hint, here = await ask("POST /api/tables/{code}/hint", {"seat": reader}, code=code)
            assert (shape(hint), hint["level"]) == (shape(here), here["level"])
            for over in ("rematch", "delete"):
                await ask.same(f"POST /api/tables/{{code}}/{over}", {}, code=code)  # refused: it is on
            await ask.same("GET /api/tables/{code}/game", code=code)  # refused: it would be looked into
            file = await ask.same("POST /api/tables/{code}/game", {}, code=code)
            await ask.same("POST /api/uploads", {"file": file})
            await ask.same("POST /api/uploads", {"file": file, "at": 3, "seats": [{"kind": "me"}, {"kind": "me"}]})
            end = {"do": "ask", "what": "end", "id": "end", "serial": hint["serial"] + 1}
            await page.send(**end)
            await seat.send(**end)
            await seat.until(lambda: seat.frame["turn"] == -2)
            await ask.same("POST /api/tables/{code}/rematch", {}, code=code)
            await ask.same("GET /api/tables/{code}/game", code=code)
            listed, here = await ask("GET /api/tables")
            on = [
                [table["status"] for table in one["mine"] if table["status"] != "record"] for one in (listed, here)
            ]  # nobody's on a server
            assert sorted(on[0]) == sorted(on[1])
            await ask.same("POST /api/tables/{code}/delete", {}, code=code)
            await ask.same("GET /api/tables/{code}", code=code)  # gone
            await seat.close()
            await ask("POST /api/me/delete", {})
            routes = (await ann.get("/api/openapi.json"))["paths"]
            known = {f"{method.upper()} {path}" for path, methods in routes.items() for method in methods}
            assert known == ask.asked | ABSENT.keys()
            for route in ABSENT:  # by a name, not by chance
                path = (
                    route.split()[1].removeprefix("/api/").format(code=code, game=game, name="x", seat=0, handle="x", device="x", stop="x")
                )
                assert (await page.host.ask(path, {} if route.startswith("POST") else None))[0] == 404, route

    asyncio.run(evening())
