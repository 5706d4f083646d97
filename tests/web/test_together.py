"""Several people: two browsers, one of them away for a while; one device passed round; what nobody else may see."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Page, expect

from web.player import Visit, act, at_table, choose, is_mine, new_table, two_people, wait_for_turn


def overheard(page: Page) -> list[str]:
    """Everything that this browser is sent."""
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: sent.append(str(data))))
    return sent


@pytest.mark.sample
def test_two_browsers_and_one_goes_offline_in_mid_turn(visit: Visit) -> None:
    ann, bob = visit("/"), visit("/")
    two_people(ann, bob)
    dice = random.Random(11)
    expect(ann.locator(".sentence.mine")).to_be_visible()
    choose(ann, dice)
    ann.context.set_offline(True)
    expect(ann.locator(".lost")).to_be_visible()
    ann.locator(".do .button.main").click()
    expect(ann.locator(".brings")).to_contain_text("Sending")
    expect(bob.get_by_role("log")).not_to_contain_text("Ann lays")
    ann.context.set_offline(False)
    expect(ann.locator(".lost")).to_have_count(0)
    expect(ann.get_by_role("log")).to_contain_text("You lay")
    expect(bob.get_by_role("log")).to_contain_text("Ann lays")
    for _ in range(30):  # and on it goes, whoever's turn it is
        for page in (ann, bob):
            if is_mine(page):
                act(page, dice)
    assert ann.locator(".score").all_text_contents() == bob.locator(".score").all_text_contents()


def test_two_tabs_agree(visit: Visit) -> None:
    page = visit("/")
    new_table(page, "new-haven", ["me", "bot:easy"])
    at_table(page)
    other = page.context.new_page()
    other.goto(page.url)
    at_table(other)
    act(page, random.Random(2))
    expect(other.get_by_role("log")).to_contain_text("You lay")
    assert other.locator(".table").get_attribute("data-serial") == page.locator(".table").get_attribute("data-serial")


@pytest.mark.sample
def test_nothing_hidden_reaches_the_other_browser(visit: Visit) -> None:
    ann, bob = visit("/"), visit("/")
    sent = overheard(bob)
    two_people(ann, bob)
    dice = random.Random(4)
    for _ in range(12):
        for page in (ann, bob):
            if is_mine(page):
                act(page, dice)
    frames = [message for text in sent if (message := json.loads(text))["type"] == "frame"]
    assert len(frames) > 5
    for frame in frames:
        if frame["reader"] != 1:
            continue
        hidden = frame["view"]["seats"][0]
        assert hidden["hand"] is hidden["tiles"] is hidden["buried"] is None
        assert all(space["up"] or space["number"] is None for space in hidden["village"].values())
        for event in frame["news"]:
            for told in event["told"]:
                assert told["key"] not in ("news.drew", "news.tile", "news.build_own_down") or told["seat"] == 1
    held = bob.locator(".tray [data-word]").evaluate_all("all => all.map((one) => one.dataset.word.replace('hand:', ''))")
    mine = frames[-1]["view"]["seats"][1]
    assert len(held) == len(mine["hand"]) + len(mine["tiles"]) + mine["shipment"]
    assert sorted(word for word in held if "-" in word) == sorted(mine["hand"])
    stored = bob.evaluate("[Object.keys(localStorage), Object.keys(sessionStorage), document.cookie]")
    assert set(stored[0]) <= {"newfound.lang", "newfound.theme", "newfound.played"}  # of the last, which games
    assert stored[1:] == [[], ""]


def test_one_device_passed_round_hides_the_screen_between_seats(visit: Visit) -> None:
    page = visit("/")
    new_table(page, "new-haven", ["me", "me"], ["Ann", "Bob"])
    dice, seen = random.Random(9), set()
    for _ in range(18):
        page.wait_for_selector(".sentence.mine, .curtain")
        if page.locator(".curtain").count():
            assert page.locator("[data-word], .log, .tray").count() == 0
            seen.add(page.locator(".curtain h1").inner_text())
            page.locator(".curtain button").click()
            page.wait_for_selector(".sentence.mine")
        act(page, dice)
    assert seen == {"Hand the device to Ann", "Hand the device to Bob"}
    assert wait_for_turn(page)
