"""What may be done now in New Haven."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from .actions import BAG, BUILD, DRAW, FIRST, LAY, PASS, SHIP, TAKE
from .components import CELLS, FACES, KINDS, NONE, SPACES, TURNED
from .luck import chances
from .state import BEGIN, ENDED, OPEN, TO_BUILD, TO_LAY, TO_TAKE, State

ALL_SPACES: Final = (1 << SPACES) - 1
LEFT_COLUMN: Final = sum(1 << (row * 5) for row in range(6))
RIGHT_COLUMN: Final = LEFT_COLUMN << 4
BIT: Final[vec[i64]] = vec[i64]([next((n for n in range(SPACES) if (1 << n) % 37 == rest), 0) for rest in range(37)])


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
    found: vec[i64] = vec[i64]()
    places: vec[i64] = vec[i64]()
    cell: i64
    for cell in range(CELLS):
        if s.status[cell] == OPEN:
            places = append(places, cell)
    if s.shipment[s.active]:
        for cell in places:
            resource: i64
            for resource in range(4):
                found = append(found, SHIP + cell * 4 + resource)
    shown: vec[i64] = vec[i64]([0] * FACES)
    least: i64 = FACES
    most: i64 = -1
    at: i64
    for at in range(s.active * 3, s.active * 3 + 3):
        face: i64 = s.tiles[at]
        if face == NONE:
            continue
        for _ in range(4):
            shown[face] = 1
            least = face if face < least else least
            most = face if face > most else most
            face = TURNED[face]
    for face in range(least, most + 1):
        if shown[face]:
            base: i64 = LAY + face * CELLS
            for cell in places:
                found = append(found, base + cell)
    return found


def spaces_for(s: State, seat: i64, resource: i64) -> i64:
    """NH-B2 to NH-B4, NH-V1: the spaces where this village may take a building of this resource, as bits."""
    at: i64 = seat * 4
    own: i64 = s.built[at + resource]
    taken: i64 = s.built[at] | s.built[at + 1] | s.built[at + 2] | s.built[at + 3]
    if own == 0:
        near: i64 = ALL_SPACES
    else:
        near = (own << 5) | (own >> 5) | ((own & ~RIGHT_COLUMN) << 1) | ((own & ~LEFT_COLUMN) >> 1)
    if not s.redevelop:
        return near & ALL_SPACES & ~taken
    if own & (own - 1) == 0:  # NH-V1: covering its only building, the resource begins again there
        near |= own
    return near & ALL_SPACES


def _legal_builds(s: State) -> vec[i64]:
    """NH-T4, NH-T5: pass, or build from the hand under NH-B1 to NH-B6."""
    found: vec[i64] = vec[i64]()
    found = append(found, PASS)
    seat: i64 = s.builder
    hand: i64 = seat * KINDS
    resource: i64
    for resource in range(4):
        marker: i64 = s.markers[resource]
        if marker == 0:
            continue
        bits: i64 = spaces_for(s, seat, resource) & s.parts.affordable[marker if marker < 6 else 6]  # NH-B1
        if bits == 0:
            continue
        places: vec[i64] = vec[i64]()
        while bits:
            low: i64 = bits & -bits
            places = append(places, BIT[low % 37])
            bits ^= low
        number: i64
        for number in range(1, 7):
            kind: i64 = resource * 6 + number - 1
            if s.hands[hand + kind] == 0:
                continue
            base: i64 = BUILD + kind * SPACES * 2
            for space in places:
                if s.parts.number[space] == number:  # NH-B5
                    found = append(found, base + space * 2)
                found = append(found, base + space * 2 + 1)  # NH-B6
    return found


def _legal_takes(s: State) -> vec[i64]:
    """NH-T6: from the circles; after the first also blind from the bag."""
    there: vec[i64] = vec[i64]([0] * KINDS)
    for kind in s.circles:
        if kind != NONE:
            there[kind] = 1
    found: vec[i64] = vec[i64]()
    i: i64
    for i in range(KINDS):
        if there[i]:
            found = append(found, TAKE + i)
    if s.took and s.bag_total > 0:
        found = append(found, BAG)
    return found
