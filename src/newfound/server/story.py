"""A match and how it came about: the log's entries folded into a match. Pure; nothing here knows of storage or sockets.

The log only grows. Taking back is an entry too, so what people saw stays written down (docs/decisions/0004-taking-back-is-an-entry.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    """`lengths[n]` is how many events the match had after n + 1 entries; `sent` is the serial after what a seat sent under an id.

    The first `given` events were uploaded: they are not taken back, and their luck is not ours to prove.
    """

    match: Match[Any]
    given: int = 0
    lengths: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()
    sent: Mapping[tuple[int, str], int] = field(default_factory=dict)

    @property
    def serial(self) -> int:
        return len(self.entries)

    def add(self, entries: Sequence[Entry], match: Match[Any] | None = None) -> Story:
        """The story with these entries; `match` is where they lead, if that is known already."""
        length, lengths = len(self.match.log), list(self.lengths)
        for entry in entries:
            length = length + 1 if entry.kind == ACT else entry.value if entry.kind == BACK else length
            lengths.append(length)
        sent = {(entry.seat, entry.client): number for number, entry in enumerate(entries, self.serial + 1) if entry.client}
        match = match or _fold(self.match, entries)
        return Story(match, self.given, tuple(lengths), (*self.entries, *entries), {**self.sent, **sent})

    def since(self, serial: int) -> int:
        """The first event unknown to a reader who has seen this many entries."""
        if not 0 < serial <= self.serial:
            return 0
        return min(self.lengths[serial - 1 :])

    def can_undo(self, seat: int) -> bool:
        return len(self.match.log) > self.given and self.match.can_undo(seat)

    def own_last(self, seat: int) -> int | None:
        """The event count before this seat's last decision."""
        for number in range(len(self.match.log) - 1, self.given - 1, -1):
            if self.match.log[number].seat == seat:
                return number
        return None

    def wrong_draw(self, luck: Fair) -> tuple[int, int | None]:
        """How many draws were made, taken-back ones too, and the first event that does not follow from the seed."""
        line: list[Event] = []
        proved, draws = self.given, 0
        for entry in (*self.entries, Entry(BACK, CHANCE, 0)):  # what was taken back, and in the end what was not
            if entry.kind == ACT:
                line.append(Event(entry.seat, entry.value))
                draws += entry.seat == CHANCE and len(line) > self.given
            elif entry.kind == BACK:
                wrong = replace(self.match, log=tuple(line)).wrong_draw(luck, proved)
                if wrong is not None:
                    return draws, wrong
                del line[entry.value :]
                proved = max(self.given, len(line))
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
