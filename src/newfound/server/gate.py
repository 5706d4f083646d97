"""The gate: what every HTTP request passes. Size, rate, origin, headers, counting, and no stack trace to anybody outside."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from newfound.core.problem import Problem
from newfound.host.problems import Denied, on_the_wire
from newfound.server.api.asked import language_of
from newfound.server.limits import Buckets, address
from newfound.server.metrics import Metrics
from newfound.server.settings import Settings

LOG: Final = logging.getLogger("newfound.http")
SLOWEST: Final = 10_000  # bytes a second
MOST_BODY: Final = 32_768
MOST_UPLOAD: Final = 900_000  # a .game file as JSON
POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # addresses of tables and personal links stay here
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}
STOP: Final = "/api/mail/stop/"
COSTS: Final = {
    "/api/uploads": 20.0,
    "/api/tables": 5.0,
    "/api/me": 5.0,
    "/api/me/words": 5.0,
    "/api/become": 5.0,
    "/api/me/mail": 20.0,
    "/api/me/push": 5.0,
}  # of a POST, in requests
DEAR: Final = ("/hint", "/review/try", "/block", "/unblock")
FILES: Final = 10.0  # times as many pages and files as requests: a first visit brings dozens, the folder without a server hundreds
ASKING: Final = {"/health": 5.0, "/metrics": 5.0}  # of those, for what has to be found out
READING: Final = {"/api/me/export": 20.0, "/api/me/numbers": 5.0}  # the same of a GET that looks through many matches


def origin_allowed(headers: Headers, settings: Settings) -> bool:
    """Browsers say where a page is from. Programs that are not browsers say nothing, and have no cookie to lose."""
    origin = headers.get("origin")
    if origin is None or origin in settings.origins.split():
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # not an address
        return False


class Gate:
    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, pace: Buckets) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._pace = pace
        self._files = Buckets(FILES * settings.rate, FILES * settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    lasting = status == 200 and scope["path"].startswith(("/api/text/", "/api/rules/"))
                    headers.setdefault("cache-control", "public, max-age=300" if lasting else "no-store")
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, await self._body(scope, receive), sending)
        except Problem as problem:
            await _refuse(scope, sending, problem)
        except Exception:
            LOG.exception("a request failed", extra={"path": scope["path"]})
            if status == 500:
                await _refuse(scope, sending, Denied(500, "fault"))
        finally:
            route = scope.get("route")
            took = time.perf_counter() - began
            self._metrics.request(scope["method"], getattr(route, "path", "web"), status, took)

    async def _body(self, scope: Scope, receive: Receive) -> Receive:
        most = _most(scope["path"])
        try:
            async with asyncio.timeout(self._settings.patience + most / SLOWEST):
                return await _read(receive, most)
        except TimeoutError as error:
            raise Denied(408, "slow") from error

    def _check(self, scope: Scope) -> None:
        path, method, headers = scope["path"], scope["method"], Headers(scope=scope)
        if not path.startswith("/api/"):
            _slow_down(self._files.take(address(scope), ASKING.get(path, 1.0)))
            return
        changes = method not in ("GET", "HEAD", "OPTIONS")
        _slow_down(self._pace.take(address(scope), _cost(path) if changes else READING.get(path, 1.0)))
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) > 9 or int(length) > _most(path):
            raise Denied(413, "long", most=_most(path))
        if changes and not origin_allowed(headers, self._settings):
            raise Denied(403, "origin")
        if path.startswith(STOP):
            return  # one click in a mail program, which sends a form
        if changes and headers.get("content-type", "application/json").split(";")[0].strip().lower() != "application/json":
            raise Denied(415, "json")


async def _read(receive: Receive, most: int) -> Receive:
    """Reads the whole body before anybody else does, whatever length was announced."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] != "http.request":  # they have gone
            return receive
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise Denied(413, "long", most=most)
    whole: Message = {"type": "http.request", "body": body, "more_body": False}
    waiting = [whole]

    async def receiving() -> Message:
        return waiting.pop() if waiting else await receive()

    return receiving


def _slow_down(wait: float) -> None:
    if wait:
        raise Denied(429, "fast", seconds=math.ceil(wait))


def _cost(path: str) -> float:
    return 10.0 if path.endswith(DEAR) else COSTS.get(path, 1.0)


def _most(path: str) -> int:
    return MOST_UPLOAD if path == "/api/uploads" else MOST_BODY


async def _refuse(scope: Scope, send: Send, problem: Problem) -> None:
    headers = Headers(scope=scope)
    text = json.dumps({"problem": on_the_wire(problem, language_of(None, headers.get("accept-language", "")))}).encode()
    raw = [(b"content-type", b"application/json"), (b"content-length", str(len(text)).encode())]
    if "seconds" in problem.values:
        raw.append((b"retry-after", str(problem.values["seconds"]).encode()))
    status = problem.status if isinstance(problem, Denied) else 400
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": text})
