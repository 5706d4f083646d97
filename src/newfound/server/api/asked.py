"""What every address needs: the hall, the guest, the language; and the shapes of what is sent to us."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from newfound.core.text import LANGUAGES
from newfound.host.making import Wish
from newfound.host.records import Guest
from newfound.server.guests import Guests
from newfound.server.hall import Hall
from newfound.server.room import Room

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
    return await hall.room(code, enter=True)


TheGuest = Annotated[Guest, Depends(_guest)]
MaybeGuest = Annotated[Guest | None, Depends(_maybe)]
TheRoom = Annotated[Room, Depends(_room)]

Name = Annotated[str, Field(max_length=200)]
Level = Annotated[str, Field(max_length=30)]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=MOST_SEAT)]
Pace = Annotated[StrictInt, Field(ge=0, le=14)]  # days; 0 is live
Spelling = Annotated[StrictStr, Field(max_length=200)]


class Sent(BaseModel):
    """Anything sent to us; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Me(Sent):
    name: Name


class Become(Sent):
    """By a link or by words."""

    token: Annotated[str, Field(max_length=100)] | None = None
    words: Annotated[str, Field(max_length=200)] | None = None
    look: bool = False


class SeatWish(Sent):
    kind: Literal["me", "bot", "open"]
    name: Name | None = None
    level: Level | None = None

    def wish(self) -> Wish:
        return Wish(self.kind, self.name, self.level)


Options = Annotated[
    dict[Annotated[str, Field(max_length=60)], StrictBool | Annotated[StrictStr, Field(max_length=60)]], Field(max_length=40)
]


class Plan(Sent):
    seats: SeatNumber
    options: Options = {}


class NewTable(Sent):
    game: Annotated[str, Field(max_length=60)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MOST_SEAT)]
    options: Options = {}
    public: bool = False
    practice: bool | None = None
    ready: bool = True
    pace: Pace = 0


class Holiday(Sent):
    days: Annotated[StrictInt, Field(ge=1, le=14)]


class PushKeys(Sent):
    p256dh: Annotated[StrictStr, Field(pattern="^[A-Za-z0-9_-]{80,90}=*$", max_length=100)]
    auth: Annotated[StrictStr, Field(pattern="^[A-Za-z0-9_-]{20,30}=*$", max_length=40)]


class PushAt(Sent):
    """As a browser's PushSubscription has it."""

    endpoint: Annotated[StrictStr, Field(max_length=600)]
    keys: PushKeys


class MailTo(Sent):
    address: Annotated[StrictStr, Field(max_length=254)]


class Token(Sent):
    token: Annotated[StrictStr, Field(max_length=100)]


class Join(Sent):
    seat: SeatNumber | None = None
    name: Name | None = None
    ready: bool = True


class Stand(Sent):
    seat: SeatNumber | None = None


class Move(Sent):
    to: SeatNumber
    seat: SeatNumber | None = None


class Ready(Sent):
    ready: bool = True
    plan: Annotated[StrictInt, Field(ge=0, le=2**31 - 1)] | None = None


class Change(Sent):
    """Of a table that waits."""

    seats: SeatNumber | None = None
    options: Options | None = None
    public: bool | None = None
    practice: bool | None = None
    pace: Pace | None = None


class Invite(Sent):
    handle: Annotated[str, Field(max_length=40)]


class Leave(Sent):
    seat: SeatNumber | None = None
    level: Level | None = None


class StandIn(Sent):
    level: Level | None = None


class LetTalk(Sent):
    talk: Literal["usual", "all", "closed"]


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
