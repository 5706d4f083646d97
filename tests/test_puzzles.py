"""Puzzles from play: every one replays by the rules, what is claimed of it is searched for again, and finding them is repeatable."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cli import Shell
from newfound import bots, games
from newfound.core import gamefile
from newfound.core import lesson as lessons
from newfound.core import puzzle as puzzles
from newfound.core.dice import Dice
from newfound.core.game import Game, find_action, guesses
from newfound.core.puzzle import Puzzle
from newfound.core.text import LANGUAGES
from newfound.research.puzzles import EQUAL, LEAST, Found, Plan, chosen, seek
from newfound.research.worth import Gap, lead, searched

ALL = [(games.find(name), one) for name in games.names() for one in puzzles.puzzles(games.find(name)).values()]
WHOLE = bool(os.environ.get("NEWFOUND_ALL"))
FIRST = list({game.name: (game, one) for game, one in reversed(ALL)}.values())
SHIPPED = [name for name in games.names() if puzzles.puzzles(games.find(name))]


def named(pairs: list[tuple[Game[Any], Puzzle]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("game", "puzzle"), pairs, ids=[f"{game.name} {one.name}" for game, one in pairs])


@named(ALL)
def test_a_puzzle_holds_by_the_rules(game: Game[Any], puzzle: Puzzle) -> None:
    """The position replays, every action spoken of is legal, both continuations can be played, and the best one stands better."""
    text = (game.folder / puzzles.FOLDER / f"{puzzle.name}.game").read_text(encoding="utf-8")
    match = gamefile.replay(gamefile.parse(text), games.find)
    assert match.turn == puzzle.you
    spoken = [puzzle.best, *puzzle.steps[0].like, *puzzle.loses]
    assert len(set(spoken)) == len(spoken)
    assert set(spoken) == {game.spell(action) for action in game.judge().candidates(match.state)} | {puzzle.tempting, *spoken[:1]}
    assert all(find_action(game, match.state, text) is not None for text in spoken)
    assert (puzzle.line[0], puzzle.instead[0]) == (puzzle.best, puzzle.tempting)
    ours, theirs = (lead(puzzles.standing(game, puzzle, line), puzzle.you) for line in (puzzle.line, puzzle.instead))
    assert ours > theirs
    parts = {part for score in game.scores(match.state) for part, _ in score.parts}
    assert all(one.key in parts and one.points for one in puzzle.reasons)


@named(ALL)
def test_the_bot_that_looks_one_action_ahead_gets_it_wrong(game: Game[Any], puzzle: Puzzle) -> None:
    state = lessons.begin(game, puzzle).match.state
    dice = Dice(1)
    taken = game.spell(bots.make("medium", game).choose(guesses(game, state, puzzle.you, dice), dice))
    assert taken in puzzle.loses


@pytest.mark.sample
@named(ALL if WHOLE else FIRST)
def test_another_search_finds_the_same(game: Game[Any], puzzle: Puzzle) -> None:
    """With dice of its own: the tempting action and the next best lose what is told, within the errors of both."""
    state, least = lessons.begin(game, puzzle).match.state, LEAST * game.judge().SCALE
    trees, simulations = (5, 1200) if WHOLE else (4, 500)

    def leads(text: str) -> list[float]:
        action = find_action(game, state, text)
        assert action is not None
        return searched(game, state, action, trees, simulations, 77).leads

    mine = leads(puzzle.best)
    for text in {puzzle.tempting, next(iter(puzzle.loses))}:
        gap = Gap.of(mine, leads(text))
        assert gap.mean > 0
        assert gap.mean == pytest.approx(puzzle.loses[text], abs=0.5 * puzzle.loses[text] + 3 * gap.error)
    for text in puzzle.steps[0].like:
        assert abs(Gap.of(mine, leads(text)).mean) < least
    assert EQUAL < 1


@pytest.mark.parametrize("name", SHIPPED)
def test_the_puzzles_of_a_game_are_of_several_kinds(name: str) -> None:
    found = list(puzzles.puzzles(games.find(name)).values())
    assert len({one.name for one in found}) == len(found)
    assert len({one.best.split()[0] for one in found}) >= min(2, len(found))
    size = sum(path.stat().st_size for path in (games.find(name).folder / puzzles.FOLDER).iterdir())
    assert size < 8_000 * len(found)


@pytest.mark.sample
@named(FIRST)
def test_a_wrong_attempt_is_told_its_loss_and_nothing_is_given_away(game: Game[Any], puzzle: Puzzle) -> None:
    now = lessons.begin(game, puzzle)
    assert set(puzzles.said(puzzle, None, now)) == {"number"}
    for text, points in puzzle.loses.items():
        assert lessons.attempt(puzzle, now, text) == ("tempting" if text == puzzle.tempting else "loses")
        assert puzzles.said(puzzle, text.upper(), now) == {"number": puzzle.number, "n": max(1, round(points))}
    after = lessons.follow(puzzle, now, puzzle.best)
    assert puzzles.said(puzzle, None, after) == {
        "number": puzzle.number, "margin": max(1, round(puzzle.margin)), "best": puzzle.best, "tempting": puzzle.tempting
    }  # fmt: skip
    over = lessons.follow(puzzle, after, "")
    stands = [score.total for score in game.as_it_stands(over.match.state)]
    here = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(map(str, [stands.pop(puzzle.you), *stands]))
    assert puzzles.said(puzzle, None, over)["here"] == here


@pytest.mark.parametrize("language", LANGUAGES)
@named(FIRST[:1])
def test_what_a_puzzle_says_is_there_in_every_language(game: Game[Any], puzzle: Puzzle, language: str) -> None:
    catalog = lessons.sentences(game, language)
    values = {"number": 1, "n": 2, "margin": 3, "best": "x", "tempting": "y", "here": "1 : 2", "there": "2 : 1"}
    for key in puzzles.keys(puzzle):
        assert "{" not in catalog.say(key, **values)
    for part in {part for score in game.scores(lessons.begin(game, puzzle).match.state) for part, _ in score.parts}:
        assert catalog.say(part)


@pytest.mark.long
def test_what_is_found_follows_from_plan_and_number() -> None:
    plan = Plan("new-england")
    assert seek(plan, 1) == seek(plan, 1) != seek(plan, 2)


def found(number: int, kind: str, at: int, margin: float) -> Found:
    return Found(number, at, 90, 0, (), kind, "pass", (), {"pass": margin}, margin, 0.1, ((0, "x", 1.0),), (kind,), ("pass",))


def test_what_is_kept_is_of_many_kinds_and_phases() -> None:
    alike = [found(number, "lay a1", 10, 9.0) for number in range(5)]
    rare = [found(10, "lay b1", 80, 2.0), found(11, "take bag", 10, 1.5)]
    assert {one.number for one in chosen(alike + rare, 3)} == {0, 10, 11}
    assert len(chosen(alike, 9)) == 5


@pytest.mark.long
def test_the_command_writes_what_can_be_solved_and_goes_on_where_it_was(shell: Shell) -> None:
    words = ("puzzles", "tide-pool", "--out", "out", "--jobs", "1")
    first = json.loads(shell.good(*words, "--games", "3", "--json"))
    kept = Path(shell.folder, "out", "found.jsonl").read_text(encoding="utf-8")
    assert kept.count("\n") == 4
    again = json.loads(shell.good(*words, "--games", "4", "--json"))
    assert Path(shell.folder, "out", "found.jsonl").read_text(encoding="utf-8").startswith(kept)
    assert [one for one in again if one["number"] < 3] == first
    for one in again:
        assert "Points:" in shell.good("replay", f"out/{one['number']}-{one['at']}.game")
    assert "another run" in shell.mistake(*words, "--games", "4", "--seed", "2")
