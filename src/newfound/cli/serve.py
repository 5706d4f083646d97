"""`newfound serve`: the server of the web app."""

from __future__ import annotations

import socket
import threading
import time
import webbrowser
from typing import Annotated

import typer

from newfound.cli.arguments import Lang
from newfound.cli.voice import BadCommand


def serve(
    host: Annotated[str | None, typer.Option("--host", metavar="ADDRESS")] = None,
    port: Annotated[int | None, typer.Option("--port", metavar="N")] = None,
    database: Annotated[str | None, typer.Option("--database", metavar="URL")] = None,
    processes: Annotated[int | None, typer.Option("--processes", metavar="N")] = None,
    show: Annotated[bool, typer.Option("--open")] = False,
    lang: Lang = None,  # noqa: ARG001 - read before, for errors and help
) -> None:
    try:
        from newfound.server.run import run
        from newfound.server.settings import Settings
    except ModuleNotFoundError as missing:
        raise BadCommand("cli.no_server", name=str(missing.name)) from missing
    settings = Settings.read(host=host, port=port, database_url=database, processes=processes)
    if show:
        threading.Thread(target=open_browser, args=(settings.host, settings.port), daemon=True).start()
    run(settings)


def open_browser(host: str, port: int, patience: float = 20.0) -> None:
    """Opens the web app as soon as the server answers."""
    here = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            socket.create_connection((here, port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(f"http://{here}:{port}/")
            return
