"""Games that the built app knows nothing of: shown by their picture or, without one, as a table; chosen on the picture and in sentences."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from newfound import games
from newfound.games import _template
from newfound.games._template.components import KINDS
from newfound.games._template.picture import svg
from serving import Server
from web.player import LIVE, WEB, Visit, act_by_keyboard, blameless, bots_only, is_over, new_table, play, play_now, serial, wait_for_turn

HERE = Path(_template.__file__).parent
POOL, DARK = "Rock Pool", "Dark Pool"
SPOT = ".sheet [data-word]"
HAND = ", ".join(f'.sheet [data-word="{kind}"]' for kind in KINDS)
SENTENCE = ".tray .choices [data-word][data-state=live]"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two copies of the template kept elsewhere, without `web/`; one of them has no picture either."""
    if not (WEB / "dist" / "index.html").exists():
        pytest.skip("the web app is not built: make web")
    folder = tmp_path_factory.mktemp("pictured")
    for title, gone in ((POOL, "nothing"), (DARK, "    picture=faces.picture,\n")):
        copy = shutil.copytree(HERE, folder / "games" / title.lower().replace(" ", "_"), ignore=shutil.ignore_patterns("web", "*.so"))
        record = copy / "__init__.py"
        text = record.read_text(encoding="utf-8").replace('title="Tide Pool"', f'title="{title}"').replace(gone, "")
        record.write_text(text, encoding="utf-8")
    server = Server(folder, f"sqlite:///{folder}/newfound.db", {"NEWFOUND_GAMES": str(folder / "games")}).start()
    yield server
    server.stop()


def overlap(one: Any, two: Any) -> bool:
    return all(one[at] < two[at] + two[size] and two[at] < one[at] + one[size] for at, size in (("x", "width"), ("y", "height")))


@pytest.mark.parametrize("width", [360, 1440])
def test_every_card_of_the_first_page_has_room_of_its_own(visit: Visit, width: int) -> None:
    page = visit("/", width=width)
    cards = page.locator("article")
    expect(cards).to_have_count(len(games.names()) + 2)
    expect(page.locator("article", has_text=POOL).locator("img")).to_be_visible()
    boxes = [card.bounding_box() for card in cards.all()]
    assert not any(overlap(one, two) for one, two in combinations(boxes, 2))
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


def heard(page: Page) -> list[Any]:
    """Every frame that reaches this page."""
    frames: list[Any] = []

    def listen(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "frame":
            frames.append(message)

    def open_(socket: WebSocket) -> None:
        socket.on("framereceived", listen)

    page.on("websocket", open_)
    return frames


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 640)])
def test_a_match_on_the_picture_to_its_end(visit: Visit, axe: str, width: int, height: int) -> None:
    page, dice = visit("/", width=width, height=height), random.Random(width)
    frames = heard(page)
    play_now(page, POOL)
    button, turns = page.locator(".do .button.main"), 0
    while wait_for_turn(page):
        before = serial(page)
        expect(page.locator(HAND)).to_have_count(2)
        assert all(min(box["width"], box["height"]) >= 44 for spot in page.locator(SPOT).all() if (box := spot.bounding_box()))
        if turns % 2:  # in sentences, narrowed by a word where they are many
            page.locator(SENTENCE).nth(dice.randrange(page.locator(SENTENCE).count())).click()
            if not button.count():
                page.locator(SENTENCE).first.click()
        else:  # a shell and a cell
            page.locator(HAND).nth(dice.randrange(2)).click()
            cells = page.locator(f".sheet {LIVE}")
            cells.nth(dice.randrange(cells.count())).click()
        assert button.inner_text().startswith(("Lay a ", "Toss back a "))
        if turns < 2:
            blameless(page, axe, f"turn {turns}")
        button.press("Enter")
        page.wait_for_function("(before) => document.querySelector('.table').dataset.serial !== before", arg=before)
        turns += 1
    assert is_over(page)
    blameless(page, axe, "the end")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    drawn = [frame for frame in frames if frame.get("picture")]
    assert len(drawn) > 2 * turns - 2
    for frame in drawn:  # the reader's hand and nobody else's, and of it the picture
        assert ["hand" in player for player in frame["view"]["players"]] == [True, False]
        assert frame["picture"] == svg(frame["view"])


def test_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/")
    play_now(page, POOL)
    while wait_for_turn(page):
        act_by_keyboard(page)
    assert is_over(page)


def test_arrows_go_over_the_picture_and_the_focus_outlives_it(visit: Visit) -> None:
    page = visit("/")
    new_table(page, "rock-pool", ["me", "me"], ["Ann", "Bob"])
    wait_for_turn(page)
    page.locator('.sheet [data-word="b2"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.word") == "c3"
    page.keyboard.press("Enter")
    expect(page.locator('.sheet [data-word="c3"]')).to_have_attribute("aria-pressed", "true")
    assert page.locator('.sheet [data-word="c3"]').get_attribute("aria-label") == "c3, free"


def test_a_place_that_cannot_be_chosen_says_why(visit: Visit) -> None:
    page = visit("/")
    play_now(page, POOL)
    play(page, random.Random(4), 1)
    taken = page.locator(".sheet [data-state=idle]:not([data-holds=free])").first
    taken.click(force=True)
    expect(page.locator(".why")).to_contain_text("already")
    page.locator(".why button").click()
    expect(page.locator("#TM-T1.pointed")).to_be_visible()


@pytest.mark.sample
def test_a_sentence_is_chosen_and_let_go_of(visit: Visit) -> None:
    page = visit("/", language="de-DE")
    play_now(page, POOL)
    wait_for_turn(page)
    button, toss = page.locator(".do .button.main"), page.locator(".choices .button", has_text="zurückwerfen").first
    all_of_them = page.locator(".choices .button").count()
    toss.click()
    expect(button).to_have_text(toss.inner_text())
    expect(toss).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".choices .button")).to_have_count(all_of_them)
    page.keyboard.press("Escape")
    expect(button).to_have_count(0)
    expect(toss).to_have_attribute("aria-pressed", "false")


def test_a_long_title_does_not_widen_the_page(visit: Visit) -> None:
    page = visit("/rules/rock-pool", width=360)
    page.locator("header .title").evaluate("title => (title.textContent = 'Rules of a Pool on a Long Evening by the Sea')")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_other_pages_of_such_a_game(visit: Visit, axe: str, scheme: str) -> None:
    page = visit("/", scheme=scheme)
    page.goto("/new/rock-pool")
    expect(page.locator("form")).to_be_visible()
    blameless(page, axe, "new table")
    new_table(page, "rock-pool", ["me", "open"], ["Ann"])
    expect(page.locator(".share")).to_be_visible()
    blameless(page, axe, "waiting")
    page.goto(f"/t/{bots_only(page, 'rock-pool')}/replay?at=12")
    expect(page.locator(".sheet svg")).to_be_visible()
    expect(page.locator(HAND)).to_have_count(0)  # an onlooker holds nothing
    blameless(page, axe, "replay")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_label("Seen by").select_option("1")
    expect(page.locator(HAND)).to_have_count(2)
    page.locator("summary").click()
    expect(page.locator("details")).to_contain_text("Shells in the bag")
    blameless(page, axe, "replay of a seat, in words too")
    page.goto("/")
    play_now(page, POOL)
    wait_for_turn(page)
    page.goto("/")
    page.locator("footer").scroll_into_view_if_needed()
    expect(page.locator("a.card .board img").first).to_be_visible()
    blameless(page, axe, "home with a match and its picture")


def test_a_game_without_a_picture_is_a_table_that_can_be_read(visit: Visit, axe: str) -> None:
    page = visit("/", width=390, height=844)
    play_now(page, DARK)
    play(page, random.Random(6), 2)
    expect(page.locator(".board dl").first).to_contain_text("The pool")
    assert page.locator(".board dt", has_text="The hand").count() == 1
    blameless(page, axe, "a plain table")
    play(page, random.Random(6), 40)
    assert is_over(page)
