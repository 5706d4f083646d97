"""Playing over days: a pace, the time that is left, and ways to be reminded."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("match", sa.Column("pace", sa.Integer, nullable=False, server_default="0"))
    op.add_column("match", sa.Column("since", sa.Integer))
    op.add_column("match", sa.Column("due", sa.Integer))
    op.add_column("match", sa.Column("holiday", sa.Integer, nullable=False, server_default="0"))
    op.add_column("match", sa.Column("reminded", sa.Integer))
    op.add_column("seat", sa.Column("looked", sa.Integer))
    op.create_table(
        "push",
        sa.Column("device", sa.String(16), sa.ForeignKey("device.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String(16), sa.ForeignKey("guest.id", ondelete="CASCADE"), nullable=False),
        sa.Column("endpoint", sa.String(600), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
    )
    op.create_index("push_by_guest", "push", ["guest"])
    op.create_index("push_by_endpoint", "push", ["endpoint"])
    op.create_table(
        "mail",
        sa.Column("guest", sa.String(16), sa.ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("token", sa.String(64)),
        sa.Column("expires", sa.Integer, nullable=False),
        sa.Column("stop", sa.String(32), nullable=False),
        sa.UniqueConstraint("stop", name="mail_by_stop"),
    )
    op.create_table(
        "first_mail",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("guest", sa.String(16), nullable=False),
        sa.Column("time", sa.Integer, nullable=False),
    )
    op.create_index("first_mail_by_time", "first_mail", ["time"])
    op.create_table("secret", sa.Column("name", sa.String(20), primary_key=True), sa.Column("value", sa.Text, nullable=False))


def downgrade() -> None:
    for table in ("secret", "first_mail", "mail", "push"):
        op.drop_table(table)
    op.drop_column("seat", "looked")
    for column in ("reminded", "holiday", "due", "since", "pace"):
        op.drop_column("match", column)
