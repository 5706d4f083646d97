"""Lessons: a position, and steps that a pupil goes through by playing. Data in a game's folder, replayed by its rules alone.

`lessons/course.toml` says what happens, `lessons/{en,fr,de}.toml` what is said; docs/lessons.md tells how to write one.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Final

from newfound.core import gamefile
from newfound.core.game import CHANCE, Game, Json, News, Setup, find_action
from newfound.core.match import Event, Match, Refused
from newfound.core.problem import NotLegal
from newfound.core.text import LANGUAGES, BadMessage, Catalog, flatten, game_catalog, read_catalog

FOLDER: Final = "lessons"
COURSE: Final = "course.toml"
HERE: Final = Path(__file__).parent / FOLDER  # the sentences of puzzles from play


class BadLesson(Exception):
    """A lesson that does not hold: our mistake, found by the tests."""


@dataclass(frozen=True)
class Step:
    """What is said and pointed at, what leads on, what is answered to the rest, and what others and luck do then."""

    point: tuple[str, ...] = ()  # cells, and words of actions
    go: tuple[str, ...] = ()  # the actions that lead on, the best first; without any, the step is only shown
    like: tuple[str, ...] = ()  # as good, patterns too, and answered by `like`: the lesson goes on with the first of `go`
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by the name of the sentence; `*` stands for anything
    wrong: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by clause: what the rules refuse
    sees: Mapping[str, Any] = field(default_factory=dict)  # what the pupil's view has where it is said: `seats.0.money`
    told: tuple[Mapping[str, Any], ...] = ()  # what is told of it, by key and values; of what it `does`, with the `scores` after it
    then: tuple[str, ...] = ()
    points: int | None = None  # what the pupil wins by this step
    scores: tuple[int, ...] = ()  # as they are after it
    standing: tuple[int, ...] = ()  # as they would be if the match ended then


@dataclass(frozen=True)
class Lesson:
    name: str
    minutes: int
    setup: Setup
    steps: tuple[Step, ...]
    clauses: tuple[str, ...] = ()
    you: int = 0  # the pupil's seat
    given: tuple[str, ...] = ()  # what has happened before
    position: Json = None  # or a dumped position to begin with
    puzzle: bool = False
    goes_on: bool = False  # as a match, from where it ends


@dataclass(frozen=True)
class Stage:
    """Where a pupil is: the match after so many steps, and what happened since the step before."""

    match: Match[Any]
    step: int
    news: tuple[tuple[Event, list[News]], ...] = ()

    def won(self, seat: int) -> int:
        return sum(one.points for _, told in self.news for one in told if one.seat == seat)


def has_course(game: Game[Any]) -> bool:
    return (game.folder / FOLDER / COURSE).is_file()


@cache
def course(game: Game[Any]) -> dict[str, Lesson]:
    """The lessons of a game, in their order; none where it has no such folder."""
    if not has_course(game):
        return {}
    path = game.folder / FOLDER / COURSE
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["lesson"]
    return {entry["name"]: read(game, entry, path.parent) for entry in entries}


def read(game: Game[Any], entry: Mapping[str, Any], folder: Path) -> Lesson:
    known = {"name", "minutes", "seats", "options", "you", "given", "file", "until", "position", "clauses", "puzzle", "goes_on", "step"}
    if extra := set(entry) - known:
        raise BadLesson(f"{entry['name']}: unknown {sorted(extra)}")
    setup, given = game.setup(entry.get("seats", game.seats[0]), entry.get("options")), _lines(entry.get("given", ""))
    if "file" in entry:
        setup, given = read_file(game, folder / entry["file"], entry.get("until"))
    position = json.loads((folder / entry["position"]).read_text(encoding="utf-8")) if "position" in entry else None
    return Lesson(
        name=entry["name"],
        minutes=entry.get("minutes", 1),
        setup=setup,
        steps=tuple(_step(entry["name"], step) for step in entry["step"]),
        clauses=tuple(entry.get("clauses", ())),
        you=entry.get("you", 0),
        given=given,
        position=position,
        puzzle=entry.get("puzzle", False),
        goes_on=entry.get("goes_on", False),
    )


def read_file(game: Game[Any], path: Path, until: str | None = None) -> tuple[Setup, tuple[str, ...]]:
    """The events of a `.game` file: all, or those above the comment that says so."""
    written = gamefile.parse(path.read_text(encoding="utf-8"))
    events: list[str] = []
    for line in written.lines:
        if line.kind == "#" and line.text == until:
            break
        if line.kind not in ("#", "="):
            events.append(line.text)
    else:
        if until is not None:
            raise BadLesson(f"{path.name} has no comment {until!r}")
    return game.setup(written.seats, written.options), tuple(events)


def _step(lesson: str, entry: Mapping[str, Any]) -> Step:
    if extra := set(entry) - set(Step.__dataclass_fields__):
        raise BadLesson(f"{lesson}: unknown {sorted(extra)}")
    return Step(
        point=tuple(entry.get("point", ())),
        go=tuple(entry.get("go", ())),
        like=tuple(entry.get("like", ())),
        answers={name: tuple(actions) for name, actions in entry.get("answers", {}).items()},
        wrong={clause: tuple(actions) for clause, actions in entry.get("wrong", {}).items()},
        sees=entry.get("sees", {}),
        told=tuple(entry.get("told", ())),
        then=_lines(entry.get("then", "")),
        points=entry.get("points"),
        scores=tuple(entry.get("scores", ())),
        standing=tuple(entry.get("standing", ())),
    )


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def begin(game: Game[Any], lesson: Lesson) -> Stage:
    state = game.start(lesson.setup) if lesson.position is None else game.load(lesson.position)
    match = Match(game, lesson.setup, (), state)
    return Stage(_after(match, lesson.given, lesson.you)[0], 0)


def stage(game: Game[Any], lesson: Lesson, done: Sequence[str]) -> Stage:
    """Where these actions, one for each step, have led; of an action that does not lead on, the reason is raised."""
    found = begin(game, lesson)
    for text in done:
        answer = attempt(lesson, found, text)
        if answer not in (None, "like"):
            raise NotLegal("lesson.elsewhere")
        found = follow(lesson, found, text)
    return found


def attempt(lesson: Lesson, now: Stage, text: str) -> str | None:
    """What is answered to this action: nothing where it leads on, else the name of a sentence. Not legal: refused as in a match."""
    if now.step >= len(lesson.steps):
        raise NotLegal("play.over")
    step = lesson.steps[now.step]
    if not step.go:
        return None
    action = now.match.legal(lesson.you, text)
    spelt = now.match.game.spell(action)
    if spelt in step.go:
        return None
    answers = {"like": step.like, **step.answers}
    return next((name for name, actions in answers.items() if any(fnmatchcase(spelt, one) for one in actions)), "other")


def follow(lesson: Lesson, now: Stage, text: str) -> Stage:
    """The next step: the action, or the best where it was only as good, then what the others and luck do."""
    step = lesson.steps[now.step]
    own = [] if not step.go else [text if text in step.go else step.go[0]]
    match, news = _after(now.match, (*own, *step.then), lesson.you)
    return Stage(match, now.step + 1, news)


def _after(match: Match[Any], lines: Sequence[str], reader: int) -> tuple[Match[Any], tuple[tuple[Event, list[News]], ...]]:
    game, state, log, news = match.game, match.game.copy(match.state), list(match.log), []
    for line in lines:
        action = find_action(game, state, line)
        if action is None:
            reason = Refused(game.refuse(state, line), game.folder) if game.turn(state) != CHANCE else "luck has no such draw"
            raise BadLesson(f"{line!r} is not legal: {reason}")
        event = Event(game.turn(state), action)
        news.append((event, game.tell(state, action, reader)))
        game.apply(state, action)
        log.append(event)
    return Match(game, match.setup, tuple(log), state), tuple(news)


def frame(lesson: Lesson, now: Stage) -> Json:
    """What the pupil is shown: a frame as of any match, with the news since the step before."""
    shown, first = now.match.frame(lesson.you), len(now.match.log) - len(now.news)
    told = [{"at": first + n, "seat": event.seat, "told": [one.json() for one in said]} for n, (event, said) in enumerate(now.news)]
    return shown | {"news": told, "since": first, "reader": lesson.you, "serial": len(now.match.log), "undo": False, "back": None}


@cache
def sentences(game: Game[Any], language: str) -> Catalog:
    """What the lessons say, and what all puzzles do, on top of what the game does."""
    path = game.folder / FOLDER / f"{language}.toml"
    said = flatten(tomllib.loads(path.read_text(encoding="utf-8")), "lesson.") if path.is_file() else {}
    return Catalog(language, game_catalog(game.folder, language).entries | read_catalog(HERE, language) | said)


def keys(lesson: Lesson) -> Iterator[str]:
    """Every sentence that this lesson may say."""
    yield from (f"lesson.{lesson.name}.{part}" for part in ("title", "close"))
    for number, step in enumerate(lesson.steps, 1):
        named = ["say", *(["like"] if step.like else []), *step.answers, *(["other"] if step.go and "other" not in step.answers else [])]
        yield from (f"lesson.{lesson.name}.{number}.{name}" for name in named)


def check(game: Game[Any], lesson: Lesson) -> None:
    """What it claims holds, and every sentence is there in every language."""
    hold(game, lesson)
    wanted = set(keys(lesson))
    for language in LANGUAGES:
        catalog = sentences(game, language)
        said = {key for key in catalog.entries if key.startswith(f"lesson.{lesson.name}.")}
        if said != wanted:
            raise BadLesson(f"{lesson.name} in {language}: missing {sorted(wanted - said)}, never said {sorted(said - wanted)}")
        for key in wanted:
            try:
                catalog.say(key, players=["A", "B", "C", "D", "E"], reader=lesson.you)
            except (BadMessage, KeyError, IndexError, ValueError) as error:
                raise BadLesson(f"{key} in {language}: {error}") from error


def hold(game: Game[Any], lesson: Lesson) -> None:
    """Every way on is legal and leads where it says, every answer answers something."""
    now = begin(game, lesson)
    for number, step in enumerate(lesson.steps, 1):
        where = f"{lesson.name}, step {number}"
        if step.go and now.match.turn != lesson.you:
            raise BadLesson(f"{where}: it is the turn of {now.match.turn}")
        legal = {game.spell(action) for action in game.actions(now.match.state)} if step.go else set()
        for text in step.go:
            if text not in legal:
                raise BadLesson(f"{where}: {text!r} is not legal")
        for name, patterns in {"like": step.like, **step.answers}.items():
            for one in patterns:
                if not any(attempt(lesson, now, text) == name for text in legal if fnmatchcase(text, one)):
                    raise BadLesson(f"{where}: nothing is answered by {name!r} for {one!r}")
        for clause, texts in step.wrong.items():
            for text in texts:
                _must_refuse(game, now, lesson.you, text, clause, where)
        must_show(game.observe(now.match.state, lesson.you), step.sees, where)
        ways = [follow(lesson, now, text) for text in step.go or ("",)]
        for claim in step.told:
            for after in [_alone(now, str(claim["does"]), lesson.you)] if "does" in claim else ways:
                reached = [score.total for score in game.scores(after.match.state)]
                if not any(_says(one, claim) for _, said in after.news for one in said) or claim.get("scores", reached) != reached:
                    raise BadLesson(f"{where}: {claim} is not told; the scores are {reached}")
        for text, after in zip(step.go or ("",), ways, strict=True):
            if step.points is not None and after.won(lesson.you) != step.points:
                raise BadLesson(f"{where}: {text!r} wins {after.won(lesson.you)} points, not {step.points}")
            for claimed, told in ((step.scores, game.scores), (step.standing, game.as_it_stands)):
                totals = tuple(score.total for score in told(after.match.state))
                if claimed and totals != claimed:
                    raise BadLesson(f"{where}: the scores are {totals} after {text!r}, not {claimed}")
        now = ways[0]
    if lesson.goes_on and (lesson.position is not None or now.match.turn < 0):
        raise BadLesson(f"{lesson.name} cannot go on as a match: it has no log, or nobody is to decide")


def must_show(view: Json, sees: Mapping[str, Any], where: str) -> None:
    """What is claimed of a view, by the path to it."""
    for path, wanted in sees.items():
        here = view
        for part in path.split("."):
            here = here[int(part) if isinstance(here, list | tuple) else part]
        if here != wanted:
            raise BadLesson(f"{where}: {path} is {here!r}, not {wanted!r}")


def _alone(now: Stage, text: str, reader: int) -> Stage:
    """After this action and nothing else."""
    match, news = _after(now.match, [text], reader)
    return Stage(match, now.step, news)


def _says(one: News, claim: Mapping[str, Any]) -> bool:
    said = {**one.values, "key": one.key, "points": one.points}
    return all(said.get(name) == value for name, value in claim.items() if name not in ("does", "scores"))


def _must_refuse(game: Game[Any], now: Stage, you: int, text: str, clause: str, where: str) -> None:
    try:
        now.match.legal(you, text)
    except Refused as refused:
        if refused.refusal.clause != clause:
            raise BadLesson(f"{where}: {text!r} is refused by {refused.refusal.clause}, not {clause}") from refused
        return
    raise BadLesson(f"{where}: {text!r} is legal in {game.title}")
