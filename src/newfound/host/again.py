"""Playing again: everybody moves up one seat, and whoever began last time does not begin. Pure."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from newfound.core.fair import Fair
from newfound.core.match import Match

TRIES: Final = 40


def passed_on(seat: int, count: int) -> int:
    """Where somebody of this seat sits next time: where the order of seats decides, the next one begins."""
    return (seat - 1) % count


def passing_on(fresh: Match[Any], before: Match[Any], seed: str) -> str:
    """A seed by which somebody else begins, where luck decides it. It is drawn again before anybody has seen its fingerprint."""
    began = next((event.seat for event in before.log if event.seat >= 0), None)
    if began is None:
        return seed
    again = passed_on(began, before.setup.seats)
    for _ in range(TRIES):
        if fresh.settled(Fair(bytes.fromhex(seed))).turn != again:
            break
        seed = hashlib.sha256(b"again" + bytes.fromhex(seed)).hexdigest()
    return seed
