"""What can be wrong with how a research interface is used, said in the catalogs of this package."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from newfound.core.problem import Problem

HERE: Final = Path(__file__).parent


class BadUse(Problem, ValueError):
    """An argument that cannot be, or a package that is missing."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(f"research.{key}", HERE, **values)


def choice(name: str, given: str, among: tuple[str, ...]) -> str:
    """The argument, if it is one of these words."""
    if given not in among:
        raise BadUse("choice", name=name, given=str(given), among=", ".join(among))
    return given
