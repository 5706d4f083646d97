"""How fast and how much: token buckets, for each address and each socket."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Final

from starlette.types import Scope

REMEMBERED: Final = 20_000


def address(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else "-"


class Bucket:
    """`burst` at once, `rate` a second after that."""

    __slots__ = ("burst", "level", "rate", "then")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.then = time.monotonic()

    def take(self, cost: float = 1.0) -> float:
        """0, or how many seconds to wait."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.then) * self.rate)
        self.then = now
        if self.level >= cost:
            self.level -= cost
            return 0.0
        return (cost - self.level) / self.rate


class Buckets:
    """One for each name; the longest unused is forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._all: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, cost: float = 1.0) -> float:
        bucket = self._all.get(name)
        if bucket is None:
            bucket = self._all[name] = Bucket(self._rate, self._burst)
            if len(self._all) > REMEMBERED:
                self._all.popitem(last=False)
        self._all.move_to_end(name)
        return bucket.take(cost)

    async def wait(self, name: str) -> None:
        while seconds := self.take(name):
            await asyncio.sleep(seconds)
