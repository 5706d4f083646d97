"""A built web app, a real server, a real browser; skipped with the reason where one of them is missing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from serving import Server
from web.player import WEB, Visit

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
]

PATIENCE = 60_000  # a machine that does other work takes its time; what fails, fails at the end all the same
expect.set_options(timeout=PATIENCE / 2)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (WEB / "dist" / "index.html").exists():
        pytest.skip("the web app is not built: make web")
    folder = tmp_path_factory.mktemp("web")
    server = Server(folder, f"sqlite:///{folder}/newfound.db").start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def visit(browser: Browser, served: Server) -> Iterator[Visit]:
    """Somebody new with a browser of their own, at an address of the app. What goes wrong in the page fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def come(
        path: str = "/",
        *,
        width: int = 1440,
        height: int = 900,
        scheme: str = "light",
        language: str = "en-GB",
        still: bool = True,
        touch: bool = False,
    ) -> Page:
        context = browser.new_context(
            base_url=served.url,
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=language,
            reduced_motion="reduce" if still else "no-preference",
            has_touch=touch,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, to be run in a page."""
    source = WEB / "node_modules" / "axe-core" / "axe.min.js"
    if not source.exists():
        pytest.skip("axe-core is not installed: make web")
    return source.read_text(encoding="utf-8")
