"""The gate: what every HTTP request passes. Size, rate, origin, headers, counting, and no stack trace to anybody outside."""

from __future__ import annotations

import json
import logging
import math
import time
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from newfound.core.problem import Problem
from newfound.server.api.asked import language_of
from newfound.server.limits import Buckets
from newfound.server.metrics import Metrics
from newfound.server.problems import Denied, on_the_wire
from newfound.server.settings import Settings

LOG: Final = logging.getLogger("newfound.http")
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
COSTS: Final = {"/api/uploads": 20.0, "/api/tables": 5.0, "/api/me": 5.0}  # of a POST, in requests


def origin_allowed(headers: Headers, settings: Settings) -> bool:
    """Browsers say where a page is from. Programs that are not browsers say nothing, and have no cookie to lose."""
    origin = headers.get("origin")
    if origin is None or origin in settings.origins.split():
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # not an address
        return False


def address(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else "-"


class Gate:
    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, pace: Buckets) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._pace = pace

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
            await self._app(scope, await _read(receive, _most(scope["path"])), sending)
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

    def _check(self, scope: Scope) -> None:
        path, method, headers = scope["path"], scope["method"], Headers(scope=scope)
        if not path.startswith("/api/"):
            return
        changes = method not in ("GET", "HEAD", "OPTIONS")
        wait = self._pace.take(address(scope), _cost(path) if changes else 1.0)
        if wait:
            raise Denied(429, "fast", seconds=math.ceil(wait))
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) > 9 or int(length) > _most(path):
            raise Denied(413, "long", most=_most(path))
        if changes and not origin_allowed(headers, self._settings):
            raise Denied(403, "origin")
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


def _cost(path: str) -> float:
    return 10.0 if path.endswith("/hint") else COSTS.get(path, 1.0)


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
