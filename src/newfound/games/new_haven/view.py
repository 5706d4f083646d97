"""What a reader of New Haven may know, and states that a reader cannot tell from the true one."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from newfound.core.dice import Dice

from .actions import building_name
from .components import (
    CELL_NAMES,
    CELLS,
    FACE_DOWN,
    KINDS,
    N_NUMBERS,
    N_RESOURCES,
    NONE,
    RESOURCES,
    SLOTS,
    SPACE_NAMES,
    SPACES,
    VILLAGE_COLUMNS,
    VILLAGE_ROWS,
    letters_of,
)
from .luck import draw_tile
from .rules import turn
from .scoring import all_columns, all_rows, charter_points, charter_worth, in_hand, total
from .seen import Building, Charter, Seat, Space, Unseen, View
from .state import AGES, CHARTERS, OPEN, OUTSIDE, PHASES, POND_HERE, PRINTED, SHIPMENT, State, copy, kind_built

CHARTER_NAMES: Final = ("row", "column", "wheat", "timber", "sheep", "stone")


def observe(s: State, reader: int) -> View:
    """All that this reader may know: NH-S3, NH-S4, NH-S6."""
    return {
        "phase": PHASES[s.phase],
        "turn": turn(s),
        "reader": reader,
        "active": int(s.active),
        "builder": int(s.builder),
        "side": "B" if s.side_b else "A",
        "board": _board(s),
        "open": int(s.open_left),
        "markers": {RESOURCES[r]: int(s.markers[r]) for r in range(N_RESOURCES)},
        "circles": [None if kind == NONE else building_name(int(kind)) for kind in s.circles],
        "bag": int(s.bag_total),
        "pool": pool_size(s),
        "ponds_to_come": [int(count) for count in s.ponds],
        "draws": int(s.draws),
        "draw_from": "first" if not s.took else "both" if s.bag_total > 0 else "circles",
        "seats": [_seat(s, seat, reader) for seat in range(s.seats)],
        "covered": _names(s.gone, 0),
        "charters": _charters(s),
        "unseen": _unseen(s, reader),
        "values": {
            "numbers": [int(s.set.number[row * VILLAGE_COLUMNS]) for row in range(VILLAGE_ROWS)],
            "rows": [int(n) for n in s.set.row_colonists],
            "columns": [int(n) for n in s.set.column_colonists],
            "charters": {CHARTER_NAMES[at]: int(charter_worth(s, at)) for at in range(CHARTERS)},
            "most_charters": int(s.set.most_charters),
        },
    }


def pool_size(s: State) -> int:
    """The tiles of the pool: nobody has seen the shipments either, played or not."""
    waiting: i64 = 0 if s.shipped == NONE else 1
    for ship in s.shipment:
        waiting += ship
    return int(s.unseen_total - waiting)


def _board(s: State) -> dict[str, Space]:
    board: dict[str, Space] = {}
    for cell in range(CELLS):
        status = s.status[cell]
        if status == OUTSIDE:
            continue
        here: Space = {"is": "open"}
        if status == OPEN:
            if s.clearing[cell] != NONE:
                here = {"is": "open", "building": building_name(int(s.clearing[cell]))}
        elif status == POND_HERE:
            here = {"is": "pond"}
        elif status == SHIPMENT:
            here = {"is": "shipment", "named": RESOURCES[s.named]}
        else:
            here = {"is": "printed" if status == PRINTED else "tile", "face": letters_of(int(s.face[cell]))}
        board[CELL_NAMES[cell]] = here
    return board


def _names(counts: vec[i64], at: int) -> list[str]:
    """The buildings of the counts from here on, each as often as it is counted."""
    return [building_name(kind) for kind in range(KINDS) for _ in range(int(counts[at + kind]))]


def _seat(s: State, seat: int, reader: int) -> Seat:
    own = seat == reader
    buried: dict[str, int] = {}
    for kind in range(KINDS):
        if s.buried[seat * KINDS + kind]:
            resource = RESOURCES[kind // N_NUMBERS]
            buried[resource] = buried.get(resource, 0) + int(s.buried[seat * KINDS + kind])
    tiles = [letters_of(int(s.tiles[at])) for at in range(seat * SLOTS, (seat + 1) * SLOTS) if s.tiles[at] != NONE]
    return {
        "hand": _names(s.hands, seat * KINDS) if own else None,
        "hand_size": int(in_hand(s, seat)),
        "known": [building_name(kind) for kind in sorted(int(e // AGES % KINDS) for e in s.known if e // AGES // KINDS == seat)],
        "tiles": sorted(tiles) if own else None,
        "tiles_size": len(tiles),
        "shipment": bool(s.shipment[seat]),
        "village": _village(s, seat, own),
        "buried": _names(s.buried, seat * KINDS) if own else None,
        "buried_of": buried,
        "score": int(total(s, seat)),
        "rows": int(all_rows(s, seat)),
        "columns": int(all_columns(s, seat)),
        "charters": int(charter_points(s, seat)),
    }


def _village(s: State, seat: int, own: bool) -> dict[str, Building]:
    """NH-C7, NH-S6: of a building face down others see only the resource."""
    village: dict[str, Building] = {}
    for space in range(SPACES):
        code = int(s.village[seat * SPACES + space])
        if code == 0:
            continue
        up, kind = code < FACE_DOWN, int(kind_built(code))
        number = kind % N_NUMBERS + 1 if up or own else None
        under = int(s.under[seat * SPACES + space])
        village[SPACE_NAMES[space]] = {"resource": RESOURCES[kind // N_NUMBERS], "number": number, "up": up, "under": under}
    return village


def _charters(s: State) -> dict[Charter, int | None] | None:
    if not s.chartered:
        return None
    return {CHARTER_NAMES[at]: None if s.charters[at] == NONE else int(s.charters[at]) for at in range(CHARTERS)}


def _unseen(s: State, reader: int) -> Unseen:
    """The mix of what this reader has not seen, wherever it is: total less seen, which anybody may count."""
    buildings = hidden_buildings(s, reader)
    tiles = hidden_tiles(s, reader)
    kinds = s.set.tile_kinds
    return {
        "buildings": {building_name(kind): int(buildings[kind]) for kind in range(KINDS) if buildings[kind]},
        "tiles": {letters_of(int(kinds[at])): int(tiles[at]) for at in range(len(kinds)) if tiles[at]},
    }


def hidden_buildings(s: State, reader: i64) -> vec[i64]:
    """Bag, and the hands and face-down buildings of everybody else."""
    found = s.bag[:]
    seat: i64
    at: i64
    for seat in range(s.seats):
        if seat == reader:
            continue
        for at in range(KINDS):
            found[at] += s.hands[seat * KINDS + at]
        if s.redevelop:
            for at in range(KINDS):
                found[at] += s.buried[seat * KINDS + at]
        for at in range(SPACES):
            code: i64 = s.village[seat * SPACES + at]
            if code >= FACE_DOWN:
                found[code - FACE_DOWN] += 1
    return found


def hidden_tiles(s: State, reader: i64) -> vec[i64]:
    """Pool, shipments, and the tiles in everybody else's hand."""
    found = s.unseen[:]
    seat: i64
    at: i64
    for seat in range(s.seats):
        if seat == reader:
            continue
        for at in range(seat * SLOTS, (seat + 1) * SLOTS):
            if s.tiles[at] != NONE:
                found[s.set.tile_index[s.tiles[at]]] += 1
    return found


def redeal(s: State, reader: int, dice: Dice) -> State:
    """Everything this reader cannot see, dealt anew from what they have not seen. Depends on their view and the dice alone."""
    guess = copy(s)
    _redeal_tiles(guess, reader, dice)
    _redeal_buildings(guess, reader, dice)
    return guess


def _redeal_tiles(s: State, reader: i64, dice: Dice) -> None:
    s.unseen = hidden_tiles(s, reader)
    held: vec[i64] = vec[i64]([0] * s.seats)
    seat: i64
    at: i64
    for seat in range(s.seats):
        if seat == reader:
            continue
        for at in range(seat * SLOTS, (seat + 1) * SLOTS):
            if s.tiles[at] != NONE:
                s.tiles[at] = NONE
                held[seat] += 1
                s.unseen_total += 1
    for seat in range(s.seats):
        for at in range(seat * SLOTS, seat * SLOTS + held[seat]):
            s.tiles[at] = draw_tile(s, dice)
            s.unseen[s.set.tile_index[s.tiles[at]]] -= 1
            s.unseen_total -= 1


def _redeal_buildings(s: State, reader: i64, dice: Dice) -> None:
    """NH-S6: hands keep their size and what was taken openly; face-down buildings keep their resource."""
    pool = hidden_buildings(s, reader)
    drawn: vec[i64] = vec[i64]([0] * (KINDS * s.seats))  # what each hand and village hide, beside what is known
    missing: vec[i64] = vec[i64]([0] * s.seats)
    seat: i64
    resource: i64
    for entry in s.known:
        seat = entry // AGES // KINDS
        if seat != reader:
            pool[entry // AGES % KINDS] -= 1
            missing[seat] -= 1
    for seat in range(s.seats):  # first what must be of one resource, so that no other draw takes it
        if seat == reader:
            continue
        missing[seat] += in_hand(s, seat)
        for resource in range(N_RESOURCES):
            missing[seat] += s.downs[seat * N_RESOURCES + resource]
            for _ in range(unknown_downs(s, seat, resource)):
                _move(pool, drawn, seat, _pick(pool, resource * N_NUMBERS, (resource + 1) * N_NUMBERS, dice))
                missing[seat] -= 1
    for seat in range(s.seats):
        if seat == reader:
            continue
        while missing[seat] > 0:
            _move(pool, drawn, seat, _pick(pool, 0, KINDS, dice))
            missing[seat] -= 1
        _place(s, seat, drawn, dice)
    s.bag = pool


def unknown_downs(s: State, seat: i64, resource: i64) -> i64:
    """How many face-down buildings, at the least, are none of those known: what was taken later cannot be an earlier one."""
    unknown: i64 = 0
    down: i64
    for down in range(s.downs[seat * N_RESOURCES + resource]):
        left: i64 = down + 1
        for entry in s.known:
            if entry // AGES // N_NUMBERS == seat * N_RESOURCES + resource and entry % AGES <= down:
                left -= 1
        unknown = left if left > unknown else unknown
    return unknown


def _pick(counts: vec[i64], low: i64, high: i64, dice: Dice) -> i64:
    """A kind between low and high, by its count."""
    left: i64 = 0
    kind: i64
    for kind in range(low, high):
        left += counts[kind]
    left = dice.below(left)
    kind = low
    while left >= counts[kind]:
        left -= counts[kind]
        kind += 1
    return kind


def _move(pool: vec[i64], drawn: vec[i64], seat: i64, kind: i64) -> None:
    pool[kind] -= 1
    drawn[seat * KINDS + kind] += 1


def _place(s: State, seat: i64, drawn: vec[i64], dice: Dice) -> None:
    """Some of what is hidden lies face down in the village or under it, the rest is the hand."""
    known: vec[i64] = vec[i64]()
    for entry in s.known:
        if entry // AGES // KINDS == seat:
            known = append(known, entry)
    lying: vec[i64] = vec[i64]([0] * KINDS)
    first: i64 = seat * KINDS
    resource: i64
    for resource in range(N_RESOURCES):
        known = _lay_down(s, seat, resource, known, drawn, lying, dice)
    kind: i64
    at: i64
    for kind in range(KINDS):
        s.hands[first + kind] = drawn[first + kind]
    for entry in known:
        s.hands[entry // AGES] += 1
    for at in range(seat * SPACES, seat * SPACES + SPACES):
        if s.village[at] >= FACE_DOWN:
            resource = (s.village[at] - FACE_DOWN) // N_NUMBERS
            kind = _pick(lying, resource * N_NUMBERS, (resource + 1) * N_NUMBERS, dice)
            lying[kind] -= 1
            s.village[at] = kind + FACE_DOWN
    for kind in range(KINDS):
        s.buried[first + kind] = lying[kind]


def _lay_down(s: State, seat: i64, resource: i64, known: vec[i64], drawn: vec[i64], lying: vec[i64], dice: Dice) -> vec[i64]:
    """Chooses each face-down building, the first first, from what its player may have held by then; returns what is still known in hand."""
    first: i64 = seat * KINDS + resource * N_NUMBERS
    at: i64
    down: i64
    for down in range(s.downs[seat * N_RESOURCES + resource]):
        fits: vec[i64] = vec[i64]()
        for at in range(len(known)):
            if known[at] // AGES // N_NUMBERS == seat * N_RESOURCES + resource and known[at] % AGES <= down:
                fits = append(fits, at)
        secret: i64 = 0
        for at in range(first, first + N_NUMBERS):
            secret += drawn[at]
        chosen: i64 = dice.below(secret + len(fits))
        if chosen < len(fits):
            known, entry = pop(known, fits[chosen])
            lying[entry // AGES % KINDS] += 1
        else:
            at = _pick(drawn, first, first + N_NUMBERS, dice)
            drawn[at] -= 1
            lying[at % KINDS] += 1
    return known
