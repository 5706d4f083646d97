"""The first tables: guests, matches, seats, the log, chat, links."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "guest",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
    )
    op.create_table(
        "match",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("edition", sa.Integer, nullable=False),
        sa.Column("parts", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.String(128), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("practice", sa.Boolean, nullable=False),
        sa.Column("host", sa.String(16), nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("given", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer),
        sa.Column("serial", sa.Integer, nullable=False),
        sa.Column("asked", sa.Text),
        sa.Column("rematch", sa.String(16)),
        sa.CheckConstraint("status in ('open', 'playing', 'over', 'record')", name="match_status"),
    )
    op.create_index("match_by_status", "match", ["status", "public", "created"])
    op.create_table(
        "seat",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.code"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("guest", sa.String(16)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("level", sa.String(30)),
        sa.Column("stand_in", sa.String(30)),
        sa.CheckConstraint("kind in ('person', 'bot', 'open')", name="seat_kind"),
    )
    op.create_index("seat_by_guest", "seat", ["guest"])
    op.create_table(
        "event",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.code"), primary_key=True),
        sa.Column("serial", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("client", sa.String(40)),
        sa.CheckConstraint("kind in ('act', 'back', 'hint', 'opened')", name="event_kind"),
        sa.UniqueConstraint("match", "seat", "client", name="event_once"),
    )
    op.create_table(
        "chat",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.code"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("text", sa.String(600), nullable=False),
        sa.Column("time", sa.Integer, nullable=False),
        sa.Column("client", sa.String(40), nullable=False),
        sa.UniqueConstraint("match", "guest", "client", name="chat_once"),
    )
    op.create_table(
        "link",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(16), sa.ForeignKey("match.code"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(16), nullable=False),
        sa.Column("expires", sa.Integer, nullable=False),
    )
