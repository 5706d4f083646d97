"""In every phase of every game a second click, or Enter, on what is chosen does it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from newfound import games
from web.player import AT_REST, IN_SIGHT, LIVE, Visit, act, choose, from_file, new_table, serial, wait_for_turn

MAIN = ".do .button.main"
PHASES = {
    "new-england": ("lay", "announce", "bid", "buy", "store", "use", "draw", "move"),
    "new-haven": ("lay", "ship", "build", "take"),
    "new-world": ("lay", "settle", "score"),
}


def before_each(game: str, verb: str) -> Iterator[tuple[str, str]]:
    """Files of the game's own golden matches as they were before such an action, and the action."""
    for file in sorted((games.find(game).folder / "tests" / "golden").glob("*.game")):
        text = file.read_text(encoding="utf-8")
        for found in list(re.finditer(rf"^\d ({verb} .+)$", text, re.MULTILINE))[:3]:
            yield text[: found.start()], found[1]


def choose_it(page: Page, action: str) -> None:
    """What somebody clicks for this action: its words, wherever they stand and can be chosen."""
    for word in action.split():
        there = page.locator(f'[data-word="{word}"][data-state=live], [data-word^="{word}@"][data-state=live]').filter(visible=True)
        page.evaluate(AT_REST)
        if there.count() and not page.locator(MAIN).count():
            there.first.focus()
            page.evaluate(AT_REST)
            there.first.click()
    choose(page, random.Random(1))


@pytest.mark.parametrize("way", ["click", "Enter"])
@pytest.mark.parametrize(("game", "verb"), [(game, verb) for game, verbs in PHASES.items() for verb in verbs])
def test_a_second_click_or_enter_does_what_is_chosen_in_the_phase(visit: Visit, game: str, verb: str, way: str) -> None:
    """On the place, or on the piece where there is none in sight."""
    page, sent = visit("/"), list[str]()
    page.on("websocket", lambda socket: socket.on("framesent", lambda said: sent.append(str(said))))
    for text, action in before_each(game, verb):
        from_file(page, text, ["Ann", "Bob", "Cleo", "Dan", "Eve"][: int(re.search(r"^seats (\d)", text, re.MULTILINE)[1])])  # type: ignore[index]
        wait_for_turn(page)
        choose_it(page, action)
        page.evaluate(AT_REST)
        for where in ("main.board [data-state=picked]", ".held [data-state=picked]"):
            picked = page.locator(where)
            clear = picked.evaluate_all(IN_SIGHT)
            if clear:
                break
        if not clear or not page.locator(MAIN).count():
            continue
        page.wait_for_timeout(550)  # in the first moment of a frame a second click is the end of a double one
        before = serial(page)
        if way == "Enter":
            picked.nth(clear[0]).press("Enter")
        else:
            picked.nth(clear[0]).click()
        expect(page.locator(".table, .curtain").first).not_to_have_attribute("data-serial", before)
        assert any(f'"action":"{verb} ' in one for one in sent)
        return
    raise AssertionError(f"nowhere could it be tried: {verb}")


@pytest.mark.parametrize(("game", "kinds", "way"), [
    ("new-england", "Lay Announce Take", "click"),
    ("new-england", "Lay Announce Take", "Enter"),
    ("new-haven", "Lay Take", "click"),
    ("new-haven", "Lay Take", "Enter"),
    ("new-world", "Lay", "click"),
    ("new-world", "Lay", "Enter"),
])  # fmt: skip
def test_a_second_click_or_enter_on_what_is_chosen_does_it_in_every_phase(visit: Visit, game: str, kinds: str, way: str) -> None:
    page, dice, done = visit("/"), random.Random(1), list[str]()
    seats = games.find(game).seats[0]
    new_table(page, game, ["me"] * seats, ["Ann", "Bob", "Cleo"][:seats])
    for _ in range(24):
        assert wait_for_turn(page)
        page.wait_for_selector(f"{LIVE}, {MAIN}, .do [data-does]")
        before = serial(page)
        choose(page, dice)
        place, piece = page.locator("main.board [data-state=picked]"), page.locator(".held [data-state=picked]")
        only = page.locator("main.board [data-state=live]")
        if way == "click" and not place.count() and only.count() == 1:
            only.press("Enter")  # what is left to choose besides: a click on a tile in hand would turn it once more
        picked = place if place.count() else piece
        page.evaluate(AT_REST)
        clear = picked.evaluate_all(IN_SIGHT)
        if not clear or not page.locator(MAIN).count():
            act(page, dice)
            continue
        says = page.locator(MAIN).inner_text()
        page.wait_for_timeout(550)  # in the first moment of a frame a second click is the end of a double one
        if way == "Enter":
            page.keyboard.press("Enter")
        else:
            picked.nth(clear[0]).click()
        expect(page.locator(".table, .curtain"), says).not_to_have_attribute("data-serial", before)
        done.append(says.split()[0])
    assert set(done) >= set(kinds.split())
    assert len(done) >= 12
