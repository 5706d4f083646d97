"""`newfound puzzles`: positions of bots' matches in which one action is clearly best, and not the one that looks best."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from newfound import games
from newfound.cli.arguments import Lang, Options, Seats, Title
from newfound.cli.voice import BadCommand, Voice, options_of
from newfound.research import puzzles as research
from newfound.research.puzzles import Book, Found, Plan
from newfound.research.workers import results


def puzzles(
    game: Title,
    count: Annotated[int, typer.Option("--games", min=1)] = 100,
    keep: Annotated[int, typer.Option("--keep", min=1)] = 20,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 1,
    jobs: Annotated[int, typer.Option("--jobs", min=1)] = os.cpu_count() or 1,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    lang: Lang = None,
) -> None:
    found = games.find(game)
    chosen = found.setup(seats or min(found.seats), options_of(option or []))
    plan = Plan(found.name, chosen.seats, seed, dict(chosen.options))
    voice = Voice.of(lang, found)
    folder = out or Path("puzzles") / found.name
    try:
        book = Book(folder / "found.jsonl", plan)
    except OSError as error:
        raise BadCommand("cli.unwritable", path=str(folder), why=error.strerror or "") from error
    voice.note_interpreted([found])
    stopped = not _seek(voice, book, count, jobs)
    kept = research.chosen(book.all(), keep)
    research.write(plan, kept, folder)
    if as_json:
        print(json.dumps([asdict(one) for one in kept]))
    else:
        voice.print(_table(voice, kept))
        voice.tell("puzzles.found", found=len(book.all()), kept=len(kept), folder=str(folder))
    if stopped:
        raise typer.Exit(130)


def _seek(voice: Voice, book: Book, count: int, jobs: int) -> bool:
    """Looks through what is missing; whether it came to its end."""
    missing = [number for number in range(count) if number not in book.found]
    screen = Console(stderr=True, highlight=False)
    if len(missing) < count:
        screen.print(voice.say("puzzles.resumed", done=count - len(missing), count=count), style="dim")
    columns = (TextColumn(voice.say("puzzles.bar")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    coming = results(research.look_through, book.plan, missing, jobs)
    try:
        with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
            task = progress.add_task("", total=count, completed=count - len(missing))
            for number, found in coming:
                book.add(number, found)
                progress.advance(task)
    except KeyboardInterrupt:
        screen.print(voice.say("puzzles.stopped", done=len(book.found), count=count), style="yellow")
        return False
    finally:
        getattr(coming, "close", lambda: None)()
    return True


def _table(voice: Voice, kept: list[Found]) -> Table:
    drawn = Table(box=None, pad_edge=False)
    for column in ("name", "seat", "best", "tempting", "margin"):
        drawn.add_column(voice.say(f"puzzles.column.{column}"), justify="right" if column == "margin" else "left")
    for one in kept:
        drawn.add_row(one.name, str(one.seat + 1), one.best, one.tempting, f"{one.margin:.1f} ± {one.error:.1f}")
    return drawn
