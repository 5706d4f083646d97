"""The arena: many matches between bots, luck paired and seats rotated, kept one by one so that a stopped run goes on where it was.

A run is its plan; every match follows from the plan and its number, wherever and in whichever order it is played.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from newfound import bots, games
from newfound.bots import BotLost, close
from newfound.core.dice import SEEDS
from newfound.core.fair import Fair
from newfound.core.game import CHANCE, OVER, Game, Setup, Value, guesses
from newfound.core.match import Event
from newfound.core.problem import Problem

HERE: Final = Path(__file__).parent


class BadArena(Problem):
    """A run that cannot be made as asked."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key, HERE, **values)


@dataclass(frozen=True)
class Plan:
    """Who plays what. Matches are numbered from 0; a longer run of the same plan begins with the shorter one."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int = 1
    options: Mapping[str, Value] = field(default_factory=dict)

    def lineups(self) -> list[tuple[str, ...]]:
        """Who sits where, every rotation of every company. The last bot fills up a table that is larger than the list."""
        if len(self.bots) <= self.seats:
            companies = [(*self.bots, *[self.bots[-1]] * (self.seats - len(self.bots)))]
        else:
            companies = list(combinations(self.bots, self.seats))
        return [company[turn:] + company[:turn] for company in companies for turn in range(self.seats)]

    def table(self, number: int) -> tuple[int, tuple[str, ...]]:
        """The luck and the lineup of this match: the same luck for all lineups in turn."""
        lineups = self.lineups()
        return number // len(lineups), lineups[number % len(lineups)]


@dataclass(frozen=True)
class Result:
    """One match as it ended. `lost` says why a bot was put out, by seat; `hurried` for how many decisions the machine was too slow."""

    number: int
    luck: int
    lineup: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    events: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    lost: Mapping[str, str] = field(default_factory=dict)
    hurried: tuple[int, ...] = ()


def check(plan: Plan) -> tuple[Game[Any], Setup]:
    """The game and its setup; a clear sentence where there is no such game, bot or option."""
    game = games.find(plan.game)
    setup = game.setup(plan.seats, plan.options)
    if len(plan.bots) < 2:
        raise BadArena("arena.bots")
    for name in plan.bots:
        close(bots.make_local(name, game))
    return game, setup


def play(plan: Plan, number: int) -> Result:
    """Plays one match of the plan. Runs in a worker, here or on another machine."""
    return play_and_log(plan, number)[0]


def luck_of(plan: Plan, number: int) -> Fair:
    """The luck of this match."""
    return Fair(_seed(plan, "luck", plan.table(number)[0]))


def play_and_log(plan: Plan, number: int) -> tuple[Result, tuple[Event, ...]]:
    """The same, with what was done."""
    game = games.find(plan.game)
    luck_number, lineup = plan.table(number)
    luck = luck_of(plan, number)
    thoughts = [Fair(_seed(plan, f"bot {seat}", number)) for seat in range(plan.seats)]
    players = [bots.make_local(name, game) for name in lineup]
    state = game.start(game.setup(plan.seats, plan.options))
    decisions, seconds, hurried = [0] * plan.seats, [0.0] * plan.seats, [0] * plan.seats
    lost: dict[str, str] = {}
    log: list[Event] = []
    while (turn := game.turn(state)) != OVER:
        if turn == CHANCE:
            action = game.draw(state, luck.at(len(log)))
        else:
            legal, dice = game.actions(state), thoughts[turn]
            clock = time.perf_counter if lineup[turn].startswith(bots.PROGRAM) else time.process_time
            began = clock()
            try:
                action = players[turn].choose(guesses(game, state, turn, dice.at(len(log))), dice.at(len(log) + SEEDS))
                if action not in legal:
                    raise BotLost("bot.illegal", action=game.spell(action) if 0 <= action < game.n_actions else str(action))
            except BotLost as reason:
                lost[str(turn)] = str(reason)
                break
            if len(legal) > 1:  # where there is only one action, nobody thinks
                decisions[turn] += 1
                seconds[turn] += clock() - began + bots.elsewhere(players[turn])
                hurried[turn] += bots.seen(players[turn]) < 1
        game.apply(state, action)
        log.append(Event(turn, action))
    for player in players:
        close(player)
    scores = tuple(score.total for score in game.scores(state))
    places = tuple(_forfeited(game.ranking(state), lost))
    used = tuple(round(one, 4) for one in seconds)
    return Result(number, luck_number, lineup, scores, places, len(log), tuple(decisions), used, lost, tuple(hurried)), tuple(log)


def _seed(plan: Plan, what: str, number: int) -> bytes:
    return hashlib.sha256(f"newfound arena {plan.seed} {what} {number}".encode()).digest()


def _forfeited(places: list[int], lost: Mapping[str, str]) -> list[int]:
    """Whoever was put out is last; the others stand as they stood."""
    if not lost:
        return places
    stay = [(place, seat) for seat, place in enumerate(places) if str(seat) not in lost]
    found = [len(places)] * len(places)
    for place, seat in stay:
        found[seat] = 1 + sum(1 for other, _ in stay if other < place)
    return found


class Book:
    """The results on disk: the plan in the first line, then a line for each match as it ends. Only ever appended to."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self.results: dict[int, Result] = {}
        header = json.dumps(asdict(plan) | {"edition": games.find(plan.game).edition})
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(header + "\n", encoding="utf-8")
            return
        whole, _, _ = path.read_text(encoding="utf-8").rpartition("\n")  # a line cut short by a crash is played again
        first, *rest = whole.split("\n")
        if first != header:
            raise BadArena("arena.other", path=str(path))
        for line in rest:
            result = _result(json.loads(line))
            self.results[result.number] = result
        path.write_text(whole + "\n", encoding="utf-8")

    def missing(self, count: int) -> list[int]:
        return [number for number in range(count) if number not in self.results]

    def add(self, result: Result) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")
        self.results[result.number] = result

    def in_order(self, count: int) -> list[Result]:
        """As if they had been played one after the other, up to the first that is missing."""
        found = []
        for number in range(count):
            if number not in self.results:
                break
            found.append(self.results[number])
        return found


def _result(data: dict[str, Any]) -> Result:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Result(**values)
