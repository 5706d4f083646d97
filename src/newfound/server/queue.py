"""Whose bot thinks next. No clock and no process in here: who asks says what time it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Final, NamedTuple

LONG: Final = 0.5  # seconds: a thought that takes longer leaves one process to the others
HALF: Final = 30.0  # seconds after which half of what somebody used is forgotten
CRUMB: Final = 0.001


class Asker(NamedTuple):
    """For whom a bot thinks, and whether anybody is there to see it."""

    awaited: bool
    address: str
    guest: str
    table: str


class Place:
    """A place in the queue. Who asks is looked up when it matters: people come and go while it waits."""

    def __init__(self, asker: Callable[[], Asker], seconds: float, aside: bool = False) -> None:
        self.asker = asker
        self.seconds = seconds  # that it takes, about
        self.aside = aside  # from play: when nobody else wants a process
        self.paid: tuple[str, ...] = ()

    @property
    def long(self) -> bool:
        return self.aside or self.seconds > LONG


class Queue:
    """Next is a thought that somebody awaits, of the address, then the guest, then the table that used least; the shorter the sooner. What
    is aside from play, pieces of reviews, comes after everything else and never has all processes, so that no bot waits for it."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._long = max(1, processes - 1)  # one is always there for short thoughts, where there is more than one
        self._waiting: list[Place] = []
        self._thinking: list[Place] = []
        self._used: defaultdict[str, float] = defaultdict(float)  # seconds, fading
        self._then = 0.0

    def add(self, place: Place) -> None:
        self._waiting.append(place)

    def begin(self, now: float) -> Place | None:
        """Who is next, if there is a process for them; it counts as thinking until `end`."""
        if len(self._thinking) >= self._processes:
            return None
        self._fade(now)
        crowded = sum(place.long for place in self._thinking) >= self._long
        ready = [(self._rank(place), number) for number, place in enumerate(self._waiting) if not (crowded and place.long)]
        if not ready:
            return None
        place = self._waiting.pop(min(ready)[1])
        place.paid = _accounts(place.asker())
        self._charge(place, place.seconds)
        self._thinking.append(place)
        return place

    def end(self, place: Place, took: float | None = None) -> None:
        """It has thought, or waits no more."""
        if place in self._waiting:
            self._waiting.remove(place)
        elif place in self._thinking:
            self._thinking.remove(place)
            self._charge(place, 0.0 if took is None else took - place.seconds)

    def _rank(self, place: Place) -> tuple[bool, bool, float, float, float]:
        asker = place.asker()
        address, guest, table = (self._used.get(name, 0.0) for name in _accounts(asker))
        return place.aside, not asker.awaited, address + place.seconds, guest, table

    def _charge(self, place: Place, seconds: float) -> None:
        for name in place.paid:
            self._used[name] += seconds

    def _fade(self, now: float) -> None:
        left = 0.5 ** ((now - self._then) / HALF)
        self._then = now
        for name in list(self._used):
            self._used[name] *= left
            if self._used[name] < CRUMB:
                del self._used[name]


def _accounts(asker: Asker) -> tuple[str, str, str]:
    return f"address {asker.address}", f"guest {asker.guest}", f"table {asker.table}"
