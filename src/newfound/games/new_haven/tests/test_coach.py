"""When the coach speaks, held against the rules and against how the match went on."""

from __future__ import annotations

from typing import Any

from newfound.core import gamefile
from newfound.core.checks import decisions, random_match
from newfound.core.game import OVER
from newfound.core.match import Match
from newfound.games.new_haven import GAME
from newfound.games.new_haven.coach import CLAUSES


def said(match: Match[Any], reader: int) -> dict[str, dict[str, Any]]:
    return {advice.key.removeprefix("coach."): dict(advice.values) for advice in reversed(match.advice(reader))}


def taught(until: str) -> Match[Any]:
    """The match of the lessons, up to there."""
    text = (GAME.folder / "lessons" / "first-column.game").read_text(encoding="utf-8").split(f"# {until}\n")[0]
    return gamefile.replay(gamefile.parse(text), lambda _: GAME)


def ought(whole: Match[Any], match: Match[Any], reader: int) -> dict[str, bool]:
    """What can be told without a view: by the legal actions, what they would bring, and how the match went on."""
    actions = {GAME.spell(action): action for action in GAME.actions(match.state)} if match.turn == reader else {}
    later = [GAME.spell(event.action) for event in whole.log[len(match.log) :] if event.seat == reader]
    lays = sum(text.startswith(("lay", "ship")) for text in later)
    laying = any(text.startswith("lay") for text in actions)
    builds = [text for text in actions if text.startswith("build")]
    own = GAME.lap is not None and GAME.lap(match.state)[1] == reader
    fills = any(one.points > 0 for text in builds for one in GAME.tell(match.state, actions[text], reader))
    takes = next((at for at, text in enumerate(later) if not text.startswith("take")), len(later))
    points = sorted(score.total for score in GAME.scores(match.state))
    begun = {text.split()[1].split("-")[0] for text in before(match, reader) if text.startswith("build")}
    fresh = any(text.split()[1].split("-")[0] not in begun for text in builds)
    return {
        "last": laying and lays == 1,
        "lay": laying,
        "half": laying and lays == 5,
        "shipment": laying and lays <= 3 and any(text.startswith("ship") for text in actions),
        "begin": laying and lays <= 7 and len(begun) < 4,
        "price": "pass" in actions and own,
        "first": own and fresh,
        "down": own and bool(builds) and all(text.endswith("down") for text in builds),
        "share": bool(builds) and not own,
        "fills": fills and not own,
        "take": takes >= 3 and any(text.startswith("take") for text in actions) and "take bag" not in actions,
        "choose": "take bag" in actions,
        "tie": match.turn == OVER and points[-1] == points[-2],
    }


def before(match: Match[Any], reader: int) -> list[str]:
    return [GAME.spell(event.action) for event in match.log if event.seat == reader]


def test_what_is_said_holds_and_what_holds_is_said() -> None:
    heard: set[str] = set()
    for number in range(6):
        whole = random_match(GAME, GAME.setup(GAME.seats[number % 3], side="AB"[number % 2]), number)
        for match, reader in decisions(whole):
            now = said(match, reader)
            heard |= now.keys()
            wanted = ought(whole, match, reader)
            assert {name for name in now if name in wanted} == {name for name, holds in wanted.items() if holds}
    assert heard == {key.removeprefix("coach.") for key in CLAUSES} - {"double"}


def test_a_line_brings_its_points_and_a_shipment_turns_over() -> None:
    match = taught("lesson 7").play(0, "lay WRSR f5")
    assert "colonists" not in said(match, 0)
    assert said(match.play(0, "build wheat-6 d6 up"), 0)["colonists"] == {"n": 8}
    assert "reveal" in said(taught("lesson 6"), 0)
    assert "reveal" not in said(taught("lesson 5"), 0)


def test_a_line_all_face_up_is_worth_care() -> None:
    match = taught("lesson 7").play(0, "lay WRSR f5")
    assert "double" in said(match, 0)
    assert "double" not in said(match.play(0, "build wheat-6 d6 down"), 0)
    assert "double" not in said(taught("lesson 2"), 0)


def test_what_the_hand_cannot_use_is_for_the_others() -> None:
    match = taught("lesson 1")
    assert "unheld" not in said(match.play(0, "lay STTT c6"), 0)
    assert said(taught("lesson 5").play(0, "ship f3 stone"), 0)["unheld"] == {"resource": "stone", "n": 6}


def test_basics_come_first() -> None:
    assert [advice.key for advice in taught("lesson 2").advice(0)][:2] == ["coach.price", "coach.first"]
    assert taught("lesson 4").advice(0)[0].key == "coach.share"
