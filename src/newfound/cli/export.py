"""`newfound export`: matches as a Parquet file with a data card, from bots that play now or from a server's database."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from newfound import __version__, games
from newfound.cli.arguments import Lang, Options, Seats
from newfound.cli.voice import BadCommand, Voice, options_of, write_text
from newfound.core.game import Game, spell_value
from newfound.research import data
from newfound.research.data import Record, Row, SelfPlay, Writer
from newfound.research.review import DEPTHS
from newfound.research.workers import results

Tell = Callable[[int, int], None]
LICENCE: Final = "CC0-1.0"
CODE: Final = """```python
from newfound.research.data import events, load

for played in load("{name}"):  # every match, replayed and checked
    print(played.players, played.match.game.scores(played.match.state))
table = events("{name}")  # pyarrow: a row for each event
```
"""


def export(
    out: Annotated[Path, typer.Option("--out", metavar="FILE")],
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    bots: Annotated[str, typer.Option("--bots", metavar="NAMES")] = "greedy",
    count: Annotated[int, typer.Option("--games", min=1)] = 1000,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 1,
    jobs: Annotated[int, typer.Option("--jobs", min=1)] = os.cpu_count() or 1,
    database: Annotated[str | None, typer.Option("--database", metavar="URL")] = None,
    review: Annotated[str | None, typer.Option("--review", metavar="DEPTH")] = None,
    licence: Annotated[str, typer.Option("--licence", metavar="NAME")] = LICENCE,
    lang: Lang = None,
) -> None:
    found = games.find(game) if game else None
    voice = Voice.of(lang, found)
    if out.suffix != ".parquet":
        raise BadCommand("cli.export.name", path=str(out))
    if review is not None and review not in DEPTHS:
        raise BadCommand("cli.review.depth", depth=review, depths=", ".join(DEPTHS))
    card = Card(voice, out, licence)
    if database is not None:
        _from_server(voice, card, found, database, review)
    elif found is not None:
        names = tuple(name.strip() for name in bots.split(",") if name.strip())
        chosen = found.setup(seats or min(found.seats), options_of(option or []))
        _self_play(voice, card, SelfPlay(found.name, chosen.seats, names, seed, dict(chosen.options), review), count, jobs)
    else:
        raise BadCommand("cli.export.what")


def _self_play(voice: Voice, card: Card, plan: SelfPlay, count: int, jobs: int) -> None:
    game = data.check(plan)
    voice.note_interpreted([game])
    stopped, lost = False, 0
    writer = _open(card.path)
    coming = results(data.play, plan, range(count), jobs)
    try:
        with _bar(voice) as tell:
            for row in data.in_order(coming):
                if row is None:
                    lost += 1
                else:
                    writer.add(row)
                    card.add(row)
                tell(writer.count + lost, count)
    except KeyboardInterrupt:
        stopped = True
    except BaseException:
        writer.drop()
        raise
    getattr(coming, "close", lambda: None)()
    card.made = [_command(game, plan, count, card.path)] + ([] if stopped else ["", voice.say("export.card.again")])
    card.luck = voice.say("export.card.seed_value", seed=plan.seed)
    _close(voice, writer, card, {"lost": lost}, stopped)
    if stopped:
        raise typer.Exit(130)


def _from_server(voice: Voice, card: Card, game: Game[Any] | None, database: str, depth: str | None) -> None:
    try:
        from newfound.server.finished import read
        from newfound.server.settings import Settings
    except ModuleNotFoundError as missing:
        raise BadCommand("cli.no_server", name=str(missing.name)) from missing
    with _bar(voice) as tell:
        found, other = read(Settings.read(database_url=database), game.name if game else None, tell)
    writer = _open(card.path)
    for one in found:
        row = data.row_of(Record(one.match.game, one.match.setup, one.match.log, one.players, data.SERVER, one.seed), depth)
        writer.add(row)
        card.add(row)
    card.made = [
        f"    newfound export{f' {game.name}' if game else ''} --database …{f' --review {depth}' if depth else ''} --out {card.path.name}"
    ]
    card.luck = voice.say("export.card.seed_server")
    _close(voice, writer, card, {"other": other}, False)


def _open(path: Path) -> Writer:
    try:
        return Writer(path)
    except OSError as error:
        raise BadCommand("cli.unwritable", path=str(path), why=error.strerror or "") from error


def _close(voice: Voice, writer: Writer, card: Card, left_out: dict[str, int], stopped: bool) -> None:
    for key, count in left_out.items():
        if count:
            voice.tell(f"export.{key}", "yellow", count=count)
    if writer.count == 0:
        writer.drop()
        voice.tell("export.none", "yellow")
        return
    writer.close()
    where = card.path.with_suffix(".md")
    write_text(where, card.text())
    voice.tell(
        "export.stopped" if stopped else "export.done",
        "yellow" if stopped else "",
        count=writer.count,
        path=str(card.path),
        card=str(where),
    )


@contextmanager
def _bar(voice: Voice) -> Iterator[Tell]:
    columns = (TextColumn(voice.say("export.bar")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _command(game: Game[Any], plan: SelfPlay, count: int, path: Path) -> str:
    usual = game.setup(plan.seats).options
    words = ["newfound export", plan.game, "--seats", str(plan.seats), "--bots", ",".join(plan.bots), "--games", str(count)]
    options = [f"--option {name}={spell_value(value)}" for name, value in plan.options.items() if usual[name] != value]
    reviewed = ["--review", plan.depth] if plan.depth else []
    return "    " + " ".join([*words, "--seed", str(plan.seed), *options, *reviewed, "--out", path.name])


class Card:
    """The data card: what the file is, how it was made, and what its columns mean."""

    def __init__(self, voice: Voice, path: Path, licence: str) -> None:
        self.voice = voice
        self.path = path
        self.licence = licence
        self.made: list[str] = []
        self.luck = ""
        self.source = ""
        self.matches = self.events = 0
        self.seen: dict[str, Counter[str]] = {name: Counter() for name in ("title", "edition", "seats", "options", "bots")}

    def add(self, row: Row) -> None:
        self.matches += 1
        self.events += len(row["events"])
        self.source = row["source"]
        for name, value in (("title", games.find(row["game"]).title), ("seats", row["seats"]), ("options", row["options"])):
            self.seen[name][str(value)] += 1
        self.seen["edition"][f"{games.find(row['game']).title} {row['edition']}"] += 1
        self.seen["bots"].update(row["players"])

    def text(self) -> str:
        say = self._say
        lines = ["# " + say("title", title=", ".join(self.seen["title"]), count=self.matches), ""]
        lines += [f"## {say('what')}", "", say("self_play" if self.source == data.SELF_PLAY else "server", version=__version__), ""]
        lines += [f"## {say('made')}", "", *self.made, "", f"{say('seed')}: {self.luck}", ""]
        lines += [f"## {say('size')}", "", "| | |", "|---|---|"]
        lines += [f"| {say('matches')} | {self.matches} |", f"| {say('events')} | {self.events} |"]
        for name in ("edition", "seats", "options", "bots"):
            listed = " · ".join(f"{value} ({times})" for value, times in self.seen[name].most_common())
            lines.append(f"| {say(name)} | {listed} |")
        lines += [
            "",
            f"## {say('columns')}",
            "",
            f"| {say('column')} | {say('type')} | {say('about')} |",
            "|---|---|---|",
            *self._columns(),
        ]
        lines += ["", f"## {say('reading')}", "", say("checked"), "", CODE.format(name=self.path.name)]
        return "\n".join([*lines, f"## {say('licence')}", "", self.licence, ""])

    def _say(self, key: str, **values: Any) -> str:
        return self.voice.say(f"export.card.{key}", **values)

    def _columns(self) -> list[str]:
        schema = data.schema()
        lines = []
        for name in data.COLUMNS:
            kind = "list<struct>" if name in data.LISTS else _kind(schema.field(name))
            lines.append(f"| `{name}` | {kind} | {self.voice.say(f'export.column.{name}')} |")
            for field in schema.field(name).type.value_type if name in data.LISTS else ():
                lines.append(f"| `{name}.{field.name}` | {_kind(field)} | {self.voice.say(f'export.column.{name}_{field.name}')} |")
        return lines


def _kind(field: Any) -> str:
    return str(field.type).replace("item: ", "").replace("element: ", "")
