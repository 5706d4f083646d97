"""The interface: a game is a frozen record of functions. No rule of any game in here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any, Final, Generic, TypeAlias, TypeVar

from newfound.core.dice import SEEDS, Dice
from newfound.core.faces import ByPoints, Coach, Evaluation, Odds, Picture, Terminal, plain
from newfound.core.problem import BadSetup
from newfound.core.tensor import Numbers

CHANCE: Final = -1
OVER: Final = -2
ONLOOKER: Final = -3  # a reader who holds no seat

Json: TypeAlias = Any
Value: TypeAlias = bool | str
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before the match. `choices` may be a function where the choices are files in a folder."""

    name: str
    default: Value
    choices: tuple[Value, ...] | Callable[[], tuple[Value, ...]]
    clause: str
    first: Value | None = None  # proposed to whoever plays for the first time, where that is not the default

    def values(self) -> tuple[Value, ...]:
        return self.choices() if callable(self.choices) else self.choices

    def read(self, text: Value) -> Value:
        """The declared value that this text means."""
        for value in self.values():
            if text == value or spell_value(value) == str(text).strip().lower():
                return value
        raise BadSetup("setup.value", option=self.name, value=str(text), values=listing(self.values()))


@dataclass(frozen=True, slots=True)
class Setup:
    """How a match begins: made by `Game.setup`, so every option is there and allowed."""

    seats: int
    options: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not legal now: a catalog key with values, the clause it rests on, the cells it concerns."""

    key: str
    clause: str = ""
    values: Mapping[str, Json] = field(default_factory=dict)
    cells: tuple[str, ...] = ()
    right: str = ""  # the spelling of the legal action that was meant, where there is one

    @property
    def fillings(self) -> dict[str, Json]:
        """All that its sentence may speak of."""
        return {"cells": ", ".join(self.cells), "right": self.right, **self.values}


@dataclass(frozen=True, slots=True)
class News:
    """One thing that happened, as one reader may know it. `points` go to `seat`, for the reason that `key` names."""

    key: str
    seat: int = CHANCE
    values: Mapping[str, Json] = field(default_factory=dict)
    cells: tuple[str, ...] = ()
    points: int = 0

    def json(self) -> Json:
        told = {"key": self.key, "seat": self.seat, "values": dict(self.values), "cells": list(self.cells)}
        return told | {"points": self.points} if self.points else told


@dataclass(frozen=True, slots=True)
class Score:
    """Points so far, and where they come from: (catalog key, points) in the order people count them."""

    total: int
    parts: tuple[tuple[str, int], ...]


def _thing(news: News) -> tuple[str, int, str, tuple[str, ...]]:
    """What points are counted for."""
    return news.key, news.seat, repr(news.values), news.cells


@dataclass(frozen=True)
class Game(Generic[S]):
    """One title. An action is an integer that means the same in every state and has one spelling."""

    name: str
    title: str
    edition: int
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    n_actions: int
    folder: Path

    start: Callable[[Setup], S]
    turn: Callable[[S], int]
    actions: Callable[[S], list[int]]
    weights: Callable[[S], list[int]]
    draw: Callable[[S, Dice], int]
    apply: Callable[[S, int], None]
    copy: Callable[[S], S]
    scores: Callable[[S], Sequence[Score]]
    ranking: Callable[[S], list[int]]
    observe: Callable[[S, int], Json]
    view_type: type  # a TypedDict: what `observe` gives
    redeal: Callable[[S, int, Dice], S]
    spell: Callable[[int], str]
    tell: Callable[[S, int, int], list[News]]
    refuse: Callable[[S, str], Refusal]
    playout: Callable[[S, Dice], None]
    dump: Callable[[S], Json]
    load: Callable[[Json], S]
    census: Callable[[S], Mapping[str, int]]  # every component by kind, wherever it is: constant through a match

    open: bool = False  # whether nothing is hidden: one view for all readers
    lap: Callable[[S], tuple[int | None, int]] | None = None  # the round, if rounds are counted, and whose turn it is, if not who decides
    reckon: Callable[[S], list[News]] | None = None  # the final count by name, see `reckoning`
    ended: Callable[[S], S] | None = None  # the position as if it had ended now, where that changes the scores, see `as_it_stands`
    check: Callable[[Setup], None] = lambda _: None  # what options do not go together: raises BadSetup
    parts: Callable[[Setup], str] = lambda _: ""  # digest of the component data that this setup plays with

    # Faces, each loaded when it is asked for: see core/faces.py
    terminal: Callable[[], Terminal] = plain
    picture: Callable[[], Picture] | None = None
    evaluation: Callable[[], Evaluation[S]] | None = None
    odds: Callable[[], Odds[S]] | None = None
    coach: Callable[[], Coach] | None = None
    tensor: Callable[[], Numbers] | None = None

    @property
    def compiled(self) -> bool:
        return not isinstance(self.playout, FunctionType)

    def judge(self) -> Evaluation[S]:
        """How bots judge a position: by the game's evaluation, or else by the points so far."""
        if self.evaluation is not None:
            return self.evaluation()
        return ByPoints(lambda state: [float(score.total) for score in self.scores(state)], self.playout, self.actions)

    def reckoning(self, state: S) -> list[News]:
        """Where every point of the scores comes from, in the order people count: the key names the thing, not the player."""
        if self.reckon is not None:
            return self.reckon(state)
        scores = list(self.scores(state))
        kinds = range(len(scores[0].parts))
        counted = [(*score.parts[at], seat) for at in kinds for seat, score in enumerate(scores)]
        return [News(key, seat, points=points) for key, points, seat in counted if points]

    def as_it_stands(self, state: S) -> Sequence[Score]:
        """What the scores would be if the match ended here and now: no rule, but what everybody can count."""
        return self.scores(self.ended(state) if self.ended else state)

    def count(self, state: S) -> list[tuple[News, int]]:
        """Where every point of the scores as they stand comes from; of each thing, what only the end would bring."""
        if self.ended is None:
            return [(news, 0) for news in self.reckoning(state)]
        won = {_thing(news): news.points for news in self.reckoning(state)}
        return [(news, news.points - won.get(_thing(news), 0)) for news in self.reckoning(self.ended(state))]

    def setup(self, seats: int, options: Mapping[str, Value] | None = None, **more: Value) -> Setup:
        """A valid setup, or BadSetup: defaults filled in, values read from text, combinations checked."""
        if seats not in self.seats:
            raise BadSetup("setup.seats", title=self.title, low=min(self.seats), high=max(self.seats), seats=seats)
        given = dict(options or {}) | more
        declared = {option.name: option for option in self.options}
        for name in given:
            if name not in declared:
                raise BadSetup("setup.option", title=self.title, option=name, options=listing(tuple(declared)))
        chosen = {name: option.read(given.get(name, option.default)) for name, option in declared.items()}
        setup = Setup(seats, chosen)
        self.check(setup)
        return setup


def spell_value(value: Value) -> str:
    """How an option's value is written in files and on the command line."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def listing(values: Sequence[Value]) -> str:
    return ", ".join(spell_value(value) for value in values)


def find_action(game: Game[S], state: S, text: str) -> int | None:
    """The legal action with this spelling, blanks and case aside."""
    wanted = " ".join(text.lower().split())
    for action in game.actions(state):
        if game.spell(action).lower() == wanted:
            return action
    return None


def guesses(game: Game[S], state: S, seat: int, dice: Dice) -> Callable[[], S]:
    """What a bot is handed: another state, each time, that its seat cannot tell from the true one."""
    return lambda: game.redeal(state, seat, Dice(dice.below(SEEDS)))
