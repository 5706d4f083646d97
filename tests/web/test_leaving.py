"""Nobody is stuck, seen in browsers: leaving and coming back, resigning, somebody away, what is asked and what came of it."""

from __future__ import annotations

import contextlib
import random
import re
import sqlite3
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from serving import Server
from web.player import TOLD, WEB, Visit, act, at_table, blameless, is_mine, to_the_end, wait_for_turn

POST = """async ([path, body]) => {
  const headers = {'content-type': 'application/json'};
  return await (await fetch('/api/' + path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
}"""
PHONE = {"width": 360, "height": 640}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Whoever is away is so after a second."""
    if not (WEB / "dist" / "index.html").exists():
        pytest.skip("the web app is not built: make web")
    folder = tmp_path_factory.mktemp("leaving")
    server = Server(folder, f"sqlite:///{folder}/newfound.db", {"NEWFOUND_AWAY_SECONDS": "1"}).start()
    yield server
    server.stop()


def sat(*pages: Page, names: tuple[str, ...] = ("Ann", "Bob", "Cid")) -> str:
    """All of them at a table that has begun; its code."""
    for page, name in zip(pages, names, strict=False):
        page.evaluate(POST, ["me", {"name": name}])
    first, *others = pages
    seats = [{"kind": "me"}, *[{"kind": "open"} for _ in others]]
    code = str(first.evaluate(POST, ["tables", {"game": "new-haven", "seats": seats}])["code"])
    for page in others:
        page.evaluate(POST, [f"tables/{code}/join", {}])
    for page in pages:
        page.goto(f"/t/{code}")
        at_table(page)
    return code


def whose(*pages: Page) -> tuple[Page, Page]:
    """Who is to play, and somebody else."""
    for _ in range(600):
        for page in pages:
            if is_mine(page):
                return page, next(other for other in pages if other is not page)
        pages[0].wait_for_timeout(50)
    raise AssertionError("it is nobody's turn")


def leave(page: Page) -> None:
    """Opens the sheet."""
    menu = page.locator("header .menu")
    if menu.is_visible():
        menu.click()
    page.get_by_role("button", name="Leave…").click()


def name_of(page: Page, pages: tuple[Page, ...]) -> str:
    return ("Ann", "Bob", "Cid")[pages.index(page)]


def test_somebody_leaves_in_mid_turn_comes_back_and_plays_on_and_the_other_finishes(visit: Visit, axe: str) -> None:
    both = ann, bob = visit("/"), visit("/", **PHONE)
    code = sat(ann, bob)
    gone, other = whose(*both)
    name = name_of(gone, both)
    leave(gone)
    blameless(gone, axe, "the sheet for leaving")
    gone.locator("dialog select").select_option("easy")
    gone.get_by_role("button", name="Leave", exact=True).click()
    expect(gone.locator("section.ribbon")).to_contain_text("A bot plays for you: easy.")
    expect(other.locator(".table li", has_text=name)).to_contain_text("left; bot, easy")
    assert wait_for_turn(other)  # the bot goes on
    act(other, random.Random(1))
    blameless(gone, axe, "a bot plays for them")
    gone.get_by_role("button", name="Take your seat back").press("Enter")
    expect(gone.locator("section.ribbon")).to_have_count(0)
    mover, _ = whose(*both)
    act(mover, random.Random(2))
    for _ in range(8):
        act(whose(*both)[0], random.Random(3))
    leave(gone)
    gone.locator("dialog select").select_option("easy")
    gone.get_by_role("button", name="Leave", exact=True).click()
    to_the_end(other, code)
    for page in both:
        expect(page.locator(".final")).to_contain_text(f"A bot finished for {name}.")
    gone.goto("/")
    expect(gone.locator(f"a[href='/t/{code}']")).to_contain_text("win")


def test_how_long_a_bot_thinks_is_seen(visit: Visit, serve: Callable[..., Server]) -> None:
    """And that it is a bot; on a phone."""
    slow, page = serve(bot_pause="600"), visit("/", **PHONE)
    page.goto(slow.url)
    page.evaluate(POST, ["me", {"name": "Ann"}])
    seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
    code = page.evaluate(POST, ["tables", {"game": "new-haven", "seats": seats}])["code"]
    page.goto(f"{slow.url}/t/{code}")
    at_table(page)
    while is_mine(page):
        act(page, random.Random(1))
    thinks = page.locator(".sentence .thinks")
    expect(thinks).to_have_text(re.compile(r"\d"), timeout=20_000)
    before = thinks.inner_text()
    expect(thinks).not_to_have_text(before)
    expect(page.locator(".table li.turn")).to_contain_text("bot, easy")


def test_who_resigns_looks_on_and_somebody_else_takes_the_seat_by_a_link(visit: Visit) -> None:
    both = ann, bob = visit("/"), visit("/", **PHONE)
    sat(ann, bob)
    leave(bob)
    bob.get_by_role("button", name="Resign", exact=True).click()
    expect(bob.locator("dialog")).to_be_visible()  # asked once more
    bob.get_by_role("button", name="Really resign").click()
    expect(bob.locator("section.ribbon")).to_contain_text("You have resigned")
    assert bob.get_by_role("button", name="Take your seat back").count() == 0
    seat = ann.locator(".table li", has_text="Bob")
    expect(seat).to_contain_text("resigned; bot, medium")
    seat.get_by_role("button").first.click()
    ann.get_by_role("button", name="What now?").click()
    ann.get_by_role("button", name="Make a link for the seat").click()
    link = ann.locator("dialog code.address").text_content()
    assert link
    eve = visit(link.removeprefix(ann.url.partition("/t/")[0]), **PHONE)
    eve.get_by_label("Your name").fill("Eve")
    eve.locator("main button").click()
    at_table(eve)
    ann.keyboard.press("Escape")
    expect(ann.locator(".table li", has_text="Eve")).to_be_visible()
    expect(ann.get_by_role("log")).to_contain_text("Eve takes over a seat.")
    for _ in range(6):
        act(whose(ann, eve)[0], random.Random(4))
    assert both[1].locator(".sentence.mine").count() == 0


def test_what_is_asked_is_seen_by_all_refused_withdrawn_and_agreed_to(visit: Visit, axe: str) -> None:
    ann, bob, eve = visit("/"), visit("/", **PHONE), visit("/", width=640, height=360)
    code = sat(ann, bob)
    eve.goto(f"/t/{code}")
    at_table(eve)
    both = ann, bob
    asker, _ = whose(*both)
    while is_mine(asker):
        act(asker, random.Random(5))
    other = bob if asker is ann else ann
    wait_for_turn(other)
    all_three = ann, bob, eve
    name, answers = name_of(asker, both), name_of(other, both)
    at = asker.locator(".table").get_attribute("data-serial")
    for page in all_three:
        page.evaluate(TOLD, "[role=status]")

    def told(text: str) -> None:
        """Shown to all for a while, and said aloud."""
        for page in all_three:
            page.wait_for_function("(text) => window.told.some((one) => one.includes(text))", arg=text)

    asker.get_by_role("button", name="Ask to take back").click()
    for page in (other, eve):
        expect(page.locator("section.ribbon")).to_contain_text(f"{name} asks to take back the last move.")
    expect(asker.locator("section.ribbon")).to_contain_text(f"Waiting for {answers}.")
    blameless(other, axe, "something is asked")
    other.get_by_role("button", name="No", exact=True).click()
    told(f"{answers} does not agree.")
    for page in all_three:
        expect(page.locator("section.ribbon")).to_have_count(0)
    asker.get_by_role("button", name="Ask to take back").click()
    asker.get_by_role("button", name="Withdraw").click()
    told(f"{name} no longer asks.")
    assert not is_mine(asker)
    asker.get_by_role("button", name="Ask to take back").click()
    other.get_by_role("button", name="Agree").press("Enter")
    told("Taken back.")
    expect(asker.locator(".sentence.mine")).to_be_visible()
    assert asker.locator(".table").get_attribute("data-serial") != at
    other.locator(".table li", has_text=name).get_by_role("button").first.click()
    other.get_by_role("button", name="Nudge").click()
    expect(asker.locator(".fresh")).to_have_text(f"{answers} gives you a nudge.")
    expect(other.get_by_role("button", name="Nudge")).to_be_disabled()


def test_the_host_never_comes_back_and_the_other_plays_against_a_bot_and_ends_it(visit: Visit, axe: str) -> None:
    ann, bob = visit("/"), visit("/", **PHONE)
    code = sat(ann, bob)
    if not is_mine(ann):
        while is_mine(bob):
            act(bob, random.Random(6))
    ann.context.close()
    ribbon = bob.locator("section.ribbon")
    expect(ribbon).to_contain_text("Ann is away")
    ribbon.get_by_role("button", name="What now?").press("Enter")
    blameless(bob, axe, "somebody is away")
    bob.locator("dialog select").select_option("easy")
    bob.get_by_role("button", name="Let a bot stand in").click()
    expect(bob.locator("dialog h2")).to_have_text("A bot stands in for Ann")
    bob.locator("dialog").get_by_role("button", name="Go on").click()
    assert wait_for_turn(bob)
    act(bob, random.Random(7))
    leave(bob)
    bob.get_by_role("button", name="End the match").click()
    assert bob.locator(".result").count() == 0
    bob.get_by_role("button", name="Really end it").click()
    expect(bob.locator(".final h2")).to_have_text("Ended by agreement")
    expect(bob.locator(".final")).to_contain_text("nobody has won")
    bob.goto(f"/t/{code}/replay")
    expect(bob.locator("header")).to_contain_text("Ended by agreement")
    bob.goto("/")
    expect(bob.locator(f"a[href='/t/{code}']")).to_contain_text("Ended by agreement")


def test_the_result_says_who_resigned(visit: Visit) -> None:
    both = ann, bob = visit("/"), visit("/", **PHONE)
    code = sat(ann, bob)
    bob.evaluate(POST, [f"tables/{code}/resign", {"level": "random"}])
    to_the_end(ann, code)
    for page in both:
        expect(page.locator(".final")).to_contain_text("Resigned: Bob.")


def test_a_match_to_which_nobody_came_back_says_so(visit: Visit, served: Server) -> None:
    """The server finds it a year and some days later."""
    ann, bob = visit("/"), visit("/", **PHONE)
    code = sat(ann, bob)
    act(whose(ann, bob)[0], random.Random(8))
    for page in (ann, bob):
        page.goto("about:blank")
    served.stop()
    with contextlib.closing(sqlite3.connect(served.database.removeprefix("sqlite:///"))) as database, database:
        database.execute("UPDATE match SET moved = moved - 400 * 86400 WHERE code = ?", (code,))
    served.start()
    for page in (ann, bob):
        page.goto(f"/t/{code}")
        expect(page.locator(".final h2")).to_have_text("Nobody came back")
        expect(page.locator(".final")).to_contain_text("nobody has won")
    ann.goto("/")
    expect(ann.locator(f"a[href='/t/{code}']")).to_contain_text("Nobody came back")
