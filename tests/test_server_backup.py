"""A backup taken in mid-match, as docs/server.md says, is restored: every match is there as it was, and is played on."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

import postgres
from people import Player, logs
from serving import Person, Server

MATCHES = 20 if os.environ.get("NEWFOUND_ALL") else 3


def copied(database: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database that was restored from a backup of this one."""
    if database.startswith("sqlite"):
        if shutil.which("sqlite3") is None:
            pytest.skip("sqlite3 is not installed (Debian: apt-get install sqlite3)")
        original, copy = database.removeprefix("sqlite:///"), folder / "copy.db"
        subprocess.run(["sqlite3", original, f".backup {copy}"], check=True)
        return f"sqlite:///{copy}"
    cluster: postgres.Cluster = request.getfixturevalue("cluster")
    programs, restored = postgres.programs(), cluster.database()
    assert programs
    subprocess.run([programs / "pg_dump", "-Fc", "-f", folder / "copy.dump", database], check=True)
    subprocess.run([programs / "pg_restore", "--no-owner", "-d", restored, folder / "copy.dump"], check=True)
    return restored


def test_a_backup_of_a_running_server_is_restored(
    serve: Callable[..., Server], database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    server = serve(database)

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            ann = await stack.enter_async_context(Person(server.url, "Ann"))
            codes = [(await ann.table("me", "bot"))["code"] for _ in range(MATCHES)]
            players = [Player(ann, code, 0, random.Random(number)) for number, code in enumerate(codes)]
            playing = [asyncio.create_task(player.play()) for player in players]
            while min(len(player.acked) for player in players) < 3:
                await asyncio.sleep(0.02)
                for player in players:
                    player.gather()
            known = {player.code: dict(player.acked) for player in players}
            copy = await asyncio.to_thread(copied, database, tmp_path, request)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            server.kill()
            whole, backed_up = await logs(database, codes), await logs(copy, codes)
            second = serve(copy)
            ann.url = ann.http.base_url = second.url
            for code in codes:
                entries = backed_up[code].entries
                assert entries == whole[code].entries[: len(entries)]
                assert set(known[code]) <= {entry.client for entry in entries}  # all that was acknowledged before
                seat = await ann.sit(code)
                assert (await seat.shown())["serial"] >= len(entries)
                assert (await seat.play())["type"] == "ack"
                await seat.close()

    asyncio.run(evening())
