"""The games, each a folder found by being there. Games never import each other."""

from __future__ import annotations

import os
import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from newfound.core.game import Game
from newfound.core.problem import BadSetup

for _folder in filter(None, os.environ.get("NEWFOUND_GAMES", "").split(os.pathsep)):
    __path__.append(_folder)  # games of your own, kept elsewhere


def names() -> list[str]:
    """The names of all games, as people write them."""
    found = {module.name for module in pkgutil.iter_modules(__path__) if module.ispkg}
    return sorted(name.replace("_", "-") for name in found if not name.startswith("_"))


def find(name: str) -> Game[Any]:
    """The game of this name; BadSetup if there is none, or it cannot be loaded."""
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted not in names():
        raise BadSetup("game.unknown", name=name, names=", ".join(names()))
    return _load(wanted.replace("-", "_"))


@cache
def _load(package: str) -> Game[Any]:
    try:
        game: Game[Any] = import_module(f"newfound.games.{package}").GAME
    except Exception as error:  # whatever is wrong in one folder harms no other game
        raise BadSetup("game.broken", name=package.replace("_", "-"), why=f"{type(error).__name__}: {error}") from error
    return game
