"""Every page: for everyone (axe, light and dark), in a size that loads at once."""

from __future__ import annotations

import gzip
import random
import tomllib

import pytest
from playwright.sync_api import Page, expect

from newfound import games
from newfound.core.text import LANGUAGES, flatten
from web.player import WEB, Visit, act, bots_only, choose, drawn, new_table, play_now, wait_for_turn

BUDGET = 250_000  # bytes, compressed, before pictures
RUN = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations.map((found) =>
  `${found.id}: ${found.nodes.map((node) => node.target + ' ' + node.failureSummary).slice(0, 3).join(' | ')}`)"""


def blameless(page: Page, axe: str, where: str) -> None:
    page.evaluate(axe)
    assert page.evaluate(RUN) == [], where


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


def test_replay_goes_step_by_step_and_checks_the_luck(visit: Visit) -> None:
    page = visit("/")
    page.goto(f"/t/{bots_only(page, 'new-haven')}/replay")
    expect(page.locator(".new-haven")).to_be_visible()
    last = int(page.locator("output").inner_text().split("/")[1])
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator("output")).to_have_text(f"0 / {last}")
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".told")).not_to_be_empty()
    page.get_by_role("slider").fill("60")
    page.wait_for_url("**/replay?at=60")
    page.get_by_role("button", name="Check the luck").click()
    expect(page.get_by_text("follows from the seed")).to_be_visible()
    with page.expect_download() as loading:
        page.get_by_role("link", name="Download the match").click()
    assert loading.value.path().read_text().startswith("newfound 1")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_an_onlooker_of_a_replay_sees_what_is_on_offer(visit: Visit, width: int, height: int) -> None:
    page = visit("/", width=width, height=height)
    page.goto(f"/t/{bots_only(page, 'new-england', 3)}/replay?at=40")
    offer = page.get_by_role("group", name="Offer")
    expect(offer).to_be_visible()
    assert page.locator("section.tray").evaluate("(tray) => tray.scrollHeight <= tray.clientHeight")
    page.goto(f"/t/{bots_only(page, 'new-haven')}/replay?at=40")
    expect(page.locator(".new-haven")).to_be_visible()
    expect(page.locator("section.tray")).to_have_count(0)


def test_an_invitation_has_a_link_and_a_code_to_scan(visit: Visit) -> None:
    page = visit("/")
    code = new_table(page, "new-haven", ["me", "open"])
    expect(page.get_by_label("QR code of this table")).to_be_visible()
    expect(page.locator(".share code")).to_contain_text(f"/t/{code}")


def test_what_is_built_is_small() -> None:
    files = [file for file in (WEB / "dist").rglob("*") if file.is_file()]
    if not files:
        pytest.skip("the web app is not built: make web")
    size = sum(len(gzip.compress(file.read_bytes())) for file in files)
    assert size <= BUDGET, f"{size} bytes"


def test_the_shell_says_the_same_in_every_language() -> None:
    catalogs = [flatten(tomllib.loads((WEB / "text" / f"{lang}.toml").read_text(encoding="utf-8"))) for lang in LANGUAGES]
    assert catalogs[0].keys() == catalogs[1].keys() == catalogs[2].keys()


def test_no_address_in_the_lock_file() -> None:
    assert "resolved" not in (WEB / "package-lock.json").read_text(encoding="utf-8")
