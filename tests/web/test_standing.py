"""As it stands: beside each score what the end would add if it came now, the leader marked, and where it comes from, on the board."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from newfound import games
from newfound.core import gamefile
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER
from newfound.core.match import Event, Match
from newfound.core.text import game_catalog
from web.player import Visit, blameless, drawn, from_file, wait_for_turn


def unfinished(name: str) -> Match[Any]:
    """A decision late in a random match, at which the end would change the scores, somebody would lead, and what counts has places."""
    game = games.find(name)
    charters = {"charters": True} if any(option.name == "charters" for option in game.options) else None
    setup = game.setup(game.seats[-1], charters)
    for seed in range(50):
        dice, state, events = Dice(seed), game.start(setup), list[Event]()
        while (turn := game.turn(state)) != OVER:
            ends, now = [[score.total for score in scores] for scores in (game.as_it_stands(state), game.scores(state))]
            placed = [news for news, _ in game.count(state) if news.cells]
            if turn >= 0 and len(events) > 100 and ends != now and ends.count(max(ends)) == 1 and placed:
                return Match.replay(game, setup, events)
            legal = game.actions(state)
            events.append(Event(turn, game.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))]))
            game.apply(state, events[-1].action)
    raise AssertionError(f"no such position of {name}")


@pytest.mark.sample
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (360, 640)])
@pytest.mark.parametrize("name", drawn())
def test_each_score_says_what_the_end_would_add(visit: Visit, name: str, width: int, height: int, axe: str) -> None:
    match = unfinished(name)
    page = visit("/", width=width, height=height)
    names = [f"P{seat}" for seat in range(match.setup.seats)]
    from_file(page, gamefile.write(gamefile.record(match, dict(enumerate(names)))), names)
    wait_for_turn(page)
    ends, now = match.game.as_it_stands(match.state), match.game.scores(match.state)
    rows = page.locator(".seats > li")
    for seat, (end, score) in enumerate(zip(ends, now, strict=True)):
        due = end.total - score.total
        expect(rows.nth(seat).locator(".score")).to_have_text(str(score.total))
        expect(rows.nth(seat).locator(".plus")).to_have_text([f"({due:+})".replace("-", "\u2212")] if due else [])
    leader = max(range(len(ends)), key=lambda seat: ends[seat].total)
    expect(rows.filter(has_text="ahead as it stands")).to_have_count(1)
    expect(rows.nth(leader)).to_contain_text("ahead as it stands")
    rows.nth(leader).locator("button").first.click()
    expect(rows.nth(leader).locator(".sum b")).to_have_text(str(ends[leader].total))
    blameless(page, axe, name)


@pytest.mark.sample
@pytest.mark.parametrize(("width", "height", "language"), [(1280, 720, "de"), (360, 640, "en"), (844, 390, "fr")])
@pytest.mark.parametrize("name", drawn())
def test_a_score_opens_its_breakdown_on_the_board(visit: Visit, name: str, width: int, height: int, language: str, axe: str) -> None:
    """Thing by thing with its points, by keyboard; each lit where it lies, all of them together at first, none once it is shut."""
    match = unfinished(name)
    page = visit("/", width=width, height=height, language=language)
    names = [f"P{seat}" for seat in range(match.setup.seats)]
    from_file(page, gamefile.write(gamefile.record(match, dict(enumerate(names)))), names)
    wait_for_turn(page)
    count, words = match.game.count(match.state), game_catalog(match.game.folder, language)
    seat = next(news.seat for news, _ in count if news.cells)
    score, lit = page.locator(".seats > li > button").nth(seat), page.locator(".news-ring.pointed:visible")
    score.focus()
    page.keyboard.press("Enter")
    expect(score).to_have_attribute("aria-expanded", "true")
    expect(lit.first).to_be_visible()
    lines = page.locator(".count li:not(.sum)")
    own = [(news, due) for news, due in count if news.seat == seat]
    expect(lines).to_have_count(len(own))
    for line, (news, due) in zip(lines.all(), own, strict=True):
        expect(line.locator("span")).to_have_text(words.say(news.key, points=news.points, **news.values))
        won = str(news.points - due) if news.points != due else ""
        expect(line.locator("b")).to_have_text(f"{won} (+{due})".strip() if due else won)
    blameless(page, axe, f"{name}, a breakdown")
    page.keyboard.press("Tab")
    expect(page.locator(".count button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(lit.first).to_be_in_viewport()
    box, opened = lit.first.bounding_box(), page.locator(".opened").bounding_box()
    assert box
    assert opened
    apart = opened["y"] >= box["y"] + box["height"] - 4 or opened["x"] >= box["x"] + box["width"] - 4
    assert apart, "what is lit is in sight"
    score.press("Enter")
    expect(lit).to_have_count(0)
