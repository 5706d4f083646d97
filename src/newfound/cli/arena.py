"""`newfound arena`: bots against each other, with standings that grow while they play."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from newfound import games
from newfound.cli.arguments import Lang, Options, Seats, Title
from newfound.cli.voice import BadCommand, Voice, options_of, write_text
from newfound.research import arena as pit
from newfound.research.arena import Book, Plan, Result
from newfound.research.picture import svg, write_parquet
from newfound.research.standings import Standing, Verdict, sprt, standings
from newfound.research.workers import on_cluster
from newfound.research.workers import results as in_workers

COLUMNS: Final = ("bot", "games", "rate", "interval", "rating", "score", "time", "lost")


def arena(
    game: Title,
    bots: Annotated[str, typer.Option("--bots", metavar="NAMES")] = "hard,greedy,random",
    count: Annotated[int, typer.Option("--games", min=1)] = 100,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 1,
    jobs: Annotated[int, typer.Option("--jobs", min=1)] = os.cpu_count() or 1,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER")] = None,
    test: Annotated[bool, typer.Option("--sprt")] = False,
    better: Annotated[float, typer.Option("--better", min=0.01, max=0.5)] = 0.1,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS")] = None,
    lang: Lang = None,
) -> None:
    found = games.find(game)
    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    chosen = found.setup(seats or min(found.seats), options_of(option or []))
    plan = Plan(found.name, chosen.seats, names, seed, dict(chosen.options))
    pit.check(plan)
    voice = Voice.of(lang, found)
    voice.note_interpreted([found])
    folder = out or Path("arena") / "-".join([found.name, str(plan.seats), *(name.split("/")[-1].replace(" ", "_") for name in names)])
    book = _open(folder, plan)
    missing = book.missing(count)
    if len(missing) < count:
        voice.tell("arena.resumed", "dim", done=count - len(missing), count=count)
    stopped = False
    try:
        coming = on_cluster(pit.play, plan, missing, ray) if ray else in_workers(pit.play, plan, missing, jobs)
        _play(voice, book, count, coming, better if test else None)
    except KeyboardInterrupt:
        stopped = True
    results = book.in_order(count)
    verdict = sprt(plan, results, better) if test else None
    _report(voice, folder, book, results, verdict)
    if stopped:
        voice.tell("arena.stopped", "yellow", done=len(book.results), count=count)
        raise typer.Exit(130)


def _open(folder: Path, plan: Plan) -> Book:
    try:
        return Book(folder / "results.jsonl", plan)
    except OSError as error:
        raise BadCommand("cli.unwritable", path=str(folder), why=error.strerror or "") from error


def _play(voice: Voice, book: Book, count: int, coming: Iterator[Result], better: float | None) -> None:
    """Keeps each result as it comes; ends early where a test has come to its verdict."""
    screen = Console(stderr=True, highlight=False)
    with Live(console=screen, auto_refresh=False, transient=True) as live:
        for result in coming:
            book.add(result)
            done = book.in_order(count)
            if screen.is_terminal and done:
                bar = ProgressBar(total=count, completed=len(book.results))
                live.update(Group(table(voice, standings(book.plan, done)), bar), refresh=True)
            if better is not None and sprt(book.plan, done, better).key != "open":
                break
    getattr(coming, "close", lambda: None)()


def table(voice: Voice, found: Sequence[Standing]) -> Table:
    drawn = Table(box=None, pad_edge=False)
    for column in COLUMNS:
        drawn.add_column(voice.say(f"arena.column.{column}"), justify="left" if column == "bot" else "right")
    for one in found:
        drawn.add_row(*cells(one))
    return drawn


def cells(one: Standing) -> list[str]:
    mean = sum(one.scores) / max(1, len(one.scores))
    spread = (sum((score - mean) ** 2 for score in one.scores) / max(1, len(one.scores))) ** 0.5
    return [
        one.bot,
        str(one.games),
        f"{one.rate:.1%}",
        f"{one.low:.1%} – {one.high:.1%}",
        f"{one.rating:.1f} ± {one.doubt:.1f}",
        f"{mean:.1f} ± {spread:.1f}",
        f"{one.seconds * 1000:.1f} ms",
        str(one.lost),
    ]


def _report(voice: Voice, folder: Path, book: Book, results: list[Result], verdict: Verdict | None) -> None:
    found = standings(book.plan, results)
    voice.print(table(voice, found))
    for result in results:
        for seat, reason in result.lost.items():
            voice.tell("arena.lost", "yellow", bot=result.lineup[int(seat)], number=result.number, reason=reason)
    for said in _hurried(voice, results):
        voice.print(said, "yellow")
    if verdict is not None:
        voice.tell(f"arena.sprt.{verdict.key}", "bold", bot=book.plan.bots[0], llr=f"{verdict.llr:.2f}", bound=f"{verdict.bound:.2f}")
    if not results:
        return
    write_text(folder / "standings.md", _page(voice, book.plan, found, results, verdict))
    title = voice.say("arena.title", title=games.find(book.plan.game).title, seats=book.plan.seats, games=len(results))
    write_text(folder / "standings.svg", svg(title, found, voice.say("arena.column.rate"), voice.say("arena.column.score")))
    write_parquet(folder / "results.parquet", results)
    voice.tell("arena.written", "dim", folder=str(folder))


def _hurried(voice: Voice, results: list[Result]) -> list[str]:
    """For which bots the machine was too slow."""
    found: dict[str, list[int]] = {}
    for result in results:
        for bot, hurried, decisions in zip(result.lineup, result.hurried, result.decisions, strict=False):  # none in results of old
            so_far = found.setdefault(bot, [0, 0])
            so_far[0] += hurried
            so_far[1] += decisions
    return [voice.say("arena.hurried", bot=bot, count=count, decisions=of) for bot, (count, of) in found.items() if count]


def _page(voice: Voice, plan: Plan, found: Sequence[Standing], results: list[Result], verdict: Verdict | None) -> str:
    """The standings in Markdown, with the command that makes them again."""
    count = len(results)
    title = voice.say("arena.title", title=games.find(plan.game).title, seats=plan.seats, games=count)
    lines = [f"# {title}", "", f"    {_command(plan, count)}", ""]
    lines += ["| " + " | ".join(voice.say(f"arena.column.{column}") for column in COLUMNS) + " |", "|---" * len(COLUMNS) + "|"]
    lines += ["| " + " | ".join(cells(one)) + " |" for one in found]
    if verdict is not None:
        said = voice.say(f"arena.sprt.{verdict.key}", bot=plan.bots[0], llr=f"{verdict.llr:.2f}", bound=f"{verdict.bound:.2f}")
        lines += ["", said]
    for said in _hurried(voice, results):
        lines += ["", said]
    return "\n".join([*lines, "", "![](standings.svg)", ""])


def _command(plan: Plan, count: int) -> str:
    default: dict[str, Any] = dict(games.find(plan.game).setup(plan.seats).options)
    options = [f"--option {name}={value}" for name, value in plan.options.items() if default[name] != value]
    words = ["newfound arena", plan.game, "--seats", str(plan.seats), "--bots", shlex.quote(",".join(plan.bots)), "--games", str(count)]
    return " ".join([*words, "--seed", str(plan.seed), *options])
