"""Who may write at a table. Its host decides; as long as they have not, onlookers are silent while people play."""

from __future__ import annotations

from newfound.host.problems import Denied
from newfound.host.records import Table


def may_talk(table: Table, guest: str | None) -> bool:
    if table.talk == "closed":
        return False
    if table.talk == "all" or any(seat.guest == guest for seat in table.seats if seat.guest):
        return True
    return table.status != "playing" or not any(seat.kind == "person" for seat in table.seats)


def must_talk(table: Table, guest: str | None) -> None:
    if not may_talk(table, guest):
        raise Denied(403, "chat_closed" if table.talk == "closed" else "chat")
