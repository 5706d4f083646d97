"""People's mistakes, by catalog key: the catalogs speak, the code does not."""

from __future__ import annotations

from pathlib import Path


class Problem(Exception):
    """Something a person can mend. `key` names the sentence, `values` fill it; `folder` is the game whose catalog has it."""

    def __init__(self, key: str, folder: Path | None = None, **values: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.folder = folder
        self.values = values

    def say(self, language: str) -> str:
        from newfound.core.text import core_catalog, game_catalog

        catalog = game_catalog(self.folder, language) if self.folder else core_catalog(language)
        return catalog.say(self.key, **self.values)

    def __str__(self) -> str:
        return self.say("en")


class BadSetup(Problem):
    """Wrong seats or options."""


class BadFile(Problem):
    """A `.game` file or a component set that cannot be read."""


class NotLegal(Problem):
    """An action that cannot be played now."""


class Stale(Problem):
    """Made for a position that is gone."""
