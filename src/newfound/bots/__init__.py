"""Bots, each a module found by being there. A bot knows the core and what its seat may know; no true state comes in here."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from newfound.core.dice import Dice
from newfound.core.game import Game
from newfound.core.problem import BadSetup

Guess = Callable[[], Any]  # another state, each time, that the bot's seat cannot tell from the true one


class Bot(Protocol):
    """Whoever decides for a seat."""

    def choose(self, guess: Guess, dice: Dice) -> int:
        """One of the actions that are legal for the seat to decide."""
        ...


def names() -> list[str]:
    """The names of all bots."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))


def make(name: str, game: Game[Any]) -> Bot:
    """The bot of this name, ready to play this game; BadSetup if there is none. Its module has a function `make(game)`."""
    if name not in names():
        raise BadSetup("bot.unknown", Path(__file__).parent, name=name, names=", ".join(names()))
    bot: Bot = import_module(f"{__name__}.{name}").make(game)
    return bot
