"""One connected browser: for whom it reads, what it has seen, and what still has to be sent to it."""

from __future__ import annotations

import asyncio
from typing import Final

from newfound.core.game import Json
from newfound.server.frames import written
from newfound.server.guests import Guest

MOST_WAITING: Final = 100  # a browser that is further behind is cut off; it comes back with its serial


class Reader:
    def __init__(self, guest: Guest | None, seat: int, serial: int, language: str, pictures: bool = False) -> None:
        self.guest = guest
        self.seat = seat
        self.serial = serial  # entries of the log that it has seen
        self.language = language
        self.pictures = pictures  # whether frames bring the game's own picture: this browser has no other
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue()

    @property
    def guest_id(self) -> str | None:
        return self.guest.id if self.guest else None

    def send(self, message: Json) -> None:
        self.send_text(written(message))

    def send_text(self, text: str) -> None:
        """Never waits: the writer of the socket does."""
        if self.waiting.qsize() < MOST_WAITING:
            self.waiting.put_nowait(text)
        else:
            self.close()

    def close(self) -> None:
        self.waiting.put_nowait(None)
