"""Games, sentences, rules and lessons: what is on the shelf, as every host tells it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import newfound
from newfound import bots, games
from newfound.core import figures, gamefile, rulebook
from newfound.core import lesson as lessons
from newfound.core import puzzle as puzzles
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER, Game, Json, Option, Value, spell_value
from newfound.core.lesson import Lesson
from newfound.core.problem import BadSetup, Problem
from newfound.core.puzzle import Puzzle
from newfound.core.text import LANGUAGES, Catalog, core_catalog, game_catalog, read_catalog
from newfound.host.making import levels
from newfound.host.problems import HERE, Denied, on_the_wire

LOG: Final = logging.getLogger("newfound.shelf")
PACKAGE: Final = Path(newfound.__file__).parent
SITE: Final = PACKAGE / "web" / "site"  # the folder that plays without a server, where it is built


def all_games(language: str) -> Json:
    """What can be played, and by whom."""
    found = []
    for name in games.names():
        try:
            found.append(_game(games.find(name), language))
        except BadSetup as broken:
            LOG.warning("%s", broken)
    head = {"protocol": 1, "version": newfound.__version__, "languages": list(LANGUAGES)}
    return head | {"levels": levels(), "characters": bots.characters(), "games": found}


def _game(game: Game[Any], lang: str) -> Json:
    catalog = game_catalog(game.folder, lang)
    return {
        "name": game.name,
        "title": game.title,
        "edition": game.edition,
        "seats": list(game.seats),
        "about": catalog.say("about.line"),
        "picture": game.picture is not None,
        "lessons": lessons.has_course(game),
        "odds": game.odds is not None,
        "compiled": game.compiled,
        "coach": game.coach is not None,
        "options": [_option(catalog, option) for option in game.options],
    }


def _option(catalog: Catalog, option: Option) -> Json:
    def said(key: str) -> str:
        return catalog.say(key) if key in catalog else ""

    return {
        "name": option.name,
        "title": said(f"option.{option.name}.name"),
        "about": said(f"option.{option.name}.about"),
        "clause": option.clause,
        "default": option.default,
        "first": option.default if option.first is None else option.first,
        "values": [{"value": value, "about": said(f"option.{option.name}.{spell_value(value)}")} for value in option.values()],
    }


@cache
def entries(folder: Path | None, lang: str) -> dict[str, str]:
    """Everything a browser may have to say: core, bots, server, reviews, web app, and the game in this folder, its glossary too."""
    found = dict(core_catalog(lang).entries)
    for package in (Path(bots.__file__).parent, HERE, PACKAGE / "review", PACKAGE / "web", *([folder] if folder else [])):
        if (package / "text" / f"{lang}.toml").is_file():
            found |= read_catalog(package / "text", lang)
    words = rulebook.glossary(folder, lang) if folder else {}
    return found | {f"glossary.{word}": means for word, means in words.items()}


def rules(game: str, language: str) -> Json:
    found = find_game(game)
    clauses = [{"id": name, "text": said} for name, said in rulebook.clauses(found.folder, language).items()]
    page = rulebook.page(found.folder, language)
    shown = {name: one.size for name, one in figures.figures(found).items()}
    return {"game": found.name, "title": found.title, "lang": language, "markdown": page, "clauses": clauses, "figures": shown}


def figure(game: str, name: str, night: bool) -> str:
    """A picture of the rulebook, for a light page or a dark one."""
    found = find_game(game)
    if name not in figures.figures(found):
        raise Denied(404, "address")
    return figures.svg(found, name, night)


def fits(game: str, seats: int, options: dict[str, Value], language: str) -> Json:
    """Whether a match can be set up so, before a table is made."""
    try:
        find_game(game).setup(seats, options)
    except Problem as problem:
        return {"problem": on_the_wire(problem, language)}
    return {"problem": None}


@cache
def picture(name: str) -> str | None:
    """The middle of a match as an onlooker sees it, the same every time: stands for a game the web app knows no drawing of."""
    game = games.find(name)
    if game.picture is None:
        return None
    dice, setup = Dice(1), game.setup(game.seats[0])
    state, played = game.start(setup), []
    while (turn := game.turn(state)) != OVER:
        legal = game.actions(state)
        played.append(game.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))])
        game.apply(state, played[-1])
    state = game.start(setup)
    for action in played[: len(played) // 2]:
        game.apply(state, action)
    return game.picture().svg(game.observe(state, ONLOOKER))


def find_game(name: str) -> Game[Any]:
    if name not in games.names():
        raise Denied(404, "game", name=name[:60], names=", ".join(games.names()))
    return games.find(name)


# Lessons


def course(game: str, language: str) -> Json:
    found = find_game(game)
    catalog = lessons.sentences(found, language)
    listed = [
        {
            "name": one.name,
            "title": catalog.say(f"{_speaks(one)}.title", number=getattr(one, "number", 0)),
            "minutes": one.minutes,
            "steps": len(one.steps),
            "puzzle": one.puzzle,
            "found": isinstance(one, Puzzle),
            "clauses": list(one.clauses),
        }
        for one in (*lessons.course(found).values(), *puzzles.puzzles(found).values())
    ]
    return {"game": found.name, "title": found.title, "lessons": listed}


def course_text(game: str, language: str) -> Json:
    entries = lessons.sentences(find_game(game), language).entries
    return {"lang": language, "entries": {key: said for key, said in entries.items() if key.startswith(("lesson.", "puzzle."))}}


def lesson_at(game: str, name: str, steps: Sequence[str], attempt: str | None, pictures: bool, reveal: bool = False) -> Json:
    """Where the pupil is now; after an attempt that leads on, the next step; after another, the same with an answer.
    To reveal is to do what leads on."""
    found, lesson = _lesson(game, name)
    done, answer = list(steps), None
    now = lessons.stage(found, lesson, done)
    if reveal and now.step < len(lesson.steps):
        attempt = next(iter(lesson.steps[now.step].go), "")
    if attempt is not None:
        answer = lessons.attempt(lesson, now, attempt)
        if answer in (None, "like"):
            done.append(attempt)
            now = lessons.follow(lesson, now, attempt)
    over = now.step == len(lesson.steps)
    frame = lessons.frame(lesson, now)
    if pictures:
        frame["picture"] = found.picture().svg(frame["view"]) if found.picture else None
    if over:
        frame["actions"] = []
    step = None if over else lesson.steps[now.step]
    return {
        "done": done,
        "step": now.step + 1,
        "of": len(lesson.steps),
        "over": over,
        "shown": step is not None and not step.go,  # nothing to do but go on
        "point": list(step.point) if step else [],
        "answer": answer,
        "speaks": _speaks(lesson),
        "values": puzzles.said(lesson, attempt, now) if isinstance(lesson, Puzzle) else {},
        "reasons": [one.json() for one in lesson.reasons] if isinstance(lesson, Puzzle) and now.step else [],
        "you": lesson.you,
        "seats": lesson.setup.seats,
        "frame": frame,
        "match": gamefile.write(gamefile.record(now.match)) if over and lesson.goes_on else None,  # to be gone on with
    }


def lesson_why(game: str, name: str, done: Sequence[str], text: str, language: str) -> Json:
    found, lesson = _lesson(game, name)
    try:
        lessons.stage(found, lesson, done).match.legal(lesson.you, text)
    except Problem as problem:
        return {"legal": False, "problem": on_the_wire(problem, language)}
    return {"legal": True, "problem": None}


def lesson_preview(game: str, name: str, done: Sequence[str], text: str) -> Json:
    found, lesson = _lesson(game, name)
    match = lessons.stage(found, lesson, done).match
    action = match.legal(lesson.you, text)
    told = found.tell(match.state, action, lesson.you)
    points = sum(news.points for news in told if news.seat == lesson.you)
    return {"action": found.spell(action), "told": [news.json() for news in told], "points": points}


def _lesson(game: str, name: str) -> tuple[Game[Any], Lesson]:
    found = find_game(game)
    lesson = lessons.course(found).get(name) or puzzles.puzzles(found).get(name)
    if lesson is None:
        raise Denied(404, "lesson", name=name)
    return found, lesson


def _speaks(lesson: Lesson) -> str:
    """Where its sentences stand in the catalog."""
    return "puzzle" if isinstance(lesson, Puzzle) else f"lesson.{lesson.name}"
