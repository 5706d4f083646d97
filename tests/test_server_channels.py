"""By which ways people are reminded, and what strangers cannot do with them: private addresses, floods, slow services."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from newfound.host.problems import Denied
from newfound.server import channels, push, reminders, schema
from newfound.server.channels import Push
from newfound.server.hall import Hall
from newfound.server.persons import Device
from newfound.server.settings import Settings
from people import hall_and_room, over_days
from posts import MailServer, PushService, Subscription, until
from serving import Person, Refused, Server

Serve = Callable[..., Server]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://localhost/x",
        "https://printer.local/x",
        "https://push.example.org:8443/x",
        "https://user@push.example.org/x",
        "https://push.example.org/x\r\nHost: other",
        "https:///x",
        "https://[/x",
        "ftp://push.example.org/",
    ],
)
def test_a_push_service_is_at_https_and_has_a_public_name(endpoint: str) -> None:
    with pytest.raises(Denied):
        push.target(endpoint, "127.0.0.1:9999")


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "192.168.1.1",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "2002:7f00:1::",
        "64:ff9b::a00:1",
    ],
)
def test_private_addresses_are_refused_however_a_name_leads_there(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also as one of several: nothing is sent anywhere."""
    assert not push.is_public(address)
    found = [(2, 1, 6, "", (one, 443)) for one in ("93.184.215.14", address)]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr("socket.create_connection", lambda *_, **__: pytest.fail("it was connected to"))
    with pytest.raises(PermissionError):
        push.send(_push("https://push.example.org/x"), {}, push.new_key(), "mailto:ann@example.org", "t")


def test_what_was_checked_is_what_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere the second time is not asked a second time."""
    asked: list[str] = []

    def names(host: str, *_: Any, **__: Any) -> Any:
        asked.append(host)
        return [(2, 1, 6, "", ("93.184.215.14", 443))]

    def connect(where: tuple[str, int], *_: Any) -> Any:
        assert where == ("93.184.215.14", 443)
        raise ConnectionRefusedError

    monkeypatch.setattr("socket.getaddrinfo", names)
    monkeypatch.setattr("socket.create_connection", connect)
    with pytest.raises(ConnectionRefusedError):
        push.send(_push("https://push.example.org/x"), {}, push.new_key(), "mailto:ann@example.org", "t")
    assert asked == ["push.example.org"]


def _push(endpoint: str, **more: Any) -> Push:
    keys = Subscription(endpoint).json["keys"]
    return Push("d", "g", endpoint, keys["p256dh"], keys["auth"], "en", 0, **more)


def test_a_push_service_that_leads_on_is_not_followed(pushing: PushService) -> None:
    pushing.answer = 302
    assert push.send(_push(f"https://{pushing.host}/x"), {}, push.new_key(), "mailto:ann@example.org", "t", pushing.host) == 302
    assert [sent.path for sent in pushing.got] == ["/x"]


def test_keys_that_are_none_and_services_that_may_not_be_are_refused(serve: Serve, pushing: PushService) -> None:
    served = serve(push_hosts=pushing.host)

    async def evening() -> None:
        async with Person(served.url, "Ann") as ann:
            good = pushing.subscription().json
            for wrong in (
                good | {"endpoint": "https://192.168.0.1/x"},
                good | {"endpoint": "https://127.0.0.1:1/x"},
                good | {"keys": good["keys"] | {"p256dh": "B" + "A" * 86}},
                good | {"keys": good["keys"] | {"auth": "A" * 24}},
            ):
                with pytest.raises(Refused, match=r"422.*server\.push_address"):
                    await ann.post("/api/me/push", wrong)
            with pytest.raises(Refused, match="401"):
                await Person(served.url).post("/api/me/push", good)

    asyncio.run(evening())


@pytest.mark.sample
@pytest.mark.parametrize(("answer", "kept", "asked"), [(410, 0, 1), (404, 0, 1), (400, 1, 1), (503, 1, 3), (201, 1, 1)])
def test_dead_ones_are_forgotten_and_ill_ones_asked_again_for_a_while(
    answer: int, kept: int, asked: int, database: str, pushing: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reminders, "AGAIN_SECONDS", (0.01, 0.01))

    async def evening() -> None:
        hall, _ = await hall_and_room(database)
        one = Push("ann", "ann", f"https://{pushing.host}/x", *_keys(), "en", 0)
        await hall.reminders.channels.add_push(one)
        reminding = reminders.Reminders(hall.store, hall.reminders.channels, Settings(push_hosts=pushing.host), {})
        pushing.answer = answer
        await reminding.push(one, {}, "t")
        assert len(pushing.got) == asked
        assert len(await hall.reminders.channels.pushes("ann")) == kept
        for _ in range(channels.MOST_FAILED if answer >= 400 else 0):
            await reminding.push(one, {}, "t")
        assert len(await hall.reminders.channels.pushes("ann")) == (answer == 201)
        await hall.close()

    asyncio.run(evening())


def _keys() -> tuple[str, str]:
    keys = Subscription("").json["keys"]
    return keys["p256dh"], keys["auth"]


@pytest.mark.long
def test_a_slow_push_service_slows_nobody(serve: Serve, pushing: PushService) -> None:
    served = serve(remind_seconds="0.5", push_hosts=pushing.host)
    pushing.slow = 8

    async def evening() -> None:
        async with Person(served.url, "Ann") as ann, Person(served.url, "Bob") as bob:
            for person in (ann, bob):
                await person.post("/api/me/push", pushing.subscription(person.name).json)
            for _ in range(12):
                await over_days(ann, bob)
            await until(lambda: len(pushing.got) >= 8)
            took = []
            for _ in range(20):
                began = asyncio.get_running_loop().time()
                await ann.get("/api/tables")
                took.append(asyncio.get_running_loop().time() - began)
            assert sorted(took)[10] < 1

    asyncio.run(evening())


@pytest.mark.parametrize("how", [{"slow": 6.0}, {"drop": 0.3}], ids=["silent", "a byte at a time"])
def test_no_push_service_is_waited_for_longer_than_its_time(
    how: dict[str, float], pushing: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "SECONDS", 1.5)
    vars(pushing).update(how)
    key, began = push.new_key(), time.monotonic()
    assert push.send(_push(f"https://{pushing.host}/x"), {}, key, "mailto:ann@example.org", "t", pushing.host) == 0
    assert time.monotonic() - began < 4
    assert len(pushing.got) == 1


@pytest.mark.long
def test_nobodys_address_is_flooded(serve: Serve, database: str, mailing: MailServer) -> None:
    served = serve(database, address="http://127.0.0.1:1", **mailing.settings)

    async def evening() -> None:
        async with Person(served.url, "Ann") as ann, Person(served.url, "Eve") as eve:
            for wrong in ("nobody", "a@b", "a@b.org\r\nBcc: c@d.org", "a b@c.org", "@c.org", "ä@c.org"):
                with pytest.raises(Refused, match=r"422.*server\.mail"):
                    await eve.post("/api/me/mail", {"address": wrong})
            for person in (ann, eve):
                await person.post("/api/me/mail", {"address": "carl@example.org"})
            with pytest.raises(Refused, match=r"429.*server\.mails"):
                await eve.post("/api/me/mail", {"address": "CARL@example.org"})
            for number in range(channels.FIRST_BY_GUEST - 1):
                await eve.post("/api/me/mail", {"address": f"c{number}@example.org"})
            with pytest.raises(Refused, match=r"429.*server\.mails"):
                await eve.post("/api/me/mail", {"address": "d@example.org"})
            await until(lambda: len(mailing.got) == 2 + channels.FIRST_BY_GUEST - 1)
            with pytest.raises(Refused, match=r"404.*server\.link"):
                await eve.post("/api/mail/confirm", {"token": "nonsense"})
            assert not (await eve.get("/api/me/reminders"))["mail"]["confirmed"]

    asyncio.run(evening())


def test_where_no_mail_is_set_up_none_is_offered(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann:
            assert (await ann.get("/api/me/reminders"))["mail"]["offered"] is False
            with pytest.raises(Refused, match=r"409.*server\.no_mail"):
                await ann.post("/api/me/mail", {"address": "ann@example.org"})

    asyncio.run(evening())


def test_ways_to_be_reminded_go_with_the_device_and_with_the_person(
    serve: Serve, database: str, pushing: PushService, mailing: MailServer
) -> None:
    served = serve(database, push_hosts=pushing.host, address="http://127.0.0.1:1", **mailing.settings)

    async def left() -> tuple[int, int]:
        hall = Hall(Settings(database_url=database))
        rows = [len(await hall.store.rows(select(table))) for table in (schema.push, schema.mail)]
        await hall.store.close()
        return rows[0], rows[1]

    async def evening() -> None:
        async with Person(served.url, "Ann") as ann:
            phone = Person(served.url)
            await phone.post("/api/become", {"token": (await ann.post("/api/me/devices"))["token"]})
            for number, device in enumerate((ann, phone)):
                await device.post("/api/me/push", pushing.subscription(str(number)).json)
            await ann.post("/api/me/mail", {"address": "ann@example.org"})
            assert await left() == (2, 1)
            other = next(one["id"] for one in (await ann.get("/api/me/devices"))["devices"] if not one["here"])
            await ann.post(f"/api/me/devices/{other}/remove")
            assert await left() == (1, 1)
            await ann.post("/api/me/delete")
            assert await left() == (0, 0)

    asyncio.run(evening())


def test_one_person_has_a_few_push_services_and_a_browser_is_one_persons(database: str) -> None:
    async def evening() -> None:
        hall, _ = await hall_and_room(database)
        for number in range(channels.MOST_PUSH + 2):
            device = f"d{number}"
            async with hall.store.writing() as connection:
                await connection.execute(schema.device.insert().values(**vars(Device(device, "ann", "", "", 2**31 - 1, 2**31 - 1))))
            await hall.reminders.channels.add_push(Push(device, "ann", f"https://a.org/{device}", "", "", "en", number))
        found = [one.device for one in await hall.reminders.channels.pushes("ann")]
        assert found == [f"d{number}" for number in reversed(range(2, channels.MOST_PUSH + 2))]
        await hall.persons.add("bob", "Bob", Device("bob", "bob", "", "", 2**31 - 1, 2**31 - 1))
        await hall.reminders.channels.add_push(Push("bob", "bob", "https://a.org/d6", "", "", "en", 9))
        assert "d6" not in [one.device for one in await hall.reminders.channels.pushes("ann")]
        await hall.close()

    asyncio.run(evening())
