"""Somebody's first match of a game: the rules in one minute, then one sentence where something happens for the first time, never twice."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from newfound import games
from newfound.core import gamefile
from newfound.core.checks import random_match
from newfound.core.match import Match
from newfound.core.rulebook import clauses
from newfound.core.text import game_catalog
from web.player import CUT, Visit, act, at_table, begin, blameless, wait_for_turn

WORDS = {
    "en": ("Begin the match", "No more advice", "Rule"),
    "fr": ("Commencer la partie", "Arrêter les conseils", "Règle"),
    "de": ("Partie beginnen", "Keine Ratschläge mehr", "Regel"),
}
ASK = """async () => {
  const code = location.pathname.split('/').pop();
  const seat = (await (await fetch(`/api/tables/${code}`)).json()).seats.findIndex((one) => one.yours);
  return (await (await fetch(`/api/tables/${code}/advice?seat=${seat}`)).json()).advice;
}"""
HEARD = "(game) => JSON.parse(localStorage.getItem('newfound.coach'))[game].heard ?? []"


def heard(page: Page, game: str) -> list[str]:
    return list(page.evaluate(HEARD, game))


def advised(page: Page, game: str, before: list[str]) -> dict[str, Any] | None:
    """What is said now: of what the coach has to say, the first that was not said before."""
    wait_for_turn(page)
    new = next((one for one in page.evaluate(ASK) if one["key"] not in before), None)
    if new is None:
        expect(page.locator(".advised")).to_have_count(0)
        return None
    page.wait_for_function(f"([game, key]) => ({HEARD})(game).includes(key)", arg=[game, new["key"]])
    expect(page.locator(".advised p")).to_be_visible()
    return dict(new)


@pytest.mark.sample
@pytest.mark.parametrize(("game", "language", "width", "height", "scheme"), [
    ("new-england", "en", 390, 844, "light"), ("new-haven", "fr", 1280, 800, "dark"), ("new-world", "de", 360, 640, "light"),
])  # fmt: skip
def test_a_first_match_is_coached(visit: Visit, axe: str, game: str, language: str, width: int, height: int, scheme: str) -> None:
    page, dice, found = visit("/", width=width, height=height, scheme=scheme, language=language), random.Random(22), games.find(game)
    catalog, (begin, off, rule) = game_catalog(found.folder, language), WORDS[language]
    page.locator("article", has_text=found.title).locator("button").first.click()
    at_table(page)
    minute = page.get_by_role("dialog")
    expect(minute.locator("li").last).to_be_visible()
    blameless(page, axe, f"{game} in one minute")
    for across, down in ((844, 390), (width, height)):
        page.set_viewport_size({"width": across, "height": down})
        assert minute.locator(".button").evaluate_all(CUT) == []
    minute.get_by_role("button", name=begin).click()
    expect(minute).to_have_count(0)
    said: list[str] = []
    for _ in range(40):
        now = advised(page, game, said)
        if now:
            said.append(now["key"])
            first = catalog.entries[now["key"]].split("{")[0].strip()
            expect(page.locator(".advised p")).to_contain_text(first)
            expect(page.locator(".table > [role=status]").last).to_contain_text(first)
            assert now["clause"] in clauses(found.folder)
            expect(page.get_by_role("button", name=f"{rule} {now['clause']}")).to_be_visible()
        if len(said) == 1 and now:
            blameless(page, axe, f"{game}, coached")
        if len(said) == 2:
            break
        act(page, dice)
    assert len(said) == 2
    assert sorted(heard(page, game)) == sorted(["minute", *said])
    page.reload()
    at_table(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    for _ in range(30):
        if advised(page, game, said):
            break
        act(page, dice)
    page.get_by_role("button", name=off).click()
    expect(page.locator(".advised")).to_have_count(0)
    kept = heard(page, game)
    for _ in range(3):
        act(page, dice)
        wait_for_turn(page)
    expect(page.locator(".advised")).to_have_count(0)
    assert heard(page, game) == kept
    assert json.loads(page.evaluate("localStorage.getItem('newfound.coach')"))[game].get("match") is None


def test_whoever_has_played_is_not_coached(visit: Visit) -> None:
    page = visit("/")
    for first in (True, False):
        page.goto("/")
        page.locator("article", has_text="New Haven").locator("button").first.click()
        at_table(page)
        if first:
            expect(page.get_by_role("dialog")).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)
            expect(page.locator(".advised")).to_be_visible()
    wait_for_turn(page)
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".advised")).to_have_count(0)


@pytest.mark.sample
def test_a_first_match_through_the_options_is_coached_and_kind(visit: Visit) -> None:
    page = visit("/new/new-england")
    expect(page.locator(".chair")).to_have_count(3)
    levels = page.locator(".chair select").evaluate_all("(all) => all.map((one) => one.value)")
    assert levels == ["me", "bot:easy", "bot:easy"]
    page.locator("form > button.main").click()
    at_table(page)
    expect(page.get_by_text("Played with: First game")).to_be_visible()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.goto("/new/new-england")
    expect(page.locator(".chair")).to_have_count(3)
    levels = page.locator(".chair select").evaluate_all("(all) => all.map((one) => one.value)")
    assert levels == ["me", "bot:medium", "bot:medium"]
    page.locator("form > button.main").click()
    at_table(page)
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_first_match_among_people_is_coached(visit: Visit) -> None:
    """Whoever opens the table, and whoever comes by its link."""
    ann = visit("/new/new-haven")
    ann.locator(".chair").nth(1).locator("select").select_option("open")
    ann.locator("form > button.main").click()
    ann.wait_for_url("**/t/*")
    bob = visit(ann.url, width=390, height=844)
    bob.locator("label input").fill("Bob")
    bob.get_by_role("button", name="Take seat 2").click()
    begin(ann, bob)
    for page in (ann, bob):
        expect(page.get_by_role("dialog")).to_be_visible()
        assert heard(page, "new-haven") == [], "nothing is said behind it"
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    first = ann if ann.locator(".sentence.mine").count() else bob
    expect(first.locator(".advised")).to_be_visible()


# One's last action, with the others asleep: the match is gone on with where only this is left to do.
LAST = """async ([game, file, at, seat, of]) => {
  const headers = {'content-type': 'application/json'};
  await fetch('/api/me', {method: 'POST', headers, body: '{"name": "Ann"}'});
  const seats = Array.from({length: of}, (_, at) => (at === seat ? {kind: 'me'} : {kind: 'bot', level: 'random'}));
  const made = await fetch('/api/uploads', {method: 'POST', headers, body: JSON.stringify({file, at, seats})});
  const {code} = await made.json();
  localStorage.setItem('newfound.coach', JSON.stringify({[game]: {match: code, heard: ['minute']}}));
  return code;
}"""
SEND = """([code, action]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${code}/socket`);
  socket.onmessage = ({data}) => {
    const frame = JSON.parse(data);
    if (frame.type !== 'frame') return;
    if (frame.turn === -2) done(socket.close());
    else socket.send(JSON.stringify({do: 'play', id: crypto.randomUUID(), serial: frame.serial, action}));
  };
})"""


def ended_with(game: str, key: str) -> tuple[Match[Any], int]:
    """A match after which the coach tells this to whoever decided last, and when that was."""
    found = games.find(game)
    for seed in range(100):
        match = random_match(found, found.setup(found.seats[0]), seed)
        last = max(at for at, event in enumerate(match.log) if event.seat >= 0)
        if any(advice.key == key for advice in match.advice(match.log[last].seat)):
            return match, last
    raise AssertionError(key)


@pytest.mark.sample
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
@pytest.mark.parametrize(("game", "key", "clause"), [
    ("new-england", "coach.over", "NE-E3"), ("new-haven", "coach.tie", "NH-E4"), ("new-world", "coach.unfinished", "NW-E2"),
])  # fmt: skip
def test_what_the_coach_says_of_the_end_is_said(visit: Visit, axe: str, game: str, key: str, clause: str, width: int, height: int) -> None:
    page, (match, at) = visit("/", width=width, height=height), ended_with(game, key)
    last, file = match.log[at], gamefile.write(gamefile.record(match))
    code = page.evaluate(LAST, [game, file, at, last.seat, len(match.game.scores(match.state))])
    page.goto(f"/t/{code}")
    at_table(page)
    page.evaluate(SEND, [code, match.game.spell(last.action)])
    sentence = game_catalog(match.game.folder, "en").entries[key]
    expect(page.locator(".result")).to_contain_text(sentence)
    expect(page.locator(".table > [role=status]").last).to_contain_text(sentence)
    blameless(page, axe, f"{game}, the end coached")
    assert page.locator(".do .button").evaluate_all(CUT) == []
    page.locator(".result").get_by_role("button", name=f"Rule {clause}").click()
    expect(page.locator(f"#{clause}")).to_be_in_viewport()
