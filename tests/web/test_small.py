"""Small screens: every family of New England in sight, 200 % zoom on a phone, nothing that covers or cuts what is chosen from."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Locator, Page, expect

from newfound import games
from web.player import AT_REST, CUT, LIVE, Visit, act, against_bots, choose, drawn, new_table, serial, to_the_end, wait_for_turn

PHONES = [(390, 844), (360, 640), (844, 390)]
MAIN = ".do .button.main"


def seated(page: Page, game: str, seats: int = 0) -> None:
    new_table(page, game, ["me", *["bot:easy"] * ((seats or games.find(game).seats[0]) - 1)], ["Ann"])
    wait_for_turn(page)


@pytest.mark.sample
@pytest.mark.parametrize(("width", "height"), PHONES)
@pytest.mark.parametrize("seats", [3, 4])
def test_every_family_is_whole_in_sight(visit: Visit, width: int, height: int, seats: int) -> None:
    page, dice = visit("/", width=width, height=height), random.Random(5)
    seated(page, "new-england", seats)
    plates = page.locator("main section")
    expect(plates).to_have_count(seats)
    beside = page.locator("main .beside")
    for tab in ("Log", "Hand"):
        page.locator(".tabs").get_by_role("button", name=tab).click()
        assert plates.evaluate_all(CUT) == []
        assert plates.locator(".figure, .money, .marker").evaluate_all(CUT) == []
        assert beside.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    act(page, dice)
    wait_for_turn(page)
    page.get_by_role("button", name="Large map").click()
    plot = page.locator(f"main {LIVE}, main [data-state=idle]").first
    plot.scroll_into_view_if_needed()
    assert (plot.bounding_box() or {"width": 0})["width"] >= 44
    page.locator(".tabs").get_by_role("button", name="Table").click()
    expect(page.locator(".held section")).to_have_count(seats)
    to_the_end(page, page.url.rsplit("/", 1)[1])
    page.locator(".tabs").get_by_role("button", name="Result").click()
    if page.locator("main .large").count():
        page.get_by_role("button", name="Large map").click()
    assert plates.evaluate_all(CUT) == []


def test_sideways_every_bid_marker_is_whole_in_sight(visit: Visit) -> None:
    page, dice = visit("/", width=844, height=390), random.Random(2)
    seated(page, "new-england")
    markers = page.locator("[data-group=markers] [data-word]")
    while not markers.count():
        act(page, dice)
        wait_for_turn(page)
    expect(markers).to_have_count(10)
    assert markers.evaluate_all(CUT) == []


def test_a_plot_says_that_it_is_not_the_time_for_it(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(2)
    seated(page, "new-england")
    while not page.locator("[data-group=markers]").count():
        act(page, dice)
        wait_for_turn(page)
    page.locator("main [data-state=idle]").first.click(force=True)
    expect(page.locator(".why")).to_contain_text("NE-R2")


def reached(thing: Locator) -> bool:
    """Whether scrolling brings it into sight, with nothing over it."""
    thing.evaluate("(one) => one.scrollIntoView({block: 'center'})")
    return bool(thing.evaluate_all(CUT) == [])


@pytest.mark.sample
@pytest.mark.parametrize("name", drawn())
@pytest.mark.parametrize("height", [300, 195])  # 844 x 600 and 844 x 390, a phone on its side
def test_at_200_percent_everything_is_reached_by_scrolling(visit: Visit, name: str, height: int) -> None:
    page, dice = visit("/", width=422, height=height), random.Random(2)
    seated(page, name)
    for _ in range(8 if height < 200 else 3):
        choose(page, dice)
        picked = page.locator("[data-word][data-state=picked]")
        if picked.count():
            page.evaluate(AT_REST)
            assert reached(picked.last), picked.last.evaluate("(one) => one.outerHTML.slice(0, 300)")
        board = page.locator("main.board").bounding_box()
        assert board
        assert board["height"] < height - 40  # a finger beside it moves the page
        assert reached(page.locator(f"{MAIN}, .do [data-does]").last)
        assert page.evaluate("scrollY + innerHeight <= document.documentElement.scrollHeight + 1 && scrollY >= 0")
        for tab in page.locator(".tabs button").all():
            assert reached(tab)
        for seat in page.locator(".side li button").all():
            assert reached(seat)
        before = serial(page)
        page.wait_for_timeout(550)
        page.locator(f"{MAIN}, .do [data-does]").last.click()
        if serial(page) == before and page.locator(".refused").count():  # it is asked once
            page.wait_for_timeout(550)
            page.locator(MAIN).click()
        expect(page.locator(".table")).not_to_have_attribute("data-serial", before)
        wait_for_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 422


def test_at_200_percent_a_replay_scrolls(visit: Visit) -> None:
    page = visit("/", width=422, height=195)
    code = against_bots(page, "new-world")
    to_the_end(page, code)
    page.goto(f"/t/{code}/replay?at=20")
    for thing in page.locator(".steps button, .steps select, [role=slider], .heads button").all():
        assert reached(thing)
    board = page.locator("main.board").bounding_box()
    assert board
    assert board["width"] > 400
    assert page.evaluate("document.documentElement.scrollWidth") <= 422


def test_a_phone_that_is_turned_keeps_why_not_in_sight(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    seated(page, "new-haven")
    page.locator('[data-word$="f2"]').first.click(force=True)
    expect(page.locator(".why")).to_contain_text("f2 is printed with resources")
    for width, height in ((844, 390), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        assert page.locator(".why").evaluate_all(CUT) == []
    expect(page.locator(".why")).to_be_visible()


def test_after_the_end_there_is_no_list_of_choices_and_the_result_opens_at_its_top(visit: Visit) -> None:
    page = visit("/", width=360, height=640)
    code = against_bots(page, "new-haven")
    list_tab = page.locator(".tabs").get_by_role("button", name="List")
    list_tab.click()
    page.locator(".held").evaluate("(held) => (held.scrollTop = 30)")
    to_the_end(page, code)
    expect(page.locator(".final h2")).to_be_visible()
    expect(list_tab).to_have_count(0)
    assert page.locator(".held").evaluate("(held) => held.scrollTop") == 0
    page.keyboard.press("l")
    expect(page.locator(".choices")).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.locator("header").get_by_role("button", name="All choices")).to_have_count(0)
