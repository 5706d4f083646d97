"""The states a table can be in, each brought about by real people at real pages: whoever waits, is waited for, looks on."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Page

from serving import Server
from web.player import Visit, act, at_table, bots_only, is_mine

ASK = """async ([path, body]) => {
  const answer = await fetch(`/api/${path}`, {method: 'POST', body: JSON.stringify(body), headers: {'content-type': 'application/json'}});
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
}"""
Prepare = Callable[[Visit, Server], dict[str, Page]]


def ask(page: Page, path: str, body: dict[str, Any] | None = None) -> Any:
    return page.evaluate(ASK, [path, body or {}])


def _people(visit: Visit) -> tuple[Page, Page, Page]:
    pages = visit("/"), visit("/"), visit("/")
    for page, name in zip(pages, ("Ann", "Bob", "Eve"), strict=True):
        ask(page, "me", {"name": name})
    return pages


def waiting(visit: Visit, _: Server) -> dict[str, Page]:
    """Ann is host, Bob sits, a seat is free."""
    ann, bob, eve = _people(visit)
    code = ask(ann, "tables", {"game": "new-haven", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], "ready": False})["code"]
    ask(bob, f"tables/{code}/join", {"ready": False})
    for page in (ann, bob, eve):
        page.goto(f"/t/{code}")
    return {"waits": ann, "onlooker": eve}


def host_away(visit: Visit, server: Server) -> dict[str, Page]:
    pages = waiting(visit, server)
    ann = pages["waits"]
    bob = visit("/")
    ask(bob, "me", {"name": "Cid"})
    code = ann.url.rsplit("/", 1)[1]
    ask(bob, f"tables/{code}/join", {"ready": False})
    bob.goto(f"/t/{code}")
    bob.get_by_role("button", name="I am ready").wait_for()
    ann.goto("about:blank")
    bob.get_by_role("button", name="Be host instead").wait_for(timeout=60_000)
    ann.goto(f"{server.url}/t/{code}")
    return {"waits": bob, "waited for": ann}


def playing(visit: Visit, _: Server, **more: Any) -> dict[str, Page]:
    """Both have played; Ann or Bob is to decide, the other waits."""
    ann, bob, eve = _people(visit)
    code = ask(ann, "tables", {"game": "new-haven", "seats": [{"kind": "me"}, {"kind": "open"}], **more})["code"]
    ask(bob, f"tables/{code}/join")
    for page in (ann, bob, eve):
        page.goto(f"/t/{code}")
        at_table(page)
    dice = random.Random(2)
    ann.locator(".sentence.mine").wait_for()
    while is_mine(ann):
        act(ann, dice)
    bob.locator(".sentence.mine").wait_for()
    return {"waits": ann, "waited for": bob, "onlooker": eve}


def over_days(visit: Visit, server: Server) -> dict[str, Page]:
    return playing(visit, server, pace=3)


def away(visit: Visit, server: Server) -> dict[str, Page]:
    """Bob has closed his page, and opens it again once the others were looked at."""
    pages = playing(visit, server)
    pages["waited for"].goto("about:blank")
    pages["waits"].get_by_role("button", name="What now?").click(timeout=60_000)
    return pages


def stands_in(visit: Visit, server: Server) -> dict[str, Page]:
    pages = playing(visit, server)
    code = pages["waits"].url.rsplit("/", 1)[1]
    ask(pages["waited for"], f"tables/{code}/leave", {"level": "random"})
    return pages


def resigned(visit: Visit, server: Server) -> dict[str, Page]:
    pages = playing(visit, server)
    code = pages["waits"].url.rsplit("/", 1)[1]
    ask(pages["waited for"], f"tables/{code}/resign", {"level": "random"})
    return pages


def asked(visit: Visit, server: Server) -> dict[str, Page]:
    pages = playing(visit, server)
    pages["waits"].get_by_role("button", name="Ask to take back").click()
    return pages


def three(visit: Visit) -> dict[str, Page]:
    """Bob has left, and Cid is there too."""
    ann, bob, eve = _people(visit)
    cid = visit("/")
    ask(cid, "me", {"name": "Cid"})
    code = ask(ann, "tables", {"game": "new-haven", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]})["code"]
    for page in (bob, cid):
        ask(page, f"tables/{code}/join")
    ask(bob, f"tables/{code}/leave", {"level": "random"})
    for page in (ann, cid, eve):
        page.goto(f"/t/{code}")
        at_table(page)
    return {"waits": ann, "waited for": cid, "onlooker": eve, "left": bob}


def asked_to_end(visit: Visit, _: Server) -> dict[str, Page]:
    pages = three(visit)
    ann = pages["waits"]
    ann.get_by_role("button", name="Leave…").click()
    ann.get_by_role("button", name="Propose to end the match").click()
    return pages


def asked_to_replace(visit: Visit, _: Server) -> dict[str, Page]:
    pages = three(visit)
    ann = pages["waits"]
    ann.locator("ul[aria-label=Players] li").nth(1).get_by_role("button").first.click()
    ann.get_by_role("button", name="What now?").click()
    ann.get_by_role("button", name="Invite somebody instead").click()
    ann.get_by_role("button", name="Go on", exact=True).click()
    return pages


def freed(visit: Visit, server: Server) -> dict[str, Page]:
    """By the consent of the third."""
    pages = asked_to_replace(visit, server)
    pages["waited for"].get_by_role("button", name="Agree").press("Enter")
    pages["left"].goto(pages["waits"].url)
    return pages | {"waited for": pages["left"]}


def guest_waits(visit: Visit, server: Server) -> dict[str, Page]:
    """Cid has sat down with Ann and Bob."""
    pages = waiting(visit, server)
    cid = visit("/")
    ask(cid, "me", {"name": "Cid"})
    code = pages["waits"].url.rsplit("/", 1)[1]
    pages["waits"].get_by_role("button", name="Send away Bob").click()
    pages["waits"].get_by_role("button", name="Really send Bob away").click()
    ask(cid, f"tables/{code}/join", {"ready": False})
    cid.goto(f"/t/{code}")
    return {"waits": cid}


def bot_fails(visit: Visit, server: Server) -> dict[str, Page]:
    """The processes in which it thinks are killed until it is told."""
    page = visit("/")
    ask(page, "me", {"name": "Ann"})
    page.goto("/t/" + ask(page, "tables", {"game": "new-haven", "seats": [{"kind": "me"}, {"kind": "bot", "level": "hard"}]})["code"])
    at_table(page)
    told = page.get_by_text("gave no answer").first
    for number in range(200):
        if is_mine(page):
            act(page, random.Random(number))
        if told.count():
            break
        for pid in server.children():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        page.wait_for_timeout(200)
    return {"waits": page}


def over(visit: Visit, _: Server) -> dict[str, Page]:
    ann, bob, eve = _people(visit)
    eve.goto(f"/t/{bots_only(ann, 'new-haven')}")
    return {"waits": ann, "waited for": bob, "onlooker": eve}


def no_network(visit: Visit, server: Server) -> dict[str, Page]:
    pages = playing(visit, server)
    for page in pages.values():
        page.context.set_offline(True)
    return pages
