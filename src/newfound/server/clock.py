"""What time it is. Whoever counts days asks here, so that a test can go ahead of the world."""

from __future__ import annotations

import time

ahead = 0  # seconds; only tests change it


def now() -> int:
    return int(precise())


def precise() -> float:
    return time.time() + ahead
