"""What a connection may do before anybody looks at what it wants: how many, how long, how much. uvicorn by itself waits for ever."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from typing import Any, Final

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_HEAD: Final = 16_384
MOST_LINES: Final = 100
MOST_SENT: Final = 2_000_000  # bytes of a request with its body and what may come after that; how long a body may be, the gate says
MOST_AHEAD: Final = 16  # requests that are sent before the first is answered
LAST_SECONDS: Final = 1.0  # that a connection which has just come may still ask something of a server that ends
MOST_UNSENT: Final = 131_072  # bytes; the system takes twice that
CLOSE: Final = b"\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large" + CLOSE
TOO_MANY: Final = b"HTTP/1.1 429 Too Many Requests" + CLOSE
Client = tuple[str, int] | None


class Door:
    """The connections of each address, and the patience we have with them. A proxy brings many people; it has to count them itself."""

    def __init__(self, most: int, proxies: str, patience: float) -> None:
        self._most = most
        self._proxies = ProxyHeadersMiddleware(_nothing, proxies).trusted_hosts
        self._of: Counter[str] = Counter()
        self.patience = patience

    def enter(self, client: Client) -> bool:
        if client is None or client[0] in self._proxies:
            return True
        if self._of[client[0]] >= self._most:
            return False
        self._of[client[0]] += 1
        return True

    def leave(self, client: Client) -> None:
        if client is not None and self._of[client[0]] > 1:
            self._of[client[0]] -= 1
        elif client is not None:
            del self._of[client[0]]


class Protocol(HttpToolsProtocol):
    sent = 0  # bytes of a request so far
    heading = False  # whether its head is not complete
    inside = False  # whether the door has counted it
    upgraded = False
    ending = False
    late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.door: Door = self.app_state["door"]
        self.inside = self.door.enter(self.client)
        if not self.inside:
            self._refuse(TOO_MANY)
            return
        self._set_limits(transport.get_extra_info("socket"))
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        if self.inside:
            self.door.leave(self.client)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self.upgraded = True  # from here on it is a Socket's
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        self.sent, self.heading = 0, True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.heading:  # what comes after a body in chunks nobody has asked for
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.heading = False
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MOST_HEAD or len(self.headers) > MOST_LINES:
            self._refuse(TOO_LONG)
            raise ValueError  # which stops the parser
        if len(self.pipeline) >= MOST_AHEAD:
            self._refuse(TOO_MANY)
            raise ValueError
        self._wait_no_more()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing() or self.upgraded:
            return
        self.sent += len(data)
        if self.sent > (MOST_HEAD if self.heading else MOST_SENT) or (self.heading and len(self.headers) > MOST_LINES):
            self._refuse(TOO_LONG)
        if self.cycle is None or self.cycle.response_complete:
            self._wait()

    def send_400_response(self, msg: str) -> None:
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def _set_limits(self, link: socket.socket) -> None:
        """Whoever takes nothing of what is sent is gone, and not much of it waits in the system."""
        link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNSENT)
        if link.family in (socket.AF_INET, socket.AF_INET6) and hasattr(socket, "TCP_USER_TIMEOUT"):
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * self.door.patience))

    def _wait(self) -> None:
        """For the rest of a head: whatever came, uvicorn's own limit for idle connections has been called off."""
        if self.late is None:
            self.late = self.loop.call_later(self.door.patience, self.transport.close)

    def _wait_no_more(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def _refuse(self, answer: bytes) -> None:
        self.transport.write(answer)
        self.transport.close()

    def shutdown(self) -> None:
        """A request may be under way on a connection that has brought none: it is waited for, not cut off."""
        if self.cycle is None and not self.ending:
            self.ending = True
            self.loop.call_later(LAST_SECONDS, self._end)
        else:
            super().shutdown()

    def _end(self) -> None:
        if self.transport.is_closing():
            return
        protocol = self.transport.get_protocol()  # which may be that of a socket by now
        assert isinstance(protocol, HttpToolsProtocol | WebSocketsSansIOProtocol)
        protocol.shutdown()


class Socket(WebSocketsSansIOProtocol):
    def connection_lost(self, exc: Exception | None) -> None:
        door: Door = self.app_state["door"]
        door.leave(self.client)
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # what waits to be sent would keep it open

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # who does not read is not answered: answers would pile up


async def _nothing(*_: Any) -> None:
    pass
