"""Who may write at a table, and from whom a seat was moved."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("match", sa.Column("talk", sa.String(8), nullable=False, server_default="usual"))
    op.add_column("seat", sa.Column("giver", sa.String(16)))


def downgrade() -> None:
    op.drop_column("seat", "giver")
    op.drop_column("match", "talk")
