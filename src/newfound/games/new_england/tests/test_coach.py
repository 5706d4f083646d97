"""When the coach speaks, held against the rules and against how the match went."""

from __future__ import annotations

from typing import Any

from newfound.core import gamefile
from newfound.core.checks import decisions
from newfound.core.game import OVER
from newfound.core.match import Match
from newfound.games.new_england import GAME
from newfound.games.new_england.coach import CLAUSES, LATE

GOLDEN = [
    gamefile.replay(gamefile.parse(path.read_text(encoding="utf-8")), lambda _: GAME)
    for path in sorted((GAME.folder / "tests" / "golden").glob("*.game"))
]


def said(match: Match[Any], reader: int) -> dict[str, dict[str, Any]]:
    return {advice.key.removeprefix("coach."): dict(advice.values) for advice in reversed(match.advice(reader))}


def ought(match: Match[Any], reader: int) -> dict[str, bool]:
    """What can be told without the view: by the legal actions, what they lead to, and what was done before."""
    actions = {GAME.spell(action): action for action in GAME.actions(match.state)} if match.turn == reader else {}
    done = [GAME.spell(event.action) for event in match.log if event.seat == reader]
    turn = done[next((at for at in reversed(range(len(done))) if done[at].startswith("bid")), len(done)) :]
    made = sum(text.startswith(("buy", "store")) for text in turn)
    buying, last = "end" in actions, (done or [""])[-1]
    may_buy = any(text.startswith(("buy", "store")) for text in actions)

    def begins(*words: str) -> bool:
        return any(text.startswith(words) for text in actions)

    return {
        "start": begins("lay"),
        "announce": begins("announce"),
        "bid": begins("bid"),
        "buy": buying and may_buy and made == 0,
        "second": buying and may_buy and made == 1,
        "draw": begins("draw"),
        "stored": begins("use"),
        "barn": begins("buy barn"),
        "used": buying and len(last.split()) > 3 and not last.startswith("lay"),
        "income": last == "end",
        "round": last == "end",
        "ending": begins("announce") and any(_ends(match, reader, action) for action in actions.values()),
        "most": match.state.round >= LATE and any(_shares(match, reader, text, action) for text, action in actions.items()),
        "over": match.turn == OVER,
    }


def _ends(match: Match[Any], reader: int, action: int) -> bool:
    return any(one.key == "news.over" for one in GAME.tell(match.state, action, reader))


def _shares(match: Match[Any], reader: int, text: str, action: int) -> bool:
    """Whether this purchase makes them one of those with the most, which they are not yet."""
    figure = text.split()[1] if text.startswith("buy") else ""
    if figure not in ("pilgrim", "barn", "ship"):
        return False
    after = GAME.copy(match.state)
    GAME.apply(after, action)
    now, then = (GAME.observe(state, reader)["bonus"][figure]["seats"] for state in (match.state, after))
    return reader in then and reader not in now and bool(now)


def test_what_is_said_holds_and_what_holds_is_said() -> None:
    heard: set[str] = set()
    for whole in GOLDEN:
        for match, reader in decisions(whole):
            now, wanted = said(match, reader), ought(match, reader)
            heard |= now.keys()
            assert {name for name in now if name in wanted} == {name for name, holds in wanted.items() if holds}
    assert heard == {key.removeprefix("coach.") for key in CLAUSES}


def test_NE_E1_the_last_round_is_the_last() -> None:
    for whole in GOLDEN:
        for match, reader in decisions(whole):
            later = [GAME.spell(event.action) for event in whole.log[len(match.log) :] if event.seat == reader]
            assert "last" not in said(match, reader) or sum(text.startswith("bid") for text in later) <= 1


def test_money_names_the_lowest_marker_that_is_too_dear_for_two() -> None:
    for whole in GOLDEN:
        for match, reader in decisions(whole):
            texts = [GAME.spell(action) for action in GAME.actions(match.state)] if match.turn == reader else []
            free = sorted(int(text.split()[1]) for text in texts if text.startswith("bid"))
            money = match.state.money[reader]
            dear = [marker for marker in free if 2 * marker > money]
            assert said(match, reader).get("money") == ({"marker": dear[0]} if dear else None)
