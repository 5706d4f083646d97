"""Puzzles from play on the page: wrong tries told what they lose, the solution with what follows, solved ones counted and kept."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from newfound import games
from newfound.core import puzzle as puzzles
from newfound.core.game import Game
from newfound.core.puzzle import Puzzle
from web.player import Visit, blameless
from web.test_lessons import MAIN, at_step, attempt
from web.test_lessons import served as served

PAIRS = [(games.find(name), next(iter(found.values()))) for name in games.names() if (found := puzzles.puzzles(games.find(name)))]
each = pytest.mark.parametrize(("game", "puzzle"), PAIRS, ids=[game.name for game, _ in PAIRS])


def course(page: Page, game: Game[Any], solved: int) -> None:
    page.goto(f"/learn/{game.name}")
    expect(page.get_by_text(f"{solved} of {len(puzzles.puzzles(game))} solved.")).to_be_visible()


@pytest.mark.sample
@each
def test_a_puzzle_is_tried_solved_and_counted(visit: Visit, axe: str, game: Game[Any], puzzle: Puzzle) -> None:
    page = visit(f"/learn/{game.name}")
    course(page, game, 0)
    blameless(page, axe, f"puzzles of {game.name}")
    page.get_by_role("link", name="Next: Puzzle 1").click()
    at_step(page, 1)
    blameless(page, axe, f"puzzle of {game.name}")
    loss = max(1, round(puzzle.loses[puzzle.tempting]))
    attempt(page, puzzle.tempting)
    expect(page.locator(".answer")).to_contain_text(f"It looks best at once. In the end it loses about {loss} point")
    blameless(page, axe, f"answered in {game.name}")
    at_step(page, 1)
    attempt(page, puzzle.best)
    at_step(page, 2)
    expect(page.locator(".sentence")).to_contain_text("This is the move: every other one loses at least")
    expect(page.locator(".page .why li")).to_have_count(len(puzzle.reasons))
    blameless(page, axe, f"solved in {game.name}")
    page.locator(MAIN).press("Enter")
    at_step(page, 3)
    expect(page.locator(".sentence")).to_contain_text("One way it may go on. Then it stands ")
    expect(page.get_by_role("img", name="Done")).to_be_visible()
    blameless(page, axe, f"what follows in {game.name}")
    page.reload()
    at_step(page, 1)
    course(page, game, 1)
    expect(page.get_by_role("link", name="Puzzle 1 · Done")).to_be_visible()


@each
@pytest.mark.parametrize(
    ("width", "height", "language", "reveal"), [(360, 640, "fr-FR", "Montrer la solution"), (844, 390, "de-DE", "Lösung zeigen")]
)
def test_a_solution_that_was_shown_on_a_phone_is_not_solved(
    visit: Visit, axe: str, game: Game[Any], puzzle: Puzzle, width: int, height: int, language: str, reveal: str
) -> None:
    page = visit(f"/learn/{game.name}/{puzzle.name}", width=width, height=height, language=language, touch=True)
    at_step(page, 1)
    attempt(page, list(puzzle.loses)[-1])
    expect(page.locator(".answer")).to_be_in_viewport(ratio=1)
    blameless(page, axe, f"answered on a phone in {game.name}")
    page.locator(".do").get_by_role("button", name=reveal).tap()
    at_step(page, 2)
    expect(page.locator(MAIN)).to_be_in_viewport(ratio=1)
    expect(page.locator(".end .why li")).to_have_count(len(puzzle.reasons))
    blameless(page, axe, f"shown on a phone in {game.name}")
    page.wait_for_timeout(550)  # what has just come takes no tap
    page.locator(MAIN).tap()
    at_step(page, 3)
    blameless(page, axe, f"what follows on a phone in {game.name}")
    page.goto(f"/learn/{game.name}")
    expect(page.locator(".found a").first).to_be_visible()
    expect(page.locator(".found a.done")).to_have_count(0)
