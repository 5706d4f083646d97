"""The rulebook on the page: its pictures by day and by night, its contents, what one looks for in it, its words at the table; on paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from newfound import games
from newfound.core import figures
from newfound.core.rulebook import glossary
from web.player import Visit, against_bots, blameless, wait_for_turn

BROKEN = "[...document.querySelectorAll('.rules img')].filter((one) => one.complete && !one.naturalWidth).length"


def all_drawn(page: Page) -> None:
    """Every picture is fetched, and is one."""
    for picture in page.locator(".rules img").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
    assert page.evaluate(BROKEN) == 0


@pytest.mark.parametrize(("name", "language", "scheme", "width"), [
    ("new-haven", "de-DE", "dark", 360), ("new-england", "fr-FR", "light", 1440), ("new-world", "en-GB", "dark", 844),
])  # fmt: skip
def test_every_picture_of_a_rulebook_is_shown(visit: Visit, axe: str, name: str, language: str, scheme: str, width: int) -> None:
    page = visit(f"/rules/{name}", language=language, scheme=scheme, width=width)
    expect(page.locator(".rules img")).to_have_count(len(figures.figures(games.find(name))))
    all_drawn(page)
    night = f"night={str(scheme == 'dark').lower()}"
    assert page.locator(".rules img").evaluate_all("(all, night) => all.every((one) => one.src.endsWith(night))", night)
    blameless(page, axe, f"rulebook of {name}")


@pytest.mark.sample
def test_what_is_looked_for_is_found_and_turned_to(visit: Visit, axe: str) -> None:
    page = visit("/rules/new-world")
    page.get_by_role("searchbox").fill("TRADING post")
    contents = page.get_by_role("navigation")
    expect(contents.get_by_role("status")).to_contain_text("places found")
    blameless(page, axe, "rulebook, searched")
    contents.get_by_role("button", name="NW-F1").press("Enter")
    expect(page.locator("#NW-F1.pointed")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("caravel")
    expect(contents.get_by_role("status")).to_have_text("Nothing found")
    page.get_by_role("searchbox").fill("")
    contents.get_by_role("button", name="Worked examples").press("Enter")
    expect(page.get_by_role("heading", name="Worked examples")).to_be_in_viewport()


def test_the_contents_are_beside_a_lesson_too(visit: Visit, axe: str) -> None:
    page = visit("/learn/new-world/settle")
    page.get_by_role("button", name="Rule NW-T5").click()
    book = page.get_by_role("region", name="Rules")
    book.get_by_text("Contents", exact=True).click()
    blameless(page, axe, "contents beside the table")
    book.get_by_role("button", name="Surveyors").click()
    expect(book.get_by_role("heading", name="Surveyors")).to_be_in_viewport()
    expect(book.get_by_role("searchbox")).to_be_hidden()


def test_on_paper_a_rulebook_is_light_and_alone(visit: Visit) -> None:
    page = visit("/rules/new-haven", scheme="dark")
    expect(page.locator(".rules img").first).to_have_attribute("src", "/api/rules/new-haven/figures/NH-C4?night=true")
    page.emulate_media(media="print")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator(".rules img").first).to_have_attribute("src", "/api/rules/new-haven/figures/NH-C4?night=false")
    expect(page.locator("header, .rules .learn, nav").locator("visible=true")).to_have_count(0)


@pytest.mark.sample
@pytest.mark.parametrize(("name", "language", "scheme", "width", "height", "said", "word"), [
    ("new-haven", "en-GB", "dark", 1280, 800, "shipment", "shipment"),
    ("new-england", "fr-FR", "light", 360, 640, "tuiles de départ", "start-tile"),
    ("new-haven", "de-DE", "light", 844, 390, "offenes Feld", "open-space"),
])  # fmt: skip
def test_a_word_in_the_sentence_at_the_table_is_explained(
    visit: Visit, axe: str, name: str, language: str, scheme: str, width: int, height: int, said: str, word: str
) -> None:
    """A pointer is told what it means; who follows it, here by keyboard, reads it in the rulebook."""
    page = visit("/", language=language, scheme=scheme, width=width, height=height)
    against_bots(page, name)
    wait_for_turn(page)
    link = page.locator(".sentence").get_by_role("link", name=said)
    means = glossary(games.find(name).folder, language[:2])[f"{word}"].partition(".** ")[2]
    expect(link).to_have_attribute("title", means)
    blameless(page, axe, f"{name}, a word in the sentence")
    link.focus()
    page.keyboard.press("Enter")
    entry = page.locator(f"#word-{word}")
    expect(entry).to_be_in_viewport()
    expect(entry).to_be_focused()
    expect(entry).to_contain_text(means)
    blameless(page, axe, f"{name}, a word in the rulebook")


def test_the_words_of_a_lesson_and_of_an_answer_are_explained(visit: Visit) -> None:
    page = visit("/learn/new-world/settle")
    expect(page.locator(".table")).to_have_attribute("data-serial", "1")
    page.locator(".page .sentence").get_by_role("link", name="shopkeeper").click()
    expect(page.locator("#word-roles.pointed")).to_be_in_viewport()
    against_bots(page, "new-haven")
    wait_for_turn(page)
    page.locator(".board [data-state=idle]").first.dispatch_event("click")
    why = page.locator(".why")
    why.get_by_role("link").first.click()
    expect(page.locator("[id^=word-].pointed")).to_be_in_viewport()
    expect(why).to_have_count(0)
