"""Being told: what somebody said, who came and went, whose turn it is, who wants to play again, where one's seat is."""

from __future__ import annotations

import random
import re
import sqlite3
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from serving import Server
from web.player import TOLD, Visit, act, at_table, blameless, new_table

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
TAPS = """() => {
  window.taps = 0;
  const made = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.taps++; return made.call(this); };
}"""
PLAY_ON = """(code) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${code}/socket`);
  socket.onmessage = ({data}) => {
    const frame = JSON.parse(data);
    if (frame.type !== 'frame' || !frame.actions.length) return;
    const action = frame.actions[Math.floor(Math.random() * frame.actions.length)];
    socket.send(JSON.stringify({do: 'play', id: crypto.randomUUID(), serial: frame.serial, action}));
  };
}"""
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


ASK = """async ([path, body]) => (await (await fetch(`/api/${path}`, {method: 'POST', body: JSON.stringify(body),
  headers: {'content-type': 'application/json'}})).json())"""


def ask(page: Page, path: str, body: dict[str, Any] | None = None) -> Any:
    return page.evaluate(ASK, [path, body or {}])


def two(visit: Visit) -> tuple[Page, Page, str]:
    """Ann at a desk, who waits for Bob on a phone."""
    ann, bob = visit("/", **DESK), visit("/", **PHONE, scheme="dark")
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        ask(page, "me", {"name": name})
    code = str(ask(ann, "tables", {"game": "new-haven", "seats": [{"kind": "me"}, {"kind": "open"}]})["code"])
    ann.goto(f"/t/{code}")
    ann.get_by_role("heading", name="Waiting for the others").wait_for()
    ann.evaluate(TOLD, "p.ribbon")
    ask(bob, f"tables/{code}/join")
    bob.goto(f"/t/{code}")
    at_table(ann)
    at_table(bob)
    return ann, bob, code


def over(ann: Page, bob: Page, code: str) -> None:
    """Both play at random beside their pages until it is over."""
    for page in (ann, bob):
        page.evaluate(PLAY_ON, code)
    for page in (ann, bob):
        expect(page.locator(".result")).to_be_visible(timeout=120_000)


def to_chat(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Chat")).click()


def say(page: Page, text: str) -> None:
    page.get_by_placeholder("Say something").fill(text)
    page.keyboard.press("Enter")


# Chat


@pytest.mark.sample
def test_what_is_said_is_counted_on_the_tab_heard_and_read(visit: Visit, axe: str) -> None:
    ann, bob, _ = two(visit)
    for page in (ann, bob):
        page.evaluate(TAPS)
    bob.get_by_role("button", name="Menu").click()
    bob.get_by_role("button", name="Sound").click()
    bob.get_by_role("button", name="Menu").click()
    bob.evaluate("window.taps = 0")
    to_chat(ann)
    say(ann, "good evening")
    expect(bob.get_by_role("button", name=re.compile(r"^Chat\W+1 new message$"))).to_be_visible()
    expect(bob.locator("[role=status]", has_text="Ann: good evening")).to_have_count(1)
    assert bob.evaluate("window.taps") > 0
    say(ann, "shall we?")
    expect(bob.get_by_role("button", name=re.compile(r"^Chat\W+2 new messages$"))).to_be_visible()
    blameless(bob, axe, "a count")
    to_chat(bob)
    expect(bob.get_by_text("shall we?", exact=False).last).to_be_visible()
    expect(bob.locator(".count")).to_have_count(0)
    bob.reload()
    at_table(bob)
    expect(bob.get_by_role("button", name="Chat", exact=True)).to_be_visible()  # what was read is not new again
    to_chat(bob)
    say(bob, "yes")
    expect(ann.locator(".chat li").last).to_contain_text("yes")
    assert ann.evaluate("window.taps") == 0, "only where sounds are on"
    blameless(ann, axe, "chat")


def test_what_was_said_while_one_was_away_is_counted(visit: Visit) -> None:
    ann, bob, code = two(visit)
    bob.goto("/")
    to_chat(ann)
    say(ann, "where are you?")
    expect(ann.locator(".chat", has_text="where are you?")).to_be_visible()
    bob.goto(f"/t/{code}")
    expect(bob.get_by_role("button", name=re.compile(r"^Chat\W+1 new message$"))).to_be_visible()


def test_somebodys_words_are_hidden_on_this_device_and_shown_again(visit: Visit, axe: str) -> None:
    ann, bob, _ = two(visit)
    to_chat(bob)
    say(bob, "nonsense")
    to_chat(ann)
    ann.get_by_role("button", name="Bob", exact=True).click()
    ann.get_by_role("button", name="Hide what Bob says").click()
    expect(ann.locator(".chat", has_text="nonsense")).to_have_count(0)
    ann.locator(".heads button").first.click()
    say(bob, "more of it")
    ann.reload()
    at_table(ann)
    expect(ann.locator(".count")).to_have_count(0)
    to_chat(ann)
    expect(ann.get_by_text("hidden:")).to_have_count(1)
    blameless(ann, axe, "hidden")
    ann.get_by_role("button", name="Show what Bob says").click()
    expect(ann.locator(".chat", has_text="more of it")).to_be_visible()


def test_the_host_closes_the_chat_and_lets_onlookers_in(visit: Visit, axe: str) -> None:
    ann, bob, code = two(visit)
    eve = visit(f"/t/{code}", width=844, height=390)
    at_table(eve)
    for page in (ann, bob, eve):
        to_chat(page)
    expect(eve.get_by_text("Onlookers may write before and after the match.")).to_be_visible()
    expect(bob.get_by_label("Who may write")).to_have_count(0)
    ann.get_by_label("Who may write").select_option("closed")
    for page in (ann, bob):
        expect(page.get_by_text("The host has closed the chat.")).to_be_visible()
    ann.get_by_label("Who may write").select_option("all")
    say(eve, "well played")
    expect(bob.locator("li", has_text="well played")).to_contain_text("(looks on)")
    blameless(eve, axe, "an onlooker")


# Who came and went


def test_who_comes_goes_and_looks_on_is_told_in_one_line_and_a_reload_is_not(visit: Visit) -> None:
    ann, bob, code = two(visit)
    told = ann.locator(".ribbon")
    ann.wait_for_function("() => window.told.includes('Bob sits down.')")
    expect(told).to_have_count(0, timeout=40_000)  # gone by itself
    ann.evaluate("window.told = []")
    ann.evaluate("() => { const now = performance.now(); performance.now = () => now; }")  # however long it takes
    bob.reload()
    at_table(bob)
    ann.wait_for_timeout(3000)
    assert ann.evaluate("window.told") == []
    ann.evaluate("() => { delete performance.now; }")
    bob.goto("about:blank")
    expect(told).to_have_text("Bob is away.", timeout=20_000)
    box, bar = told.bounding_box(), ann.locator("header").bounding_box()
    assert box
    assert bar
    assert box["y"] < bar["y"] + bar["height"], "at the edge of the bar, not on the board"
    bob.goto(f"/t/{code}")
    expect(told).to_have_text("Bob is back.", timeout=20_000)
    visit(f"/t/{code}")
    expect(bob.locator(".ribbon")).to_have_text("Somebody looks on.", timeout=20_000)


# In another tab


@pytest.mark.sample
def test_the_title_says_whose_turn_and_a_mark_calls_whoever_looks_elsewhere(visit: Visit) -> None:
    ann, bob, _ = two(visit)
    for page in (ann, bob):
        page.evaluate("""() => {
          window.badge = false;
          navigator.setAppBadge = async () => { window.badge = true; };
          navigator.clearAppBadge = async () => { window.badge = false; };
        }""")
    expect(ann).to_have_title("Your turn – New Haven")
    expect(bob).to_have_title("Ann is to play – New Haven")
    icon = bob.locator("link[rel=icon]")
    bob.evaluate(HIDE, True)
    expect(bob).to_have_title("Ann is to play – New Haven")
    while ann.locator(".sentence.mine").count():
        act(ann, random.Random(1))
    expect(bob).to_have_title("● Your turn – New Haven")
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    assert bob.request.get("/icon-turn.svg").ok
    bob.wait_for_function("() => window.badge")
    bob.evaluate(HIDE, False)
    expect(bob).to_have_title("Your turn – New Haven")
    expect(icon).to_have_attribute("href", "/icon.svg")
    bob.wait_for_function("() => !window.badge")


# Playing again


def test_everybody_sees_that_somebody_wants_to_play_again_and_answers(visit: Visit, axe: str) -> None:
    ann, bob, code = two(visit)
    over(ann, bob, code)
    ann.get_by_role("button", name="Play again").click()
    ann.wait_for_url(lambda url: code not in url)
    expect(bob.get_by_text("Ann invites you to play again.")).to_be_visible()
    blameless(bob, axe, "an invitation to play again")
    bob.get_by_role("button", name="Play again").click()
    at_table(ann)
    at_table(bob)
    assert bob.url == ann.url
    expect(bob.locator(".sentence.mine")).to_be_visible()  # Ann began last time
    assert [name.strip() for name in ann.locator("ul[aria-label=Players] b").all_inner_texts()] == ["Bob", "Ann"]


def test_an_invitation_to_play_again_that_is_withdrawn_leaves_the_button(visit: Visit, axe: str) -> None:
    ann, bob, code = two(visit)
    over(ann, bob, code)
    ann.get_by_role("button", name="Play again").click()
    ann.wait_for_url(lambda url: code not in url)
    expect(bob.get_by_text("Ann invites you to play again.")).to_be_visible()
    ann.get_by_role("button", name="Cancel the table").click()
    ann.get_by_role("button", name="Really cancel it").click()
    expect(bob.get_by_text("Ann invites you to play again.")).to_have_count(0)
    blameless(bob, axe, "withdrawn")
    bob.get_by_role("button", name="Play again").click()
    bob.wait_for_url(lambda url: code not in url)
    expect(bob.get_by_role("heading", name="Waiting for the others")).to_be_visible()
    ann.goto(f"/t/{code}")
    expect(ann.get_by_text("Bob invites you to play again.")).to_be_visible()


def test_who_has_left_the_page_finds_the_invitation_on_the_first_page_and_declines(visit: Visit) -> None:
    ann, bob, code = two(visit)
    over(ann, bob, code)
    bob.goto("/")
    ann.get_by_role("button", name="Play again").click()
    ann.wait_for_url(lambda url: code not in url)
    expect(bob.get_by_text("Ann invites you")).to_be_visible(timeout=20_000)
    bob.goto(f"/t/{code}")
    bob.get_by_role("button", name="Not now").click()
    expect(bob.get_by_text("You have declined.")).to_be_visible()
    expect(ann.locator("li", has_text="Bob").get_by_text("said no")).to_be_visible(timeout=20_000)
    ann.get_by_label("A bot at seat 1").select_option(label="bot: easy")  # and plays without him
    at_table(ann)


# Where one's seat is, and what is missing


def test_a_seat_that_went_to_another_device_is_seen_and_fetched_back(visit: Visit, axe: str) -> None:
    page = visit("/", **PHONE)
    code = new_table(page, "new-haven", ["me", "bot:easy"], ["Ann"])
    at_table(page)
    other = visit(ask(page, f"tables/{code}/seats/0/link")["path"])
    other.get_by_label("Your name").fill("Ann")
    other.get_by_role("button", name="Sit down").click()
    at_table(other)
    expect(page.get_by_text("Your seat is on another device now.")).to_be_visible()
    blameless(page, axe, "moved")
    page.get_by_role("button", name="Fetch it back").click()
    expect(page.locator(".sentence.mine")).to_be_visible()
    expect(other.get_by_text("Your seat is on another device now.")).to_be_visible()
    other.context.set_offline(True)
    other.context.set_offline(False)
    expect(other.get_by_role("button", name="Fetch it back")).to_be_visible()  # also after the connection was lost


def test_without_a_connection_the_log_can_be_saved_and_it_goes_on_by_itself(visit: Visit, axe: str) -> None:
    ann, bob, _ = two(visit)
    for page in (ann, bob):
        page.context.set_offline(True)
        expect(page.get_by_text("The connection is lost.")).to_be_visible()
        blameless(page, axe, "lost")
        with page.expect_download() as loading:
            page.get_by_role("button", name="Save the log").click()
        text = loading.value.path().read_text()
        assert "New Haven" in text
        assert "draw" in text
        page.context.set_offline(False)
        expect(page.get_by_text("The connection is lost.")).to_have_count(0)


@pytest.mark.parametrize("gone", ["edition = 99", "game = 'no-such-game'"])
def test_a_match_whose_rules_are_gone_says_what_is_missing_and_gives_the_file(visit: Visit, served: Server, gone: str, axe: str) -> None:
    page = visit("/", **PHONE)
    code = new_table(page, "new-haven", ["me", "bot:easy"], ["Ann"])
    at_table(page)
    act(page, random.Random(1))
    old = f"old{code[:5]}"
    with sqlite3.connect(served.database.removeprefix("sqlite:///")) as database:
        for table, key in (("match", "code"), ("seat", "match"), ("event", "match")):
            names = [row[1] for row in database.execute(f"pragma table_info({table})")]
            values = ", ".join("?" if name == key else f'"{name}"' for name in names)
            database.execute(f'insert into {table} select {values} from {table} where "{key}" = ?', (old, code))
        database.execute(f"update match set {gone} where code = ?", (old,))
    page.goto(f"/t/{old}")
    expect(page.get_by_text("This match cannot go on here")).to_be_visible()
    expect(page.get_by_text("edition 99" if "99" in gone else "no-such-game is not installed")).to_be_visible()
    blameless(page, axe, "missing")
    with page.expect_download() as loading:
        page.get_by_role("button", name="Download the match").click()
    assert loading.value.path().read_text().startswith("newfound 1\n")
    eve = visit(f"/t/{old}")
    expect(eve.get_by_text("This match cannot go on here")).to_be_visible()
    expect(eve.get_by_text("you can have it when the match is over.")).to_be_visible()  # and no button that would be refused
    expect(eve.get_by_role("button", name="Download the match")).to_have_count(0)
