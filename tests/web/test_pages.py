"""Every page: for everyone (axe, light and dark), in a size that loads at once."""

from __future__ import annotations

import gzip
import random
import tomllib
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from newfound import games
from newfound.core.text import LANGUAGES, flatten
from web.player import WEB, Visit, act, at_table, blameless, bots_only, choose, drawn, new_table, play_now, wait_for_turn

BUDGET = 250_000  # bytes, compressed, before pictures


@pytest.mark.sample
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(visit: Visit, axe: str, scheme: str) -> None:
    page = visit("/", scheme=scheme)
    expect(page.locator("article").first).to_be_visible()
    blameless(page, axe, "home")
    page.goto("/new/new-haven")
    expect(page.locator("form")).to_be_visible()
    blameless(page, axe, "new table")
    page.goto("/rules/new-haven?clause=NH-B4")
    expect(page.locator(".pointed")).to_be_visible()
    blameless(page, axe, "rules")
    page.goto("/nowhere")
    expect(page.locator("h1")).to_be_visible()
    blameless(page, axe, "not found")
    page.goto("/t/zzzzzzzz")
    expect(page.locator("h1")).to_be_visible()
    blameless(page, axe, "no such table")
    new_table(page, "new-haven", ["me", "open"], ["Ann"])
    expect(page.locator(".share")).to_be_visible()
    blameless(page, axe, "waiting")
    new_table(page, "new-haven", ["me", "me"], ["Ann", "Bob"])
    expect(page.locator(".sentence.mine")).to_be_visible()
    blameless(page, axe, "table")
    dice = random.Random(1)
    choose(page, dice)
    page.wait_for_timeout(300)
    blameless(page, axe, "table with a preview")
    act(page, dice)
    page.get_by_role("button", name="Rules").first.click()
    expect(page.locator(".book h1")).to_be_visible()
    blameless(page, axe, "building, rulebook beside")
    while not page.locator(".curtain").count():
        act(page, dice)
        page.wait_for_selector(".sentence.mine, .curtain")
    blameless(page, axe, "curtain")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_phone_nor_at_the_end(visit: Visit, axe: str, scheme: str) -> None:
    page = visit("/", scheme=scheme, width=390, height=844)
    play_now(page, "New Haven")
    for tab in ("Table", "Log", "Rules", "Hand"):
        page.locator(".tabs").get_by_role("button", name=tab).click()
        page.wait_for_timeout(150)
        blameless(page, axe, tab)
    code = bots_only(page, "new-haven")
    page.goto(f"/t/{code}")
    expect(page.locator(".result")).to_be_visible()
    blameless(page, axe, "the end")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".new-haven")).to_be_visible()
    blameless(page, axe, "replay")


@pytest.mark.sample
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", drawn())
def test_axe_finds_nothing_at_any_table(visit: Visit, axe: str, game: str, scheme: str) -> None:
    page = visit("/", scheme=scheme)
    new_table(page, game, ["me", *["bot"] * (games.find(game).seats[0] - 1)], ["Ann"])
    dice = random.Random(2)
    for moment in range(3):
        if not wait_for_turn(page):
            break
        choose(page, dice)
        page.wait_for_timeout(300)
        blameless(page, axe, f"{game}, {moment}")
        act(page, dice)
    page.goto("/")
    page.locator("a.card").first.scroll_into_view_if_needed()  # its board is drawn when it comes into sight
    expect(page.locator("a.card .board svg").first).to_be_visible()
    blameless(page, axe, "home with a match and its board")


def test_a_number_of_players_the_rules_do_not_know_is_called_so(visit: Visit) -> None:
    page = visit("/")
    expect(page.locator("article", has_text="New England")).to_contain_text("3 to 4 players")
    page.goto("/new/new-england")
    expect(page.locator(".chair")).to_have_count(3)
    page.locator(".count label", has_text="2").click()
    expect(page.get_by_text("2 players: unofficial")).to_be_visible()


def test_sound_is_off_until_it_is_asked_for_and_that_is_remembered(visit: Visit) -> None:
    page = visit("/")
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_an_onlooker_of_a_replay_sees_what_is_on_offer(visit: Visit, width: int, height: int) -> None:
    page = visit("/", width=width, height=height)
    page.goto(f"/t/{bots_only(page, 'new-england', 3)}/replay?at=40")
    offer = page.get_by_role("group", name="Offer")
    expect(offer).to_be_visible()
    assert page.locator("section.tray").evaluate("(tray) => tray.scrollHeight <= tray.clientHeight")
    page.goto(f"/t/{bots_only(page, 'new-haven')}/replay?at=40")
    expect(page.locator(".new-haven")).to_be_visible()
    expect(page.get_by_role("region", name="Hand")).to_have_count(0)
    expect(page.get_by_role("button", name="Hand", exact=True)).to_have_count(0)


def test_an_invitation_has_a_link_and_a_code_and_says_who_can_open_it(visit: Visit) -> None:
    """Where others can open it there is a QR code too: test_lan.py."""
    page = visit("/")
    code = new_table(page, "new-haven", ["me", "open"])
    expect(page.locator(".share .address")).to_contain_text(f"/t/{code}")
    expect(page.locator(".share b")).to_have_text(code)
    expect(page.get_by_role("note")).to_contain_text("Only this computer can open this link.")
    expect(page.get_by_label("QR code of this table")).to_have_count(0)


@pytest.mark.sample
@pytest.mark.parametrize("game", drawn())
def test_what_the_first_table_needs_is_small(visit: Visit, game: str) -> None:
    """All that a new browser loads from the first page to its first table, with coach, styles and letters; the rest comes on demand."""
    page = visit("/rules/nowhere")
    needed: set[str] = set()
    page.on("request", lambda request: needed.add(urlsplit(request.url).path))
    page.goto("/")
    page.locator("article", has_text=games.find(game).title).locator("button").first.click()
    at_table(page)
    page.get_by_role("dialog").get_by_role("button").last.wait_for()
    page.keyboard.press("Escape")
    wait_for_turn(page)
    page.wait_for_load_state("networkidle")
    files = [WEB / "dist" / name.strip("/") for name in needed if name.startswith("/assets/")]
    assert {file.suffix for file in files} == {".js", ".css", ".woff2"}
    size = sum(len(gzip.compress(file.read_bytes())) for file in [WEB / "dist" / "index.html", *files])
    assert 100_000 < size <= BUDGET, f"{size} bytes"


@pytest.mark.sample
def test_the_shell_says_the_same_in_every_language() -> None:
    catalogs = [flatten(tomllib.loads((WEB / "text" / f"{lang}.toml").read_text(encoding="utf-8"))) for lang in LANGUAGES]
    assert catalogs[0].keys() == catalogs[1].keys() == catalogs[2].keys()


@pytest.mark.sample
def test_no_address_in_the_lock_file() -> None:
    assert "resolved" not in (WEB / "package-lock.json").read_text(encoding="utf-8")
