"""Somebody may have several devices, and words to come back by. The cookies there are go on as those of a first device."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "device",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("guest", sa.String(16), sa.ForeignKey("guest.id"), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
    )
    op.create_index("device_by_guest", "device", ["guest"])
    op.create_table(
        "handover",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(16), sa.ForeignKey("guest.id"), nullable=False),
        sa.Column("expires", sa.Integer, nullable=False),
    )
    op.add_column("guest", sa.Column("words", sa.String(64)))
    op.create_index("guest_by_words", "guest", ["words"])
    seen = int(time.time())  # when really nobody knows
    op.execute(f"insert into device (id, guest, secret, name, created, seen) select id, id, secret, '', created, {seen} from guest")
    op.drop_column("guest", "secret")


def downgrade() -> None:
    op.add_column("guest", sa.Column("secret", sa.String(64), nullable=False, server_default=""))
    op.execute("update guest set secret = (select secret from device where device.id = guest.id)")
    op.drop_index("guest_by_words", "guest")
    op.drop_column("guest", "words")
    op.drop_table("handover")
    op.drop_table("device")
