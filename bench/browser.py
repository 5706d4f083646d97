"""How quick the web app is in a real Chromium: first paints, from the arrival of a frame to its paint, panning a full map.

.venv/bin/python bench/browser.py [actions]

Beside every figure stands the same for an almost empty page in the same run: what the machine allows at this moment.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright

from newfound import games
from serving import Server
from web.conftest import CHROMIUM, FLAGS
from web.player import act, bots_only, drawn, new_table, wait_for_turn

ENOUGH = 50  # ms from the arrival of a frame to the paint that shows it

# When a frame arrives, and when the browser has painted the page that shows it.
WATCH = """
window.shown = [];
const arrived = new Map();
const Real = window.WebSocket;
window.WebSocket = class extends Real {
  constructor(...all) {
    super(...all);
    this.addEventListener('message', ({data}) => {
      const message = JSON.parse(data);
      if (message.type === 'frame') arrived.set(message.serial, performance.now());
    });
  }
};
new MutationObserver(() => {
  const serial = Number(document.querySelector('.table')?.dataset.serial ?? -1);
  for (const [one, from] of arrived) {
    if (one > serial) continue; // a frame that came right after another is shown with it
    arrived.delete(one);
    requestAnimationFrame(() => setTimeout(() => window.shown.push(performance.now() - from)));
  }
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['data-serial']});
"""
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
    return f"median {statistics.median(taken):.0f} ms, 95 % within {taken[int(len(taken) * 0.95)]:.0f} ms, {within:.0%} within {ENOUGH} ms"


def busy(trace: bytes) -> list[float]:
    """How long the page itself worked (ms of processor time, whatever else the machine does) from what arrived to the picture of it."""
    events = json.loads(trace)["traceEvents"]
    heard = [event for event in events if event["name"] == "WebSocketReceive"]
    page = {(event["pid"], event["tid"]) for event in heard}
    mine = [event for event in events if event.get("ph") == "X" and (event["pid"], event["tid"]) in page]
    pictures = sorted(event["ts"] for event in mine if event["name"] == "Commit")
    taken, last = [], 0
    for ts in sorted(event["ts"] for event in heard):
        end = next((one for one in pictures if one > ts), None)
        if ts < last or end is None:  # shown with the one before
            continue
        taken.append(sum(event.get("tdur", 0) for event in mine if event["name"] == "RunTask" and ts - 300 <= event["ts"] <= end) / 1000)
        last = end
    return taken


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
        server = Server(Path(folder), f"sqlite:///{folder}/newfound.db").start()
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
                dice = random.Random(1)
                browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
                for _ in range(actions):
                    if not wait_for_turn(page):
                        break
                    act(page, dice)
                taken = page.evaluate("window.shown")
                work = busy(browser.stop_tracing())
                print(f"{name}: {len(taken)} frames shown, {summary(taken)}; the page's own work: median {statistics.median(work):.0f} ms")
            code = bots_only(page, "new-world")
            page.goto(f"/t/{code}")
            page.wait_for_selector(".result")
            page.wait_for_timeout(1500)
            tiles = page.locator(".map svg.tile").count()
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
