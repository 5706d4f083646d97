"""A table is made: who sits where, by which rules, and the story it begins with."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from newfound import bots, games
from newfound.core.game import Game, Setup
from newfound.core.match import Match
from newfound.host.names import clean_name
from newfound.host.problems import Denied
from newfound.host.records import Guest, Seat, Table
from newfound.host.story import Story

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(8))


def levels() -> list[str]:
    """The bots that people are offered, weakest first. Others may be asked for by name."""
    return bots.levels()


def game_of(table: Table) -> Game[Any]:
    """The edition is pinned: a match is only played by the rules it was begun with."""
    if table.game not in games.names():
        raise Denied(409, "not_installed", name=table.game)
    game = games.find(table.game)
    setup = game.setup(len(table.seats), table.options)
    if (game.edition, game.parts(setup)) != (table.edition, table.parts):
        raise Denied(409, "edition", title=game.title, found=table.edition, edition=game.edition)
    return game


@dataclass(frozen=True)
class Wish:
    """How a seat is to be filled."""

    kind: str
    name: str | None = None
    level: str | None = None


def must_be_level(level: str | None) -> str:
    if level is None:
        return "medium"
    if level not in bots.names():
        raise Denied(422, "level", name=level[:30], names=", ".join(levels()))
    return level


def seats_for(wishes: Sequence[Wish], guest: Guest, ready: bool = True) -> tuple[Seat, ...]:
    """Whoever waits for nobody is ready."""
    ready |= all(wish.kind != "open" for wish in wishes)
    seats = []
    for number, wish in enumerate(wishes):
        if wish.kind == "me":
            seats.append(Seat(number, "person", guest.id, clean_name(wish.name) if wish.name else guest.name, ready=ready))
        elif wish.kind == "bot":
            seats.append(Seat(number, "bot", level=must_be_level(wish.level)))
        else:
            seats.append(Seat(number, "open"))
    return tuple(seats)


def blank(game: Game[Any], setup: Setup, seats: tuple[Seat, ...], host: str) -> Table:
    return Table(
        code=new_code(),
        game=game.name,
        edition=game.edition,
        parts=game.parts(setup),
        options=dict(setup.options),
        seed=secrets.token_hex(32),
        status="open",
        public=False,
        practice=only_mine(seats, host),
        host=host,
        created=int(time.time()),
        seats=seats,
    )


def only_mine(seats: Sequence[Seat], host: str) -> bool:
    """Whether there is nobody but the host whom hints could wrong."""
    return {seat.guest for seat in seats if seat.kind != "bot"} <= {host}


def story_of(table: Table) -> Story:
    """Before anything of it was read."""
    game = games.find(table.game)
    return Story(Match.new(game, game.setup(len(table.seats), table.options)), table.given)
