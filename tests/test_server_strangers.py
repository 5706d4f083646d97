"""What a stranger with time on their hands may try: no fault of ours is answered with 500, and nobody else suffers."""

from __future__ import annotations

import asyncio
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from newfound import games
from newfound.core import gamefile
from newfound.core.fair import Fair
from newfound.core.match import Match
from serving import Person, Refused, Server


def raw(server: Server, *parts: bytes) -> bytes:
    """What the server answers to these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as link:
        for part in parts:
            link.sendall(part)
        return link.recv(65536)


def test_a_senseless_origin_or_length_is_refused(server: Server) -> None:
    assert httpx.post(f"{server.url}/api/me", json={"name": "Eve"}, headers={"origin": "http://["}).status_code == 403
    head = b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: %s\r\n\r\n{}"
    assert b" 413 " in raw(server, head % (b"0" * 5000 + b"2")).splitlines()[0]


def test_names_from_a_file_are_cleaned(server: Server) -> None:
    game = games.find("new-haven")
    players = {0: "A\x00nn\u202e", 1: "bot:ea\x00sy"}
    file = gamefile.write(gamefile.record(Match.new(game, game.setup(2), Fair(b"x")), players))

    async def evening() -> None:
        async with Person(server.url) as ann:
            seats = (await ann.post("/api/uploads", {"file": file}))["seats"]
            assert [(seat["name"], seat["level"]) for seat in seats] == [("A nn", None), ("", "ea sy")]

    asyncio.run(evening())


def test_nobody_is_called_like_a_bot(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url) as ann:
            for name in ("bot:expert", " BOT: me"):
                with pytest.raises(Refused, match=r"server\.name_bot"):
                    await ann.post("/api/me", {"name": name})

    asyncio.run(evening())


def test_a_game_that_is_no_longer_installed_hurts_nobody(serve: Callable[..., Server], tmp_path: Path) -> None:
    template = Path(games.__file__).parent / "_template"
    shutil.copytree(template, tmp_path / "games" / "ebb", ignore=shutil.ignore_patterns("*.so", "__pycache__", "tests"))
    first = serve(games=str(tmp_path / "games"))

    async def evening() -> None:
        async with Person(first.url) as ann:
            codes = [(await ann.table("me", "open", game=game, public=True))["code"] for game in ("ebb", "new-haven")]
            first.stop()
            second = serve(first.database)
            ann.url = ann.http.base_url = second.url
            for tables in (await ann.get("/api/tables")).values():
                assert {table["code"]: (table["title"], table["installed"]) for table in tables} == {
                    codes[0]: ("ebb", False),
                    codes[1]: ("New Haven", True),
                }
            with pytest.raises(Refused, match=r"409 .*server\.not_installed"):
                await ann.get(f"/api/tables/{codes[0]}")
            gone = await ann.sit(codes[0])
            await gone.link.wait_closed()
            assert gone.link.close_code == 4409
            assert "Traceback" not in second.log()

    asyncio.run(evening())
