"""Whether a server can listen where it is told to, and who does so already."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from newfound.server.settings import Settings


def taken(settings: Settings) -> str | None:
    """Why the port cannot be had; None where it can."""
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        socket.create_server((settings.host, settings.port), family=family).close()
    except OSError as error:
        return error.strerror or type(error).__name__
    return None


def near(settings: Settings) -> str:
    """Where this machine itself finds the server."""
    here = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host
    return f"http://{here}:{settings.port}/"


def serves(settings: Settings) -> bool:
    """Whether it is a Newfound server that has the port."""
    try:
        with urllib.request.urlopen(f"{near(settings)}health", timeout=5) as answer:
            return b'"database"' in answer.read(1000)
    except (OSError, ValueError, urllib.error.URLError):
        return False
