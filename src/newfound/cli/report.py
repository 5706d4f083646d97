"""`newfound report`: what a file of matches says, as a table and a picture."""

from __future__ import annotations

from math import isinf
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from newfound.cli.arguments import Lang
from newfound.cli.voice import Voice, write_text
from newfound.research.report import Estimate, Group, groups, svg

PANELS = ("scores", "wins", "length", "branching")


def report(
    data: Annotated[Path, typer.Argument(metavar="FILE")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE")] = None,
    lang: Lang = None,
) -> None:
    voice = Voice.of(lang)
    found = groups(data)
    titles = [voice.say("report.title", title=group.title, seats=group.seats, count=group.matches) for group in found]
    for group, title in zip(found, titles, strict=True):
        voice.print(table(voice, group, title))
    path = out or data.with_suffix(".svg")
    write_text(path, svg(found, {name: voice.say(f"report.panel.{name}") for name in PANELS}, titles))
    voice.tell("report.written", "dim", path=str(path))


def table(voice: Voice, group: Group, title: str) -> Table:
    """A line for each measure: mean and interval."""
    drawn = Table(title=title, box=None, pad_edge=False, title_justify="left", title_style="bold")
    drawn.add_column(voice.say("report.measure"))
    drawn.add_column(voice.say("report.mean"), justify="right")
    drawn.add_column(voice.say("report.interval"), justify="right")
    for seat, one in enumerate(group.scores):
        drawn.add_row(voice.say("report.score", seat=seat + 1), *_cells(one, "{:.1f}"))
    for seat, one in enumerate(group.wins):
        drawn.add_row(voice.say("report.win", seat=seat + 1), *_cells(one, "{:.1%}"))
    drawn.add_row(voice.say("report.first"), *_cells(group.first, "{:+.1%}"))
    for name, (seats, one) in group.players.items():
        drawn.add_row(voice.say("report.player", name=name, count=seats), *_cells(one, "{:.1%}"))
    drawn.add_row(voice.say("report.events"), *_cells(group.events, "{:.1f}"))
    drawn.add_row(voice.say("report.decisions"), *_cells(group.decisions, "{:.1f}"))
    drawn.add_row(voice.say("report.branching", most=group.widest), *_cells(group.branching, "{:.1f}"))
    return drawn


def _cells(one: Estimate, form: str) -> tuple[str, str]:
    """One match alone has no interval."""
    return form.format(one.mean), "" if isinf(one.high) else f"{form.format(one.low)} – {form.format(one.high)}"
