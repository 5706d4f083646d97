"""Matches as `.game` files, out and in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from newfound import games
from newfound.core import gamefile
from newfound.core.fair import Fair
from newfound.core.match import Match
from newfound.core.problem import BadFile
from newfound.host.bare import players
from newfound.host.names import BOT, NAME, clean
from newfound.host.problems import Denied
from newfound.host.records import Seat, Table
from newfound.host.story import ENDED, FAILED, LEFT, REPLACED, RESIGNED, RETURN, STAND_IN, Story

MOST_EVENTS: Final = 3000  # of an uploaded match
KEPT: Final = frozenset((LEFT, STAND_IN, RETURN, RESIGNED, REPLACED, FAILED, ENDED))  # written into files


def read_upload(text: str, at: int | None) -> tuple[Match[Any], dict[int, str]]:
    """The match of a file up to an event, every action checked. Slow for long files: not for the event loop."""
    written = gamefile.parse(text)
    if sum(line.kind not in ("#", "=") for line in written.lines) > MOST_EVENTS:
        raise BadFile("file.long", most=MOST_EVENTS)
    match = gamefile.replay(written, games.find)
    if at is not None and at > len(match.log):
        raise Denied(422, "at", at=at, last=len(match.log))
    return (match if at is None else match.back(at)), written.players


def written(seat: int, name: str) -> Seat:
    if name.startswith(BOT):
        return Seat(seat, "bot", level=clean(name.removeprefix(BOT), NAME))
    return Seat(seat, "person", name=clean(name, NAME))


def record(table: Table, story: Story) -> str:
    """The `.game` file, with the seed once it is public; what happened beside the match is in its comments."""
    luck = None if table.given else Fair(bytes.fromhex(table.seed))  # luck from elsewhere does not follow from our seed
    written = gamefile.record(story.match, players(table.seats), luck, show_seed=table.status == "over")
    return gamefile.write(replace(written, lines=tuple(_with_notes(written.lines, story))))


def _with_notes(lines: Sequence[gamefile.Line], story: Story) -> Iterator[gamefile.Line]:
    """Before the event that came next; what was taken back took those with it that came after."""
    notes = [(at, entry) for _, at, entry in story.notes if entry.kind in KEPT]
    for number, line in enumerate(lines):
        while notes and notes[0][0] <= number:
            entry = notes.pop(0)[1]
            yield gamefile.Line("#", " ".join(filter(None, (str(entry.seat), entry.kind, entry.note))))
        yield line
