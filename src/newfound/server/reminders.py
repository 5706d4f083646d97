"""Reminders at tables over days: one for each turn, when somebody has been left in peace for a while, never while they look.

The turn is marked as reminded in the database before anything is sent: of several processes one is first, and after a restart nobody
is reminded again. Better none than two.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from sqlalchemy import and_, exists, or_, select, update

from newfound.core.game import Json
from newfound.core.text import Catalog, read_catalog
from newfound.host.frames import title_of
from newfound.host.problems import HERE, Denied
from newfound.server import clock, mail, push, schema
from newfound.server.channels import Channels, Mail, Push
from newfound.server.engine import DAY
from newfound.server.room import Room
from newfound.server.settings import Settings
from newfound.server.store import Store

LOG: Final = logging.getLogger("newfound.reminders")
BEAT_SECONDS: Final = 30.0  # at most, between two looks at who looks
MANY: Final = 50  # turns in one step
MOST_UNDER_WAY: Final = 200
AGAIN_SECONDS: Final = (30.0, 300.0, 1800.0)  # after which a service that did not answer is asked again
GONE: Final = (404, 410)

match, seat = schema.match.c, schema.seat.c


@dataclass(frozen=True)
class Turn:
    """Somebody to be reminded."""

    code: str
    seat: int
    guest: str
    title: str
    others: tuple[str, ...]
    days: int  # that are left, begun ones counted


@cache
def catalog(language: str) -> Catalog:
    return Catalog(language, read_catalog(HERE / "text", language))


def looked_at(room: Room) -> int | None:
    """The seat whose turn it is, if its person has this table before their eyes here."""
    turn = room.table.turn if room.table.status == "playing" else None
    holder = room.table.seats[turn].guest if turn is not None and turn >= 0 else None
    return turn if holder and any(reader.visible and reader.guest_id == holder for reader in room.readers) else None


class Reminders:
    def __init__(self, store: Store, channels: Channels, settings: Settings, rooms: Mapping[str, Room]) -> None:
        self.box = mail.postbox(settings)
        self.channels = channels
        self._store = store
        self._settings = settings
        self._rooms = rooms
        self._pushing = ThreadPoolExecutor(8, "newfound-push")
        self._mailing = ThreadPoolExecutor(2, "newfound-mail")
        self._under_way: set[asyncio.Task[None]] = set()

    async def key(self) -> str:
        return await self.channels.secret("push", push.new_key)

    async def run(self) -> None:
        beat = min(BEAT_SECONDS, max(self._settings.remind_seconds / 4, 0.1))
        while True:
            try:
                await self.step(clock.now())
            except Exception:
                LOG.exception("reminding failed")
            await asyncio.sleep(beat)

    async def close(self) -> None:
        for task in list(self._under_way):
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        self._pushing.shutdown(wait=False, cancel_futures=True)
        self._mailing.shutdown(wait=False, cancel_futures=True)

    async def step(self, now: int) -> None:
        """Writes down who looks, and begins to remind those who do not."""
        await self._mark(now)
        if len(self._under_way) < MOST_UNDER_WAY:
            for turn in await self._claimed(now):
                self.post(self._remind(turn))

    def post(self, work: Coroutine[Any, Any, None]) -> None:
        """Is done beside all else; what is under way when the server ends is lost."""
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _mark(self, now: int) -> None:
        looking = [(room.code, turn) for room in self._rooms.values() if room.table.pace and (turn := looked_at(room)) is not None]
        if looking:
            async with self._store.writing() as connection:
                for code, turn in looking:
                    await connection.execute(update(schema.seat).where(seat.match == code, seat.seat == turn).values(looked=now))

    async def _claimed(self, now: int) -> list[Turn]:
        """The turns that are ours to remind of, marked as reminded."""
        peace = now - int(self._settings.remind_seconds)
        unseen = or_(seat.looked.is_(None), seat.looked <= peace)
        by_push = exists(select(1).where(schema.push.c.guest == seat.guest))
        by_mail = exists(select(1).where(schema.mail.c.guest == seat.guest, schema.mail.c.token.is_(None)))
        holds = and_(seat.match == match.code, seat.seat == match.turn, seat.kind == "person", seat.stand_in.is_(None), unseen)
        due = and_(match.status == "playing", match.pace > 0, match.reminded.is_(None), match.since <= peace)
        query = select(match.code, match.turn, match.since).join_from(schema.match, schema.seat, holds)
        reached = or_(by_push, by_mail) if self.box else by_push
        claimed = []
        for row in await self._store.rows(query.where(due, reached).order_by(match.since).limit(MANY)):
            async with self._store.writing() as connection:
                still = (match.code == row["code"], match.turn == row["turn"], match.since == row["since"], due)
                waits = exists(select(1).where(holds))
                done = await connection.execute(update(schema.match).where(*still, waits).values(reminded=now))
            if done.rowcount == 1 and (turn := await self._turn(row["code"], now)):
                claimed.append(turn)
        return claimed

    async def _turn(self, code: str, now: int) -> Turn | None:
        table = await self._store.table(code)
        if table is None or table.turn is None or table.turn < 0 or table.due is None or not (guest := table.seats[table.turn].guest):
            return None
        others = tuple(one.name for one in table.seats if one.guest != guest and one.name)
        return Turn(code, table.turn, guest, title_of(table.game) or table.game, others, max(0, -((now - table.due) // DAY)))

    # Sending

    async def _remind(self, turn: Turn) -> None:
        for one in await self.channels.pushes(turn.guest):
            self.post(self._push(one, turn))
        to = await self.channels.mail(turn.guest)
        if self.box and to and to.token is None:
            self.post(self.write(to, "turn", {"title": turn.title, "days": turn.days, "link": f"{self._settings.address}/t/{turn.code}"}))

    async def _push(self, one: Push, turn: Turn) -> None:
        said, values = catalog(one.language), {"title": turn.title, "names": ", ".join(turn.others), "days": turn.days}
        kind = "with" if turn.others else "alone"
        message = {"title": said.say("remind.title", **values), "body": said.say(f"remind.{kind}", **values), "path": f"/t/{turn.code}"}
        await self.push(one, message | {"tag": turn.code, "lang": one.language}, turn.code)

    async def push(self, one: Push, message: Json, topic: str) -> None:
        settings = self._settings
        given = (one, message, await self.key(), _contact(settings), topic, settings.push_hosts)
        for wait in (*AGAIN_SECONDS, None):
            try:
                status = await asyncio.get_running_loop().run_in_executor(self._pushing, push.send, *given)
            except (OSError, Denied) as error:
                LOG.info("a push service cannot be reached: %s", type(error).__name__)
                status = 503
            if 200 <= status < 300:
                await self.channels.worked(one)
                return
            if wait is None or (status != 429 and status < 500):  # also where nobody knows whether it was taken: better none than two
                await self.channels.failed(one, dead=status in GONE)
                return
            await asyncio.sleep(wait)

    async def write(self, to: Mail, key: str, values: Mapping[str, str | int]) -> None:
        """A mail in the reader's language."""
        said, address = catalog(to.language), self._settings.address
        why = said.say("mail.why", address=address, stop=f"{address}/mail/stop/{to.stop}")
        text = f"{said.say(f'mail.{key}', **values)}\n\n-- \n{why}\n"
        await self._post(mail.Letter(to.address, said.say(f"mail.{key}_subject", **values), text, f"{address}/api/mail/stop/{to.stop}"))

    async def _post(self, letter: mail.Letter) -> None:
        assert self.box
        for wait in (*AGAIN_SECONDS, None):
            try:
                await asyncio.get_running_loop().run_in_executor(self._mailing, mail.send, self.box, letter)
                return
            except OSError as error:
                LOG.warning("a mail was not taken: %s", type(error).__name__)
                if wait is None or not isinstance(error, mail.NotNow):
                    return
            await asyncio.sleep(wait)


def _contact(settings: Settings) -> str:
    """How a push service reaches whoever runs this."""
    written = settings.contact or settings.mail_from
    if not written and re.fullmatch(r"https://[\w-]+\.[\w.-]+", settings.address):
        return settings.address
    return f"mailto:{written or 'nobody@example.org'}"
