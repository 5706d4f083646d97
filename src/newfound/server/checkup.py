"""Looks at a database without changing it: can it be reached, and is it of this version?"""

from __future__ import annotations

from dataclasses import dataclass

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from newfound.server.migrations import revisions
from newfound.server.settings import Settings
from newfound.server.store import Store


@dataclass(frozen=True)
class Found:
    url: str
    revision: str | None
    newest: str
    older: bool  # the server will bring it up to date
    connections: int | None  # that PostgreSQL allows


async def look(settings: Settings) -> Found:
    """BadSettings where there is no database to look at."""
    store = Store(settings)
    try:
        await store.wait(0)
        async with store.engine.connect() as connection:
            revision = await connection.run_sync(_revision)
            most = int(str(await connection.scalar(text("show max_connections")))) if settings.is_postgres else None
        known = revisions()
        older = revision is None or revision in known[1:]
        return Found(store.engine.url.render_as_string(hide_password=True), revision, known[0], older, most)
    finally:
        await store.close()


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
