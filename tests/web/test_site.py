"""The folder without a server, at a sub-path of any host of files: with the network cut after the first visit one plays on."""

from __future__ import annotations

import contextlib
import http.server
import os
import random
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from cli import Shell
from newfound import games
from newfound.core import gamefile
from newfound.host import shelf
from serving import Server
from web.player import KNOWN, WEB, Visit, act, blameless, choose, drawn, is_mine, knows, play, wait_for_turn
from web.player import begin as all_ready
from web.player import serial as serial_of

WHOLE = bool(os.environ.get("NEWFOUND_ALL"))
SITE = WEB / "site"
BELOW = "/some/where/newfound/"
SLOW = 180_000  # the interpreter starts in two workers at once, on a machine that does other work
KEPT = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


class Files(http.server.ThreadingHTTPServer):
    """`python -m http.server`, that can be cut off."""

    daemon_threads = True
    folder: str

    def __enter__(self) -> Files:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}{BELOW}"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Files]:
    if not (SITE / "sw.js").exists():
        pytest.skip("the folder without a server is not built: make site")
    shutil.copytree(SITE, tmp_path / BELOW.strip("/"))
    with Files(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as serving:
        serving.folder = str(tmp_path / BELOW.strip("/"))
        yield serving
        with contextlib.suppress(OSError):
            serving.shutdown()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    wrong: list[str] = []
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="reduce", accept_downloads=True)
    context.set_default_timeout(SLOW)
    context.add_init_script(KNOWN)
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    yield context
    context.close()
    assert wrong == []


def come(visitor: BrowserContext, files: Files) -> Page:
    page = visitor.new_page()
    page.goto(files.url)
    return page


def changed(files: Files) -> None:
    """The folder as a later version has it: another page, so another service worker."""
    folder = Path(files.folder)
    index, worker = folder / "index.html", folder / "sw.js"
    index.write_text(index.read_text(encoding="utf-8").replace("<head>", '<head><meta name="later" content="yes">'), encoding="utf-8")
    worker.write_text(worker.read_text(encoding="utf-8").replace('const VERSION = "', 'const VERSION = "later'), encoding="utf-8")


def begin(page: Page, game: str) -> None:
    """Against a bot of the middle level."""
    page.locator("article", has_text=games.find(game).title).get_by_role("link", name="options", exact=False).click()
    page.locator("form button.main").click()
    expect(page.locator(".table[data-serial], .curtain")).to_be_visible(timeout=SLOW)


def into_a_turn(page: Page, dice: random.Random) -> None:
    """Until one has done something, and nobody else anything since, and goes on oneself."""
    for _ in range(60):
        assert wait_for_turn(page)
        before = int(serial_of(page))
        act(page, dice)
        if is_mine(page) and int(serial_of(page)) == before + 1:
            return
    raise AssertionError("every turn is over at once")


def goes_on_in_a_new_tab(page: Page, visitor: BrowserContext, files: Files) -> Page:
    """This one is closed in mid-turn; the first page of another leads back."""
    into_a_turn(page, random.Random(2))
    serial, address = page.locator(".table").get_attribute("data-serial"), page.url
    page.close()
    page = come(visitor, files)
    page.locator("section", has_text="Your matches").locator("a.card").first.click()
    expect(page.locator(f".table[data-serial='{serial}'] .sentence.mine")).to_be_visible(timeout=SLOW)
    assert page.url == address
    return page


def goes_out_and_comes_in(page: Page, folder: Path, shell: Shell) -> None:
    """The file of a match that is over: held against the rules and the luck, and opened again."""
    with page.expect_download() as saved:
        page.locator(".result").get_by_role("button", name="Save", exact=True).click()
    file = folder / saved.value.suggested_filename
    saved.value.save_as(file)
    shell.good("verify", str(file))
    page.locator("a.home").click()
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".replay main.board")).to_be_visible(timeout=SLOW)


def test_a_match_is_played_with_the_network_cut_closed_in_mid_turn_and_kept_as_a_file(
    files: Files, visitor: BrowserContext, axe: str, tmp_path: Path, shell: Shell
) -> None:
    page = come(visitor, files)
    expect(page.get_by_role("heading", name="Newfound", exact=True)).to_be_visible()
    blameless(page, axe, "the first page")
    page.wait_for_function(KEPT)
    found = visitor.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
    files.shutdown()
    files.server_close()
    visitor.set_offline(True)
    page.reload()
    for game in drawn() if WHOLE else drawn()[:1]:
        begin(page, game)
        expect(page.locator(".sentence.mine")).to_be_visible(timeout=SLOW)
        page = goes_on_in_a_new_tab(page, visitor, files)
        play(page, random.Random(1), 2000 if WHOLE else 2)
        if not WHOLE:
            page.get_by_role("button", name="Leave…").click()
            page.get_by_role("button", name="End the match").click()
            page.get_by_role("button", name="Really end it").click()
        expect(page.locator(".result")).to_be_visible()
        goes_out_and_comes_in(page, tmp_path, shell)
        page.locator("a.home").click()
    blameless(page, axe, "the first page, with matches")


@pytest.mark.sample
@pytest.mark.parametrize(("language", "said"), [("en-GB", "Getting the rules ready"), ("fr-FR", "Les règles"), ("de-DE", "Die Regeln")])
def test_while_it_loads_the_game_is_told_in_a_minute(browser: Browser, files: Files, axe: str, language: str, said: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale=language, reduced_motion="reduce", service_workers="block")
    page = context.new_page()
    page.route("**/pyodide.asm.wasm", lambda _: None)  # never comes
    page.goto(files.url)
    bar = page.get_by_role("progressbar", name=said)
    expect(bar).to_be_visible()
    page.locator("article button").first.click()
    expect(page.locator(".minute li").first).to_be_visible()
    expect(bar).to_be_visible()
    blameless(page, axe, f"loading, {language}")
    page.route("**/*", lambda route: route.abort())
    context.close()


LATER = """async () => {
  const kept = await navigator.serviceWorker.ready;
  await kept.update();
  while (!kept.waiting) await new Promise((done) => setTimeout(done, 50));
  return (await caches.keys()).length;
}"""


@pytest.mark.sample
def test_a_later_version_waits_until_the_match_under_way_is_left(files: Files, visitor: BrowserContext) -> None:
    page = come(visitor, files)
    begin(page, "new-haven")
    page.wait_for_function(KEPT)
    changed(files)
    assert page.evaluate(LATER) == 2
    into_a_turn(page, random.Random(1))  # one plays on
    other = come(visitor, files)
    assert 'name="later"' not in other.content()  # in another tab by the same version
    other.close()
    serial = serial_of(page)
    page.close()
    page = visitor.new_page()
    for _ in range(100):  # a browser lets the old one go in its own time
        page.goto(files.url)
        if 'name="later"' in page.content():
            break
        page.goto("about:blank")
        page.wait_for_timeout(200)
    assert 'name="later"' in page.content()
    assert len(page.evaluate("caches.keys()")) == 1
    page.locator("section", has_text="Your matches").locator("a.card").first.click()
    expect(page.locator(f".table[data-serial='{serial}'] .sentence.mine")).to_be_visible(timeout=SLOW)


@pytest.mark.sample
def test_two_tabs_show_the_same_match_and_one_of_two_actions_is_first(files: Files, visitor: BrowserContext) -> None:
    page = come(visitor, files)
    begin(page, "new-haven")
    into_a_turn(page, random.Random(1))
    other = visitor.new_page()
    other.goto(page.url)
    expect(other.locator(f".table[data-serial='{serial_of(page)}'] .sentence.mine")).to_be_visible(timeout=SLOW)
    act(page, random.Random(3))
    play(page, random.Random(3), 1)
    expect(other.locator(f".table[data-serial='{serial_of(page)}']")).to_be_visible()
    for one in (page, other):
        choose(one, random.Random(4))
    for one in (page, other):  # both at once: the second has not seen yet what the first does
        one.evaluate("() => { document.querySelector('.do .button.main').focus(); }")
    before = serial_of(page)
    for one in (page, other):
        one.keyboard.press("Enter")
    for one in (page, other):
        expect(one.locator(f".table:not([data-serial='{before}'])")).to_be_visible()
    play(page, random.Random(5), 1)
    expect(other.locator(f".table[data-serial='{serial_of(page)}'] .sentence.mine")).to_be_visible(timeout=SLOW)
    other.reload()  # and what is kept is what both show
    expect(other.locator(f".table[data-serial='{serial_of(page)}'] .sentence.mine")).to_be_visible(timeout=SLOW)


def cores(context: BrowserContext, count: int) -> None:
    context.add_init_script(f"Object.defineProperty(navigator, 'hardwareConcurrency', {{get: () => {count}}})")


@pytest.mark.sample
def test_where_no_worker_of_the_bots_starts_the_match_goes_on_and_says_so(browser: Browser, files: Files) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", service_workers="block")
    context.add_init_script(KNOWN)
    context.set_default_timeout(SLOW)
    cores(context, 2)  # then theirs begins after the host's
    page, asked = context.new_page(), list[str]()

    def once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.continue_()
        else:
            route.abort()

    context.route("**/pyodide.asm.wasm", once)
    page.goto(files.url)
    begin(page, "new-haven")
    told = page.get_by_text("gave no answer; its move was left to chance")
    for _ in range(60):  # until the bot has had to decide something
        if not wait_for_turn(page) or told.count():
            break
        act(page, random.Random(1))
    told.first.wait_for(state="attached")
    assert len(asked) > 1
    context.close()


@pytest.mark.sample
def test_an_expert_grows_several_trees_where_there_are_cores(browser: Browser, files: Files) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", service_workers="block")
    context.add_init_script(KNOWN)
    context.set_default_timeout(SLOW)
    cores(context, 4)
    page = context.new_page()
    page.goto(files.url)
    page.locator("article", has_text="New Haven").get_by_role("link", name="options", exact=False).click()
    for at in range(2):
        page.locator(".chair").nth(at).locator("select").select_option("bot:expert")
    page.locator("form button.main").click()
    page.locator(".table[data-serial]").wait_for()
    assert sum("worker" in one.url for one in page.workers) == 3
    before = int(serial_of(page))
    page.wait_for_function("(before) => +document.querySelector('.table').dataset.serial > before + 1", arg=before)
    assert page.get_by_text("gave no answer").count() == 0
    context.close()


@pytest.mark.sample
@pytest.mark.parametrize(("lang", "width", "scheme"), [("en", 1440, "dark"), ("fr", 360, "light"), ("de", 320, "light")])
def test_passed_round_on_one_device_every_page_is_for_everyone(
    browser: Browser, files: Files, axe: str, lang: str, width: int, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 780}, locale=lang, color_scheme=scheme, reduced_motion="reduce", service_workers="block"
    )
    context.set_default_timeout(SLOW)
    context.add_init_script(KNOWN)
    page, said = context.new_page(), shelf.entries(None, lang)

    def whole(where: str) -> None:
        blameless(page, axe, f"{where}, {lang}, {width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, where

    page.goto(f"{files.url}#/new/new-haven")
    page.locator(".chair").nth(1).locator("select").select_option("bot:expert")
    expect(page.get_by_text(said["web.tab.levels"])).to_be_visible()
    whole("a new match")
    page.locator(".chair").nth(1).locator("select").select_option("me")
    for at, name in enumerate(("Ann", "Bob")):
        page.locator(".chair").nth(at).locator("input").fill(name)
    page.locator("form button.main").click()
    page.locator(".table[data-serial], .curtain").first.wait_for()
    wait_for_turn(page)
    for _ in range(60):
        act(page, random.Random(1))
        page.wait_for_selector(".sentence.mine, .curtain")
        if page.locator(".curtain").count():
            break
    expect(page.locator(".curtain")).to_be_visible()  # the device is passed on
    whole("the curtain")
    wait_for_turn(page)
    whole("a table")
    if (menu := page.locator("header .menu")).is_visible():
        menu.click()
    page.get_by_role("button", name=said["web.leave.open"]).click()
    whole("leaving")
    page.get_by_role("button", name=said["web.leave.end_alone"]).click()
    page.get_by_role("button", name=said["web.leave.end_sure"]).click()
    page.locator(".result").wait_for()
    page.goto(f"{page.url.split('?')[0]}/review")
    expect(page.get_by_text(said["web.review.alone"])).to_be_visible()
    whole("no review")
    context.close()


@pytest.fixture
def away(tmp_path: Path) -> Iterator[Server]:
    """A server that will be gone."""
    if not (SITE / "sw.js").exists():
        pytest.skip("the folder without a server is not built: make site")
    server = Server(tmp_path, f"sqlite:///{tmp_path}/newfound.db").start()
    yield server
    if server.process and server.process.poll() is None:
        server.stop()


def test_an_app_of_a_server_plays_on_where_the_server_cannot_be_reached(away: Server, visitor: BrowserContext, axe: str) -> None:
    page = visitor.new_page()
    page.goto(away.url)
    page.get_by_role("button", name="Keep Newfound on this device").click()
    expect(page.get_by_role("link", name="Play without a network")).to_be_visible(timeout=SLOW)
    found = visitor.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
    away.stop()
    visitor.set_offline(True)
    page.goto(f"{away.url}/new/new-haven")
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    blameless(page, axe, "where the server cannot be reached")
    begin(page, drawn()[0])
    play(page, random.Random(1), 2)
    visitor.set_offline(False)
    away.start()
    page.goto(away.url)
    page.get_by_role("link", name="Play without a network").click()
    expect(page.locator("section", has_text="Your matches").locator("a.card")).to_have_count(1, timeout=SLOW)
    page.goto(f"{away.url}/alone/#/?apart")
    page.get_by_role("link", name="Try the server again").click()
    expect(page.get_by_label("Join with a code")).to_be_visible()


def saved_by(page: Page, button: str, folder: Path) -> Path:
    with page.expect_download() as saved:
        page.get_by_role("button", name=button, exact=True).or_(page.get_by_role("link", name=button, exact=True)).click()
    file = folder / saved.value.suggested_filename
    saved.value.save_as(file)
    return file


def opened(page: Page, file: Path) -> None:
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".replay main.board")).to_be_visible(timeout=SLOW)


def test_a_match_goes_from_the_tab_to_friends_on_a_server_and_back(
    files: Files, visitor: BrowserContext, visit: Visit, tmp_path: Path
) -> None:
    page = come(visitor, files)
    begin(page, "new-haven")
    play(page, random.Random(1), 2)
    page.get_by_role("button", name="Leave…").click()
    file = saved_by(page, "Take the match along", tmp_path)
    ann, bob = visit(), visit()
    opened(ann, file)
    ann.locator("label", has_text="against").locator("select").select_option(label="friends, who are invited")
    ann.get_by_role("button", name="Go on from here").click()
    ann.wait_for_url("**/t/*")
    knows(bob)
    bob.goto(ann.url)
    bob.locator("label input").fill("Bob")
    bob.get_by_role("button", name="Take seat 2").click()
    all_ready(bob)
    events = sum(line.kind not in ("#", "=") for line in gamefile.parse(file.read_text(encoding="utf-8")).lines)
    for one in (ann, bob):
        expect(one.locator(".table")).to_have_attribute("data-serial", str(events))
    ann.get_by_role("button", name="Leave…").click()
    ann.get_by_role("button", name="Propose to end the match").click()
    bob.get_by_role("button", name="Agree").click()
    expect(ann.locator(".result")).to_be_visible()
    file = saved_by(ann, "Save", tmp_path)
    page.goto(files.url)
    opened(page, file)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="One event back").click()
    page.get_by_role("button", name="Go on from here").click()
    expect(page.locator(".table[data-serial]")).to_be_visible(timeout=SLOW)
