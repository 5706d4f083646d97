"""Tiles and pieces are dragged, by mouse and by finger; the map is still moved and the tray still scrolled."""

from __future__ import annotations

import os
import random

import pytest
from playwright.sync_api import Page, expect

from newfound import games
from web.player import (
    AT_REST,
    IN_SIGHT,
    LIVE,
    Visit,
    act,
    blameless,
    drag,
    drag_by_finger,
    drawn,
    is_over,
    new_table,
    play_now,
    serial,
    wait_for_turn,
)

WHOLE = bool(os.environ.get("NEWFOUND_ALL"))
MOST = 2000 if WHOLE else 12
MAIN = ".do .button.main"
PIECE = f".held {LIVE}, .held [data-drag]:not(:disabled)"
PLACE = f"main {LIVE}"


def act_by_dragging(page: Page, dice: random.Random) -> bool:
    """A piece of the hand is dragged to a place in sight, then done; what is no piece is done as usual. Whether it was dragged."""
    before = serial(page)
    pieces = page.locator(PIECE)
    if not pieces.count():
        act(page, dice)
        return False
    page.evaluate(AT_REST)
    piece = pieces.nth(dice.randrange(pieces.count()))
    if not piece.evaluate("(one) => one.matches('[data-drag]')"):
        piece.click()  # which shows where it can go
    else:
        page.wait_for_timeout(50)
    places = page.locator(PLACE)
    seen = places.evaluate_all(IN_SIGHT)
    if not seen:
        page.keyboard.press("Escape")
        act(page, dice)
        return False
    place = places.nth(dice.choice(seen))
    word = place.get_attribute("data-word")
    held = page.locator(".held [data-state=picked]")
    drag(page, held.first if held.count() else piece, place)
    expect(page.locator(f'main [data-word="{word}"][data-state=picked]')).to_have_count(1)
    if not page.locator(MAIN).count():  # more than one way is left
        act(page, dice)
        return True
    page.locator(MAIN).press("Enter")
    page.wait_for_function("(before) => (document.querySelector('.table')?.dataset.serial ?? '') !== before", arg=before)
    return True


@pytest.mark.parametrize("name", drawn())
def test_a_match_by_dragging(visit: Visit, name: str, axe: str) -> None:
    page, dice, dragged = visit("/"), random.Random(6), 0
    new_table(page, name, ["me", *["bot:easy"] * (games.find(name).seats[0] - 1)])
    for count in range(MOST):
        if not wait_for_turn(page):
            break
        dragged += act_by_dragging(page, dice)
        if count % 40 == 3:
            blameless(page, axe, f"{name}, {count}")
    assert dragged > 2
    assert is_over(page) or not WHOLE
    blameless(page, axe, name)


@pytest.mark.sample
def test_what_is_dragged_is_chosen_where_it_is_let_go_and_done_once_confirmed(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    before, tile, place = serial(page), page.locator(".tiles [data-word]").first, page.locator('main [data-word="d4"]')
    drag(page, tile, place)
    expect(page.locator(MAIN)).to_have_text("Lay the tile on d4")
    expect(tile).to_have_attribute("data-state", "picked")
    expect(page.locator(".dragged")).to_have_count(0)
    assert serial(page) == before
    drag(page, tile, page.locator('main [data-word="c3"]'))  # once more: elsewhere
    expect(page.locator(MAIN)).to_have_text("Lay the tile on c3")
    page.wait_for_timeout(550)
    page.locator('main [data-word="c3"]').click()
    expect(page.locator(".table")).not_to_have_attribute("data-serial", before)


def test_a_place_that_a_dragged_piece_cannot_have_says_why_and_keeps_the_piece(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    tile = page.locator(".tiles [data-word]").first
    drag(page, tile, page.locator('main [data-word$="b6"]').first)
    expect(page.locator(".why")).to_contain_text("b6 is printed with resources")
    expect(tile).to_have_attribute("data-state", "picked")


def test_a_finger_that_rests_drags_and_one_that_does_not_scrolls(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    play_now(page, "New Haven")
    tile, place = page.locator(".tiles [data-word]").first, page.locator('main [data-word="d4"]')
    drag_by_finger(page, tile, place, rests=0)
    expect(page.locator(MAIN)).to_have_count(0)
    drag_by_finger(page, tile, place)
    expect(page.locator(MAIN)).to_have_text("Lay the tile on d4")


def test_the_map_is_still_moved_by_hand(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New World")
    wait_for_turn(page)
    page.evaluate(AT_REST)
    where = "document.querySelector('.map').style.transform"
    before = page.evaluate(where)
    page.mouse.move(300, 300)
    page.mouse.down()
    page.mouse.move(420, 360, steps=5)
    page.mouse.up()
    assert page.evaluate(where) != before
    before = page.evaluate(where)
    cell = page.locator("main [data-cell][data-state=live]")
    cell = cell.nth(cell.evaluate_all(IN_SIGHT)[0])
    drag(page, page.locator(".hand"), cell)
    expect(page.locator(MAIN)).to_contain_text("Lay it in column")
    page.evaluate(AT_REST)
