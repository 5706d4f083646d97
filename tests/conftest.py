"""What several tests share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import postgres
from cli import Shell
from posts import MailServer, PushService, mail_server, push_service
from serving import Server


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell.at(tmp_path)


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """A real PostgreSQL, where it is installed."""
    if why := postgres.missing():
        pytest.skip(why)
    with postgres.cluster() as running:
        yield running


DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)]


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A test that asks for this runs on both; `make test` has those of PostgreSQL that ask for a cluster."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/newfound.db"
    running: postgres.Cluster = request.getfixturevalue("cluster")
    return running.database()


@pytest.fixture(scope="session", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it as it was: on SQLite, and again on PostgreSQL. It must end without a fault.

    NEWFOUND_SEVERAL=1 gives the one on PostgreSQL two processes.
    """
    folder = tmp_path_factory.mktemp("server")
    running: postgres.Cluster | None = request.getfixturevalue("cluster") if request.param == "postgresql" else None
    address = running.database() if running else f"sqlite:///{folder}/newfound.db"
    several = {"NEWFOUND_PROCESSES": "2"} if running and os.environ.get("NEWFOUND_SEVERAL") else {}
    served = Server(folder, address, {"NEWFOUND_AWAY_SECONDS": "0.3", **several}).start()
    yield served
    served.stop()
    assert "Application shutdown complete" in served.log()
    assert "Traceback" not in served.log()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers, and ends them after the test."""
    started: list[Server] = []

    def start(database: str | None = None, **settings: str) -> Server:
        folder = tmp_path / f"server{len(started)}"
        folder.mkdir()
        named = {f"NEWFOUND_{name.upper()}": value for name, value in settings.items()}
        started.append(Server(folder, database or f"sqlite:///{folder}/newfound.db", named))
        return started[-1].start()

    yield start
    for server in started:
        if server.process and server.process.poll() is None:
            server.kill()


@pytest.fixture
def pushing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service of the test's own, trusted by the servers it starts."""
    with push_service(tmp_path) as running:
        monkeypatch.setenv("SSL_CERT_FILE", str(running.authority))
        yield running


@pytest.fixture
def mailing() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running
