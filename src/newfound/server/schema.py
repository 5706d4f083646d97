"""The tables of the database. Migrations make them; a test holds that both say the same."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, CheckConstraint, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint, false

metadata: Final = MetaData()

guest: Final = Table(
    "guest",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("created", Integer, nullable=False),
    Column("words", String(64)),  # SHA-256 of the words to come back by
    Column("key", String(32), nullable=False),  # makes the names by which they tell other people apart
    Index("guest_by_words", "words"),
)

# A browser that is somebody: what its cookie names.
device: Final = Table(
    "device",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guest", String(16), ForeignKey("guest.id"), nullable=False),
    Column("secret", String(64), nullable=False),  # SHA-256 of 256 random bits
    Column("name", String(60), nullable=False),
    Column("created", Integer, nullable=False),
    Column("seen", Integer, nullable=False),  # to the day
    Index("device_by_guest", "guest"),
)

# A device is added once, soon.
handover: Final = Table(
    "handover",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256
    Column("guest", String(16), ForeignKey("guest.id"), nullable=False),
    Column("expires", Integer, nullable=False),
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
    Column("ended", String(8)),  # why, where it was not played to its end
    Column("plan", Integer, nullable=False),  # how often the host has changed what is to be played
    Column("emptied", Integer),  # when the last person stood up
    Column("pace", Integer, nullable=False, server_default="0"),  # days for a decision; 0 is live
    Column("since", Integer),  # when the turn came to whose it is
    Column("due", Integer),  # until when they have time, at a table over days
    Column("holiday", Integer, nullable=False, server_default="0"),  # days they have taken in addition
    Column("reminded", Integer),  # when they were, in this turn: written before anything is sent
    Column("talk", String(8), nullable=False, server_default="usual"),  # who may write: talk.py
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
    Column("stand_in", String(30)),  # this and the next follow from the log, and are written with it
    Column("gone", String(8)),
    Column("ready", Boolean, nullable=False),
    Column("looked", Integer),  # when the person last had the table before their eyes while it was their turn, at a table over days
    Column("giver", String(16)),  # who moved it to another device, and may fetch it back
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
    Column("note", String(30)),  # a level, or what is asked
    CheckConstraint(
        "kind in ('act', 'back', 'hint', 'opened', 'left', 'stand_in', 'return', 'resigned', 'freed', 'replaced', 'failed', "
        "'asked', 'answered', 'withdrew', 'lapsed', 'ended')",
        name="event_kind",
    ),
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
    Column("replaces", Boolean, nullable=False, server_default=false()),  # for somebody else, instead of who holds the seat
)

# Somebody is asked to sit down at a table that waits; or may not, whom its host has sent away.
invitation: Final = Table(
    "invitation",
    metadata,
    Column("match", String(16), ForeignKey("match.code"), primary_key=True),
    Column("guest", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("by", String(16), nullable=False),
    Column("by_name", String(60), nullable=False),
    Column("state", String(8), nullable=False),
    CheckConstraint("state in ('invited', 'declined', 'hidden', 'barred')", name="invitation_state"),
    Index("invitation_by_guest", "guest"),
)

# Whom somebody does not want to meet; the name as it was then.
block: Final = Table(
    "block",
    metadata,
    Column("guest", String(16), primary_key=True),
    Column("other", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Index("block_by_other", "other"),
)

# Where a browser's push service takes what is for it: one for each device.
push: Final = Table(
    "push",
    metadata,
    Column("device", String(16), ForeignKey("device.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(16), ForeignKey("guest.id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", String(600), nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(2), nullable=False),
    Column("created", Integer, nullable=False),
    Column("failed", Integer, nullable=False),  # times in a row
    Index("push_by_guest", "guest"),
    Index("push_by_endpoint", "endpoint"),
)

# Where somebody wants to be written to, once they have said so from there.
mail: Final = Table(
    "mail",
    metadata,
    Column("guest", String(16), ForeignKey("guest.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("language", String(2), nullable=False),
    Column("token", String(64)),  # SHA-256; None once it has been confirmed
    Column("expires", Integer, nullable=False),
    Column("stop", String(32), nullable=False),  # in every mail: whoever has it can end them, and nothing else
    UniqueConstraint("stop", name="mail_by_stop"),
)

# First mails of the last day: nobody's address is flooded.
first_mail: Final = Table(
    "first_mail",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("address", String(64), nullable=False),  # SHA-256
    Column("guest", String(16), nullable=False),
    Column("time", Integer, nullable=False),
    Index("first_mail_by_time", "time"),
)

# Keys of this server's own, made once.
secret: Final = Table(
    "secret",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)

# A review of a match that is over: `plan` names what was asked for, so that another is not taken for it.
review: Final = Table(
    "review",
    metadata,
    Column("match", String(16), ForeignKey("match.code"), primary_key=True),
    Column("plan", String(64), nullable=False),
    Column("done", Boolean, nullable=False),
    Column("accounts", Text),  # JSON: what it came to for each seat, once it is done
    Index("review_by_done", "done"),
)

# What it has found until now.
finding: Final = Table(
    "finding",
    metadata,
    Column("match", String(16), ForeignKey("review.match"), primary_key=True),
    Column("look", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("found", Text, nullable=False),  # JSON
)
