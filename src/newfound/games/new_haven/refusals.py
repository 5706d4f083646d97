"""Why an action is not legal now in New Haven: the clause, the values and the cells."""

from __future__ import annotations

from typing import Final

from newfound.core.game import Refusal

from .actions import building_name
from .components import CELL_NAMES, CORNERS, KINDS, LEAST, LETTERS, N_NUMBERS, NONE, RESOURCES, SLOTS, SPACE_NAMES, SPACES, face_of
from .legal import spaces_for
from .state import ENDED, OPEN, OUTSIDE, POND_HERE, PRINTED, TO_BUILD, TO_LAY, TO_TAKE, State

BUILDINGS: Final = {building_name(kind): kind for kind in range(KINDS)}
LUCK: Final = {"draw": "NH-T6", "tile": "NH-T7", "settle": "NH-X1", "first": "NH-S1"}


def refuse(s: State, text: str) -> Refusal:
    """The first reason that a person would be told at the table."""
    words = text.split()
    kind = words[0].lower() if words else ""
    if kind not in ("lay", "ship", "build", "take", "pass", *LUCK):
        return Refusal("play.unknown", values={"text": text[:60]})
    if s.phase == ENDED:
        return Refusal("play.over", "NH-E1")
    if kind in LUCK:
        return Refusal("refuse.luck", LUCK[kind], {"kind": kind})
    if s.phase not in (TO_LAY, TO_BUILD, TO_TAKE):
        return Refusal("play.chance", "NH-T7")
    if kind == "pass":
        return Refusal("refuse.pass_lay", "NH-T1") if s.phase == TO_LAY else Refusal("refuse.pass_take", "NH-T6")
    wrong = _out_of_step(s, kind)
    if wrong is not None:
        return wrong
    rest = words[1:]
    if kind == "lay":
        return _lay(s, rest)
    if kind == "ship":
        return _ship(s, rest)
    return _build(s, rest) if kind == "build" else _take(s, rest)


def _out_of_step(s: State, kind: str) -> Refusal | None:
    """NH-T1, NH-T4 to NH-T6: first lay, then build, then draw. The clause is that of what is to be done now."""
    now = {TO_LAY: "lay", TO_BUILD: "build", TO_TAKE: "take"}[int(s.phase)]
    if kind == now or (kind == "ship" and now == "lay"):
        return None
    clause = {"lay": "NH-T1", "build": "NH-T4" if s.builder == s.active else "NH-T5", "take": "NH-T6"}[now]
    return Refusal(f"refuse.now_{now}", clause, {"kind": kind})


def _form(kind: str, clause: str) -> Refusal:
    return Refusal(f"refuse.form_{kind}", clause)


def _place(s: State, name: str, laying: str) -> Refusal | None:
    """NH-C2, NH-C3, NH-C4, NH-X2: why nothing can be laid here; on a filled space, by the clause of what is laid."""
    if name not in CELL_NAMES or name in CORNERS:
        return Refusal("refuse.no_cell", "NH-C2", {"cell": name})
    status = s.status[CELL_NAMES.index(name)]
    if status == OPEN:
        return None
    key, clause = {
        OUTSIDE: ("refuse.outside", "NH-C3"),
        PRINTED: ("refuse.printed", "NH-C4"),
        POND_HERE: ("refuse.pond", "NH-X2"),
    }.get(int(status), ("refuse.filled", laying))
    return Refusal(key, clause, {"cell": name, "seats": int(s.seats)}, (name,))


def _lay(s: State, words: list[str]) -> Refusal:
    if len(words) != 2 or len(words[0]) != 4 or any(letter not in LETTERS for letter in words[0].upper()):
        return _form("lay", "NH-T1")
    held = [tile for tile in s.tiles[s.active * SLOTS : s.active * SLOTS + SLOTS] if tile != NONE]
    if LEAST[face_of(words[0].upper())] not in held:
        return Refusal("refuse.tile", "NH-T1", {"tile": words[0].upper()})
    return _place(s, words[1].lower(), "NH-T1") or _form("lay", "NH-T1")


def _ship(s: State, words: list[str]) -> Refusal:
    if len(words) != 2 or words[1].lower() not in RESOURCES:
        return _form("ship", "NH-T2")
    if not s.shipment[s.active]:
        return Refusal("refuse.shipped", "NH-T2")
    return _place(s, words[0].lower(), "NH-T2") or _form("ship", "NH-T2")


def _build(s: State, words: list[str]) -> Refusal:
    lower = [word.lower() for word in words]
    if len(lower) == 1 and lower[0] in BUILDINGS:
        return _no_space(s, BUILDINGS[lower[0]]) or _form("build", "NH-T4")
    if len(lower) == 1 and lower[0] in SPACE_NAMES:
        return _no_building(s, SPACE_NAMES.index(lower[0])) or _form("build", "NH-T4")
    if len(lower) != 3 or lower[0] not in BUILDINGS or lower[1] not in SPACE_NAMES or lower[2] not in ("up", "down"):
        return _form("build", "NH-T4")
    kind, space, seat = BUILDINGS[lower[0]], SPACE_NAMES.index(lower[1]), int(s.builder)
    resource, number = RESOURCES[kind // N_NUMBERS], int(s.set.number[space])
    values = {"resource": resource, "number": kind % N_NUMBERS + 1, "space": lower[1], "cost": number}
    if not s.hands[seat * KINDS + kind]:
        return Refusal("refuse.hand", "NH-T4", values)
    if s.village[seat * SPACES + space] and not s.redevelop:
        return Refusal("refuse.taken", "NH-B2", values, (lower[1],))
    have = int(s.markers[kind // N_NUMBERS])
    if have < number:
        return Refusal("refuse.cost", "NH-B1", values | {"have": have}, (lower[1],))
    near = spaces_for(s, seat, kind // N_NUMBERS)
    if not near >> space & 1:
        cells = tuple(name for at, name in enumerate(SPACE_NAMES) if near >> at & 1)
        clause = "NH-V1" if s.village[seat * SPACES + space] else "NH-B4"
        return Refusal("refuse.apart" if cells else "refuse.shut_in", clause, values, cells)
    return Refusal("refuse.face_up", "NH-B5", values, (lower[1],))


def _no_space(s: State, kind: int) -> Refusal | None:
    """Why this building can go nowhere."""
    seat, have = int(s.builder), int(s.markers[kind // N_NUMBERS])
    values = {"resource": RESOURCES[kind // N_NUMBERS], "number": kind % N_NUMBERS + 1, "have": have}
    if not s.hands[seat * KINDS + kind]:
        return Refusal("refuse.hand", "NH-T4", values)
    near = [space for space in range(SPACES) if spaces_for(s, seat, kind // N_NUMBERS) >> space & 1]
    if not near:
        return Refusal("refuse.no_place", "NH-B4", values)
    cost = min(int(s.set.number[space]) for space in near)
    if have >= cost:
        return None
    cells = tuple(SPACE_NAMES[space] for space in near if s.set.number[space] == cost)
    return Refusal("refuse.dear", "NH-B1", values | {"cost": cost}, cells)


def _no_building(s: State, space: int) -> Refusal | None:
    """Why no building of the hand can go here: the resource there is most left of speaks for all."""
    seat, cost, name = int(s.builder), int(s.set.number[space]), SPACE_NAMES[space]
    if s.village[seat * SPACES + space] and not s.redevelop:
        return Refusal("refuse.taken", "NH-B2", {"space": name}, (name,))
    held = [kind for kind in range(KINDS) if s.hands[seat * KINDS + kind] and s.markers[kind // N_NUMBERS] >= cost]
    if not held:
        return Refusal("refuse.dear_space", "NH-B1", {"space": name, "cost": cost}, (name,))
    if any(spaces_for(s, seat, kind // N_NUMBERS) >> space & 1 for kind in held):
        return None
    best = max(held, key=lambda kind: int(s.markers[kind // N_NUMBERS]))
    return _build(s, [building_name(best), name, "down"])


def _take(s: State, words: list[str]) -> Refusal:
    if len(words) != 1 or (words[0].lower() != "bag" and words[0].lower() not in BUILDINGS):
        return _form("take", "NH-T6")
    if words[0].lower() != "bag":
        kind = BUILDINGS[words[0].lower()]
        return Refusal("refuse.circle", "NH-T6", {"resource": RESOURCES[kind // N_NUMBERS], "number": kind % N_NUMBERS + 1})
    return Refusal("refuse.bag_empty", "NH-T6") if s.took else Refusal("refuse.bag_first", "NH-T6")
