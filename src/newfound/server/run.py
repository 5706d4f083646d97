"""Starts the server: one process, or several on one PostgreSQL."""

from __future__ import annotations

import gc
import os

import uvicorn

from newfound.server import logs
from newfound.server.app import make_app
from newfound.server.head import Protocol
from newfound.server.settings import PREFIX, Settings


def run(settings: Settings) -> None:
    logs.set_up(settings.log_level)
    gc.set_threshold(10_000, 20, 100)  # rarely: frames are made of trees, which need no collector
    common: dict[str, object] = {
        "http": Protocol,
        "host": settings.host,
        "port": settings.port,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": True,
        "forwarded_allow_ips": settings.proxies,
        "ws_max_size": 65536,
        "ws_per_message_deflate": False,  # compressing secrets beside what others choose tells their length
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "timeout_keep_alive": 75,  # longer than clients and proxies: the server must not be the first to close
        "timeout_graceful_shutdown": 10,
        "backlog": 2048,
    }
    if settings.processes == 1:
        uvicorn.run(make_app(settings), **common)  # type: ignore[arg-type]
        return
    for name, value in vars(settings).items():  # the processes read them again
        os.environ[PREFIX + name.upper()] = str(value)
    uvicorn.run("newfound.server.app:from_environment", factory=True, workers=settings.processes, **common)  # type: ignore[arg-type]
