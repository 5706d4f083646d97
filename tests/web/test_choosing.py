"""Choosing: what somebody chose stays chosen, nothing acts by accident, and one gesture confirms."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from newfound import games
from newfound.games import new_world
from web.player import (
    Visit,
    act,
    against_bots,
    begin,
    choose,
    from_file,
    is_mine,
    knows,
    new_table,
    open_list,
    play_now,
    serial,
    slow,
    to_the_end,
    two_people,
    wait_for_turn,
)

MAIN = ".do .button.main"
SPACE = '[aria-label*="village" i] [data-word]'


def words(page: Page, where: str) -> set[str]:
    return set(page.locator(where).evaluate_all("(all) => all.map((one) => one.dataset.word)"))


@pytest.mark.sample
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
    if page.locator('[data-state="live"]').count():
        button.click()  # it asks once
    expect(button).to_have_css("pointer-events", "auto")
    before, box = page.locator(".sentence").inner_text(), button.bounding_box()
    assert box
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, delay=30)
    page.wait_for_timeout(700)
    expect(page.locator(".sentence")).not_to_have_text(before)
    undo = page.locator(".undoing").bounding_box()
    assert undo
    assert undo["x"] + undo["width"] <= box["x"]


def test_going_on_is_called_so_and_is_asked_once_where_one_could_still_build(visit: Visit) -> None:
    """Alike against a bot and among people."""
    page, dice = visit("/"), random.Random(4)
    for seats in (["me", "bot:easy"], ["me", "me"]):
        new_table(page, "new-haven", seats, ["Ann", "Bob"][: seats.count("me")])
        on = page.locator(".do [data-does]")
        for _ in range(60):
            wait_for_turn(page)
            if page.locator(".hand [data-state=live]").count() and on.count():
                break
            act(page, dice)
        expect(on).to_have_text("Go on")
        before = serial(page)
        on.click()
        expect(page.locator(".brings")).to_contain_text("You could still build.")
        assert serial(page) == before
        page.keyboard.press("Escape")
        act(page, dice)  # builds
        wait_for_turn(page)
        if page.locator(".sentence", has_text="uild").count():
            expect(on).to_have_text("Build no more")
            if page.locator(".hand [data-state=live]").count():
                on.click()
            before = serial(page)
            on.click()
            expect(page.locator(".table, .curtain")).not_to_have_attribute("data-serial", before)


def test_who_could_only_move_a_figure_is_not_asked_whether_they_are_sure(visit: Visit) -> None:
    page = visit("/")
    bought = (games.find("new-england").folder / "lessons" / "pilgrims.game").read_text(encoding="utf-8")
    from_file(page, f"{bought}0 buy pilgrim f4\n", ["Ann", "Bob", "Cleo"])
    wait_for_turn(page)
    end, before = page.locator(".do [data-does]"), serial(page)
    end.press("Enter")
    expect(page.locator(".brings")).to_contain_text("You could still do something.")  # buy once more
    assert serial(page) == before
    from_file(page, f"{bought}0 buy pilgrim f4\n0 buy cropland g5\n", ["Ann", "Bob", "Cleo"])
    wait_for_turn(page)
    before = serial(page)
    end.press("Enter")
    expect(page.locator(".table, .curtain").first).not_to_have_attribute("data-serial", before)


def test_by_keyboard_one_goes_on_among_what_has_opened_over_the_board(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New Haven")
    wait_for_turn(page)
    page.locator('.tray [data-word="ship"]').press("Enter")
    cell = page.locator(".board [data-word][data-state=live]").first
    cell.focus()
    page.keyboard.press("Enter")
    expect(page.locator('.board [data-word="wheat"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator('.board [data-word="timber"]')).to_be_focused()


def too_early(button: Locator) -> None:
    """A click where it stands, not waiting until it can be pressed."""
    button.click(force=True)
    button.click(force=True, click_count=2)
    expect(button).to_be_visible()


def test_what_has_just_come_takes_no_click(visit: Visit) -> None:
    page = slow(visit("/"))
    play_now(page, "New Haven")
    choose(page, random.Random(1))
    before, button = serial(page), page.locator(MAIN)
    too_early(button)
    assert serial(page) == before
    button.click()
    expect(page.locator(".table")).not_to_have_attribute("data-serial", before)


def test_a_curtain_that_has_just_come_is_opened_by_no_click_and_no_key(visit: Visit) -> None:
    """What the second of two clicks, or a key that is held, would show is another's hand."""
    page = slow(visit("/"))
    new_table(page, "new-haven", ["me", "me"], ["Ann", "Bob"])
    curtain = page.locator(".curtain button")
    for _ in range(30):
        page.wait_for_selector(f"[data-word][data-state=live], {MAIN}, .do [data-does]")
        choose(page, random.Random(2))
        before = serial(page)
        button = page.locator(f"{MAIN}, .do [data-does]").last
        button.focus()
        page.keyboard.down("Enter")
        page.wait_for_function("(before) => document.querySelector('.curtain, .table:not([data-serial=\"' + before + '\"])')", arg=before)
        if curtain.count():
            break
        page.keyboard.up("Enter")
    page.keyboard.down("Enter")  # still held: the browser repeats it
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    too_early(curtain)
    expect(curtain).to_be_focused()
    page.keyboard.down("Enter")
    expect(curtain).to_have_count(0)
    before = serial(page)
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    assert serial(page) == before


def test_the_end_comes_under_no_click(visit: Visit) -> None:
    page = slow(visit("/"))
    code = against_bots(page, "new-world")
    to_the_end(page, code)
    again = page.get_by_role("button", name="Play again")
    for one in (again, page.get_by_role("link", name="Replay")):
        too_early(one)
    assert page.url.endswith(f"/t/{code}")
    again.click()
    page.wait_for_url(lambda url: code not in url)


def test_a_question_that_has_just_come_is_answered_by_no_click(visit: Visit) -> None:
    """A ribbon comes unasked; a click meant for what was there goes there."""
    ann, bob = slow(visit("/")), slow(visit("/"))
    two_people(ann, bob)
    plays, waits = (ann, bob) if ann.locator(".sentence.mine").count() else (bob, ann)
    while plays.locator(".sentence.mine").count():
        act(plays, random.Random(1))
    plays.get_by_role("button", name="Ask to take back").click()
    agree = waits.get_by_role("button", name="Agree", exact=True)
    too_early(agree)
    expect(plays.locator("section.ribbon")).to_be_visible()
    agree.click()
    expect(plays.locator("section.ribbon")).to_have_count(0)


def test_a_double_click_does_not_answer_what_it_asks(visit: Visit) -> None:
    """What cannot be taken back asks once."""
    page = slow(visit("/"))
    new_table(page, "new-haven", ["me", "open"], ["Ann"])
    button = page.get_by_role("button", name="Cancel the table")
    button.dblclick()
    sure = page.get_by_role("button", name="Really cancel it")
    too_early(sure)
    sure.click()
    expect(page.get_by_text("This table was cancelled before the match began.")).to_be_visible()


def test_a_key_that_is_held_does_nothing_more(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "New World")
    wait_for_turn(page)
    open_list(page)
    page.locator(".choices section button").first.focus()
    page.wait_for_timeout(550)
    before = serial(page)
    for _ in range(3):
        page.keyboard.down("Enter")
    expect(page.locator(MAIN)).to_be_visible()
    assert serial(page) == before
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".table")).not_to_have_attribute("data-serial", before)


def test_the_focus_goes_to_the_next_choice_and_never_to_what_undoes(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(3)
    new_table(page, "new-england", ["me", "bot:easy", "bot:easy"])
    for _ in range(12):
        wait_for_turn(page)
        act(page, dice)
        page.wait_for_function("document.activeElement !== document.body")
        assert not page.evaluate("document.activeElement.closest('.undoing') !== null")


def test_while_another_is_to_act_the_focus_is_on_the_sentence_after_a_bid_too(visit: Visit) -> None:
    ann, bob, dice = visit("/"), visit("/"), random.Random(3)
    two_people(ann, bob, "new-england")
    done = set[str]()
    for _ in range(60):
        page = next((one for one in (ann, bob) if is_mine(one)), None)
        if not page:
            ann.wait_for_timeout(50)
            continue
        choose(page, dice)
        says = page.locator(f"{MAIN}, .do [data-does]").last.inner_text()
        act(page, dice)
        expect(page.locator(".sentence:focus, .sentence.mine")).to_have_count(1)
        if page.locator(".sentence:focus").count():
            done.add(says.split()[0])
        if "Take" in done:
            return
    raise AssertionError(f"no bid among {done}")


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


CHOSEN = "() => [...document.querySelectorAll('[data-state=picked]')].map((one) => one.dataset.word).join(' ')"


@pytest.mark.sample
def test_a_tile_is_laid_with_few_keys(visit: Visit) -> None:
    page = visit("/")
    for title in ("New England", "New Haven", "New World"):
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
            was = page.evaluate(CHOSEN)
            page.keyboard.press("Enter")
            strokes += 1
            page.wait_for_function(
                f"([was, before]) => document.querySelector('.table').dataset.serial !== before || !['', was].includes(({CHOSEN})())",
                arg=[was, before],
            )
            if serial(page) != before:
                break
        assert serial(page) != before
        assert strokes <= 6


@pytest.mark.sample
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


def test_the_resources_of_a_shipment_are_pieces_at_its_place_each_with_its_preview(visit: Visit) -> None:
    for width, height in ((1440, 900), (390, 844), (360, 640)):
        page = visit("/", width=width, height=height)
        play_now(page, "New Haven")
        page.locator('.held [data-word="ship"]').click()
        page.locator('main [data-word="c6"]').click()
        expect(page.locator(MAIN)).to_have_count(0)
        for resource, brings in (("sheep", "5 sheep, gathered over b6, c6."), ("wheat", "4 wheat, gathered over c6.")):
            piece = page.get_by_role("button", name=f"Name {resource}", exact=True)
            box = piece.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44
            piece.click()
            expect(page.locator(".brings")).to_contain_text(brings)
            expect(page.locator(MAIN)).to_have_text(f"Lay the shipment on c6 and name {resource}")
        page.wait_for_timeout(550)
        before = serial(page)
        page.get_by_role("button", name="Name wheat", exact=True).click()  # once more, and it is done
        expect(page.locator(".table")).not_to_have_attribute("data-serial", before)


def test_a_bid_says_what_it_costs_and_an_item_what_it_would_be_used_for(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(2)
    new_table(page, "new-england", ["me", "me", "me"], ["Ann", "Bob", "Cleo"])
    marker = page.get_by_role("button", name=re.compile("^Marker 4"))
    for _ in range(30):
        wait_for_turn(page)
        if marker.count():
            break
        act(page, dice)
    money = int((page.get_by_title(re.compile("shillings; income")).first.get_attribute("title") or "").split()[0])  # alike for all
    says = f"2 × 4 = 8, leaves {money - 8}"
    marker.hover()
    expect(page.locator(".brings")).to_contain_text(says)
    marker.click()
    expect(page.locator(MAIN)).to_have_text(f"Take marker 4: {says}")
    page.keyboard.press("Escape")
    tile = page.locator('[data-group="offer"] [data-word$="@1"]').filter(visible=True)
    for at in range(tile.count()):
        tile.nth(at).click(force=True)
        expect(page.locator(".why")).to_be_visible()
        if "could go here" in page.locator(".why").inner_text():
            break
        page.keyboard.press("Escape")
    expect(page.locator(".why")).to_contain_text("First the bids. Bought by you, it could go here")
    named = set(re.findall(r"\b[a-k][1-9]\b", page.locator(".why").inner_text()))
    lit = page.locator("main .lit").evaluate_all("(all) => all.flatMap((one) => one.dataset.cells.split(' '))")
    assert named <= set(lit)
    expect(marker).to_have_attribute("data-state", "live")  # nothing was chosen by looking


def test_every_preview_names_who_gains_the_surveyors_bonus_included(visit: Visit) -> None:
    """The march of the surveyors: Blue's tile completes Blue's farm, a free town, and a town of Red's."""
    page = visit("/")
    played = (Path(new_world.__file__).parent / "tests/golden/march.game").read_text(encoding="utf-8")
    from_file(page, played.split("1 lay 1,6")[0], ["Yellow", "Blue", "Red", "Green"])
    wait_for_turn(page)
    page.locator('.held [data-word="r0"]').click()
    page.locator('main [data-word="1,6"]').click()
    brings = page.locator(".brings")
    expect(brings).to_contain_text("That completes Blue's farm: 17 points for Blue.")
    expect(brings).to_contain_text("That completes a town with nobody on it: a settler put there now scores 12 points.")
    expect(brings).to_contain_text("That completes Red's town: 12 points for Red.")
    expect(page.locator("main .foreseen text")).to_have_text(["+12", "+17"])
    page.locator(MAIN).click()
    expect(page.locator(".sentence")).to_contain_text("Put a settler")
    card = page.locator('.held [data-word="town-e"]')
    expect(card).to_contain_text("12 points now")
    card.click()
    expect(page.locator(MAIN)).to_have_text("Put a shopkeeper in the town to the east: 12 points")
    page.locator(MAIN).click()
    expect(page.locator(".sentence")).to_contain_text("scored next")
    open_list(page)
    for spot, what, gains in (("farm-s", "farm to the south", "17 points for Blue"), ("town-n", "town to the north", "12 points for Red")):
        expect(page.locator(f'.held [data-word="{spot}"]')).to_contain_text(gains)
        expect(page.locator(".choices")).to_contain_text(f"Score the {what} next: {gains}")
        page.locator(f'.held [data-word="{spot}"]').click()
        expect(page.locator(MAIN)).to_have_text(f"Score the {what} next: {gains}")
        page.keyboard.press("Escape")
    page.locator('.held [data-word="town-n"]').click()
    page.locator(MAIN).click()
    expect(page.locator(".side")).to_contain_text("12")


def test_a_tile_that_another_drew_is_theirs_by_name(visit: Visit) -> None:
    page = visit("/")
    code = new_table(page, "new-world", ["me", "open"], ["Ann"])
    other = visit("/")
    knows(other)
    other.goto(f"/t/{code}")
    other.get_by_role("textbox").first.fill("Bob")
    other.get_by_role("button", name="Take seat").click()
    begin(page, other)
    page.wait_for_selector(".held h2")
    waits = other if page.locator(".sentence.mine").count() else page
    plays = page if waits is other else other
    name = "Ann" if plays is page else "Bob"
    expect(waits.locator(".held h2")).to_have_text(f"{name}'s tile")
    expect(plays.locator(".held h2")).to_have_text("Tile in hand")
