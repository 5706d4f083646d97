"""The same person on another device: added once and soon, removed at once, and back again by words written down."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import pytest
from sqlalchemy import text, update
from sqlalchemy.ext.asyncio import create_async_engine

from newfound.server import schema
from newfound.server.guests import device_name, new_words, same_words
from newfound.server.migrations import migrate
from newfound.server.settings import Settings
from postgres import Cluster
from serving import Person, Refused, Seat, Server

Serve = Callable[..., Server]


async def added(ann: Person, device: Person) -> None:
    """The device becomes one of Ann's."""
    token = (await ann.post("/api/me/devices"))["token"]
    await device.post("/api/become", {"token": token})


async def other(person: Person) -> str:
    """Their device that is not this one."""
    return next(str(one["id"]) for one in (await person.get("/api/me/devices"))["devices"] if not one["here"])


async def cut(seat: Seat) -> int | None:
    async with asyncio.timeout(20):
        while not seat.closed:
            await asyncio.sleep(0.02)
    return seat.link.close_code


def test_an_added_device_can_do_what_the_first_can(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            code = (await ann.table("me", "open"))["code"]
            await bob.post(f"/api/tables/{code}/join")
            phone = Person(server.url)
            await added(ann, phone)
            assert (await phone.get("/api/me"))["guest"]["name"] == "Ann"
            assert [table["code"] for table in (await phone.get("/api/tables"))["mine"]] == [code]
            seats = [await phone.sit(code), await bob.sit(code)]
            for seat in seats:
                await seat.shown()
            assert seats[0].frame["reader"] == 0
            await seats[seats[0].frame["turn"]].play()
            listed = (await phone.get("/api/me/devices"))["devices"]
            assert sorted(one["here"] for one in listed) == [False, True]
            await phone.post("/api/me", {"name": "Anna"})
            assert (await ann.get("/api/me"))["guest"]["name"] == "Anna"
            await phone.http.aclose()

    asyncio.run(evening())


def test_a_link_adds_one_device_and_only_the_newest_link_does(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann:
            old, new = [(await ann.post("/api/me/devices"))["token"] for _ in range(2)]
            phone, late = Person(server.url), Person(server.url)
            for token in (old, "nonsense"):
                with pytest.raises(Refused, match=r"404.*server\.link"):
                    await phone.post("/api/become", {"token": token})
            looked = await phone.post("/api/become", {"token": new, "look": True})
            assert looked == {"guest": {"name": "Ann"}, "already": False, "along": 0}
            assert (await phone.get("/api/me"))["guest"] is None  # looking changed nothing
            await phone.post("/api/become", {"token": new})
            with pytest.raises(Refused, match=r"404.*server\.link"):
                await late.post("/api/become", {"token": new})

    asyncio.run(evening())


def test_a_link_is_worth_nothing_after_ten_minutes(serve: Serve, database: str) -> None:
    served = serve(database)

    async def evening() -> None:
        async with Person(served.url, "Ann") as ann:
            link = await ann.post("/api/me/devices")
            engine = create_async_engine(Settings(database_url=database).engine_url)
            async with engine.begin() as connection:
                await connection.execute(update(schema.handover).values(expires=link["expires"] - 601))
            await engine.dispose()
            with pytest.raises(Refused, match=r"404.*server\.link"):
                await Person(served.url).post("/api/become", {"token": link["token"]})

    asyncio.run(evening())


def test_a_removed_device_is_cut_off_at_once_and_is_nobody(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Eve") as eve:
            code = (await ann.table("me", "bot"))["code"]
            phone = Person(server.url)
            await added(ann, phone)
            stays, goes = await ann.sit(code), await phone.sit(code)
            for seat in (stays, goes):
                await seat.shown()
            device = await other(ann)
            with pytest.raises(Refused, match=r"404.*server\.device"):
                await eve.post(f"/api/me/devices/{device}/remove")
            left = await ann.post(f"/api/me/devices/{device}/remove")
            assert [one["here"] for one in left["devices"]] == [True]
            assert await cut(goes) == 4401
            assert not stays.closed
            assert (await phone.get("/api/me"))["guest"] is None
            with pytest.raises(Refused, match=r"401"):
                await phone.get("/api/me/devices")
            watching = await phone.sit(code)
            await watching.shown()
            assert watching.frame["reader"] == -3

    asyncio.run(evening())


@pytest.mark.long
def test_a_device_removed_on_one_process_is_cut_off_on_the_other(serve: Serve, cluster: Cluster) -> None:
    database = cluster.database()
    one, two = serve(database), serve(database)

    async def evening() -> None:
        async with Person(one.url, "Ann") as ann:
            code = (await ann.table("me", "bot"))["code"]
            phone = Person(two.url)
            await added(ann, phone)
            seat = await phone.sit(code)
            await seat.shown()
            await ann.post(f"/api/me/devices/{await other(ann)}/remove")
            assert await cut(seat) == 4401
            assert (await phone.get("/api/me"))["guest"] is None

    asyncio.run(evening())


def test_words_bring_somebody_back_on_a_fresh_browser(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann:
            code = (await ann.table("me", "bot"))["code"]
            assert (await ann.get("/api/me/devices"))["words"] is False
            first = (await ann.post("/api/me/words"))["words"]
            words = (await ann.post("/api/me/words"))["words"]
            assert (await ann.get("/api/me/devices"))["words"] is True
            fresh = Person(server.url)
            with pytest.raises(Refused, match=r"404.*server\.words"):
                await fresh.post("/api/become", {"words": " ".join(first)})  # the newer ones took their place
            typed = " - ".join(word.upper() for word in words)
            await fresh.post("/api/become", {"words": typed})
            assert [table["code"] for table in (await fresh.get("/api/tables"))["mine"]] == [code]
            again = await fresh.post("/api/become", {"words": typed})
            assert again["already"] is True

    asyncio.run(evening())


@pytest.mark.parametrize("words", ["", " ", "1234", None])
def test_no_words_are_nobodys(server: Server, words: str | None) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann"):
            with pytest.raises(Refused, match=r"404.*server\.words"):
                await Person(server.url).post("/api/become", {"words": words})

    asyncio.run(evening())


def test_the_matches_of_somebody_known_to_this_device_alone_come_along(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Phone") as phone, Person(server.url, "Bob") as bob:
            code = (await phone.table("me", "open"))["code"]
            await bob.post(f"/api/tables/{code}/join")
            looking = await ann.sit(code)
            await looking.shown()
            token = (await ann.post("/api/me/devices"))["token"]
            assert (await phone.post("/api/become", {"token": token, "look": True}))["along"] == 1
            assert (await phone.post("/api/become", {"token": token}))["along"] == 1
            seat = await phone.sit(code)
            await seat.shown()
            assert seat.frame["reader"] == 0
            assert [table["code"] for table in (await ann.get("/api/tables"))["mine"]] == [code]
            mine = await ann.sit(code)
            await mine.shown()
            assert mine.frame["reader"] == 0

    asyncio.run(evening())


def test_who_can_come_back_otherwise_stays_who_they_are(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            code = (await bob.table("me", "bot"))["code"]
            words = (await bob.post("/api/me/words"))["words"]
            token = (await ann.post("/api/me/devices"))["token"]
            assert (await bob.post("/api/become", {"token": token}))["along"] == 0
            assert (await bob.get("/api/tables"))["mine"] == []
            await bob.post("/api/become", {"words": " ".join(words)})
            assert [table["code"] for table in (await bob.get("/api/tables"))["mine"]] == [code]

    asyncio.run(evening())


def test_two_rivals_do_not_become_one(server: Server) -> None:
    async def evening() -> None:
        async with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
            code = (await ann.table("me", "open"))["code"]
            await bob.post(f"/api/tables/{code}/join")
            token = (await ann.post("/api/me/devices"))["token"]
            with pytest.raises(Refused, match=r"409.*server\.both_sit"):
                await bob.post("/api/become", {"token": token})
            assert (await bob.get("/api/me"))["guest"]["name"] == "Bob"

    asyncio.run(evening())


def test_words_are_easy_to_say_and_never_the_same() -> None:
    many = [new_words() for _ in range(200)]
    assert len({" ".join(words) for words in many}) == 200
    assert all(re.fullmatch("[b-z][aiou][b-z][aiou][b-z]", word) for words in many for word in words)
    assert same_words(" Lusab-BABAD\n3. gutih ") == "lusab babad gutih"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", "Firefox, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604", "Safari, iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36", "Chrome, Linux"),
        ("curl/8", ""),
    ],
)
def test_a_device_is_called_by_browser_and_system(agent: str, name: str) -> None:
    assert device_name(agent) == name


def test_cookies_from_before_devices_go_on(serve: Serve, database: str) -> None:
    """The migration makes a first device of what a guest's cookie held."""

    async def before() -> None:
        engine = create_async_engine(Settings(database_url=database).engine_url)
        await migrate(engine, "0002")
        async with engine.begin() as connection:
            secret = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"  # of “secret”
            await connection.execute(text(f"insert into guest (id, name, secret, created) values ('ann', 'Ann', '{secret}', 0)"))
        await engine.dispose()

    asyncio.run(before())
    served = serve(database)

    async def after() -> None:
        ann = Person(served.url)
        ann.http.cookies.set("newfound", "ann.secret")
        assert (await ann.get("/api/me"))["guest"]["name"] == "Ann"

    asyncio.run(after())
