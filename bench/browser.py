"""How quick the web app is in a real Chromium: first paints, from the arrival of a frame to its paint, panning a full map.

.venv/bin/python bench/browser.py [actions]

Beside every figure stands the same for an almost empty page in the same run: what the machine allows at this moment.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright

from newfound import games
from newfound.server.settings import Settings
from serving import Server
from web.conftest import CHROMIUM, FLAGS
from web.player import bots_only, drawn, new_table, wait_for_turn

ENOUGH = 50  # ms from the arrival of a frame to the paint that shows it

# When a frame arrives, and when the browser has painted the page that shows it.
WATCH = """
window.shown = [];
const arrived = new Map();
const later = window.requestAnimationFrame.bind(window);
let drawing = false; // in the callbacks just before a picture is made: what changes now is in it
window.requestAnimationFrame = (act) => later((time) => {
  drawing = true;
  setTimeout(() => (drawing = false));
  act(time);
});
const Real = window.WebSocket;
window.WebSocket = class extends Real {
  constructor(...all) {
    super(...all);
    this.addEventListener('message', ({data}) => {
      const message = JSON.parse(data);
      if (message.type !== 'frame') return;
      arrived.set(message.serial, performance.now());
      [window.latest, window.socket] = [message, this];
    });
  }
};
new MutationObserver(() => {
  const serial = Number(document.querySelector('.table')?.dataset.serial ?? -1);
  for (const [one, from] of arrived) {
    if (one > serial) continue; // a frame that came right after another is shown with it
    arrived.delete(one);
    const painted = () => setTimeout(() => window.shown.push(performance.now() - from));
    drawing ? painted() : later(painted);
  }
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['data-serial']});
"""
# Some action, whatever it is, 400 ms after one sees that one may. A driver that clicks would be measured with what it looks for.
PLAY = """async (actions) => {
  const rest = (time) => new Promise((done) => setTimeout(done, time));
  let luck = 1;
  for (let n = 0; n < actions; n++) {
    while (window.latest.turn !== window.latest.reader && window.latest.turn !== -2) await rest(25);
    if (window.latest.turn === -2) return;
    await rest(400);
    const {serial, reader: seat, actions} = window.latest;
    luck = (luck * 48271) % 2147483647;
    const action = actions[luck % actions.length];
    window.socket.send(JSON.stringify({do: 'play', id: crypto.randomUUID(), serial, seat, action}));
    while (window.latest.serial === serial) await rest(25);
  }
}"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1"
# The least that a page can do about something that arrives: one text changed, and painted.
LEAST = """() => new Promise((done) => {
  const taken = [];
  const once = () => {
    const from = performance.now();
    document.body.textContent = String(from);
    requestAnimationFrame(() => setTimeout(() => {
      taken.push(performance.now() - from);
      taken.length < 40 ? setTimeout(once, 37) : done(taken);
    }));
  };
  once();
})"""
MOVES = "r.style.transform=`translate(${event.clientX}px,0)`"
SQUARE = '<svg width="1440" height="900"><rect id="r" width="300" height="300" style="will-change:transform"/></svg>'
EMPTY = f'data:text/html,<body onmousemove="{MOVES}">{SQUARE}'


def first_paint(browser: Browser, address: str, wanted: str) -> float:
    """The middle of five visits, each with a browser that has never been there."""
    taken = []
    for _ in range(5):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(wanted)
        page.wait_for_timeout(200)
        taken.append(float(page.evaluate(PAINT)))
        context.close()
    return statistics.median(taken)


def summary(taken: list[float]) -> str:
    taken = sorted(taken)
    within = sum(one <= ENOUGH for one in taken) / len(taken)
    most = f"95 % within {taken[int(len(taken) * 0.95)]:.0f} ms, all within {taken[-1]:.0f} ms"
    return f"median {statistics.median(taken):.0f} ms, {most}; {within:.0%} within {ENOUGH} ms"


def drag(browser: Browser, page: Page, seconds: int = 4) -> tuple[int, int]:
    """Drags the page to and fro with the mouse: how many frames were drawn and how many dropped, by the browser's own count."""
    page.mouse.move(700, 430)
    page.mouse.down()
    page.mouse.move(690, 430)
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"])
    for _ in range(seconds):
        page.mouse.move(450, 330, steps=30)
        page.mouse.move(690, 430, steps=30)
    names = [event["name"] for event in json.loads(browser.stop_tracing())["traceEvents"]]
    page.mouse.up()
    return names.count("DrawFrame"), names.count("DroppedFrame")


def main(actions: int) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), f"sqlite:///{folder}/newfound.db", {"NEWFOUND_BOT_PAUSE": str(Settings.bot_pause)}).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            home, empty = first_paint(browser, server.url, "article"), first_paint(browser, EMPTY, "rect")
            print(f"first paint: home {home:.0f} ms, an empty page {empty:.0f} ms")
            context = browser.new_context(base_url=server.url, viewport={"width": 1440, "height": 900})
            context.add_init_script(WATCH)
            page = context.new_page()
            page.goto("/")
            for name in drawn():
                new_table(page, name, ["me", *["bot:easy"] * (games.find(name).seats[0] - 1)])
                wait_for_turn(page)
                page.evaluate("window.shown = []")
                page.evaluate(PLAY, actions)
                taken = page.evaluate("window.shown")
                print(f"{name}: {len(taken)} frames, {summary(taken)}")
            code = bots_only(page, "new-world")
            page.goto(f"/t/{code}")
            page.wait_for_selector(".result")
            page.wait_for_timeout(1500)
            tiles = page.locator(".map .tile").count()
            drew, dropped = drag(browser, page)
            page.goto(EMPTY)
            plain, lost = drag(browser, page)
            print(f"panning {tiles} tiles: {drew} frames drawn, {dropped} dropped; one square: {plain} drawn, {lost} dropped")
            print(f"an empty page that changes one text: {summary(page.evaluate(LEAST))}")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
