"""Leaving, coming back, resigning, asking and ending are entries of the log. Bots that stand in now were let in by entries, too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

KINDS = (
    *("act", "back", "hint", "opened", "left", "stand_in", "return", "resigned", "freed", "replaced", "failed"),
    *("asked", "answered", "withdrew", "lapsed", "ended"),
)


def upgrade() -> None:
    with op.batch_alter_table("event") as event:
        event.add_column(sa.Column("note", sa.String(30)))
        if op.get_context().dialect.name != "sqlite":  # there the table is made anew, without its checks
            event.drop_constraint("event_kind", type_="check")
        event.create_check_constraint("event_kind", f"kind in ({', '.join(map(repr, KINDS))})")
    op.add_column("match", sa.Column("ended", sa.String(8)))
    op.add_column("seat", sa.Column("gone", sa.String(8)))
    op.add_column("link", sa.Column("replaces", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("update match set asked = null")  # what was asked before is not in the log
    _write_down()


def _write_down() -> None:
    """Who has left a match that is on."""
    connection = op.get_bind()
    standing = "select s.match, s.seat, s.stand_in from seat s join match m on m.code = s.match where m.status = 'playing'"
    for code, seat, level in connection.execute(sa.text(f"{standing} and s.stand_in is not null order by s.match, s.seat")).all():
        last = connection.scalar(sa.text("select max(serial) from event where match = :code"), {"code": code})
        row = {"code": code, "serial": (-1 if last is None else last) + 1, "seat": seat, "level": level}
        connection.execute(
            sa.text("insert into event (match, serial, kind, seat, value, note) values (:code, :serial, 'left', :seat, 0, :level)"), row
        )
        connection.execute(sa.text("update match set serial = :serial + 1 where code = :code"), row)
        connection.execute(sa.text("update seat set gone = 'left' where match = :code and seat = :seat"), row)
