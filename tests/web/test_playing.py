"""Whole matches through the interface only."""

from __future__ import annotations

import os
import random
import re

import pytest
from playwright.sync_api import expect

from newfound import games
from web.player import (
    Visit,
    act,
    act_by_keyboard,
    bots_only,
    choose,
    click_at_rest,
    drawn,
    is_over,
    new_table,
    play,
    play_now,
    serial,
    wait_for_turn,
)

MOST = 2000 if os.environ.get("NEWFOUND_ALL") else 25  # actions of the matches that are there for how they are played


@pytest.mark.parametrize("name", drawn())
def test_a_match_against_a_bot(visit: Visit, name: str) -> None:
    page = visit("/")
    new_table(page, name, ["me", *["bot:easy"] * (games.find(name).seats[0] - 1)])
    play(page, random.Random(7), MOST)
    assert is_over(page) or MOST < 2000


def test_new_haven_on_a_phone_of_360_pixels(visit: Visit) -> None:
    page = visit("/", width=360, height=740)
    play_now(page, "New Haven")
    play(page, random.Random(3), MOST)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_new_haven_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''").startswith("Play now: New Haven"):
            break
    page.keyboard.press("Enter")
    for _ in range(MOST):
        if not wait_for_turn(page):
            break
        act_by_keyboard(page)
    assert is_over(page) or MOST < 2000


def test_arrows_go_to_the_neighbour(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    page.locator('[data-word="d4"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.word") == "e4"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.word") == "e5"


def test_two_fingers_that_go_round_turn_the_tile(visit: Visit) -> None:
    page = visit("/")
    new_table(page, "new-world", ["me", "me"], ["Ann", "Bob"])
    wait_for_turn(page)
    page.locator("[data-cell][data-state=live]").first.click()
    ways = page.locator(".turns .mini")
    before = ways.evaluate_all("(all) => all.findIndex((one) => one.classList.contains('now'))")
    fits = ways.evaluate_all("(all) => all.filter((one) => ['live', 'picked'].includes(one.dataset.state)).length")
    touch = page.context.new_cdp_session(page)
    for kind, x, y in [("touchStart", 80, 0), ("touchMove", 70, 40), ("touchMove", 40, 70), ("touchMove", 20, 79)]:
        fingers = [{"x": 400 - x, "y": 400 - y, "id": 0}, {"x": 400 + x, "y": 400 + y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    after = ways.evaluate_all("(all) => all.findIndex((one) => one.classList.contains('now'))")
    assert (after != before) == (fits > 1)


def test_a_hint_is_chosen_and_stays_so_until_it_is_done(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".do .button.main")).to_be_visible(timeout=60_000)
    page.wait_for_timeout(600)
    expect(page.locator(".do .button.main")).to_be_visible()
    best = page.locator(".best button")
    expect(best.first).to_have_attribute("aria-pressed", "true")
    text = re.sub(r"^\S+ ", "", best.nth(1).inner_text().replace("\n", " "))
    best.nth(1).click()
    expect(best.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".do .button.main")).to_have_text(text)


def test_tile_then_place_or_place_then_tile(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    tile, place, button = page.locator(".tiles [data-word]").first, page.locator('[data-word="d4"]'), page.locator(".do .button.main")
    tile.click()
    place.click()
    expect(button).to_have_text("Lay the tile on d4")
    page.keyboard.press("Escape")
    expect(button).to_have_count(0)
    place.click()
    tile.click()
    expect(button).to_have_text("Lay the tile on d4")


def test_a_tile_turns_by_click_and_key(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    tile = page.locator(".tiles [data-word]").first
    face = tile.get_attribute("data-word") or ""
    tile.click()
    tile.click()
    expect(tile).to_have_attribute("data-word", face[2] + face[0] + face[3] + face[1])
    page.keyboard.press("Shift+R")
    expect(tile).to_have_attribute("data-word", face)


def test_the_preview_shows_what_a_place_would_bring(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    page.locator(".tiles [data-word]").first.click()
    page.locator('[data-word="d4"]').hover()
    expect(page.locator(".gain").first).to_be_visible()
    expect(page.locator(".brings")).to_contain_text("gathered over d4")


def test_a_phone_shows_five_lines_of_a_preview(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    play_now(page, "New Haven")
    fits = """(box, n) => {
      box.innerHTML = '<p>What it would bring, in one whole line</p>'.repeat(n);
      return box.scrollHeight <= box.clientHeight;
    }"""
    assert [page.locator(".brings").evaluate(fits, n) for n in (5, 7)] == [True, False]


def test_why_not_names_the_clause_and_opens_the_rulebook(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    page.locator('[data-word$="b6"]').first.click(force=True)  # not to be chosen, but to be asked about
    expect(page.locator(".why")).to_contain_text("b6 is printed with resources")
    page.locator(".why button").click()
    expect(page.locator("#NH-C4.pointed")).to_be_visible()


def test_undo_takes_back(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    act(page, random.Random(1))
    click_at_rest(page.get_by_role("button", name="Undo"))
    expect(page.locator(".sentence")).to_contain_text("Lay one of your harvest tiles")


def test_a_choice_is_dropped_before_anything_is_taken_back(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    act(page, random.Random(1))
    choose(page, random.Random(1))
    before = serial(page)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    click_at_rest(page.get_by_role("button", name="Choose anew"))
    expect(page.locator(".do .button.main")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert serial(page) == before


def test_a_tab_opens_at_its_top_and_the_end_is_called_result(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    play_now(page, "New England")
    tab = page.locator(".tabs").get_by_role("button")
    tab.filter(has_text="Rules").click()
    expect(page.locator(".held h1")).to_be_visible()
    page.locator(".held").evaluate("(held) => (held.scrollTop = 900)")
    tab.filter(has_text="Table").click()
    assert page.locator(".held").evaluate("(held) => held.scrollTop") == 0
    page.goto(f"/t/{bots_only(page, 'new-england', 3)}")
    expect(tab.first).to_have_text("Result")
    expect(page.locator(".held")).to_contain_text("Stored cards are worth nothing")


def test_the_language_changes_in_mid_game(visit: Visit) -> None:
    page = visit("/", language="de-DE")
    expect(page.locator("h1 + p")).to_contain_text("Neuenglands")
    play_now(page, "New Haven")
    act(page, random.Random(5))
    page.locator("header select").first.select_option("fr")
    expect(page.locator(".sentence.mine")).to_contain_text("À vous")
    expect(page.get_by_role("log")).to_contain_text("pose")
    assert page.evaluate("document.documentElement.lang") == "fr"
    play(page, random.Random(5), 6)
    expect(page.locator(".sentence.mine")).to_contain_text("À vous")  # to play, or to use what is left
