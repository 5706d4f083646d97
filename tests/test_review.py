"""Reviews: what they add up to, and that a loss is measured by what its player could know."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from newfound import bots, games
from newfound.core.ahead import margin
from newfound.core.dice import Dice
from newfound.core.fair import Fair
from newfound.core.game import CHANCE, OVER, Game
from newfound.core.match import Match
from newfound.games._template import GAME as TIDE_POOL
from newfound.research.review import Book, Depth, Plan, Review, examine_decision, gain, none_if_unsure
from newfound.review.findings import Finding, code_of
from newfound.review.outlook import Outlook, mean, shares

GAMES = [games.find(name) for name in games.names()]
each_game = pytest.mark.parametrize("game", GAMES, ids=games.names())
GLANCE = Depth(play=0, search=0.001, again=2, more=2)


@cache
def played(game: Game[Any], bot: str = "easy", seed: int = 1, seats: int = 0) -> Match[Any]:
    """A match between equal bots."""
    luck, dice, player = Fair(f"review {seed}".encode()), Dice(seed), bots.make(bot, game)
    match = Match.new(game, game.setup(seats or min(game.seats)), luck)
    while match.turn != OVER:
        match = match.play(match.turn, player.choose(partial(game.copy, match.state), dice), luck=luck)
    return match


def reviewed(match: Match[Any], depth: Depth = GLANCE) -> Review:
    book = Book(replace(Plan.of(match), depth=depth))
    for _ in book.run(jobs=1):
        pass
    return Review(book.plan, tuple(book.findings()))


def decisions(match: Match[Any], every: int) -> list[tuple[Any, int]]:
    """One in so many decisions with a choice, and what was played."""
    game, state = match.game, match.game.start(match.setup)
    found = []
    for event in match.log:
        if event.seat != CHANCE and len(game.actions(state)) > 1:
            found.append((game.copy(state), event.action))
        game.apply(state, event.action)
    return found[::every]


@each_game
def test_start_luck_steps_and_rest_are_the_final_lead(game: Game[Any]) -> None:
    match = played(game, seats=max(game.seats))
    found = reviewed(match)
    scores = [float(score.total) for score in game.scores(match.state)]
    for account in found.accounts():
        parts = (account.start, account.luck, account.own, account.rivals, account.rest)
        assert sum(part.value for part in parts) == pytest.approx(account.end, abs=1e-9)
        assert (account.end, account.end_error) == (margin(scores, account.seat), 0.0)
        assert account.adjusted.value == account.end - account.luck.value
        assert account.adjusted.error == pytest.approx(account.luck.error)
        assert account.decisions > 0


def test_where_nothing_is_chained_there_is_no_rest() -> None:
    """A turn of New World has one draw: what may come is all that its position is worth."""
    game = games.find("new-world")
    first = next(at for at, event in enumerate(played(game).log) if event.seat != CHANCE)
    found = reviewed(played(game))
    for at in range(first, len(found.findings) - 1):
        if found.turns[at] == CHANCE:
            assert found.curve[at] == found.findings[at + 1].before


def test_every_outcome_has_the_share_that_its_weight_asks_for() -> None:
    weights = [1, 5, 0, 30, 2, 62]
    for seed in range(50):
        counted = Counter(shares(weights, 40, Dice(seed)))
        assert sum(counted.values()) == 40
        for outcome, weight in enumerate(weights):
            assert abs(counted[outcome] - weight * 40 / 100) < 1
    often = Counter(outcome for seed in range(2000) for outcome in shares(weights, 3, Dice(seed)))
    assert often[2] == 0
    assert often[5] / 6000 == pytest.approx(0.62, abs=0.02)


@pytest.mark.parametrize("game", [*GAMES, TIDE_POOL], ids=[*games.names(), "template"])
def test_a_loss_does_not_depend_on_what_its_player_could_not_see(game: Game[Any]) -> None:
    """The other hands and all that is to come are dealt anew: every number stays."""
    for state, action in decisions(played(game, "random" if game is TIDE_POOL else "easy"), 9)[:12]:
        other = game.redeal(state, game.turn(state), Dice(99))
        found = [examine_decision(game, one, action, GLANCE, 1, Dice(5)) for one in (state, other)]
        assert found[0] == found[1]


@pytest.mark.parametrize("game", [*GAMES, TIDE_POOL], ids=[*games.names(), "template"])
def test_what_one_action_gains_the_other_loses(game: Game[Any]) -> None:
    outlook = Outlook(game)
    for state, action in decisions(played(game, "random"), 17)[:5]:
        seat, other = game.turn(state), game.actions(state)[-1]
        there, back = (
            gain(outlook, (game.copy(state) for _ in range(6)), seat, *pair, Dice(3)) for pair in ((action, other), (other, action))
        )
        assert there.value == -back.value
        assert there.error == back.error
        assert gain(outlook, [game.copy(state)] * 1, seat, action, action, Dice(3)).value == 0


def test_an_error_is_that_of_a_mean() -> None:
    found = mean([1.0, 2.0, 3.0, 6.0])
    assert found.value == 3.0
    assert found.error == pytest.approx((14 / 3 / 4) ** 0.5)
    assert none_if_unsure(replace(found, value=0.5, error=0.6)).value == 0
    assert none_if_unsure(replace(found, value=-3.0, error=0.1)).value == 0


def test_a_review_cut_short_goes_on_where_it_was_and_ends_the_same(tmp_path: Path) -> None:
    match = played(games.find("new-england"))
    plan = replace(Plan.of(match), depth=GLANCE)
    whole = Book(plan, tmp_path / "whole")
    assert len(list(whole.run(jobs=2))) == whole.total == whole.done
    text = (tmp_path / "whole").read_text()
    (tmp_path / "half").write_text(text[: len(text) // 2])  # in the middle of a line
    half = Book(plan, tmp_path / "half")
    assert 0 < half.done < half.total
    done = half.done
    assert len(list(half.run(jobs=1))) == whole.total - done
    assert half.findings() == whole.findings() == Book(plan, tmp_path / "half").findings()
    assert list(Book(plan, tmp_path / "half").run(jobs=1)) == []


def test_what_other_code_found_is_not_taken_for_what_this_would(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An evaluation, a search or a rule that has changed finds something else."""
    folder = tmp_path / "game"
    shutil.copytree(TIDE_POOL.folder, folder)
    monkeypatch.setattr(games, "find", lambda _: replace(TIDE_POOL, folder=folder))
    plan = Plan.of(played(TIDE_POOL, "random"))
    code_of.cache_clear()
    before = plan.name
    code_of.cache_clear()
    assert plan.name == before
    (folder / "rules.py").write_text("# another rule")
    code_of.cache_clear()
    assert plan.name != before
    code_of.cache_clear()


def test_a_match_ended_early_ends_in_an_estimate() -> None:
    whole = played(games.find("new-england"))
    half = whole.back(len(whole.log) // 2)
    for account in reviewed(half).accounts():
        assert account.end_error > 0
        assert account.adjusted.error > account.luck.error
    for account in reviewed(whole).accounts():
        assert account.end_error == 0


@each_game
def test_a_loss_is_between_two_leads_that_are_told(game: Game[Any]) -> None:
    found = [one for one in reviewed(played(game, "random")).findings if one.expected]
    assert found
    for one in found:
        better, worse = one.expected
        assert one.loss is not None
        assert one.loss.value == pytest.approx(better.value - worse.value)
        assert one.loss.error <= better.error + worse.error + 1e-9
        assert Finding.load(json.loads(json.dumps(one.json()))) == one


def test_the_findings_of_another_review_are_not_taken_for_this_one(tmp_path: Path) -> None:
    plan = replace(Plan.of(played(games.find("new-england"))), depth=GLANCE)
    next(Book(plan, tmp_path / "book").run(jobs=1))
    assert Book(plan, tmp_path / "book").done == 1
    assert Book(replace(plan, seed=2), tmp_path / "book").done == 0
