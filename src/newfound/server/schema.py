"""The tables of the database. Migrations make them; a test holds that both say the same."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, CheckConstraint, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

metadata: Final = MetaData()

guest: Final = Table(
    "guest",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("secret", String(64), nullable=False),  # SHA-256 of 256 random bits
    Column("created", Integer, nullable=False),
)

# A match and the table it is played at.
match: Final = Table(
    "match",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("edition", Integer, nullable=False),
    Column("parts", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("seed", String(128), nullable=False),
    Column("status", String(8), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("host", String(16), nullable=False),
    Column("created", Integer, nullable=False),
    Column("given", Integer, nullable=False),
    Column("turn", Integer),
    Column("serial", Integer, nullable=False),  # entries of the log, for lists; the log itself is the truth
    Column("asked", Text),  # JSON
    Column("rematch", String(16)),
    Column("moved", Integer),  # when the last entry was made
    CheckConstraint("status in ('open', 'playing', 'over', 'record')", name="match_status"),
    Index("match_by_status", "status", "public", "created"),
)

seat: Final = Table(
    "seat",
    metadata,
    Column("match", String(16), ForeignKey("match.code"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("guest", String(16)),
    Column("name", String(60), nullable=False),
    Column("level", String(30)),
    Column("stand_in", String(30)),
    CheckConstraint("kind in ('person', 'bot', 'open')", name="seat_kind"),
    Index("seat_by_guest", "guest"),
)

# The log: rows are only ever added. Two writers cannot write the same serial.
event: Final = Table(
    "event",
    metadata,
    Column("match", String(16), ForeignKey("match.code"), primary_key=True),
    Column("serial", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("value", Integer, nullable=False),  # the action, or the event count to go back to
    Column("client", String(40)),  # the id its sender gave it
    CheckConstraint("kind in ('act', 'back', 'hint', 'opened')", name="event_kind"),
    UniqueConstraint("match", "seat", "client", name="event_once"),
)

chat: Final = Table(
    "chat",
    metadata,
    Column("match", String(16), ForeignKey("match.code"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("guest", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(60), nullable=False),
    Column("text", String(600), nullable=False),
    Column("time", Integer, nullable=False),
    Column("client", String(40), nullable=False),
    UniqueConstraint("match", "guest", "client", name="chat_once"),
)

link: Final = Table(
    "link",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256
    Column("match", String(16), ForeignKey("match.code"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guest", String(16), nullable=False),  # who gave it away: worthless when the seat is no longer theirs
    Column("expires", Integer, nullable=False),
)
