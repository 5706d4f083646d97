"""Bots, each a module found by being there, and the levels made of them.

A bot knows the core and what its seat may know; no true state comes in here.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol

from newfound.core.dice import Dice
from newfound.core.game import Game
from newfound.core.problem import BadSetup, Problem

Guess = Callable[[], Any]  # another state, each time, that the bot's seat cannot tell from the true one
HERE: Final = Path(__file__).parent
PROGRAM: Final = "run:"  # a bot that is a program of its own: `run:node my_bot.js`
SEARCH: Final = "search-"  # the search with so many simulations: `search-1200`


class Bot(Protocol):
    """Whoever decides for a seat."""

    def choose(self, guess: Guess, dice: Dice) -> int:
        """One of the actions that are legal now."""
        ...


class BotLost(Problem):
    """A bot that crashed, hung or cheated: it loses the match at hand."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key, HERE, **values)


def names() -> list[str]:
    """The names of all bots, the levels for people first."""
    found = sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))
    return [*levels(), *characters(), *found]


def levels() -> list[str]:
    """The names of the levels, the weakest first."""
    return list(import_module(f"{__name__}._levels").LEVELS)


def characters() -> list[str]:
    """The names of those who play like the level below the best, each in a way of its own."""
    return list(import_module(f"{__name__}._levels").CHARACTERS)


def seconds(name: str) -> float:
    """How long this bot thinks about a decision on one core, as far as it is measured out."""
    known: dict[str, float] = import_module(f"{__name__}._levels").SECONDS
    return known.get(name, 0.0)


def seen(bot: Bot) -> float:
    """The share of its look-ahead that the bot's last decision was made by: less than 1 where the machine was too slow for its level."""
    share: float = getattr(bot, "seen", 1.0)
    return share


def elsewhere(bot: Bot) -> float:
    """The seconds of processors that other processes took for the bot's last decision."""
    took: float = getattr(bot, "elsewhere", 0.0)
    return took


def usual(game: Game[Any]) -> str:
    """The bot to sit down with when nobody names one: the middle level, where the game can be judged."""
    return "medium" if game.evaluation else "random"


def make(name: str, game: Game[Any], trees: int = 1) -> Bot:
    """The bot of this name, ready to play this game; BadSetup if there is none. `expert` grows so many trees at once, on as many cores."""
    if name not in names():
        raise BadSetup("bot.unknown", HERE, name=name, names=", ".join(names()))
    measured: Any = import_module(f"{__name__}._levels")
    if name in measured.ALL:
        bot: Bot = measured.ALL[name](game, trees)
    else:
        bot = import_module(f"{__name__}.{name}").make(game)
    return bot


def make_local(name: str, game: Game[Any]) -> Bot:
    """The same, `expert*4` with four trees, `search-1200` with so many simulations, or the program named by `run:` and a command. Only for
    what somebody typed at their own machine: it starts programs."""
    if name.removeprefix(SEARCH).isdecimal():
        from newfound.bots.search import Searching

        return Searching(game, int(name.removeprefix(SEARCH)))
    if not name.startswith(PROGRAM):
        bare, _, trees = name.partition("*")
        return make(bare, game, int(trees)) if trees.isdecimal() else make(name, game)
    from newfound.bots._program import Program

    return Program(game, name.removeprefix(PROGRAM))


def close(bot: Bot) -> None:
    """The bot will not be asked again; one that is a program ends."""
    end = getattr(bot, "close", None)
    if end is not None:
        end()
