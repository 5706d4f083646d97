"""When the coach speaks, held against the rules and against how the match went on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from newfound.core import gamefile
from newfound.core.checks import decisions
from newfound.core.game import OVER
from newfound.core.match import Match
from newfound.games.new_world import GAME
from newfound.games.new_world.coach import CLAUSES

GOLDEN = [
    gamefile.replay(gamefile.parse(path.read_text(encoding="utf-8")), lambda _: GAME)
    for path in sorted((GAME.folder / "tests" / "golden").glob("*.game"))
]


@cache
def stops() -> list[tuple[Match[Any], Match[Any], int, dict[str, dict[str, Any]]]]:
    return [(whole, match, reader, said(match, reader)) for whole in GOLDEN for match, reader in decisions(whole)]


def said(match: Match[Any], reader: int) -> dict[str, dict[str, Any]]:
    return {advice.key.removeprefix("coach."): dict(advice.values) for advice in reversed(match.advice(reader))}


def ought(whole: Match[Any], match: Match[Any], reader: int) -> dict[str, bool]:
    """What can be told without the news: by the legal actions, what they lead to, and how the match went on."""
    actions = [GAME.spell(action) for action in GAME.actions(match.state)] if match.turn == reader else []
    view = GAME.observe(match.state, reader)
    tiles = (
        sum(GAME.spell(event.action).startswith("tile") for event in whole.log[len(match.log) :]) if whole.turn == OVER else view["left"]
    )
    settling, laying = "settle nobody" in actions, any(text.startswith("lay") for text in actions)
    brings = [view["brings"].get(text.removeprefix("settle "), []) for text in actions if text.startswith("settle")]
    settled = [feature for feature in view["features"] if settling and feature["feature"] != "plain" and feature["open"] == 0]
    return {
        "lay": laying and not any(GAME.spell(event.action).startswith("lay") for event in match.log),
        "score": any(text.startswith("score") for text in actions),
        "near": (laying or settling) and tiles <= 2 * whole.setup.seats and view["supply"][reader] > 0,
        "crossing": sum(text.startswith("settle trail") for text in actions) >= 3,
        "last_one": settling and view["supply"][reader] == 1 and tiles > 10,
        "now": any(sum(seats) for seats in brings),
        "rival": not any(sum(seats) for seats in brings) and any(feature["owners"] for feature in settled) and not any(
            reader in feature["owners"] for feature in settled),
        "unfinished": match.turn == OVER,
    }  # fmt: skip


def test_what_is_said_holds_and_what_holds_is_said() -> None:
    heard: set[str] = set()
    for whole, match, reader, now in stops():
        heard |= now.keys()
        wanted = ought(whole, match, reader)
        assert {name for name in now if name in wanted} == {name for name, holds in wanted.items() if holds}
    assert heard == {key.removeprefix("coach.") for key in CLAUSES}


def after_the_next_march(whole: Match[Any], match: Match[Any]) -> Any:
    """What is seen when a surveyor has moved, or should have; none where that never comes."""
    for number, event, news in whole.news(0, len(match.log), match):
        if any(one.key in ("news.moved", "news.stayed") for one in news):
            state = GAME.copy(whole.back(number).state)
            GAME.apply(state, event.action)
            return GAME.observe(state, 0)
    return None


def test_NW_V4_who_should_hurry_is_gone_after_the_next_scoring() -> None:
    checked = 0
    for whole, match, reader, now in stops():
        if "hurry" in now and (later := after_the_next_march(whole, match)):
            view = GAME.observe(match.state, reader)
            late = [one for one in view["settlers"] if one["seat"] == reader and one["role"] != "trapper"
                    and one["cell"].split(",")[0] == str(view["surveyors"][0])]  # fmt: skip
            assert late
            assert not [one for one in late if one in later["settlers"]]
            checked += 1
    assert checked > 20


def test_NW_V5_who_settles_behind_goes_home() -> None:
    checked = 0
    for whole, match, reader, now in stops():
        text = GAME.spell(whole.log[len(match.log)].action) if len(match.log) < len(whole.log) else ""
        if "behind" in now and text.startswith(("settle town", "settle trail", "settle farm")):
            placed = match.play(reader, text)
            view, later = GAME.observe(placed.state, 0), after_the_next_march(whole, placed)
            put = [one for one in view["settlers"] if one["cell"] == view["last"] and f"settle {one['at']}" == text]
            assert later is None or not [one for one in put if one in later["settlers"]]
            checked += later is not None and len(put)
    assert checked >= 1


def ends(whole: Match[Any], cell: str) -> Iterator[int]:
    """What is missing at the end to the towns, trails and farms of this tile."""
    for feature in GAME.observe(whole.state, 0)["features"]:
        if feature["feature"] != "plain" and any(at == cell for at, _ in feature["parts"]):
            yield feature["open"]


def test_NW_T3_what_faces_the_sea_is_never_completed() -> None:
    found = [(whole, match) for whole, match, _, now in stops() if "sea" in now]
    assert found
    for whole, match in found:
        cell = GAME.observe(match.state, 0)["last"]
        assert cell.startswith("1,")
        assert any(ends(whole, cell))


def test_NW_E2_what_no_tile_fits_stays_open() -> None:
    found = [(whole, match, reader) for whole, match, reader, now in stops() if "dead" in now]
    assert found
    for whole, match, reader in found:
        mine = {one["cell"] for one in GAME.observe(match.state, reader)["settlers"] if one["seat"] == reader and one["role"] != "trapper"}
        assert any(open_ends for cell in mine for open_ends in ends(whole, cell))


def test_what_is_counted_is_there() -> None:
    counts = dict.fromkeys(("trapper", "farm", "both"), 0)
    for _, match, reader, now in stops():
        view = GAME.observe(match.state, reader)
        for name in counts.keys() & now.keys():
            counts[name] += 1
        if "trapper" in now:
            assert max(one["bonus"] for one in view["features"] if one["feature"] == "plain") >= now["trapper"]["n"] >= 3
        if "farm" in now:
            assert now["farm"]["n"] in [
                one["open"] for one in view["features"] if one["feature"] == "farm" and view["last"] in one["tiles"]
            ]
        if "both" in now:
            assert view["surveyors"][0] == view["surveyors"][1]
            assert any(one["cell"].startswith(f"{view['surveyors'][0]},") and one["seat"] == reader for one in view["settlers"])
    assert all(counts.values())
