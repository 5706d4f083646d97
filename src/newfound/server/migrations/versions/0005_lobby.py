"""Before the match: who is ready, who is invited, which change of the table is the newest; and whom somebody does not want to meet."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("match", sa.Column("plan", sa.Integer, nullable=False, server_default="0"))
    op.add_column("match", sa.Column("emptied", sa.Integer))
    op.add_column("seat", sa.Column("ready", sa.Boolean, nullable=False, server_default=sa.true()))  # who sits and waits already
    op.add_column("guest", sa.Column("key", sa.String(32), nullable=False, server_default=""))
    guest = sa.table("guest", sa.column("id"), sa.column("key"))
    for (number,) in op.get_bind().execute(sa.select(guest.c.id)).all():
        op.get_bind().execute(sa.update(guest).where(guest.c.id == number).values(key=secrets.token_hex(16)))
    op.create_table(
        "invitation",
        sa.Column("match", sa.String(16), sa.ForeignKey("match.code"), primary_key=True),
        sa.Column("guest", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("by_name", sa.String(60), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.CheckConstraint("state in ('invited', 'declined', 'hidden', 'barred')", name="invitation_state"),
    )
    op.create_index("invitation_by_guest", "invitation", ["guest"])
    op.create_table(
        "block",
        sa.Column("guest", sa.String(16), primary_key=True),
        sa.Column("other", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
    )
    op.create_index("block_by_other", "block", ["other"])


def downgrade() -> None:
    op.drop_table("block")
    op.drop_table("invitation")
    op.drop_column("guest", "key")
    op.drop_column("seat", "ready")
    op.drop_column("match", "emptied")
    op.drop_column("match", "plan")
