"""PettingZoo environments, one for each game found: `new_haven_v0.env(seats=3, side="B")`. No rule of any game in here."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from newfound import games
from newfound.research.pettingzoo._environment import Environment, register, wrapped

__all__ = ["Environment"]


def _module(game: str) -> ModuleType:
    """`env` and `raw_env` of one game, in a module, as PettingZoo's own environments have them."""

    def raw_env(**arguments: Any) -> Environment:
        return Environment(game, **arguments)

    def env(**arguments: Any) -> Any:
        return wrapped(Environment(game, **{"illegal": "end", **arguments}))

    made = ModuleType(f"{__name__}.{game.replace('-', '_')}_v0", f"{game} for PettingZoo.")
    made.__dict__.update(raw_env=raw_env, env=env)
    return made


for _game in games.names():
    _made = _module(_game)
    _name = _made.__name__.rpartition(".")[2]
    sys.modules[_made.__name__] = globals()[_name] = _made
    register("aec", f"newfound/{_name}", entry_point=_made.env)


def __getattr__(name: str) -> Any:
    found = [known for known in globals() if known.endswith("_v0")]
    raise AttributeError(f"There is no environment {name}. There are: {', '.join(found)}")
