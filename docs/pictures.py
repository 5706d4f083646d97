"""Takes the pictures of the web app anew, from real matches: docs/pictures/<page>-<size>-<light|dark>.jpg. And draws a position of
each game as Python draws it: docs/pictures/<game>-position.svg.

.venv/bin/python docs/pictures.py

With a folder it takes none of these, but every state of the app that people see, at five sizes, light and dark, to be looked at: for
each state <state>-desk.png, -phone.png and -sideways.png in that folder; names of states after it take only those.

.venv/bin/python docs/pictures.py /tmp/sheets home lobby
"""

from __future__ import annotations

import base64
import random
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Literal

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, Page, expect, sync_playwright

from newfound import bots, games
from newfound.core import gamefile
from newfound.core.dice import Dice
from newfound.core.fair import Fair
from newfound.core.game import CHANCE, OVER, Game
from newfound.core.match import Match
from newfound.research import draw
from serving import Server
from web.conftest import CHROMIUM, FLAGS
from web.player import (
    AT_REST,
    act,
    against_bots,
    at_table,
    bots_only,
    choose,
    drawn,
    from_file,
    new_table,
    open_list,
    play,
    to_the_end,
    wait_for_turn,
)

HERE = Path(__file__).parent
WAIT = 180_000  # ms: the machine may be busy with other things
ASK = """async ([path, body]) => (await (await fetch(`/api/${path}`, {method: 'POST', body: JSON.stringify(body),
  headers: {'content-type': 'application/json'}})).json())"""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES = {"wide": (1440, 900), "phone": (390, 844)}


def shoot(page: Page, name: str, size: str, schemes: tuple[Literal["light", "dark"], ...] = SCHEMES) -> None:
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(AT_REST)
        page.wait_for_timeout(500)
        page.screenshot(path=HERE / "pictures" / f"{name}-{size}-{scheme}.jpg", type="jpeg", quality=82)


def tour(browser: Browser, url: str, size: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(WAIT)
    page = context.new_page()
    page.goto("/")
    for game in drawn():
        dice = random.Random(12)
        new_table(page, game, ["me", "bot:easy", "bot:easy"], ["Ann"])
        wait_for_turn(page)
        choose(page, dice)
        shoot(page, f"{game}-early", size)
        page.keyboard.press("Escape")
        play(page, dice, 38)
        for _ in range(6):  # until there is something to choose from
            if not wait_for_turn(page) or page.locator("[data-word][data-state=live]").count():
                break
            act(page, dice)
        choose(page, dice)
        shoot(page, f"{game}-late", size)
    page.goto(f"/t/{bots_only(page, drawn()[0], 3)}/replay")
    page.get_by_role("slider").fill("100")
    shoot(page, "replay", size)
    to_the_end(page, against_bots(page, drawn()[0]))
    page.locator(".final h2").wait_for()
    shoot(page, "end", size)
    page.goto("/rules/new-haven?clause=NH-B4")
    shoot(page, "rules", size)
    page.goto("/")
    page.wait_for_selector("article")
    shoot(page, "home", size)
    context.close()


# What sheets show: how the page comes there, and what is done anew at every size.
Step = Callable[[Page], object]


def at_turn(game: str, actions: int, chosen: bool = True) -> Step:
    def come(page: Page) -> None:
        dice = random.Random(12)
        new_table(page, game, ["me", *["bot:easy"] * (games.find(game).seats[-1] - 1)], ["Ann"])
        play(page, dice, actions)
        if chosen and wait_for_turn(page):
            choose(page, dice)

    return come


def buying(page: Page) -> None:
    """Where there is much to choose from, in long sentences."""
    text = (games.find("new-england").folder / "tests/golden/three_players.game").read_text(encoding="utf-8")
    page.goto("/")
    from_file(page, text.split("0 buy settlement f8")[0], ["Ann", "Bob", "Cleo"])
    wait_for_turn(page)


def hint(page: Page) -> None:
    if not page.locator(".hints").count():
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Hint", exact=True).click()
        page.locator(".do .main").wait_for()


def why_not(page: Page) -> None:
    page.keyboard.press("Escape")
    page.locator('main [data-word$="b6"]').first.click(force=True)
    page.locator(".why").wait_for()


def odds(page: Page) -> None:
    page.reload()
    at_table(page)
    if page.viewport_size and page.viewport_size["width"] < 900:
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Odds", exact=True).click()
    page.get_by_role("table").first.wait_for()


def first_match(page: Page) -> None:
    page.goto("/")
    page.evaluate("['coach', 'played'].forEach((name) => localStorage.removeItem('newfound.' + name))")
    page.reload()
    page.locator("article", has_text="New World").locator("button").first.click()
    page.get_by_role("dialog").wait_for()


def coach(page: Page) -> None:
    first_match(page)
    page.get_by_role("button", name="Begin the match").click()
    while wait_for_turn(page):  # until something happens for the first time
        page.wait_for_timeout(1000)
        if page.locator(".advised").count():
            break
        act(page, random.Random(2))


def curtain(page: Page) -> None:
    new_table(page, "new-haven", ["me", "me"], ["Ann", "Bob"])
    act(page, random.Random(3))
    page.reload()
    page.locator(".curtain").wait_for()


def end(game: str) -> Step:
    def come(page: Page) -> None:
        page.goto("/")
        to_the_end(page, against_bots(page, game))
        page.locator(".final h2").wait_for()

    return come


def share(page: Page) -> None:
    end("new-england")(page)
    page.get_by_role("button", name="Share", exact=True).click()
    page.locator("dialog img").wait_for()


def replay(page: Page) -> None:
    page.goto("/")
    page.goto(f"/t/{bots_only(page, 'new-world', 2)}/replay?at=100")
    page.locator(".steps").first.wait_for()


def review(page: Page) -> None:
    """Of the beginning of a match, which takes seconds."""
    game = games.find("new-haven")
    page.goto("/")
    code = page.evaluate(ASK, ["uploads", {"file": gamefile.write(gamefile.record(beginning(game)))}])["code"]
    page.goto(f"/t/{code}/review")
    page.locator("#moments").wait_for()
    expect(page.get_by_role("progressbar")).to_have_count(0)


def beginning(game: Game[Any]) -> Match[Any]:
    luck, dice = Fair(b"a review"), Dice(1)
    players = [bots.make(name, game) for name in ("easy", "random")]
    match = Match.new(game, game.setup(2), luck)
    while match.turn != OVER and len(match.log) < 40:
        match = match.play(match.turn, players[match.turn].choose(partial(game.copy, match.state), dice), luck=luck)
    return match


def moment(page: Page) -> None:
    review(page)
    page.locator(".moments a").first.click()
    page.locator(".page .sentence").wait_for()


def lobby(page: Page) -> None:
    """With somebody whose name is long, and what they say."""
    new_table(page, "new-england", ["me", "open", "bot:easy", "open"], ["Ann"])
    assert page.context.browser
    friend = page.context.browser.new_page(locale="en-GB")
    friend.goto(page.url)
    friend.get_by_label("Your name").fill("Maximiliane-Charlotte W.")
    friend.get_by_role("button", name="Take seat 2").click()
    friend.get_by_role("button", name="I am ready").click()
    friend.get_by_label("Say something").fill("The fire is lit. Whom are we waiting for, and until when?")
    friend.keyboard.press("Enter")
    page.locator(".talk li").wait_for()


def you(page: Page) -> None:
    """With a link for another device, and words just made."""
    page.goto("/me")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Add a device").click()
    page.get_by_role("button", name="Make words").or_(page.get_by_role("button", name="Make new words")).click()
    page.locator(".words").wait_for()
    page.locator("main .sign").wait_for()


def at(path: str, there: str = "main") -> Step:
    def come(page: Page) -> None:
        page.goto(path)
        page.locator(there).first.wait_for()

    return come


def nothing(_: Page) -> None:
    pass


STATES: dict[str, tuple[Step, Step]] = {
    "first-visit": (at("/", "article"), nothing),
    "new": (at("/new/new-haven", ".chair"), nothing),
    "lobby": (lobby, nothing),
    **{f"{game}-early": (at_turn(game, 0), nothing) for game in drawn()},
    **{f"{game}-late": (at_turn(game, 30), nothing) for game in drawn()},
    "list": (buying, open_list),
    "hint": (buying, hint),
    "why-not": (at_turn("new-haven", 0, chosen=False), why_not),
    "odds": (at_turn("new-world", 3, chosen=False), odds),
    "minute": (nothing, first_match),
    "coach": (coach, nothing),
    "curtain": (curtain, nothing),
    **{f"{game}-end": (end(game), nothing) for game in drawn()},
    "share": (share, nothing),
    "replay": (replay, nothing),
    "review": (review, nothing),
    "moment": (moment, nothing),
    "course": (at("/learn/new-haven", "main a"), nothing),
    "lesson": (at("/learn/new-world/settle", ".table"), nothing),
    "rules": (at("/rules/new-world?clause=NW-T2", "main p"), nothing),
    "you": (you, nothing),
    "numbers": (at("/me/numbers"), nothing),
    "home": (at("/", "article"), nothing),
}
WHOLE = {"lobby", "you"}  # pages of some length, down to their end
PLACES = {"desk": [(1440, 900), (1280, 720)], "phone": [(390, 844), (360, 640)], "sideways": [(844, 390)]}


def sheets(browser: Browser, url: str, folder: Path, wanted: list[str]) -> None:
    """Every state in all sizes, light and dark: the desks on one sheet, the phones on another."""
    folder.mkdir(parents=True, exist_ok=True)
    context = browser.new_context(base_url=url, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(WAIT)
    page, sheet = context.new_page(), browser.new_page()
    page.goto("/")
    for state, (come, anew) in STATES.items():
        if wanted and state not in wanted:
            continue
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1440, "height": 900})
        come(page)
        for place, sizes in PLACES.items():
            images = []
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(200)
                anew(page)
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    page.evaluate(AT_REST)
                    page.wait_for_timeout(600)
                    page.evaluate("scrollTo(0, 0)")
                    images.append((width, base64.b64encode(page.screenshot(full_page=state in WHOLE)).decode()))
                page.emulate_media(color_scheme="light")
            pictures = "".join(f'<img width={width} src="data:image/png;base64,{image}">' for width, image in images)
            across = sum(width + 8 for width, _ in images) if place == "phone" else 2 * max(width + 8 for width, _ in images)
            style = "margin: 0; display: flex; flex-wrap: wrap; gap: 8px; align-items: start; background: #888"
            sheet.set_viewport_size({"width": across, "height": 900})
            sheet.set_content(f'<body style="{style}">{pictures}')
            sheet.screenshot(path=folder / f"{state}-{place}.png", full_page=True)
    context.close()


def together(browser: Browser, url: str) -> None:
    """Ann and Bob, for docs/together.md: small, and light only."""
    ann, bob = (
        browser.new_context(base_url=url, viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce").new_page()
        for width, height in ((960, 720), (390, 720))
    )
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.goto("/")
        page.evaluate(ASK, ["me", {"name": name}])
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "easy"}]
    code = ann.evaluate(ASK, ["tables", {"game": drawn()[0], "seats": seats}])["code"]
    ann.goto(f"/t/{code}")
    bob.goto(f"/t/{code}")
    shoot(ann, "together-lobby", "wide", ("light",))
    bob.evaluate(ASK, [f"tables/{code}/join", {}])
    bob.reload()
    at_table(ann)
    ann.get_by_role("button", name="Chat").click()
    ann.get_by_placeholder("Say something").fill("Good evening! Is your tea hot?")
    ann.keyboard.press("Enter")
    bob.locator(".count").wait_for()
    shoot(bob, "together-table", "phone", ("light",))
    bob.goto("/me")
    bob.get_by_role("heading", name="Your devices").evaluate("(one) => (one.closest('section').scrollIntoView(), scrollBy(0, -72))")
    shoot(bob, "together-you", "phone", ("light",))


def position(name: str, events: int) -> str:
    """A match of the usual greedy bots after so many events, as the first seat sees it."""
    game, dice = games.find(name), Dice(3)
    state, bot = game.start(game.setup(3)), bots.make("greedy", game)
    for _ in range(events):
        turn = game.turn(state)
        game.apply(state, game.draw(state, dice) if turn == CHANCE else bot.choose(partial(game.redeal, state, turn, dice), dice))
    return draw.svg(game, state, 0)


def main() -> None:
    expect.set_options(timeout=WAIT)
    folder, *wanted = sys.argv[1:] or [""]
    for game in () if folder else games.names():
        (HERE / "pictures" / f"{game}-position.svg").write_text(position(game, 160), encoding="utf-8")
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        at_home = {"NEWFOUND_ADDRESS": "http://192.168.1.20:8000"}  # as `newfound serve --lan` finds it
        server = Server(Path(kept), f"sqlite:///{kept}/newfound.db", at_home).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            if folder:
                sheets(browser, server.url, Path(folder), wanted)
                return
            for size in SIZES:
                tour(browser, server.url, size)
            together(browser, server.url)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
