"""What may be done now in New Haven."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from newfound.core.dice import Dice

from .actions import BAG, BUILD, DRAW, FIRST, LAY, PASS, SHIP, TAKE
from .components import (
    ALL_SPACES,
    CELLS,
    KINDS,
    LEFT_COLUMN,
    N_NUMBERS,
    N_RESOURCES,
    NONE,
    RIGHT_COLUMN,
    SLOTS,
    SPACES,
    TURNED,
    VILLAGE_COLUMNS,
)
from .luck import chances
from .state import BEGIN, ENDED, OPEN, TO_BUILD, TO_LAY, TO_TAKE, State

BITS: Final = 37  # 2 is a primitive root of it: no two single bits leave the same remainder
BIT: Final[vec[i64]] = vec[i64]([next((n for n in range(SPACES) if (1 << n) % BITS == rest), 0) for rest in range(BITS)])


def actions(s: State) -> list[int]:
    return [int(action) for action in legal(s)]


def legal(s: State) -> vec[i64]:
    phase = s.phase
    if phase == TO_LAY:
        return _legal_lays(s)
    if phase == TO_BUILD:
        return _legal_builds(s)
    if phase == TO_TAKE:
        return _legal_takes(s)
    found: vec[i64] = vec[i64]()
    if phase == ENDED:
        return found
    weight = chances(s)
    a: i64
    if phase == BEGIN:
        for a in range(s.seats):
            found = append(found, FIRST + a)
        return found
    i: i64 = 0
    for w in weight:
        if w > 0:
            found = append(found, DRAW + i)
        i += 1
    return found


def _legal_lays(s: State) -> vec[i64]:
    """NH-T1: any tile of the hand, any turn, any open space; NH-T2: or the shipment."""
    places = open_cells(s)
    faces = _faces(s)
    found: vec[i64] = vec[i64]([0] * (len(places) * (_ships(s) + len(faces))))
    at: i64 = 0
    if _ships(s):
        for cell in places:
            resource: i64
            for resource in range(N_RESOURCES):
                found[at] = SHIP + cell * N_RESOURCES + resource
                at += 1
    for face in faces:
        base: i64 = LAY + face * CELLS
        for cell in places:
            found[at] = base + cell
            at += 1
    return found


def any_lay(s: State, dice: Dice) -> i64:
    """One of those, as if they were listed and `dice.below` had picked it."""
    places = open_cells(s)
    faces = _faces(s)
    cells: i64 = len(places)
    at: i64 = dice.below(cells * (_ships(s) + len(faces)))
    ships: i64 = cells * _ships(s)
    if at < ships:
        place: i64 = at // N_RESOURCES
        return SHIP + places[place] * N_RESOURCES + at - place * N_RESOURCES
    face: i64 = (at - ships) // cells
    return LAY + faces[face] * CELLS + places[at - ships - face * cells]


def _ships(s: State) -> i64:
    """How many actions there are for the shipment on each open cell."""
    return N_RESOURCES if s.shipment[s.active] else 0


def open_cells(s: State) -> vec[i64]:
    places: vec[i64] = vec[i64]([0] * s.open_left)
    at: i64 = 0
    cell: i64
    for cell in range(CELLS):
        if s.status[cell] == OPEN:
            places[at] = cell
            at += 1
    return places


def _faces(s: State) -> vec[i64]:
    """How the tiles of the hand can lie, ascending, each once."""
    found: vec[i64] = vec[i64](capacity=12)
    slot: i64
    for slot in range(s.active * SLOTS, s.active * SLOTS + SLOTS):
        face: i64 = s.tiles[slot]
        if face == NONE:
            continue
        for _ in range(4):
            found = _with(found, face)
            face = TURNED[face]
    return found


def _with(faces: vec[i64], face: i64) -> vec[i64]:
    """In its place, if it is not there yet."""
    at: i64 = len(faces)
    while at > 0 and faces[at - 1] > face:
        at -= 1
    if at > 0 and faces[at - 1] == face:
        return faces
    faces = append(faces, face)
    last: i64 = len(faces) - 1
    while last > at:
        faces[last] = faces[last - 1]
        last -= 1
    faces[at] = face
    return faces


def spaces_for(s: State, seat: i64, resource: i64) -> i64:
    """NH-B2 to NH-B4, NH-V1: the spaces where this village may take a building of this resource, as bits."""
    at: i64 = seat * N_RESOURCES
    own: i64 = s.built[at + resource]
    taken: i64 = s.built[at] | s.built[at + 1] | s.built[at + 2] | s.built[at + 3]
    if own == 0:
        near: i64 = ALL_SPACES
    else:
        near = (own << VILLAGE_COLUMNS) | (own >> VILLAGE_COLUMNS) | ((own & ~RIGHT_COLUMN) << 1) | ((own & ~LEFT_COLUMN) >> 1)
    if not s.redevelop:
        return near & ALL_SPACES & ~taken
    if own & (own - 1) == 0:  # NH-V1: covering its only building, the resource begins again there
        near |= own
    return near & ALL_SPACES


def _legal_builds(s: State) -> vec[i64]:
    """NH-T4, NH-T5: pass, or build from the hand under NH-B1 to NH-B6."""
    found: vec[i64] = append(vec[i64](capacity=31), PASS)
    seat: i64 = s.builder
    hand: i64 = seat * KINDS
    resource: i64
    for resource in range(N_RESOURCES):
        marker: i64 = s.markers[resource]
        if marker == 0:
            continue
        bits: i64 = spaces_for(s, seat, resource) & s.set.affordable[marker if marker < N_NUMBERS else N_NUMBERS]  # NH-B1
        if bits == 0:
            continue
        places: vec[i64] = vec[i64](capacity=15)
        while bits:
            low: i64 = bits & -bits
            places = append(places, BIT[low % BITS])
            bits ^= low
        number: i64
        for number in range(1, N_NUMBERS + 1):
            kind: i64 = resource * N_NUMBERS + number - 1
            if s.hands[hand + kind] == 0:
                continue
            base: i64 = BUILD + kind * SPACES * 2
            for space in places:
                if s.set.number[space] == number:  # NH-B5
                    found = append(found, base + space * 2)
                found = append(found, base + space * 2 + 1)  # NH-B6
    return found


def _legal_takes(s: State) -> vec[i64]:
    """NH-T6: from the circles; after the first also blind from the bag."""
    there: vec[i64] = vec[i64]([0] * KINDS)
    for kind in s.circles:
        if kind != NONE:
            there[kind] = 1
    found: vec[i64] = vec[i64](capacity=7)
    i: i64
    for i in range(KINDS):
        if there[i]:
            found = append(found, TAKE + i)
    if s.took and s.bag_total > 0:
        found = append(found, BAG)
    return found
