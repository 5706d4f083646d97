"""Who somebody is: a guest with a name and a secret in a cookie. The database has the secret's hash only."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from newfound.server.problems import Denied
from newfound.server.store import Store

COOKIE: Final = "newfound"
YEAR: Final = 365 * 24 * 3600
NAME: Final = 24
BOT: Final = "bot:"  # how a bot's name begins in a file
REMEMBERED: Final = 10_000


@dataclass(frozen=True)
class Guest:
    id: str
    name: str


def hashed(secret: str) -> str:
    """Plain SHA-256 is enough for 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def clean(text: str, most: int) -> str:
    """One line of what can be seen: no control, format or private characters, blanks squeezed."""
    seen = (char if unicodedata.category(char)[0] != "C" else " " for char in unicodedata.normalize("NFC", text[: most * 8]))
    return " ".join("".join(seen).split())[:most].strip()


def clean_name(text: str) -> str:
    name = clean(text, NAME)
    if not name:
        raise Denied(422, "name", most=NAME)
    if name.lower().startswith(BOT):
        raise Denied(422, "name_bot", bot=BOT)
    return name


class Guests:
    def __init__(self, store: Store, *, secure: bool) -> None:
        self._store = store
        self._secure = secure
        self._known: OrderedDict[str, tuple[str, str]] = OrderedDict()

    async def who(self, connection: HTTPConnection) -> Guest | None:
        """The guest of this request's cookie."""
        number, _, secret = connection.cookies.get(COOKIE, "").partition(".")
        if not (number.isascii() and 0 < len(number) <= 16 and 0 < len(secret) <= 64 and secret.isascii()):
            return None
        kept = self._known.get(number) or await self._store.guest(number)
        if kept is None or not hmac.compare_digest(kept[1], hashed(secret)):
            return None
        self._remember(number, kept)
        return Guest(number, kept[0])

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
            await self._store.rename_guest(guest.id, name)
            self._remember(guest.id, (name, self._known[guest.id][1]))
            return Guest(guest.id, name)
        number, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
        await self._store.add_guest(number, name, hashed(secret), int(time.time()))
        self._remember(number, (name, hashed(secret)))
        secure = self._secure or connection.url.scheme == "https"
        response.set_cookie(COOKIE, f"{number}.{secret}", max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
        return Guest(number, name)

    def _remember(self, number: str, kept: tuple[str, str]) -> None:
        self._known[number] = kept
        self._known.move_to_end(number)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
