"""What results say: win rates with their intervals, ratings, scores, time; and whether a change is proved (SPRT)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from newfound.research.arena import BadArena, Plan, Result

SURE: Final = 1.959964  # of a normal distribution, for 95 %
ERROR: Final = 0.05  # how often an SPRT may be wrong, either way
LEAST: Final = 6  # an SPRT says nothing before it has seen this many lucks


@dataclass(frozen=True)
class Standing:
    """One bot. A shared win counts its share."""

    bot: str
    games: int
    wins: float
    low: float  # of the win rate, 95 %
    high: float
    rating: float
    doubt: float  # the rating's standard deviation
    scores: tuple[int, ...]
    seconds: float  # for a decision, on average
    lost: int  # matches in which it was put out

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate."""
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, SURE * SURE
    middle = rate + square / (2 * games)
    width = SURE * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    return max(0.0, (middle - width) / (1 + square / games)), min(1.0, (middle + width) / (1 + square / games))


def share(places: Sequence[int], seat: int) -> float:
    """Of the first place, which may be shared."""
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def won(result: Result, seat: int) -> float:
    return share(result.places, seat)


def standings(plan: Plan, results: Sequence[Result]) -> list[Standing]:
    """Every bot, the best first."""
    ratings = _ratings(plan, results)
    found = []
    for bot in dict.fromkeys(plan.bots):
        seats = [(result, seat) for result in results for seat in range(plan.seats) if result.lineup[seat] == bot]
        wins = sum(won(result, seat) for result, seat in seats)
        low, high = wilson(wins, len(seats))
        decisions = sum(result.decisions[seat] for result, seat in seats)
        seconds = sum(result.seconds[seat] for result, seat in seats) / max(1, decisions)
        scores = tuple(result.scores[seat] for result, seat in seats)
        lost = sum(1 for result, seat in seats if str(seat) in result.lost)
        found.append(Standing(bot, len(seats), wins, low, high, *ratings[bot], scores, seconds, lost))
    return sorted(found, key=lambda standing: -standing.rate)


def _ratings(plan: Plan, results: Sequence[Result]) -> dict[str, tuple[float, float]]:
    """Openskill's Plackett-Luce, in the order of the matches; a bot that fills several seats is rated by each of them."""
    try:
        models: Any = import_module("openskill.models")
    except ImportError as error:
        raise BadArena("arena.extra", extra="arena") from error
    model = models.PlackettLuce()
    rated = {bot: model.rating(name=bot) for bot in plan.bots}
    for result in results:
        after = model.rate([[rated[bot]] for bot in result.lineup], ranks=[float(place) for place in result.places])
        for bot in dict.fromkeys(result.lineup):
            own = [team[0] for team, name in zip(after, result.lineup, strict=True) if name == bot]
            rated[bot] = model.rating(mu=sum(one.mu for one in own) / len(own), sigma=sum(one.sigma for one in own) / len(own), name=bot)
    return {bot: (rating.mu, rating.sigma) for bot, rating in rated.items()}


@dataclass(frozen=True)
class Verdict:
    """How the first bot does so far, against being even: `llr` reaches `bound` to accept, minus `bound` to reject."""

    llr: float
    bound: float

    @property
    def key(self) -> str:
        return "accepted" if self.llr >= self.bound else "rejected" if self.llr <= -self.bound else "open"


def sprt(plan: Plan, results: Sequence[Result], better: float) -> Verdict:
    """Sequential test of the first bot: wins its even share, or that and `better` more. A luck with all its rotations is one sample."""
    bound = math.log((1 - ERROR) / ERROR)
    lineups = len(plan.lineups())
    samples = []
    for at in range(0, len(results) - lineups + 1, lineups):
        group = results[at : at + lineups]
        seats = [(result, seat) for result in group for seat in range(plan.seats) if result.lineup[seat] == plan.bots[0]]
        samples.append(sum(won(result, seat) for result, seat in seats) / len(seats))
    if len(samples) < LEAST:
        return Verdict(0.0, bound)
    even = 1 / plan.seats
    hoped = even + better
    padded = [*samples, 0.0, 1.0]  # one luck all lost and one all won: no variance is ever nothing
    mean = sum(samples) / len(samples)
    spread = sum((sample - mean) ** 2 for sample in padded) / len(padded)
    return Verdict(len(samples) * (hoped - even) * (2 * mean - even - hoped) / (2 * spread), bound)
