"""Before the match, in several browsers: seats taken and left, bots, options, being ready, sent away, cancelled; people one knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from serving import Server
from web.player import Visit, at_table, begin, blameless, knows, new_table, slow

PHONE = {"width": 390, "height": 844}


def sit(page: Page, code: str, name: str, seat: int) -> None:
    knows(page)
    page.goto(f"/t/{code}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name=f"Take seat {seat + 1}").click()
    page.get_by_role("button", name="I am ready").wait_for()


def choose(page: Page, at: int, who: str) -> None:
    page.locator(".chair").nth(at).locator("select").select_option(who)


def test_a_character_says_what_it_wants_before_one_plays_against_it(visit: Visit, axe: str) -> None:
    page = visit("/new/new-haven", **PHONE)
    said = page.get_by_role("status").filter(has_text="The spoiler would rather")
    expect(page.locator(".chair").nth(1).locator("optgroup option")).to_have_count(3)
    expect(said).to_have_count(0)
    choose(page, 1, "bot:spoiler")
    expect(said).to_be_visible()
    blameless(page, axe, "a new table with a character")
    page.locator("button.main").click()
    at_table(page)
    expect(page.get_by_text("bot, spoiler").first).to_be_attached()


def test_where_rules_are_not_compiled_whoever_chooses_a_level_that_searches_is_told(visit: Visit) -> None:
    page = visit("/")
    page.route("**/api/games*", lambda route: route.fulfill(body=route.fetch().text().replace('"compiled":true', '"compiled":false')))
    page.goto("/new/new-haven")
    said = page.get_by_role("status").filter(has_text="The rules are not compiled here")
    for who, told in (("bot:medium", 0), ("bot:hard", 1), ("bot:easy", 0), ("bot:gambler", 1)):
        choose(page, 1, who)
        expect(said).to_have_count(told)


def seat_bot(page: Page, seat: int, level: str) -> None:
    page.get_by_label(f"A bot at seat {seat + 1}").select_option(level)


@pytest.mark.sample
def test_a_table_is_filled_emptied_filled_by_bots_and_begun(visit: Visit, axe: str) -> None:
    ann, bob = visit("/"), visit("/", **PHONE)
    code = new_table(ann, "new-haven", ["me", "open", "open"], ["Ann"])
    sit(bob, code, "Bob", 1)
    seats = ann.locator(".seats li")
    expect(seats.nth(1)).to_contain_text("Bob")
    bob.get_by_role("button", name="Move here").click()
    expect(seats.nth(1)).to_contain_text("free")
    expect(seats.nth(2)).to_contain_text("Bob")
    blameless(ann, axe, "the host before the match")
    blameless(bob, axe, "a guest before the match")
    assert bob.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    bob.get_by_role("button", name="Stand up").click()
    expect(seats.nth(2)).to_contain_text("free")
    for seat in (1, 2):
        seat_bot(ann, seat, "easy")
        expect(seats.nth(seat)).to_contain_text("bot: easy")
    expect(bob.get_by_role("button", name="Take seat")).to_have_count(0)
    seat_bot(ann, 2, "")  # and empty again
    expect(bob.get_by_role("button", name="Take seat 3")).to_be_visible()
    seat_bot(ann, 2, "medium")
    ann.get_by_role("button", name="Begin").click()
    at_table(ann)
    at_table(bob)  # who looks on


def test_a_phone_passes_the_link_on_to_its_other_apps(browser: Browser, serve: Callable[..., Server]) -> None:
    server = serve(address="https://newfound.example.org")
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    context.add_init_script("navigator.share = async (what) => { window.passed = what; throw new DOMException('', 'AbortError'); }")
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    code = new_table(page, "new-haven", ["me", "open"], ["Ann"])
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => window.passed")
    assert page.evaluate("window.passed.url") == f"https://newfound.example.org/t/{code}"
    assert wrong == []  # whoever thinks better of it is left in peace
    context.close()


def test_nothing_begins_by_a_slip(visit: Visit) -> None:
    """A double click opens one table, and takes nobody's seat."""
    ann = visit("/new/new-haven")
    ann.locator(".chair").nth(1).locator("select").select_option("open")
    ann.get_by_role("button", name="Open the table").dblclick()
    ann.wait_for_url("**/t/*")
    seats = ann.locator(".seats li")
    expect(seats.nth(1)).to_contain_text("free")
    expect(seats.nth(0)).to_contain_text("not ready yet")
    ann.goto("/")
    expect(ann.locator("section", has_text="Your matches").locator("a.card")).to_have_count(1)


def test_a_second_click_does_not_take_readiness_back(visit: Visit) -> None:
    ann, bob = visit("/"), slow(visit("/", **PHONE))
    code = new_table(ann, "new-haven", ["me", "open"], ["Ann"])
    sit(bob, code, "Bob", 1)
    said, back = ann.locator(".seats li").nth(1), bob.get_by_role("button", name="Not ready yet")
    bob.get_by_role("button", name="I am ready").click()
    back.click(force=True)
    expect(said).to_contain_text(re.compile(r"(?<!not )ready(?! yet)"))
    expect(back).to_be_visible()
    back.click()
    expect(said).to_contain_text("not ready yet")


def test_what_is_played_is_in_sight_and_changed_before_all_eyes(visit: Visit) -> None:
    ann, bob = visit("/"), visit("/", **PHONE)
    code = new_table(ann, "new-haven", ["me", "open"], ["Ann"])
    sit(bob, code, "Bob", 1)
    expect(bob.locator(".how")).to_contain_text("side A")
    bob.get_by_role("button", name="I am ready").click()
    expect(bob.locator(".seats li").nth(1)).not_to_contain_text("not ready yet")
    ann.get_by_label("Board side").select_option(label=ann.get_by_label("Board side").locator("option").nth(1).inner_text())
    expect(bob.locator(".how")).to_contain_text("side B")
    expect(bob.locator(".seats li").nth(1)).to_contain_text("not ready yet")
    ann.locator(".count label", has_text="3").click()
    expect(bob.locator(".seats li")).to_have_count(3)
    seat_bot(ann, 2, "easy")
    expect(bob.locator(".seats li").nth(2)).to_contain_text("bot: easy")  # it is another table: nobody is ready for it before
    begin(bob, ann)
    assert bob.evaluate(f"fetch('/api/tables/{code}').then((answer) => answer.json()).then((table) => table.options.side)") == "B"


def test_somebody_is_sent_away_and_told(visit: Visit) -> None:
    ann, bob = visit("/"), visit("/", **PHONE)
    code = new_table(ann, "new-haven", ["me", "open"], ["Ann"])
    sit(bob, code, "Bob", 1)
    ann.get_by_role("button", name="Send away Bob").click()
    expect(bob.locator(".seats li").nth(1)).to_contain_text("Bob")  # it is asked once
    ann.get_by_role("button", name="Really send Bob away").click()
    expect(bob.get_by_text("The host has freed your seat.")).to_be_visible()
    bob.get_by_role("button", name="Take seat 2").click()
    expect(bob.get_by_text("You cannot sit down at this table.")).to_be_visible()
    ann.get_by_role("button", name="Ask to sit down Bob").click()
    expect(bob.get_by_text("Ann asks you to sit down.")).to_be_visible()
    bob.get_by_role("button", name="Sit down").click()
    begin(ann, bob)


def test_a_table_is_cancelled_and_everybody_is_led_home(visit: Visit) -> None:
    ann, bob = visit("/"), visit("/", **PHONE)
    code = new_table(ann, "new-haven", ["me", "open"], ["Ann"])
    sit(bob, code, "Bob", 1)
    expect(bob.get_by_role("button", name="Cancel the table")).to_have_count(0)
    ann.get_by_role("button", name="Cancel the table").click()
    ann.get_by_role("button", name="Really cancel it").click()
    for page in (ann, bob):
        expect(page.get_by_text("This table was cancelled before the match began.")).to_be_visible()
        page.locator("main a.button").click()
        page.wait_for_url(lambda url: url.endswith("/"))
        expect(page.locator("section", has_text="Your matches").locator("a.card")).to_have_count(0)


def test_whoever_stays_says_so_before_they_leave_and_the_next_is_host(visit: Visit) -> None:
    ann, bob = visit("/", **PHONE), visit("/")
    code = new_table(ann, "new-haven", ["me", "open"], ["Ann"])
    sit(bob, code, "Bob", 1)
    ann.get_by_role("button", name="Leave").click()
    ann.wait_for_url(lambda url: url.endswith("/"))
    expect(bob.locator(".seats li").nth(1)).to_contain_text("host")
    seat_bot(bob, 0, "easy")
    bob.get_by_role("button", name="Begin").click()
    at_table(bob)


@pytest.fixture
def hasty(browser: Browser, serve: Callable[..., Server]) -> Iterator[Visit]:
    """At a server on which nobody waits long for a host."""
    server, contexts = serve(host_seconds="3"), []

    def come(path: str = "/", width: int = 1440, height: int = 900) -> Page:
        contexts.append(browser.new_context(base_url=server.url, viewport={"width": width, "height": height}, locale="en-GB"))
        page = contexts[-1].new_page()
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()


def test_the_host_never_comes_back_and_another_takes_over(hasty: Visit) -> None:
    ann, bob = hasty("/"), hasty("/", **PHONE)
    code = new_table(ann, "new-haven", ["me", "open", "open"], ["Ann"])
    sit(bob, code, "Bob", 1)
    expect(bob.get_by_label("A bot at seat 3")).to_have_count(0)
    ann.context.close()
    expect(bob.get_by_text("Ann is away.")).to_be_visible()
    bob.get_by_role("button", name="Be host instead").click(timeout=30_000)
    bob.get_by_role("button", name="Send away Ann").click()
    bob.get_by_role("button", name="Really send Ann away").click()
    for seat in (0, 2):
        seat_bot(bob, seat, "easy")
    bob.get_by_role("button", name="Begin").click()
    at_table(bob)


def test_people_one_knows_are_invited_and_somebody_blocked_is_not_met_again(visit: Visit, axe: str) -> None:
    ann, bob = visit("/"), visit("/", **PHONE)
    code = new_table(ann, "new-haven", ["me", "open"], ["Ann"])
    sit(bob, code, "Bob", 1)
    begin(ann, bob)
    bob.goto("/")
    code = new_table(ann, "new-haven", ["me", "open"], ["Ann"])
    ann.get_by_role("button", name="Invite Bob").click()
    asked = ann.get_by_role("region", name="People to ask along")
    expect(asked).to_contain_text("invited")
    invitation = bob.get_by_text("Ann invites you to New Haven")
    expect(invitation).to_be_visible(timeout=30_000)  # the first page looks now and then
    expect(invitation).not_to_be_in_viewport()  # on a phone it is below the games, but told of above them
    bob.get_by_role("link", name="Invitations (1)").click()
    expect(invitation).to_be_in_viewport()
    blameless(bob, axe, "an invitation")
    bob.get_by_role("button", name="No, thank you").click()
    expect(bob.get_by_text("Ann invites you to New Haven")).to_have_count(0)
    expect(asked).to_contain_text("said no")
    code = new_table(ann, "new-haven", ["me", "open"], ["Ann"])
    ann.get_by_role("button", name="Invite Bob").click()
    bob.get_by_role("button", name="Sit down").click()
    bob.wait_for_url(f"**/t/{code}")
    begin(ann, bob)

    ann.goto("/me")
    ann.get_by_role("button", name="Block Bob").click()
    ann.get_by_role("button", name="Really block Bob").click()
    expect(ann.get_by_role("heading", name="Blocked")).to_be_visible()
    blameless(ann, axe, "somebody blocked")
    code = new_table(ann, "new-haven", ["me", "open"], ["Ann"])
    bob.goto(f"/t/{code}")
    bob.get_by_role("button", name="Take seat 2").click()
    expect(bob.get_by_text("You cannot sit down at this table.")).to_be_visible()
    ann.goto("/me")
    ann.get_by_role("button", name="Unblock Bob").click()
    expect(ann.get_by_role("heading", name="Blocked")).to_have_count(0)
    bob.get_by_role("button", name="Take seat 2").click()
    bob.get_by_role("button", name="I am ready").wait_for()


def test_people_talk_before_the_match(visit: Visit) -> None:
    ann, bob = visit("/"), visit("/", **PHONE)
    code = new_table(ann, "new-haven", ["me", "open"], ["Ann"])
    sit(bob, code, "Bob", 1)
    expect(ann.locator(".seats li").nth(1)).to_contain_text("Bob")  # the page has made room for what it can do about him
    ann.get_by_label("Say something").fill("Tea first?")
    ann.get_by_role("button", name="Send", exact=True).click()
    for page in (ann, bob):
        expect(page.locator(".talk")).to_contain_text("Tea first?", timeout=15_000)
    expect(bob.locator("p.ribbon")).to_have_text("Ann: Tea first?")  # on a phone the chat is further down


PRESSED = """() => Object.fromEntries([...document.querySelectorAll('main :is(button, select, input)')].map((one) => {
  const {left, top} = one.getBoundingClientRect();
  return [one.ariaLabel ?? (one.innerText || one.parentElement.innerText), [Math.round(left), Math.round(top + scrollY)]];
}))"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (844, 390)])
def test_what_somebody_is_about_to_press_stays_where_it_is(hasty: Visit, width: int, height: int) -> None:
    """Others sit down, look on, are away; people one could ask come and go."""
    ann, bob, eve = (hasty("/", width=width, height=height) for _ in range(3))
    code = new_table(ann, "new-haven", ["me", "open", "open", "open"], ["Ann"])
    ann.get_by_label("Say something").wait_for()
    before = ann.evaluate(PRESSED)

    def stays(page: Page, was: dict[str, list[int]]) -> None:
        page.wait_for_timeout(500)
        now = page.evaluate(PRESSED)
        assert len(was.keys() & now.keys()) > 6
        assert {name: (was[name], now[name]) for name in was.keys() & now.keys() if was[name] != now[name]} == {}

    sit(bob, code, "Bob", 1)
    expect(ann.locator(".seats li").nth(1)).to_contain_text("Bob")
    stays(ann, before)
    asking = bob.evaluate(PRESSED)
    eve.goto(f"/t/{code}")
    expect(ann.get_by_text("1 person looks on.")).to_be_visible()
    stays(ann, before)
    sit(eve, code, "Eve", 2)
    expect(ann.locator(".seats li").nth(2)).to_contain_text("Eve")
    stays(ann, before)
    ann.goto("about:blank")
    bob.get_by_role("button", name="Be host instead").wait_for()
    stays(bob, asking)
