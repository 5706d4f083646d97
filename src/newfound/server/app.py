"""The server, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

import newfound
from newfound.core.problem import Problem
from newfound.host.problems import Denied, on_the_wire, status_of
from newfound.host.shelf import SITE
from newfound.server import logs, socket
from newfound.server.api import known, lessons, lobby, me, play, reminders, review, shelf, tables
from newfound.server.api.asked import Refusal, language_of
from newfound.server.family import end_with_parent
from newfound.server.gate import Gate
from newfound.server.hall import Hall
from newfound.server.head import Door
from newfound.server.limits import Buckets
from newfound.server.metrics import Metrics
from newfound.server.migrations import migrate
from newfound.server.settings import Settings, only_one
from newfound.server.web import ALONE, DIST, Site, WebApp

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": "Refused, with the reason"} for status in (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
}


def make_app(settings: Settings) -> FastAPI:
    metrics, alone = Metrics(), only_one(settings)  # before anything is written

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Door]]:
        hall = Hall(settings)
        await hall.store.wait(settings.database_seconds)
        await migrate(hall.store.engine)
        app.state.hall = hall
        app.state.guests = hall.guests
        await hall.open()
        yield {"door": Door(settings.connections, settings.proxies, settings.patience)}
        await hall.close()

    app = FastAPI(
        title="Newfound", version=newfound.__version__, lifespan=lifespan, openapi_url="/api/openapi.json", docs_url=None, redoc_url=None
    )
    pace = Buckets(settings.rate, settings.burst)
    app.state.settings, app.state.metrics, app.state.sockets, app.state.alone = settings, metrics, socket.Sockets(pace, settings), alone
    app.add_middleware(Gate, settings=settings, metrics=metrics, pace=pace)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    for router in (
        shelf.router,
        lessons.router,
        me.router,
        known.router,
        reminders.router,
        tables.router,
        lobby.router,
        play.router,
        review.router,
    ):
        app.include_router(router, responses=REFUSALS)
    app.include_router(socket.router)
    _operation(app, metrics)
    app.state.site = ALONE if (SITE / "sw.js").is_file() else None
    if app.state.site:
        app.mount(ALONE, Site(directory=SITE, html=True))
    folder = Path(settings.web) if settings.web else DIST
    if (folder / "index.html").is_file():
        app.mount("/", WebApp(directory=folder, html=True))
    else:
        app.add_api_route("/", _no_web, include_in_schema=False)
    return app


def from_environment() -> FastAPI:
    """For `uvicorn --factory`, and the processes of `newfound serve --processes`."""
    settings = Settings.read()
    logs.set_up(settings.log_level)
    if settings.processes > 1:
        end_with_parent()
    return make_app(settings)


def _no_web(request: Request) -> PlainTextResponse:
    return PlainTextResponse(Denied(404, "no_web").say(_language(request)), 404)


def _operation(app: FastAPI, metrics: Metrics) -> None:
    @app.get("/health", include_in_schema=False)
    async def health(request: Request) -> JSONResponse:
        try:
            await asyncio.wait_for(request.app.state.hall.store.ping(), 5)
        except Exception:  # whatever it is, we are not well
            return JSONResponse({"status": "failing", "database": False}, 503)
        return JSONResponse({"status": "ok", "database": True})

    @app.get("/metrics", include_in_schema=False)
    async def prometheus(request: Request) -> Response:
        hall: Hall = request.app.state.hall
        metrics.rooms.set(len(hall.rooms))
        metrics.bot_moves.set(hall.bot_moves)
        metrics.bot_failures.set(hall.bot_failures)
        metrics.thinking.set(sum(room.thinking for room in hall.rooms.values()))
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")


def _language(request: Request) -> str:
    return language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))


def _answer(request: Request, problem: Problem) -> JSONResponse:
    headers = {"retry-after": str(problem.values["seconds"])} if status_of(problem) == 429 else None
    return JSONResponse({"problem": on_the_wire(problem, _language(request))}, status_of(problem), headers)


async def _problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    return _answer(request, problem)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    where = ascii(".".join(str(part) for part in error.errors()[0].get("loc", ())[1:])[:60])[1:-1]
    return _answer(request, Denied(422, "field", field=where or "body"))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    key = {404: "address", 405: "method"}.get(error.status_code, "request")
    response = _answer(request, Denied(error.status_code, key))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response
