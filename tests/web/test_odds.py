"""What can still come, beside the table: in every game's own words, and on New World's holes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from newfound import games
from newfound.core.text import game_catalog
from web.player import Visit, against_bots, blameless, wait_for_turn


@pytest.mark.sample
@pytest.mark.parametrize(("name", "kind", "width", "height"), [
    ("new-haven", "resource", 1280, 800), ("new-england", "card", 1280, 800), ("new-world", "hole", 390, 844),
])  # fmt: skip
def test_odds_are_shown_where_one_asks_for_them(visit: Visit, axe: str, name: str, kind: str, width: int, height: int) -> None:
    page = visit("/", width=width, height=height)
    against_bots(page, name)
    words = game_catalog(games.find(name).folder, "en")
    if width < 900:
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Odds", exact=True).click()
    table = page.get_by_role("table").filter(has_text=words.say(f"odds.{kind}.title"))
    expect(table.get_by_role("cell").first).to_have_text(re.compile(r"^\d+%$"))
    blameless(page, axe, f"odds of {name}")
    if kind == "hole":
        expect(page.locator("text.likely").first).to_have_text(re.compile(r"^\d+%$"))


@pytest.mark.parametrize(("language", "said"), [
    ("en-GB", r"(\d+ of \d+ tiles? fits?, \d+%; until your next two turns \d+%|no tile that is left fits)\.$"),
    ("fr-FR", r"(\d+ tuiles? sur \d+ convien(t|nent), .* d’ici à vos deux prochains tours \d+.%|aucune tuile restante ne convient)\.$"),
    ("de-DE", r"(\d+ von \d+ Plättchen pass(t|en), .* bis zu deinen nächsten zwei Zügen \d+.%|Kein übriges Plättchen passt)\.$"),
])  # fmt: skip
def test_a_hole_says_how_likely_it_is_filled(visit: Visit, axe: str, language: str, said: str) -> None:
    """Where it is looked at, by pointer or focus; the table of all points at each."""
    page = visit("/", language=language)
    against_bots(page, "new-world")
    wait_for_turn(page)
    hole = page.locator("[data-cell][data-state=live]").first
    status = page.locator(".corner [role=status]")
    hole.focus()
    expect(status).to_have_text(re.compile(said))
    blameless(page, axe, "a hole")
    expect(page.locator("text.likely")).to_have_count(0)
    page.get_by_role("log").hover()
    hole.evaluate("(hole) => hole.blur()")
    expect(status).to_have_count(0)
    hole.hover()
    expect(status).to_have_text(re.compile(said))
    if language == "en-GB":
        page.get_by_role("button", name="Odds", exact=True).click()
        page.get_by_role("button", name=re.compile(r"tiles? fits?$")).first.hover()
        expect(page.locator(".news-ring.pointed")).to_have_count(1)
