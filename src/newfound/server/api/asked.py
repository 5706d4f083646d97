"""What every address needs: the hall, the guest, the language; and the shapes of what is sent to us."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from newfound.core.text import LANGUAGES
from newfound.server.guests import Guest, Guests
from newfound.server.hall import Hall
from newfound.server.room import Room
from newfound.server.tables import Wish

MOST_SEAT = 20
MOST_FILE = 400_000


def language_of(asked: str | None, accepted: str) -> str:
    for wanted in (asked or "", *(part.split(";")[0].strip() for part in accepted.split(","))):
        if wanted[:2].lower() in LANGUAGES:
            return wanted[:2].lower()
    return "en"


async def _language(request: Request, lang: Annotated[str | None, Query(max_length=20)] = None) -> str:
    return language_of(lang, request.headers.get("accept-language", ""))


async def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


async def _guests(request: Request) -> Guests:
    guests: Guests = request.app.state.guests
    return guests


TheHall = Annotated[Hall, Depends(_hall)]
TheGuests = Annotated[Guests, Depends(_guests)]
Language = Annotated[str, Depends(_language)]
Code = Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]
SeatPath = Annotated[int, Path(ge=0, le=MOST_SEAT)]


async def _guest(request: Request, guests: TheGuests) -> Guest:
    return await guests.must(request)


async def _maybe(request: Request, guests: TheGuests) -> Guest | None:
    return await guests.who(request)


async def _room(code: Code, hall: TheHall) -> Room:
    return await hall.room(code)


TheGuest = Annotated[Guest, Depends(_guest)]
MaybeGuest = Annotated[Guest | None, Depends(_maybe)]
TheRoom = Annotated[Room, Depends(_room)]

Name = Annotated[str, Field(max_length=200)]
Level = Annotated[str, Field(max_length=30)]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=MOST_SEAT)]
Spelling = Annotated[StrictStr, Field(max_length=200)]


class Sent(BaseModel):
    """Anything sent to us; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Me(Sent):
    name: Name


class SeatWish(Sent):
    kind: Literal["me", "bot", "open"]
    name: Name | None = None
    level: Level | None = None

    def wish(self) -> Wish:
        return Wish(self.kind, self.name, self.level)


class NewTable(Sent):
    game: Annotated[str, Field(max_length=60)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MOST_SEAT)]
    options: Annotated[
        dict[Annotated[str, Field(max_length=60)], StrictBool | Annotated[StrictStr, Field(max_length=60)]], Field(max_length=40)
    ] = {}
    public: bool = False
    practice: bool | None = None


class Join(Sent):
    seat: SeatNumber | None = None
    name: Name | None = None


class Leave(Sent):
    seat: SeatNumber | None = None
    level: Level | None = None


class StandIn(Sent):
    level: Level | None = None


class Take(Sent):
    token: Annotated[str, Field(max_length=100)]


class Why(Sent):
    seat: SeatNumber
    text: Spelling


class Preview(Sent):
    seat: SeatNumber
    action: Spelling


class Hint(Sent):
    seat: SeatNumber
    level: Level | None = None


class Upload(Sent):
    file: Annotated[str, Field(max_length=MOST_FILE)]
    at: Annotated[StrictInt, Field(ge=0, le=100_000)] | None = None
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MOST_SEAT)] | None = None


class Problem(BaseModel):
    key: str
    values: dict[str, Any]
    clause: str
    cells: list[str]
    sentence: str


class Refusal(BaseModel):
    """What every refusal looks like."""

    problem: Problem
