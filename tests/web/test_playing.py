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
    blameless,
    bots_only,
    choose,
    drawn,
    from_file,
    is_over,
    new_table,
    open_list,
    play,
    play_now,
    serial,
    wait_for_turn,
)

MOST = 2000 if os.environ.get("NEWFOUND_ALL") else 25  # actions of the matches that are there for how they are played


@pytest.mark.sample
@pytest.mark.parametrize("name", drawn())
def test_a_match_against_a_bot(visit: Visit, name: str) -> None:
    page = visit("/")
    new_table(page, name, ["me", *["bot:easy"] * (games.find(name).seats[0] - 1)])
    play(page, random.Random(7), MOST)
    assert is_over(page) or MOST < 2000


@pytest.mark.sample
def test_new_haven_on_a_phone_of_360_pixels(visit: Visit) -> None:
    page = visit("/", width=360, height=740)
    play_now(page, "New Haven")
    play(page, random.Random(3), MOST)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.sample
def test_new_haven_begins_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''").startswith("Play now: New Haven"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    for _ in range(3):
        wait_for_turn(page)
        act_by_keyboard(page)


@pytest.mark.parametrize("name", drawn())
def test_a_match_by_keyboard_alone(visit: Visit, name: str, axe: str) -> None:
    page = visit("/")
    new_table(page, name, ["me", *["bot:easy"] * (games.find(name).seats[0] - 1)])
    for count in range(MOST):
        if not wait_for_turn(page):
            break
        act_by_keyboard(page)
        if count % 40 == 3:
            blameless(page, axe, f"{name}, {count}")
    assert is_over(page) or MOST < 2000
    blameless(page, axe, name)


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


SIZES = [(1440, 900), (1280, 720), (390, 844), (844, 390), (360, 640)]
WHOLE = """(list) => {
  const box = list.getBoundingClientRect();
  const clear = (one) => one.left >= box.right || one.right <= box.left || one.top >= box.bottom || one.bottom <= box.top;
  const covered = (one) => !clear(document.querySelector(one).getBoundingClientRect());
  const others = ['.sentence', 'main', '.held', '.brings', '.buttons'].filter(covered);
  if (list.scrollHeight > list.clientHeight + 1 || box.top < 0 || box.bottom > innerHeight) others.push('cut');
  return others;
}"""


@pytest.mark.parametrize("name", drawn())
def test_a_hint_is_whole_in_sight_and_names_and_outlines_what_it_would_do(visit: Visit, name: str) -> None:
    """At every size, in a position where sentences are long."""
    page = visit("/")
    new_table(page, name, ["me", *["bot:easy"] * (games.find(name).seats[0] - 1)], ["Ann"])
    play(page, random.Random(2), 0 if name == "new-haven" else 7)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        wait_for_turn(page)
        page.get_by_role("button", name="Hint", exact=True).click()
        button, best = page.locator(".do .button.main"), page.locator(".best button")
        expect(button).to_have_css("pointer-events", "auto")
        if not best.count():  # one thing only can be done
            expect(page.locator(".do .refused")).to_have_count(0)
            continue
        expect(best.first).to_have_attribute("aria-pressed", "true")
        texts = best.all_inner_texts()
        for at, said in enumerate(texts):
            best.nth(at).click()
            expect(best.nth(at)).to_have_attribute("aria-pressed", "true")
            number, text = said.replace("\n", " ").split(" ", 1)
            assert re.fullmatch(r"[+−]?\d+\.\d", number)
            assert name != "new-haven" or re.fullmatch(r"Lay \w+, \w+ above \w+, \w+ on \w\d|Lay the shipment on \w\d and name \w+", text)
            expect(page.locator("main [data-state=picked], .held [data-state=picked], .do .refused").first).to_be_attached()
            if name == "new-haven":
                expect(page.locator(".held [data-state=picked]")).to_have_count(1)
                expect(page.locator("main [data-state=picked]").first).to_be_attached()
        assert len(set(texts)) == len(texts)
        numbers = [float(text.split()[0].replace("−", "-")) for text in texts]
        assert numbers == sorted(numbers, reverse=True)
        assert page.locator(".hints").evaluate(WHOLE) == [], (width, height)
        if height > 720 or width > 900:
            expect(page.locator(".hints .why p")).not_to_have_count(1)  # none, or the first rather than the second, and a sentence or two


def test_in_the_last_round_no_hint_stores_a_card_that_can_never_be_used(visit: Visit) -> None:
    page = visit("/")
    folder = games.find("new-england").folder / "tests" / "golden"
    played = (folder / "three_players.game").read_text(encoding="utf-8").splitlines(keepends=True)
    from_file(page, "".join(played[:306]), ["Ann", "Bob", "Cleo"])
    wait_for_turn(page)
    open_list(page)
    expect(page.locator(".choices section button", has_text="Store").first).to_be_visible()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".do .button.main")).to_have_css("pointer-events", "auto")
    page.keyboard.press("l")
    expect(page.locator(".best button").first).to_be_visible()
    assert not [text for text in page.locator(".best button").all_inner_texts() if "tore " in text]


@pytest.mark.sample
@pytest.mark.parametrize("name", drawn())
def test_a_hint_of_every_game_is_seen_on_the_table_and_done_with_enter(visit: Visit, name: str) -> None:
    page = visit("/")
    new_table(page, name, ["me", *["bot:easy"] * (games.find(name).seats[0] - 1)], ["Ann"])
    for _ in range(6):
        if not wait_for_turn(page):
            break
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.locator(".do .button.main")).to_have_css("pointer-events", "auto")  # before that Enter does nothing either
        before = serial(page)  # a hint is an entry too
        for one in page.locator(".best button").all():
            one.click()
            expect(one).to_have_attribute("aria-pressed", "true")
            seen = "main [data-state=picked], .held [data-state=picked], .do .refused"  # what ends a turn is no piece
            expect(page.locator(seen).first).to_be_attached()
        page.keyboard.press("Enter")
        expect(page.locator(".table")).not_to_have_attribute("data-serial", before)


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


@pytest.mark.sample
def test_why_not_names_the_clause_and_opens_the_rulebook(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    page.locator('[data-word$="b6"]').first.click(force=True)  # not to be chosen, but to be asked about
    expect(page.locator(".why")).to_contain_text("b6 is printed with resources")
    page.locator(".why button").click()
    expect(page.locator("#NH-C4.pointed")).to_be_visible()


@pytest.mark.sample
def test_undo_takes_back(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    act(page, random.Random(1))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".sentence")).to_contain_text("Lay one of your harvest tiles")


def test_a_choice_is_dropped_before_anything_is_taken_back(visit: Visit) -> None:
    page = visit("/")
    anew = page.get_by_role("button", name="Choose again")
    for _ in range(8):  # what was harvested may be too little to build with
        page.goto("/")
        play_now(page, "New Haven")
        act(page, random.Random(1))
        choose(page, random.Random(1))
        if anew.count():
            break
    before = serial(page)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    anew.click()
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


@pytest.mark.sample
def test_the_language_changes_in_mid_game(visit: Visit) -> None:
    page = visit("/", language="de-DE")
    expect(page.locator("h1 + p")).to_contain_text("Neuenglands")
    play_now(page, "New Haven")
    act(page, random.Random(5))
    page.locator("header select").first.select_option("fr")
    expect(page.locator(".sentence.mine")).to_contain_text("À vous")
    expect(page.get_by_role("log")).to_contain_text("posez")
    assert page.evaluate("document.documentElement.lang") == "fr"
    play(page, random.Random(5), 6)
    expect(page.locator(".sentence.mine")).to_contain_text("À vous")  # to play, or to use what is left
