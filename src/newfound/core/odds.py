"""What can still come, in numbers: draws without replacement. The games say what counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Chance:
    """Something that may come, as one reader may reckon it: how likely it is among so many draws."""

    key: str
    likely: Mapping[int, float]
    values: Mapping[str, Json] = field(default_factory=dict)
    cells: tuple[str, ...] = ()

    def json(self) -> Json:
        likely = {str(draws): round(chance, 4) for draws, chance in self.likely.items()}
        return {"key": self.key, "values": dict(self.values), "cells": list(self.cells), "likely": likely}


def at_least_one(wanted: int, among: int, draws: int) -> float:
    """How likely one of so many wanted things is drawn, or more, if so many are drawn of all there are."""
    missed = 1.0
    for drawn in range(min(draws, among)):
        missed *= max(among - wanted - drawn, 0) / (among - drawn)
    return 1.0 - missed
