"""How quick the web app is in a real Chromium: the first paint, and from the arrival of a frame to the paint that shows it.

.venv/bin/python bench/browser.py [actions]
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import sync_playwright

from newfound import games
from serving import Server
from web.conftest import CHROMIUM, FLAGS
from web.player import WEB, act, new_table, wait_for_turn

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
      if (message.type === 'frame') arrived.set(String(message.serial), performance.now());
    });
  }
};
new MutationObserver(() => {
  const serial = document.querySelector('.table')?.dataset.serial;
  const from = arrived.get(serial);
  if (from === undefined) return;
  arrived.delete(serial);
  requestAnimationFrame(() => setTimeout(() => window.shown.push(performance.now() - from)));
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['data-serial']});
"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1"


def main(actions: int) -> None:
    drawn = [name for name in games.names() if (WEB.parent / "games" / name.replace("-", "_") / "web" / "table.ts").exists()]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), f"sqlite:///{folder}/newfound.db").start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            context = browser.new_context(base_url=server.url, viewport={"width": 1440, "height": 900})
            context.add_init_script(WATCH)
            page = context.new_page()
            page.goto("/")
            page.wait_for_selector("article")
            page.wait_for_timeout(300)
            print(f"first paint of the first page: {page.evaluate(PAINT):.0f} ms")
            for name in drawn:
                new_table(page, name, ["me", *["bot:easy"] * (games.find(name).seats[0] - 1)])
                dice = random.Random(1)
                for _ in range(actions):
                    if not wait_for_turn(page):
                        break
                    act(page, dice)
                taken = sorted(page.evaluate("window.shown"))
                most = taken[int(len(taken) * 0.95)]
                print(f"{name}: {len(taken)} frames shown, median {statistics.median(taken):.0f} ms, 95 % within {most:.0f} ms")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
