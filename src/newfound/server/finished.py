"""The finished matches of public tables, read from a database for export. It only reads, and may do so beside a running server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from newfound.core.fair import Fair
from newfound.core.match import Match
from newfound.core.problem import Problem
from newfound.host.making import game_of
from newfound.host.records import Seat
from newfound.host.story import Story
from newfound.server.problems import BadSettings
from newfound.server.settings import Settings
from newfound.server.store import Store


@dataclass(frozen=True)
class Finished:
    """A match, who played it (not by name), and the seed of its luck."""

    match: Match[Any]
    players: tuple[str, ...]
    seed: bytes


def who(seat: Seat) -> str:
    """A bot's level, or just that it was a person: no names. And the bot that finished for them."""
    first = (seat.level or "bot") if seat.kind == "bot" else "person"
    return f"{first}+{seat.stand_in}" if seat.stand_in else first


def read(settings: Settings, game: str | None, tell: Callable[[int, int], None]) -> tuple[list[Finished], int]:
    """All of them, oldest first, and how many were left out because their edition or game is not here. `tell` hears how far it is."""
    path = settings.engine_url.partition(":///")[2].partition("?")[0]
    if not settings.is_postgres and not Path(path).is_file():
        raise BadSettings("server.database", why=path)
    try:
        return asyncio.run(_read(settings, game, tell))
    except (SQLAlchemyError, OSError) as error:
        raise BadSettings("server.database", why=str(error).split("\n")[0][:200]) from error


async def _read(settings: Settings, game: str | None, tell: Callable[[int, int], None]) -> tuple[list[Finished], int]:
    store = Store(settings)
    found, other = [], 0
    try:
        tables = await store.finished_tables(game)
        for number, table in enumerate(tables, 1):
            try:
                rules = game_of(table)
            except Problem:  # another edition, or a game that is not installed
                other += 1
                continue
            start = Match.new(rules, rules.setup(len(table.seats), table.options))
            match = Story(start).add(await store.entries(table.code)).match
            seed = bytes.fromhex(table.seed)
            if match.wrong_draw(Fair(seed)) is not None:  # the beginning was typed in
                seed = b""
            found.append(Finished(match, tuple(who(seat) for seat in table.seats), seed))
            tell(number, len(tables))
    finally:
        await store.close()
    return found, other
