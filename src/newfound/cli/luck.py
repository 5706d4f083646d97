"""Where the command line takes its luck from: a number somebody gave, or the machine's own chance."""

from __future__ import annotations

import hashlib
import secrets

from newfound.core.fair import Fair


def fair(seed: int | None) -> Fair:
    """The dice of a match. The same number gives the same match again."""
    return Fair(secrets.token_bytes(32) if seed is None else hashlib.sha256(f"newfound {seed}".encode()).digest())


def aside(luck: Fair) -> Fair:
    """The dice that bots think with, apart from those of the match."""
    return Fair(hashlib.sha256(b"bots" + luck.seed).digest())
