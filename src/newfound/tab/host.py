"""The host of a tab: what a page asks and says, as docs/protocol.md has it, answered without a server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from urllib.parse import parse_qs, urlsplit

from newfound import games
from newfound.core.game import ONLOOKER, OVER, Json
from newfound.core.match import Match
from newfound.core.problem import Problem, Stale
from newfound.host import bare, shelf
from newfound.host.again import passed_on, passing_on
from newfound.host.files import read_upload, record, written
from newfound.host.frames import frame_json, table_json
from newfound.host.making import Wish, blank, game_of, levels, must_be_level, seats_for, story_of
from newfound.host.names import clean_name
from newfound.host.problems import Denied, on_the_wire, status_of
from newfound.host.records import Guest, Seat, Table
from newfound.host.story import ACT, HINT, OPENED, Entry
from newfound.host.thinking import Job, think
from newfound.tab.match import ME, Ear, Room
from newfound.tab.store import Store, entries_of, facts_of, read, rows_of, table_of

Think = Callable[[Job], Awaitable[Json]]


class Host:
    """`think` asks a bot; `told` tells the other tabs that a match went on."""

    def __init__(self, store: Store, think: Think, told: Callable[[str], None], pause: float = 0.4) -> None:
        self.store = store
        self.pause = pause
        self.rooms: dict[str, Room] = {}
        self._think = think
        self._told = told
        self._tasks: set[asyncio.Task[None]] = set()

    # Asking

    async def ask(self, path: str, body: Json = None) -> tuple[int, Json]:
        """What a server is asked over HTTP: a path after `/api/`, and what is sent. The answer is JSON, or the text of a file."""
        split = urlsplit(path)
        query = {name: values[-1] for name, values in parse_qs(split.query).items()}
        language = query.get("lang", "en")
        try:
            return 200, await self._answer(split.path.split("/"), query, language, body)
        except Problem as problem:
            return status_of(problem), {"problem": on_the_wire(problem, language)}

    async def _answer(self, path: list[str], query: dict[str, str], language: str, body: Json) -> Json:
        match path:
            case ["me"]:
                if body:
                    await self.store.call(clean_name(body["name"]))
                name = await self.store.name()
                return {"guest": {"name": name} if name else None}
            case ["me", "delete"]:
                for code in await self.store.codes():
                    await self._drop(code)
                await self.store.call("")
                return {"guest": None}
            case ["games"]:
                return shelf.all_games(language) | {"address": None, "site": None}
            case ["text", lang]:
                return {"lang": lang, "entries": shelf.entries(None, lang)}
            case ["text", game, lang]:
                return {"lang": lang, "entries": shelf.entries(shelf.find_game(game).folder, lang)}
            case ["rules", game, lang]:
                return shelf.rules(game, lang)
            case ["games", game, "setup"]:
                return shelf.fits(game, body["seats"], body.get("options", {}), language)
            case ["games", game, "picture"]:
                return shelf.picture(shelf.find_game(game).name)
            case ["lessons", game]:
                return shelf.course(game, language)
            case ["lessons", game, "text", lang]:
                return shelf.course_text(game, lang)
            case ["lessons", game, name]:
                return shelf.lesson_at(
                    game, name, body["done"], body.get("attempt"), body.get("pictures", False), body.get("reveal", False)
                )
            case ["lessons", game, name, "why"]:
                return shelf.lesson_why(game, name, body["done"], body["text"], language)
            case ["lessons", game, name, "preview"]:
                return shelf.lesson_preview(game, name, body["done"], body["text"])
            case ["tables"]:
                return await self._listed() if body is None else (await self._make(body)).facts()
            case ["uploads"]:
                return (await self._upload(body)).facts()
            case ["tables", code, "game"] if (table := await self._left_over(code)) is not None:
                return bare.record(table, entries_of(await self.store.entries(code, 0)))
            case ["tables", code, *rest]:
                return await self._at_table(await self.room(code), rest, query, language, body)
        raise Denied(404, "address")

    async def _at_table(self, room: Room, rest: list[str], query: dict[str, str], language: str, body: Json) -> Json:
        match rest:
            case []:
                return room.facts()
            case ["why"]:
                return room.why(ME, body["seat"], body["text"], language)
            case ["preview"]:
                return room.preview(ME, body["seat"], body["action"])
            case ["hint"]:
                return await self._hint(room, body["seat"], body.get("level"))
            case ["frame"]:
                seat, at = int(query.get("seat", ONLOOKER)), int(query["at"]) if "at" in query else None
                then = room.then(ME, seat, at)
                pictures = query.get("pictures") == "true"
                return frame_json(then, seat, max(len(then.match.log) - 1, 0), pictures) | {"table": room.facts()}
            case ["odds"]:
                return room.odds(ME, int(query.get("seat", ONLOOKER)))
            case ["advice"]:
                return room.advice(ME, int(query["seat"]))
            case ["course"]:
                return room.course()
            case ["fair"]:
                over = room.table.status == "over"
                return room.fair(room.story.wrong_draw(room.luck) if over else None)
            case ["game"]:
                if room.table.status == "playing":
                    if body is None:
                        raise Denied(403, "not_over")
                    await room.note(lambda: [Entry(OPENED, room.seats_of(ME)[0], len(room.story.match.log))])
                return record(room.table, room.story)
            case ["rematch"]:
                return (await self._rematch(room)).facts()
            case ["delete"]:
                if room.table.status in ("open", "playing"):
                    raise Denied(409, "delete_over")
                await self._drop(room.code)
                return {"deleted": True}
        raise Denied(404, "address")

    # Tables

    async def _left_over(self, code: str) -> Table | None:
        """A table whose match cannot go on here, for want of its rules or its edition."""
        facts = await self.store.facts(code)
        table = table_of(facts) if facts else None
        try:
            if table is not None:
                game_of(table)
        except Denied:
            return table
        return None

    async def room(self, code: str) -> Room:
        room = self.rooms.get(code)
        if room is None or room.gone:
            found = await read(self.store, code)
            if found is None:
                raise Denied(404, "table", code=code[:16])
            room = self.rooms.setdefault(code, Room(self.store, *found, self._wake, self._told)) if room is None else room
            self._wake(room)
        return room

    async def _listed(self) -> Json:
        mine = []
        for code in await self.store.codes():
            facts = await self.store.facts(code)
            if facts is not None:
                mine.append(table_json(table_of(facts), ME))
        return {"open": [], "mine": sorted(mine, key=lambda table: -table["created"]), "invited": []}

    async def _make(self, body: Json) -> Room:
        game = games.find(body["game"])
        wishes = [Wish(**seat) for seat in body["seats"]]
        if any(wish.kind == "open" for wish in wishes):
            raise Denied(404, "address")
        setup = game.setup(len(wishes), body.get("options", {}))
        return await self.begin(blank(game, setup, seats_for(wishes, await self._me()), ME))

    async def begin(self, table: Table, given: tuple[Entry, ...] = ()) -> Room:
        """A table that is new here, with what its match is given; it waits for nobody."""
        if not await self.store.write(table.code, 0, facts_of(table), rows_of(given)):
            raise Denied(409, "busy")
        story = story_of(table).add(given)
        room = self.rooms[table.code] = Room(self.store, table, story, self._wake, self._told)
        if table.status == "open":
            await room.start()
        return room

    async def _me(self) -> Guest:
        name = await self.store.name()
        if not name:
            raise Denied(401, "guest")
        return Guest(ME, name)

    async def _upload(self, body: Json) -> Room:
        """A record to look at, or a match that goes on from here."""
        match, names = read_upload(body["file"], body.get("at"))
        given = tuple(Entry(ACT, event.seat, event.action) for event in match.log)
        seats: tuple[Seat, ...]
        if body.get("seats") is None:
            seats = tuple(written(seat, names.get(seat, "")) for seat in range(match.setup.seats))
            table = replace(blank(match.game, match.setup, seats, ME), status="record", turn=match.turn, practice=False)
        else:
            if match.turn == OVER:
                raise Denied(422, "finished")
            table = blank(match.game, match.setup, seats_for([Wish(**seat) for seat in body["seats"]], await self._me()), ME)
        return await self.begin(replace(table, given=len(given), serial=len(given)), given)

    async def _rematch(self, room: Room) -> Room:
        if room.table.status != "over":
            raise Denied(409, "rematch")
        if room.table.rematch is not None and await self.store.facts(room.table.rematch) is not None:  # it may have been deleted
            return await self.room(room.table.rematch)
        table, game, count = room.table, game_of(room.table), len(room.table.seats)
        seats = [Seat(0, "open")] * count
        for seat in table.seats:
            at = passed_on(seat.seat, count)
            seats[at] = replace(seat, seat=at, stand_in=None, gone=None)
        setup = game.setup(count, table.options)
        again = blank(game, setup, tuple(seats), ME)
        again = replace(again, seed=passing_on(Match.new(game, setup), room.story.match, again.seed), practice=table.practice)
        following = await self.begin(again)
        room.table = replace(table, rematch=following.code)
        await room.keep([], None)
        return following

    async def _drop(self, code: str) -> None:
        await self.store.drop(code)
        await self.heard(code)
        self._told(code)

    # The socket

    async def enter(self, path: str, tell: Callable[[str], None], close: Callable[[int], None]) -> tuple[Room, Ear] | None:
        """`tables/CODE/socket?…`; closed with a code of the protocol where nobody may enter."""
        split = urlsplit(path)
        query = {name: values[-1] for name, values in parse_qs(split.query).items()}
        ear = Ear(tell, close, query.get("lang", "en"))
        ear.pictures, ear.quick = query.get("pictures") == "1", query.get("pace") == "quick"
        try:
            room = await self.room(split.path.split("/")[1])
        except Problem as problem:
            close(4404 if status_of(problem) == 404 else 4409)
            return None
        code = await room.enter(ear, int(query["seat"]) if "seat" in query else None, int(query.get("serial", 0)))
        if code is not None:
            close(code)
            return None
        return room, ear

    async def heard(self, code: str) -> None:
        """Another tab has written to this match."""
        if code in self.rooms:
            await self.rooms[code].catch_up()
            if self.rooms[code].gone:
                del self.rooms[code]

    # Bots

    def _wake(self, room: Room) -> None:
        if not room.thinking and room.bot_to_move() is not None:
            room.thinking = True
            task = asyncio.get_running_loop().create_task(self._bots(room))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _bots(self, room: Room) -> None:
        try:
            while (seat := room.bot_to_move()) is not None and room.ears:  # nobody looks on, nobody moves
                await self._bot(room, seat)
        except Problem as problem:  # not kept, say: it is tried again as soon as somebody does something
            for ear in room.ears:
                ear.send({"type": "refused", "id": None, "problem": on_the_wire(problem, ear.language)})
        finally:
            room.thinking = False

    async def _bot(self, room: Room, seat: int) -> None:
        level, serial = room.table.seats[seat].bot or "random", room.story.serial
        pause = 0.0 if all(ear.quick for ear in room.ears) else self.pause
        shown = asyncio.create_task(asyncio.sleep(pause))
        answer = await self._think(room.job(seat, level))
        if "fault" in answer:
            serial = await room.note(lambda: room.failed(seat))
            answer = think(asdict(room.job(seat, "random")))  # here: where bots think nobody may be left
        await shown
        with contextlib.suppress(Stale):  # another tab was first, or its person: look again
            await room.play(seat, answer["action"], serial)

    async def _hint(self, room: Room, seat: int, level: str | None) -> Json:
        room.must_be_helped(ME, seat)
        level = levels()[-2] if level is None else must_be_level(level)
        found = await self._think(room.job(seat, level, why=True))
        if "fault" in found:
            raise Denied(503, "no_hint")
        serial = await room.note(lambda: [Entry(HINT, seat, room.legal(seat, found["action"]))])
        return found | {"level": level, "serial": serial}
