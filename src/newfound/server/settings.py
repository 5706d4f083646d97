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
    host: str = "127.0.0.1"
    port: int = 8000
    processes: int = 1  # more than one needs PostgreSQL
    origins: str = ""  # further addresses whose pages may use this server, with blanks between
    proxies: str = "127.0.0.1"  # whose X-Forwarded-For and -Proto are believed
    secure_cookies: bool = False  # cookies over https only
    bots: int = max(2, os.cpu_count() or 2)  # worker processes
    bot_seconds: float = 60.0  # a bot that thinks longer is replaced by a random move
    bot_pause: float = 0.4  # seconds that a bot takes at least while somebody looks on, so that people can follow
    away_seconds: float = 60.0  # after which a bot may stand in for somebody
    sockets: int = 200  # from one address, at once
    rate: float = 30.0  # requests a second from one address in the long run
    burst: float = 120.0  # requests at once from one address
    rooms: int = 5000  # matches kept in memory
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

    lock = open(f"{path}.lock", "w")  # noqa: SIM115 - held as long as the server lives
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
