"""The `.game` file of a match that cannot go on here, for want of its rules or its edition: its actions by their numbers."""

from __future__ import annotations

from collections.abc import Sequence

from newfound.core.fair import Fair
from newfound.core.game import CHANCE, spell_value
from newfound.core.gamefile import LUCK, NUMBER, GameFile, Line, write
from newfound.host.names import BOT
from newfound.host.records import Seat, Table
from newfound.host.story import ACT, BACK, Entry


def record(table: Table, entries: Sequence[Entry]) -> str:
    log: list[Line] = []
    for entry in entries:
        if entry.kind == ACT:
            log.append(Line(LUCK if entry.seat == CHANCE else str(entry.seat), f"{NUMBER}{entry.value}"))
        elif entry.kind == BACK:
            del log[entry.value :]
    over = table.status == "over" and not table.given
    written = GameFile(
        game=table.game,
        edition=table.edition,
        seats=len(table.seats),
        options={name: spell_value(value) for name, value in table.options.items()},
        players=players(table.seats),
        parts=table.parts,
        commitment="" if table.given else Fair(bytes.fromhex(table.seed)).commitment,
        seed=table.seed if over else "",
        lines=tuple(log),
    )
    return write(written)


def players(seats: Sequence[Seat]) -> dict[int, str]:
    return {seat.seat: seat.name if seat.kind == "person" else f"{BOT}{seat.level}" for seat in seats if seat.kind != "open"}
