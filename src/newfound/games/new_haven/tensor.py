"""A seat's view of New Haven as small numbers, for programs that learn. `FIELDS` is the layout; nothing hidden is written."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from newfound.core.dice import Dice
from newfound.core.sheet import Choices, Sheet, TensorKernel, put, put_one, seen_from, small
from newfound.core.tensor import Field, places

from .components import (
    CELLS,
    FACE_DOWN,
    FACES,
    KINDS,
    LEAST,
    MOST_SEATS,
    N_CIRCLES,
    N_MARKS,
    N_NUMBERS,
    N_RESOURCES,
    NONE,
    RESOURCES,
    ROWS,
    SLOTS,
    SPACES,
    SQUARE_ROW,
    VILLAGE_COLUMNS,
    VILLAGE_ROWS,
    WIDE,
)
from .legal import legal
from .rules import CORNER, do, play_on, turn
from .scoring import all_columns, all_rows, charter_points, in_hand
from .state import AGES, CHARTERS, ENDED, OPEN, OUTSIDE, PHASES, POND_HERE, State, kind_built
from .view import hidden_buildings, hidden_tiles, pool_size

BOARD: Final = (ROWS, ROWS)
VILLAGE: Final = (VILLAGE_ROWS, VILLAGE_COLUMNS)
ON_CELLS: Final = 5  # what can be on a cell: OPEN to SHIPMENT
TILE: Final = 16  # numbers of a tile in hand: for each of its squares what it shows
TILE_KINDS: Final = 70  # tiles that differ however they are turned: four squares of four resources
PLANES: Final = 5  # of a village: resources, face up
_KINDS: Final = f"a resource ({', '.join(RESOURCES)}) with the numbers 1 to 6"

FIELDS: Final = (
    Field(
        "squares",
        (N_RESOURCES, WIDE, WIDE),
        "squares of the shared board, four to a cell, a plane for each resource; a shipment shows what is named",
    ),
    Field("cells", (ON_CELLS, *BOARD), "cells of the shared board: open, tile, printed, pond, shipment; outside the playing area all 0"),
    Field("villages", (MOST_SEATS, PLANES, *VILLAGE), "by seat: a plane for each resource, then what is face up"),
    Field("clearings", (N_RESOURCES, *BOARD), "buildings that lie on the shared board, a plane for each resource"),
    Field("clearing_numbers", BOARD, "their numbers", most=N_NUMBERS),
    Field(
        "village_numbers",
        (MOST_SEATS, *VILLAGE),
        "by seat: the numbers of the buildings, 0 where this seat does not know them",
        most=N_NUMBERS,
    ),
    Field("village_covered", (MOST_SEATS, *VILLAGE), "by seat: how many buildings are covered there", most=255, scale=3),
    Field("hand", (KINDS,), f"own buildings in hand, by kind: {_KINDS}", most=99, scale=3),
    Field(
        "tiles",
        (SLOTS, 4, N_RESOURCES),
        "own tiles in hand, sorted: top left, top right, bottom left, bottom right, each one of the resources",
    ),
    Field("known", (MOST_SEATS, KINDS), "by seat: buildings taken openly and not seen again", most=99, scale=3),
    Field(
        "unseen_buildings", (KINDS,), "buildings this seat has not seen: in the bag, in other hands, face down elsewhere", most=99, scale=6
    ),
    Field(
        "unseen_tiles",
        (TILE_KINDS,),
        "harvest tiles this seat has not seen, by kind, in the order of their letters WTSR",
        most=255,
        scale=3,
    ),
    Field("circles", (KINDS,), "buildings in the circles", most=N_CIRCLES, scale=1),
    Field("covered", (KINDS,), "buildings that were covered face up", most=255, scale=3),
    Field("buried_own", (KINDS,), "own buildings that were covered face down", most=255, scale=3),
    Field("buried", (MOST_SEATS, N_RESOURCES), "by seat: buildings that were covered face down, by resource", most=255, scale=3),
    Field("markers", (N_RESOURCES,), "the markers of the track, by resource", most=WIDE * WIDE, scale=12),
    Field("hand_sizes", (MOST_SEATS,), "buildings in hand", most=255, scale=12),
    Field("tile_counts", (MOST_SEATS,), "tiles in hand", most=SLOTS),
    Field("shipments", (MOST_SEATS,), "who may still play the shipment"),
    Field("points", (MOST_SEATS, 3), "by seat: points for rows, columns, charters", most=255, scale=20),
    Field("charters", (CHARTERS, MOST_SEATS), "who won which charter: row, column, " + ", ".join(RESOURCES)),
    Field("seats", (MOST_SEATS,), "who plays"),
    Field("turn", (MOST_SEATS,), "whose decision it is; nobody's where luck acts or it is over"),
    Field("active", (MOST_SEATS,), "whose turn it is"),
    Field("builder", (MOST_SEATS,), "who may build now"),
    Field("phase", (len(PHASES),), "one of: " + ", ".join(PHASES)),
    Field("draws", (1,), "buildings still to take", most=N_RESOURCES),
    Field("took", (1,), "1 once the first has been taken from the circles"),
    Field("bag", (1,), "buildings in the bag", most=255, scale=144),
    Field("pool", (1,), "tiles in the pool", most=255, scale=60),
    Field("open", (1,), "open cells left", most=CELLS),
    Field("ponds", (N_MARKS,), "ponds still to be laid: unmarked, three and up, four", most=99, scale=2),
    Field("options", (5,), "the options: side B, redevelop, careful, charters, first player drawn"),
    Field("numbers", (VILLAGE_ROWS,), "what a space costs, by row of a village from the top", most=N_NUMBERS),
    Field("row_colonists", (VILLAGE_ROWS,), "points for a full row, from the top", most=99, scale=6),
    Field("column_colonists", (VILLAGE_COLUMNS,), "points for a full column, from the left", most=99, scale=6),
)
_AT: Final = places(FIELDS)
SQUARES: Final[i64] = _AT["squares"]
CELLS_AT: Final[i64] = _AT["cells"]
VILLAGES: Final[i64] = _AT["villages"]
CLEARINGS: Final[i64] = _AT["clearings"]
CLEARING_NUMBERS: Final[i64] = _AT["clearing_numbers"]
VILLAGE_NUMBERS: Final[i64] = _AT["village_numbers"]
VILLAGE_COVERED: Final[i64] = _AT["village_covered"]
HAND: Final[i64] = _AT["hand"]
TILES: Final[i64] = _AT["tiles"]
KNOWN: Final[i64] = _AT["known"]
UNSEEN_BUILDINGS: Final[i64] = _AT["unseen_buildings"]
UNSEEN_TILES: Final[i64] = _AT["unseen_tiles"]
CIRCLES: Final[i64] = _AT["circles"]
COVERED: Final[i64] = _AT["covered"]
BURIED_OWN: Final[i64] = _AT["buried_own"]
BURIED: Final[i64] = _AT["buried"]
MARKERS: Final[i64] = _AT["markers"]
HAND_SIZES: Final[i64] = _AT["hand_sizes"]
TILE_COUNTS: Final[i64] = _AT["tile_counts"]
SHIPMENTS: Final[i64] = _AT["shipments"]
POINTS: Final[i64] = _AT["points"]
CHARTERS_AT: Final[i64] = _AT["charters"]
SEATS: Final[i64] = _AT["seats"]
TURN: Final[i64] = _AT["turn"]
ACTIVE: Final[i64] = _AT["active"]
BUILDER: Final[i64] = _AT["builder"]
PHASE: Final[i64] = _AT["phase"]
DRAWS: Final[i64] = _AT["draws"]
TOOK: Final[i64] = _AT["took"]
BAG: Final[i64] = _AT["bag"]
POOL: Final[i64] = _AT["pool"]
OPEN_AT: Final[i64] = _AT["open"]
PONDS: Final[i64] = _AT["ponds"]
OPTIONS: Final[i64] = _AT["options"]
NUMBERS_AT: Final[i64] = _AT["numbers"]
ROW_COLONISTS: Final[i64] = _AT["row_colonists"]
COLUMN_COLONISTS: Final[i64] = _AT["column_colonists"]
N_PHASES: Final = len(PHASES)


def _ranks() -> list[int]:
    """The number of each tile among all kinds of tile, by its least face."""
    kinds = sorted({int(least) for least in LEAST})
    assert len(kinds) == TILE_KINDS
    return [kinds.index(face) if face in kinds else NONE for face in range(FACES)]


RANK: Final[vec[i64]] = vec[i64](_ranks())


class Kernel(TensorKernel):
    def proceed(self, state: Any, action: i64, seat: i64, dice: Dice, choices: Choices) -> i64:
        s: State = state
        if action != NONE:
            do(s, action)
        play_on(s, seat, dice)
        acting: i64 = turn(s)
        if acting == seat:
            choices.actions = legal(s)
        return acting

    def write(self, state: Any, seat: i64, sheet: Sheet, at: i64) -> None:
        s: State = state
        _write_unseen_tiles(s, seat, sheet, at)
        if sheet.data[at + SEATS] == 0:
            _write_set_up(s, sheet, at)
        _write_board(s, sheet, at)
        _write_own(s, seat, sheet, at)
        other: i64
        for other in range(s.seats):
            _write_seat(s, other, seen_from(seat, other, s.seats), other == seat, sheet, at)
        _write_unseen(s, seat, sheet, at)
        _write_table(s, seat, sheet, at)


def _write_set_up(s: State, sheet: Sheet, at: i64) -> None:
    """What never changes: who plays, the options, the values of spaces, rows and columns."""
    out = sheet.data
    changed = sheet.changed
    n: i64
    for n in range(s.seats):
        put(out, changed, at + SEATS + n, u8(1))
    put(out, changed, at + OPTIONS, small(s.side_b))
    put(out, changed, at + OPTIONS + 1, small(s.redevelop))
    put(out, changed, at + OPTIONS + 2, small(s.careful))
    put(out, changed, at + OPTIONS + 3, small(s.chartered))
    put(out, changed, at + OPTIONS + 4, small(s.drawn_first))
    for n in range(VILLAGE_ROWS):
        put(out, changed, at + NUMBERS_AT + n, small(s.set.number[n * VILLAGE_COLUMNS]))
        put(out, changed, at + ROW_COLONISTS + n, small(s.set.row_colonists[n]))
    for n in range(VILLAGE_COLUMNS):
        put(out, changed, at + COLUMN_COLONISTS + n, small(s.set.column_colonists[n]))


def _write_board(s: State, sheet: Sheet, at: i64) -> None:
    """The cells that are not as the sheet shows them. What lies on a cell stays as it is; a building on an open one may go."""
    out = sheet.data
    status = s.status
    clearing = s.clearing
    cells: i64 = at + CELLS_AT - CELLS * OPEN
    cell: i64
    for cell in range(CELLS):
        here: i64 = status[cell]
        if here == OUTSIDE:
            continue
        known: bool = out[cells + here * CELLS + cell] != 0
        if not known or (here == OPEN and (clearing[cell] != NONE or out[at + CLEARING_NUMBERS + cell] != 0)):
            _write_cell(s, cell, sheet, at)


def _write_cell(s: State, cell: i64, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    changed = sheet.changed
    squares = s.squares
    here: i64 = s.status[cell]
    kind: i64 = s.clearing[cell] if here == OPEN else NONE
    n: i64
    for n in range(ON_CELLS):
        put(out, changed, at + CELLS_AT + n * CELLS + cell, u8(1) if here == OPEN + n else u8(0))
    for n in range(N_RESOURCES):
        put(out, changed, at + CLEARINGS + n * CELLS + cell, u8(1) if kind != NONE and kind // N_NUMBERS == n else u8(0))
    put(out, changed, at + CLEARING_NUMBERS + cell, u8(kind % N_NUMBERS + 1) if kind != NONE else u8(0))
    shown: bool = here != OPEN and here != POND_HERE
    first: i64 = at + SQUARES + cell // ROWS * 2 * WIDE + cell % ROWS * 2
    corner: i64 = CORNER[cell]
    for n in range(1, N_RESOURCES + 1):
        put(out, changed, first, u8(1) if shown and squares[corner] == n else u8(0))
        put(out, changed, first + 1, u8(1) if shown and squares[corner + 1] == n else u8(0))
        put(out, changed, first + WIDE, u8(1) if shown and squares[corner + SQUARE_ROW] == n else u8(0))
        put(out, changed, first + WIDE + 1, u8(1) if shown and squares[corner + SQUARE_ROW + 1] == n else u8(0))
        first += WIDE * WIDE


def _write_own(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """NH-S3, NH-S4: hand, tiles, and what the seat itself covered."""
    out = sheet.data
    changed = sheet.changed
    first: i64 = seat * KINDS
    kind: i64
    for kind in range(KINDS):
        put(out, changed, at + HAND + kind, u8(s.hands[first + kind]))
    if s.redevelop:
        for kind in range(KINDS):
            put(out, changed, at + BURIED_OWN + kind, small(s.buried[first + kind]))
    held: i64 = 0
    slot: i64
    other: i64
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        face: i64 = s.tiles[slot]
        if face == NONE:
            continue
        held += 1
        rank: i64 = 0  # sorted: the order in which tiles came is no part of the view
        for other in range(seat * SLOTS, (seat + 1) * SLOTS):
            if s.tiles[other] != NONE and (s.tiles[other] < face or (s.tiles[other] == face and other < slot)):
                rank += 1
        _write_tile(sheet, at + TILES + rank * TILE, face)
    while held < SLOTS:
        _write_tile(sheet, at + TILES + held * TILE, NONE)
        held += 1


def _write_tile(sheet: Sheet, at: i64, face: i64) -> None:
    out = sheet.data
    changed = sheet.changed
    n: i64
    if face != NONE and out[at + (face >> 6)] & out[at + 4 + (face >> 4 & 3)] & out[at + 8 + (face >> 2 & 3)] & out[at + 12 + (face & 3)]:
        return  # already there
    for n in range(4):
        put_one(out, changed, at + n * N_RESOURCES, N_RESOURCES, NONE if face == NONE else face >> (6 - 2 * n) & 3)


def _write_seat(s: State, seat: i64, place: i64, own: bool, sheet: Sheet, at: i64) -> None:
    """What everybody may see of a seat; NH-S6: a building face down shows its number to its owner only."""
    out = sheet.data
    changed = sheet.changed
    first: i64 = at + VILLAGES + place * PLANES * SPACES
    numbers: i64 = at + VILLAGE_NUMBERS + place * SPACES
    village = s.village
    lot: i64 = seat * SPACES
    before: i64 = changed[0]
    space: i64
    n: i64
    for space in range(SPACES):
        code: i64 = village[lot + space]
        if code == 0:
            continue
        up: bool = code < FACE_DOWN
        kind: i64 = kind_built(code)
        put(out, changed, first + N_RESOURCES * SPACES + space, u8(1) if up else u8(0))
        put(out, changed, numbers + space, u8(kind % N_NUMBERS + 1) if up or own else u8(0))
        if s.redevelop:  # there may have been another here
            for n in range(N_RESOURCES):
                put(out, changed, first + n * SPACES + space, u8(0) if kind // N_NUMBERS != n else u8(1))
        else:
            put(out, changed, first + kind // N_NUMBERS * SPACES + space, u8(1))
    if s.redevelop:
        for space in range(SPACES):
            put(out, changed, at + VILLAGE_COVERED + place * SPACES + space, small(s.under[lot + space]))
        for n in range(N_RESOURCES):
            count: i64 = 0
            for kind in range(seat * KINDS + n * N_NUMBERS, seat * KINDS + (n + 1) * N_NUMBERS):
                count += s.buried[kind]
            put(out, changed, at + BURIED + place * N_RESOURCES + n, small(count))
    put(out, changed, at + TILE_COUNTS + place, u8(_tiles_of(s, seat)))
    put(out, changed, at + HAND_SIZES + place, small(in_hand(s, seat)))
    put(out, changed, at + SHIPMENTS + place, small(s.shipment[seat]))
    if changed[0] != before:  # another village
        put(out, changed, at + POINTS + place * 3, small(all_rows(s, seat)))
        put(out, changed, at + POINTS + place * 3 + 1, small(all_columns(s, seat)))
    put(out, changed, at + POINTS + place * 3 + 2, small(charter_points(s, seat)))


def _write_unseen_tiles(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    if _same_tiles(s, seat, sheet, at):
        return
    tiles = hidden_tiles(s, seat)
    kinds = s.set.tile_kinds
    n: i64
    for n in range(len(tiles)):
        put(out, sheet.changed, at + UNSEEN_TILES + RANK[kinds[n]], small(tiles[n]))


def _same_tiles(s: State, seat: i64, sheet: Sheet, at: i64) -> bool:
    """Whether no tile has moved since the sheet was written: still the same turn, and all hold what they held.

    A turn that came round to the same seat has cost somebody a tile or a shipment; one that is over may have turned a shipment up.
    """
    out = sheet.data
    if out[at + SEATS] == 0 or s.phase == ENDED or s.active < 0:
        return False
    if out[at + ACTIVE + seen_from(seat, s.active, s.seats)] == 0 or out[at + POOL] != small(pool_size(s)):
        return False
    other: i64
    for other in range(s.seats):
        place: i64 = at + seen_from(seat, other, s.seats)
        if i64(out[place + TILE_COUNTS]) != _tiles_of(s, other) or i64(out[place + SHIPMENTS]) != s.shipment[other]:
            return False
    return True


def _tiles_of(s: State, seat: i64) -> i64:
    held: i64 = 0
    slot: i64
    for slot in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.tiles[slot] != NONE:
            held += 1
    return held


def _write_unseen(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    changed = sheet.changed
    kind: i64
    first: i64 = at + UNSEEN_BUILDINGS
    buildings = hidden_buildings(s, seat)
    for kind in range(KINDS):
        put(out, changed, first + kind, u8(buildings[kind]))
    if s.redevelop:
        for kind in range(KINDS):
            put(out, changed, at + COVERED + kind, small(s.gone[kind]))
    number: i64
    known: vec[i64] = vec[i64]([0] * (s.seats * KINDS))
    for entry in s.known:
        what: i64 = entry // AGES
        whose: i64 = what // KINDS
        known[(seen_from(seat, whose, s.seats) - whose) * KINDS + what] += 1
    for number in range(s.seats * KINDS):
        put(out, changed, at + KNOWN + number, small(known[number]))


def _write_table(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """The track, the circles, whose turn it is."""
    out = sheet.data
    changed = sheet.changed
    n: i64
    circles: vec[i64] = vec[i64]([0] * KINDS)
    for kind in s.circles:
        if kind != NONE:
            circles[kind] += 1
    for n in range(KINDS):
        put(out, changed, at + CIRCLES + n, small(circles[n]))
    for n in range(N_RESOURCES):
        put(out, changed, at + MARKERS + n, small(s.markers[n]))
    for n in range(CHARTERS):
        if s.charters[n] != NONE:
            put(out, changed, at + CHARTERS_AT + n * MOST_SEATS + seen_from(seat, s.charters[n], s.seats), u8(1))
    acting: i64 = turn(s)
    put_one(out, changed, at + TURN, MOST_SEATS, seen_from(seat, acting, s.seats) if acting >= 0 else NONE)
    put_one(out, changed, at + ACTIVE, MOST_SEATS, seen_from(seat, s.active, s.seats))
    put_one(out, changed, at + BUILDER, MOST_SEATS, seen_from(seat, s.builder, s.seats))
    put_one(out, changed, at + PHASE, N_PHASES, s.phase)
    put(out, changed, at + DRAWS, small(s.draws))
    put(out, changed, at + TOOK, small(s.took))
    put(out, changed, at + BAG, small(s.bag_total))
    put(out, changed, at + POOL, small(pool_size(s)))
    put(out, changed, at + OPEN_AT, small(s.open_left))
    for n in range(N_MARKS):
        put(out, changed, at + PONDS + n, small(s.ponds[n]))
