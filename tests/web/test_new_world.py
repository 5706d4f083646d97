"""What is particular about the table of New World: a map that is moved, a tile that is turned."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from web.player import AT_REST, IN_SIGHT, Visit, act, new_table, play, serial, wait_for_turn

CELL = "[data-cell][data-state=live]"
NOW = "(all) => all.findIndex((one) => one.classList.contains('now'))"


def to_lay(page: Page, dice: random.Random) -> None:
    """On to a turn of one's own in which a tile is to be laid."""
    while wait_for_turn(page) and not page.locator(CELL).count():
        act(page, dice)
    page.evaluate(AT_REST)


def in_sight(page: Page, cells: str) -> int:
    return len(page.locator(cells).evaluate_all(IN_SIGHT))


def test_places_to_lay_are_in_sight_however_far_the_map_has_grown(visit: Visit) -> None:
    page, dice = visit("/", width=390, height=844), random.Random(11)
    new_table(page, "new-world", ["me", "bot:easy"])
    for _ in range(3):
        play(page, dice, 8)
        to_lay(page, dice)
        assert in_sight(page, CELL) > 0


def test_a_hint_out_of_sight_brings_the_map_there(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    new_table(page, "new-world", ["me", "bot:easy"])
    to_lay(page, random.Random(2))
    for key in [*["+"] * 6, *["Shift+ArrowRight"] * 12]:
        page.keyboard.press(key)
        page.evaluate(AT_REST)
    assert in_sight(page, CELL) == 0
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".do .button.main")).to_be_visible(timeout=60_000)
    page.evaluate(AT_REST)
    assert in_sight(page, "[data-cell][data-state=picked]") == 1


def test_a_place_that_the_edge_cuts_off_comes_in_whole_when_it_is_chosen(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    new_table(page, "new-world", ["me", "bot:easy"])
    to_lay(page, random.Random(3))
    cells, window = page.locator(CELL).all(), page.locator(".board .window").bounding_box()
    assert window
    cell = max((box for one in cells if (box := one.bounding_box())), key=lambda box: box["y"])
    lower = window["y"] + window["height"]
    page.mouse.move(60, 300)
    page.mouse.down()
    page.mouse.move(60, 300 + lower - cell["y"] - cell["height"] / 2, steps=4)
    page.mouse.up()
    page.wait_for_timeout(200)  # a click at the end of a drag is none
    page.mouse.click(cell["x"] + cell["width"] / 2, lower - 6)
    page.evaluate(AT_REST)
    chosen = page.locator("[data-cell][data-state=picked]").bounding_box()
    assert chosen
    assert chosen["y"] + chosen["height"] <= lower


def test_the_map_stays_while_somebody_holds_it(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    new_table(page, "new-world", ["me", "bot:easy"])
    to_lay(page, random.Random(4))
    page.mouse.move(60, 300)
    page.mouse.down()
    page.mouse.move(90, 330, steps=3)
    page.wait_for_timeout(300)
    where = "(({x, y, width}) => [x, y, width].map(Math.round))(document.querySelector('.coast .land').getBoundingClientRect())"
    before = page.evaluate(where)
    page.get_by_role("button", name="Hint").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".do .button.main")).to_be_visible(timeout=60_000)
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert page.evaluate(where) == before
    page.mouse.up()


# A press right after the map was sent 120 pixels down: how far it has come some pictures later.
PRESS = """async () => {
  const [map, cell] = [document.querySelector('.map'), document.querySelector('[data-cell][data-state=live]')];
  const down = () => new DOMMatrix(map.style.transform).f;
  const how = {bubbles: true, cancelable: true, view: window};
  const mouse = (kind) => cell.dispatchEvent(new MouseEvent(kind, how));
  const from = down();
  window.come = () => down() - from;
  document.body.dispatchEvent(new KeyboardEvent('keydown', {...how, key: 'ArrowUp', shiftKey: true}));
  mouse('mousedown');
  for (let at = 0; at < 5; at++) await new Promise(requestAnimationFrame);
  const held = come();
  mouse('mouseup');
  return held;
}"""


def test_a_press_holds_the_map_in_flight_and_then_it_arrives(visit: Visit) -> None:
    """What is pressed is what is let go, though the map was on its way: else a click would be lost."""
    page = visit("/", still=False)
    new_table(page, "new-world", ["me", "bot:easy"])
    to_lay(page, random.Random(4))
    assert abs(page.evaluate(PRESS)) < 1
    page.wait_for_function("() => Math.abs(come() - 120) < 1")


def test_the_badge_on_the_tile_turns_it(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(6)
    new_table(page, "new-world", ["me", "me"], ["Ann", "Bob"])
    badge = page.locator(".handles .turn circle")
    while not badge.count():
        to_lay(page, dice)
        cells = page.locator(CELL)
        cells.nth(dice.choice(cells.evaluate_all(IN_SIGHT))).click()
        if not badge.count():
            act(page, dice)
    before = page.locator(".turns .mini").evaluate_all(NOW)
    badge.click()
    assert page.locator(".turns .mini").evaluate_all(NOW) != before
    expect(page.locator("[data-cell][data-state=picked]")).to_have_count(1)


def test_why_not_is_asked_about_the_turn_that_is_shown(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(8)
    new_table(page, "new-world", ["me", "me"], ["Ann", "Bob"])
    idle = page.locator("[data-cell][data-state=idle]")
    while True:
        to_lay(page, dice)
        ways = page.locator(".turns .mini[data-state=live]")
        if ways.count() > 1 and (seen := idle.evaluate_all(IN_SIGHT)):
            break
        act(page, dice)
    shown = ways.last.get_attribute("data-word")
    ways.last.click()
    with page.expect_request("**/why*") as asked:
        idle.nth(seen[0]).click(force=True)
    assert f' {shown}"' in (asked.value.post_data or "")
    expect(page.locator(".why")).to_contain_text("its")


CELLS = "(all) => all.map((one) => one.dataset.cell)"


def test_a_tile_that_was_turned_by_hand_is_not_turned_by_a_place(visit: Visit) -> None:
    """Where it does not fit as it was turned, that is said."""
    page, dice = visit("/"), random.Random(8)
    new_table(page, "new-world", ["me", "me"], ["Ann", "Bob"])
    closed: list[str] = []
    while not closed:
        to_lay(page, dice)
        cells = set(page.locator(CELL).evaluate_all(CELLS))
        ways = page.locator(".turns .mini")
        for at in [at for at in range(4) if ways.nth(at).get_attribute("data-state") == "live"]:
            ways.nth(at).click()
            page.evaluate(AT_REST)
            idle = page.locator("[data-cell][data-state=idle]")
            closed = [cell for n, cell in enumerate(idle.evaluate_all(CELLS)) if cell in cells and n in idle.evaluate_all(IN_SIGHT)]
            if closed:
                break
            page.keyboard.press("Escape")
        else:
            act(page, dice)
    page.locator(f'[data-cell="{closed[0]}"]').click(force=True)
    expect(page.locator(".why")).to_contain_text("Turned otherwise it fits.")
    expect(ways.nth(at)).to_have_attribute("data-state", "picked")
    expect(page.locator("[data-cell][data-state=picked]")).to_have_count(0)


def test_the_tick_on_the_tile_takes_no_click_at_once(visit: Visit) -> None:
    page, dice = visit("/"), random.Random(8)
    page.add_init_script(
        "const later = setTimeout; window.setTimeout = (what, wait, ...more) => later(what, wait === 500 ? 3000 : wait, ...more);"
    )
    new_table(page, "new-world", ["me", "me"], ["Ann", "Bob"])
    to_lay(page, dice)
    page.evaluate(AT_REST)
    cells = page.locator(CELL)
    cells.nth(cells.evaluate_all(IN_SIGHT)[0]).click()
    tick = page.locator(".handles .lay")
    expect(tick).to_have_css("pointer-events", "none", timeout=2500)
    expect(tick).to_have_css("pointer-events", "auto")
    before = serial(page)
    tick.click()
    expect(page.locator(".table")).not_to_have_attribute("data-serial", before)
