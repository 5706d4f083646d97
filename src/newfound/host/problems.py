"""What a host says no to: people's mistakes with the status that HTTP has for them, and their form on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from newfound.core.game import Json
from newfound.core.match import Refused
from newfound.core.problem import BadFile, BadSetup, NotLegal, Problem, Stale

HERE: Final = Path(__file__).parent


class Denied(Problem):
    """Something this server does not do for this person now."""

    def __init__(self, status: int, key: str, **values: str | int) -> None:
        super().__init__(f"server.{key}", HERE, **values)
        self.status = status


def status_of(problem: Problem) -> int:
    if isinstance(problem, Denied):
        return problem.status
    if isinstance(problem, Stale):
        return 409
    return 422 if isinstance(problem, BadSetup | BadFile | NotLegal) else 400


def on_the_wire(problem: Problem, language: str) -> Json:
    clause, cells, values = "", [], dict[str, Json](problem.values)
    if isinstance(problem, Refused):
        clause, cells, values = problem.refusal.clause, list(problem.refusal.cells), dict(problem.refusal.values)
    return {"key": problem.key, "values": plain(values), "clause": clause, "cells": cells, "sentence": problem.say(language)}


def plain(values: Mapping[str, Json]) -> Json:
    return {
        name: value if isinstance(value, str | int | list | dict | float) or value is None else str(value) for name, value in values.items()
    }
