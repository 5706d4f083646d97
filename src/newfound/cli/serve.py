"""`newfound serve`: the server of the web app."""

from __future__ import annotations

import contextlib
import io
import shutil
import socket
import struct
import sys
import threading
import time
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from newfound.cli.arguments import Lang
from newfound.cli.port import near, serves, taken
from newfound.cli.voice import BadCommand, Voice
from newfound.host.shelf import SITE

if TYPE_CHECKING:
    from newfound.server.settings import Settings

SIOCGIFADDR: Final = 0x8915  # Linux: the address of an interface


def serve(
    host: Annotated[str | None, typer.Option("--host", metavar="ADDRESS")] = None,
    port: Annotated[int | None, typer.Option("--port", metavar="N")] = None,
    database: Annotated[str | None, typer.Option("--database", metavar="URL")] = None,
    processes: Annotated[int | None, typer.Option("--processes", metavar="N")] = None,
    show: Annotated[bool, typer.Option("--open")] = False,
    lan: Annotated[bool, typer.Option("--lan")] = False,
    static: Annotated[Path | None, typer.Option("--static", metavar="FOLDER")] = None,
    lang: Lang = None,
) -> None:
    if static is not None:
        write_static(static)
        Voice.of(lang).tell("written", folder=str(static))
        return
    try:
        from newfound.server.run import run
        from newfound.server.settings import Settings
    except ModuleNotFoundError as missing:
        raise BadCommand("cli.no_server", name=str(missing.name)) from missing
    settings = Settings.read(host=host, port=port, database_url=database, processes=processes)
    if lan:
        settings = on_the_network(settings, lang)
    if (why := taken(settings)) is not None:
        if not serves(settings):
            raise BadCommand("cli.port", port=settings.port, host=settings.host, why=why)
        Voice.of(lang).tell("running", address=near(settings))  # it is what they wanted
        if show:
            webbrowser.open(near(settings))
        raise typer.Exit(0 if show else 1)
    if show:
        threading.Thread(target=open_browser, args=(settings,), daemon=True).start()
    if sys.stdout.isatty() and not lan:
        Voice.of(lang).tell("serving", address=near(settings))
    run(settings)


def write_static(folder: Path) -> None:
    """The folder that plays without a server, from this installation; over an older one, if that is what is there."""
    if not (SITE / "sw.js").is_file():
        raise BadCommand("cli.no_static")
    try:
        if folder.exists() and not (folder / "newfound.zip").is_file() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadCommand("cli.not_empty", path=str(folder))
        shutil.rmtree(folder / "assets", ignore_errors=True)  # their names change with every version
        shutil.copytree(SITE, folder, dirs_exist_ok=True)
    except OSError as error:
        raise BadCommand("cli.unwritable", path=str(folder), why=error.strerror or type(error).__name__) from error


def on_the_network(settings: Settings, lang: str | None) -> Settings:
    """Listens for other devices too; says where they find it, and shows it to be scanned."""
    import segno

    here = addresses()
    if not here:
        raise BadCommand("cli.no_network")
    settings = replace(settings, host="0.0.0.0" if settings.host == "127.0.0.1" else settings.host)
    if not settings.address:
        settings = replace(settings, address=f"http://{here[0]}:{settings.port}")
    voice = Voice.of(lang)
    voice.tell("lan", "bold", address=settings.address)
    drawn = io.StringIO()
    segno.make(settings.address, micro=False).terminal(drawn, border=2, compact=True)
    print(drawn.getvalue(), flush=True)
    voice.tell("lan_trust")
    return settings


def addresses() -> list[str]:
    """Where other devices of the same network find this machine, the likeliest first. Nothing is sent to find out."""
    found: list[str] = []
    for there in ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"):  # the system says from where it would send
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
            probe.connect((there, 9))
            found.append(probe.getsockname()[0])
    found += _of_interfaces()
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0.", "169.254."))]


def _of_interfaces() -> list[str]:
    """A network without a way out has an address all the same."""
    if not sys.platform.startswith("linux"):
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def open_browser(settings: Settings, patience: float = 20.0) -> None:
    """Opens the web app as soon as the server answers."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if serves(settings):
            webbrowser.open(near(settings))
            return
        time.sleep(0.1)
