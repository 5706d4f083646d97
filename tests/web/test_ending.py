"""The end is an occasion: who won, large; everything counted up by name on the board; what one may want next. The last round is told."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from newfound import games
from newfound.core.text import game_catalog
from web.player import Visit, against_bots, blameless, bots_only, drawn, settled, to_the_end

SIZES = [(1440, 900), (390, 844), (844, 390)]
each_game = pytest.mark.parametrize("game", drawn())


def finished(page: Page, game: str) -> str:
    """A match against bots that has come to its end before the eyes of the first seat."""
    code = against_bots(page, game)
    to_the_end(page, code)
    page.locator(".result").wait_for()
    return code


def frame(page: Page, code: str) -> Any:
    return page.evaluate("async (code) => (await fetch(`/api/tables/${code}/frame`)).json()", code)


def totals(page: Page) -> list[int]:
    return [int(text) for text in page.locator("ul[aria-label=Players] .score").all_inner_texts()]


@each_game
def test_points_are_counted_up_thing_by_thing_on_the_board_and_skipped_at_a_click(visit: Visit, game: str) -> None:
    page = visit("/", still=False)
    for _ in range(8):  # some build next to nothing
        code = finished(page, game)
        skip = page.get_by_role("button", name="To the result")
        skip.wait_for()
        ended = frame(page, code)
        if len(ended["reckoning"]) > 3:
            break
    final = [score["total"] for score in ended["scores"]]
    assert totals(page) != final, "nobody has all their points yet"
    page.locator(".lines li").nth(1).wait_for()
    counted = page.locator(".lines li").count()
    assert counted < len(ended["reckoning"])
    skip.click()
    expect(page.locator(".lines li")).to_have_count(len(ended["reckoning"]))
    assert totals(page) == final
    expect(page.locator(".final h2")).to_be_visible()
    words = game_catalog(games.find(game).folder, "en")
    players = page.locator("ul[aria-label=Players] b").all_inner_texts()
    for at, news in enumerate(ended["reckoning"]):
        line = page.locator(".lines li").nth(at)
        assert int(line.locator("b").inner_text()) == news["points"]
        filled = {"seat": news["seat"], "points": news["points"], "cells": ", ".join(news["cells"]), "players": players, "reader": 0}
        expect(line.locator(".thing")).to_have_text(words.say(news["key"], **filled | news["values"]))
        if news["cells"] and at % 3 == 0:
            line.locator("button").focus()
            expect(page.locator(".news-ring.pointed").first).to_be_visible()
            expect(line).to_have_class(re.compile("now"))


def test_the_count_ends_by_itself(visit: Visit) -> None:
    page = visit("/", still=False)
    code = finished(page, "new-haven")
    expect(page.locator(".final h2")).to_be_visible(timeout=40_000)
    expect(page.locator(".final.counting")).to_have_count(0)
    assert totals(page) == [score["total"] for score in frame(page, code)["scores"]]


@pytest.mark.sample
@each_game
def test_who_won_is_said_large_and_to_oneself_as_you(visit: Visit, game: str) -> None:
    """A match of bots, the last events of it played by whoever won it."""
    page = visit("/")
    for _ in range(8):
        code = bots_only(page, game, games.find(game).seats[0])
        first = frame(page, code)["ranking"].index(1)
        file = page.evaluate("async (code) => (await fetch(`/api/tables/${code}/game`)).text()", code)
        events = frame(page, code)["at"]
        ask = """async (body) => (await (await fetch('/api/uploads', {method: 'POST', body: JSON.stringify(body),
          headers: {'content-type': 'application/json'}})).json()).code"""
        seats = [{"kind": "me"} if seat == first else {"kind": "bot", "level": "random"} for seat in range(games.find(game).seats[0])]
        again = page.evaluate(ask, {"file": file, "at": events - 2, "seats": seats})
        page.goto(f"/t/{again}")
        to_the_end(page, again)
        title = page.locator(".final h2")
        title.wait_for()
        if frame(page, again)["ranking"].count(1) == 1 and frame(page, again)["ranking"][first] == 1:
            break
    expect(title).to_have_text("You win")
    assert title.evaluate("(one) => Number.parseFloat(getComputedStyle(one).fontSize)") >= 28
    expect(page.locator(".final .head p")).to_contain_text(re.compile("more than|level with"))
    stranger = visit(f"/t/{again}")
    expect(stranger.locator(".final h2")).to_have_text(re.compile(r"^\w+ wins$"))


def test_without_movement_the_result_is_there_at_once_and_can_still_be_counted(visit: Visit) -> None:
    page = visit("/")
    finished(page, "new-haven")
    expect(page.locator(".final h2")).to_be_visible()
    page.get_by_role("button", name="Count up").click()
    expect(page.locator(".final h2")).to_have_count(0)
    page.get_by_role("button", name="To the result").click()
    expect(page.locator(".final h2")).to_be_visible()


@pytest.mark.sample
def test_again_replay_share_and_save_are_beside_it(visit: Visit) -> None:
    page = visit("/")
    code = finished(page, "new-world")
    beside = page.locator(".result").locator("a, button").all_inner_texts()
    assert beside == ["Play again", "Replay", "What happened, and why", "Share", "Save"]
    with page.expect_download() as loading:
        page.get_by_role("link", name="Save").click()
    assert loading.value.path().read_text().startswith("newfound 1")
    page.get_by_role("button", name="Share", exact=True).click()
    picture = page.locator("dialog img")
    expect(picture).to_be_visible(timeout=60_000)  # drawn by the server, which may be slow the first time
    assert picture.evaluate("async (one) => (await one.decode(), [one.naturalWidth, one.naturalHeight])") == [1200, 630]
    expect(page.locator("dialog code")).to_contain_text(f"/t/{code}")
    with page.expect_download() as loading:
        page.get_by_role("link", name="Save the picture").click()
    assert loading.value.path().read_bytes().startswith(b"\x89PNG")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/t/{code}/replay?at=0")
    page.go_back()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".sentence.mine")).to_be_visible()
    assert code not in page.url


@each_game
def test_the_last_round_is_announced_when_it_begins(visit: Visit, game: str) -> None:
    page = visit("/")
    for _ in range(8):  # an offer of New England's can also become impossible without warning
        code = against_bots(page, game)
        assert page.locator(".sentence .last").count() == 0
        to_the_end(page, code, last=True)
        page.wait_for_selector(".sentence .last, .result")
        if not page.locator(".result").count():
            break
    expect(page.locator(".sentence .last")).to_have_text("Last round")
    page.reload()
    expect(page.locator(".sentence .last")).to_be_visible()
    to_the_end(page, code)
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".sentence .last")).to_have_count(0)


@pytest.mark.sample
@pytest.mark.parametrize("scheme", ["light", "dark"])
@each_game
def test_axe_finds_nothing_at_the_end(visit: Visit, axe: str, game: str, scheme: str) -> None:
    page = visit("/", scheme=scheme)
    finished(page, game)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".final h2")).to_be_visible()
        blameless(page, axe, f"{game}, {width} x {height}")
    page.get_by_role("button", name="Count up").click()
    blameless(page, axe, f"{game}, being counted")
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.locator("dialog img")).to_be_visible(timeout=60_000)
    blameless(page, axe, f"{game}, sharing")


@each_game
def test_nothing_of_the_sheet_lies_outside_the_window(visit: Visit, game: str) -> None:
    page = visit("/")
    finished(page, game)
    for width, height in [(1440, 900), (1280, 720), (390, 844), (844, 390), (360, 640)]:
        page.set_viewport_size({"width": width, "height": height})
        for part in (".final h2", ".result a >> nth=-1", ".result button >> nth=0"):
            box = settled(page.locator(part))
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height
        assert settled(page.locator("main.board"))["height"] >= 0.22 * height
