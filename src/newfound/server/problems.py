"""What goes wrong in a server besides people's mistakes."""

from __future__ import annotations

from newfound.core.problem import Problem
from newfound.host.problems import HERE


class BadSettings(Problem):
    """A setting that makes no sense."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key, HERE, **values)


class Taken(Exception):
    """Another writer was first: this serial is in the log already."""
