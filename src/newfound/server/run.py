"""Starts the server: one process, or several on one PostgreSQL."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from typing import Final

import uvicorn
from uvicorn.supervisors import multiprocess

from newfound.server import logs
from newfound.server.app import make_app
from newfound.server.head import Protocol, Socket
from newfound.server.settings import PREFIX, Settings
from newfound.server.store import Store

MOST_FILES: Final = 65_536


def _open_many() -> None:
    """As many files, and so connections, as this process may have at all; by default it is far fewer."""
    if os.name == "posix":
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


class Child(multiprocess.Process):
    """A server process whose end is heard at once, also while it is being asked whether it is well."""

    def start(self) -> None:
        super().start()
        self.child_conn.close()  # its own end is the only one left


def run(settings: Settings) -> None:
    logs.set_up(settings.log_level)
    asyncio.run(_reach(settings))
    gc.set_threshold(10_000, 20, 100)  # rarely: frames are made of trees, which need no collector
    _open_many()
    common: dict[str, object] = {
        "http": Protocol,
        "ws": Socket,
        "host": settings.host,
        "port": settings.port,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": True,
        "forwarded_allow_ips": settings.proxies,
        "ws_max_size": 65536,
        "ws_per_message_deflate": False,  # compressing secrets beside what others choose tells their length
        "ws_ping_interval": settings.patience,
        "ws_ping_timeout": settings.patience,
        "timeout_keep_alive": settings.keep_alive,
        "timeout_graceful_shutdown": 10,
        "timeout_worker_healthcheck": 120,  # a process that still imports does not answer
        "backlog": 2048,
    }
    if settings.processes == 1:
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))  # in good order, as several processes do
        uvicorn.run(make_app(settings), **common)  # type: ignore[arg-type]
        return
    for name, value in vars(settings).items():  # the processes read them again
        os.environ[PREFIX + name.upper()] = str(value)
    multiprocess.Process = Child  # type: ignore[misc]
    uvicorn.run("newfound.server.app:from_environment", factory=True, workers=settings.processes, **common)  # type: ignore[arg-type]


async def _reach(settings: Settings) -> None:
    """A database that is not there is told in one sentence, before anything begins."""
    store = Store(settings)
    try:
        await store.wait(settings.database_seconds)
    finally:
        await store.close()
