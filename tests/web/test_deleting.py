"""A person deletes a finished match from their list, and all that is kept of them."""

from __future__ import annotations

from playwright.sync_api import expect

from web.player import Visit, at_table, new_table, play_now

FINISH = """async (code) => {
  const headers = {'content-type': 'application/json'};
  await fetch(`/api/tables/${code}/leave`, {method: 'POST', headers, body: '{"level": "random"}'});
}"""


def test_a_match_and_then_oneself(visit: Visit) -> None:
    page = visit("/")
    code = new_table(page, "new-haven", ["me", "bot:easy"])
    at_table(page)
    page.evaluate(FINISH, code)  # a bot plays on to the end
    expect(page.locator(".result")).to_be_visible(timeout=120_000)
    page.goto("/")
    card = page.locator(f"a[href*='{code}']")
    delete = page.get_by_role("button", name="Delete this match of New Haven from my list")
    delete.click()
    expect(card).to_be_visible()  # it asks first
    page.get_by_role("button", name="Delete?").click()
    expect(card).to_have_count(0)
    expect(page.get_by_text("Your matches will wait for you here.")).to_be_visible()
    page.get_by_role("button", name="Delete my data").click()
    with page.expect_response("**/api/me/delete*"):
        page.get_by_role("button", name="for good?").click()
    expect(page.get_by_role("button", name="Delete my data")).to_have_count(0)
    assert not [cookie for cookie in page.context.cookies() if cookie.get("name") == "newfound"]
    play_now(page, "New Haven")  # and begins again as somebody new
