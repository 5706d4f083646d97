"""When a match was last moved in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("match", sa.Column("moved", sa.Integer))


def downgrade() -> None:
    op.drop_column("match", "moved")
