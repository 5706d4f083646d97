"""Newfound without a server, in a real Chromium: how soon the first board is there, how long bots think, whether the page stutters then.

.venv/bin/python bench/site.py

Beside the figures stands what Pyodide takes by itself, and an empty page, in the same run: what the machine allows at this moment. Each
browser has a profile of its own on disk, as people's have. With `--rounds 1 --held` it fails where a figure is far from what is promised.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import BrowserContext, Page, Playwright, ViewportSize, sync_playwright

from newfound import games
from newfound.host.shelf import SITE
from web.conftest import CHROMIUM, FLAGS
from web.test_site import BELOW, KEPT, SLOW, Files, Quiet

# What is promised, and room for a machine that does other work: seconds, milliseconds of 95 % and of all decisions, of all frames.
VISITS = {"first": 30.0, "second": 12.0}
DECISIONS = {"medium": (300, 3000), "hard": (3000, 4000), "expert": (8000, 9000)}
FRAMES = 500
BARE = "bare.html"
START = """async () => {
  const from = performance.now();
  const {loadPyodide} = await import('./pyodide/pyodide.mjs');
  window.python = await loadPyodide({indexURL: new URL('./pyodide/', location.href).href});
  return (performance.now() - from) / 1000;
}"""
# What the worker of the bots does, for one seat after the other: every decision with a choice, in milliseconds.
THINK = """async ([game, seats, level, most]) => {
  if (!window.packed) {
    window.packed = await (await fetch('./newfound.zip')).arrayBuffer();
    python.unpackArchive(packed, 'zip', {extractDir: '/newfound'});
    python.runPython("import sys; sys.path.insert(0, '/newfound')");
  }
  return python.runPython(`
import json, time
from newfound import games
from newfound.core.fair import Fair
from newfound.core.game import OVER, find_action
from newfound.core.match import Match
from newfound.tab.page import answer
from newfound.bots.search import Search
game, luck, took, made = games.find(${JSON.stringify(game)}), Fair(b'measured'), [], []
simulate = Search.__dict__['simulate']
def counted(*given):
    made[-1] += 1
    simulate(*given)
Search.simulate = counted
match = Match.new(game, game.setup(${seats}), luck)
while match.turn != OVER and len(took) < ${most}:
    seat = match.turn
    job = {"game": game.name, "level": ${JSON.stringify(level)}, "seat": seat, "position": game.dump(match.state)}
    job |= {"seed": len(took), "why": False}
    choice = len(game.actions(match.state)) > 1
    made.append(0)
    began = time.perf_counter()
    said = json.loads(answer(json.dumps(job)))
    if choice:
        took.append(1000 * (time.perf_counter() - began))
    else:
        made.pop()
    match = match.play(seat, find_action(game, match.state, said["action"]), luck=luck)
Search.simulate = simulate
json.dumps([took, made])`);
}"""
GAPS = """(time) => new Promise((done) => {
  const taken = [];
  let last = performance.now();
  const end = last + time;
  const next = () => {
    const now = performance.now();
    taken.push(now - last);
    last = now;
    now < end ? requestAnimationFrame(next) : done(taken);
  };
  requestAnimationFrame(next);
})"""


def first_board(context: BrowserContext, files: Files) -> float:
    """Seconds from the address to the board of a match against a bot."""
    page = context.new_page()
    began = time.perf_counter()
    page.goto(files.url)
    page.locator("article button.main").first.click()
    page.locator(".table[data-serial] .sentence").wait_for(timeout=SLOW)
    took = time.perf_counter() - began
    page.wait_for_function(KEPT, timeout=SLOW)
    page.close()
    return took


def thinking(page: Page) -> None:
    """A match of experts, looked at."""
    page.locator("article", has_text="New Haven").get_by_role("link", name="options", exact=False).click()
    for at in range(2):
        page.locator(".chair").nth(at).locator("select").select_option("bot:expert")
    page.locator("form button.main").click()
    page.locator(".table[data-serial]").wait_for(timeout=SLOW)


def part(taken: list[float], share: float) -> float:
    return sorted(taken)[int((len(taken) - 1) * share)]


def summary(taken: list[float]) -> str:
    middle, most, longest = statistics.median(taken), part(taken, 0.95), max(taken)
    return f"median {middle:.0f} ms, 95 % within {most:.0f} ms, all within {longest:.0f} ms"


@contextmanager
def browsing(playwright: Playwright) -> Iterator[BrowserContext]:
    """Somebody new, whose browser keeps on disk what it compiles."""
    with tempfile.TemporaryDirectory() as profile:
        size: ViewportSize = {"width": 1440, "height": 900}
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=FLAGS, viewport=size, reduced_motion="reduce"
        )
        context.set_default_timeout(SLOW)
        yield context
        context.close()


def visits(playwright: Playwright, files: Files, rounds: int) -> list[str]:
    bare, first, second = list[float](), list[float](), list[float]()
    for _ in range(rounds):
        with browsing(playwright) as context:
            page = context.new_page()
            page.goto(files.url + BARE)
            bare.append(page.evaluate(START))
        with browsing(playwright) as context:
            first.append(first_board(context, files))
            second.append(first_board(context, files))
    for what, taken in (("Pyodide alone", bare), ("first visit, to the board", first), ("second visit, to the board", second)):
        print(f"{what}: {statistics.median(taken):.1f} s, {min(taken):.1f} to {max(taken):.1f}", flush=True)
    return [f"{what} visit" for what, taken in (("first", first), ("second", second)) if statistics.median(taken) > VISITS[what]]


def decisions(context: BrowserContext, files: Files) -> Iterator[str]:
    page = context.new_page()
    page.goto(files.url + BARE)
    page.evaluate(START)
    for name in games.names():
        for level, most in (("medium", 1000), ("hard", 8), ("expert", 2)):
            taken, made = json.loads(page.evaluate(THINK, [name, games.find(name).seats[0], level, most]))
            searched = f"; {statistics.median(made):.0f} simulations, {min(made)} to {max(made)}" if any(made) else ""
            print(f"{name}, {level}: {summary(taken)}{searched}", flush=True)
            if part(taken, 0.95) > DECISIONS[level][0] or max(taken) > DECISIONS[level][1]:
                yield f"{name}, {level}"
    page.close()


def frames(context: BrowserContext, files: Files) -> Iterator[str]:
    page = context.new_page()
    page.goto(files.url)
    thinking(page)
    page.wait_for_timeout(3000)
    taken = page.evaluate(GAPS, 10_000)
    print(f"frames while an expert thinks: {summary(taken)}")
    page.goto("data:text/html,<p>nothing</p>")
    print(f"frames of an empty page: {summary(page.evaluate(GAPS, 5_000))}")
    if max(taken) > FRAMES:
        yield "frames"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--rounds", type=int, default=5)
    reader.add_argument("--held", action="store_true")
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        there = Path(folder) / BELOW.strip("/")
        shutil.copytree(SITE, there)
        (there / BARE).write_text("<!doctype html><title>bare</title>", encoding="utf-8")
        with Files(("127.0.0.1", 0), partial(Quiet, directory=folder)) as files:
            missed = visits(playwright, files, given.rounds)
            with browsing(playwright) as context:
                missed += [*decisions(context, files), *frames(context, files)]
            files.shutdown()
    if given.held and missed:
        sys.exit(f"far from what is promised: {', '.join(missed)}")


if __name__ == "__main__":
    main()
