"""What is likely to follow: points that are told within two turns, or rounds where those are counted, in lines of play one action ahead.

What counts, the game says: a piece of news with points is known by `soon.<its name>` in the game's catalog, and two are the same where
the values are that this sentence speaks of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from newfound.bots.greedy import Greedy
from newfound.core.dice import SEEDS, Dice
from newfound.core.game import CHANCE, OVER, Game, Json, News
from newfound.core.text import game_catalog, values_of
from newfound.review.outlook import Mean, mean

TURNS: Final = 2
MOST_EVENTS: Final = 200  # of a line, whatever a game counts as a turn
SURE: Final = 3  # errors: the largest of many differences is taken
LEAST: Final = 0.2  # of the lines


@dataclass(frozen=True)
class Event:
    """Of all news that are alike: their key in the catalog, whose points they are, and the values that are spoken of."""

    key: str
    seat: int
    values: tuple[tuple[str, Json], ...]


@dataclass(frozen=True)
class Likely:
    """An event, the share of the lines in which it comes with one action, how much more that is than with another, and the points of
    lead that this makes."""

    event: Event
    share: float
    more: Mean
    worth: float


def likely(game: Game[Any], guesses: Iterable[Any], seat: int, better: int, worse: int, dice: Dice) -> Likely | None:
    """What speaks most for the better action: points of its own that come more often, or a rival's that come less often. What either
    action brings at once, people see without being told."""
    ahead = Ahead(game)
    this, that = list[Mapping[Event, int]](), list[Mapping[Event, int]]()
    at_once: set[Event] = set()
    for state in guesses:
        seed = dice.below(SEEDS)
        for action, lines in ((better, this), (worse, that)):
            after = game.copy(state)
            at_once.update(ahead.told(after, action, seat))
            game.apply(after, action)
            lines.append(ahead.follow(after, seat, Dice(seed), game.copy(state)))
    found = [_compare(event, seat, this, that) for event in {event for line in (*this, *that) for event in line} - at_once]
    sure = [one for one in found if one.worth > 0 and abs(one.more.value) >= max(LEAST, SURE * one.more.error)]
    return max(sure, key=lambda one: (one.worth, one.event.key, one.event.seat, repr(one.event.values)), default=None)


def _compare(event: Event, seat: int, this: list[Mapping[Event, int]], that: list[Mapping[Event, int]]) -> Likely:
    more = mean([float(event in one) - float(event in other) for one, other in zip(this, that, strict=True)])
    points = [line[event] for line in (*this, *that) if event in line]
    sign = 1 if event.seat == seat else -1
    return Likely(event, sum(event in line for line in this) / len(this), more, sign * more.value * sum(points) / len(points))


class Ahead:
    """Follows lines of a game, everybody taking what is best one action ahead."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.player = Greedy(game)
        entries = game_catalog(game.folder, "en").entries
        self.spoken = {key.removeprefix("soon."): values_of(text) for key, text in entries.items() if key.startswith("soon.")}

    def told(self, state: Any, action: int, reader: int) -> dict[Event, int]:
        """The events that an action brings, with their points."""
        found: dict[Event, int] = {}
        for news in self.game.tell(state, action, reader):
            name = news.key.removeprefix("news.")
            if news.points and news.seat >= 0 and name in self.spoken:
                event = Event(f"soon.{name}", news.seat, _values(news, self.spoken[name]))
                found[event] = found.get(event, 0) + news.points
        return found

    def follow(self, state: Any, seat: int, dice: Dice, since: Any) -> dict[Event, int]:
        """Plays on in place until the two turns that began `since` are over."""
        found: dict[Event, int] = {}
        for _ in until_over(self.game, state, seat, since):
            action = self.game.draw(state, dice) if self.game.turn(state) == CHANCE else self.player.choose(lambda: state, dice)
            for event, points in self.told(state, action, seat).items():
                found[event] = found.get(event, 0) + points
            self.game.apply(state, action)
        return found


def until_over(game: Game[Any], state: Any, seat: int, since: Any) -> Iterator[None]:
    """As long as the state, which is being played on, is still within the two turns of this seat, or the two rounds."""
    first, whose = _lap(game, since)
    begun = 1
    for _ in range(MOST_EVENTS):
        if game.turn(state) == OVER:
            return
        number, now = _lap(game, state)
        if number is not None and first is not None:
            if number >= first + TURNS:
                return
        elif now >= 0:
            begun += now == seat != whose
            whose = now
            if begun > TURNS:
                return
        yield


def _lap(game: Game[Any], state: Any) -> tuple[int | None, int]:
    return game.lap(state) if game.lap else (None, game.turn(state))


def _values(news: News, spoken: frozenset[str]) -> tuple[tuple[str, Json], ...]:
    return tuple(sorted((name, value) for name, value in news.values.items() if name in spoken))
