"""A match over days in real browsers, the clock moved: reminded, led to the position by the link, time up, given and taken."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect

from newfound.server import clock
from newfound.server.app import make_app
from newfound.server.settings import Settings
from posts import MailServer, PushService, wait
from serving import free_port
from web.player import WEB, act, at_table, blameless, is_mine, knows, wait_for_turn
from web.states import ask

DAY = 24 * 3600
NAMES = ("Ann", "Bob", "Cid")
# There is no push service of a browser maker's here: the browser is given the subscription that it would have made.
SUBSCRIBED = """(subscription) => {
  let made = null;
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async ({applicationServerKey, userVisibleOnly}) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new TypeError('not allowed');
    return (made = {toJSON: () => subscription, unsubscribe: async () => (made = null)});
  };
}"""
AGAINST_A_BOT = """async () => {
  const body = {game: 'new-haven', pace: 2, seats: [{kind: 'me'}, {kind: 'bot', level: 'random'}]};
  const headers = {'content-type': 'application/json'};
  return (await (await fetch('/api/tables', {method: 'POST', headers, body: JSON.stringify(body)})).json()).code;
}"""
SINCE = "async (code) => (await (await fetch(`/api/tables/${code}`)).json()).days.since"
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({title, body, tag, lang, data}) => ({title, body, tag, lang, path: data.path}))"""

# Run in the service worker. Only a hand may open a window: what the press would open or bring to the front is said instead.
PRESS = """async (shown) => {
  const did = [];
  Object.defineProperty(self.clients, 'openWindow', {configurable: true, value: async (path) => did.push(['opened', path])});
  WindowClient.prototype.focus = async function () { did.push(['focused', new URL(this.url).pathname]); };
  for (const one of shown) await self.registration.showNotification('again', {data: one});
  const [notification] = await self.registration.getNotifications();
  const event = new NotificationEvent('notificationclick', {notification});
  let work = Promise.reject(new Error('nothing was done'));
  event.waitUntil = (promise) => (work.catch(() => undefined), (work = promise));
  self.dispatchEvent(event);
  await work;
  return [did, (await self.registration.getNotifications()).length];
}"""


@pytest.fixture
def home(tmp_path: Path, pushing: PushService, mailing: MailServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server in this very process, so that its clock can be moved."""
    if not (WEB / "dist" / "index.html").exists():
        pytest.skip("the web app is not built: make web")
    monkeypatch.setattr(clock, "ahead", 0)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    settings = Settings(
        database_url=f"sqlite:///{tmp_path}/newfound.db",
        port=port,
        address=address,
        remind_seconds=2,
        push_hosts=pushing.host,
        bots=2,
        bot_pause=0,
        **mailing.settings,  # type: ignore[arg-type]
    )
    server = uvicorn.Server(uvicorn.Config(make_app(settings), port=port, log_config=None, ws_per_message_deflate=False))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
    thread.start()
    wait(lambda: server.started)
    yield address
    server.should_exit = True
    thread.join()


def come(browser: Browser, home: str, size: tuple[int, int] = (1280, 800), language: str = "en-GB") -> Page:
    context = browser.new_context(
        base_url=home,
        viewport={"width": size[0], "height": size[1]},
        locale=language,
        reduced_motion="reduce",
        permissions=["notifications"],
    )
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.goto("/")
    return page


def ahead(days: float, *pages: Page) -> None:
    """The server's clock, and that of the browsers."""
    clock.ahead = int(days * DAY)
    for page in pages:
        page.clock.set_system_time(clock.now())


def named(page: Page, name: str) -> None:
    page.goto("/me")
    page.locator("#name").fill(name)
    page.locator("form button").first.click()
    page.locator("#reminders").wait_for()


def play_on(page: Page, dice: random.Random) -> None:
    """Until it is somebody else's turn."""
    wait_for_turn(page)
    while page.locator(".sentence.mine").count():
        act(page, dice)
        page.wait_for_timeout(300)


def test_a_match_over_days(browser: Browser, home: str, mailing: MailServer, axe: str) -> None:
    dice = random.Random(7)
    ann, bob = come(browser, home), come(browser, home, (390, 844), "de-DE")
    try:
        _over_days(ann, bob, dice, mailing, axe)
    finally:
        for page in (ann, bob):
            page.context.close()


def _over_days(ann: Page, bob: Page, dice: random.Random, mailing: MailServer, axe: str) -> None:
    named(ann, "Ann")
    named(bob, "Bob")
    # Bob wants to be reminded by mail, and says so from there, without his cookie.
    bob.locator("#mail").fill("bob@example.org")
    bob.locator("#reminders form button").click()
    expect(bob.locator("#reminders")).to_contain_text("bob@example.org ist eine Mail unterwegs")
    first = wait(lambda: mailing.got and mailing.got[0]).get_content()
    fresh = ann.context.browser.new_context(locale="de-DE").new_page()  # type: ignore[union-attr]
    fresh.goto(next(word for word in first.split() if "/mail/confirm/" in word))
    fresh.locator("main .button.main").click()
    expect(fresh.locator("main")).to_contain_text("per Mail erinnert")
    bob.reload()
    expect(bob.locator("#reminders")).to_contain_text("Du wirst unter bob@example.org erinnert.")
    blameless(bob, axe, "reminders")

    knows(ann)
    ann.goto("/new/new-haven")
    ann.locator(".count label", has_text="2").click()
    ann.locator(".chair").nth(1).locator("select").select_option("open")
    ann.get_by_label("Time for a decision").select_option("3")
    ann.locator("button.main").click()
    ann.wait_for_url("**/t/*")
    code = ann.url.rsplit("/", 1)[1]
    expect(ann.locator("main")).to_contain_text("3 days")
    _sit_down(ann, bob, code)
    for page in (ann, bob):
        page.locator(".table[data-serial]").wait_for()
    if ann.locator(".sentence.mine").count():
        play_on(ann, dice)
    # It is Bob's turn; he looks at it, and is left in peace.
    bob.locator(".sentence.mine").wait_for()
    ann.wait_for_timeout(5000)
    assert len(mailing.got) == 1
    bob.goto("/rules/new-haven")
    letter = wait(lambda: len(mailing.got) == 2 and mailing.got[1])
    assert letter["subject"] == "New Haven: Du bist am Zug"
    words = letter.get_content().split()
    assert "Du hast noch 3 Tage Zeit." in " ".join(words)

    # His time runs out: Ann gives more, once it has.
    expect(ann.locator("li.turn .due")).to_contain_text("until")
    ahead(3.1, ann, bob)
    ann.reload()
    ann.locator(".ribbon button").click()
    blameless(ann, axe, "time is up")
    ann.get_by_role("button", name="Give more time").click()
    expect(ann.locator(".ribbon")).to_have_count(0)

    # He follows the link, which leads to the position, and takes a holiday.
    bob.goto(next(word for word in words if f"/t/{code}" in word))
    bob.locator(".sentence.mine").wait_for()
    _take_holiday(bob)
    ahead(8, ann, bob)
    ann.reload()
    ann.locator(".table[data-serial]").wait_for()
    ann.wait_for_timeout(1000)
    expect(ann.locator(".ribbon")).to_have_count(0)
    bob.goto("/")
    ahead(12, ann, bob)
    ann.reload()
    ann.locator(".ribbon button").click()
    ann.locator("dialog .button.main").click()
    expect(ann.locator("dialog[open]")).to_contain_text("bot")
    ann.keyboard.press("Escape")
    ann.locator(".sentence.mine").wait_for()  # the bot has played
    assert len(mailing.got) == 2

    # The stop link ends the mails with one click, on whatever device.
    fresh.goto(next(word for word in words if "/mail/stop/" in word))
    expect(fresh.locator("main")).to_contain_text("keine Mails mehr")
    fresh.context.close()
    bob.goto("/me")
    expect(bob.locator("#mail")).to_be_visible()


def _sit_down(ann: Page, bob: Page, code: str) -> None:
    knows(bob)
    bob.goto(f"/t/{code}")
    expect(bob.locator("main")).to_contain_text("3 Tage")
    bob.get_by_role("button", name="Platz").first.click()
    for page in (bob, ann):
        page.locator(".buttons .button.main").click()


def _take_holiday(bob: Page) -> None:
    bob.locator("header .menu").click()
    bob.get_by_role("button", name="Verlassen").click()
    bob.locator("dialog select").first.select_option("5")
    bob.get_by_role("button", name="Mehr Zeit nehmen").click()
    bob.locator("dialog").wait_for(state="detached")


def over_days(*pages: Page) -> tuple[Page, list[Page]]:
    """Ann and others at a table of three days for a decision: whoever is to decide, and who waits."""
    for page, name in zip(pages, NAMES, strict=False):
        ask(page, "me", {"name": name})
    first, *others = pages
    code = ask(first, "tables", {"game": "new-haven", "pace": 3, "seats": [{"kind": "me"}, *[{"kind": "open"}] * len(others)]})["code"]
    for page in others:
        ask(page, f"tables/{code}/join")
    for page in pages:
        page.goto(f"/t/{code}")
        at_table(page)
    wait(lambda: any(is_mine(page) for page in pages))
    late = next(page for page in pages if is_mine(page))
    return late, [page for page in pages if page is not late]


def test_when_time_is_up_the_other_sees_it_waits_and_then_ends_it_there(browser: Browser, home: str, axe: str) -> None:
    """By itself, though whoever is late looks on; nobody is left to be asked, so it is asked twice."""
    ann, bob = come(browser, home), come(browser, home, (360, 640))
    try:
        late, [other] = over_days(ann, bob)
        name = NAMES[(ann, bob).index(late)]
        ribbon = other.locator("section.ribbon")
        assert ribbon.count() == 0
        ahead(3 - 20 / DAY, ann, bob)
        late.reload()
        at_table(late)
        expect(ribbon).to_contain_text(f"{name}’s time is up.")
        ribbon.get_by_role("button", name="What now?").click()
        blameless(other, axe, "time is up")
        sheet = other.locator("dialog[open]")
        for choice in ("Give more time", "Let a bot stand in", "Invite somebody instead", "End the match"):
            expect(sheet.get_by_role("button", name=choice)).to_be_enabled()
        sheet.get_by_role("button", name="Go on waiting").click()
        expect(sheet).to_have_count(0)
        expect(late.locator(".sentence.mine")).to_be_visible()
        ribbon.get_by_role("button", name="What now?").click()
        sheet.get_by_role("button", name="End the match").click()
        expect(late.locator(".sentence.mine")).to_be_visible()
        sheet.get_by_role("button", name="Really end it").click()
        for page in (late, other):
            expect(page.locator(".final h2")).to_have_text("Ended by agreement")
        code = other.url.rsplit("/", 1)[1]
        other.goto("/")
        expect(other.locator(f"a[href='/t/{code}']")).to_contain_text("Ended by agreement")
    finally:
        for page in (ann, bob):
            page.context.close()


def test_when_time_is_up_who_waits_agrees_to_end_it_and_whoever_is_late_is_not_waited_for(browser: Browser, home: str) -> None:
    pages = come(browser, home), come(browser, home, (390, 844)), come(browser, home, (844, 390))
    try:
        late, [one, two] = over_days(*pages)
        late.goto("/")
        ahead(3.1, *pages)
        for page in (one, two):
            page.reload()
        one.locator("section.ribbon button").click()
        one.get_by_role("button", name="Propose to end the match").click()
        asks = two.locator("section.ribbon")
        expect(asks).to_contain_text(f"{NAMES[pages.index(one)]} proposes to end the match.")
        expect(one.locator("section.ribbon")).to_contain_text(f"Waiting for {NAMES[pages.index(two)]}.")
        asks.get_by_role("button", name="Agree").press("Enter")
        late.goto(one.url)
        for page in pages:
            expect(page.locator(".final h2")).to_have_text("Ended by agreement")
    finally:
        for page in pages:
            page.context.close()


def test_a_reminder_is_pushed_to_the_device_read_with_its_keys_and_shown(browser: Browser, home: str, pushing: PushService) -> None:
    """By the service worker, which is handed what our server sent; and no more once it is turned off."""
    subscription = pushing.subscription()
    context = browser.new_context(base_url=home, locale="fr-FR", permissions=["notifications"], reduced_motion="reduce")
    context.set_default_timeout(30_000)
    context.add_init_script(f"({SUBSCRIBED})({json.dumps(subscription.json)})")
    try:
        page = context.new_page()
        named(page, "Ann")
        page.get_by_role("button", name="Me le rappeler ici").click()
        expect(page.locator("#reminders")).to_contain_text("Vous recevez des rappels sur cet appareil.")
        code = page.evaluate(AGAINST_A_BOT)
        sent = wait(lambda: pushing.got and pushing.got[0])
        told = subscription.read(sent.body)
        [shown] = wait(lambda: _deliver(context, page, home, told))
        assert shown == {
            "title": "New Haven\u202f: à vous de jouer",
            "body": "Il vous reste 2 jours.",
            "tag": code,
            "lang": "fr",
            "path": f"/t/{code}",
        }
        [worker] = context.service_workers
        [[did, path]], left = worker.evaluate(PRESS, [])
        assert (did, path, left) == ("opened", shown["path"], 0)
        page.get_by_role("button", name="Arrêter").first.click()
        page.get_by_role("button", name="Me le rappeler ici").wait_for()
        page.goto(path)
        page.locator(".sentence.mine").wait_for()
        assert worker.evaluate(PRESS, [{"path": path}]) == [[["focused", path]], 0]  # it is open: no second one
        began = page.evaluate(SINCE, code)
        while page.evaluate(SINCE, code) == began:
            wait_for_turn(page)
            act(page, random.Random(3))
        page.locator(".sentence.mine").wait_for()  # it is a turn later
        page.goto("/")
        page.wait_for_timeout(4000)
        assert len(pushing.got) == 1
    finally:
        context.close()


def _deliver(context: BrowserContext, page: Page, home: str, told: Any) -> Any:
    """As the browser maker's push service would, which tries again; what is shown for it after a moment."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    debugging = context.new_cdp_session(page)
    found: list[str] = []
    debugging.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"] if one["scopeURL"] == f"{home}/"),
    )
    debugging.send("ServiceWorker.enable")
    for _ in range(100):
        if found:
            break
        page.wait_for_timeout(100)
    if not found:
        return []
    message = {"origin": home, "registrationId": found[0], "data": json.dumps(told)}
    debugging.send("ServiceWorker.deliverPushMessage", message)
    page.wait_for_timeout(2000)
    return page.evaluate(SHOWN)


def test_the_app_can_be_installed(browser: Browser, home: str) -> None:
    page = come(browser, home)
    manifest = page.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert page.request.get(icon["src"]).headers["content-type"] == icon["type"]
    assert page.request.get("/sw.js").headers["cache-control"] == "no-cache"
    found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
    page.context.close()
