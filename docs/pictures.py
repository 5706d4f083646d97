"""Takes the pictures of the web app anew, from real matches: docs/pictures/<page>-<size>-<light|dark>.jpg. And draws a position of
each game as Python draws it: docs/pictures/<game>-position.svg.

.venv/bin/python docs/pictures.py
"""

from __future__ import annotations

import random
import sys
import tempfile
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright

from newfound import bots, games
from newfound.core.dice import Dice
from newfound.core.game import CHANCE
from newfound.research import draw
from serving import Server
from web.conftest import CHROMIUM, FLAGS
from web.player import act, bots_only, choose, drawn, new_table, play, wait_for_turn

HERE = Path(__file__).parent
SIZES = {"wide": (1440, 900), "phone": (390, 844)}


def shoot(page: Page, name: str, size: str, scheme: str) -> None:
    page.wait_for_timeout(500)
    page.screenshot(path=HERE / "pictures" / f"{name}-{size}-{scheme}.jpg", type="jpeg", quality=82)


def tour(browser: Browser, url: str, size: str, scheme: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=url, viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light", locale="en-GB"
    )
    page = context.new_page()
    page.goto("/")
    for game in drawn():
        dice = random.Random(12)
        new_table(page, game, ["me", "bot:easy", "bot:easy"], ["Ann"])
        wait_for_turn(page)
        choose(page, dice)
        shoot(page, f"{game}-early", size, scheme)
        page.keyboard.press("Escape")
        play(page, dice, 38)
        for _ in range(6):  # until there is something to choose from
            if not wait_for_turn(page) or page.locator("[data-word][data-state=live]").count():
                break
            act(page, dice)
        choose(page, dice)
        shoot(page, f"{game}-late", size, scheme)
    page.goto(f"/t/{bots_only(page, drawn()[0], 3)}/replay")
    page.get_by_role("slider").fill("100")
    shoot(page, "replay", size, scheme)
    page.goto("/rules/new-haven?clause=NH-B4")
    shoot(page, "rules", size, scheme)
    page.goto("/")
    page.wait_for_selector("article")
    shoot(page, "home", size, scheme)
    context.close()


def position(name: str, events: int) -> str:
    """A match of the usual greedy bots after so many events, as the first seat sees it."""
    game, dice = games.find(name), Dice(3)
    state, bot = game.start(game.setup(3)), bots.make("greedy", game)
    for _ in range(events):
        turn = game.turn(state)
        game.apply(state, game.draw(state, dice) if turn == CHANCE else bot.choose(partial(game.redeal, state, turn, dice), dice))
    return draw.svg(game, state, 0)


def main() -> None:
    for game in games.names():
        (HERE / "pictures" / f"{game}-position.svg").write_text(position(game, 160), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), f"sqlite:///{folder}/newfound.db").start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for size in SIZES:
                for scheme in ("light", "dark"):
                    tour(browser, server.url, size, scheme)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
