"""The pages for people as a site: for everyone, on a phone and at a desk, by day and by night; and what is looked for is found."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect

from web.player import WEB, blameless

DOCS = WEB / "site" / "docs"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    if not (DOCS / "index.html").is_file():
        pytest.skip("the pages are not built: make site")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(DOCS.parent))) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}/docs/"
        serving.shutdown()


def opened(browser: Browser, address: str, width: int, height: int, dark: bool = False) -> Page:
    page = browser.new_page(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", locale="en-GB", service_workers="block"
    )
    page.set_default_timeout(60_000)
    page.goto(address)
    return page


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_every_page_is_for_everyone(browser: Browser, address: str, axe: str, width: int, height: int, dark: bool) -> None:
    page = opened(browser, address, width, height, dark)
    for file in sorted(DOCS.glob("*.html")):
        page.goto(address + file.name)
        blameless(page, axe, file.name)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, file.name
    page.close()


@pytest.mark.sample
def test_what_is_looked_for_is_found_by_keyboard(browser: Browser, address: str, axe: str) -> None:
    page = opened(browser, address, 390, 844)
    blameless(page, axe, "the first page")
    page.get_by_role("searchbox", name="Search these pages").fill("redealt position")
    found = page.locator("#found li a")
    expect(found.first).to_be_visible()
    blameless(page, axe, "what was found")
    found.filter(has_text="already redealt").first.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("A worker is sent a position that is already redealt")
    page.wait_for_load_state()  # its search listens from then on
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing here has all of these words.")
    page.get_by_role("searchbox").press("Escape")
    expect(page.locator("#page")).to_be_visible()
    page.close()


def test_it_wears_what_the_app_wears(browser: Browser, address: str) -> None:
    page = opened(browser, address, 1440, 900)
    page.evaluate("localStorage.setItem('newfound.theme', 'dark')")
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.close()
