"""The host in a tab by itself: whole matches, workers that fail, room that runs out, what goes out and comes in."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from newfound import games
from newfound.bots.search import together
from newfound.core.fair import Fair
from newfound.core.game import Json
from newfound.core.match import Match
from newfound.host.thinking import Job
from newfound.tab import page as tab
from newfound.tab.host import Host
from newfound.tab.pack import pack
from newfound.tab.page import SECONDS, Thinkers, answer, grow
from serving import Refused
from tabs import Memory, Page


@pytest.mark.sample
@pytest.mark.parametrize("game", games.names())
def test_a_whole_match_against_a_bot_and_once_more_with_the_other_one_to_begin(game: str) -> None:
    async def evening() -> None:
        page, chance = Page(), random.Random(5)
        await page.ask("me", {"name": "Ann"})
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "medium"}], "options": {}}
        code = (await page.ask("tables", body))["code"]
        await page.sit(code, "?pace=quick")
        while page.frame["turn"] != -2:
            await page.until(lambda: page.frame["actions"] or page.frame["turn"] == -2)
            if page.frame["actions"]:
                await page.send(do="play", id=f"a{len(page.raw)}", serial=page.frame["serial"], action=chance.choice(page.frame["actions"]))
        assert (await page.ask(f"tables/{code}/fair"))["verified"]
        again = await page.ask(f"tables/{code}/rematch", {})
        assert [seat["kind"] for seat in again["seats"]] == ["bot", "person"]
        assert (await page.ask(f"tables/{code}"))["rematch"] == again["code"] == (await page.ask(f"tables/{code}/rematch", {}))["code"]
        await page.store.drop(again["code"])
        assert (await page.ask(f"tables/{code}/rematch", {}))["code"] != again["code"]

    asyncio.run(evening())


def test_two_tabs_at_one_match_agree_and_a_closed_one_comes_back_in_mid_turn() -> None:
    async def evening() -> None:
        one = Page()
        await one.ask("me", {"name": "Ann"})
        code = (await one.ask("tables", {"game": "new-haven", "seats": [{"kind": "me"}, {"kind": "me"}]}))["code"]
        other = Page(one.store)
        await one.sit(code)
        await other.sit(code)
        serial, action = one.frame["serial"], one.frame["actions"][0]
        await one.send(do="play", id="a", serial=serial, action=action)
        await other.send(do="play", id="b", serial=serial, action=action)  # before it has heard of the first
        assert '"key":"play.stale"' in "".join(other.raw)
        assert other.frame["serial"] == one.frame["serial"] > serial
        assert other.frame["view"] == one.frame["view"]
        third = Page(one.store)
        await third.sit(code)
        assert third.frame["view"] == one.frame["view"]
        await third.send(do="play", id="a", serial=serial, action=action)  # sent again by a page that was not told
        assert json.loads(third.raw[-1]) == {"type": "ack", "id": "a", "serial": serial + 1}
        with pytest.raises(Refused, match="over"):
            await other.ask(f"tables/{code}/delete", {})

    asyncio.run(evening())


def test_nobody_enters_a_seat_that_is_a_bots_nor_a_table_that_is_not() -> None:
    async def evening() -> None:
        page = Page()
        await page.ask("me", {"name": "Ann"})
        code = (await page.ask("tables", {"game": "new-haven", "seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}]}))["code"]
        await page.sit(code, "?seat=1")
        await page.sit("nowhere")
        assert (page.closed, page.raw) == ([4403, 4404], [])
        with pytest.raises(Refused, match="address"):
            await page.ask("tables", {"game": "new-haven", "seats": [{"kind": "me"}, {"kind": "open"}]})
        for odd in ({"do": "play"}, {"do": "nonsense", "id": "x", "serial": 0}, {"do": "agree", "id": "y", "serial": 0}, {}, None):
            await page.sit(code)
            await page.room.hear(page.ear, odd)
            assert json.loads(page.raw[-1])["type"] == "refused"

    asyncio.run(evening())


def test_who_wants_to_be_forgotten_is() -> None:
    async def evening() -> None:
        page = Page()
        await page.ask("me", {"name": "Ann"})
        code = (await page.ask("tables", {"game": "new-haven", "seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}]}))["code"]
        await page.sit(code)
        assert await page.ask("me/delete", {}) == {"guest": None}
        assert (page.closed, page.store.kept, page.store.called) == ([4404], {}, "")

    asyncio.run(evening())


PLAYED = """
import hashlib, json, sys
from newfound import games
from newfound.core.checks import setups
from newfound.core.dice import Dice
from newfound.core.game import guesses
from newfound.host import shelf
from newfound.tab.page import Page, answer, bot_of
digest = hashlib.sha256()
for game in map(games.find, games.names()):
    digest.update((shelf.picture(game.name) or "").encode())
    for number, setup in enumerate(setups(game)[:6]):
        state = game.start(setup)
        game.playout(state, Dice(number))
        digest.update(json.dumps(game.dump(state), sort_keys=True).encode())
print(digest.hexdigest(), bot_of("hard", "new-haven").seconds, sum(name.startswith(("pydantic", "typer")) for name in sys.modules))
"""


def test_the_package_for_a_browser_needs_nothing_else_and_plays_the_same_games(tmp_path: Path) -> None:
    pack(tmp_path / "newfound.zip")
    with zipfile.ZipFile(tmp_path / "newfound.zip") as packed:
        packed.extractall(tmp_path / "there")
    there = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(tmp_path / 'there')!r})\n{PLAYED}"]
    here = [sys.executable, "-c", PLAYED]
    said, known = (subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() for command in (there, here))
    assert said == [known[0], "2.0", "0"]
    pack(tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == (tmp_path / "newfound.zip").read_bytes()


def test_a_bot_that_fails_says_so() -> None:
    assert json.loads(answer("{}"))["fault"].startswith("KeyError")


def against(level: str, *others: str) -> Json:
    return {"game": "new-haven", "seats": [{"kind": "me"}, *({"kind": "bot", "level": one} for one in (level, *others))], "options": {}}


def test_a_bot_of_whom_nothing_comes_back_does_something_random_and_then_a_weaker_one_plays() -> None:
    async def evening() -> None:
        async def lost(job: Job) -> Json:
            return {"fault": f"no interpreter for {job.level}"}

        page = Page()
        page.host = Host(page.store, lost, page.told.append, pause=0)
        await page.ask("me", {"name": "Ann"})
        code = (await page.ask("tables", against("medium")))["code"]
        await page.sit(code)
        for _ in range(12):
            await page.until(lambda: page.frame["actions"])
            await page.send(do="play", id=f"a{len(page.raw)}", serial=page.frame["serial"], action=page.frame["actions"][0])
        assert [(entry.note, entry.value) for entry in page.room.story.entries if entry.kind == "failed"][:3] == [
            ("random", 0),
            ("random", 0),
            ("easy", 1),
        ]
        await page.until(lambda: page.frame["actions"])
        with pytest.raises(Refused, match="no_hint"):
            await page.ask(f"tables/{code}/hint", {"seat": 0})

    asyncio.run(evening())


class Database:
    """As a worker of a page has it, over `Memory`: everything is text."""

    def __init__(self) -> None:
        self.store = Memory()
        self.full = False
        self.open = asyncio.Event()
        self.open.set()

    async def codes(self) -> str:
        return json.dumps(await self.store.codes())

    async def facts(self, code: str) -> str:
        await self.open.wait()
        return await self.store.facts(code) or ""

    async def entries(self, code: str, since: int) -> str:
        return json.dumps(await self.store.entries(code, since))

    async def write(self, code: str, serial: int, facts: str, entries: str) -> bool:
        if self.full:
            raise OSError("QuotaExceededError")
        return await self.store.write(code, serial, facts, json.loads(entries))

    async def name(self) -> str:
        return "Ann"


def worker(database: Database, said: list[str]) -> tab.Page:
    async def ask(_: int, how: str, job: str) -> str:
        return {"answer": answer, "grow": grow}[how](job)

    return tab.Page(database, ask, 3, lambda _, text: said.append(text), lambda _, code: said.append(str(code)), lambda _: None)


def test_a_browser_without_room_says_so_and_nothing_is_shown_that_was_not_kept() -> None:
    async def evening() -> None:
        database, said = Database(), list[str]()
        page = worker(database, said)
        code = json.loads(await page.ask("tables", json.dumps(against("easy"))))[1]["code"]
        await page.enter(1, f"tables/{code}/socket")
        frame = json.loads(said[-1])
        database.full = True
        await page.say(1, json.dumps({"do": "play", "id": "a", "serial": frame["serial"], "action": frame["actions"][0]}))
        assert json.loads(said[-1])["problem"]["key"] == "server.not_kept"
        status, refused = json.loads(await page.ask("tables", json.dumps(against("easy"))))
        assert (status, refused["problem"]["key"]) == (507, "server.not_kept")
        assert len(database.store.kept) == 1
        database.full = False
        await page.say(1, json.dumps({"do": "play", "id": "a", "serial": frame["serial"], "action": frame["actions"][0]}))
        assert '"type":"ack"' in "".join(said)

    asyncio.run(evening())


def test_who_leaves_while_the_match_is_read_has_left() -> None:
    async def evening() -> None:
        database, said = Database(), list[str]()
        code = json.loads(await worker(database, said).ask("tables", json.dumps(against("easy"))))[1]["code"]
        page = worker(database, said)  # another tab, which has not read it yet
        database.open.clear()
        entering = asyncio.create_task(page.enter(1, f"tables/{code}/socket"))
        await asyncio.sleep(0)
        page.leave(1)
        database.open.set()
        await entering
        assert (await page._host.room(code)).ears == []

    asyncio.run(evening())


def test_an_expert_asks_every_worker_for_a_tree_and_does_without_one_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SECONDS, "expert", 0.2)

    async def evening(lost: int) -> Json:
        asked: list[tuple[int, str]] = []

        async def ask(at: int, how: str, job: str) -> str:
            asked.append((at, how))
            return '{"fault": "no memory"}' if at < lost else {"answer": answer, "grow": grow}[how](job)

        thinkers = Thinkers(ask, 3)
        game = games.find("new-world")
        match = Match.new(game, game.setup(2)).settled(Fair(b"trees"))
        job = Job(game.name, "expert", match.turn, game.dump(match.state), 7)
        told = await thinkers.think(job)
        assert asked == [(0, "grow"), (1, "grow"), (2, "grow")]
        assert lost == 3 or told["action"] in match.actions(match.turn)
        await thinkers.think(replace(job, why=True, level="search"))
        await thinkers.think(replace(job, level="easy"))
        assert asked[3:] == [(2, "answer"), (0, "answer")]
        return told

    assert [len(asyncio.run(evening(lost))) for lost in (0, 2)] == [2, 2]
    assert asyncio.run(evening(3)) == {"fault": "no tree"}


def test_trees_of_several_workers_are_added_up() -> None:
    one, other = [(4, 10, 3.0, 0.0), (7, 30, 9.0, 0.0)], [(4, 25, 9.0, 0.0), (9, 99, 9.0, 0.0)]
    assert together([4, 7], [one]) == 7
    assert together([4, 7], [one, other]) == 4  # 35 looks to 30; what is not legal here counts for nothing


def test_a_match_of_another_edition_is_kept_and_can_be_taken_along() -> None:
    async def evening() -> None:
        page = Page()
        await page.ask("me", {"name": "Ann"})
        code = (await page.ask("tables", against("easy")))["code"]
        facts, rows = page.store.kept[code]
        page.store.kept[code] = json.dumps(json.loads(facts) | {"edition": 0}), rows
        page = Page(page.store)  # loaded again, after an update
        await page.sit(code)
        assert page.closed == [4409]
        assert [table["code"] for table in (await page.ask("tables"))["mine"]] == [code]
        file = await page.ask(f"tables/{code}/game")
        assert "new-haven" in file
        assert page.store.kept[code][1] == rows

    asyncio.run(evening())


def test_a_hint_is_legal_and_written_down_in_a_tab_too() -> None:
    async def evening() -> None:
        page = Page()
        await page.ask("me", {"name": "Ann"})
        code = (await page.ask("tables", {"game": "new-haven", "seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}]}))["code"]
        await page.sit(code)
        hint = await page.ask(f"tables/{code}/hint", {"seat": 0, "level": "search"})
        assert hint["action"] in page.frame["actions"]
        assert len(hint["thoughts"]) > 1
        assert all(reason["kind"] in ("points", "soon", "cost", "alike") for reason in hint["reasons"])
        assert page.frame["serial"] == hint["serial"]

    asyncio.run(evening())


def test_a_file_goes_out_and_comes_in_again() -> None:
    async def evening() -> None:
        page = Page()
        await page.ask("me", {"name": "Ann"})
        code = (await page.ask("tables", {"game": "new-world", "seats": [{"kind": "me"}, {"kind": "me"}]}))["code"]
        await page.sit(code)
        for _ in range(12):
            await page.send(do="look", seat=page.frame["turn"])
            await page.send(do="play", id=f"a{len(page.raw)}", serial=page.frame["serial"], action=page.frame["actions"][0])
        with pytest.raises(Refused, match="not_over"):
            await page.ask(f"tables/{code}/game")  # without saying that one looks into the log
        file = await page.ask(f"tables/{code}/game", {})
        assert [entry.kind for entry in page.room.story.entries][-1] == "opened"
        kept = await page.ask("uploads", {"file": file})
        assert (kept["status"], len(kept["seats"])) == ("record", 2)
        on = await page.ask("uploads", {"file": file, "seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}]})
        assert (on["status"], on["given"]) == ("playing", page.frame["at"])
        assert {table["code"] for table in (await page.ask("tables"))["mine"]} == {code, kept["code"], on["code"]}

    asyncio.run(evening())
