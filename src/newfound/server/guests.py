"""Who somebody is: a guest with a name, on devices that each have a secret in a cookie. The database has the secrets' hashes only."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections import OrderedDict
from dataclasses import replace
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from newfound.host.names import clean_name
from newfound.host.problems import Denied
from newfound.host.records import Guest
from newfound.server.limits import address
from newfound.server.persons import Device, Known, Persons

COOKIE: Final = "newfound"
DAY: Final = 24 * 3600
YEAR: Final = 365 * DAY
REMEMBERED: Final = 10_000
MOST_DEVICES: Final = 20
SOON: Final = 600  # seconds in which a device must be added
WORDS: Final = 6  # of sixteen bits each
CONSONANTS: Final = "bdfghjklmnprstvz"
VOWELS: Final = "aiou"
BROWSERS: Final = (("Firefox", "Firefox/"), ("Edge", "Edg"), ("Opera", "OPR/"), ("Chrome", "Chrom"), ("Safari", "Safari/"))
SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac", "Mac OS"),
    ("Linux", "Linux"),
)


def hashed(secret: str) -> str:
    """Plain SHA-256 is enough for 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def device_name(agent: str) -> str:
    """“Firefox, Android”: enough to tell one's own devices apart."""
    found = [next((name for name, sign in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name)


def new_words() -> list[str]:
    """Words that nobody has said before and anybody can: five letters for sixteen bits, in no language."""
    return ["".join(_letters(secrets.randbits(16))) for _ in range(WORDS)]


def _letters(bits: int) -> str:
    return "".join((CONSONANTS, VOWELS)[place % 2][(bits >> shift) & (15, 3)[place % 2]] for place, shift in enumerate((12, 10, 6, 4, 0)))


def same_words(text: str) -> str:
    """Written down and typed in again: capitals, blanks, hyphens and numbers do not matter."""
    return " ".join(re.findall("[a-z]+", text.lower()))


class Guests:
    def __init__(self, persons: Persons, *, secure: bool) -> None:
        self._persons = persons
        self._secure = secure
        self._known: OrderedDict[str, Known] = OrderedDict()

    async def who(self, connection: HTTPConnection) -> Guest | None:
        """The guest of this request's cookie."""
        number, _, secret = connection.cookies.get(COOKIE, "").partition(".")
        if not (number.isascii() and 0 < len(number) <= 16 and 0 < len(secret) <= 64 and secret.isascii()):
            return None
        kept = self._known.get(number) or await self._persons.known(number)
        if kept is None or not hmac.compare_digest(kept.device.secret, hashed(secret)):
            return None
        now = int(time.time())
        if kept.device.seen < now - DAY:
            kept = replace(kept, device=replace(kept.device, seen=now))
            await self._persons.saw(number, now)
        self._remember(kept)
        return Guest(kept.device.guest, kept.called, address(connection.scope), number)

    async def must(self, connection: HTTPConnection) -> Guest:
        guest = await self.who(connection)
        if guest is None:
            raise Denied(401, "guest")
        return guest

    async def name(self, connection: HTTPConnection, response: Response, name: str) -> Guest:
        """Renames the guest of the cookie, or makes one and sets the cookie."""
        name = clean_name(name)
        guest = await self.who(connection)
        if guest is not None:
            await self._persons.rename(guest.id, name)
            self.forget_guest(guest.id)
            return replace(guest, name=name)
        number, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
        device = _device(connection, number, number, secret)
        await self._persons.add(number, name, device)
        self._remember(Known(device, name))
        self._set_cookie(connection, response, number, secret)
        return Guest(number, name, address(connection.scope), number)

    async def become(self, connection: HTTPConnection, response: Response, guest: str, before: str | None, token: str | None) -> Guest:
        """This browser is one more device of that guest. `before` is who it was, if they come along."""
        if len(await self._persons.devices(guest)) >= MOST_DEVICES:
            raise Denied(409, "devices", most=MOST_DEVICES)
        number, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
        if not await self._persons.become(_device(connection, number, guest, secret), before, token):
            raise Denied(404, "link")
        self._set_cookie(connection, response, number, secret)
        return Guest(guest, await self._persons.name(guest) or "", address(connection.scope), number)

    def _set_cookie(self, connection: HTTPConnection, response: Response, number: str, secret: str) -> None:
        secure = self._secure or connection.url.scheme == "https"
        response.set_cookie(COOKIE, f"{number}.{secret}", max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")

    def leave(self, response: Response) -> None:
        """They have been deleted."""
        response.delete_cookie(COOKIE, path="/")

    def _remember(self, kept: Known) -> None:
        self._known[kept.device.id] = kept
        self._known.move_to_end(kept.device.id)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def forget_guest(self, guest: str) -> None:
        for number in [number for number, kept in self._known.items() if kept.device.guest == guest]:
            del self._known[number]

    def forget_all(self) -> None:
        self._known.clear()


def _device(connection: HTTPConnection, number: str, guest: str, secret: str) -> Device:
    now = int(time.time())
    return Device(number, guest, hashed(secret), device_name(connection.headers.get("user-agent", "")), now, now)
