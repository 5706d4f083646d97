"""A match and how it came about: the log's entries folded into a match. Pure; nothing here knows of storage or sockets.

The log only grows. Taking back is an entry too, so what people saw stays written down (docs/decisions/0004-taking-back-is-an-entry.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from newfound.core.fair import Fair
from newfound.core.game import CHANCE, OVER
from newfound.core.match import Event, Match

ACT: Final = "act"  # an event: a seat's action, or luck
BACK: Final = "back"  # the match goes back to an event count
HINT: Final = "hint"  # a hint was asked; the value is the action it named
OPENED: Final = "opened"  # the whole log was shown to this seat while the match was on
LEFT: Final = "left"  # whose seat it is has left; the note is the level of the bot that plays for them
STAND_IN: Final = "stand_in"  # the others let a bot stand in for somebody who is away; the note is its level
RETURN: Final = "return"  # whose seat it is plays it again
RESIGNED: Final = "resigned"  # for good; the note is the level of the bot that plays on
FREED: Final = "freed"  # somebody else may be invited to this seat
REPLACED: Final = "replaced"  # somebody else has it now
FAILED: Final = "failed"  # a bot gave no answer; the note is the level that plays instead, from now on if the value is 1
ASKED: Final = "asked"  # the note is for what; the value an event count to go back to, or a seat
ANSWERED: Final = "answered"  # the value is one of the next three
NO, YES, AWAY = 0, 1, 2
WITHDREW: Final = "withdrew"  # who asked no longer does
LAPSED: Final = "lapsed"  # nobody answered in time
ENDED: Final = "ended"  # the match ends here; the note says why
AGREED: Final = "agreed"  # a note: by agreement
NOBODY: Final = "nobody"  # a note: nobody came back
TO_GO_BACK, TO_END, TO_REPLACE = "back", "end", "replace"  # what can be asked
OPEN: Final = frozenset((LEFT, STAND_IN, RETURN, RESIGNED, FREED, REPLACED, FAILED, ASKED, ANSWERED, WITHDREW, LAPSED, ENDED))
MOST_NOTES: Final = 30  # that are shown


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the log."""

    kind: str
    seat: int
    value: int
    client: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """Of a seat that a bot plays for somebody: which, and why (left, away, resigned, freed)."""

    bot: str
    gone: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody asks of the others, since which serial, and which seats need not be waited for any more."""

    kind: str
    seat: int
    value: int
    serial: int
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True)
class Company:
    """What the log says of the people: for which seats bots play, what is asked, and whether all have ended the match."""

    sitting: Mapping[int, Sitting] = field(default_factory=dict)
    failed: Mapping[int, int] = field(default_factory=dict)
    asked: Asked | None = None
    ended: str | None = None

    def after(self, entry: Entry, serial: int) -> Company:
        """`serial` is that after the entry."""
        seat, asked = entry.seat, self.asked
        match entry.kind:
            case "act" | "back":
                return replace(self, asked=None) if asked and asked.kind == TO_GO_BACK else self
            case "left" | "stand_in" | "resigned":
                assert entry.note
                return self._sit(seat, Sitting(entry.note, "away" if entry.kind == STAND_IN else entry.kind))
            case "freed":
                return replace(self._sit(seat, replace(self.sitting[seat], gone=FREED)), asked=None)
            case "return" | "replaced":
                return replace(self, sitting={other: sat for other, sat in self.sitting.items() if other != seat})
            case "failed":
                assert entry.note
                told = replace(self, failed={**self.failed, seat: 0 if entry.value else self.failed.get(seat, 0) + 1})
                before = self.sitting.get(seat)
                return told._sit(seat, Sitting(entry.note, before.gone if before else None)) if entry.value else told
            case "asked":
                return replace(self, asked=Asked(entry.note or TO_GO_BACK, seat, entry.value, serial))
            case "answered":
                assert asked
                return replace(self, asked=replace(asked, agreed=(*asked.agreed, seat)) if entry.value else None)
            case "withdrew" | "lapsed":
                return replace(self, asked=None)
            case "ended":
                return replace(self, asked=None, ended=entry.note)
        return self

    def _sit(self, seat: int, sitting: Sitting) -> Company:
        return replace(self, sitting={**self.sitting, seat: sitting})


@dataclass(frozen=True)
class Story:
    """`lengths[n]` is how many events the match had after n + 1 entries; `sent` is the serial after what a seat sent under an id.

    The first `given` events were uploaded: they are not taken back, and their luck is not ours to prove.
    `notes` are what happened beside the match and everybody may know: the serial after it, the events there were, the entry.
    """

    match: Match[Any]
    given: int = 0
    lengths: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()
    sent: Mapping[tuple[int, str], int] = field(default_factory=dict)
    company: Company = field(default_factory=Company)
    notes: tuple[tuple[int, int, Entry], ...] = ()

    @property
    def turn(self) -> int:
        return OVER if self.company.ended else self.match.turn

    @property
    def serial(self) -> int:
        return len(self.entries)

    def add(self, entries: Sequence[Entry], match: Match[Any] | None = None) -> Story:
        """The story with these entries; `match` is where they lead, if that is known already."""
        length, lengths, company = len(self.match.log), list(self.lengths), self.company
        notes: list[tuple[int, int, Entry]] = []
        for entry in entries:
            length = length + 1 if entry.kind == ACT else entry.value if entry.kind == BACK else length
            lengths.append(length)
            company = company.after(entry, len(lengths))
            if entry.kind in OPEN or (entry.kind == BACK and entry.note):
                notes.append((len(lengths), length, entry))
        sent = {(entry.seat, entry.client): number for number, entry in enumerate(entries, self.serial + 1) if entry.client}
        match = match or _fold(self.match, entries)
        return Story(match, self.given, tuple(lengths), (*self.entries, *entries), {**self.sent, **sent}, company, (*self.notes, *notes))

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

    @property
    def draws(self) -> int:
        """How many draws were made here, taken-back ones too."""
        made = zip(self.entries, self.lengths, strict=True)
        return sum(entry.kind == ACT and entry.seat == CHANCE and length > self.given for entry, length in made)

    def wrong_draw(self, luck: Fair) -> int | None:
        """The first event, taken back or not, that does not follow from the seed. Long work, in proportion to the entries."""
        game = self.match.game
        line = [game.start(self.match.setup)]  # the states after 0, 1, 2 … events
        for entry in self.entries:
            if entry.kind == BACK:
                del line[entry.value + 1 :]
            elif entry.kind == ACT:
                number, state = len(line) - 1, line[-1]
                if entry.seat == CHANCE and number >= self.given and game.draw(state, luck.at(number)) != entry.value:
                    return number
                line.append(game.copy(state))
                game.apply(line[-1], entry.value)
        return None


def _fold(match: Match[Any], entries: Iterable[Entry]) -> Match[Any]:
    """Entries of our own log are legal: they were checked before they were written. What was taken back is not even played."""
    log, known = list(match.log), len(match.log)
    for entry in entries:
        if entry.kind == ACT:
            log.append(Event(entry.seat, entry.value))
        elif entry.kind == BACK:
            del log[entry.value :]
            known = min(known, entry.value)
    state = match.game.copy(match.state) if known == len(match.log) else match.back(known).state
    for event in log[known:]:
        match.game.apply(state, event.action)
    return replace(match, log=tuple(log), state=state)


def entries_of(before: Match[Any], after: Match[Any], client: str | None = None) -> list[Entry]:
    """What `play` added: the action, with its sender's id, and the luck that followed."""
    new = after.log[len(before.log) :]
    return [Entry(ACT, event.seat, event.action, None if number else client) for number, event in enumerate(new)]


def settled(asked: Asked, client: str | None = None) -> Entry:
    """What is done once all agree."""
    if asked.kind == TO_GO_BACK:
        return Entry(BACK, asked.seat, asked.value, client, AGREED)
    if asked.kind == TO_REPLACE:
        return Entry(FREED, asked.value, asked.seat)
    return Entry(ENDED, asked.seat, 0, client, AGREED)
