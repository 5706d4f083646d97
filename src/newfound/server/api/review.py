"""What a match that is over turned on: asked for, shown as it comes, and what another action would have cost."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field, StrictInt

from newfound.core.game import Json
from newfound.server.api.asked import MaybeGuest, Sent, Spelling, TheGuest, TheHall, TheRoom

router = APIRouter(prefix="/api/tables/{code}/review", tags=["review"])


class Tried(Sent):
    at: Annotated[StrictInt, Field(ge=1, le=100_000)]  # the position that the decision led to
    action: Spelling


@router.get("")
async def shown(hall: TheHall, room: TheRoom, guest: MaybeGuest, known: Annotated[int | None, Query(ge=0, le=200_000)] = None) -> Json:
    return await hall.reviews.shown(room, guest.id if guest else None, known)


@router.post("")
async def ask(hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    await hall.reviews.ask(room, guest)
    return await hall.reviews.shown(room, guest.id, None)


@router.post("/try")
async def judge(body: Tried, hall: TheHall, room: TheRoom, guest: TheGuest) -> Json:
    return await hall.reviews.judge(room, guest, body.at, body.action)
