"""By which ways somebody wants to be reminded: the push services of their devices, and one address that they have confirmed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from newfound.host.problems import Denied
from newfound.server import schema
from newfound.server.engine import DAY
from newfound.server.guests import hashed
from newfound.server.store import Store

MOST_PUSH: Final = 5  # devices of one person; the longest there gives way
MOST_FAILED: Final = 8  # times in a row, after which a push service is given up
CONFIRM_SECONDS: Final = 2 * DAY
FIRST_TO_ADDRESS: Final = 2  # first mails in a day to one address, by whomever
FIRST_BY_GUEST: Final = 4
FIRST_OF_ALL: Final = 200

push, mail, first = schema.push.c, schema.mail.c, schema.first_mail.c


@dataclass(frozen=True)
class Push:
    """A device that takes messages; `endpoint` is an address that a stranger may have made up."""

    device: str
    guest: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    created: int
    failed: int = 0


@dataclass(frozen=True)
class Mail:
    guest: str
    address: str
    language: str
    token: str | None
    expires: int
    stop: str


class Channels:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def secret(self, name: str, make: Callable[[], str]) -> str:
        """A key of this server's own, the same in all its processes and after every restart."""
        query = select(schema.secret.c.value).where(schema.secret.c.name == name)
        if not (rows := await self._store.rows(query)):
            try:
                async with self._store.writing() as connection:
                    await connection.execute(insert(schema.secret).values(name=name, value=make()))
            except IntegrityError:  # another process was first
                pass
            rows = await self._store.rows(query)
        return str(rows[0]["value"])

    # Push

    async def pushes(self, guest: str) -> list[Push]:
        rows = await self._store.rows(select(schema.push).where(push.guest == guest).order_by(push.created.desc(), push.device))
        return [Push(**row) for row in rows]

    async def add_push(self, one: Push) -> None:
        """This device's, instead of what it had before; a browser that was somebody else's is so no more."""
        async with self._store.writing() as connection:
            await connection.execute(delete(schema.push).where(or_(push.device == one.device, push.endpoint == one.endpoint)))
            await connection.execute(insert(schema.push).values(**vars(one)))
            newest = select(push.device).where(push.guest == one.guest).order_by(push.created.desc(), push.device).limit(MOST_PUSH)
            kept = [str(device) for device in (await connection.execute(newest)).scalars()]
            if one.device not in kept:
                kept[-1] = one.device
            await connection.execute(delete(schema.push).where(push.guest == one.guest, push.device.not_in(kept)))

    async def drop_push(self, device: str) -> None:
        async with self._store.writing() as connection:
            await connection.execute(delete(schema.push).where(push.device == device))

    async def failed(self, one: Push, *, dead: bool) -> None:
        """Forgotten at once where the service says that it is gone, else after a number of failures in a row."""
        async with self._store.writing() as connection:
            here = (push.device == one.device, push.endpoint == one.endpoint)
            await connection.execute(update(schema.push).where(*here).values(failed=push.failed + 1))
            if dead:
                await connection.execute(delete(schema.push).where(*here))
            await connection.execute(delete(schema.push).where(*here, push.failed >= MOST_FAILED))

    async def worked(self, one: Push) -> None:
        if one.failed:
            async with self._store.writing() as connection:
                await connection.execute(update(schema.push).where(push.device == one.device).values(failed=0))

    # Mail

    async def mail(self, guest: str) -> Mail | None:
        return _mail(await self._store.rows(select(schema.mail).where(mail.guest == guest)))

    async def ask_mail(self, guest: str, address: str, language: str, now: int) -> tuple[Mail, str]:
        """The address waits to be confirmed by the token that is sent there; refused where too many were asked for."""
        token, known = secrets.token_urlsafe(24), hashed(address.lower())
        one = Mail(guest, address, language, hashed(token), now + CONFIRM_SECONDS, secrets.token_urlsafe(24))
        async with self._store.writing() as connection:
            await connection.execute(delete(schema.first_mail).where(first.time < now - DAY))
            rows = (await connection.execute(select(first.address, first.guest))).all()
            to_address, by_guest = sum(row[0] == known for row in rows), sum(row[1] == guest for row in rows)
            if to_address >= FIRST_TO_ADDRESS or by_guest >= FIRST_BY_GUEST or len(rows) >= FIRST_OF_ALL:
                raise Denied(429, "mails", seconds=DAY)
            await connection.execute(insert(schema.first_mail).values(address=known, guest=guest, time=now))
            await connection.execute(delete(schema.mail).where(mail.guest == guest))
            await connection.execute(insert(schema.mail).values(**vars(one)))
        return one, token

    async def confirm(self, token: str, now: int) -> Mail | None:
        """The address whose token this is, from now on confirmed."""
        async with self._store.writing() as connection:
            where = (mail.token == hashed(token), mail.expires >= now)
            found = _mail((await connection.execute(select(schema.mail).where(*where))).mappings().all())
            await connection.execute(update(schema.mail).where(*where).values(token=None))
        return found

    async def stop(self, stop: str) -> bool:
        async with self._store.writing() as connection:
            return (await connection.execute(delete(schema.mail).where(mail.stop == stop))).rowcount == 1

    async def drop_mail(self, guest: str) -> None:
        async with self._store.writing() as connection:
            await connection.execute(delete(schema.mail).where(mail.guest == guest))

    async def speaks(self, guest: str, language: str) -> None:
        """In which language somebody wants to read from now on."""
        async with self._store.writing() as connection:
            for table in (schema.push, schema.mail):
                await connection.execute(update(table).where(table.c.guest == guest).values(language=language))


def _mail(rows: Any) -> Mail | None:
    return Mail(**rows[0]) if rows else None
