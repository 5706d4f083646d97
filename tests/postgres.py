"""A PostgreSQL of our own for the tests: a cluster in a temporary folder, on a loopback port, gone afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import leftovers
from serving import free_port


def programs() -> Path | None:
    """The folder of initdb and pg_ctl, where PostgreSQL is installed."""
    folders = [Path(found).resolve().parent for found in [shutil.which("pg_ctl")] if found]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "pg_ctl").exists()), None)


def missing() -> str:
    """Why there can be no cluster here, or nothing."""
    if programs() is None:
        return "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    if os.geteuid() == 0 and _nobody() is None:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return ""


def _nobody() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    import pwd

    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return None


@dataclass
class Cluster:
    port: int
    names: Iterator[int] = field(default_factory=count)
    control: Callable[..., None] = lambda *_: None  # pg_ctl
    pid: int = 0

    def stop(self) -> None:
        """As when the machine it runs on loses power."""
        self.control("-m", "immediate", "stop")

    def start(self) -> None:
        self.control("start")

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"newfound_{next(self.names)}"
        self.psql("postgres", f"create database {name}")
        return f"postgresql://newfound@127.0.0.1:{self.port}/{name}"

    def psql(self, database: str, query: str) -> str:
        folder = programs()
        assert folder
        command = [str(folder / "psql"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "newfound", "-d", database, "-AtXqc", query]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@contextmanager
def cluster(network: str = "") -> Iterator[Cluster]:
    """For this machine; for a network too, if one is named."""
    folder = programs()
    assert folder
    data, port = leftovers.folder(), free_port()
    who: dict[str, Any] = {}
    if user := _nobody():
        import pwd

        shutil.chown(data, user)
        who = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
    quiet: dict[str, Any] = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": data, **who}
    try:
        subprocess.run([folder / "initdb", "-D", data / "db", "-A", "trust", "-U", "newfound", "--no-sync", "-E", "UTF8"], **quiet)
        if network:
            with (data / "db" / "pg_hba.conf").open("a") as rules:
                rules.write(f"host all all {network} trust\n")
        options = f"-p {port} -k {data} -c listen_addresses={'*' if network else '127.0.0.1'} -c max_connections=200"

        def control(*what: str) -> None:
            subprocess.run([folder / "pg_ctl", "-D", data / "db", "-l", data / "log", "-w", "-o", options, *what], **quiet)

        control("start")
        try:
            yield Cluster(port, control=control, pid=int((data / "db" / "postmaster.pid").read_text(encoding="ascii").split()[0]))
        finally:
            with suppress(subprocess.CalledProcessError):  # it may have been stopped
                control("-m", "immediate", "stop")
    finally:
        shutil.rmtree(data, ignore_errors=True)
