"""What a newcomer is told in a first match: a sentence where something happens for the first time. The games say when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence that applies now, and the clause that it is about."""

    key: str
    clause: str
    values: Mapping[str, Json] = field(default_factory=dict)

    def json(self) -> Json:
        return {"key": self.key, "clause": self.clause, "values": dict(self.values)}
