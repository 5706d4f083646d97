"""Component sets: TOML files that people can edit. A set is chosen by its name; another set is another file.

Sets lie in the game's folder under `sets/`, and in `$NEWFOUND_SETS/<game>/` for sets of your own.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tomllib
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

from newfound.core.game import Json
from newfound.core.problem import BadFile

T = TypeVar("T")


def _folders(game: Path) -> list[Path]:
    own = os.environ.get("NEWFOUND_SETS")
    return [game / "sets", *([Path(own) / game.name.replace("_", "-")] if own else [])]


def names(game: Path) -> tuple[str, ...]:
    """The sets there are, the game's own first."""
    return tuple(file.stem for folder in _folders(game) if folder.is_dir() for file in sorted(folder.glob("*.toml")))


@lru_cache(maxsize=64)
def _places(game: Path, name: str, _own: str | None) -> tuple[Path, ...]:
    return tuple(folder / f"{name}.toml" for folder in _folders(game)) if name.isidentifier() else ()


def _found(game: Path, name: str) -> tuple[Path, int]:
    """Where a set lies, and when it was changed. Every match asks that as it begins: the disk is asked once."""
    for file in _places(game, name, os.environ.get("NEWFOUND_SETS")):
        with suppress(OSError):
            seen = os.stat(file)
            if stat.S_ISREG(seen.st_mode):
                return file, seen.st_mtime_ns
    raise BadFile("set.absent", name=name, names=", ".join(names(game)))


def path(game: Path, name: str) -> Path:
    """Where a set lies."""
    return _found(game, name)[0]


def digest(game: Path, name: str) -> str:
    """Twelve digits that change with the data, not with its comments or layout."""
    return _read(game, name)[1]


def data(game: Path, name: str) -> Json:
    """What the file says, unchecked."""
    return _read(game, name)[0]


class Reader:
    """A set while the game reads it: gives what it is asked for, or says in a sentence of the game's catalog what is wrong."""

    def __init__(self, game: Path, name: str, data: Json) -> None:
        self.game = game
        self.name = name
        self.data = data

    def wrong(self, key: str, where: str = "", found: object = "", **values: str | int) -> BadFile:
        """To be raised; `where` tells a person which entry is meant, `found` what it is."""
        return BadFile(f"set.{key}", self.game, name=self.name, where=where, found=str(found), **values)

    def at(self, where: str) -> Json:
        """The entry of this name, `board.map` the one within a table."""
        found = self.data
        for word in where.split("."):
            if not isinstance(found, dict) or word not in found:
                raise self.wrong("missing", where)
            found = found[word]
        return found

    def number(self, where: str, low: int, high: int) -> int:
        return self.whole(where, self.at(where), low, high)

    def whole(self, where: str, found: object, low: int, high: int, **values: str | int) -> int:
        """What was found, if it is a whole number within these bounds."""
        if not isinstance(found, int) or isinstance(found, bool) or not low <= found <= high:
            raise self.wrong("number", where, found, low=low, high=high, **values)
        return found


def load(game: Path, name: str, make: Callable[[Reader], T]) -> T:
    """The set of this name, made by the game once for each version of its data."""
    data, version = _read(game, name)
    key = (game, name, version)
    if key not in _MADE:
        _MADE[key] = make(Reader(game, name, data))
    made: T = _MADE[key]
    return made


_MADE: Final[dict[tuple[Path, str, str], Any]] = {}


def _read(game: Path, name: str) -> tuple[Json, str]:
    """Data, not yet checked by the game, and digest. The file is parsed again only when it has changed."""
    return _parsed(*_found(game, name))


@lru_cache(maxsize=64)
def _parsed(file: Path, _changed: int) -> tuple[Json, str]:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile("set.unreadable", name=file.stem, why=str(error)) from error
    return data, hashlib.sha256(repr(data).encode()).hexdigest()[:12]
