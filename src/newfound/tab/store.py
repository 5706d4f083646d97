"""What a browser keeps of a match: the table's facts and its log, as text. Entries are only ever added."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Protocol

from newfound.core.game import Json
from newfound.host.making import game_of, story_of
from newfound.host.records import Seat, Table
from newfound.host.story import Entry, Story


class Store(Protocol):
    """Where it is kept; several tabs may share it."""

    async def codes(self) -> list[str]: ...

    async def facts(self, code: str) -> str | None: ...

    async def entries(self, code: str, since: int) -> list[str]: ...

    async def write(self, code: str, serial: int, facts: str, entries: list[str]) -> bool:
        """All of it or nothing; False where the log does not end at this serial, because another tab was first."""
        ...

    async def drop(self, code: str) -> None: ...

    async def name(self) -> str:
        """What whoever sits here is called; empty where they have not said."""
        ...

    async def call(self, name: str) -> None: ...


def facts_of(table: Table) -> str:
    """Everything but the invitations, which nobody sends from here."""
    return json.dumps(asdict(table) | {"invitations": []})


def table_of(facts: str) -> Table:
    said: Json = json.loads(facts)
    return Table(**said | {"seats": tuple(Seat(**seat) for seat in said["seats"]), "invitations": ()})


def rows_of(entries: Sequence[Entry]) -> list[str]:
    return [json.dumps([entry.kind, entry.seat, entry.value, entry.client, entry.note]) for entry in entries]


def entries_of(rows: Sequence[str]) -> list[Entry]:
    return [Entry(*json.loads(row)) for row in rows]


async def read(store: Store, code: str) -> tuple[Table, Story] | None:
    facts = await store.facts(code)
    if facts is None:
        return None
    table = table_of(facts)
    game_of(table)
    return table, story_of(table).add(entries_of(await store.entries(code, 0)))
