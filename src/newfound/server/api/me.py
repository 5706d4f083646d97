"""Who you are: your name, your devices, and how to be the same person on another one."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from newfound.core.game import Json
from newfound.host.problems import Denied
from newfound.host.records import Guest
from newfound.server import deleting
from newfound.server.api.asked import Become, MaybeGuest, Me, TheGuest, TheGuests, TheHall
from newfound.server.guests import SOON, hashed, new_words, same_words
from newfound.server.hall import Hall

router = APIRouter(prefix="/api", tags=["you"])
DeviceId = Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]


@router.get("/me")
async def me(guest: MaybeGuest) -> Json:
    return {"guest": {"name": guest.name} if guest else None}


@router.post("/me")
async def name(body: Me, request: Request, response: Response, hall: TheHall, guests: TheGuests) -> Json:
    guest = await guests.name(request, response, body.name)
    await hall.bus.tell({"guest": guest.id})
    return {"guest": {"name": guest.name}}


@router.post("/me/delete")
async def delete(guest: TheGuest, guests: TheGuests, hall: TheHall, response: Response) -> Json:
    """All that is kept of them, on every device."""
    await hall.drop(await deleting.drop_guest(hall.store, guest.id))
    await hall.gone(guest.id)
    guests.leave(response)
    return {"guest": None}


@router.get("/me/devices")
async def devices(guest: TheGuest, hall: TheHall) -> Json:
    return await _devices(hall, guest)


async def _devices(hall: Hall, guest: Guest) -> Json:
    found = await hall.persons.devices(guest.id)
    shown = [{"id": one.id, "name": one.name, "created": one.created, "seen": one.seen, "here": one.id == guest.device} for one in found]
    return {"devices": shown, "words": await hall.persons.has_words(guest.id)}


@router.get("/me/numbers")
async def numbers(guest: TheGuest, hall: TheHall, game: Annotated[str, Query(max_length=60)]) -> Json:
    return await hall.history.numbers(guest.id, game)


@router.post("/me/reviews")
async def review_all(guest: TheGuest, hall: TheHall, game: Annotated[str, Query(max_length=60)]) -> Json:
    """Those of my matches that have no review get one in the background."""
    played = (await hall.history.numbers(guest.id, game))["matches"]
    return {"asked": await hall.reviews.ask_all([one["code"] for one in played if one["review"] is None])}


@router.get("/me/export", response_class=Response)
async def export(guest: TheGuest, hall: TheHall) -> Response:
    """A file to keep. Whether there is one at all is known before anything is sent."""
    headers = {"content-disposition": 'attachment; filename="newfound.json"', "cache-control": "no-store"}
    pieces = hall.history.export(guest)
    return StreamingResponse(_after(await anext(pieces), pieces), media_type="application/json", headers=headers)


async def _after(first: str, others: AsyncIterator[str]) -> AsyncIterator[str]:
    yield first
    async for other in others:
        yield other


@router.post("/me/devices")
async def hand_over(guest: TheGuest, hall: TheHall) -> Json:
    token, expires = secrets.token_urlsafe(24), int(time.time()) + SOON
    await hall.persons.hand_over(guest.id, hashed(token), expires)
    return {"token": token, "path": f"/device/{token}", "expires": expires}


@router.post("/me/devices/{device}/remove")
async def remove(device: DeviceId, guest: TheGuest, hall: TheHall) -> Json:
    if not await hall.persons.remove(guest.id, device):
        raise Denied(404, "device")
    await hall.gone(guest.id)
    return await _devices(hall, guest)


@router.post("/me/words")
async def words(guest: TheGuest, hall: TheHall) -> Json:
    """New ones; those written down before are worth nothing from now on."""
    found = new_words()
    await hall.persons.set_words(guest.id, hashed(same_words(" ".join(found))))
    return {"words": found}


@router.post("/become")
async def become(body: Become, request: Request, response: Response, hall: TheHall, guests: TheGuests) -> Json:
    """With `look` it only says who that would be, and what comes along."""
    persons, now = hall.persons, int(time.time())
    token = hashed(body.token) if body.token is not None else None
    guest = await persons.by_token(token, now) if token else await persons.by_words(hashed(same_words(body.words or "")))
    if guest is None:
        raise Denied(404, "link" if token else "words")
    before = await guests.who(request)
    if before is not None and before.id == guest:
        return {"guest": {"name": before.name}, "already": True, "along": 0}
    along = await persons.comes_along(before.id) if before else []
    if before and along and await persons.both_sit(before.id, guest):
        raise Denied(409, "both_sit")
    if body.look:
        return {"guest": {"name": await persons.name(guest)}, "already": False, "along": len(along)}
    merged = before.id if before and along else None
    found = await guests.become(request, response, guest, merged, token)
    if merged:
        await hall.gone(merged)
    for code in along:
        await hall.moved(code)
    return {"guest": {"name": found.name}, "already": False, "along": len(along)}
