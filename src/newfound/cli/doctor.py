"""`newfound doctor`: whether a server can run here as it is set up, and what to do where it cannot."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

import newfound
from newfound import games
from newfound.cli import port
from newfound.cli.arguments import Lang
from newfound.cli.serve import addresses
from newfound.cli.voice import BadCommand, Voice
from newfound.core.problem import Problem

if TYPE_CHECKING:
    from newfound.server.settings import Settings

CLONE: Final = (Path(newfound.__file__).parents[2] / "Makefile").is_file()  # there is something to make with
FILES: Final = 4096  # that a process should be able to open: a connection is one
CONNECTIONS: Final = 21  # that a server process may have to PostgreSQL


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: True good, False in the way, None to be considered."""

    good: bool | None
    key: str
    values: dict[str, str | int]


def doctor(database: Annotated[str | None, typer.Option("--database", metavar="URL")] = None, lang: Lang = None) -> None:
    try:
        from newfound.server.settings import Settings
    except ModuleNotFoundError as missing:
        raise BadCommand("cli.no_server", name=str(missing.name)) from missing
    voice = Voice.of(lang)
    settings = Settings.read(database_url=database)  # a setting that makes no sense is a sentence of its own
    findings = [
        _python(),
        *_database(settings, voice.language),
        *_web(settings),
        *_rules(),
        *_machine(settings),
        *_network(settings),
        *_mail(settings),
    ]
    for finding in findings:
        mark, style = {True: ("✓", "green"), False: ("✗", "bold red"), None: ("–", "yellow")}[finding.good]
        voice.print(f"{mark} {voice.say(f'doctor.{finding.key}', **finding.values)}", style)
    if any(finding.good is False for finding in findings):
        voice.tell("doctor.wrong", "red")
        raise typer.Exit(1)
    voice.tell("doctor.right")


def _python() -> Finding:
    return Finding(True, "python", {"version": platform.python_version()})


def _database(settings: Settings, language: str) -> Iterator[Finding]:
    from newfound.server.checkup import look
    from newfound.server.problems import BadSettings
    from newfound.server.settings import only_one

    path = Path(settings.engine_url.partition(":///")[2].partition("?")[0])
    if not settings.is_postgres:
        whole, folder = path.absolute(), path.absolute().parent
        if not folder.is_dir():
            yield Finding(False, "database_folder", {"path": str(whole)})
            return
        if not all(os.access(one, os.W_OK) for one in (folder, whole) if one.exists()):  # files are made beside it
            yield Finding(False, "database_unwritable", {"path": str(whole)})
            return
        if not whole.exists():
            yield Finding(True, "database_new", {"path": str(whole)})
            return
        if Path(f"{path}.lock").exists() and not port.serves(settings):  # else it is the server asked about
            try:
                only_one(settings)
            except BadSettings:
                yield Finding(False, "database_used", {"path": str(whole)})
                return
    try:
        found = asyncio.run(look(settings))
    except Problem as problem:
        yield Finding(False, "database_away", {"why": problem.say(language)})
        return
    values: dict[str, str | int] = {"url": found.url, "revision": found.revision or "–", "newest": found.newest}
    if found.revision == found.newest:
        yield Finding(True, "database", values)
    elif found.older:
        yield Finding(None, "database_older", values)
    else:
        yield Finding(False, "database_newer", values)
    needed = settings.processes * CONNECTIONS + 5
    if found.connections and found.connections < needed:
        yield Finding(None, "connections", {"most": found.connections, "needed": needed})


def _web(settings: Settings) -> Iterator[Finding]:
    from newfound.server.web import DIST

    folder = Path(settings.web) if settings.web else DIST
    there = (folder / "index.html").is_file()
    absent = "no_web_wheel" if not CLONE else "no_web" if _node() else "no_web_node"
    yield Finding(there, "web" if there else absent, {"path": str(folder)})


def _node() -> bool:
    """Whether what builds the web app is here; what the Makefile fetches is beside our Python."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return all(shutil.which(name, path=places) for name in ("node", "npm"))


def _rules() -> Iterator[Finding]:
    compiler = os.environ.get("CC", "").split()[:1] or ["cc", "gcc", "clang", "cl"]
    slow = "interpreted_wheel" if not CLONE else "interpreted" if any(map(shutil.which, compiler)) else "interpreted_compiler"
    for name in games.names():
        try:
            game = games.find(name)
        except Problem as problem:
            yield Finding(False, "game", {"name": name, "why": str(problem)})
        else:
            yield Finding(True if game.compiled else None, "compiled" if game.compiled else slow, {"title": game.title})


def _machine(settings: Settings) -> Iterator[Finding]:
    where: dict[str, str | int] = {"host": settings.host, "port": settings.port}
    if (why := port.taken(settings)) is None:
        yield Finding(True, "port", where)
    elif port.serves(settings):
        yield Finding(None, "serves", where)
    else:
        yield Finding(False, "no_port", {**where, "why": why})
    if os.name != "posix":
        return
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = files != resource.RLIM_INFINITY and files < FILES
    yield Finding(None if few else True, "few_files" if few else "files", {"files": files, "needed": FILES})


def _network(settings: Settings) -> Iterator[Finding]:
    here = addresses()
    address = f"http://{here[0]}:{settings.port}" if here else ""
    yield Finding(True if here else None, "network" if here else "no_network", {"address": address})


def _mail(settings: Settings) -> Iterator[Finding]:
    from newfound.server.mail import postbox

    box = postbox(settings)  # a wrong setting is a sentence of its own
    if box is None:
        yield Finding(None, "no_mail", {})
        return
    where: dict[str, str | int] = {"host": box.host, "port": box.port}
    try:
        with socket.create_connection((box.host, box.port), 5):
            yield Finding(True, "mail", where)
    except OSError as error:
        yield Finding(False, "mail_away", {**where, "why": error.strerror or type(error).__name__})
