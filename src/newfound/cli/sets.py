"""`newfound sets`: the component lists of a game and how sure they are; or a list of somebody's own, checked and played."""

from __future__ import annotations

import os
import shutil
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.table import Table
from rich.text import Text

from newfound import games
from newfound.cli.arguments import Lang, Title
from newfound.cli.voice import BadCommand, Voice
from newfound.core import sets as shelf
from newfound.core.checks import Broken, Walk
from newfound.core.dice import Dice
from newfound.core.game import Game, Json, Option
from newfound.core.problem import BadFile

MATCHES: Final = 30  # that are played with a set to see that it holds


def sets(game: Title, file: Annotated[Path | None, typer.Argument(metavar="[FILE]")] = None, lang: Lang = None) -> None:
    found = games.find(game)
    voice = Voice.of(lang, found)
    option = next((one for one in found.options if one.values() == shelf.names(found.folder)), None)
    if option is None:
        raise BadCommand("cli.sets.none", title=found.title)
    if file is None:
        _list(voice, found, option)
    else:
        _check(voice, found, option, file)


def _list(voice: Voice, game: Game[Any], option: Option) -> None:
    for name in shelf.names(game.folder):
        path = shelf.path(game.folder, name)
        voice.print(Text(name, "bold").append(f"  {option.name}={name}", "cyan").append(f"  {path}", "dim"))
        table = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
        for part, how in _data(path).get("provenance", {}).items():
            table.add_row(Text(part, "cyan"), Text(str(how)))
        voice.print(table)
    voice.tell("sets.hint", "dim", name=game.name)


def _check(voice: Voice, game: Game[Any], option: Option, file: Path) -> None:
    """Read by the game itself, compared with its own set, and played in every number of seats."""
    if not file.is_file():
        raise BadFile("file.absent", path=str(file))
    before = _data(shelf.path(game.folder, str(option.default)))
    name = file.stem if file.stem.isidentifier() and file.stem not in shelf.names(game.folder) else "yours"
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / game.folder.name.replace("_", "-")
        own.mkdir()
        shutil.copy(file, own / f"{name}.toml")
        os.environ["NEWFOUND_SETS"] = folder
        after = shelf.data(game.folder, name)
        rows = [row for row in _changes(before, after) if not row[0].startswith("provenance")]
        for seed in range(MATCHES):
            setup = game.setup(game.seats[seed % len(game.seats)], {option.name: name})
            try:
                Walk(game, setup, Dice(seed).below, 200).run()
            except Broken as broken:
                raise BadCommand("cli.sets.broken", seen=str(broken)) from broken
    if rows:
        table = Table(box=None, pad_edge=False)
        for heading in ("entry", "before", "after"):
            table.add_column(voice.say(f"sets.{heading}"))
        for where, old, new in rows:
            table.add_row(Text(where, "cyan"), Text(old), Text(new))
        voice.print(table)
    voice.tell("sets.changes" if rows else "sets.same", n=len(rows))
    voice.tell("sets.good", "green", n=MATCHES)


def _data(path: Path) -> Json:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _changes(before: Json, after: Json, where: str = "") -> Iterator[tuple[str, str, str]]:
    """Entry by entry; of two lists what only one of them has, for their order means nothing to a box of tiles."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(key for key in after if key not in before)]:
            yield from _changes(before.get(key), after.get(key), f"{where}.{key}".strip("."))
    elif isinstance(before, list) and isinstance(after, list):
        old, new = (Counter(map(str, side)) for side in (before, after))
        if old != new:
            yield where, _many(old - new), _many(new - old)
    elif before != after:
        yield where, "–" if before is None else str(before), "–" if after is None else str(after)


def _many(counted: Counter[str]) -> str:
    return ", ".join(f"{n} × {what}" if n > 1 else what for what, n in sorted(counted.items())) or "–"
