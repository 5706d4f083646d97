"""What a match turned on: the loss of each decision, from what its player could know, and the luck of each draw, in points of lead.

A position's worth to a seat is its mean lead by the `Outlook`. Luck is the worth after what was drawn less the mean over all that could
have been; a step is the worth after a decision less that before. Start, luck, steps and a rest that is the estimate's own error add up to
the final lead (`account.py` adds them up). docs/review.md has the arithmetic and what was measured.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import newfound
from newfound import games
from newfound.bots.search import Searching, ranked
from newfound.core.dice import SEEDS, Dice
from newfound.core.fair import Fair
from newfound.core.game import CHANCE, Game, Json, guesses, spell_value
from newfound.core.match import Match
from newfound.review.outlook import Mean, Outlook, mean
from newfound.review.reasons import Reason, reasons

VERSION: Final = 2  # of what a book of findings holds
PACKAGE: Final = Path(newfound.__file__).parent
LEAST: Final = 8  # lines of quick play from a position


@dataclass(frozen=True)
class Depth:
    """How much work a review is: seconds of quick play from each position and of search for each decision, then more of it for what
    mattered most. They are measured out in simulations, so that a review is the same on every machine."""

    play: float
    search: float
    again: int  # how many of the largest lucks, and of the largest losses, are looked at a second time
    more: int  # how many times the work they get then

    def lines(self, game: Game[Any]) -> int:
        return max(LEAST, round(self.play * game.judge().RATE))


DEPTHS: Final = {
    "quick": Depth(play=0.02, search=0.05, again=12, more=4),
    "normal": Depth(play=0.08, search=0.2, again=20, more=4),
    "deep": Depth(play=0.32, search=1.0, again=30, more=4),
}


@dataclass(frozen=True)
class Plan:
    """A match to be reviewed, in words that travel to other processes."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    log: tuple[int, ...]
    depth: Depth
    seed: int = 1

    @staticmethod
    def of(match: Match[Any], depth: str = "quick", seed: int = 1) -> Plan:
        options = tuple((name, spell_value(value)) for name, value in match.setup.options.items())
        return Plan(match.game.name, match.setup.seats, options, tuple(event.action for event in match.log), DEPTHS[depth], seed)

    @property
    def name(self) -> str:
        """The same for the same review, whoever makes it."""
        return hashlib.sha256(f"{VERSION} {code_of(self.game)} {self!r}".encode()).hexdigest()

    def json(self) -> Json:
        return asdict(self)

    @staticmethod
    def load(data: Json) -> Plan:
        options = tuple((name, value) for name, value in data["options"])
        return Plan(data["game"], data["seats"], options, tuple(data["log"]), Depth(**data["depth"]), data["seed"])


@cache
def code_of(game: str) -> str:
    """A digest of all code that a finding comes from: the game, how it is judged and searched, and what is here."""
    found = hashlib.sha256()
    for folder in (PACKAGE / "core", PACKAGE / "bots", PACKAGE / "review", games.find(game).folder):
        for file in sorted(folder.glob("*.py")):
            found.update(file.read_bytes())
    return found.hexdigest()


@dataclass(frozen=True)
class Finding:
    """What was found about the event that led to position `number`; position 0 has none. Luck is by seat, a loss is its player's own."""

    number: int
    worth: tuple[Mean, ...]  # of the position, by seat
    before: tuple[Mean, ...] = ()  # of a draw: the mean over all outcomes
    luck: tuple[Mean, ...] = ()
    best: int | None = None  # of a decision with a choice: the action that the search prefers
    loss: Mean | None = None
    expected: tuple[Mean, ...] = ()  # where something else was preferred: the final lead of that, and of what was played
    reasons: tuple[Reason, ...] = ()  # why it is better, found at the second look

    def json(self) -> Json:
        return asdict(self)

    @staticmethod
    def load(data: Json) -> Finding:
        many = {name: tuple(Mean(**one) for one in data[name]) for name in ("worth", "before", "luck", "expected")}
        why = tuple(map(Reason.load, data["reasons"]))
        return Finding(data["number"], best=data["best"], loss=Mean(**data["loss"]) if data["loss"] else None, reasons=why, **many)


@lru_cache(maxsize=2)
def positions(plan: Plan) -> tuple[Game[Any], list[Any]]:
    """Every position of the match; number 0 is before any luck."""
    game = games.find(plan.game)
    state = game.start(game.setup(plan.seats, dict(plan.options)))
    found = [game.copy(state)]
    for action in plan.log:
        game.apply(state, action)
        found.append(game.copy(state))
    return game, found


def examine(plan: Plan, number: int, times: int = 1) -> Finding:
    """The finding at a position, with so many times the work. Follows from its arguments alone, wherever it is made."""
    game, states = positions(plan)
    dice = Fair(f"newfound review {plan.seed} {times}".encode()).at(number)
    outlook = Outlook(game)
    seeds = [dice.below(SEEDS) for _ in range(plan.depth.lines(game) * times)]
    after = outlook.lines(states[number], seeds)
    found = Finding(number, _by_seat(after))
    if number == 0:
        return found
    state = states[number - 1]
    if game.turn(state) != CHANCE:
        action = plan.log[number - 1]
        best, loss, *expected = decided(game, state, action, plan.depth, times, dice)
        if times > 1 and best is not None and loss is not None and loss.sure:
            guess = guesses(game, state, game.turn(state), dice)
            found = replace(found, reasons=reasons(outlook, guess, game.turn(state), best, action, dice, plan.depth.lines(game)))
        return replace(found, best=best, loss=loss, expected=tuple(expected))
    if len(game.actions(state)) == 1:
        return replace(found, before=found.worth, luck=tuple(Mean(0.0, 0.0) for _ in found.worth))
    before = outlook.before_draw(state, seeds, dice)
    luck = [[one - other for one, other in zip(came, meant, strict=True)] for came, meant in zip(after, before, strict=True)]
    return replace(found, before=_by_seat(before), luck=_by_seat(luck))


def examine_decision(game: Game[Any], state: Any, action: int, depth: Depth, times: int, dice: Dice) -> tuple[int | None, Mean | None]:
    """What the search prefers, and how many points of lead more it brings than what was played, on the same guesses with the same luck."""
    best, loss, *_ = decided(game, state, action, depth, times, dice)
    return best, loss


def decided(game: Game[Any], state: Any, action: int, depth: Depth, times: int, dice: Dice) -> tuple[Any, ...]:
    """The same, with the lead that each of the two may expect. Nothing but what the player could know comes in: the true state only makes
    guesses."""
    seat = game.turn(state)
    guess = guesses(game, state, seat, dice)
    seen = guess()
    legal = game.judge().candidates(seen)
    if len(game.actions(seen)) == 1:
        return None, None
    simulations = max(2 * len(legal), round(depth.search * times * game.judge().RATE))
    root = Searching(game, simulations).think(guess, dice, seen)
    best = root.actions[ranked(root, legal)[0]]
    if best == action:
        return best, Mean(0.0, 0.0)
    return best, *leads(Outlook(game), (guess() for _ in range(depth.lines(game) * times)), seat, best, action, dice)


def gain(outlook: Outlook, states: Iterable[Any], seat: int, better: int, worse: int, dice: Dice) -> Mean:
    """How much more lead one action brings than another, line by line from the same state with the same luck."""
    return leads(outlook, states, seat, better, worse, dice)[0]


def leads(outlook: Outlook, states: Iterable[Any], seat: int, better: int, worse: int, dice: Dice) -> tuple[Mean, Mean, Mean]:
    """The same, with the lead that each of the two brings."""
    game = outlook.game
    this, that = list[float](), list[float]()
    for state in states:
        other, seed = game.copy(state), dice.below(SEEDS)
        game.apply(state, better)
        game.apply(other, worse)
        this.append(outlook.lines(state, [seed])[0][seat])
        that.append(outlook.lines(other, [seed])[0][seat])
    return mean([one - other for one, other in zip(this, that, strict=True)]), mean(this), mean(that)


def _by_seat(lines: Sequence[Sequence[float]]) -> tuple[Mean, ...]:
    return tuple(mean(own) for own in zip(*lines, strict=True))
