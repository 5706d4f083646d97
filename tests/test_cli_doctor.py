"""`newfound doctor`: what it finds, and what it says to do."""

from __future__ import annotations

import asyncio
import os
import platform
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy.engine import make_url

from cli import Shell
from newfound.cli.doctor import _database
from newfound.server.migrations import migrate
from newfound.server.problems import BadSettings
from newfound.server.settings import Settings, only_one
from newfound.server.store import Store
from postgres import Cluster
from serving import Server, free_port


def doctor(shell: Shell, code: int, database: str, *words: str, **env: str) -> str:
    done = shell.run("doctor", *words, NEWFOUND_DATABASE_URL=database, **{"NEWFOUND_PORT": str(free_port()), "COLUMNS": "300"} | env)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def web(tmp_path: Path) -> str:
    (tmp_path / "index.html").touch()
    return str(tmp_path)


def made(database: str) -> str:
    async def make() -> None:
        store = Store(Settings(database_url=database))
        await migrate(store.engine)
        await store.close()

    asyncio.run(make())
    return database


def test_a_place_where_all_is_well(shell: Shell, database: str, web: str) -> None:
    said = doctor(shell, 0, made(database), NEWFOUND_WEB=web)
    assert "is of this version" in said
    assert "The server can run here." in said
    assert "✗" not in said


def test_before_the_first_start(shell: Shell, web: str) -> None:
    assert "the server will make" in doctor(shell, 0, "sqlite:///new.db", NEWFOUND_WEB=web)
    assert not (shell.folder / "new.db").exists()  # it changes nothing
    assert "does not exist: make it" in doctor(shell, 1, "sqlite:///nowhere/new.db", NEWFOUND_WEB=web)


@pytest.mark.long
def test_a_database_of_another_version(shell: Shell, web: str) -> None:
    path = shell.folder / "some.db"
    made(f"sqlite:///{path}")
    for version, code, said in (("0001", 0, "Make a backup first"), ("9999", 1, "update Newfound")):
        with sqlite3.connect(path) as connection:
            connection.execute("update alembic_version set version_num = ?", (version,))
        assert said in doctor(shell, code, f"sqlite:///{path}", NEWFOUND_WEB=web)


@pytest.mark.long
def test_a_database_that_is_away_is_named_without_its_password(shell: Shell, cluster: Cluster, web: str) -> None:
    url = make_url(cluster.database()).set(database="nowhere", password="sesame").render_as_string(hide_password=False)
    said = doctor(shell, 1, url, NEWFOUND_WEB=web)
    assert "Is it running" in said
    assert "sesame" not in said
    assert "raise max_connections" in doctor(shell, 0, made(cluster.database()), NEWFOUND_WEB=web, NEWFOUND_PROCESSES="20")


def test_no_web_app_and_a_port_that_is_taken(shell: Shell, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        said = doctor(shell, 1, "sqlite:///new.db", NEWFOUND_WEB=str(tmp_path / "none"), NEWFOUND_PORT=str(other.getsockname()[1]))
    assert "make web" in said
    assert "set NEWFOUND_PORT" in said
    assert "Etwas ist im Weg" in doctor(shell, 1, "sqlite:///new.db", "--lang", "de", NEWFOUND_WEB=str(tmp_path / "none"))


@pytest.mark.long
def test_a_server_that_is_there_is_known(shell: Shell, server: Server, web: str) -> None:
    said = doctor(shell, 0, server.database, NEWFOUND_WEB=web, NEWFOUND_PORT=str(server.port))
    assert "A Newfound server is answering" in said


def test_a_setting_that_makes_no_sense_is_one_sentence(shell: Shell) -> None:
    assert "NEWFOUND_RATE" in shell.mistake("doctor", NEWFOUND_RATE="fast")


@pytest.mark.long
def test_mail_is_tried(shell: Shell, database: str, web: str) -> None:
    database, away = made(database), free_port()
    assert "by mail" in doctor(shell, 0, database, NEWFOUND_WEB=web)
    mail = {"NEWFOUND_MAIL_FROM": "newfound@example.org", "NEWFOUND_ADDRESS": "http://127.0.0.1:1", "NEWFOUND_WEB": web}
    with socket.create_server(("127.0.0.1", 0)) as box:
        port = box.getsockname()[1]
        assert "Mail goes out by 127.0.0.1" in doctor(shell, 0, database, NEWFOUND_SMTP=f"smtp+plain://127.0.0.1:{port}", **mail)
    assert "cannot be reached" in doctor(shell, 1, database, NEWFOUND_SMTP=f"smtp+plain://127.0.0.1:{away}", **mail)
    wrong = doctor(shell, 2, database, NEWFOUND_SMTP="http://ann:secret@127.0.0.1", **mail)
    assert "NEWFOUND_SMTP is" in wrong
    assert "secret" not in wrong


def test_each_place_is_told_what_helps_there(shell: Shell, tmp_path: Path) -> None:
    """A clone is told what to make, and what is missing for that; an installation what to install."""
    bare = {"NEWFOUND_PURE": "1", "NEWFOUND_WEB": str(tmp_path / "none"), "COLUMNS": "300"}
    said = doctor(shell, 1, "sqlite:///new.db", **bare, CC="none", PATH=str(tmp_path))
    assert f"Python {platform.python_version()}" in said
    assert "install a C compiler" in said
    assert "In your network" in said or "in no network" in said
    lonely = "import newfound.cli.doctor as d; d.CLONE = False; from newfound.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", lonely, "doctor"], env=shell.env | bare, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "install a wheel that has it" in done.stdout
    assert "make" not in done.stdout.replace("will make", "")


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path}/new.db")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anywhere
    assert [finding.key for finding in _database(settings, "en")] == ["database_unwritable"]
    (tmp_path / "taken.db.lock").mkdir()
    with pytest.raises(BadSettings, match="cannot be written to"):
        only_one(Settings(database_url=f"sqlite:///{tmp_path}/taken.db"))


def test_a_database_that_another_server_uses_is_in_the_way(shell: Shell, tmp_path: Path, web: str) -> None:
    database = made(f"sqlite:///{tmp_path}/shared.db")
    assert "The server can run here." in doctor(shell, 0, database, NEWFOUND_WEB=web)
    held = only_one(Settings(database_url=database))
    assert "Another server is using" in doctor(shell, 1, database, NEWFOUND_WEB=web)
    assert held  # until here


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal on this system")
def test_a_server_of_one_process_that_is_told_to_reload_ends_in_good_order(tmp_path: Path) -> None:
    server, ours = Server(tmp_path, f"sqlite:///{tmp_path}/newfound.db"), signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        server.start()  # under nohup it would go on
    finally:
        signal.signal(signal.SIGHUP, ours)
    assert server.process
    try:
        server.process.send_signal(signal.SIGHUP)
        server.process.wait(20)
    finally:
        server.process.kill()
    assert "Application shutdown complete" in server.log()


def test_serving_where_somebody_else_listens_is_one_sentence(shell: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        said = shell.mistake("serve", "--open", NEWFOUND_PORT=str(other.getsockname()[1]), BROWSER="false")
    assert "newfound serve --port" in said


@pytest.mark.long
def test_serving_where_newfound_runs_already_says_where(shell: Shell, server: Server) -> None:
    done = shell.run("serve", NEWFOUND_PORT=str(server.port), NEWFOUND_DATABASE_URL="sqlite:///other.db")
    assert done.returncode == 1
    assert f"running already: {server.url}" in done.stdout
    assert shell.run("serve", "--open", NEWFOUND_PORT=str(server.port), BROWSER="true").returncode == 0


def test_a_server_without_the_web_app_says_so(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(web=str(tmp_path))
    answer = httpx.get(f"{server.url}/", headers={"accept-language": "de"})
    assert (answer.status_code, "make web" in answer.text, "Webseite" in answer.text) == (404, True, True)
