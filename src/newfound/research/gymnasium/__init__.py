"""Gymnasium environments, one for each game found, registered on import: `Newfound/NewHaven-v0`. No rule of any game in here."""

from __future__ import annotations

from newfound import games
from newfound.research.gymnasium._single import Environment
from newfound.research.gymnasium._vector import VectorEnvironment, register

__all__ = ["Environment", "VectorEnvironment"]

for _game in games.names():
    register(
        f"Newfound/{_game.title().replace('-', '')}-v0",
        entry_point=f"{__name__}:Environment",
        vector_entry_point=f"{__name__}:VectorEnvironment",
        kwargs={"game": _game},
    )
