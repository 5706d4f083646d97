"""Pictures in the rulebook: positions as data, drawn by the game's own picture; what the text claims of them the rules confirm.

`rulebook/figures.toml` of a game has a table for each; `![what is seen](figure:NAME)` puts it on the page. docs/drawing.md tells how.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final

from newfound.core import lesson as lessons
from newfound.core.game import Game
from newfound.core.lesson import BadLesson, Lesson, Step

FILE: Final = Path("rulebook", "figures.toml")
CITED: Final = re.compile(r"^!\[(.+)\]\(figure:([\w-]+)\)$", re.MULTILINE)
CLAIMS: Final = {field.name for field in fields(Step)} - {"point", "sees"}
SIZE: Final = re.compile(r' width="([\d.]+)" height="([\d.]+)"')


@dataclass(frozen=True)
class Figure:
    """A position as a lesson begins at one, its claims the lesson's only step; what of it is shown, and what is pointed at."""

    lesson: Lesson
    show: tuple[str, ...]
    point: tuple[str, ...]
    size: tuple[int, int]
    sees: Mapping[str, Any]  # what the view has there: `seats.0.money`
    only: Mapping[str, tuple[str, ...]]  # by how actions begin: all the ways in which they go on


@cache
def figures(game: Game[Any]) -> dict[str, Figure]:
    """By their names; none where the game has no such file, or no picture."""
    path = game.folder / FILE
    if game.picture is None or not path.is_file():
        return {}
    return {name: _figure(game, name, entry) for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items()}


def _figure(game: Game[Any], name: str, entry: dict[str, Any]) -> Figure:
    show, point, sees, only = (entry.pop(part, none) for part, none in (("show", []), ("point", []), ("sees", {}), ("only", {})))
    wide, high = entry.pop("size")
    claims = {key: entry.pop(key) for key in CLAIMS & set(entry)}
    lesson = lessons.read(game, {**entry, "name": name, "step": [claims]}, game.folder / "rulebook")
    return Figure(lesson, tuple(show), tuple(point), (wide, high), sees, {begin: tuple(ways) for begin, ways in only.items()})


@cache
def svg(game: Game[Any], name: str, night: bool = False) -> str:
    assert game.picture is not None
    figure = figures(game)[name]
    match = lessons.begin(game, figure.lesson).match
    return game.picture().svg(game.observe(match.state, figure.lesson.you), show=figure.show, point=figure.point, night=night)


def cited(markdown: str) -> list[str]:
    """The figures of a page, in their order."""
    return [name for _, name in CITED.findall(markdown)]


def check(game: Game[Any], name: str) -> None:
    """The position is one, it can be drawn, and what is claimed of it is so."""
    figure = figures(game)[name]
    drawn = SIZE.search(svg(game, name))
    if drawn is None or (measured := (round(float(drawn[1])), round(float(drawn[2])))) != figure.size:
        raise BadLesson(f"{name}: is {measured if drawn else 'no picture'}, not {figure.size}")
    lessons.hold(game, figure.lesson)
    match = lessons.begin(game, figure.lesson).match
    legal = [game.spell(action) for action in game.actions(match.state)]
    lessons.must_show(game.observe(match.state, figure.lesson.you), figure.sees, name)
    for begin, ways in figure.only.items():
        found = sorted(text.removeprefix(begin).strip() for text in legal if text.startswith(f"{begin} "))
        if found != sorted(ways):
            raise BadLesson(f"{name}: {begin!r} goes on as {found}, not {sorted(ways)}")
