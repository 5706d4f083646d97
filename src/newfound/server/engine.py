"""The database as it is connected to: the statement that every change of a log ends with, and the thread that appends to SQLite."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from sqlalchemy import Integer, and_, bindparam, case, create_engine, event, insert, literal_column, null, or_, update
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from newfound.server import schema
from newfound.server.settings import Settings

DAY: Final = 24 * 3600
Rows = list[dict[str, str | int | None]]

NOW: Final = bindparam("now", type_=Integer)
PASSED: Final = schema.match.c.turn != bindparam("to_turn", type_=Integer)
ZERO, DAYS = literal_column("0", Integer), schema.match.c.pace * literal_column(str(DAY), Integer)  # written out, for the driver
DECIDED: Final = or_(PASSED, bindparam("acted", type_=Integer) > ZERO)  # a question is no decision, and gains no time
PACED: Final = and_(schema.match.c.pace > ZERO, bindparam("to_turn", type_=Integer) >= ZERO)
MOVED: Final = (
    update(schema.match)
    .where(schema.match.c.code == bindparam("of"))
    .values(
        turn=bindparam("to_turn", type_=Integer),
        serial=bindparam("to_serial"),
        asked=bindparam("to_asked"),
        status=bindparam("to_status"),
        ended=bindparam("to_ended"),
        moved=NOW,
        since=case((PASSED, NOW), else_=schema.match.c.since),
        due=case((~PACED, null()), (DECIDED, NOW + DAYS), else_=schema.match.c.due),
        holiday=case((PASSED, ZERO), else_=schema.match.c.holiday),
        reminded=case((PASSED, null()), else_=schema.match.c.reminded),
    )
)
SEATED: Final = (
    update(schema.seat)
    .where(schema.seat.c.match == bindparam("of"), schema.seat.c.seat == bindparam("at"))
    .values(stand_in=bindparam("to_bot"), gone=bindparam("to_gone"))
)


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

    The statements are compiled once and given to the driver, in half the time that SQLAlchemy takes for them.
    """

    def __init__(self, settings: Settings) -> None:
        self._engine = create_engine(settings.engine_url.replace("+aiosqlite", ""), paramstyle="named", connect_args={"timeout": 30})
        event.listen(self._engine, "connect", _pragmas)
        self._connection: Any = None
        self._add, self._move, self._seat = (str(query.compile(self._engine)) for query in (insert(schema.event), MOVED, SEATED))
        self._thread = ThreadPoolExecutor(1, "newfound-writer")

    async def write(self, rows: Rows, moves: Rows, seats: Rows) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, rows, moves, seats)

    def _write(self, rows: Rows, moves: Rows, seats: Rows) -> None:
        if self._connection is None:
            self._connection = self._engine.raw_connection()
        with self._connection.driver_connection as connection:  # commits, or takes all back
            connection.executemany(self._add, rows)
            connection.executemany(self._move, moves)
            connection.executemany(self._seat, seats)

    def close(self) -> None:
        self._thread.shutdown()
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()
