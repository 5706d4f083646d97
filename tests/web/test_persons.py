"""The same person on another device: what somebody sees who adds one, removes one, or lost all of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from serving import Server
from web.player import Visit, at_table, blameless, new_table, scanned


def with_a_match(visit: Visit) -> tuple[Page, str]:
    """Ann, who plays a bot."""
    ann = visit("/")
    code = new_table(ann, "new-haven", ["me", "bot:easy"], ["Ann"])
    at_table(ann)
    return ann, code


def test_a_device_is_added_by_a_link_and_removed_with_a_word(visit: Visit, axe: str) -> None:
    ann, code = with_a_match(visit)
    ann.goto("/me")
    ann.get_by_role("button", name="Add a device").click()
    expect(ann.get_by_text("Only this computer can open this link.")).to_be_visible()  # its address is 127.0.0.1
    blameless(ann, axe, "you")
    phone = visit(ann.locator("code.address").inner_text(), width=390, height=844, scheme="dark")
    expect(phone.get_by_role("heading", name="Be Ann on this device?")).to_be_visible()
    blameless(phone, axe, "device")
    phone.get_by_role("button", name="Yes, I am Ann").click()
    expect(phone.locator(f"a[href='/t/{code}']")).to_be_visible()
    phone.goto(f"/t/{code}")
    at_table(phone)
    ann.reload()
    other = ann.locator("li", has_text="last used")
    other.get_by_role("button", name="Remove").click()
    other.get_by_role("button", name="Really remove").click()
    expect(other).to_have_count(0)
    expect(phone.get_by_text("This device was removed.")).to_be_visible()
    phone.goto("/")
    expect(phone.get_by_text("Your matches will wait for you here.")).to_be_visible()


@pytest.mark.sample
def test_words_on_paper_bring_somebody_back(visit: Visit, axe: str) -> None:
    ann, code = with_a_match(visit)
    ann.goto("/me")
    ann.get_by_role("button", name="Make words").click()
    expect(ann.locator(".words li")).to_have_count(6)
    words = ann.locator(".words li").all_inner_texts()
    blameless(ann, axe, "words")
    ann.reload()
    expect(ann.get_by_text("You have made some.")).to_be_visible()
    fresh = visit("/me", width=360, height=640)
    fresh.get_by_label("If you have recovery words").fill(" ".join(["wrong", *words[1:]]))
    fresh.get_by_role("button", name="Find me").click()
    expect(fresh.get_by_role("alert")).to_contain_text("Nobody has these words.")
    fresh.get_by_label("If you have recovery words").fill(" ".join(words).upper())
    fresh.get_by_role("button", name="Find me").click()
    fresh.get_by_role("button", name="Yes, I am Ann").click()
    expect(fresh.locator(f"a[href='/t/{code}']")).to_be_visible()
    assert words[0] not in fresh.evaluate("location.href")


def test_what_this_device_alone_knows_comes_along(visit: Visit) -> None:
    ann, _ = with_a_match(visit)
    ann.goto("/me")
    ann.get_by_role("button", name="Add a device").click()
    link = ann.locator("code.address").inner_text()
    phone = visit("/")
    code = new_table(phone, "new-haven", ["me", "bot:easy"], ["Annie"])
    at_table(phone)
    phone.goto(link)
    expect(phone.get_by_text("You are Annie here. Your match comes along.")).to_be_visible()
    phone.get_by_role("button", name="Yes, I am Ann").click()
    expect(phone.locator(f"a[href='/t/{code}']")).to_be_visible()
    expect(phone.locator("main li")).to_have_count(2)


def test_the_link_that_adds_a_device_is_scanned(browser: Browser, serve: Callable[..., Server]) -> None:
    """Where other devices can open it."""
    server = serve(address="https://newfound.example.org")
    context = browser.new_context(base_url=server.url, viewport={"width": 360, "height": 640}, locale="en-GB")
    page = context.new_page()
    page.goto("/me")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Add a device").click()
    link = page.locator("code.address").inner_text()
    assert link.startswith("https://newfound.example.org/device/")
    assert scanned(page, "QR code that adds a device") == link
    context.close()
