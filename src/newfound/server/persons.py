"""People in the database: guests, the devices they use, and the two ways to become somebody one already is."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, delete, exists, func, insert, select, update

from newfound.server import people, schema
from newfound.server.store import Store

# What comes along with somebody
ALONG: Final = ((schema.seat, "guest"), (schema.seat, "giver"), (schema.chat, "guest"), (schema.link, "guest"), (schema.match, "host"))


@dataclass(frozen=True)
class Device:
    """A browser that is somebody. Its secret is kept as a hash."""

    id: str
    guest: str
    secret: str
    name: str
    created: int
    seen: int


@dataclass(frozen=True)
class Known:
    """A device, and what its person is called."""

    device: Device
    called: str


class Persons:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, guest: str, name: str, device: Device) -> None:
        async with self._store.writing() as connection:
            await connection.execute(insert(schema.guest).values(id=guest, name=name, created=device.created, key=secrets.token_hex(16)))
            await connection.execute(insert(schema.device).values(**vars(device)))

    async def rename(self, guest: str, name: str) -> None:
        async with self._store.writing() as connection:
            await connection.execute(update(schema.guest).where(schema.guest.c.id == guest).values(name=name))

    async def known(self, device: str) -> Known | None:
        query = select(schema.device, schema.guest.c.name.label("called")).join(schema.guest, schema.guest.c.id == schema.device.c.guest)
        rows = await self._store.rows(query.where(schema.device.c.id == device))
        return Known(_device(rows[0]), rows[0]["called"]) if rows else None

    async def name(self, guest: str) -> str | None:
        rows = await self._store.rows(select(schema.guest.c.name).where(schema.guest.c.id == guest))
        return rows[0]["name"] if rows else None

    # Devices

    async def devices(self, guest: str) -> list[Device]:
        query = select(schema.device).where(schema.device.c.guest == guest).order_by(schema.device.c.created, schema.device.c.id)
        return [_device(row) for row in await self._store.rows(query)]

    async def still_there(self, devices: set[str]) -> set[str]:
        rows = await self._store.rows(select(schema.device.c.id).where(schema.device.c.id.in_(devices))) if devices else ()
        return {row["id"] for row in rows}

    async def saw(self, device: str, now: int) -> None:
        async with self._store.writing() as connection:
            await connection.execute(update(schema.device).where(schema.device.c.id == device).values(seen=now))

    async def remove(self, guest: str, device: str) -> bool:
        async with self._store.writing() as connection:
            done = await connection.execute(delete(schema.device).where(schema.device.c.id == device, schema.device.c.guest == guest))
            return done.rowcount == 1

    # Becoming somebody on another device

    async def set_words(self, guest: str, words: str) -> None:
        async with self._store.writing() as connection:
            await connection.execute(update(schema.guest).where(schema.guest.c.id == guest).values(words=words))

    async def has_words(self, guest: str) -> bool:
        return bool((await self._store.rows(select(schema.guest.c.words).where(schema.guest.c.id == guest)))[0]["words"])

    async def by_words(self, words: str) -> str | None:
        return await self._one(select(schema.guest.c.id).where(schema.guest.c.words == words))

    async def hand_over(self, guest: str, token: str, expires: int) -> None:
        """One at a time: an earlier one is worth nothing from now on."""
        async with self._store.writing() as connection:
            await connection.execute(delete(schema.handover).where(schema.handover.c.guest == guest))
            await connection.execute(insert(schema.handover).values(token=token, guest=guest, expires=expires))

    async def by_token(self, token: str, now: int) -> str | None:
        where = (schema.handover.c.token == token, schema.handover.c.expires >= now)
        return await self._one(select(schema.handover.c.guest).where(*where))

    async def _one(self, query: Select[Any]) -> str | None:
        rows = await self._store.rows(query)
        return next(iter(rows[0].values())) if rows else None

    async def comes_along(self, guest: str) -> list[str]:
        """The tables of somebody whom only one device knows: with no other device and no words they would be nobody's."""
        if await self.has_words(guest) or len(await self.devices(guest)) > 1:
            return []
        return await self.seated(guest)

    async def seated(self, guest: str) -> list[str]:
        rows = await self._store.rows(select(schema.seat.c.match).where(schema.seat.c.guest == guest).distinct())
        return [row["match"] for row in rows]

    async def both_sit(self, one: str, other: str) -> bool:
        seat, beside = schema.seat.c, schema.seat.alias()
        same = exists(select(1).where(beside.c.match == seat.match, beside.c.guest == other))
        rows = await self._store.rows(select(func.count().label("n")).where(seat.guest == one, same))
        return bool(rows[0]["n"])

    async def become(self, device: Device, before: str | None, token: str | None) -> bool:
        """Adds the device to its guest. `before` is somebody who comes along. False where the token was used meanwhile."""
        async with self._store.writing() as connection:
            if token is not None:
                done = await connection.execute(delete(schema.handover).where(schema.handover.c.token == token))
                if done.rowcount != 1:
                    return False
            if before is not None:
                for table, column in ALONG:
                    await connection.execute(update(table).where(table.c[column] == before).values({column: device.guest}))
                await people.merge(connection, before, device.guest)
                await connection.execute(delete(schema.device).where(schema.device.c.guest == before))
                await connection.execute(delete(schema.handover).where(schema.handover.c.guest == before))
                await connection.execute(delete(schema.guest).where(schema.guest.c.id == before))
            await connection.execute(insert(schema.device).values(**vars(device)))
            return True


def _device(row: Any) -> Device:
    return Device(**{name: row[name] for name in Device.__dataclass_fields__})
