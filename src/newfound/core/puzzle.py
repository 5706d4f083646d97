"""Puzzles from play: a position in which one action is clearly best and not the one that looks best. Data in a game's folder.

`puzzles/puzzles.toml` has what is claimed, `puzzles/*.game` the positions; `newfound puzzles` finds and writes them. To whoever solves one
it is a lesson of two steps: the action is found, then it is shown what may follow. What is said is the same for all games.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from newfound.core import lesson as lessons
from newfound.core.game import Game, Json, News, Score, find_action
from newfound.core.lesson import BadLesson, Lesson, Stage, Step

FOLDER: Final = "puzzles"
LIST: Final = "puzzles.toml"


@dataclass(frozen=True)
class Puzzle(Lesson):
    """`name` is also that of its file."""

    number: int = 0  # among those of the game, from 1
    tempting: str = ""  # what looks best at once
    loses: Mapping[str, float] = field(default_factory=dict)  # what each other action costs against the best, in points of lead
    reasons: tuple[
        News, ...
    ] = ()  # what the best brings whom a little later, compared with the tempting one; `key` is a part of the scores
    instead: tuple[str, ...] = ()  # the tempting action and what may follow it

    @property
    def best(self) -> str:
        return self.steps[0].go[0]

    @property
    def line(self) -> tuple[str, ...]:
        """The best action and what may follow it."""
        return (self.best, *self.steps[1].then)

    @property
    def margin(self) -> float:
        """What the second best costs."""
        return min(self.loses.values())


@cache
def puzzles(game: Game[Any]) -> dict[str, Puzzle]:
    """The puzzles of a game, the clearest first; none where it has no such folder."""
    folder = game.folder / FOLDER
    if not (folder / LIST).is_file():
        return {}
    entries = tomllib.loads((folder / LIST).read_text(encoding="utf-8")).get("puzzle", [])
    return {entry["name"]: _puzzle(game, entry, folder, number) for number, entry in enumerate(entries, 1)}


def _puzzle(game: Game[Any], entry: Mapping[str, Any], folder: Path, number: int) -> Puzzle:
    setup, given = lessons.read_file(game, folder / f"{entry['name']}.game")
    best, *line = entry["line"]
    others = tuple(one for one in entry["loses"] if one != entry["instead"][0])
    first = Step(go=(best,), like=tuple(entry["like"]), answers={"tempting": tuple(entry["instead"][:1]), "loses": others})
    return Puzzle(
        name=entry["name"],
        minutes=1,
        setup=setup,
        steps=(first, Step(then=tuple(line))),
        you=entry["you"],
        given=given,
        puzzle=True,
        number=number,
        tempting=entry["instead"][0],
        loses=entry["loses"],
        reasons=tuple(News(part, seat, points=points) for seat, part, points in entry["reasons"]),
        instead=tuple(entry["instead"]),
    )


def said(puzzle: Puzzle, attempt: str | None, now: Stage) -> Json:
    """The values of its sentences, as far as they may be known: what an attempt loses, then what would have been."""
    values: dict[str, Json] = {"number": puzzle.number}
    if attempt is not None and now.step == 0:
        spelt = {one.lower(): points for one, points in puzzle.loses.items()}
        values["n"] = _whole(spelt.get(" ".join(attempt.lower().split()), puzzle.margin))
    if now.step > 0:
        values |= {"margin": _whole(puzzle.margin), "best": puzzle.best, "tempting": puzzle.tempting}
    if now.step > 1:
        here, there = (standing(now.match.game, puzzle, line) for line in (puzzle.line, puzzle.instead))
        values |= {"here": _written(here, puzzle.you), "there": _written(there, puzzle.you)}
    return values


def standing(game: Game[Any], puzzle: Puzzle, line: Sequence[str]) -> Sequence[Score]:
    """How it stands after the position and these actions."""
    state = game.copy(lessons.begin(game, puzzle).match.state)
    for text in line:
        action = find_action(game, state, text)
        if action is None:
            raise BadLesson(f"{puzzle.name}: {text!r} is not legal")
        game.apply(state, action)
    return game.as_it_stands(state)


def _whole(points: float) -> int:
    return max(1, round(points))


def _written(scores: Sequence[Score], you: int) -> str:
    """One's own points first."""
    totals = [score.total for score in scores]
    return "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(map(str, [totals[you], *totals[:you], *totals[you + 1 :]]))


def keys(puzzle: Puzzle) -> Iterator[str]:
    """Every sentence that a puzzle may say."""
    yield from ("puzzle.title", "puzzle.close", "puzzle.reasons", "puzzle.1.say", "puzzle.1.like", "puzzle.1.other", "puzzle.2.say")
    yield from (f"puzzle.1.{name}" for name in puzzle.steps[0].answers)
