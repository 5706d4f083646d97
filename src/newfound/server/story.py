"""A match and how it came about: the log's entries folded into a match. Pure; nothing here knows of storage or sockets.

The log only grows. Taking back is an entry of its own, so what people saw stays written down (docs/decisions/undo.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from newfound.core.fair import Fair
from newfound.core.game import CHANCE
from newfound.core.match import Event, Match

ACT: Final = "act"  # an event: a seat's action, or luck
BACK: Final = "back"  # the match goes back to an event count
HINT: Final = "hint"  # a hint was asked; the value is the action it named
OPENED: Final = "opened"  # the whole log was shown to this seat while the match was on


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the log."""

    kind: str
    seat: int
    value: int
    client: str | None = None


@dataclass(frozen=True)
class Story:
    """`lengths[n]` is how many events the match had after n + 1 entries."""

    match: Match[Any]
    lengths: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()

    @property
    def serial(self) -> int:
        return len(self.entries)

    def add(self, entries: Sequence[Entry], match: Match[Any] | None = None) -> Story:
        """The story with these entries; `match` is where they lead, if that is known already."""
        length, lengths = len(self.match.log), list(self.lengths)
        for entry in entries:
            length = length + 1 if entry.kind == ACT else entry.value if entry.kind == BACK else length
            lengths.append(length)
        return Story(match or _fold(self.match, entries), tuple(lengths), (*self.entries, *entries))

    def since(self, serial: int) -> int:
        """The first event that somebody does not know who has seen so many entries."""
        if not 0 < serial <= self.serial:
            return 0
        return min(self.lengths[serial - 1 :])

    def find(self, seat: int, client: str) -> int | None:
        """The count of entries up to the one that this seat sent under this id."""
        for number, entry in enumerate(self.entries, 1):
            if entry.client == client and entry.seat == seat:
                return number
        return None

    def own_last(self, seat: int) -> int | None:
        """The event count before this seat's last decision."""
        for number in range(len(self.match.log) - 1, -1, -1):
            if self.match.log[number].seat == seat:
                return number
        return None

    def wrong_draw(self, luck: Fair, given: int) -> tuple[int, int | None]:
        """How many draws were made, taken-back ones too, and the first event that does not follow from the seed."""
        start, draws = self.match.back(0), 0
        line: list[Event] = []
        state = start.state
        for entry in self.entries:
            if entry.kind == BACK:
                line = line[: entry.value]
                state = replace(self.match, log=tuple(line)).back(len(line)).state
            if entry.kind != ACT:
                continue
            if entry.seat == CHANCE and len(line) >= given:
                draws += 1
                if self.match.game.draw(state, luck.at(len(line))) != entry.value:
                    return draws, len(line)
            self.match.game.apply(state, entry.value)
            line.append(Event(entry.seat, entry.value))
        return draws, None


def _fold(match: Match[Any], entries: Iterable[Entry]) -> Match[Any]:
    """Entries of our own log are legal: they were checked before they were written."""
    state, log = match.game.copy(match.state), list(match.log)
    for entry in entries:
        if entry.kind == ACT:
            match.game.apply(state, entry.value)
            log.append(Event(entry.seat, entry.value))
        elif entry.kind == BACK:
            back = replace(match, log=tuple(log)).back(entry.value)
            state, log = back.state, list(back.log)
    return replace(match, log=tuple(log), state=state)


def entries_of(before: Match[Any], after: Match[Any], client: str | None = None) -> list[Entry]:
    """What `play` added: the action, with its sender's id, and the luck that followed."""
    new = after.log[len(before.log) :]
    return [Entry(ACT, event.seat, event.action, None if number else client) for number, event in enumerate(new)]
