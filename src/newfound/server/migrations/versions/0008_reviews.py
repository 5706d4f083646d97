"""Reviews, and what they have found until now."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "review",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.code"), primary_key=True),
        sa.Column("plan", sa.String(64), nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("accounts", sa.Text),
    )
    op.create_index("review_by_done", "review", ["done"])
    op.create_table(
        "finding",
        sa.Column("match", sa.String(16), sa.ForeignKey("review.match"), primary_key=True),
        sa.Column("look", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("found", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("finding")
    op.drop_table("review")
