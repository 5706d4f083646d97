"""How you are reminded when it is your turn at a table over days: by push on each device, by mail, or not at all."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from newfound.core.game import Json
from newfound.host.problems import Denied
from newfound.host.records import Guest
from newfound.server import clock, mail, push
from newfound.server.api.asked import Language, MailTo, PushAt, TheGuest, TheHall, Token
from newfound.server.channels import Push
from newfound.server.hall import Hall

router = APIRouter(prefix="/api", tags=["reminders"])
Stop = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,64}$")]


@router.get("/me/reminders")
async def reminders(guest: TheGuest, hall: TheHall) -> Json:
    return await _reminders(hall, guest)


async def _reminders(hall: Hall, guest: Guest) -> Json:
    devices = [one.device for one in await hall.reminders.channels.pushes(guest.id)]
    to = await hall.reminders.channels.mail(guest.id)
    return {
        "push": {"key": push.public_key(await hall.reminders.key()), "here": guest.device in devices, "devices": len(devices)},
        "mail": {"offered": hall.reminders.box is not None, "address": to and to.address, "confirmed": bool(to and to.token is None)},
    }


@router.post("/me/reminders")
async def speak(guest: TheGuest, hall: TheHall, lang: Language) -> Json:
    """In the language of this request from now on."""
    await hall.reminders.channels.speaks(guest.id, lang)
    return await _reminders(hall, guest)


@router.post("/me/push")
async def add_push(body: PushAt, guest: TheGuest, hall: TheHall, lang: Language) -> Json:
    push.target(body.endpoint, hall.settings.push_hosts)
    push.check_keys(body.keys.p256dh, body.keys.auth)
    one = Push(guest.device, guest.id, body.endpoint, body.keys.p256dh, body.keys.auth, lang, clock.now())
    await hall.reminders.channels.add_push(one)
    return await _reminders(hall, guest)


@router.post("/me/push/stop")
async def stop_push(guest: TheGuest, hall: TheHall) -> Json:
    await hall.reminders.channels.drop_push(guest.device)
    return await _reminders(hall, guest)


@router.post("/me/mail")
async def add_mail(body: MailTo, guest: TheGuest, hall: TheHall, lang: Language) -> Json:
    """Writes there once; nothing more until the link in it has been followed."""
    if hall.reminders.box is None:
        raise Denied(409, "no_mail")
    to, token = await hall.reminders.channels.ask_mail(guest.id, mail.clean_address(body.address), lang, clock.now())
    link = f"{hall.settings.address}/mail/confirm/{token}"
    hall.reminders.post(hall.reminders.write(to, "confirm", {"link": link}))
    return await _reminders(hall, guest)


@router.post("/me/mail/stop")
async def stop_mail(guest: TheGuest, hall: TheHall) -> Json:
    await hall.reminders.channels.drop_mail(guest.id)
    return await _reminders(hall, guest)


@router.post("/mail/confirm")
async def confirm(body: Token, hall: TheHall) -> Json:
    """By whoever reads the mail, on whatever device: no cookie is needed."""
    if await hall.reminders.channels.confirm(body.token, clock.now()) is None:
        raise Denied(404, "link")
    return {"confirmed": True}


@router.post("/mail/stop/{stop}")
async def stop(stop: Stop, hall: TheHall) -> Json:
    """One click, also by the mail program itself (RFC 8058); again does nothing."""
    await hall.reminders.channels.stop(stop)
    return {"stopped": True}
