"""A wire between a server and its PostgreSQL that a test can cut, or let fall silent."""

from __future__ import annotations

import contextlib
import socket
import threading


class Relay:
    """Passes on what comes at its port, each way on a thread of its own."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._listeners: list[Wire] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                Wire(near, socket.create_connection(("127.0.0.1", self._to)), self._listeners)

    def url(self, database: str) -> str:
        """The address of this database, by this wire."""
        return database.replace(f":{self._to}/", f":{self.port}/")

    def silence(self) -> int:
        """Connections that listen bring nothing any more, and nobody is told; new ones are as good as ever."""
        for wire in self._listeners:
            wire.silent = True
        return len(self._listeners)

    def close(self) -> None:
        self._door.close()


class Wire:
    def __init__(self, near: socket.socket, far: socket.socket, listeners: list[Wire]) -> None:
        self.silent = False
        self._listeners = listeners
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if b"LISTEN " in data:
                    self._listeners.append(self)
                if not self.silent:
                    other.sendall(data)
        if not self.silent:
            for end in (one, other):
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
