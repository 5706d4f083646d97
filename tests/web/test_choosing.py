"""Choosing: what somebody chose stays chosen, nothing acts by accident, and one gesture confirms."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from web.player import Visit, act, choose, click_at_rest, new_table, play_now, serial, wait_for_turn

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


def to_end_of_building(page: Page, dice: random.Random) -> None:
    """On to where building can be ended with a button, and something was done that can be taken back."""
    play_now(page, "New Haven")
    for _ in range(40):
        wait_for_turn(page)
        if page.locator(".do [data-does]").count() and page.locator(".sentence").inner_text().find("uild") > 0:
            return
        act(page, dice)


def test_a_double_click_on_a_button_presses_nothing_that_comes_there(visit: Visit) -> None:
    page = visit("/")
    to_end_of_building(page, random.Random(4))
    button = page.locator(".do [data-does]").last
    page.wait_for_timeout(550)
    before, box = page.locator(".sentence").inner_text(), button.bounding_box()
    assert box
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, delay=30)
    page.wait_for_timeout(700)
    expect(page.locator(".sentence")).not_to_have_text(before)
    undo = page.locator(".undoing").bounding_box()
    assert undo
    assert undo["x"] + undo["width"] <= box["x"]


def test_what_has_just_come_takes_no_click(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    choose(page, random.Random(1))
    before, button = serial(page), page.locator(MAIN)
    button.click()
    assert serial(page) == before
    expect(button).to_be_visible()
    click_at_rest(button)
    expect(page.locator(".table")).not_to_have_attribute("data-serial", before)


def test_the_focus_goes_to_the_next_choice_and_never_to_what_undoes(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(3)
    new_table(page, "new-england", ["me", "bot:easy", "bot:easy"])
    for _ in range(12):
        wait_for_turn(page)
        act(page, dice)
        page.wait_for_timeout(300)
        where = "document.activeElement.closest('.undoing') ? 'undo' : document.activeElement === document.body ? 'lost' : 'there'"
        assert page.evaluate(where) == "there"


def test_a_second_click_on_the_chosen_place_does_it_in_every_game(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(1)
    for game, seats in (("new-england", 3), ("new-haven", 2), ("new-world", 2)):
        new_table(page, game, ["me"] * seats, ["Ann", "Bob", "Cleo"][:seats])
        wait_for_turn(page)
        choose(page, dice)
        page.wait_for_timeout(550)
        before = serial(page)
        page.locator("main.board [data-state=picked]").last.click()
        expect(page.locator(".table")).not_to_have_attribute("data-serial", before)


def test_enter_after_a_choice_by_mouse_does_it(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    page.locator(".tiles [data-word]").first.click()
    page.locator('[data-word="d4"]').click()
    expect(page.locator(MAIN)).to_have_text("Lay the tile on d4")
    page.wait_for_timeout(550)
    before = serial(page)
    page.keyboard.press("Enter")
    expect(page.locator(".table")).not_to_have_attribute("data-serial", before)


def test_a_tile_is_laid_with_few_keys(visit: Visit) -> None:
    page = visit("/")
    for title in ("New Haven", "New World"):
        page.goto("/")
        play_now(page, title)
        wait_for_turn(page)
        page.wait_for_timeout(550)
        before, strokes = serial(page), 0
        page.keyboard.press("ArrowUp")  # from anywhere to the first that can be chosen
        for _ in range(6):
            state = page.evaluate("document.activeElement.dataset?.state ?? ''")
            for _ in range(12):
                if state in {"live", "picked"} and (page.locator(MAIN).count() or state == "live"):
                    break
                page.keyboard.press("ArrowUp")
                state = page.evaluate("document.activeElement.dataset?.state ?? ''")
            page.keyboard.press("Enter")
            strokes += 1
            page.wait_for_timeout(250)
            if serial(page) != before:
                break
        assert serial(page) != before
        assert strokes <= 6


def test_the_keys_are_listed_behind_a_question_mark(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    page.keyboard.press("?")
    keys = page.get_by_role("region", name="Keys")
    expect(keys).to_contain_text("turns the tile")
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    page.locator("header").get_by_role("button", name="Keys").click()
    expect(keys).to_be_visible()
