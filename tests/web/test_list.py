"""The list of choices: sentences in the language, grouped, found by typing, and enough to play a whole match with."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from newfound import games
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER
from newfound.core.problem import BadSetup
from newfound.core.text import LANGUAGES, game_catalog
from web.player import WEB, Visit, act, act_by_list, blameless, drawn, is_over, new_table, open_list, play_now, serial, wait_for_turn

WHOLE = bool(os.environ.get("NEWFOUND_ALL"))
MOST = 2000 if WHOLE else 12  # actions of the matches that are there for how they are played
MAIN = ".do .button.main"
SENTENCE = ".choices section button"
# Things that can be chosen and have one name, though an action would have another word for each.
ALIKE = """(things) => {
  const names = new Map();
  for (const one of document.querySelectorAll(things)) {
    const name = one.getAttribute('aria-label') ?? one.textContent.trim();
    names.set(name, (names.get(name) ?? new Set()).add(one.dataset.word));
  }
  return [...names].filter(([, words]) => words.size > 1).map(([name, words]) => `${name}: ${[...words].join(', ')}`);
}"""


def sentences(page: Page) -> list[str]:
    return page.locator(SENTENCE).all_inner_texts()


@pytest.mark.parametrize("name", drawn())
def test_a_match_by_the_list_alone(visit: Visit, name: str, axe: str) -> None:
    """Nothing that can be chosen has the name of another, and no sentence shows how an action is spelled."""
    page, dice = visit("/"), random.Random(5)
    new_table(page, name, ["me", *["bot:easy"] * (games.find(name).seats[0] - 1)])
    for count in range(MOST):
        if not wait_for_turn(page):
            break
        open_list(page)
        assert page.evaluate(ALIKE, "[data-word][role=button]:not([data-state=idle])") == []
        assert page.evaluate(ALIKE, SENTENCE) == []
        assert not [text for text in sentences(page) if re.search(r"[A-Z]{4}|\br[0-3]\b|\w-\d|\w-[nesw]{1,3}\b|\{", text)]
        if count % 40 == 3:
            blameless(page, axe, f"{name}, {count}")
        act_by_list(page, dice)
    assert is_over(page) or not WHOLE
    blameless(page, axe, name)


@pytest.mark.parametrize("name", drawn())
def test_no_two_choices_have_one_sentence_in_any_language(name: str, tmp_path: Path) -> None:
    """In hundreds of positions with whatever options; the web app says them, in apart.test.ts."""
    if not (WEB / "node_modules").exists():
        pytest.skip("the web app's packages are not installed: make web")
    game, frames = games.find(name), []
    for seed in range(60 if WHOLE else 4):
        dice, luck = random.Random(seed), Dice(seed)
        state = None
        while state is None:
            with contextlib.suppress(BadSetup):
                options = {option.name: dice.choice(list(option.values())) for option in game.options}
                state = game.start(game.setup(dice.choice(game.seats), options))
        while (turn := game.turn(state)) != OVER:
            if turn == CHANCE:
                game.apply(state, game.draw(state, luck))
                continue
            actions = list(game.actions(state))
            frames.append({"turn": turn, "view": game.observe(state, turn), "actions": [game.spell(action) for action in actions]})
            game.apply(state, dice.choice(actions))
    assert len(frames) > 200
    catalogs = {language: game_catalog(game.folder, language).entries for language in LANGUAGES}
    positions = tmp_path / "positions.json"
    positions.write_text(json.dumps({"game": name, "catalogs": catalogs, "frames": frames}), encoding="utf-8")
    command = ["node", "node_modules/vitest/vitest.mjs", "run", "src/apart.test.ts"]
    said = subprocess.run(
        command, cwd=WEB, env=os.environ | {"NEWFOUND_POSITIONS": str(positions)}, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stdout[-3000:]
    assert "1 passed" in re.sub(r"\x1b\[\d+m", "", said.stdout)


@pytest.mark.sample
@pytest.mark.parametrize(("language", "sentence", "heading"), [
    ("en-GB", r"^Lay [^,]+, [^,]+ above [^,]+, [^,]+ on d4$", "Lay a harvest tile"),
    ("fr-FR", r"^Poser [^,]+, [^,]+ en haut, [^,]+, [^,]+ en bas, en d4$", "Poser une tuile Récolte"),
    ("de-DE", r"^[^,]+, [^,]+ oben, [^,]+, [^,]+ unten auf d4 legen$", "Ein Ernteplättchen legen"),
])  # fmt: skip
def test_it_speaks_in_groups_and_finds_what_is_typed(visit: Visit, language: str, sentence: str, heading: str) -> None:
    page = visit("/", language=language)
    play_now(page, "New Haven")
    wait_for_turn(page)
    open_list(page)
    search = page.get_by_role("searchbox")
    expect(search).to_be_focused()
    expect(page.locator(".choices h2").first).to_have_text(heading, ignore_case=True)
    page.keyboard.type("d4")
    expect(page.locator(SENTENCE).first).to_have_text(re.compile(sentence))
    assert all("d4" in text for text in sentences(page))
    page.keyboard.press("Tab")
    expect(page.locator(SENTENCE).first).to_be_focused()
    search.focus()
    page.keyboard.press("Enter")
    expect(page.locator(MAIN)).to_contain_text("d4")
    expect(page.locator(".tiles [data-state=picked]")).to_have_count(1)  # the piece as well as the place
    expect(page.locator('main [data-word="d4"]')).to_have_attribute("data-state", "picked")
    page.wait_for_timeout(550)
    before = serial(page)
    page.keyboard.press("Enter")
    expect(page.locator(".table")).not_to_have_attribute("data-serial", before)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (390, 844), (844, 390), (360, 640)])
def test_it_covers_nothing_that_one_chooses_from_and_is_seen_to_be_on(visit: Visit, width: int, height: int) -> None:
    page = visit("/", width=width, height=height)
    for game, seats in (("new-haven", 2), ("new-england", 3), ("new-world", 2)):
        new_table(page, game, ["me"] * seats, ["Ann", "Bob", "Cleo"][:seats])
        wait_for_turn(page)
        open_list(page)
        on = page.locator(".tabs, header").get_by_role("button", name=re.compile("List|All choices")).locator("visible=true").first
        expect(on).to_have_attribute("aria-pressed", "true")
        plain = page.locator(".tabs, header").get_by_role("button", name="Rules").locator("visible=true").first
        look = "(one) => getComputedStyle(one).borderBottomColor"
        assert on.evaluate(look) != plain.evaluate(look)
        covered = """() => {
          const clear = (a, b) => a.left >= b.right || a.right <= b.left || a.top >= b.bottom || a.bottom <= b.top;
          const list = document.querySelector('.choices').parentElement;
          return ['main', '.held'].filter((where) => {
            const part = document.querySelector(where);
            return part !== list && !clear(list.getBoundingClientRect(), part.getBoundingClientRect());
          });
        }"""
        assert page.evaluate(covered) == []


def test_a_tile_is_described_by_its_edges(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(2)
    play_now(page, "New World")
    for _ in range(20):
        wait_for_turn(page)
        if page.locator(".turns").count():
            break
        act(page, dice)
    edges = re.compile(r"north (town|trail|plain), east (town|trail|plain), south (town|trail|plain), west (town|trail|plain)")
    expect(page.get_by_role("button", name=re.compile("^Turn the tile: ")).first).to_have_accessible_name(edges)
    names = page.locator(".turns [data-word]").evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert len(names) == 4
    assert all(edges.search(name) for name in names)


def test_the_list_stays_where_it_was_when_something_was_done(visit: Visit) -> None:
    """Whoever plays by it goes on there."""
    page, dice = visit("/"), random.Random(1)
    play_now(page, "New World")
    for _ in range(4):
        wait_for_turn(page)
        act_by_list(page, dice)
    wait_for_turn(page)
    page.wait_for_function("document.activeElement.closest('.choices') !== null")
