"""What a newcomer to New England is told, and when: by the view and the news alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from newfound.core.coach import Advice
from newfound.core.game import News

from .actions import FIGURES, LAND_CARDS
from .seen import View

CLAUSES: Final = {
    "coach.over": "NE-E3",
    "coach.last": "NE-E2",
    "coach.ending": "NE-E1",
    "coach.start": "NE-S4",
    "coach.announce": "NE-R1",
    "coach.bid": "NE-R2",
    "coach.money": "NE-P2",
    "coach.buy": "NE-P2",
    "coach.draw": "NE-P1",
    "coach.used": "NE-D3",
    "coach.stored": "NE-F4",
    "coach.second": "NE-P2",
    "coach.most": "NE-E3",
    "coach.domino": "NE-D1",
    "coach.barn": "NE-F4",
    "coach.income": "NE-P6",
    "coach.round": "NE-R4",
}
LATE: Final = 10  # the round from which on bonus cards are near


def advise(view: View, actions: Sequence[str], news: Sequence[News], reader: int) -> list[Advice]:
    told = {one.key for one in news}
    mine = {one.key for one in news if one.seat == reader}
    found = [_say(name) for name in ("over", "last") if f"news.{name}" in told]
    if actions:
        found += _deciding(view, actions, mine, reader)
    if "news.income" in mine:
        found.append(_say("income"))
    if "news.round" in told:
        found.append(_say("round"))
    return found


def _say(name: str, **values: str | int) -> Advice:
    key = f"coach.{name}"
    return Advice(key, CLAUSES[key], values)


def _deciding(view: View, actions: Sequence[str], mine: set[str], reader: int) -> Iterator[Advice]:
    if view["phase"] == "start":
        yield _say("start")
    elif view["phase"] == "announce":
        if view["announce"] and view["announce"]["ending"]:
            yield _say("ending", n=view["announce"]["ending"][0])
        yield _say("announce")
    elif view["phase"] == "bid":
        yield _say("bid")
        dear = [int(marker) for marker, bid in view["bids"].items() if bid["left"] < 0]
        if dear:
            yield _say("money", marker=min(dear))
    elif view["phase"] == "buy":
        yield from _buying(view, actions, mine, reader)


def _buying(view: View, actions: Sequence[str], mine: set[str], reader: int) -> Iterator[Advice]:
    me = view["seats"][reader]
    bought = {action.split()[1] for action in actions if action.startswith("buy")}
    may_buy = bool(bought) or any(action.startswith("store") for action in actions)
    price = me["marker"] or 0
    if view["purchases"] == 0 and may_buy:
        yield _say("buy", marker=price)
    if view["may_draw"]:
        yield _say("draw")
    if mine & {"news.buy_land", "news.use_land"}:
        yield _say("used")
    if any(action.startswith("use") for action in actions):
        yield _say("stored")
    if view["purchases"] == 1 and may_buy:
        yield _say("second", marker=price)
    for figure in FIGURES:
        most = max(seat["figures"][figure] for seat in view["seats"])
        if view["round"] >= LATE and figure in bought and me["figures"][figure] == most - 1:
            yield _say("most", figure=figure)
    cards, to_come = view["cards"], {**view["offer"]["cards"], **view["left"]["cards"]}
    for land in LAND_CARDS:
        if f"{land}2" in bought and f"{land}3" in to_come:
            yield _say("domino", n=cards[f"{land}2"]["points"], more=cards[f"{land}3"]["points"])
    if "barn" in bought:
        yield _say("barn")
