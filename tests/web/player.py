"""A person who plays by the interface alone, whatever the game: what can be chosen is chosen, the button is pressed."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

import newfound
from newfound import games

WEB = Path(newfound.__file__).parent / "web"
Visit = Callable[..., Page]
LIVE = "[data-word][data-state=live]"
ACTIVE = """() => {
  const here = document.activeElement;
  return [here?.dataset?.state ?? '', here?.matches?.('.do .button.main') ?? false, here?.matches?.('.do [data-does]') ?? false];
}"""


# A map that follows the play comes to rest.
AT_REST = """async () => {
  const picture = () => new Promise((done, fail) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
    setTimeout(() => fail(new Error('no picture for twenty seconds')), 20_000);
  });
  const at = () => document.querySelector('.map')?.style.transform;
  for (let was; at() && at() !== was; await picture()) was = at();
}"""
# Which of these things have nothing else over their middle.
IN_SIGHT = """(all) => all.flatMap((one, at) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there && (one.contains(there) || there.contains(one)) && !there.matches('html, body') ? [at] : [];
})"""


def drawn() -> list[str]:
    """The games that have a table of their own."""
    return [name for name in games.names() if (WEB.parent / "games" / name.replace("-", "_") / "web" / "table.ts").exists()]


def play_now(page: Page, title: str) -> None:
    page.locator("article", has_text=title).locator("button").first.click()
    at_table(page)


def at_table(page: Page) -> None:
    expect(page.locator(".table[data-serial], .curtain")).to_be_visible()


def new_table(page: Page, game: str, seats: list[str], names: list[str] | None = None) -> str:
    """Seats as the form has them: me, open, bot."""
    page.goto(f"/new/{game}")
    page.locator(".count label", has_text=str(len(seats))).click()
    for at, who in enumerate(seats):
        chair = page.locator(".chair").nth(at)
        value = chair.locator("option").evaluate_all("(all, who) => all.map((one) => one.value).find((one) => one.startsWith(who))", who)
        chair.locator("select").select_option(value)
    for at, name in enumerate(names or []):
        page.locator(".chair").nth(at).locator("input").fill(name)
    page.locator("button.main").click()
    page.wait_for_url("**/t/*")
    return page.url.rsplit("/", 1)[1]


def is_over(page: Page) -> bool:
    return page.locator(".result").count() > 0


def is_mine(page: Page) -> bool:
    return page.locator(".sentence.mine").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Whether there is something to decide; false when the match is over."""
    page.wait_for_selector(".sentence.mine, .result, .curtain")
    if page.locator(".curtain").count():
        page.locator(".curtain button").click()
        page.wait_for_selector(".sentence.mine, .result")
    return not is_over(page)


def serial(page: Page) -> str:
    return page.locator(".table").get_attribute("data-serial") or ""


def choose(page: Page, dice: random.Random) -> None:
    """Picks what can be picked until the button says what it will do."""
    for _ in range(12):
        if page.locator(".do .button.main").count():
            return
        chips = page.locator(".do .chips .button[aria-pressed=false]")
        some = page.locator(f".tray {LIVE}")
        if not some.count():
            some = page.locator(LIVE)
        page.evaluate(AT_REST)
        seen = some.evaluate_all(IN_SIGHT)
        if seen:
            some.nth(dice.choice(seen)).click()
        elif some.count():  # on a map that has to be moved: the keyboard goes there by itself
            some.nth(dice.randrange(some.count())).focus()
            page.keyboard.press("Enter")
        elif chips.count():
            chips.nth(dice.randrange(chips.count())).click()
        else:
            return


def act(page: Page, dice: random.Random) -> None:
    """One action of one's own, sent and shown."""
    before = serial(page)
    if page.locator(LIVE).count():
        choose(page, dice)
    button = page.locator(".do .button.main")
    (button if button.count() else page.locator(".do [data-does]").last).press("Enter")  # a click would have to wait a moment
    page.wait_for_function("(before) => (document.querySelector('.table')?.dataset.serial ?? '') !== before", arg=before)


def click_at_rest(button: Locator) -> None:
    """What has just come takes no click: a person needs a moment too."""
    button.wait_for()
    button.page.wait_for_timeout(550)
    button.click()


def play(page: Page, dice: random.Random, most: int) -> int:
    """So many actions, or to the end; how many it took."""
    for count in range(most):
        if not wait_for_turn(page):
            return count
        act(page, dice)
    wait_for_turn(page)
    return most


def act_by_keyboard(page: Page) -> None:
    """One action with Tab and Enter only."""
    before = serial(page)
    for _ in range(200):
        state, on_main, in_buttons = page.evaluate(ACTIVE)
        chosen = page.locator(".do .button.main").count() > 0
        stuck = page.locator(LIVE).count() == 0 and in_buttons
        if on_main or (stuck and not chosen) or (state == "live" and not chosen):
            page.keyboard.press("Enter")
            if on_main or stuck:
                break
            continue
        page.keyboard.press("Tab")
    page.wait_for_function("(before) => (document.querySelector('.table')?.dataset.serial ?? '') !== before", arg=before)


def bots_only(page: Page, game: str, seats: int = 2) -> str:
    """The code of a match that bots have played to its end."""
    ask = """async ([game, seats]) => {
      const headers = {'content-type': 'application/json'};
      await fetch('/api/me', {method: 'POST', headers, body: '{"name": "Ann"}'});
      const body = JSON.stringify({game, seats: Array.from({length: seats}, () => ({kind: 'bot', level: 'random'}))});
      const made = await (await fetch('/api/tables', {method: 'POST', headers, body})).json();
      for (let at = 0; at < 600; at++) {
        const table = await (await fetch(`/api/tables/${made.code}`)).json();
        if (table.status === 'over') return table.code;
        await new Promise((done) => setTimeout(done, 50));
      }
      return JSON.stringify(made);
    }"""
    return str(page.evaluate(ask, [game, seats]))
