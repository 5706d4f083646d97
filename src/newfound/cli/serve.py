"""`newfound serve`: the server of the web app."""

from __future__ import annotations

from typing import Annotated

import typer

from newfound.cli.arguments import Lang
from newfound.cli.voice import BadCommand


def serve(
    host: Annotated[str | None, typer.Option("--host", metavar="ADDRESS")] = None,
    port: Annotated[int | None, typer.Option("--port", metavar="N")] = None,
    database: Annotated[str | None, typer.Option("--database", metavar="URL")] = None,
    processes: Annotated[int | None, typer.Option("--processes", metavar="N")] = None,
    lang: Lang = None,  # noqa: ARG001 - read before, for errors and help
) -> None:
    try:
        from newfound.server.run import run
        from newfound.server.settings import Settings
    except ModuleNotFoundError as missing:
        raise BadCommand("cli.no_server", name=str(missing.name)) from missing
    run(Settings.read(host=host, port=port, database_url=database, processes=processes))
