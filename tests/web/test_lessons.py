"""Lessons on the page, by mouse, finger and keyboard, in three languages: answers to what is wrong, and what was left is found again."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from newfound import games
from newfound.core import lesson as lessons
from newfound.core.game import Game
from newfound.core.lesson import Lesson
from newfound.games import _template
from serving import Server
from web.player import AT_REST, LIVE, WEB, Visit, against_bots, blameless, open_list

WHOLE = bool(os.environ.get("NEWFOUND_ALL"))
POOL: Game[Any] = _template.GAME
SHELLS = lessons.course(POOL)["points"]
MAIN = ".do .button.main"
TAUGHT = [name for name in games.names() if lessons.course(games.find(name))]
NEXT = {"en": "Next: ", "fr": "Suite\N{NARROW NO-BREAK SPACE}: ", "de": "Weiter: "}
DONE = {"en": "Done", "fr": "Fait", "de": "Erledigt"}
FIRST = {"en": "Play your first match", "fr": "Jouer votre première partie", "de": "Deine erste Partie spielen"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With a copy of the template kept elsewhere, which has no table of its own."""
    if not (WEB / "dist" / "index.html").exists():
        pytest.skip("the web app is not built: make web")
    folder = tmp_path_factory.mktemp("lessons")
    shutil.copytree(Path(_template.__file__).parent, folder / "games" / "rock_pool", ignore=shutil.ignore_patterns("web", "*.so"))
    server = Server(folder, f"sqlite:///{folder}/newfound.db", {"NEWFOUND_GAMES": str(folder / "games")}).start()
    yield server
    server.stop()


def said(game: Game[Any], key: str, language: str = "en") -> str:
    return lessons.sentences(game, language).entries[f"lesson.{key}"]


def says(page: Page, sentence: str) -> None:
    """The sentence of the lesson, where it is a plain one."""
    if "{" not in sentence:
        expect(page.locator(".sentence")).to_contain_text(sentence)


def at_step(page: Page, step: int) -> None:
    expect(page.locator(".table")).to_have_attribute("data-serial", str(step))


def thing(page: Page, word: str) -> Locator:
    return page.locator(f'.tray [data-word="{word}"], .board [data-word="{word}"]').first


def by_script(target: Locator) -> None:
    target.press("Enter")


def by_mouse(target: Locator) -> None:
    target.click()


def by_finger(target: Locator) -> None:
    target.tap()


# Which key leads from what has the focus towards what shall have it: Tab to its group, arrows within it.
TOWARDS = """(wanted) => {
  const here = document.activeElement;
  if (here === wanted) return '';
  const group = (one) => one?.dataset?.word && one.closest('[data-group]');
  if (!group(here) || group(here) !== group(wanted)) return 'Tab';
  const [from, to] = [here, wanted].map((one) => one.getBoundingClientRect());
  const [x, y] = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
  const [across, along] = [x > 0 ? 'ArrowRight' : 'ArrowLeft', y > 0 ? 'ArrowDown' : 'ArrowUp'];
  window.stuck = window.last === here ? !window.stuck : false;
  window.last = here;
  return (Math.abs(x) > Math.abs(y)) !== window.stuck ? across : along;
}"""


def by_keyboard(target: Locator) -> None:
    """Tab, arrows and Enter alone."""
    expect(target).to_be_visible()
    for _ in range(200):
        key = target.evaluate(TOWARDS)
        if not key:
            break
        target.page.keyboard.press(key)
    expect(target).to_be_focused()
    target.page.wait_for_timeout(550)  # what has just come takes nothing
    target.page.keyboard.press("Enter")


def attempt(page: Page, action: str, by: Callable[[Locator], None] = by_script) -> None:
    """By the list, narrowed down to this very action, and the button."""
    tab = page.locator(".tray .tabs button").nth(1)
    if by is by_finger and not page.locator(".choices").count():
        by(tab)
        page.locator(".choices").wait_for()  # it is loaded when it is first opened
    open_list(page)
    page.wait_for_selector(f".choices [data-word], {MAIN}", state="attached")
    words = action.split()
    for _ in range(6):
        exact = page.locator(f'.choices [data-word="{action}"]')
        if exact.count():
            if exact.get_attribute("aria-pressed") != "true":  # once more would do it
                by(exact)
            break
        offered = page.locator(".choices section [data-word]").evaluate_all("(all) => all.map((one) => one.dataset.word)")
        if not offered:
            break
        cut = [(word, *word.partition("@")[::2]) for word in offered if " " not in word]
        narrower = next(word for word, name, at in cut if (words[int(at)] == name if at else name in words))
        by(page.locator(f'.choices [data-word="{narrower}"]'))
    by(page.locator(MAIN))


def go_through(page: Page, game: Game[Any], lesson: Lesson, language: str = "en", by: Callable[[Locator], None] = by_script) -> None:
    """Step by step, as the lesson has it, to its stamp."""
    for number, step in enumerate(lesson.steps, 1):
        at_step(page, number)
        says(page, said(game, f"{lesson.name}.{number}.say", language))
        if step.go:
            attempt(page, step.go[0], by)
        else:
            by(page.locator(MAIN))
    at_step(page, len(lesson.steps) + 1)
    says(page, said(game, f"{lesson.name}.close", language))


@pytest.mark.sample
def test_a_lesson_at_a_desk_answers_what_is_wrong_and_leads_on(visit: Visit, axe: str) -> None:
    game = games.find("new-world")
    page = visit("/")
    page.get_by_role("link", name="Learn New World").click()
    page.wait_for_url("**/learn/new-world")
    blameless(page, axe, "course")
    first = next(iter(lessons.course(game).values()))
    page.get_by_role("link", name=f"Begin: {said(game, f'{first.name}.title')}").click()
    at_step(page, 1)
    page.goto("/learn/new-world/settle")
    at_step(page, 1)
    blameless(page, axe, "lesson")
    thing(page, "nobody").click()
    page.locator(MAIN).press("Enter")
    expect(page.locator(".answer")).to_have_text(said(game, "settle.1.nobody"))
    expect(page.get_by_role("status").first).to_contain_text(said(game, "settle.1.nobody"))
    expect(page.locator("[data-word][data-state=picked]")).to_have_count(0)
    at_step(page, 1)
    blameless(page, axe, "answered")
    thing(page, "town-e").click()
    expect(page.locator(".brings")).to_contain_text("4 points")
    expect(page.locator(".answer")).to_have_count(0)
    page.locator(MAIN).press("Enter")
    at_step(page, 2)
    says(page, said(game, "settle.close"))
    expect(page.locator(".page .news")).to_contain_text("4 points")
    expect(page.get_by_role("img", name="Done")).to_be_visible()
    expect(page.locator(LIVE)).to_have_count(0)
    blameless(page, axe, "over")
    page.goto("/learn/new-world")
    expect(page.get_by_role("link", name=re.compile(said(game, "settle.title"))).get_by_role("img", name="Done")).to_be_visible()
    expect(page.get_by_role("img", name="Done")).to_have_count(1)


def test_what_is_pointed_at_is_outlined_and_clauses_open_the_rulebook(visit: Visit, axe: str) -> None:
    page = visit("/learn/rock-pool/points")
    at_step(page, 1)
    assert page.locator("[data-lit]").evaluate_all("(all) => all.map((one) => one.dataset.word)") == ["b2"]
    page.get_by_role("button", name="Rule TM-P1").click()
    expect(page.locator("#TM-P1")).to_be_in_viewport()
    expect(page.locator(".pointed #TM-P1, #TM-P1.pointed")).to_have_count(1)
    blameless(page, axe, "a lesson beside the rulebook")
    page.goto("/learn/new-world/settle")
    at_step(page, 1)
    expect(page.locator("path.pointed")).to_be_visible()
    page.get_by_role("log").hover()
    page.locator(".sentence").hover()
    expect(page.locator("path.pointed")).to_be_visible()


@pytest.mark.parametrize(("width", "height", "scheme"), [(360, 640, "light"), (844, 390, "dark")])
def test_a_lesson_on_a_phone_by_touch(visit: Visit, axe: str, width: int, height: int, scheme: str) -> None:
    """Sentence, choices and button are in sight and apart, upright and sideways."""
    page = visit("/learn/rock-pool", width=width, height=height, scheme=scheme, touch=True)
    blameless(page, axe, "course on a phone")
    page.get_by_role("link", name="Begin:").tap()
    at_step(page, 1)
    says(page, said(POOL, "points.1.say"))
    blameless(page, axe, "lesson on a phone")
    for actions, answer in ((("star", "a2"), "points.1.row"), (("star", "b1"), "")):
        for word in actions:
            page.locator(f'.board [data-word="{word}"]').first.tap()
        expect(page.locator(MAIN)).to_be_in_viewport(ratio=1)
        expect(page.locator(".sentence")).to_be_in_viewport(ratio=1)
        page.wait_for_timeout(550)  # what has just come takes no tap
        page.locator(MAIN).tap()
        if answer:
            expect(page.locator(".answer")).to_have_text(said(POOL, answer))
            expect(page.locator(".answer")).to_be_in_viewport(ratio=1)
    at_step(page, 2)
    expect(page.locator(".do .news")).to_contain_text("Josiah lays a snail on d2.")
    attempt(page, "lay urchin a2")
    at_step(page, 3)
    says(page, said(POOL, "points.close"))
    blameless(page, axe, "over on a phone")
    page.get_by_role("button", name="Play your first match").tap()
    page.wait_for_url("**/t/*")


AROUND = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const [shown, pane, ruler] = [box('.pointed'), box('.board .window'), box('.board .ruler')];
  const edges = [shown.left - pane.left, shown.top - ruler.bottom, pane.right - shown.right, pane.bottom - shown.bottom];
  return edges.map((one) => Math.round(100 * one / box('[data-cell="2,4"]').width) / 100);
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 720)])
def test_the_map_shows_what_a_lesson_points_at_and_what_lies_around_it(visit: Visit, width: int, height: int) -> None:
    """A farm with its eight neighbours: before and after the space is chosen for which the panel grows."""
    page = visit("/learn/new-world/farm", width=width, height=height, touch=True)
    for number, step in enumerate(lessons.course(games.find("new-world"))["farm"].steps[:2], 1):
        at_step(page, number)
        attempt(page, step.go[0])
    at_step(page, 3)
    for _ in range(2):
        page.wait_for_timeout(600)
        assert min(page.evaluate(AROUND)) > 0.6
        thing(page, "2,4").press("Enter")
        page.locator(MAIN).wait_for()


def test_a_lesson_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/learn/new-world")
    game = games.find("new-world")
    link = page.get_by_role("link", name=re.compile(said(game, "settle.title"))).last
    for _ in range(40):
        page.keyboard.press("Tab")
        if link.evaluate("(one) => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    at_step(page, 1)
    expect(page.locator(".tray [data-word][data-state=live]").first).to_be_focused()  # one goes on at once
    for wanted, step in (("nobody", 1), ("town-e", 2)):
        for _ in range(20):
            here = str(page.evaluate("document.activeElement.dataset.word"))
            if here == wanted:
                break
            page.keyboard.press("ArrowRight")
        assert here == wanted
        page.keyboard.press("Enter")
        expect(page.locator(MAIN)).to_be_visible()
        page.wait_for_timeout(550)
        page.keyboard.press("Enter")
        if step == 1:
            expect(page.locator(".answer")).to_have_text(said(game, "settle.1.nobody"))
        at_step(page, step)
    expect(page.locator(MAIN)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith("/settle"))


def test_each_step_is_read_from_the_top_of_its_page(visit: Visit) -> None:
    page = visit("/learn/new-haven/last", width=1280, height=600)
    at_step(page, 1)
    page.evaluate("for (const one of ['.side', '.page']) document.querySelector(one).scrollTop = 400")
    page.locator(MAIN).press("Enter")
    at_step(page, 2)
    expect(page.locator(".page .sentence")).to_be_in_viewport(ratio=1)
    assert page.evaluate("['.side', '.page'].map((one) => document.querySelector(one).scrollTop)") == [0, 0]


@pytest.mark.parametrize(("language", "go_on"), [("fr-FR", "Continuer\N{NARROW NO-BREAK SPACE}: "), ("de-DE", "Weiter: ")])
def test_a_lesson_in_another_language(visit: Visit, axe: str, language: str, go_on: str) -> None:
    page, spoken = visit("/learn/rock-pool/points", language=language, width=390, height=844), language[:2]
    at_step(page, 1)
    attempt(page, "toss star")
    expect(page.locator(".do .answer")).to_have_text(said(POOL, "points.1.toss", spoken))
    attempt(page, "lay star b3")
    at_step(page, 2)
    says(page, said(POOL, "points.2.say", spoken))
    page.goto("/learn/rock-pool")
    expect(page.get_by_role("link", name=go_on + said(POOL, "points.title", spoken))).to_be_visible()
    blameless(page, axe, f"course in {language}")
    page.locator("main a.button.main").click()
    at_step(page, 2)
    attempt(page, "lay urchin a2")
    at_step(page, 3)
    says(page, said(POOL, "points.close", spoken))
    blameless(page, axe, f"lesson in {language}")


def test_what_was_left_is_found_again_and_can_be_begun_again(visit: Visit) -> None:
    page = visit("/learn/rock-pool/points")
    at_step(page, 1)
    attempt(page, "lay star b1")
    at_step(page, 2)
    expect(page.locator(".page .news")).to_contain_text("Josiah lays a snail on d2.")
    page.reload()
    at_step(page, 2)
    expect(page.locator(".sheet [data-word=b1]")).to_have_attribute("aria-label", re.compile("starfish"))
    page.get_by_role("button", name="Begin again").click()
    at_step(page, 1)
    page.reload()
    at_step(page, 1)
    for actions in (["lay star d4"], ["toss star"], ["lay star b1", "lay clam a2"], "nonsense"):
        kept = json.dumps({"rock-pool": {"done": [], "at": {"points": actions}}})
        page.evaluate("(kept) => localStorage.setItem('newfound.lessons', kept)", kept)
        page.reload()
        at_step(page, 1)
        says(page, said(POOL, "points.1.say"))
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.sample
def test_a_lesson_that_is_not_there_says_so(visit: Visit) -> None:
    page = visit("/learn/rock-pool/nonsense")
    expect(page.get_by_role("heading", name="There is nothing at this address.")).to_be_visible()


def test_a_table_loads_nothing_of_the_lessons(visit: Visit) -> None:
    page = visit("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    against_bots(page, games.names()[0])
    page.evaluate(AT_REST)
    assert [url for url in asked if re.search(r"/assets/(Table|InPlay)", url)]
    assert not [url for url in asked if re.search(r"/assets/(Lesson|Course|pupil|Stamp)|/api/lessons", url)]


@pytest.mark.parametrize("name", TAUGHT)
def test_a_course_goes_through_to_its_end(visit: Visit, axe: str, name: str) -> None:
    """By finger, keyboard and mouse, in a language each. In short the first lesson; else on to a match, then from puzzle to puzzle."""
    language, by, width = (("en", by_finger, 390), ("fr", by_keyboard, 1280), ("de", by_mouse, 1280))[TAUGHT.index(name) % 3]
    game = games.find(name)
    course = lessons.course(game)
    page = visit(f"/learn/{name}", language=language, width=width, height=844, touch=by is by_finger)
    for puzzle in (False, True):
        kind = [lesson for lesson in course.values() if lesson.puzzle is puzzle]
        for lesson in kind if WHOLE else kind[: not puzzle]:
            if lesson is kind[0]:
                page.goto(f"/learn/{name}/{lesson.name}")
            else:
                by(page.get_by_role("link", name=f"{NEXT[language]}{said(game, f'{lesson.name}.title', language)}"))
                page.wait_for_url(f"**/learn/{name}/{lesson.name}")
            go_through(page, game, lesson, language, by)
            blameless(page, axe, f"{name}, {lesson.name}")
        if WHOLE and kind:
            by(page.locator(MAIN))
            page.wait_for_url(f"**/learn/{name}" if puzzle else "**/t/*")
    if not WHOLE:
        return
    page.goto(f"/learn/{name}")
    expect(page.get_by_role("img", name=DONE[language])).to_have_count(len(course))
    expect(page.locator("main .button.main")).to_have_text(FIRST[language])
