"""Seeing: a phone held sideways, five players on one upright, following the others, one device passed round, what stays marked."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from newfound import games
from serving import Server
from web.player import (
    AT_REST,
    CUT,
    IN_SIGHT,
    LIVE,
    Visit,
    act,
    at_table,
    blameless,
    choose,
    drawn,
    is_over,
    knows,
    new_table,
    play,
    serial,
    two_people,
    wait_for_turn,
)

ALL = bool(os.environ.get("NEWFOUND_ALL"))
MOST = 2000 if ALL else 8  # actions of the matches that are there for how they are played
MAIN = ".do .button.main"
LINE = ".log [data-at]"
RING = ".news-ring.pointed"


def box(one: Locator) -> FloatRect:
    found = one.bounding_box()
    assert found
    return found


def with_bots(page: Page, game: str, seats: int) -> None:
    new_table(page, game, ["me", *["bot:easy"] * (seats - 1)], ["Ann"])
    wait_for_turn(page)


def whole(page: Page, axe: str, dice: random.Random) -> None:
    """A match to its end, with nothing that axe would blame at the beginning, now and then, and at the end."""
    for count in range(0, MOST, 40):
        choose(page, dice)
        blameless(page, axe, f"after {count} actions")
        play(page, dice, min(MOST, 40))
        if is_over(page):
            break
    blameless(page, axe, "at the end")
    assert is_over(page) or not ALL


# A phone held sideways


@pytest.mark.sample
@pytest.mark.parametrize("name", drawn())
@pytest.mark.parametrize(("width", "height"), [(844, 390), (932, 430), (640, 360)])  # phones, and 1280 x 720 at 200 %
def test_sideways_the_hand_is_beside_the_board_and_the_button_in_reach(visit: Visit, name: str, width: int, height: int) -> None:
    page, dice = visit("/", width=width, height=height), random.Random(3)
    with_bots(page, name, games.find(name).seats[0])
    for _ in range(3):
        choose(page, dice)
        page.wait_for_timeout(150)
        board, tray = box(page.locator("main.board")), box(page.locator("section.tray"))
        assert tray["x"] >= board["x"] + board["width"] - 1
        assert board["height"] > height / 2
        for what in (".do button", ".tabs button", ".side li button", "header .menu"):
            assert page.locator(what).evaluate_all(CUT) == []
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [width, height]
        act(page, dice)
        wait_for_turn(page)


def test_sideways_somebody_settles_in_new_world(visit: Visit) -> None:
    page, dice = visit("/", width=844, height=390), random.Random(5)
    with_bots(page, "new-world", 2)
    while not page.locator(f".choice{LIVE}").count():
        act(page, dice)
        wait_for_turn(page)
    roles = page.locator(f".choice{LIVE}:not([data-word=nobody])")
    roles.first.click()
    page.wait_for_timeout(550)
    assert page.locator(MAIN).evaluate_all(CUT) == []
    page.locator(MAIN).click()
    expect(page.locator("g.settler")).not_to_have_count(0)


@pytest.mark.parametrize("name", drawn())
def test_a_match_on_a_phone_held_sideways(visit: Visit, axe: str, name: str) -> None:
    page, dice = visit("/", width=844, height=390), random.Random(13)
    with_bots(page, name, games.find(name).seats[0])
    whole(page, axe, dice)
    assert page.evaluate("document.documentElement.scrollWidth") <= 844


# Five players on a phone


def test_five_players_on_a_phone_of_360_pixels(visit: Visit, axe: str) -> None:
    page, dice = visit("/", width=360, height=640), random.Random(17)
    with_bots(page, "new-world", 5)
    seats = page.locator(".seats > li")
    expect(seats).to_have_count(5)
    assert page.locator(".side .score").evaluate_all(CUT) == []
    assert [one.strip() for one in page.locator(".side small").all_inner_texts()] == ["you", *["bot, easy"] * 4]
    assert page.locator(".side small").evaluate_all(CUT) == []
    legible = "(all) => all.every((one) => one.clientWidth > 40 && one.scrollWidth <= one.clientWidth + 1)"
    assert page.locator(".side b, .side small").evaluate_all(legible)
    page.evaluate(AT_REST)
    assert page.locator(f"[data-cell]{LIVE}").evaluate_all(IN_SIGHT)
    board = box(page.locator("main.board"))
    seats.nth(4).locator("> button").click()
    expect(seats.nth(4).locator(".count")).to_be_visible()
    assert page.locator(".side .count li").evaluate_all(CUT) == []
    assert box(page.locator("main.board")) == board  # nothing moves
    seats.nth(4).locator("> button").click()
    whole(page, axe, dice)
    assert page.locator(".side .score").evaluate_all(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_phone_says_who_is_away_and_by_what_bot_they_are_played(visit: Visit) -> None:
    ann, bob = visit("/", width=390, height=844), visit("/", width=390, height=844)
    code = two_people(ann, bob)
    who = ann.locator(".side small")
    expect(who.first).to_have_text("you")
    expect(who.nth(1)).to_have_text("")
    ask = """async ([path, body]) => {
      const headers = {'content-type': 'application/json'};
      return (await fetch(`/api/tables/${path}`, {method: 'POST', headers, body: JSON.stringify(body)})).status;
    }"""
    assert bob.evaluate(ask, [f"{code}/seats/1/stand-in", {"level": "hard"}]) == 200
    expect(who.nth(1)).to_have_text("left; bot, hard")
    assert who.evaluate_all(CUT) == []
    assert bob.evaluate(ask, [f"{code}/seats/1/return", {}]) == 200
    expect(who.nth(1)).to_have_text("")
    bob.context.close()
    expect(who.nth(1)).to_have_text("away")
    expect(who.nth(1)).to_be_visible()


# Following the others


@pytest.fixture
def pace(visit: Visit) -> Page:
    page = visit("/")
    with_bots(page, "new-world", 3)
    return page


def moves(page: Page) -> int:
    return page.locator(".walk .line button").count()


def test_step_by_step_every_move_waits_for_a_press(pace: Page) -> None:
    page, dice = pace, random.Random(4)
    page.get_by_label("Pace of the others").select_option("step")
    while page.locator(".sentence.mine").count():
        act(page, dice)
        page.wait_for_timeout(100)
    button = page.locator(MAIN)
    expect(button).to_contain_text("Next move")
    before = serial(page)
    page.wait_for_timeout(700)
    assert serial(page) == before
    steps = 0
    while not page.locator(".sentence.mine").count() or button.filter(has_text="Next move").count():
        before, tiles = serial(page), page.locator(".map .tile").count()
        button.press("Enter")
        page.wait_for_function("(before) => document.querySelector('.table').dataset.serial !== before", arg=before)
        assert page.locator(".map .tile").count() - tiles <= 1
        steps += 1
        page.wait_for_timeout(60)
        if not page.locator(".sentence.mine").count():
            expect(button).to_contain_text("Next move")
    assert steps >= 4  # two bots lay and settle
    assert moves(page) >= 4
    page.reload()
    expect(page.get_by_label("Pace of the others")).to_have_value("step")


def test_slow_takes_its_time_and_normal_shows_what_is_left(pace: Page) -> None:
    page, dice = pace, random.Random(6)
    page.get_by_label("Pace of the others").select_option("slow")
    while page.locator(".sentence.mine").count():
        act(page, dice)
        page.wait_for_timeout(100)
    shown = {serial(page)}
    for _ in range(12):
        page.wait_for_timeout(100)
        shown.add(serial(page))
    assert len(shown) <= 3
    expect(page.get_by_role("button", name="Show all")).to_be_visible()
    page.get_by_label("Pace of the others").select_option("normal")
    expect(page.locator(".sentence.mine")).to_be_visible(timeout=5000)


def test_quick_waits_for_no_pause_of_a_bot(browser: Browser, tmp_path: Path) -> None:
    """Each pauses for ten minutes here; whoever is quick has the next turn at once."""
    server = Server(tmp_path, f"sqlite:///{tmp_path}/newfound.db", {"NEWFOUND_BOT_PAUSE": "600"}).start()
    context = browser.new_context(base_url=server.url, locale="en-GB", reduced_motion="reduce")
    try:
        page, dice = context.new_page(), random.Random(6)
        new_table(page, "new-haven", ["me", "bot:easy"], ["Ann"])
        page.wait_for_selector(".sentence.mine, .sentence:not(.mine)")
        page.get_by_label("Pace of the others").select_option("quick")
        for _ in range(8):
            expect(page.locator(".sentence.mine")).to_be_visible()
            act(page, dice)
        expect(page.locator(".sentence.mine")).to_be_visible()
        page.get_by_label("Pace of the others").select_option("normal")
        for _ in range(12):
            if not page.locator(".sentence.mine").count():
                break
            act(page, dice)
        before = serial(page)
        page.wait_for_timeout(1500)
        assert serial(page) == before
        expect(page.locator(".sentence.mine")).to_have_count(0)
    finally:
        context.close()
        server.stop()


def test_moves_since_the_last_decision_are_a_line_to_walk_through(pace: Page) -> None:
    page = pace
    play(page, random.Random(8), 4)
    assert moves(page) >= 3
    back, on = page.get_by_role("button", name="The move before"), page.get_by_role("button", name="The next move")
    on.click()
    first = page.locator(".walk [aria-current]").get_attribute("aria-label") or ""
    expect(page.locator(".log .pointed")).to_contain_text(re.split(r"[.,]", first)[0])
    on.click()
    assert page.locator(".walk [aria-current]").get_attribute("aria-label") != first
    back.click()
    assert page.locator(".walk [aria-current]").get_attribute("aria-label") == first
    expect(back).to_be_disabled()


@pytest.mark.parametrize("name", drawn())
def test_a_line_of_the_log_points_at_the_board_by_pointer_and_by_keyboard(visit: Visit, name: str) -> None:
    page = visit("/")
    with_bots(page, name, games.find(name).seats[0])
    play(page, random.Random(5), 9)
    page.evaluate(AT_REST)
    lines = page.locator(LINE)
    expect(page.locator(RING)).to_have_count(0)
    lines.last.hover()
    expect(page.locator(RING)).not_to_have_count(0)
    page.mouse.move(5, 5)
    expect(page.locator(RING)).to_have_count(0)
    page.locator("[role=log]").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-at]')"):
            break
    expect(page.locator(RING)).not_to_have_count(0)
    place = page.locator(RING).first.evaluate("(ring) => ring.outerHTML + ring.parentElement.getAttribute('transform')")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    ring = page.locator(RING).first
    assert ring.evaluate("(ring) => ring.outerHTML + ring.parentElement.getAttribute('transform')") != place


def inside(page: Page) -> bool:
    """Whether what the log points at is in the window of the map."""
    pane, ring = box(page.locator(".board .window")), box(page.locator(RING))
    across = pane["x"] - 20 <= ring["x"] and ring["x"] + ring["width"] <= pane["x"] + pane["width"] + 20
    return across and pane["y"] - 20 <= ring["y"] and ring["y"] + ring["height"] <= pane["y"] + pane["height"] + 20


def test_a_click_on_a_line_of_the_log_moves_the_map_there(pace: Page) -> None:
    page = pace
    play(page, random.Random(5), 6)
    line = page.locator(LINE).last
    line.hover()
    for key in ["+"] * 5 + ["Shift+ArrowDown"] * 30:  # until it is out of sight
        page.keyboard.press(key)
        page.evaluate(AT_REST)
        if not inside(page):
            break
    assert not inside(page)
    line.click()
    page.evaluate(AT_REST)
    assert inside(page)


def test_the_log_returns_to_the_newest(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(3)
    with_bots(page, "new-haven", 2)
    play(page, dice, 12)
    log = page.locator("[role=log]")
    button = page.get_by_role("button", name="To the newest")
    expect(button).to_have_count(0)
    log.evaluate("(log) => (log.scrollTop = -200)")
    button.click()
    expect(button).to_have_count(0)
    assert log.evaluate("(log) => log.scrollTop") == 0
    log.evaluate("(log) => (log.scrollTop = -200)")
    expect(button).to_be_visible()
    act(page, dice)  # whoever acts wants to see what comes of it
    expect(button).to_have_count(0)


def test_the_log_says_you_shows_tiles_and_says_equal_things_once(visit: Visit) -> None:
    page = visit("/")
    with_bots(page, "new-haven", 2)
    act(page, random.Random(1))
    line = page.locator(LINE).last
    expect(line).to_contain_text("You lay")
    expect(line.locator(".within svg")).to_be_visible()
    log = page.locator("[role=log]")
    expect(log).not_to_contain_text("Ann")
    seen = log.evaluate(
        "(log) => [...log.querySelectorAll('.text')].map((one) => { const copy = one.cloneNode(true);"
        " copy.querySelectorAll('.unseen').forEach((hidden) => hidden.remove()); return copy.textContent; }).join(' ')"
    )
    assert not re.search(r"\b[WTSR]{4}\b", seen)
    assert re.search(r"draws a building\.\s×\s6", seen)


def test_the_log_of_new_world_shows_the_tile_that_was_laid_and_no_code(pace: Page) -> None:
    act(pace, random.Random(1))
    line = pace.locator(LINE, has_text="You lay").last
    expect(line.locator(".sign svg")).to_be_visible()
    assert not re.search(r"\bNW\d\d|\br[0-3]\b", pace.locator("[role=log]").inner_text())


# One device passed round


def test_one_device_says_whose_turn_it_is_by_name_and_has_no_chat(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(7)
    new_table(page, "new-world", ["me", "me"], ["Ann", "Bob"])
    at_table(page)
    seen = set()
    for _ in range(6):
        expect(page.locator(".sentence.mine")).to_be_visible()
        assert page.locator(".curtain").count() == 0  # nothing is hidden
        seen.add(page.locator(".sentence b").inner_text())
        act(page, dice)
    assert seen == {"Ann: Your turn.", "Bob: Your turn."}
    expect(page.get_by_role("button", name="Chat")).to_have_count(0)
    expect(page.locator("[role=log]")).to_contain_text("Ann lays")
    while "Bob" not in page.locator(".sentence b").inner_text():
        act(page, dice)
        wait_for_turn(page)
    page.reload()
    expect(page.locator(".sentence b")).to_have_text("Bob: Your turn.")
    assert page.locator(".curtain").count() == 0


@pytest.mark.sample
def test_where_something_is_hidden_the_device_is_handed_over_after_a_reload_too(visit: Visit) -> None:
    page = visit("/")
    new_table(page, "new-haven", ["me", "me"], ["Ann", "Bob"])
    expect(page.locator(".sentence.mine")).to_be_visible()  # whoever opened the table sits before it
    act(page, random.Random(3))
    page.reload()
    expect(page.locator(".curtain h1")).to_have_text("Hand the device to Ann")
    assert page.locator("[data-word], .log, .tray").count() == 0
    page.locator(".curtain button").click()
    expect(page.locator(".sentence b")).to_contain_text("Ann:")


def test_a_reload_while_a_bot_plays_asks_who_holds_the_device(browser: Browser, tmp_path: Path) -> None:
    """Nobody's hand is shown before: it may be anybody's device by now."""
    server = Server(tmp_path, f"sqlite:///{tmp_path}/newfound.db", {"NEWFOUND_BOT_PAUSE": "600"}).start()
    context = browser.new_context(base_url=server.url, locale="en-GB", reduced_motion="reduce")
    try:
        page = context.new_page()
        new_table(page, "new-haven", ["me", "me", "bot:easy"], ["Ann", "Bob"])
        while not page.locator(".sentence:not(.mine)").count():  # until the bot thinks
            page.wait_for_selector(".sentence, .curtain")
            if page.locator(".curtain").count():
                page.locator(".curtain button").click()
            elif page.locator(".sentence.mine").count():
                act(page, random.Random(3))
        page.reload()
        expect(page.locator(".curtain h1")).to_have_text("Hand the device to Bob")
        assert page.locator("[data-word], .log, .tray").count() == 0
        page.locator(".curtain button").click()
        expect(page.locator(".sentence:not(.mine)")).to_be_visible()
        expect(page.locator(".side small").nth(1)).to_have_text("you")
    finally:
        context.close()
        server.stop()


# What stays in sight


def test_settled_land_moves_the_map(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(5)
    with_bots(page, "new-world", 2)
    play(page, dice, 10)
    page.evaluate(AT_REST)
    for key in ["+"] * 5 + ["Shift+ArrowRight"] * 14:
        page.keyboard.press(key)
        page.evaluate(AT_REST)
    page.wait_for_timeout(400)  # drawn anew in its size
    before = box(page.locator(".coast .land").first)
    page.locator(".land button").first.click()
    for _ in range(50):  # a busy machine takes its time
        page.wait_for_timeout(100)
        after = box(page.locator(".coast .land").first)
        if abs(after["x"] - before["x"]) + abs(after["y"] - before["y"]) > 20:
            break
    else:
        raise AssertionError("the map stays where it was")
    page.wait_for_timeout(400)
    assert page.locator("g.settler").evaluate_all(IN_SIGHT)


def test_what_others_laid_stays_marked_through_my_turn(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(9)
    with_bots(page, "new-world", 4)
    play(page, dice, 3)
    while not page.locator(f"[data-cell]{LIVE}").count():
        act(page, dice)
        wait_for_turn(page)
    ring = page.locator(".told .news-ring")
    corners = "(ring) => (ring.getAttribute('d').match(/M/g) ?? []).length"
    assert ring.first.evaluate(corners) >= 3 * 2  # three bots have laid
    marked = ring.first.get_attribute("d")
    choose(page, dice)
    expect(ring.first).to_have_attribute("d", marked or "")
    act(page, dice)
    if page.locator(".sentence.mine").count():  # now somebody is to settle
        assert (ring.first.get_attribute("d") or "").startswith(marked or "")


@pytest.mark.parametrize("width", [1280, 1101, 977])
def test_the_map_is_sharp_after_the_board_has_changed_its_size(visit: Visit, width: int) -> None:
    page, dice = visit("/"), random.Random(2)
    with_bots(page, "new-world", 2)
    play(page, dice, 4)
    page.set_viewport_size({"width": width, "height": 719})
    page.wait_for_timeout(300)
    page.evaluate(AT_REST)
    page.wait_for_timeout(300)
    found = page.locator(".map").evaluate("(map) => map.style.transform")
    numbers = re.findall(r"-?[\d.]+", found)
    assert [float(one) for one in numbers] == [round(float(one)) for one in numbers]
    assert float(numbers[2]) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_charters_side_and_variants_are_named_on_the_table(visit: Visit, scheme: str) -> None:
    page = visit("/", scheme=scheme)
    knows(page)
    page.goto("/new/new-haven")
    page.get_by_label("Charters").select_option("yes")
    page.get_by_label("Board side").select_option("side B: settlements, ponds and clearings")
    page.locator("button.main").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".side").first).to_contain_text("side B: settlements, ponds and clearings; Charters")
    expect(page.locator(".caption").first).to_have_text("The shared board, side B")
    expect(page.get_by_role("heading", name="Charters")).to_be_visible()
    expect(page.locator("dt", has_text="First complete row")).to_be_visible()
    expect(page.locator("dt", has_text="First complete row").locator("+ dd")).to_contain_text(re.compile(r"\d points?"))


def test_the_hat_of_a_full_row_is_seen_by_night(visit: Visit) -> None:
    page = visit("/", scheme="dark")
    with_bots(page, "new-haven", 2)
    hat = page.locator("[aria-label^='Row 1'] .hat").first
    hat.evaluate("(hat) => hat.parentElement.classList.add('full')")
    lit = hat.evaluate(
        """(hat) => {
          const bright = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
          return Math.abs(bright(getComputedStyle(hat).fill) - bright(getComputedStyle(document.documentElement).backgroundColor));
        }"""
    )
    assert lit > 100
