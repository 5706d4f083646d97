"""What a newcomer to New World is told, and when: by the view and the news alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from newfound.core.coach import Advice
from newfound.core.game import News

from .components import SIDES
from .seen import Feature, Settler, View

CLAUSES: Final = {
    "coach.unfinished": "NW-E2",
    "coach.now": "NW-T7",
    "coach.rival": "NW-F5",
    "coach.score": "NW-F6",
    "coach.straggler": "NW-V4",
    "coach.sent_home": "NW-V4",
    "coach.surveyor": "NW-V1",
    "coach.moved": "NW-V2",
    "coach.stayed": "NW-V3",
    "coach.none_left": "NW-T8",
    "coach.all_taken": "NW-T6",
    "coach.box": "NW-T4",
    "coach.sea": "NW-T3",
    "coach.near": "NW-E1",
    "coach.lay": "NW-T2",
    "coach.both": "NW-V1",
    "coach.hurry": "NW-V4",
    "coach.dead": "NW-E2",
    "coach.behind": "NW-V5",
    "coach.crossing": "NW-F1",
    "coach.trapper": "NW-E4",
    "coach.farm": "NW-F3",
    "coach.last_one": "NW-T8",
}
SCORED: Final = ("news.town", "news.trail", "news.farm")
STEPS: Final = {"n": (0, -1), "e": (-1, 0), "s": (0, 1), "w": (1, 0)}  # columns count westward, rows southward
EARLY: Final = 30  # tiles left, so that a plain still grows
ANIMALS: Final = 3  # enough for a trapper
SPACES: Final = 4  # too many around a farm, with the surveyors so near


def advise(view: View, actions: Sequence[str], news: Sequence[News], reader: int) -> list[Advice]:
    found = [*_at_once(view, actions, news, reader), *_happened(news, reader)]
    if actions and view["phase"] in ("lay", "settle") and view["left"] <= 2 * len(view["supply"]) and view["supply"][reader]:
        found.append(_say("near"))
    if actions and view["phase"] == "lay":
        found += _laying(view, reader)
    elif actions and view["phase"] == "settle":
        found += _settling(view, actions, news, reader)
    return found


def _say(name: str, **values: int) -> Advice:
    key = f"coach.{name}"
    return Advice(key, CLAUSES[key], values)


def _at_once(view: View, actions: Sequence[str], news: Sequence[News], reader: int) -> Iterator[Advice]:
    """What a choice at hand is about."""
    if view["phase"] == "over" and any(one.key == "news.plain" or one.key.startswith("news.open_") for one in news):
        yield _say("unfinished")
    if actions and view["phase"] == "settle":
        owners = [one.seat for one in news if one.key == "news.completed_for"]
        if any(one.key == "news.completed" for one in news):
            yield _say("now")
        elif owners and reader not in owners:
            yield _say("rival")
    if actions and view["phase"] == "score":
        yield _say("score")


def _happened(news: Sequence[News], reader: int) -> Iterator[Advice]:
    told = {one.key for one in news}
    mine = {one.key for one in news if one.seat == reader}
    stragglers = {one.seat for one in news if one.key == "news.straggler"}
    if reader in stragglers:
        yield _say("straggler")
    if stragglers - {reader} and mine.intersection(SCORED):
        yield _say("sent_home")
    for name in ("surveyor", "moved", "stayed", "box"):
        if f"news.{name}" in told:
            yield _say(name)
    for name in ("none_left", "all_taken"):
        if f"news.{name}" in mine:
            yield _say(name)


def _laying(view: View, reader: int) -> Iterator[Advice]:
    east, west = view["surveyors"]
    if not view["tiles"]:
        yield _say("lay")
    mine = [(_column(one["cell"]), _feature(view, one["cell"], one["at"])) for one in _standing(view, reader)]
    if any(column == east == west and feature["open"] == 1 for column, feature in mine):
        yield _say("both")
    if any(column == east < west for column, _ in mine):
        yield _say("hurry")
    if any(view["open"].get(cell) == 0 for _, feature in mine for cell in _around(view, feature)):
        yield _say("dead")


def _settling(view: View, actions: Sequence[str], news: Sequence[News], reader: int) -> Iterator[Advice]:
    last = view["last"]
    assert last is not None
    free = [_feature(view, last, action.removeprefix("settle ")) for action in actions if action != "settle nobody"]
    column, (east, west) = _column(last), view["surveyors"]
    if _faces_the_sea(view):
        yield _say("sea")
    if column < east and not any(one.key == "news.completed" for one in news):
        yield _say("behind")
    if sum(feature["feature"] == "trail" for feature in free) >= 3:
        yield _say("crossing")
    trappers = sum(one["seat"] == reader and one["role"] == "trapper" for one in view["settlers"])
    animals = max((feature["bonus"] for feature in free if feature["feature"] == "plain"), default=0)
    if view["left"] >= EARLY and trappers < 2 and animals >= ANIMALS:
        yield _say("trapper", n=animals)
    spaces = max((feature["open"] for feature in free if feature["feature"] == "farm"), default=0)
    if column <= west and spaces >= SPACES:
        yield _say("farm", n=spaces)
    if view["supply"][reader] == 1 and view["left"] > 10:
        yield _say("last_one")


def _faces_the_sea(view: View) -> bool:
    """A town or trail of the tile laid last runs into column 0 where there is no start space (NW-T3)."""
    tile = view["tiles"][-1]
    column, row = tile["cell"].split(",")
    edge = view["kinds"][tile["kind"]]["edges"][(SIDES.index("e") - tile["turns"]) % 4]
    return column == "1" and edge != "P" and all(space["cell"] != f"0,{row}" for space in view["coast"])


def _column(cell: str) -> int:
    return int(cell.split(",")[0])


def _standing(view: View, reader: int) -> Iterator[Settler]:
    return (one for one in view["settlers"] if one["seat"] == reader and one["role"] != "trapper")


def _feature(view: View, cell: str, part: str) -> Feature:
    return next(feature for feature in view["features"] if (cell, part) in feature["parts"])


def _around(view: View, feature: Feature) -> Iterator[str]:
    """The cells that a town or a trail runs into; those around a farm."""
    tiles = {tile["cell"]: tile for tile in view["tiles"]}
    for cell, name in feature["parts"]:
        column, row = (int(number) for number in cell.split(","))
        if feature["feature"] == "farm":
            yield from (f"{column + a},{row + b}" for a in (-1, 0, 1) for b in (-1, 0, 1))
        elif cell in tiles:
            tile = tiles[cell]
            for part in view["kinds"][tile["kind"]]["parts"]:
                sides = [SIDES[(SIDES.index(side) + tile["turns"]) % 4] for side in part["sides"]]
                if part["feature"] == feature["feature"] and name.split("-")[1] in sides:
                    yield from (f"{column + STEPS[side][0]},{row + STEPS[side][1]}" for side in sides)
