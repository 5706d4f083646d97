"""Choosing: what somebody chose stays chosen, nothing acts by accident, and one gesture confirms."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from web.player import Visit, act, new_table, play_now, wait_for_turn

MAIN = ".do .button.main"
SPACE = '[aria-label*="village" i] [data-word]'


def words(page: Page, where: str) -> set[str]:
    return set(page.locator(where).evaluate_all("(all) => all.map((one) => one.dataset.word)"))


def test_a_place_that_the_chosen_piece_cannot_have_keeps_the_piece_and_says_why(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(4)
    play_now(page, "New Haven")
    hand = page.locator(".hand [data-state=live]")
    closed: list[str] = []
    for _ in range(60):
        wait_for_turn(page)
        for at in range(hand.count()):
            before = words(page, f"{SPACE}[data-state=live]")
            hand.nth(at).click()
            closed = sorted(before & words(page, f"{SPACE}[data-state=idle]"))
            if closed:
                break
            page.keyboard.press("Escape")
        if closed:
            break
        act(page, dice)
    piece = page.locator(".hand [data-state=picked]")
    name = piece.get_attribute("data-word")
    page.locator(f'{SPACE}[data-word="{closed[0]}"]').click(force=True)
    expect(page.locator(".why")).to_be_visible()
    expect(page.locator(".why button")).to_contain_text("NH-")
    expect(piece).to_have_attribute("data-word", name or "")
    expect(page.locator(f"{SPACE}[data-state=picked]")).to_have_count(0)


def test_with_nothing_chosen_why_not_guesses_no_piece(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(2)
    new_table(page, "new-england", ["me", "me", "me"], ["Ann", "Bob", "Cleo"])
    idle = page.locator('[data-group="coast"] [data-state=idle]')
    for _ in range(30):
        wait_for_turn(page)
        if page.locator('[data-group="offer"] [data-state=live]').count() > 1 and idle.count():
            break
        act(page, dice)
    idle.first.click(force=True)
    expect(page.locator(".why")).to_have_text("That depends on the piece. Choose one first.")
