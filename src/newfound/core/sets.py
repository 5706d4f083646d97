"""Component sets: TOML files that people can edit. A set is chosen by its name; another set is another file.

Sets lie in the game's folder under `sets/`, and in `$NEWFOUND_SETS/<game>/` for sets of your own.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from functools import lru_cache
from pathlib import Path

from newfound.core.game import Json
from newfound.core.problem import BadFile


def folders(game: Path) -> list[Path]:
    own = os.environ.get("NEWFOUND_SETS")
    return [game / "sets", *([Path(own) / game.name.replace("_", "-")] if own else [])]


def names(game: Path) -> tuple[str, ...]:
    """The sets there are, the game's own first."""
    return tuple(file.stem for folder in folders(game) if folder.is_dir() for file in sorted(folder.glob("*.toml")))


def path(game: Path, name: str) -> Path:
    for folder in folders(game):
        if name.isidentifier() and (folder / f"{name}.toml").is_file():
            return folder / f"{name}.toml"
    raise BadFile("set.absent", name=name, names=", ".join(names(game)))


def read(game: Path, name: str) -> Json:
    """The data of a set, not yet checked by the game. The file is parsed again only when it has changed."""
    file = path(game, name)
    return _parsed(file, file.stat().st_mtime_ns)[0]


def digest(game: Path, name: str) -> str:
    """Twelve digits that change with the data, not with its comments or layout."""
    file = path(game, name)
    return _parsed(file, file.stat().st_mtime_ns)[1]


@lru_cache(maxsize=64)
def _parsed(file: Path, _changed: int) -> tuple[Json, str]:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile("set.unreadable", name=file.stem, why=str(error)) from error
    return data, hashlib.sha256(repr(data).encode()).hexdigest()[:12]
