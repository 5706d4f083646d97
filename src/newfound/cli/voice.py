"""How the command line speaks: the language, the catalogs, the console."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from rich.console import Console, RenderableType

from newfound.core import gamefile
from newfound.core.game import Game
from newfound.core.gamefile import GameFile
from newfound.core.problem import BadFile, Problem
from newfound.core.text import LANGUAGES, Catalog, game_catalog

HERE: Final = Path(__file__).parent


class BadCommand(Problem):
    """A mistake made on the command line itself."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key, HERE, **values)


def language(given: str | None) -> str:
    """The language asked for, or else that of the locale, or else English."""
    if given is not None:
        if given.lower() not in LANGUAGES:
            raise BadCommand("cli.language", name=given, names=", ".join(LANGUAGES))
        return given.lower()
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "en"
    return spoken[:2].lower() if spoken[:2].lower() in LANGUAGES else "en"


@cache
def catalog(language: str, game: Path | None = None) -> Catalog:
    """The sentences of the command line, and those of a game."""
    own = game_catalog(HERE, language).entries
    return Catalog(language, (game_catalog(game, language).entries if game else {}) | own)


def console() -> Console:
    """Standard output; wide enough for a board where nobody says how wide."""
    plain = Console(highlight=False)
    return plain if plain.is_terminal or os.environ.get("COLUMNS") else Console(highlight=False, width=100)


@dataclass(frozen=True)
class Voice:
    """Speaks one language on one console, with the words of one game if there is one."""

    catalog: Catalog
    console: Console

    @staticmethod
    def of(lang: str | None, game: Game[Any] | None = None) -> Voice:
        return Voice(catalog(language(lang), game.folder if game else None), console())

    @property
    def language(self) -> str:
        return self.catalog.language

    def say(self, key: str, **values: Any) -> str:
        return self.catalog.say(f"cli.{key}", **values)

    def tell(self, key: str, style: str = "", **values: Any) -> None:
        self.print(self.say(key, **values), style)

    def print(self, what: RenderableType, style: str = "") -> None:
        self.console.print(what, style=style, markup=False)

    def problem(self, problem: Problem) -> None:
        self.print(problem.say(self.language), "yellow")

    def note_interpreted(self, played: Sequence[Game[Any]]) -> None:
        """Says once that the rules are not compiled, where speed matters."""
        if not all(game.compiled for game in played):
            Console(stderr=True, highlight=False).print(self.say("interpreted"), style="dim", markup=False)


def read_game(path: Path) -> GameFile:
    """The `.game` file at this path, or BadFile."""
    try:
        return gamefile.parse(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise BadFile("file.absent", path=str(path)) from error
    except UnicodeDecodeError as error:
        raise BadFile("file.text", path=str(path)) from error
    except OSError as error:
        raise BadCommand("cli.unreadable", path=str(path), why=error.strerror or "") from error


def write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadCommand("cli.unwritable", path=str(path), why=error.strerror or "") from error


def options_of(given: Sequence[str]) -> dict[str, str]:
    """`--option side=B` as name and value."""
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise BadCommand("cli.option", text=text)
        found[name.strip()] = value.strip()
    return found
