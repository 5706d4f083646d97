"""The first page: one's matches, what waits first and who won; codes as people type them; and options that do not go together."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from newfound import games
from web.player import Visit, against_bots, blameless, drawn, new_table, play_now, to_the_end

each_game = pytest.mark.parametrize("game", drawn())


@pytest.mark.sample
@each_game
def test_what_is_mine_to_move_comes_first_and_what_is_over_says_who_won(visit: Visit, axe: str, game: str) -> None:
    page = visit("/")
    title = games.find(game).title
    mine = against_bots(page, game)
    expect(page.locator(".sentence.mine")).to_be_visible()
    over = against_bots(page, game)
    to_the_end(page, over)
    won = page.locator(".final h2").inner_text()
    waiting = new_table(page, game, ["me", *["open"] * (games.find(game).seats[0] - 1)], ["Ann"])
    page.locator(".share").wait_for()
    page.goto("/")
    cards = page.locator("section", has_text="Your matches").locator("a.card")
    expect(cards).to_have_count(3)
    assert [(card.get_attribute("href") or "").split("/")[-1] for card in cards.all()] == [mine, waiting, over]
    expect(cards.nth(0)).to_contain_text(re.compile(r"Your turn · since .*\d"))
    cards.nth(2).scroll_into_view_if_needed()
    expect(cards.nth(2)).to_contain_text(won)
    expect(cards.nth(2)).to_contain_text(title)
    blameless(page, axe, "home with matches")
    cards.nth(2).click()
    expect(page.locator(".final h2")).to_have_text(won)


@pytest.mark.sample
def test_a_code_is_read_whatever_its_case_and_blanks_and_a_wrong_one_gets_a_sentence(visit: Visit, axe: str) -> None:
    page = visit("/")
    code = new_table(page, "new-haven", ["me", "open"], ["Ann"])
    guest = visit("/")
    field = guest.get_by_label("Join with a code")
    for wrong in ("zzzz-zzzz", "?", "a" * 40):
        field.fill(wrong)
        field.press("Enter")
        expect(guest.get_by_text("There is no table with this code.")).to_be_visible()
        assert guest.url.endswith("/")
    blameless(guest, axe, "a wrong code")
    field.fill(f" {code[:4].upper()} {code[4:]} ")
    expect(guest.get_by_text("There is no table with this code.")).to_have_count(0)
    field.press("Enter")
    guest.wait_for_url(f"**/t/{code}")
    expect(guest.get_by_role("button", name="Take seat 2")).to_be_visible()
    other = visit(f"/t/{code.upper()}")
    expect(other.get_by_role("button", name="Take seat 2")).to_be_visible()


@pytest.mark.parametrize(("language", "sentence"), [("en-GB", "side A only"), ("fr-FR", "que sur la face A"), ("de-DE", "nur auf Seite A")])
def test_options_that_do_not_go_together_say_so_before_one_begins(visit: Visit, axe: str, language: str, sentence: str) -> None:
    page = visit("/new/new-haven", language=language)
    begin = page.locator("form > button.main")
    expect(begin).to_be_enabled()
    page.locator("#option-careful").select_option(index=1)
    expect(page.locator("#problem")).to_be_empty()
    page.locator("#option-side").select_option(index=1)
    expect(page.locator("#problem")).to_contain_text(sentence)
    expect(begin).to_be_disabled()
    blameless(page, axe, "options that do not go together")
    page.locator("#option-side").select_option(index=0)
    expect(page.locator("#problem")).to_be_empty()
    begin.click()
    page.wait_for_url("**/t/*")


def test_a_finished_match_is_taken_off_the_list_after_being_asked_once(visit: Visit) -> None:
    page = visit("/")
    mine = against_bots(page, "new-haven")
    over = against_bots(page, "new-haven")
    to_the_end(page, over)
    page.goto("/")
    cards = page.locator("section", has_text="Your matches").locator("li")
    expect(cards).to_have_count(2)
    assert cards.nth(0).get_by_role("button").count() == 0, "what is being played stays"
    remove = cards.nth(1).get_by_role("button")
    remove.click()
    expect(cards).to_have_count(2)
    remove.click()
    expect(cards).to_have_count(1)
    expect(cards.locator("a")).to_have_attribute("href", f"/t/{mine}")


@pytest.mark.sample
def test_the_first_match_of_a_game_on_a_device_is_a_kind_one(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New England")
    expect(page.get_by_text("bot, easy")).to_have_count(2)
    expect(page.get_by_text("Played with: First game")).to_be_visible()
    page.goto("/")
    play_now(page, "New England")
    expect(page.get_by_text("bot, medium")).to_have_count(2)
    expect(page.get_by_text("Played with")).to_have_count(0)
