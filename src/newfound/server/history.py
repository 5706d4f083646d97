"""Somebody's matches over time, and everything that is kept of them as one file: for themselves alone."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from sqlalchemy import func, select

from newfound.core.ahead import margin
from newfound.core.game import Json
from newfound.core.problem import Problem
from newfound.host import bare
from newfound.host.files import record
from newfound.host.making import game_of, story_of
from newfound.host.problems import Denied
from newfound.host.records import Guest, Table
from newfound.host.story import Entry
from newfound.server import people, schema
from newfound.server.beside import beside
from newfound.server.persons import Persons
from newfound.server.store import Store

MOST: Final = 500  # matches, the latest
REMEMBERED: Final = 5000  # results
OF_REVIEW: Final = ("decisions", "rate", "luck", "adjusted", "large")

match, seat, review, chat = (one.c for one in (schema.match, schema.seat, schema.review, schema.chat))


class History:
    def __init__(self, store: Store, persons: Persons) -> None:
        self._store = store
        self._persons = persons
        self._results: OrderedDict[str, Json] = OrderedDict()  # of matches that are over, which change no more
        self._exporting: set[str] = set()  # guests who wait for their file
        self._one = asyncio.Semaphore(1)  # match at a time, of whoever asks: those who play are not held up, nor do all logs lie in memory

    async def numbers(self, guest: str, game: str) -> Json:
        """Their matches of a game that were played to the end, oldest first: the result, against whom, and what the review says."""
        query = select(schema.match).where(match.game == game, match.status == "over", match.ended.is_(None))
        tables = await self._theirs(guest, query)
        results = {table.code: await self._result(table) for table in tables}
        accounts = await self._accounts([table.code for table in tables])
        found = [_played(table, guest, results[table.code], accounts.get(table.code)) for table in tables]
        return {"game": game, "matches": [one for one in found if one is not None]}

    async def _result(self, table: Table) -> Json:
        if table.code not in self._results:
            async with self._one:
                if table.code not in self._results:  # nor did anybody else work it out meanwhile
                    self._results[table.code] = await beside(_result, table, await self._store.entries(table.code))
            while len(self._results) > REMEMBERED:
                self._results.popitem(last=False)
        return self._results[table.code]

    async def export(self, guest: Guest) -> AsyncIterator[str]:
        """All of it as JSON, piece by piece: who they are here, their matches with their logs, what they wrote. Of a match that is on only
        its facts: its log has secrets."""
        if guest.id in self._exporting:
            raise Denied(409, "export_asked")
        self._exporting.add(guest.id)
        try:
            devices = [{"name": one.name, "created": one.created, "seen": one.seen} for one in await self._persons.devices(guest.id)]
            blocked = sorted((await people.blocked(self._store, guest.id)).values())
            yield _json({"name": guest.name, "devices": devices, "blocked": blocked})[:-2] + ',\n "matches": ['
            tables = await self._theirs(guest.id, select(schema.match))
            accounts = await self._accounts([table.code for table in tables])
            for number, table in enumerate(tables):
                yield ("," if number else "") + "\n" + _json(await self._written(table, guest.id) | {"review": accounts.get(table.code)})
            yield '],\n "chat": ['
            said = select(chat.match).where(chat.guest == guest.id).group_by(chat.match).order_by(func.min(chat.time))
            for number, row in enumerate(await self._store.rows(said)):
                lines = select(chat.match, chat.time, chat.text).where(chat.match == row["match"], chat.guest == guest.id)
                texts = [_json(dict(line)) for line in await self._store.rows(lines.order_by(chat.number))]
                yield ("," if number else "") + "\n" + ",\n".join(texts)
            yield "]\n}\n"
        finally:
            self._exporting.discard(guest.id)

    async def _written(self, table: Table, guest: str) -> dict[str, Json]:
        head = {"code": table.code, "game": table.game, "status": table.status, "created": table.created, "moved": table.moved}
        seats, file = [one.seat for one in table.seats if one.guest == guest], None
        if table.status in ("over", "record"):
            async with self._one:
                file = await beside(_file, table, await self._store.entries(table.code))
        return head | {"seats": seats, "file": file}

    async def _theirs(self, guest: str, query: Any) -> list[Table]:
        """The latest of these tables, oldest first."""
        held = select(seat.match).where(seat.guest == guest)
        mine = query.where(match.code.in_(held) | (match.host == guest)).order_by(match.created.desc(), match.code).limit(MOST)
        return (await self._store.tables(mine))[::-1]

    async def _accounts(self, codes: Sequence[str]) -> dict[str, Json]:
        rows = await self._store.rows(select(review.match, review.accounts).where(review.match.in_(codes), review.done)) if codes else ()
        return {row["match"]: json.loads(row["accounts"]) for row in rows}


def _json(found: Json) -> str:
    return json.dumps(found, ensure_ascii=False, indent=1)


def _result(table: Table, entries: Sequence[Entry]) -> Json:
    """Scores and places; None of a match whose rules are not here any more."""
    try:
        game = game_of(table)
        state = story_of(table).add(entries).match.state
    except Problem:
        return None
    return {"scores": [score.total for score in game.scores(state)], "places": game.ranking(state)}


def _played(table: Table, guest: str, result: Json, accounts: Json) -> Json | None:
    mine = [one.seat for one in table.seats if one.guest == guest]
    if result is None or len(mine) != 1:  # who plays several seats plays against nobody
        return None
    own = mine[0]
    return {
        "code": table.code,
        "time": table.moved or table.created,
        "seat": own,
        "score": result["scores"][own],
        "lead": margin([float(score) for score in result["scores"]], own),
        "place": result["places"][own],
        "against": [{"name": one.name, "level": one.level} for one in table.seats if one.seat != own],
        "review": None if accounts is None else {name: accounts[own][name] for name in OF_REVIEW},
    }


def _file(table: Table, entries: Sequence[Entry]) -> str:
    try:
        game_of(table)
        return record(table, story_of(table).add(entries))
    except Problem:
        return bare.record(table, entries)
