"""Nobody is stuck: the states a table can be in, what whoever waits, whoever is waited for and who looks on can do in each.

Each row brings a real table into its state, then goes through its cells: the page shows every promise as a button, a field or a
sentence. Those that need a moved clock or a match to its end are promised to a test of their own, which must be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from serving import Server
from web.player import WEB, Visit
from web.states import (
    Prepare,
    asked,
    asked_to_end,
    asked_to_replace,
    away,
    bot_fails,
    freed,
    guest_waits,
    host_away,
    no_network,
    over,
    over_days,
    playing,
    resigned,
    stands_in,
    waiting,
)

HERE = Path(__file__).parent
COLUMNS = ("waits", "waited for", "onlooker")


@dataclass(frozen=True)
class Shown:
    """A promise, and what the page shows of it: a button or field of this name that can be used, or else a sentence; or a part of it."""

    promise: str
    name: str
    opens: str = ""  # what is pressed first: the sheet of leaving, or somebody's seat, and what is behind it


@dataclass(frozen=True)
class Walked:
    """A promise that another test keeps."""

    promise: str
    test: str


@dataclass(frozen=True)
class Row:
    state: str
    prepare: Prepare | None
    cells: Mapping[str, Sequence[Shown | Walked]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Whoever is away is so after a second, a host after two."""
    if not (WEB / "dist" / "index.html").exists():
        pytest.skip("the web app is not built: make web")
    folder = tmp_path_factory.mktemp("stuck")
    settings = {"NEWFOUND_AWAY_SECONDS": "1", "NEWFOUND_HOST_SECONDS": "2"}
    server = Server(folder, f"sqlite:///{folder}/newfound.db", settings).start()
    yield server
    server.stop()


TOLD, DAYS, LEAVING = "test_told.py::test_", "test_days.py::test_", "test_leaving.py::test_"
SAVE: list[Shown | Walked] = [Shown("see it", "The connection is lost."), Shown("save the match as a file", "Save the log")]
SAVE += [Walked("keep what was sent, go on by itself", "test_together.py::test_two_browsers_and_one_goes_offline_in_mid_turn")]
SAVE += [Walked("the same while the server is away", "test_restart.py::test_a_page_stays_while_the_server_is_restarted")]
AGAIN = [
    Walked("replay, share, save", "test_ending.py::test_again_replay_share_and_save_are_beside_it"),
    Walked("review", "test_review.py::test_from_the_end_of_a_match_to_its_review_and_to_my_numbers"),
    Walked("again, who begins passes on", f"{TOLD}everybody_sees_that_somebody_wants_to_play_again_and_answers"),
    Walked("remove from my list", "test_deleting.py::test_a_match_and_then_oneself"),
]
MISSING = [Walked("see what is missing; download the file", f"{TOLD}a_match_whose_rules_are_gone_says_what_is_missing_and_gives_the_file")]
WATCH = [Shown("watch", "css=main.board")]
REMINDED = "../test_server_reminders.py::test_"
PLAYING, SILENT = "test_playing.py::test_", "../test_server_leaving.py::test_what_is_asked_is_refused_withdrawn_out_of_time_or_agreed_to"
ROWS = [
    Row(
        "open, seats free",
        waiting,
        {
            "waits": [
                Shown("invite again", "Copy the link"),
                Shown("fill a seat with a bot", "A bot at seat 3"),
                Shown("change options", "Board side"),
                Shown("take another free seat", "Move here"),
                Shown("stand up", "Stand up"),
                Shown("leave", "Leave"),
                Shown("cancel", "Cancel the table"),
                Walked("all of these", "test_lobby.py::test_a_table_is_filled_emptied_filled_by_bots_and_begun"),
                Walked("ask who looks on to sit down", "test_lobby.py::test_somebody_is_sent_away_and_told"),
            ],
            "onlooker": [Shown("sit down", "Take seat 3")],
        },
    ),
    Row(
        "open, host away",
        host_away,
        {
            "waits": [
                Shown("leave", "Leave"),
                Walked("become host", "test_lobby.py::test_the_host_never_comes_back_and_another_takes_over"),
            ],
            "waited for": [Shown("come back as host or guest", "Stand up")],
        },
    ),
    Row(
        "playing live, somebody's turn, here",
        playing,
        {
            "waits": [
                Shown("ask to take back", "Ask to take back"),
                Shown("chat", "Chat"),
                Shown("look around", "css=main.board"),
                Shown("nudge", "Nudge", opens="seat"),
                Shown("propose to end", "Propose to end the match", opens="Leave…"),
                Shown("leave", "Leave", opens="Leave…"),
            ],
            "waited for": [
                Shown("decide", "css=.sentence.mine"),
                Shown("leave", "Leave", opens="Leave…"),
                Shown("resign", "Resign", opens="Leave…"),
                Walked("take back", f"{PLAYING}undo_takes_back"),
                Walked("ask for a hint in practice", f"{PLAYING}a_hint_is_whole_in_sight_and_names_and_outlines_what_it_would_do"),
            ],
            "onlooker": WATCH,
        },
    ),
    Row(
        "playing live, somebody away",
        away,
        {
            "waits": [
                Shown("let a bot stand in", "Let a bot stand in"),
                Shown("go on waiting", "Go on waiting"),
                Shown("invite a replacement", "Invite somebody instead"),
                Shown("end it, for nobody is left to agree", "End the match"),
                Walked("propose to end", f"{LEAVING}the_host_never_comes_back_and_the_other_plays_against_a_bot_and_ends_it"),
            ],
            "waited for": [Shown("come back", "css=.sentence.mine")],
            "onlooker": WATCH,
        },
    ),
    Row(
        "playing over days",
        over_days,
        {
            "waits": [
                Shown("see until when", "until"),
                Shown("nudge", "Nudge", opens="seat"),
                Shown("propose to end", "Propose to end the match", opens="Leave…"),
                Walked("nudge, though they are away", f"{REMINDED}over_days_a_nudge_is_one_more_reminder_once_a_day"),
                Walked("after the time agreed: let a bot stand in, give more time", f"{DAYS}a_match_over_days"),
                Walked("go on waiting, end it there", f"{DAYS}when_time_is_up_the_other_sees_it_waits_and_then_ends_it_there"),
                Walked("propose to end", f"{DAYS}when_time_is_up_who_waits_agrees_to_end_it_and_whoever_is_late_is_not_waited_for"),
            ],
            "waited for": [
                Shown("decide", "css=.sentence.mine"),
                Shown("ask for more time", "Take more time", opens="Leave…"),
                Walked("be reminded once", f"{DAYS}a_reminder_is_pushed_to_the_device_read_with_its_keys_and_shown"),
            ],
            "onlooker": WATCH,
        },
    ),
    Row(
        "a bot stands in for somebody",
        stands_in,
        {
            "waits": [
                Shown("go on", "css=.sentence.mine"),
                Shown("see who plays", "left; bot"),
                Shown("invite a replacement for good", "Invite somebody instead", opens="seat > What now?"),
            ],
            "waited for": [Shown("take the seat back at once", "Take your seat back")],
            "onlooker": [Shown("watch", "left; bot")],
        },
    ),
    Row(
        "somebody left for good, resigned",
        resigned,
        {
            "waits": [
                Shown("go on against the bot", "css=.sentence.mine"),
                Shown("see who plays", "resigned; bot"),
                Shown("end it", "End the match", opens="Leave…"),
                Shown("give the seat to somebody else", "Make a link for the seat", opens="seat > What now?"),
            ],
            "waited for": [Shown("look on", "You have resigned and look on."), Shown("begin another", "css=header a.home")],
            "onlooker": [Shown("watch", "resigned; bot")],
        },
    ),
    Row(
        "asked",
        asked,
        {
            "waits": [
                Shown("see who has answered", "Waiting for Bob."),
                Shown("withdraw", "Withdraw"),
                Walked("not answering in a while is no", f"{SILENT}_and_all_of_it_is_told"),
            ],
            "waited for": [
                Shown("say yes", "Agree"),
                Shown("say no", "No"),
                Walked("both, before all eyes", f"{LEAVING}what_is_asked_is_seen_by_all_refused_withdrawn_and_agreed_to"),
            ],
            "onlooker": [Shown("see that something is asked", "Ann asks to take back the last move.")],
        },
    ),
    Row(
        "a bot fails or is slow",
        bot_fails,
        {
            "waits": [
                Shown("be told that it failed", "gave no answer"),
                Shown("go on", "css=.sentence.mine"),
                Walked(
                    "after the limit it has failed",
                    "../test_server_leaving.py::test_a_bot_that_thinks_too_long_gives_no_answer",
                ),
                Walked("see that it thinks and for how long", f"{LEAVING}how_long_a_bot_thinks_is_seen"),
                Walked(
                    "it is replaced and everybody is told",
                    "../test_server_leaving.py::test_a_bot_that_fails_is_told_of_and_after_three_times_replaced",
                ),
            ]
        },
    ),
    Row("server away, network away", no_network, dict.fromkeys(COLUMNS, SAVE)),
    Row("over", over, {"waits": AGAIN, "waited for": AGAIN, "onlooker": [Shown("replay", "Replay"), Shown("share", "Share")]}),
    Row(
        "seat moved to another device",
        None,
        {
            "waits": [
                Walked("says where the seat is, fetches it back", f"{TOLD}a_seat_that_went_to_another_device_is_seen_and_fetched_back")
            ],
            "waited for": [Walked("play on", f"{TOLD}a_seat_that_went_to_another_device_is_seen_and_fetched_back")],
        },
    ),
    Row("match of a game or edition that is not installed", None, dict.fromkeys(COLUMNS, MISSING)),
]
ENDS, GIVES = "Ann proposes to end the match.", "Ann proposes that somebody else takes the seat of Bob."
MORE = [  # other ways into these states, and other people in them
    Row(
        "open, seen by a guest",
        guest_waits,
        {"waits": [Shown("take another free seat", "Move here"), Shown("stand up", "Stand up"), Shown("invite", "Copy the link")]},
    ),
    Row(
        "asked to end",
        asked_to_end,
        {
            "waits": [
                Shown("see what", "You propose to end the match."),
                Shown("see who has answered", "Waiting for Cid."),
                Shown("withdraw", "Withdraw"),
            ],
            "waited for": [Shown("see what", ENDS), Shown("say yes", "Agree"), Shown("say no", "No")],
            "onlooker": [Shown("see what", ENDS)],
        },
    ),
    Row(
        "asked to replace somebody",
        asked_to_replace,
        {
            "waits": [
                Shown("see what", "You propose that somebody else takes the seat of Bob."),
                Shown("see who has answered", "Waiting for Cid."),
                Shown("withdraw", "Withdraw"),
            ],
            "waited for": [Shown("see what", GIVES), Shown("say yes", "Agree"), Shown("say no", "No")],
            "onlooker": [Shown("see what", GIVES)],
        },
    ),
    Row(
        "agreed to replace somebody",
        freed,
        {
            "waits": [Shown("give the seat to somebody else", "Make a link for the seat", opens="seat > What now?")],
            "waited for": [Shown("take the seat back as long as nobody has it", "Take your seat back")],
            "onlooker": WATCH,
        },
    ),
]
NOTHING = {  # cells in which there is nobody, or nothing to be done
    ("open, seats free", "waited for"),
    ("open, host away", "onlooker"),
    ("a bot fails or is slow", "waited for"),
    ("a bot fails or is slow", "onlooker"),
    ("seat moved to another device", "onlooker"),
}


def look(page: Page, shown: Shown) -> None:
    seat, _, behind = shown.opens.partition(" > ")
    if seat == "seat":
        bob = page.locator("ul[aria-label=Players] li").nth(1)
        if not bob.locator(".opened").count():
            bob.get_by_role("button").first.click()
    if opened := behind if seat == "seat" else seat:
        page.get_by_role("button", name=opened).click()
    if shown.name.startswith("css="):
        expect(page.locator(shown.name), shown.promise).to_be_visible(timeout=20_000)
        return
    button = page.get_by_role("button", name=shown.name, exact=shown.name in ("Leave", "No", "Resign"))
    named = button.or_(page.get_by_label(shown.name, exact=False)).or_(page.get_by_text(re.compile(re.escape(shown.name))))
    expect(named.and_(page.locator(":visible:not([disabled])")).first, shown.promise).to_be_visible(timeout=20_000)
    if opened:
        page.locator("dialog").get_by_role("button", name=re.compile("^(Stay|Go on)$")).click()


@pytest.mark.parametrize("row", [row for row in (*ROWS, *MORE) if row.prepare], ids=lambda row: row.state)
def test_what_can_be_done_is_seen(row: Row, visit: Visit, served: Server) -> None:
    assert row.prepare
    pages = row.prepare(visit, served)
    for column, cell in row.cells.items():
        page = pages[column]
        if page.url == "about:blank":
            page.goto(pages["waits"].url)
        for promise in cell:
            if isinstance(promise, Shown):
                look(page, promise)


def test_no_cell_is_empty_and_what_other_tests_promise_is_there() -> None:
    assert len({row.state for row in ROWS}) == len(ROWS) == 13
    for row in ROWS:
        for column in COLUMNS:
            assert bool(row.cells.get(column)) != ((row.state, column) in NOTHING), (row.state, column)
        for cell in row.cells.values():
            for promise in cell:
                if isinstance(promise, Walked):
                    file, name = promise.test.split("::")
                    assert f"def {name}(" in (HERE / file).read_text(encoding="utf-8"), promise
                else:
                    assert row.prepare, row.state
