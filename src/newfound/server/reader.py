"""One connected browser: for whom it reads, what it has seen, and what still has to be sent to it.

Of what is large, hellos and frames, only the newest is due, and it is made when the socket can take it: a reader who is slow costs no more
than any other.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, Literal

from newfound.core.game import Json
from newfound.host.frames import written
from newfound.host.records import Guest, Line

Due = Literal["hello", "table", "frame"]  # what is made when it can be sent
HELLO: Final = "hello"
COME_AGAIN: Final = 1012
MOST_WAITING: Final = 100  # small messages; a browser that is further behind is cut off, and comes back with its serial


class Reader:
    def __init__(self, guest: Guest | None, seat: int, serial: int, language: str, pictures: bool = False, address: str = "") -> None:
        self.guest = guest
        self.address = address
        self.seat = seat
        self.serial = serial  # entries of the log that it has seen
        self.language = language
        self.pictures = pictures  # whether frames bring the game's own picture: this browser has no other
        self.code = COME_AGAIN  # to close the socket with
        self.blocked: set[str] = set()  # guests whose chat they do not see
        self.visible = True  # or another tab is before it
        self.quick = False  # wants bots that take no more time than they need
        self._waiting: deque[str] = deque()
        self._due: Due | None = None  # a frame, or only the facts of the table
        self._closed = False
        self._something = asyncio.Event()

    @property
    def guest_id(self) -> str | None:
        return self.guest.id if self.guest else None

    def heard(self, lines: Iterable[Line]) -> list[Line]:
        return [line for line in lines if line.guest not in self.blocked]

    def send(self, message: Json) -> None:
        """Never waits: the writer of the socket does."""
        if len(self._waiting) >= MOST_WAITING:
            self.close()
        elif not self._closed:
            self._waiting.append(written(message))
            self._something.set()

    def greet(self) -> None:
        """A hello is due, after what waits already; with it comes all of the chat."""
        if not self.greeting:
            self._waiting.append(HELLO)
            self._something.set()

    @property
    def greeting(self) -> bool:
        return HELLO in self._waiting

    def show(self, frame: bool) -> None:
        """Something has changed: a frame is due, or the facts of the table."""
        self._due = "frame" if frame else self._due or "table"
        self._something.set()

    @property
    def due(self) -> bool:
        return self._due is not None

    async def next(self, make: Callable[[Reader, Due], str]) -> str | None:
        """What is to be sent next, small messages first, then what is due; None at the end."""
        while not (self._waiting or self._due is not None or self._closed):
            self._something.clear()
            await self._something.wait()
        if self._closed and self.code != COME_AGAIN:  # nothing more for somebody who is nobody now
            return None
        if self._waiting:
            message = self._waiting.popleft()
            return make(self, HELLO) if message == HELLO else message
        if self._due is None:
            return None
        due, self._due = self._due, None
        return make(self, due)

    def close(self, code: int = COME_AGAIN) -> None:
        self.code = code
        self._closed = True
        self._something.set()
