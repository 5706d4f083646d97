"""The settings of a server: one record, read from the environment. docs/server.md has the table of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from newfound.server.problems import BadSettings

PREFIX: Final = "NEWFOUND_"


@dataclass(frozen=True)
class Settings:
    """Each field is the variable NEWFOUND_<FIELD>."""

    database_url: str = "sqlite:///newfound.db"
    database_seconds: float = 300.0  # that a process waits for a database that is away when it starts
    host: str = "127.0.0.1"
    port: int = 8000
    address: str = ""  # where people open it, such as https://play.example.org; without it, wherever they do
    processes: int = 1  # more than one needs PostgreSQL
    origins: str = ""  # further addresses whose pages may use this server, with blanks between
    proxies: str = "127.0.0.1"  # whose X-Forwarded-For and -Proto are believed
    secure_cookies: bool = False  # cookies over https only
    bots: int = 1 + max(2, os.cpu_count() or 2)  # worker processes, one of them for short thoughts only
    bot_seconds: float = 60.0  # a bot that thinks longer is replaced by a random move
    bot_pause: float = 0.4  # seconds that a bot takes at least while somebody looks on, so that people can follow
    bot_tables: int = 20  # with bots, for one guest at once
    away_seconds: float = 60.0  # after which a bot may stand in for somebody
    answer_seconds: float = 120.0  # after which no answer to what is asked at a table is a no
    host_seconds: float = 120.0  # after which another may be host of a table that waits, or it is cancelled if nobody sits there
    remind_seconds: float = 300.0  # that somebody whose turn it is at a table over days is left in peace, from when it came or they looked
    smtp: str = ""  # smtp://user:password@host:587 (STARTTLS), smtps:// (TLS), smtp+plain:// (neither): who takes our mails
    mail_from: str = ""  # whose address they bear
    contact: str = ""  # an e-mail address at which push services reach whoever runs this
    push_hosts: str = ""  # push services in a network of one's own, as host:port, with blanks between; all others must be public
    connections: int = 400  # from one address, at once
    patience: float = 20.0  # seconds for the head of a request, and for a socket to answer a ping
    keep_alive: float = 75.0  # seconds that an idle connection is kept: proxies must be the first to close
    sockets: int = 200  # from one address, at once
    rate: float = 30.0  # requests a second from one address in the long run
    burst: float = 120.0  # requests at once from one address
    rooms: int = 5000  # matches kept in memory
    keep_open: int = 30  # days that a table waits for people; 0 is for ever, here and below
    keep_guests: int = 90  # days of somebody who has no match
    keep_chat: int = 365  # days after the end of a match
    keep_matches: int = 0  # days after the last move
    keep_records: int = 90  # days that a file which somebody opened here is kept, with its review
    keep_playing: int = 365  # days without a move after which a match that is on is ended
    web: str = ""  # the folder of the built web app; without it, the one that came with the package
    log_level: str = "info"

    @property
    def engine_url(self) -> str:
        """With the driver that we use."""
        scheme, _, rest = self.database_url.partition("://")
        driver = {"sqlite": "sqlite+aiosqlite", "postgres": "postgresql+asyncpg", "postgresql": "postgresql+asyncpg"}.get(scheme)
        return f"{driver}://{rest}" if driver else self.database_url

    @property
    def is_postgres(self) -> bool:
        return self.engine_url.startswith("postgresql")

    @staticmethod
    def read(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
        """From the environment, except for what is given here (None gives nothing)."""
        values: dict[str, object] = {}
        for one in fields(Settings):
            text = (os.environ if environment is None else environment).get(PREFIX + one.name.upper())
            if text is not None and text.strip():
                values[one.name] = _value(one.name, str(one.type), text.strip())
        values |= {name: value for name, value in given.items() if value is not None}
        settings = Settings(**values)  # type: ignore[arg-type]
        if settings.processes > 1 and not settings.is_postgres:
            raise BadSettings("server.processes")
        return settings


def only_one(settings: Settings) -> object:
    """SQLite is for one server: a lock that ends with the process. What is returned holds it."""
    path = settings.engine_url.partition(":///")[2].partition("?")[0]
    if settings.is_postgres or not path or os.name != "posix":
        return None
    import fcntl

    try:
        lock = open(f"{path}.lock", "w")  # noqa: SIM115 - held as long as the server lives
    except OSError as error:
        raise BadSettings("server.unwritable", path=path, why=error.strerror or type(error).__name__) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise BadSettings("server.twice", path=path) from error
    return lock


def _value(name: str, kind: str, text: str) -> object:
    try:
        if kind == "bool":
            return {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False}[text.lower()]
        return {"int": int, "float": float, "str": str}[kind](text)
    except (KeyError, ValueError) as error:
        raise BadSettings("server.setting", name=PREFIX + name.upper(), text=text[:60]) from error
