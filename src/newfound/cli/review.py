"""`newfound review`: what each decision of a saved match cost, and what luck gave."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from newfound import games
from newfound.cli.arguments import File, Lang
from newfound.cli.show import COLOURS, names_of
from newfound.cli.voice import BadCommand, Voice, read_game, write_text
from newfound.core import gamefile
from newfound.research.course import binned, png, svg
from newfound.research.review import DEPTHS, Book, Moment, Plan, Review
from newfound.review import reasons
from newfound.review.outlook import Mean

WIDE: Final = 72  # columns of the curve
TALL: Final = 11
LUCK: Final = "about.luck"  # what there is to say of luck in this game
LINE: Final = TALL // 2
OF_LEAD: Final = ("start", "luck", "set_up", "own", "rivals", "rest", "end")
OF_PLAY: Final = ("decisions", "rate", "large", "adjusted")


def review(
    file: File,
    depth: Annotated[str, typer.Option("--depth", metavar="DEPTH")] = "quick",
    jobs: Annotated[int, typer.Option("--jobs", min=1)] = os.cpu_count() or 1,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    lang: Lang = None,
) -> None:
    if depth not in DEPTHS:
        raise BadCommand("cli.review.depth", depth=depth, depths=", ".join(DEPTHS))
    if out is not None and out.suffix not in (".svg", ".png"):
        raise BadCommand("cli.review.format", path=str(out))
    written = read_game(file)
    match = gamefile.replay(written, games.find)
    voice = Voice.of(lang, match.game)
    voice.note_interpreted([match.game])
    names = names_of(voice, match.setup.seats, written.players)
    try:
        book = Book(Plan.of(match, depth), file.with_suffix(f".review-{depth}.jsonl"))
    except OSError as error:
        raise BadCommand("cli.unwritable", path=str(file.parent), why=error.strerror or "") from error
    _work(voice, book, jobs)
    found = Review(book.plan, tuple(book.findings()))
    if as_json:
        sys.stdout.write(json.dumps(found.json()) + "\n")
    else:
        _show(voice, found, names, match.game.title)
    if out is not None:
        picture = svg(found, _title(voice, found, names, match.game.title), names, {key: voice.say(f"review.{key}") for key in ("event",)})
        _write(out, picture)
        if not as_json:
            voice.tell("review.written", "dim", path=str(out))


def _work(voice: Voice, book: Book, jobs: int) -> None:
    """All that is still to be found, with a bar that grows."""
    screen = Console(stderr=True, highlight=False)
    if 0 < book.done < book.total:
        screen.print(voice.say("review.resumed", done=book.done, count=book.total), style="dim", markup=False)
    columns = (TextColumn(voice.say("review.bar")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    coming = book.run(jobs)
    try:
        with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
            task = bar.add_task("", total=book.total, completed=book.done)
            for _ in coming:
                bar.update(task, total=book.total, completed=book.done)
    except KeyboardInterrupt:
        coming.close()
        screen.print(voice.say("review.stopped"), style="yellow", markup=False)
        raise typer.Exit(130) from None


def _show(voice: Voice, found: Review, names: list[str], title: str) -> None:
    voice.print(_title(voice, found, names, title), "bold")
    for line in curve(found):
        voice.print(line)
    voice.print("")
    voice.print(accounts(voice, found, names, OF_LEAD))
    voice.print("")
    voice.print(accounts(voice, found, names, OF_PLAY))
    voice.print("")
    turning = found.moments()
    if turning:
        voice.print(moments(voice, found, names, turning))
    else:
        voice.tell("review.even")
    if any(account.end_error for account in found.accounts()):
        voice.tell("review.early")
    voice.tell("review.errors", "dim")
    if LUCK in voice.catalog:
        voice.print(voice.catalog.say(LUCK), "dim")


def _title(voice: Voice, found: Review, names: list[str], title: str) -> str:
    """With two players one curve is enough: the other is the same upside down."""
    if found.plan.seats == 2:
        return voice.say("review.alone", title=title, player=names[0])
    return voice.say("review.title", title=title)


def curve(found: Review) -> list[Text]:
    """The worth of the match to each seat, drawn in letters: a seat is its number."""
    columns = [binned(found, seat, WIDE) for seat in ([0] if found.plan.seats == 2 else range(found.plan.seats))]
    top = max(1.0, *(abs(worth) for column in columns for worth in column))
    rows = [
        Text(f"{top * (LINE - at) / LINE:+6.0f} ") if at in (0, TALL - 1) else Text("     0 " if at == LINE else " " * 7)
        for at in range(TALL)
    ]
    for place in range(WIDE):
        marks = {LINE - round(column[place] / top * LINE): seat for seat, column in reversed(list(enumerate(columns)))}
        for at, row in enumerate(rows):
            if at in marks:
                row.append("•" if len(columns) == 1 else str(marks[at] + 1), COLOURS[marks[at] % len(COLOURS)])
            else:
                row.append("┄" if at == LINE else " ", "dim")
    return rows


def accounts(voice: Voice, found: Review, names: list[str], columns: tuple[str, ...]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(voice.say("review.player"))
    for column in columns:
        table.add_column(voice.say(f"review.{column}"), justify="right")
    for account in found.accounts():
        early = {"end": Mean(account.end, account.end_error)} if account.end_error else {}
        cells = [_number(voice, early.get(column, getattr(account, column)), column) for column in columns]
        table.add_row(Text(names[account.seat], COLOURS[account.seat % len(COLOURS)]), *cells)
    return table


def moments(voice: Voice, found: Review, names: list[str], turning: list[Moment]) -> Table:
    """The turning points, the largest first, each with its reasons."""
    spell = games.find(found.plan.game).spell
    table = Table(box=None, pad_edge=False)
    table.add_column(voice.say("review.event"), justify="right")
    table.add_column(voice.say("review.player"))
    table.add_column(voice.say("review.points"), justify="right")
    table.add_column(voice.say("review.what"))
    for moment in turning:
        if moment.best is None:
            what = voice.say("review.drawn", action=spell(moment.action))
        else:
            what = voice.say("review.lost", action=spell(moment.action), best=spell(moment.best))
            if moment.expected:
                better, played = (_number(voice, one.value, "expected") for one in moment.expected)
                what += f"\n  {voice.say('review.expected', best=better, played=played)}"
        why = [reasons.say(voice.catalog, reason, names) for reason in moment.reasons]
        name = Text(names[moment.seat], COLOURS[moment.seat % len(COLOURS)])
        table.add_row(str(moment.number), name, _number(voice, moment.points, "points"), "\n  ".join([what, *why]))
    return table


def _number(voice: Voice, value: Mean | float, column: str) -> str:
    if isinstance(value, int):
        return str(value)
    places = 2 if column == "rate" else 1
    sign = "" if column == "rate" else "+"
    text = (
        f"{value.value:{sign}.{places}f} ±{value.error:.{places}f}"
        if isinstance(value, Mean)
        else f"{value:{sign}.{1 if column == 'expected' else 0}f}"
    )
    return text if voice.language == "en" else text.replace(".", ",")


def _write(path: Path, picture: str) -> None:
    if path.suffix == ".svg":
        return write_text(path, picture)
    try:
        path.write_bytes(png(picture))
    except OSError as error:
        raise BadCommand("cli.unwritable", path=str(path), why=error.strerror or "") from error
    return None
