"""A person who plays by the interface alone, whatever the game: what can be chosen is chosen, the button is pressed."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path

import zxingcpp
from PIL import Image
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
# Where a thing is, once it has been there for a quarter of a second.
SETTLED = """async (one) => {
  const at = () => { const {x, y, width, height} = one.getBoundingClientRect(); return {x, y, width, height}; };
  for (let was, now = at(); JSON.stringify(was) !== JSON.stringify(now); now = at()) {
    was = now;
    await new Promise((done) => setTimeout(done, 250));
  }
  return at();
}"""
# Which of these things have nothing else over their middle.
IN_SIGHT = """(all) => all.flatMap((one, at) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there && (one.contains(there) || there.contains(one)) && !there.matches('html, body') ? [at] : [];
})"""

# What reaches beyond the window, or lies under something else where it could be pressed.
CUT = """(all) => all.filter((one) => {
  const {left, top, right, bottom, width, height} = one.getBoundingClientRect();
  if (!width) return false;
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  const outside = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  return outside || !there || (!one.contains(there) && !there.contains(one));
}).map((one) => one.outerHTML.slice(0, 120))"""


RUN = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations.map((found) =>
  `${found.id}: ${found.nodes.map((node) => node.target + ' ' + node.failureSummary).slice(0, 3).join(' | ')}`)"""


def blameless(page: Page, axe: str, where: str) -> None:
    """For everyone: axe finds nothing."""
    page.locator("main, [role=main]").first.wait_for(state="attached")
    page.locator("h1").first.wait_for(state="attached")  # what is asked for has come
    page.evaluate(axe)
    found = page.evaluate(RUN)
    assert found == [], f"{where}: {found}"


# A moment of five seconds instead of half a one, in which the slowest machine presses too early.
LONG = "const later = setTimeout; window.setTimeout = (what, wait, ...more) => later(what, wait === 500 ? 5000 : wait, ...more);"


def slow(page: Page) -> Page:
    page.add_init_script(LONG)
    page.goto("/")
    return page


# What is told for a while is kept: nobody has to be quick to see it.
TOLD = """(where) => {
  window.told = [];
  const tell = () => window.told.push(...[...document.querySelectorAll(where)].map((one) => one.textContent));
  new MutationObserver(tell).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""


def scanned(page: Page, name: str) -> str:
    """What a camera reads of the picture of this name."""
    shown = page.get_by_role("img", name=name)
    expect(shown).to_be_visible()
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(shown.screenshot())))
    return str(found.text)


def drawn() -> list[str]:
    """The games that have a table of their own."""
    return [name for name in games.names() if (WEB.parent / "games" / name.replace("-", "_") / "web" / "table.ts").exists()]


def settled(one: Locator) -> dict[str, float]:
    found: dict[str, float] = one.evaluate(SETTLED)
    return found


KNOWN = f"try {{ localStorage.setItem('newfound.played', '{' '.join([*games.names(), 'rock-pool'])}') }} catch {{}}"  # not on about:blank


def knows(page: Page) -> None:
    """Somebody who has played every game, from the next page on: nobody coaches them."""
    page.context.add_init_script(KNOWN)


def play_now(page: Page, title: str) -> None:
    """As somebody who knows the game: whoever would coach a first match is sent away."""
    coached = "localStorage.getItem('newfound.coach')"
    before = page.evaluate(coached)
    page.locator("article", has_text=title).locator("button").first.click()
    at_table(page)
    if page.evaluate(coached) != before:
        page.locator("dialog section button").click()


def at_table(page: Page) -> None:
    expect(page.locator(".table[data-serial], .curtain")).to_be_visible()


def new_table(page: Page, game: str, seats: list[str], names: list[str] | None = None) -> str:
    """Seats as the form has them: me, open, bot. By somebody who knows the game."""
    knows(page)
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


def begin(*pages: Page) -> None:
    """All who sit there are ready."""
    for page in pages:
        page.get_by_role("button", name="I am ready").click()
    for page in pages:
        page.locator(".table[data-serial], .curtain").wait_for()


def two_people(ann: Page, bob: Page, game: str = "new-haven") -> str:
    """Ann and Bob at one table, bots on the seats that are left; its code."""
    code = new_table(ann, game, ["me", "open", *["bot:easy"] * (games.find(game).seats[0] - 2)], ["Ann"])
    knows(bob)
    bob.goto(f"/t/{code}")
    bob.locator("label input").fill("Bob")
    bob.get_by_role("button", name="Take seat 2").click()
    begin(ann, bob)
    return code


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


def against_bots(page: Page, game: str, people: int = 1) -> str:
    """A table with bots that play at once, and the page at it; its code."""
    ask = """async ([game, seats]) => {
      const headers = {'content-type': 'application/json'};
      await fetch('/api/me', {method: 'POST', headers, body: '{"name": "Ann"}'});
      return (await (await fetch('/api/tables', {method: 'POST', headers, body: JSON.stringify({game, seats})})).json()).code;
    }"""
    bots = games.find(game).seats[0] - people
    code = str(page.evaluate(ask, [game, [{"kind": "me"}] * people + [{"kind": "bot", "level": "random"}] * bots]))
    page.goto(f"/t/{code}")
    page.locator(".table[data-serial]").wait_for()
    return code


def to_the_end(page: Page, code: str, last: bool = False) -> None:
    """Plays this person's seat at random, as quickly as frames come, beside the page that shows it; or until the last round is told."""
    ask = """([code, last]) => new Promise((done, fail) => {
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${code}/socket`);
      setTimeout(() => fail(new Error('no end for four minutes')), 240_000);
      socket.onclose = () => fail(new Error('closed'));
      socket.onmessage = ({data}) => {
        const frame = JSON.parse(data);
        if (frame.type !== 'frame') return;
        if (frame.turn === -2 || (last && frame.news.some((event) => event.told.some((told) => told.key === 'news.last')))) {
          socket.onclose = null;
          socket.close();
          done();
        } else if (frame.actions.length) {
          const action = frame.actions[Math.floor(Math.random() * frame.actions.length)];
          socket.send(JSON.stringify({do: 'play', id: crypto.randomUUID(), serial: frame.serial, action}));
        }
      };
    })"""
    page.evaluate(ask, [code, last])


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


def open_list(page: Page) -> None:
    if not page.locator(".choices").count():
        page.keyboard.press("l")
        page.locator(".choices").wait_for()


def act_by_list(page: Page, dice: random.Random) -> None:
    """One action by the list of choices alone, as a screen reader has it: words narrow them down, Enter chooses and does."""
    before = serial(page)
    open_list(page)
    for _ in range(6):
        offered = page.locator(".choices section button")
        chosen = page.locator(".choices section button[aria-pressed=true]")
        if chosen.count():
            page.wait_for_timeout(550)  # nothing is done within a moment of what came before
            chosen.press("Enter")
            break
        if not offered.count():  # a choice of one word is a button by itself
            page.locator(".do [data-does]").last.press("Enter")
            break
        offered.nth(dice.randrange(offered.count())).press("Enter")
    page.wait_for_function("(before) => (document.querySelector('.table')?.dataset.serial ?? '') !== before", arg=before)


def drag(page: Page, piece: Locator, place: Locator) -> None:
    """From the middle of one to the middle of the other, in a few steps as a hand does it."""
    page.evaluate(AT_REST)
    start, end = piece.bounding_box(), place.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()


def drag_by_finger(page: Page, piece: Locator, place: Locator, *, rests: int = 250) -> None:
    start, end = piece.bounding_box(), place.bounding_box()
    assert start
    assert end
    (x, y), (to_x, to_y) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (start, end))
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(rests)
    for step in range(1, 7):
        point = {"x": x + (to_x - x) * step / 6, "y": y + (to_y - y) * step / 6}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def from_file(page: Page, text: str, names: list[str]) -> None:
    """A match that goes on from a file, all seats on this device."""
    ask = """async ([file, names]) => {
      const headers = {'content-type': 'application/json'};
      await fetch('/api/me', {method: 'POST', headers, body: '{"name": "Ann"}'});
      const body = JSON.stringify({file, seats: names.map((name) => ({kind: 'me', name}))});
      return (await (await fetch('/api/uploads', {method: 'POST', headers, body})).json()).code;
    }"""
    page.goto(f"/t/{page.evaluate(ask, [text, names])}")
