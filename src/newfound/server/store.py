"""All that is kept: guests, tables, logs, chat. The one place that speaks to the database. Rows of the log are only ever added."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields, replace
from typing import Any, Final, TypeVar

import asyncpg
from sqlalchemy import Select, and_, case, exists, func, insert, null, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from newfound.core.game import Json
from newfound.host.records import Invitation, Line, Seat, Table
from newfound.host.story import ACT, REPLACED, RETURN, Entry
from newfound.server import clock, schema
from newfound.server.bus import CHANNEL
from newfound.server.engine import DAY, MOVED, SEATED, Rows, Writer, make_engine
from newfound.server.problems import BadSettings, Taken
from newfound.server.settings import Settings

LOG: Final = logging.getLogger("newfound.store")
LISTED = 50
ANEW: Final = (ACT, RETURN, REPLACED)  # whoever decides next has all their time
AWAY: Final = (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError)  # raised while the database cannot be reached
FOR_GOOD: Final = ("28", "3D")  # SQLSTATE: not let in, no such database
RETRY_SECONDS: Final = 1.0


@dataclass(frozen=True)
class Link:
    """What a secret link gives: a seat, as long as it is this guest's. `replaces`: to somebody else."""

    match: str
    seat: int
    guest: str
    replaces: bool


Kept = TypeVar("Kept", Seat, Invitation, Line, Link)
APART: Final = ("options", "asked", "seats", "invitations")  # fields of a table that are not columns as they are


def on_time(table: Table, turn: int, entries: Sequence[Entry], now: int) -> Table:
    """The table with the time that is left after these entries: as `MOVED` writes it, and nothing at a live one."""
    if not table.pace:
        return table
    passed = turn != table.turn
    decided = passed or any(entry.kind in ANEW for entry in entries)
    due = None if turn < 0 else now + table.pace * DAY if decided else table.due
    return replace(table, since=now if passed else table.since, due=due, holiday=0 if passed else table.holiday)


@dataclass(frozen=True)
class Append:
    """Entries that wait to be written."""

    code: str
    serial: int
    entries: Sequence[Entry]
    turn: int
    status: str
    asked: Json | None
    ended: str | None
    seats: Sequence[Seat]
    kept: asyncio.Future[None]

    def row(self) -> dict[str, str | int | None]:
        return {
            "of": self.code,
            "to_turn": self.turn,
            "to_serial": self.serial + len(self.entries),
            "to_status": self.status,
            "to_asked": None if self.asked is None else json.dumps(self.asked),
            "to_ended": self.ended,
            "now": clock.now(),
            "acted": int(any(entry.kind in ANEW for entry in self.entries)),
        }

    def seat_rows(self) -> Rows:
        return [{"of": self.code, "at": seat.seat, "to_bot": seat.stand_in, "to_gone": seat.gone} for seat in self.seats]

    def fail(self, error: Exception) -> None:
        if not self.kept.done():
            self.kept.set_exception(error)


def _rows(code: str, serial: int, entries: Sequence[Entry]) -> Rows:
    return [
        {"match": code, "serial": number, **{name: getattr(entry, name) for name in Entry.__dataclass_fields__}}
        for number, entry in enumerate(entries, serial)
    ]


class Store:
    """`me` is the name under which the other processes are told what changes at a table."""

    def __init__(self, settings: Settings, me: str = "") -> None:
        self.engine = make_engine(settings)
        self._me = me
        self._waiting: list[Append] = []
        self._appending: asyncio.Task[None] | None = None
        self._writer = None if settings.is_postgres else Writer(settings)
        self._one_writer = None if settings.is_postgres else asyncio.Lock()  # SQLite has one; waiting here is fair and cheap

    async def close(self) -> None:
        if self._appending is not None:
            await self._appending
        if self._writer is not None:
            self._writer.close()
        await self.engine.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        if self._one_writer is None:
            async with self.engine.begin() as connection:
                yield connection
        else:
            async with self._one_writer, self.engine.begin() as connection:
                yield connection

    async def told(self, connection: AsyncConnection, code: str) -> None:
        """Who sits where is told with the change itself: no process goes on showing a seat to who held it, whatever ends in between."""
        if self._one_writer is None:
            await connection.execute(select(func.pg_notify(CHANNEL, json.dumps({"table": code, "from": self._me}))))

    async def rows(self, query: Select[Any]) -> Sequence[Any]:
        async with self.engine.connect() as connection:
            rows: Sequence[Any] = (await connection.execute(query)).mappings().all()
            return rows

    async def wait(self, seconds: float) -> None:
        """Until the database answers; BadSettings if it does not in this time, or never will."""
        until = time.monotonic() + seconds
        while True:
            try:
                return await self.ping()
            except AWAY as error:
                url, why = self.engine.url.render_as_string(hide_password=True), str(error).split("\n")[0][:200] or type(error).__name__
                gone = getattr(getattr(error, "orig", error), "sqlstate", None) or ""
                if self._one_writer is not None or gone.startswith(FOR_GOOD) or time.monotonic() > until:
                    raise BadSettings("server.no_database", url=url, why=why) from error
                LOG.warning("waiting for the database %s: %s", url, why)
                await asyncio.sleep(RETRY_SECONDS)

    async def ping(self) -> None:
        async with self.engine.connect() as connection:
            await connection.execute(select(1))

    # Tables

    async def add_table(self, table: Table, entries: Sequence[Entry] = (), rematch_of: str | None = None) -> bool:
        """False where the other table has a rematch already."""
        values = {name: getattr(table, name) for name in Table.__dataclass_fields__ if name not in APART}
        async with self.writing() as connection:
            if rematch_of is not None:
                where = (schema.match.c.code == rematch_of, schema.match.c.rematch.is_(None))
                if (await connection.execute(update(schema.match).where(*where).values(rematch=table.code))).rowcount != 1:
                    return False
                await self.told(connection, rematch_of)
            await connection.execute(
                insert(schema.match).values(**values, seats=len(table.seats), options=json.dumps(table.options), asked=None)
            )
            rows = [vars(seat) | {"match": table.code} for seat in table.seats]
            await connection.execute(insert(schema.seat), rows)
            await self.add_entries(connection, table.code, 0, entries)
            if asked := [vars(one) | {"match": table.code} for one in table.invitations]:
                await connection.execute(insert(schema.invitation), asked)
            return True

    async def table(self, code: str) -> Table | None:
        rows = await self.rows(select(schema.match).where(schema.match.c.code == code))
        return (await self._with_seats(rows))[0] if rows else None

    async def _with_seats(self, rows: Sequence[Any]) -> list[Table]:
        codes = [row["code"] for row in rows]
        query = select(schema.seat).where(schema.seat.c.match.in_(codes)).order_by(schema.seat.c.match, schema.seat.c.seat)
        seats: dict[str, list[Seat]] = {code: [] for code in codes}
        for row in await self.rows(query) if codes else ():
            seats[row["match"]].append(read(Seat, row))
        asked: dict[str, list[Invitation]] = {row["code"]: [] for row in rows if row["status"] == "open"}
        invited = select(schema.invitation).where(schema.invitation.c.match.in_(asked)).order_by(schema.invitation.c.guest)
        for row in await self.rows(invited) if asked else ():
            asked[row["match"]].append(read(Invitation, row))
        return [table_of(row, seats[row["code"]], asked.get(row["code"], ())) for row in rows]

    async def tables(self, query: Select[Any]) -> list[Table]:
        return await self._with_seats(await self.rows(query))

    async def open_tables(self) -> list[Table]:
        match = schema.match.c
        query = select(schema.match).where(match.status == "open", match.public).order_by(match.created.desc()).limit(LISTED)
        return await self.tables(query)

    async def finished_tables(self, game: str | None = None) -> list[Table]:
        """Public tables whose match was played to its end, oldest first."""
        match = schema.match.c
        query = select(schema.match).where(match.status == "over", match.public, match.ended.is_(None)).order_by(match.created, match.code)
        return await self.tables(query.where(match.game == game) if game else query)

    async def tables_of(self, guest: str) -> list[Table]:
        held = select(schema.seat.c.match).where(schema.seat.c.guest == guest)
        query = select(schema.match).where(schema.match.c.code.in_(held))
        match, seat = schema.match.c, schema.seat.c
        theirs = exists(select(1).where(seat.match == match.code, seat.seat == match.turn, seat.guest == guest))
        order = (match.status.in_(("over", "record")), ~and_(match.status == "playing", theirs), match.created.desc())
        query = query.order_by(*order).limit(LISTED)
        return await self.tables(query)

    async def waiting_for_bots(self) -> list[str]:
        """The matches in which it is a bot's turn."""
        match, seat = schema.match.c, schema.seat.c
        played = (seat.kind == "bot") | seat.stand_in.is_not(None)
        query = select(match.code).join_from(schema.match, schema.seat, and_(seat.match == match.code, seat.seat == match.turn))
        return [row["code"] for row in await self.rows(query.where(match.status == "playing", played))]

    async def asked_until(self, now: float) -> list[str]:
        """The matches in which something was asked that nobody has answered until now."""
        match = schema.match.c
        rows = await self.rows(select(match.code, match.asked).where(match.status == "playing", match.asked.is_not(None)))
        return [row["code"] for row in rows if json.loads(row["asked"])["until"] <= now]

    async def serials(self, codes: Sequence[str]) -> dict[str, int]:
        """How far these matches are."""
        match = schema.match.c
        rows = await self.rows(select(match.code, match.serial).where(match.code.in_(codes))) if codes else ()
        return {row["code"]: row["serial"] for row in rows}

    # The log

    async def append(
        self,
        code: str,
        serial: int,
        entries: Sequence[Entry],
        turn: int,
        status: str,
        asked: Json | None = None,
        ended: str | None = None,
        seats: Sequence[Seat] = (),
    ) -> None:
        """All of them from this serial on, or none: Taken where another writer was first. Returns when they are safe.

        `seats` are those that bots play from then on, or no more.
        All that wait at the same time are written in one transaction, so that a busy server does not wait for the disk once for each.
        """
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Append(code, serial, entries, turn, status, asked, ended, seats, kept))
        if self._appending is None or self._appending.done():
            self._appending = asyncio.create_task(self._append_all())
        await kept

    async def _append_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                await self._append(batch)
            except Taken:  # one of them was too late: each for itself
                for one in batch:
                    await self._append_alone(one)
            except Exception as error:
                for one in batch:
                    one.fail(error)

    async def _append(self, batch: Sequence[Append]) -> None:
        rows = [row for one in batch for row in _rows(one.code, one.serial, one.entries)]
        moves = [one.row() for one in batch]
        seats = [row for one in batch for row in one.seat_rows()]
        try:
            if self._writer is not None and self._one_writer is not None:
                async with self._one_writer:
                    await self._writer.write(rows, moves, seats)
            else:
                async with self.writing() as connection:
                    await connection.execute(insert(schema.event), rows)
                    await connection.execute(MOVED, moves)
                    if seats:
                        await connection.execute(SEATED, seats)
        except (IntegrityError, sqlite3.IntegrityError) as error:
            raise Taken from error
        for one in batch:
            if not one.kept.done():
                one.kept.set_result(None)

    async def _append_alone(self, one: Append) -> None:
        try:
            await self._append([one])
        except Exception as error:
            one.fail(error)

    async def add_entries(self, connection: AsyncConnection, code: str, serial: int, entries: Sequence[Entry]) -> None:
        if entries:
            await connection.execute(insert(schema.event), _rows(code, serial, entries))

    async def entries(self, code: str, serial: int = 0) -> list[Entry]:
        event = schema.event.c
        query = select(event.kind, event.seat, event.value, event.client, event.note)
        rows = await self.rows(query.where(event.match == code, event.serial >= serial).order_by(event.serial))
        return [Entry(row["kind"], row["seat"], row["value"], row["client"], row["note"]) for row in rows]

    # Chat and links

    async def add_chat(self, code: str, line: Line) -> None:
        try:
            async with self.writing() as connection:
                await connection.execute(insert(schema.chat).values(match=code, **vars(line)))
        except IntegrityError as error:
            raise Taken from error

    async def chat(self, code: str) -> list[Line]:
        rows = await self.rows(select(schema.chat).where(schema.chat.c.match == code).order_by(schema.chat.c.number))
        return [read(Line, row) for row in rows]

    async def add_link(self, token: str, code: str, seat: int, guest: str, expires: int, replaces: bool = False) -> None:
        values = {"token": token, "match": code, "seat": seat, "guest": guest, "expires": expires, "replaces": replaces}
        async with self.writing() as connection:
            await connection.execute(insert(schema.link).values(values))

    async def link(self, token: str, now: int) -> Link | None:
        rows = await self.rows(select(schema.link).where(schema.link.c.token == token, schema.link.c.expires >= now))
        return read(Link, rows[0]) if rows else None

    async def take_link(
        self, token: str, guest: str, now: int, entries: Sequence[Entry] = (), serial: int = 0, **values: str | None
    ) -> str | None:
        """The seat of this link becomes the guest's; the link works once. The table's code, or None.

        With entries, if there are any, from this serial on: Taken where another writer was first.
        """
        link, seat, match = schema.link.c, schema.seat.c, schema.match.c
        try:
            async with self.writing() as connection:
                found = (await connection.execute(select(schema.link).where(link.token == token))).mappings().one_or_none()
                used = (await connection.execute(schema.link.delete().where(link.token == token))).rowcount
                if found is None or used != 1 or found["expires"] < now:
                    return None
                code = str(found["match"])
                where = (seat.match == code, seat.seat == found["seat"], seat.guest == found["guest"])
                done = await connection.execute(update(schema.seat).where(*where).values(guest=guest, **values))
                if done.rowcount != 1:
                    return None
                if entries:
                    await self.add_entries(connection, code, serial, entries)
                    due = case((match.pace > 0, now + match.pace * DAY), else_=null())  # all are ANEW
                    moved = {"serial": serial + len(entries), "moved": now, "due": due}
                    await connection.execute(update(schema.match).where(match.code == code).values(moved))
                await self.told(connection, code)
                return code
        except IntegrityError as error:
            raise Taken from error


def read(kind: type[Kept], row: Any) -> Kept:
    return kind(**{one.name: row[one.name] for one in fields(kind)})


def table_of(row: Any, seats: Sequence[Seat], invitations: Sequence[Invitation]) -> Table:
    values = {name: row[name] for name in Table.__dataclass_fields__ if name not in APART}
    asked = None if row["asked"] is None else json.loads(row["asked"])
    return Table(**values, options=json.loads(row["options"]), asked=asked, seats=tuple(seats), invitations=tuple(invitations))
