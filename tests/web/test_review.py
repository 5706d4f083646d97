"""What happened, and why, on the page: shown as it comes, by mouse and keyboard, and as a table; mistakes found again as puzzles."""

from __future__ import annotations

import json
import re
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from newfound import bots, games
from newfound.core import gamefile
from newfound.core.dice import Dice
from newfound.core.fair import Fair
from newfound.core.game import OVER, Game
from newfound.core.match import Match
from newfound.core.text import game_catalog
from newfound.research.review import review
from newfound.review.account import Review
from newfound.review.reasons import say
from web.conftest import PATIENCE
from web.player import Visit, against_bots, blameless, to_the_end
from web.test_lessons import attempt

GAMES = [games.find(name) for name in games.names()]
SIZES = [(1440, 900), (1024, 768), (844, 390), (390, 844), (360, 640)]
EVENTS = 40  # of a match: a beginning is reviewed in seconds
POST = """async ([path, body]) => {
  const how = {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)};
  return (await fetch(`/api/${path}`, how)).json();
}"""


@cache
def played(game: Game[Any]) -> Match[Any]:
    """The beginning of a match in which somebody decides at random."""
    luck, dice = Fair(b"reviewed on the page"), Dice(1)
    players = [bots.make("easy", game), bots.make("random", game)]
    match = Match.new(game, game.setup(2), luck)
    while match.turn != OVER and len(match.log) < EVENTS:
        match = match.play(match.turn, players[match.turn].choose(partial(game.copy, match.state), dice), luck=luck)
    return match


@cache
def reviewed(game: Game[Any]) -> Review:
    return review(gamefile.replay(gamefile.parse(written(game)), games.find))


def written(game: Game[Any]) -> str:
    return gamefile.write(gamefile.record(played(game)))


def opened(visit: Visit, game: Game[Any], **how: Any) -> tuple[Page, str]:
    page = visit("/", **how)
    page.evaluate(POST, ["me", {"name": "Ann"}])
    code = page.evaluate(POST, ["uploads", {"file": written(game)}])["code"]
    page.goto(f"/t/{code}/replay?at=0")
    return page, code


def tenths(points: float) -> Decimal:
    """As a browser rounds: 0.85, which is a little less in a computer, to 0.9."""
    return Decimal(repr(points)).quantize(Decimal("0.1"), ROUND_HALF_UP)


def signed(points: float) -> str:
    """As the page writes it."""
    text = f"{tenths(points):+}".replace("-", "−")
    return "0.0" if text[1:] == "0.0" else text


def done(page: Page, code: str) -> None:
    page.goto(f"/t/{code}/review")
    expect(page.locator("#moments")).to_be_visible()  # as far as it has come
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=PATIENCE * 4)


@pytest.mark.sample
@pytest.mark.parametrize("game", GAMES, ids=games.names())
def test_a_review_is_opened_from_the_replay_and_says_what_the_arithmetic_found(visit: Visit, axe: str, game: Game[Any]) -> None:
    page, code = opened(visit, game)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("link", name="What happened, and why").click()
    expect(page.get_by_role("img", name=re.compile("could expect"))).to_be_visible()
    done(page, code)
    found = reviewed(game)
    moments = found.moments()
    expect(page.locator(".moments li")).to_have_count(len(moments))
    for at, one in enumerate(moments[:3]):
        line = page.locator(".moments li").nth(at)
        expect(line).to_contain_text(f"{tenths(abs(one.points.value))} points")
        expect(line.get_by_role("link")).to_have_attribute("href", f"/t/{code}/review/{one.number}")
    for account in found.accounts():
        cell = page.get_by_role("row", name=re.compile("^luck")).get_by_role("cell").nth(account.seat)
        expect(cell).to_have_text(f"{signed(account.luck.value)} ±{tenths(account.luck.error)}")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    blameless(page, axe, f"review of {game.name}")


def test_the_whole_course_is_a_table_and_all_of_it_has_the_keyboard(visit: Visit) -> None:
    game = games.find("new-england")
    page, code = opened(visit, game)
    done(page, code)
    page.get_by_text("The course as a table").focus()
    page.keyboard.press("Enter")
    rows = page.locator("table.course tbody tr")
    found = reviewed(game)
    expect(rows).to_have_count(len(found.curve))
    for at in (0, len(found.curve) // 2, len(found.curve) - 1):
        expect(rows.nth(at).get_by_role("cell").nth(1)).to_have_text(signed(found.curve[at][0].value))
    page.locator(".moments a").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"/t/{code}/review/\d+$"))


@pytest.mark.parametrize("game", GAMES, ids=games.names())
def test_at_a_moment_the_better_action_is_shown_on_the_board_and_others_can_be_tried(visit: Visit, axe: str, game: Game[Any]) -> None:
    page, code = opened(visit, game)
    done(page, code)
    loss = next(one for one in reviewed(game).moments() if one.kind == "loss" and one.reasons)
    page.goto(f"/t/{code}/review/{loss.number}")
    headline = page.locator(".page .sentence")
    expect(headline).to_contain_text(f"{tenths(-loss.points.value)} points")
    assert loss.best is not None
    expect(page.locator(".page li")).to_have_count(len(loss.reasons))
    for at, reason in enumerate(loss.reasons):
        said = say(game_catalog(game.folder, "en"), reason, ["NAME", "NAME"])
        expect(page.locator(".page li").nth(at)).to_have_text(re.compile(re.escape(said).replace("NAME", ".+")))
    better, worse = (signed(one.value) for one in loss.expected)
    expect(page.locator(".page")).to_contain_text(f"Lead to expect: {better} with the better one, {worse} with the one played.")
    expect(page.get_by_role("button", name="Show: Better")).to_have_attribute("aria-pressed", "true")  # from the beginning
    expect(page.locator("[data-state=picked]").first).to_be_attached()
    if set(game.spell(loss.action).split()[1:]) - set(game.spell(loss.best).split()):
        expect(page.locator(".page")).to_contain_text("Played (outlined)".replace(" ", "\N{NO-BREAK SPACE}"))
    page.get_by_role("button", name="Show: Played").click()
    page.get_by_role("button", name="Show: Better").click()
    page.locator(".do [data-does].main").click()
    expect(page.locator(".answer")).to_have_text("That is the better one.")
    page.get_by_role("button", name="Show: Played").click()
    page.locator(".do [data-does].main").click()
    expect(page.locator(".answer")).to_contain_text(f"It cost {tenths(-loss.points.value)} points")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".sentence").first).to_be_visible()
        blameless(page, axe, f"a moment of {game.name}, {width} x {height}")


def test_mistakes_are_puzzles_and_one_can_play_on_from_there(visit: Visit) -> None:
    game = games.find("new-england")
    page, code = opened(visit, game)
    done(page, code)
    page.get_by_role("link", name="Mistake 1").click()
    worst = next(one for one in reviewed(game).moments() if one.kind == "loss")
    assert worst.best is not None
    expect(page.locator(".table[data-serial]")).to_be_visible()
    expect(page.locator(".page .sentence")).to_contain_text("something else was better")
    expect(page.get_by_role("button", name="Show: Better")).to_have_count(0)
    attempt(page, game.spell(worst.action))
    expect(page.locator(".answer")).to_contain_text("That is what was played.")
    expect(page.get_by_role("button", name="Show: Better")).to_have_count(0)
    attempt(page, game.spell(worst.best))
    expect(page.locator(".answer")).to_have_text("That is the better one.")
    expect(page.get_by_role("button", name="Show: Better")).to_be_visible()
    page.get_by_role("button", name="Go on from here").click()
    page.wait_for_url(lambda url: "/t/" in url and code not in url)
    facts = page.evaluate("async () => (await fetch(`/api/tables/${location.pathname.split('/')[2]}`)).json()")
    assert (facts["given"], facts["status"]) == (worst.number - 1, "playing")


def test_nobody_else_sees_the_review_of_a_match_that_was_not_public(visit: Visit) -> None:
    _, code = opened(visit, games.find("new-england"))
    stranger = visit("/")
    stranger.goto(f"/t/{code}/replay?at=0")
    stranger.get_by_role("button", name="More", exact=True).click()
    expect(stranger.get_by_role("link", name="Download the match")).to_be_visible()
    expect(stranger.get_by_role("link", name="What happened, and why")).to_have_count(0)
    stranger.evaluate(
        "fetch('/api/me', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({name: 'Eve'})})"
    )
    stranger.goto(f"/t/{code}/review")
    expect(stranger.get_by_role("alert")).to_contain_text("Only those who played this match")


def test_whoever_has_no_name_sees_what_others_asked_for(visit: Visit) -> None:
    page = visit("/")
    page.evaluate(POST, ["me", {"name": "Ann"}])
    seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
    code = page.evaluate(POST, ["tables", {"game": "new-england", "seats": seats, "public": True}])["code"]
    to_the_end(page, code)
    stranger = visit("/")
    stranger.goto(f"/t/{code}/review")
    expect(stranger.get_by_role("alert")).to_be_visible()  # nobody has asked yet
    done(page, code)
    stranger.reload()
    expect(stranger.locator("#moments")).to_be_visible()
    expect(stranger.get_by_role("alert")).to_have_count(0)


def test_from_the_end_of_a_match_to_its_review_and_to_my_numbers(visit: Visit, axe: str) -> None:
    page = visit("/")
    code = against_bots(page, "new-england")
    to_the_end(page, code)
    page.goto(f"/t/{code}")
    page.get_by_role("link", name="What happened, and why").click()
    done(page, code)
    expect(page.get_by_text("Most luck in New England is common to all")).to_be_visible()
    page.goto("/me")
    page.get_by_role("link", name="Look").click()
    page.get_by_role("button", name="New England").click()
    months = page.get_by_role("region", name="Month by month")
    expect(months.get_by_role("row")).to_have_count(2)
    cells = months.get_by_role("row").nth(1).get_by_role("cell")
    expect(cells).to_have_text(["1", re.compile("[01]"), *[re.compile(r"\d\.\d")] * 4])
    expect(page.get_by_role("region", name="Against whom").get_by_role("row")).not_to_have_count(1)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    blameless(page, axe, "my matches in numbers")
    with page.expect_download() as loading:
        page.get_by_role("link", name="Save the file").click()
    assert [match["code"] for match in json.loads(loading.value.path().read_text())["matches"]] == [code]
    page.get_by_role("button", name="New World").click()
    expect(page.get_by_text("You have played no match of this game")).to_be_visible()
