"""Runs the migrations on the connection that the server hands in, one process at a time."""

from __future__ import annotations

from alembic import context
from sqlalchemy import text

from newfound.server.schema import metadata

connection = context.config.attributes["connection"]
if connection.dialect.name == "postgresql":
    connection.execute(text("select pg_advisory_xact_lock(7012026)"))  # several processes may start at once
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True, transaction_per_migration=False)
with context.begin_transaction():
    context.run_migrations()
