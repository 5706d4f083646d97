"""Limits the head of a request: so many bytes, so many lines. uvicorn by itself reads heads of any length."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD: Final = 16_384
MOST_LINES: Final = 100
TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Protocol(HttpToolsProtocol):
    head: int | None = None  # bytes so far of a head that is not complete

    def on_message_begin(self) -> None:
        self.head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.head = None
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MOST_HEAD or len(self.headers) > MOST_LINES:
            self._refuse()
            raise ValueError  # which stops the parser
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.head is not None and not self.transport.is_closing():
            self.head += len(data)
            if self.head > MOST_HEAD or len(self.headers) > MOST_LINES:
                self._refuse()

    def send_400_response(self, msg: str) -> None:
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def _refuse(self) -> None:
        self.transport.write(TOO_LONG)
        self.transport.close()
