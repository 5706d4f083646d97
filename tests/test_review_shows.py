"""What a review must show: a planted blunder, a planted stroke of luck, levels in their order, luck that evens out.

Each in short form; at length, with NEWFOUND_ALL, over a hundred matches of the search for each game.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import pytest

from newfound import bots, games
from newfound.core.dice import SEEDS, Dice
from newfound.core.fair import Fair
from newfound.core.game import CHANCE, OVER, Game
from newfound.core.match import Event, Match
from newfound.research.review import Book, Depth, Plan, Review, gain
from newfound.review.outlook import Outlook

GAMES = [games.find(name) for name in games.names()]
each_game = pytest.mark.parametrize("game", GAMES, ids=games.names())
LONG = bool(os.environ.get("NEWFOUND_ALL"))
MATCHES = 100 if LONG else 1
PLAYERS = "search" if LONG else "medium"
SHORT = Depth(play=0.004, search=0.01, again=8, more=4)
GLANCE = SHORT if LONG else Depth(play=0.001, search=0.003, again=0, more=1)
PLANTED = 5.0  # points
TRIED = 30 * MATCHES  # matches that are looked through; in a small game nothing costs or brings so much


def go_on(match: Match[Any], bot: str, seed: int, until: int | None = None) -> Match[Any]:
    """The match played on between equal bots, to its end or for so many events."""
    game, luck, dice, player = match.game, Fair(f"shows {seed}".encode()), Dice(seed), bots.make(bot, match.game)
    match = match.settled(luck)
    while match.turn != OVER and (until is None or len(match.log) < until):
        match = match.play(match.turn, player.choose(partial(game.copy, match.state), dice), luck=luck)
    return match


def played(game: Game[Any], bot: str, seed: int) -> Match[Any]:
    return go_on(Match.new(game, game.setup(2), Fair(f"shows {seed}".encode())), bot, seed)


def reviewed(match: Match[Any], depth: Depth = SHORT) -> Review:
    book = Book(replace(Plan.of(match), depth=depth))
    for _ in book.run(jobs=1):
        pass
    return Review(book.plan, tuple(book.findings()))


def blundered(game: Game[Any], seed: int) -> tuple[Match[Any], int] | None:
    """A match with a blunder of one of the players, and the position that it led to: the worst of some actions of every decision, if it
    costs enough."""
    whole = played(game, PLAYERS, seed)
    outlook, dice = Outlook(game), Dice(seed)
    worst: tuple[float, int, int] = (0.0, 0, 0)
    for at in range(len(whole.log) // 4, len(whole.log)):
        here = whole.back(at)
        legal = game.actions(here.state)
        if here.turn < 0 or len(legal) < 5:
            continue
        for action in [legal[dice.below(len(legal))] for _ in range(8)]:
            cost = gain(outlook, (game.copy(here.state) for _ in range(8)), here.turn, whole.log[at].action, action, dice)
            worst = max(worst, (cost.value, at, action))
    most, at, action = worst
    here = whole.back(at)
    state = game.copy(here.state)
    again = (game.copy(state) for _ in range(100))  # the largest of many guesses is often an exaggeration
    if most < PLANTED or gain(outlook, again, here.turn, whole.log[at].action, action, dice).value < PLANTED:
        return None
    game.apply(state, action)
    return go_on(replace(here, log=(*here.log, Event(here.turn, action)), state=state), PLAYERS, seed), at + 1


@pytest.mark.sample
@each_game
def test_a_planted_blunder_is_the_worst_moment(game: Game[Any]) -> None:
    found = planted = 0
    fit = (one for seed in range(TRIED) if (one := blundered(game, seed)) is not None)
    for match, number in islice(fit, MATCHES):
        planted += 1
        losses = [moment for moment in reviewed(match).moments(len(match.log)) if moment.kind == "loss"]
        found += bool(losses) and losses[0].number == number
    assert found >= 0.95 * planted


def strokes(match: Match[Any]) -> Iterator[tuple[float, int, int]]:
    """Draws in the middle of a match whose outcomes differ enough: by how much the best for the first seat is above the mean, where, and
    which."""
    game, outlook, dice = match.game, Outlook(match.game), Dice(1)
    seeds = [dice.below(SEEDS) for _ in range(40)]
    for at in range(len(match.log) // 3, len(match.log) * 2 // 3):
        here = match.back(at)
        if here.turn != CHANCE or len(game.actions(here.state)) < 2:
            continue
        worths = []
        for outcome in game.actions(here.state):
            state = game.copy(here.state)
            game.apply(state, outcome)
            worths.append(statistics.fmean(leads[0] for leads in outlook.lines(state, seeds)))
        weights = game.weights(here.state)
        middle = sum(weight * worth for weight, worth in zip(weights, worths, strict=True)) / sum(weights)
        best = max(range(len(worths)), key=worths.__getitem__)
        if worths[best] - min(worths) >= PLANTED:
            yield worths[best] - middle, at, game.actions(here.state)[best]


@pytest.mark.sample
@each_game
def test_a_planted_stroke_of_luck_is_among_the_luckiest_draws(game: Game[Any]) -> None:
    found = planted = 0
    fit = ((seed, whole, *best) for seed in range(TRIED) if (best := max(strokes(whole := played(game, PLAYERS, seed)), default=None)))
    for seed, whole, _, at, outcome in islice(fit, MATCHES):
        planted += 1
        here = whole.back(at)
        state = game.copy(here.state)
        game.apply(state, outcome)
        match = go_on(replace(here, log=(*here.log, Event(CHANCE, outcome)), state=state), PLAYERS, seed)
        luckiest = [moment.number for moment in reviewed(match).moments(len(match.log)) if moment.kind == "luck"][:3]
        found += at + 1 in luckiest
    assert found >= 0.95 * planted


@pytest.mark.long
@each_game
def test_levels_lose_less_the_higher_they_are(game: Game[Any]) -> None:
    rates = []
    for bot in ("random", "easy", "medium", "hard", "expert") if LONG else ("random", "easy", "medium"):
        accounts = [account for seed in range(20 if LONG else 1) for account in reviewed(played(game, bot, seed), GLANCE).accounts()]
        rates.append(statistics.fmean(account.rate.value for account in accounts))
    assert rates == sorted(rates, reverse=True)


@pytest.mark.long
@each_game
def test_the_luck_of_a_draw_evens_out_over_all_that_may_come(game: Game[Any]) -> None:
    """By weight, the outcomes are worth together what the position before them is said to be."""
    match, outlook, dice = played(game, "easy", 2), Outlook(game), Dice(6)
    seeds = [dice.below(SEEDS) for _ in range(400)]
    checked = 0
    for at in range(len(match.log) // 4, len(match.log), 7):
        state = match.back(at).state
        if game.turn(state) != CHANCE or not 2 < len(game.actions(state)) <= 40:
            continue
        before = [leads[0] for leads in outlook.before_draw(state, seeds, dice)]
        weights, whole = game.weights(state), 0.0
        for outcome, weight in zip(game.actions(state), weights, strict=True):
            after = game.copy(state)
            game.apply(after, outcome)
            whole += weight * statistics.fmean(leads[0] for leads in outlook.lines(after, seeds[:100])) / sum(weights)
        error = statistics.stdev(before) * (1 / 400 + 1 / 100) ** 0.5
        assert abs(statistics.fmean(before) - whole) < 4 * error + 1e-9
        checked += 1
        if checked == 3 and not LONG:
            break
    assert checked


@pytest.mark.long
def test_luck_explains_much_of_new_worlds_results() -> None:
    """Among equal players the final lead without luck varies less than the lead itself."""
    game = games.find("new-world")
    accounts = [
        reviewed(played(game, "medium", seed), Depth(play=0.002, search=0, again=0, more=1)).accounts()[0]
        for seed in range(100, 300 if LONG else 108)
    ]
    plain = statistics.variance(account.end for account in accounts)
    assert statistics.variance(account.adjusted.value for account in accounts) < (0.45 if LONG else 0.8) * plain
