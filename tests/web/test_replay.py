"""A replay: by event, turn and round, by slider, log and keys, by itself; the luck checked in sight; going on from here; from a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from newfound import games
from web.player import Visit, against_bots, blameless, bots_only, drawn, settled, wait_for_turn

SIZES = [(1440, 900), (1280, 720), (390, 844), (844, 390), (360, 640)]
each_game = pytest.mark.parametrize("game", drawn())


def opened(visit: Visit, game: str, at: int = 0, **how: Any) -> tuple[Page, str]:
    page = visit("/", **how)
    code = bots_only(page, game, games.find(game).seats[0])
    page.goto(f"/t/{code}/replay?at={at}")
    expect(page.locator(".steps output").first).to_be_visible()
    return page, code


def where(page: Page) -> tuple[int, int]:
    """The event it stands at, and how many there are."""
    at, last = re.search(r"(\d+) / (\d+)$", page.locator("output").inner_text()).groups()  # type: ignore[union-attr]
    return int(at), int(last)


def stands_at(page: Page, at: int) -> None:
    expect(page.locator("output")).to_have_text(re.compile(rf"(^|\D){at} / \d+$"))


@pytest.mark.sample
@each_game
def test_steps_go_by_event_turn_and_round_with_marks_and_keys(visit: Visit, game: str) -> None:
    page, code = opened(visit, game)
    course = page.evaluate("async (code) => (await fetch(`/api/tables/${code}/course`)).json()", code)
    last = where(page)[1]
    turns, rounds = course["turns"], [one["at"] for one in course["rounds"]]
    expect(page.locator(".marks i.round")).to_have_count(len(rounds))
    expect(page.locator(".marks i:not(.round)")).to_have_count(len(turns))
    page.get_by_role("button", name="One event on").click()
    stands_at(page, 1)
    expect(page.locator("header .sentence")).not_to_be_empty()
    page.get_by_role("button", name="One event back").click()
    stands_at(page, 0)
    page.get_by_label("Steps by").select_option("turn")
    for at in turns[:3]:
        page.get_by_role("button", name="One turn on").click()
        stands_at(page, at)
    page.get_by_role("button", name="One turn back").click()
    stands_at(page, turns[1])
    page.get_by_label("Steps by").select_option("round")
    page.get_by_role("button", name="One round on").click()
    stands_at(page, next(at for at in rounds if at > turns[1]))
    page.locator("body").click(position={"x": 2, "y": 400})
    keys = {
        "Home": 0,
        "ArrowRight": 1,
        "Shift+ArrowRight": turns[0],
        "PageDown": rounds[1],
        "PageUp": rounds[0],
        "End": last,
        "ArrowLeft": last - 1,
    }
    for key, at in keys.items():
        page.keyboard.press(key)
        stands_at(page, at if at != turns[0] or turns[0] > 1 else turns[1])
    page.get_by_role("slider").fill("60")
    page.wait_for_url("**/replay?at=60")
    stands_at(page, 60)


def test_it_plays_by_itself_at_the_speed_one_likes_and_by_the_step_one_likes(visit: Visit) -> None:
    page, _ = opened(visit, "new-haven", 40)
    page.get_by_label("Speed").select_option("4×")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("() => Number(/(\\d+) \\/ /.exec(document.querySelector('output').textContent)[1]) > 43")
    page.keyboard.press(" ")  # the focus is on the button, which a space presses
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    stopped = where(page)[0]
    page.wait_for_timeout(700)
    assert where(page)[0] == stopped


@each_game
def test_a_click_in_the_log_goes_there(visit: Visit, game: str) -> None:
    page, _ = opened(visit, game, 50)
    lines = page.get_by_role("list", name="Log").locator("li[data-at]")
    for at in (70, 30):
        line = lines.locator(f"xpath=self::li[number(@data-at) >= {at}]").first
        event = int(line.get_attribute("data-at") or "")
        line.get_by_role("button").click()
        stands_at(page, event + 1)
        expect(line.get_by_role("button")).to_have_attribute("aria-current", "step")
        said = line.locator(".told").first.inner_text()
        expect(page.locator("header .sentence")).to_contain_text(said)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_on_a_phone_the_slider_has_the_full_width(visit: Visit, width: int, height: int) -> None:
    page, _ = opened(visit, "new-england", 30, width=width, height=height)
    box = page.get_by_role("slider").bounding_box()
    assert box
    assert box["width"] >= width - 20


@pytest.mark.parametrize(("width", "height"), SIZES)
@each_game
def test_the_board_is_as_large_as_at_the_table(visit: Visit, game: str, width: int, height: int) -> None:
    page = visit("/", width=width, height=height)
    code = against_bots(page, game)
    wait_for_turn(page)
    table = settled(page.locator("main.board"))
    page.goto(f"/t/{code}/replay")
    expect(page.locator(".steps output").first).to_be_visible()
    replay = settled(page.locator("main.board"))
    assert 0 <= replay["y"] <= replay["y"] + replay["height"] <= height
    assert replay["width"] * replay["height"] >= 0.97 * table["width"] * table["height"]
    assert page.locator(".steps").first.bounding_box()["y"] + 90 <= height  # type: ignore[index]
    page.get_by_role("button", name="One event back").click(trial=True)


def test_five_players_leave_the_log_its_place_on_a_low_screen(visit: Visit) -> None:
    page = visit("/", width=1280, height=720)
    page.goto(f"/t/{bots_only(page, 'new-world', 5)}/replay?at=150")
    log, steps = page.locator("aside .panel").bounding_box(), page.locator(".bottom").bounding_box()
    assert log
    assert steps
    assert log["height"] >= 80
    assert log["y"] + log["height"] <= steps["y"]


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (844, 390)])
def test_the_luck_is_checked_and_the_answer_stands_beside_the_button(visit: Visit, width: int, height: int) -> None:
    page, _ = opened(visit, "new-haven", 30, width=width, height=height)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Check the luck").click()
    answer = page.get_by_text("follows from the seed")
    expect(answer).to_be_in_viewport(ratio=0.9)
    with page.expect_download() as loading:
        page.get_by_role("link", name="Download the match").click()
    assert loading.value.path().read_text().startswith("newfound 1")


@each_game
def test_one_can_go_on_from_here_against_bots(visit: Visit, game: str) -> None:
    page, code = opened(visit, game, 80)
    expect(page.locator("header .sentence")).not_to_be_empty()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_label("against").select_option("bot: easy")
    page.get_by_role("button", name="Go on from here").click()
    page.wait_for_url(lambda url: "/t/" in url and "replay" not in url and code not in url)
    expect(page.locator(".sentence.mine")).to_be_visible()
    facts = page.evaluate("async () => (await fetch(`/api/tables/${location.pathname.split('/')[2]}`)).json()")
    assert (facts["given"], facts["status"]) == (80, "playing")
    assert sorted(seat["kind"] for seat in facts["seats"]) == ["bot"] * (len(facts["seats"]) - 1) + ["person"]


def test_a_file_is_opened_from_the_first_page(visit: Visit, tmp_path: Path) -> None:
    page, _ = opened(visit, "new-world")
    page.get_by_role("button", name="More", exact=True).click()
    with page.expect_download() as loading:
        page.get_by_role("link", name="Download the match").click()
    loading.value.save_as(tmp_path / "match.game")
    last = where(page)[1]
    somebody = visit("/")
    (tmp_path / "other.game").write_text("newfound 1\ngame chess\n", encoding="utf-8")
    somebody.get_by_label("Open a match from a file").set_input_files(tmp_path / "other.game")
    expect(somebody.get_by_role("alert")).to_be_visible()
    somebody.get_by_label("Open a match from a file").set_input_files(tmp_path / "match.game")
    somebody.wait_for_url("**/replay?at=0")
    stands_at(somebody, 0)
    assert where(somebody)[1] == last


@pytest.mark.sample
@pytest.mark.parametrize("scheme", ["light", "dark"])
@each_game
def test_axe_finds_nothing_in_a_replay(visit: Visit, axe: str, game: str, scheme: str) -> None:
    page, _ = opened(visit, game, 60, scheme=scheme)
    for width, height in SIZES[:1] + SIZES[2:4]:
        page.set_viewport_size({"width": width, "height": height})
        for tab in ("Log", "More"):
            page.locator(".heads").get_by_role("button", name=tab, exact=True).click()
            page.wait_for_timeout(100)
            blameless(page, axe, f"{game}, {tab}, {width} x {height}")
