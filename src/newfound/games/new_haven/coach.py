"""What a newcomer to New Haven is told, and when: by their own view and news alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from newfound.core.coach import Advice
from newfound.core.game import News

from .components import RESOURCES, SPACE_NAMES
from .seen import Building, Seat, View

CLAUSES: Final = {
    "coach.tie": "NH-E4",
    "coach.colonists": "NH-E2",
    "coach.reveal": "NH-T7",
    "coach.last": "NH-E3",
    "coach.lay": "NH-T3",
    "coach.shipment": "NH-T2",
    "coach.half": "NH-E2",
    "coach.begin": "NH-B3",
    "coach.price": "NH-B1",
    "coach.unheld": "NH-T5",
    "coach.first": "NH-B3",
    "coach.down": "NH-B6",
    "coach.double": "NH-E2",
    "coach.share": "NH-T5",
    "coach.fills": "NH-E2",
    "coach.take": "NH-T6",
    "coach.choose": "NH-T6",
}
LINES: Final = [[space for space in SPACE_NAMES if mark in space] for mark in "abcde123456"]


def advise(view: View, actions: Sequence[str], news: Sequence[News], reader: int) -> list[Advice]:
    found = [*_happened(view, news, reader)]
    if actions and view["phase"] == "lay":
        found += _laying(view, reader)
    elif actions and view["phase"] == "build":
        found += _building(view, actions, news, reader)
    elif actions and view["phase"] == "take":
        found += _taking(view)
    return found


def _say(name: str, **values: str | int) -> Advice:
    key = f"coach.{name}"
    return Advice(key, CLAUSES[key], values)


def _happened(view: View, news: Sequence[News], reader: int) -> Iterator[Advice]:
    points = sorted(seat["score"] for seat in view["seats"])
    if view["phase"] == "over" and points[-1] == points[-2]:
        yield _say("tie")
    for one in news:
        if one.seat == reader and one.key in ("news.row", "news.column") and one.points > 0:
            yield _say("colonists", n=one.points)
        elif one.seat == reader and one.key == "news.reveal":
            yield _say("reveal")


def turns_left(view: View) -> int:
    """Of whoever lays now, this one included (NH-E1)."""
    return -(-(view["open"] - 1) // len(view["seats"]))


def _laying(view: View, reader: int) -> Iterator[Advice]:
    left, me = turns_left(view), view["seats"][reader]
    if left == 1:
        yield _say("last")
    yield _say("lay")
    if left <= 3 and me["shipment"]:
        yield _say("shipment")
    if left == 5:
        yield _say("half")
    missing = [resource for resource in RESOURCES if resource not in _begun(me)]
    if left <= 7 and missing:
        yield _say("begin", resource=missing[0])


def _building(view: View, actions: Sequence[str], news: Sequence[News], reader: int) -> Iterator[Advice]:
    me = view["seats"][reader]
    builds = [action.split()[1:] for action in actions if action.startswith("build")]
    if view["active"] != reader:
        if builds:
            yield _say("share")
        if any(_fills(me["village"], space) for _, space, _ in builds):
            yield _say("fills")
        return
    yield _say("price")
    held = {building.split("-")[0] for building in me["hand"] or ()}
    for one in news:
        if one.key == "news.gain" and one.values["resource"] not in held and one.values["n"] >= 3:
            yield _say("unheld", resource=one.values["resource"], n=one.values["n"])
    if any(building.split("-")[0] not in _begun(me) for building, _, _ in builds):
        yield _say("first")
    if builds and all(way == "down" for _, _, way in builds):
        yield _say("down")
    if turns_left(view) > 2 and any(way == "down" and _could_double(me["village"], space) for _, space, way in builds):
        yield _say("double")


def _taking(view: View) -> Iterator[Advice]:
    if view["draw_from"] == "first" and view["draws"] >= 3:
        yield _say("take")
    if view["draw_from"] == "both":
        yield _say("choose")


def _begun(seat: Seat) -> set[str]:
    return {building["resource"] for building in seat["village"].values()}


def _fills(village: dict[str, Building], space: str) -> bool:
    return space not in village and any(space in line and len(line) - 1 == sum(other in village for other in line) for line in LINES)


def _could_double(village: dict[str, Building], space: str) -> bool:
    """Four or more lie in a line with this space, all of them face up."""
    for line in LINES:
        built = [village[other] for other in line if other in village]
        if space in line and space not in village and len(built) >= 4 and all(building["up"] for building in built):
            return True
    return False
