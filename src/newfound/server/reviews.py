"""Reviews of matches that are over: worked out piece by piece in the workers, after all bots and hints, and kept as they come."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from newfound.core.game import Json, find_action
from newfound.host.problems import Denied
from newfound.host.records import Guest, Table
from newfound.review import pieces
from newfound.review.book import Book
from newfound.review.findings import Finding, Plan, positions
from newfound.server import schema
from newfound.server.beside import beside
from newfound.server.bus import Bus
from newfound.server.queue import Asker, Place
from newfound.server.room import Room
from newfound.server.store import Store
from newfound.server.workers import BotFailed, Workers

LOG: Final = logging.getLogger("newfound.reviews")
MOST: Final = 3  # that one guest waits for
RESUMED: Final = 8  # that a process takes up by itself at the same time
UNPLANNED: Final = ""  # of a match that nobody has looked at yet
STEPS: Final = 16  # in which a review is shown as it comes
KEPT_AT_ONCE: Final = 10  # findings in one transaction
REMEMBERED: Final = 32  # reviews in memory
TRIES: Final = 2  # for a piece
JUDGE_SECONDS: Final = 30.0

review, finding = schema.review.c, schema.finding.c
Find = Callable[[str], Awaitable[Room]]


def may_see(table: Table, guest: str | None) -> bool:
    """Whose match it is, or anybody's where it is public. Before the end there is nothing to see."""
    if table.status not in ("over", "record"):
        raise Denied(403, "review_over")
    return table.public or (guest is not None and (table.host == guest or any(seat.guest == guest for seat in table.seats)))


def must_see(table: Table, guest: str | None) -> None:
    if not may_see(table, guest):
        raise Denied(403, "review_mine")


class Reviews:
    """`find` finds the room of a code."""

    def __init__(self, store: Store, bus: Bus, workers: Workers, find: Find, processes: int) -> None:
        self._store = store
        self._bus = bus
        self._workers = workers
        self._find = find
        self._processes = processes
        self._books: dict[str, Book] = {}  # the one used last at the end
        self._working: dict[str, asyncio.Task[None]] = {}
        self._askers: dict[str, Asker] = {}  # of those
        self._failed: set[str] = set()
        self._trying: set[str] = set()  # guests who wait for another action to be judged
        self._resumed = ""  # how far what others left has been looked through
        self._told: dict[str, tuple[int, Json]] = {}  # what was answered last, by how much had been found

    async def close(self) -> None:
        working = list(self._working.values())
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)

    # Asking and being told

    async def ask(self, room: Room, guest: Guest) -> None:
        """It is worked out from now on, if it is not there yet."""
        must_see(room.table, guest.id)
        book = await self._book(room)
        if book.is_whole or room.code in self._working:
            return
        if sum(asker.guest == guest.id for asker in self._askers.values()) >= MOST:
            raise Denied(409, "reviews", most=MOST)
        self._failed.discard(room.code)
        await self._wish(room.code, book.plan.name)
        self._begin(room.code, Asker(True, guest.address, guest.id, room.code))

    async def shown(self, room: Room, guest: str | None, known: int | None) -> Json:
        """How far it is, and what there is of it, unless about so much is known already."""
        must_see(room.table, guest)
        book = await self._book(room)
        if book.is_whole:
            state = "done"
        elif room.code in self._failed:
            state = "failed"
        else:
            state = "working" if room.code in self._working or await self._plan_of(room.code) == book.plan.name else "none"
        head = {"state": state, "done": book.done, "total": book.total, "seen": book.is_seen}
        return head | {"review": await self._written(room.code, book) if book.found[0].get(0) and _is_news(book, known) else None}

    async def _written(self, code: str, book: Book) -> Json:
        done, text = self._told.get(code, (-1, None))
        if done != book.done:
            done, found = book.done, book.review()
            text = await beside(found.json)
            self._told[code] = done, text
        return text

    async def judge(self, room: Room, guest: Guest, number: int, text: str) -> Json:
        """What another action would have cost at a decision that the review has looked at."""
        must_see(room.table, guest.id)
        book = await self._book(room)
        found = (book.found[0] | book.found[1]).get(number)
        if found is None or found.best is None:
            raise Denied(404, "at", at=number, last=len(book.plan.log))
        if guest.id in self._trying:
            raise Denied(409, "trying")
        self._trying.add(guest.id)
        try:
            return await self._judged(room, guest, book.plan, found, text)
        finally:
            self._trying.discard(guest.id)

    async def _judged(self, room: Room, guest: Guest, plan: Plan, found: Finding, text: str) -> Json:
        number, best = found.number, found.best
        assert best is not None
        game, states = await beside(positions, plan)
        action = find_action(game, states[number - 1], text)
        if action is None:
            raise Denied(409, "not_then", action=text)
        answer: Json = pieces.known(found, plan.log[number - 1], action)
        if answer is None:
            asker = Asker(True, guest.address, guest.id, room.code)
            place = Place(lambda: asker, _seconds(plan, plan.depth.more))
            try:
                work = self._workers.work(pieces.judged(plan, number, best, action), place)
                answer = await asyncio.wait_for(work, JUDGE_SECONDS)
            except (BotFailed, TimeoutError) as failed:
                raise Denied(503, "not_judged") from failed
        return answer | {"action": game.spell(action), "best": game.spell(best)}

    async def ask_all(self, codes: Sequence[str]) -> int:
        """All of these that nobody has asked for are worked out some time, when nobody waits for anything else. How many those are."""
        known = {row["match"] for row in await self._store.rows(select(review.match).where(review.match.in_(codes)))}
        fresh = [code for code in codes if code not in known]
        for code in fresh:
            await self._wish(code, UNPLANNED)
        return len(fresh)

    # Working

    async def resume(self) -> None:
        """What a process that ended has left is gone on with."""
        query = select(review.match).where(review.done.is_(False), review.match > self._resumed).order_by(review.match).limit(4 * RESUMED)
        codes = [str(row["match"]) for row in await self._store.rows(query)]
        for code in codes:
            if len(self._working) < RESUMED and code not in self._working and code not in self._failed:
                self._begin(code, Asker(False, "", "", code))
        self._resumed = codes[-1] if len(codes) == 4 * RESUMED else ""  # and round again: some cannot be gone on with

    def drop(self, code: str) -> None:
        """The match is no more, or another's."""
        for kept in (self._books, self._told):
            kept.pop(code, None)
        if code in self._working:
            self._working[code].cancel()

    def _begin(self, code: str, asker: Asker) -> None:
        self._askers[code] = asker
        self._working[code] = asyncio.create_task(self._work(code, asker))

    async def _work(self, code: str, asker: Asker) -> None:
        claim, claimed = f"review {code}", False
        try:
            claimed = await self._bus.claim(claim)
            if not claimed:  # another process is at it
                return
            self._books.pop(code, None)
            book = await self._book(await self._find(code))
            await self._wish(code, book.plan.name)
            while not book.is_whole:
                look, missing = book.missing()
                todo, fresh = iter(missing), list[tuple[int, Finding]]()
                async with asyncio.TaskGroup() as group:
                    for _ in range(self._processes):
                        group.create_task(self._look(code, book, look, todo, fresh, asker))
                await self._keep(code, fresh)
            accounts = await beside(lambda: book.review().json()["seats"])
            async with self._store.writing() as connection:
                await connection.execute(update(schema.review).where(review.match == code).values(done=True, accounts=json.dumps(accounts)))
        except* Exception as failed:  # the match was deleted, cannot be replayed here, or a worker gave up
            self._failed.add(code)
            LOG.warning("a review stopped: %s", failed.exceptions[0], extra={"table": code})
        finally:
            self._working.pop(code, None)
            self._askers.pop(code, None)
            if claimed:
                await asyncio.shield(self._bus.release(claim))

    async def _look(self, code: str, book: Book, look: int, todo: Iterator[int], fresh: list[tuple[int, Finding]], asker: Asker) -> None:
        """One after the other of what is still to be looked at, beside others that do the same."""
        times = book.times(look)
        for number in todo:
            found = Finding.load(await self._piece(pieces.looked_at(book.plan, number, times), asker, _seconds(book.plan, times)))
            book.add(look, found)
            fresh.append((look, found))
            if len(fresh) >= KEPT_AT_ONCE:
                batch = fresh[:]
                fresh.clear()
                await self._keep(code, batch)

    async def _piece(self, piece: Json, asker: Asker, seconds: float) -> Json:
        for tried in range(1, TRIES + 1):
            try:
                return await self._workers.work(piece, Place(lambda: asker, seconds, aside=True))
            except BotFailed:
                if tried == TRIES:
                    raise
        raise AssertionError

    # Keeping

    async def _book(self, room: Room) -> Book:
        """What is known of it: here, or kept by whoever works it out."""
        code, plan = room.code, Plan.of(room.story.match)
        book = self._books.pop(code, None)
        if book is None or book.plan != plan or not (book.is_whole or code in self._working):
            book = Book(plan)
            query = select(finding.look, finding.found).join_from(schema.finding, schema.review, review.match == finding.match)
            for row in await self._store.rows(query.where(finding.match == code, review.plan == plan.name)):
                book.add(row["look"], Finding.load(json.loads(row["found"])))
        self._books[code] = book
        while len(self._books) > REMEMBERED:
            forgotten = next(iter(self._books))
            self._books.pop(forgotten)
            self._told.pop(forgotten, None)
        return book

    async def _plan_of(self, code: str) -> str | None:
        rows = await self._store.rows(select(review.plan).where(review.match == code))
        return str(rows[0]["plan"]) if rows else None

    async def _wish(self, code: str, plan: str) -> None:
        """Written down, so that it is worked out whatever becomes of this process. What another version found is of no use."""
        before = await self._plan_of(code)
        if before == plan:
            return
        try:
            async with self._store.writing() as connection:
                if before is None:
                    await connection.execute(insert(schema.review).values(match=code, plan=plan, done=False))
                else:
                    await connection.execute(delete(schema.finding).where(finding.match == code))
                    values = {"plan": plan, "done": False, "accounts": None}
                    await connection.execute(update(schema.review).where(review.match == code).values(values))
        except IntegrityError:  # another process was asked at the same moment
            LOG.info("a review was asked for twice", extra={"table": code})

    async def _keep(self, code: str, fresh: list[tuple[int, Finding]]) -> None:
        if fresh:
            rows = [{"match": code, "look": look, "number": one.number, "found": json.dumps(one.json())} for look, one in fresh]
            async with self._store.writing() as connection:
                await connection.execute(insert(schema.finding), rows)


def _is_news(book: Book, known: int | None) -> bool:
    """Whether enough has been found since somebody looked last: all of it is sent again."""
    return known is None or book.done >= known + (1 if book.is_whole else max(1, book.total // STEPS))


def _seconds(plan: Plan, times: int) -> float:
    """That a piece takes, about."""
    return (2 * plan.depth.play + plan.depth.search) * times
