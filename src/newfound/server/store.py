"""All that is kept: guests, tables, logs, chat. The one place that speaks to the database. Rows of the log are only ever added."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Select, and_, bindparam, create_engine, event, exists, func, insert, null, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from newfound.core.game import Json, Value
from newfound.server import schema
from newfound.server.problems import Taken
from newfound.server.settings import Settings
from newfound.server.story import Entry

LISTED = 50
Rows = list[dict[str, str | int | None]]


@dataclass(frozen=True)
class Seat:
    seat: int
    kind: str
    guest: str | None = None
    name: str = ""
    level: str | None = None
    stand_in: str | None = None

    @property
    def bot(self) -> str | None:
        """The level of the bot that plays this seat now; None where a person does."""
        return self.level if self.kind == "bot" else self.stand_in


@dataclass(frozen=True)
class Table:
    code: str
    game: str
    edition: int
    parts: str
    options: dict[str, Value]
    seed: str
    status: str
    public: bool
    practice: bool
    host: str
    created: int
    given: int = 0
    turn: int | None = None
    serial: int = 0
    asked: Json | None = None
    rematch: str | None = None
    moved: int | None = None
    seats: tuple[Seat, ...] = field(default=())


@dataclass(frozen=True)
class Line:
    """A line of chat."""

    number: int
    guest: str
    seat: int
    name: str
    text: str
    time: int
    client: str


MOVED: Final = (
    update(schema.match)
    .where(schema.match.c.code == bindparam("of"))
    .values(turn=bindparam("to_turn"), serial=bindparam("to_serial"), asked=null(), status=bindparam("to_status"), moved=bindparam("now"))
)


@dataclass(frozen=True)
class Append:
    """Entries that wait to be written."""

    code: str
    serial: int
    entries: Sequence[Entry]
    turn: int
    status: str
    kept: asyncio.Future[None]

    def row(self) -> dict[str, str | int | None]:
        return {
            "of": self.code,
            "to_turn": self.turn,
            "to_serial": self.serial + len(self.entries),
            "to_status": self.status,
            "now": int(time.time()),
        }

    def fail(self, error: Exception) -> None:
        if not self.kept.done():
            self.kept.set_exception(error)


def _rows(code: str, serial: int, entries: Sequence[Entry]) -> Rows:
    return [
        {"match": code, "serial": number, "kind": entry.kind, "seat": entry.seat, "value": entry.value, "client": entry.client}
        for number, entry in enumerate(entries, serial)
    ]


def make_engine(settings: Settings) -> AsyncEngine:
    if settings.is_postgres:
        return create_async_engine(settings.engine_url, pool_size=10, max_overflow=10, pool_pre_ping=True)
    engine = create_async_engine(settings.engine_url, connect_args={"timeout": 30})
    event.listen(engine.sync_engine, "connect", _pragmas)
    return engine


def _pragmas(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


class Writer:
    """Appends to SQLite on a thread of its own: one crossing for a transaction, where aiosqlite crosses for every call.

    The two statements are compiled once and given to the driver, in half the time that SQLAlchemy takes for them.
    """

    def __init__(self, settings: Settings) -> None:
        self._engine = create_engine(settings.engine_url.replace("+aiosqlite", ""), paramstyle="named", connect_args={"timeout": 30})
        event.listen(self._engine, "connect", _pragmas)
        self._connection: Any = None
        self._add, self._move = (str(query.compile(self._engine)) for query in (insert(schema.event), MOVED))
        self._thread = ThreadPoolExecutor(1, "newfound-writer")

    async def write(self, rows: Rows, moves: Rows) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, rows, moves)

    def _write(self, rows: Rows, moves: Rows) -> None:
        if self._connection is None:
            self._connection = self._engine.raw_connection()
        with self._connection.driver_connection as connection:  # commits, or takes all back
            connection.executemany(self._add, rows)
            connection.executemany(self._move, moves)

    def close(self) -> None:
        self._thread.shutdown()
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


class Store:
    def __init__(self, settings: Settings) -> None:
        self.engine = make_engine(settings)
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
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        if self._one_writer is None:
            async with self.engine.begin() as connection:
                yield connection
        else:
            async with self._one_writer, self.engine.begin() as connection:
                yield connection

    async def _rows(self, query: Select[Any]) -> Sequence[Any]:
        async with self.engine.connect() as connection:
            rows: Sequence[Any] = (await connection.execute(query)).mappings().all()
            return rows

    async def ping(self) -> None:
        async with self.engine.connect() as connection:
            await connection.execute(select(1))

    # Guests

    async def add_guest(self, guest: str, name: str, secret: str, created: int) -> None:
        async with self._writing() as connection:
            await connection.execute(insert(schema.guest).values(id=guest, name=name, secret=secret, created=created))

    async def rename_guest(self, guest: str, name: str) -> None:
        async with self._writing() as connection:
            await connection.execute(update(schema.guest).where(schema.guest.c.id == guest).values(name=name))

    async def guest(self, guest: str) -> tuple[str, str] | None:
        """Name and hashed secret."""
        rows = await self._rows(select(schema.guest).where(schema.guest.c.id == guest))
        return (rows[0]["name"], rows[0]["secret"]) if rows else None

    # Tables

    async def add_table(self, table: Table, entries: Sequence[Entry] = (), rematch_of: str | None = None) -> bool:
        """False where the other table has a rematch already."""
        values = {name: getattr(table, name) for name in Table.__dataclass_fields__ if name not in ("options", "asked", "seats")}
        async with self._writing() as connection:
            if rematch_of is not None:
                where = (schema.match.c.code == rematch_of, schema.match.c.rematch.is_(None))
                if (await connection.execute(update(schema.match).where(*where).values(rematch=table.code))).rowcount != 1:
                    return False
            await connection.execute(
                insert(schema.match).values(**values, seats=len(table.seats), options=json.dumps(table.options), asked=None)
            )
            rows = [vars(seat) | {"match": table.code} for seat in table.seats]
            await connection.execute(insert(schema.seat), rows)
            await self._add_entries(connection, table.code, 0, entries)
            return True

    async def table(self, code: str) -> Table | None:
        rows = await self._rows(select(schema.match).where(schema.match.c.code == code))
        return (await self._with_seats(rows))[0] if rows else None

    async def _with_seats(self, rows: Sequence[Any]) -> list[Table]:
        codes = [row["code"] for row in rows]
        query = select(schema.seat).where(schema.seat.c.match.in_(codes)).order_by(schema.seat.c.match, schema.seat.c.seat)
        seats: dict[str, list[Seat]] = {code: [] for code in codes}
        for row in await self._rows(query) if codes else ():
            seats[row["match"]].append(Seat(row["seat"], row["kind"], row["guest"], row["name"], row["level"], row["stand_in"]))
        return [_table(row, seats[row["code"]]) for row in rows]

    async def open_tables(self) -> list[Table]:
        match = schema.match.c
        query = select(schema.match).where(match.status == "open", match.public).order_by(match.created.desc()).limit(LISTED)
        return await self._with_seats(await self._rows(query))

    async def finished_tables(self, game: str | None = None) -> list[Table]:
        """Public tables whose match was played to its end, oldest first."""
        match = schema.match.c
        query = select(schema.match).where(match.status == "over", match.public).order_by(match.created, match.code)
        return await self._with_seats(await self._rows(query.where(match.game == game) if game else query))

    async def tables_of(self, guest: str) -> list[Table]:
        held = select(schema.seat.c.match).where(schema.seat.c.guest == guest)
        query = select(schema.match).where(schema.match.c.code.in_(held)).order_by(schema.match.c.created.desc()).limit(LISTED)
        return await self._with_seats(await self._rows(query))

    async def waiting_for_bots(self) -> list[str]:
        """The matches in which it is a bot's turn."""
        match, seat = schema.match.c, schema.seat.c
        played = (seat.kind == "bot") | seat.stand_in.is_not(None)
        query = select(match.code).join_from(schema.match, schema.seat, and_(seat.match == match.code, seat.seat == match.turn))
        return [row["code"] for row in await self._rows(query.where(match.status == "playing", played))]

    async def full_tables(self) -> list[str]:
        """Tables at which nobody is missing, and yet nothing has begun."""
        match, seat = schema.match.c, schema.seat.c
        vacant = exists(select(1).where(seat.match == match.code, seat.kind == "open"))
        return [row["code"] for row in await self._rows(select(match.code).where(match.status == "open", ~vacant))]

    async def serials(self, codes: Sequence[str]) -> dict[str, int]:
        """How far these matches are."""
        match = schema.match.c
        rows = await self._rows(select(match.code, match.serial).where(match.code.in_(codes))) if codes else ()
        return {row["code"]: row["serial"] for row in rows}

    async def take_seat(self, code: str, seat: int, guest: str, name: str) -> bool:
        """False where somebody was first."""
        async with self._writing() as connection:
            where = (schema.seat.c.match == code, schema.seat.c.seat == seat, schema.seat.c.kind == "open")
            done = await connection.execute(update(schema.seat).where(*where).values(kind="person", guest=guest, name=name))
            return done.rowcount == 1

    async def change_seat(self, code: str, seat: int, holder: str, **values: str | None) -> bool:
        """Changes a seat while it is this holder's; False where it no longer is."""
        async with self._writing() as connection:
            where = (schema.seat.c.match == code, schema.seat.c.seat == seat, schema.seat.c.guest == holder)
            done = await connection.execute(update(schema.seat).where(*where).values(**values))
            return done.rowcount == 1

    async def start(self, code: str, entries: Sequence[Entry], turn: int) -> bool:
        """The match begins, once, when no seat is open; its first luck is written with it."""
        match, seat = schema.match.c, schema.seat.c
        vacant = exists(select(1).where(seat.match == code, seat.kind == "open"))
        async with self._writing() as connection:
            where = (match.code == code, match.status == "open", ~vacant)
            status = "playing" if turn >= 0 else "over"
            done = await connection.execute(
                update(schema.match).where(*where).values(status=status, turn=turn, serial=match.serial + len(entries))
            )
            if done.rowcount != 1:
                return False
            first = await connection.scalar(select(func.count()).select_from(schema.event).where(schema.event.c.match == code))
            await self._add_entries(connection, code, first or 0, entries)
            return True

    async def ask(self, code: str, serial: int, asked: Json | None) -> bool:
        """False where the match has moved on."""
        async with self._writing() as connection:
            text = None if asked is None else json.dumps(asked)
            where = (schema.match.c.code == code, schema.match.c.serial == serial)
            return (await connection.execute(update(schema.match).where(*where).values(asked=text))).rowcount == 1

    # The log

    async def append(self, code: str, serial: int, entries: Sequence[Entry], turn: int, status: str) -> None:
        """All of them from this serial on, or none: Taken where another writer was first. Returns when they are safe.

        All that wait at the same time are written in one transaction, so that a busy server does not wait for the disk once for each.
        """
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Append(code, serial, entries, turn, status, kept))
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
        try:
            if self._writer is not None and self._one_writer is not None:
                async with self._one_writer:
                    await self._writer.write(rows, moves)
            else:
                async with self._writing() as connection:
                    await connection.execute(insert(schema.event), rows)
                    await connection.execute(MOVED, moves)
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

    async def _add_entries(self, connection: AsyncConnection, code: str, serial: int, entries: Sequence[Entry]) -> None:
        if entries:
            await connection.execute(insert(schema.event), _rows(code, serial, entries))

    async def entries(self, code: str, serial: int = 0) -> list[Entry]:
        event = schema.event.c
        query = select(event.kind, event.seat, event.value, event.client)
        rows = await self._rows(query.where(event.match == code, event.serial >= serial).order_by(event.serial))
        return [Entry(row["kind"], row["seat"], row["value"], row["client"]) for row in rows]

    # Chat and links

    async def add_chat(self, code: str, line: Line) -> None:
        try:
            async with self._writing() as connection:
                await connection.execute(insert(schema.chat).values(match=code, **vars(line)))
        except IntegrityError as error:
            raise Taken from error

    async def chat(self, code: str) -> list[Line]:
        rows = await self._rows(select(schema.chat).where(schema.chat.c.match == code).order_by(schema.chat.c.number))
        return [Line(**{name: row[name] for name in Line.__dataclass_fields__}) for row in rows]

    async def add_link(self, token: str, code: str, seat: int, guest: str, expires: int) -> None:
        async with self._writing() as connection:
            await connection.execute(insert(schema.link).values(token=token, match=code, seat=seat, guest=guest, expires=expires))

    async def take_link(self, token: str, guest: str, now: int) -> str | None:
        """The seat of this link becomes the guest's; the link works once. The table's code, or None."""
        link, seat = schema.link.c, schema.seat.c
        async with self._writing() as connection:
            found = (await connection.execute(select(schema.link).where(link.token == token))).mappings().one_or_none()
            used = (await connection.execute(schema.link.delete().where(link.token == token))).rowcount
            if found is None or used != 1 or found["expires"] < now:
                return None
            where = (seat.match == found["match"], seat.seat == found["seat"], seat.guest == found["guest"])
            done = await connection.execute(update(schema.seat).where(*where).values(guest=guest, stand_in=None))
            return str(found["match"]) if done.rowcount == 1 else None


def _table(row: Any, seats: Sequence[Seat]) -> Table:
    values = {name: row[name] for name in Table.__dataclass_fields__ if name not in ("options", "asked", "seats")}
    asked = None if row["asked"] is None else json.loads(row["asked"])
    return Table(**values, options=json.loads(row["options"]), asked=asked, seats=tuple(seats))
