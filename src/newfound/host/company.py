"""The log and the facts of a table: for which seats bots play, what is asked, how it ended; and what follows from an entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace

from newfound.host.frames import missing
from newfound.host.records import Seat, Table
from newfound.host.story import WITHDREW, Company, Entry, Story, settled


def as_told(table: Table, company: Company, until: float) -> Table:
    """As the log has it: a table that was read may be older. `until` is for what is asked since."""
    asked = None
    if company.asked is not None:
        known = table.asked if table.asked and table.asked["serial"] == company.asked.serial else None
        asked = asdict(company.asked) | {"agreed": list(company.asked.agreed), "until": known["until"] if known else int(until)}
    return replace(table, seats=tuple(_as_told(seat, company) for seat in table.seats), asked=asked, ended=company.ended)


def _as_told(seat: Seat, company: Company) -> Seat:
    sat = company.sitting.get(seat.seat)
    stand_in, gone = (sat.bot, sat.gone) if sat else (None, None)
    return seat if (seat.stand_in, seat.gone) == (stand_in, gone) else replace(seat, stand_in=stand_in, gone=gone)


def follows(table: Table, story: Story, entries: Iterable[Entry]) -> list[Entry]:
    """What is asked is agreed to when nobody is left to answer; who is played by a bot asks no more."""
    company = story.company
    for serial, entry in enumerate(entries, story.serial + 1):
        company = company.after(entry, serial)
    asked = company.asked
    if asked is None:
        return []
    table = as_told(table, company, 0)
    if table.seats[asked.seat].bot is not None:
        return [Entry(WITHDREW, asked.seat, 0)]
    return [] if missing(table) else [settled(asked)]
