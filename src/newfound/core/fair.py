"""Fair luck: every draw follows from a secret seed and the event's number, and can be recomputed by anybody afterwards."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Protocol

from newfound.core.dice import Dice


class Luck(Protocol):
    """Where a match takes its dice from: one for each event number."""

    def at(self, number: int) -> Dice: ...


@dataclass(frozen=True, slots=True)
class Fair:
    """HMAC-SHA256(seed, event number) seeds the dice of that event. The hash is published first, the seed at the end."""

    seed: bytes

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.seed).hexdigest()

    def at(self, number: int) -> Dice:
        digest = hmac.digest(self.seed, str(number).encode(), "sha256")
        return Dice(int.from_bytes(digest[:8], "big"))


def matches(seed: bytes, commitment: str) -> bool:
    return hmac.compare_digest(hashlib.sha256(seed).hexdigest(), commitment)
