"""Newfound: New Haven, New England and New World, as a table to play at and a library to work with."""

from __future__ import annotations

import os

if os.environ.get("NEWFOUND_PURE"):
    from newfound import _pure

    _pure.install()

__version__ = "1.0.0"
