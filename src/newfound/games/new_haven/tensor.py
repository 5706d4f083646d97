"""A seat's view of New Haven as small numbers, for programs that learn. `FIELDS` is the layout; nothing hidden is written."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from newfound.core.dice import Dice
from newfound.core.sheet import Choices, Sheet, small
from newfound.core.tensor import Field, places

from .components import CELLS, FACES, KINDS, LEAST, NONE, RESOURCES, ROWS, SPACES
from .legal import legal
from .rules import CORNER, apply_fast, play_on, turn
from .scoring import all_columns, all_rows, charter_points, in_hand
from .state import AGES, BORDER_ROW, CHARTERS, OPEN, OUTSIDE, PHASES, POND_HERE, State
from .view import hidden_buildings, hidden_tiles, pool_size

SEATS: Final = 4
TILE_KINDS: Final = 70  # tiles that differ when turned any way: four squares of four resources
PLANES: Final = 5  # of a village: four resources, face up
_KINDS: Final = f"a resource ({', '.join(RESOURCES)}) with the numbers 1 to 6"

FIELDS: Final = (
    Field("squares", (4, 14, 14), "squares of the shared board, four to a cell, a plane for each resource; a shipment shows what is named"),
    Field("cells", (5, 7, 7), "cells of the shared board: open, tile, printed, pond, shipment; outside the playing area all 0"),
    Field("villages", (SEATS, PLANES, 6, 5), "by seat: a plane for each resource, then what is face up"),
    Field("clearings", (4, 7, 7), "buildings that lie on the shared board, a plane for each resource"),
    Field("clearing_numbers", (7, 7), "their numbers", most=6),
    Field("village_numbers", (SEATS, 6, 5), "by seat: the numbers of the buildings, 0 where this seat does not know them", most=6),
    Field("village_covered", (SEATS, 6, 5), "by seat: how many buildings are covered there", most=255, scale=3),
    Field("hand", (KINDS,), f"own buildings in hand, by kind: {_KINDS}", most=99, scale=3),
    Field("tiles", (3, 4, 4), "own tiles in hand, sorted: top left, top right, bottom left, bottom right, each one of the resources"),
    Field("known", (SEATS, KINDS), "by seat: buildings taken openly and not seen again", most=99, scale=3),
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
    Field("circles", (KINDS,), "buildings in the circles", most=5, scale=1),
    Field("covered", (KINDS,), "buildings that were covered face up", most=255, scale=3),
    Field("buried_own", (KINDS,), "own buildings that were covered face down", most=255, scale=3),
    Field("buried", (SEATS, 4), "by seat: buildings that were covered face down, by resource", most=255, scale=3),
    Field("markers", (4,), "the markers of the track, by resource", most=196, scale=12),
    Field("hand_sizes", (SEATS,), "buildings in hand", most=255, scale=12),
    Field("tile_counts", (SEATS,), "tiles in hand", most=3),
    Field("shipments", (SEATS,), "who may still play the shipment"),
    Field("points", (SEATS, 3), "by seat: points for rows, columns, charters", most=255, scale=20),
    Field("charters", (CHARTERS, SEATS), "who won which charter: row, column, " + ", ".join(RESOURCES)),
    Field("seats", (SEATS,), "who plays"),
    Field("turn", (SEATS,), "whose decision it is; nobody's where luck acts or it is over"),
    Field("active", (SEATS,), "whose turn it is"),
    Field("builder", (SEATS,), "who may build now"),
    Field("phase", (len(PHASES),), "one of: " + ", ".join(PHASES)),
    Field("draws", (1,), "buildings still to take", most=4),
    Field("took", (1,), "1 once the first has been taken from the circles"),
    Field("bag", (1,), "buildings in the bag", most=255, scale=144),
    Field("pool", (1,), "tiles in the pool", most=255, scale=60),
    Field("open", (1,), "open cells left", most=49),
    Field("ponds", (3,), "ponds still to be laid: unmarked, three and up, four", most=99, scale=2),
    Field("options", (5,), "the options: side B, redevelop, careful, charters, first player drawn"),
    Field("numbers", (6,), "what a space costs, by row of a village from the top", most=6),
    Field("row_colonists", (6,), "points for a full row, from the top", most=99, scale=6),
    Field("column_colonists", (5,), "points for a full column, from the left", most=99, scale=6),
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
SEATS_AT: Final[i64] = _AT["seats"]
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
NUMBERS: Final[i64] = _AT["numbers"]
ROW_COLONISTS: Final[i64] = _AT["row_colonists"]
COLUMN_COLONISTS: Final[i64] = _AT["column_colonists"]


def _ranks() -> list[int]:
    """The number of each tile among all kinds of tile, by its least face."""
    kinds = sorted({int(least) for least in LEAST})
    assert len(kinds) == TILE_KINDS
    return [kinds.index(face) if face in kinds else NONE for face in range(FACES)]


RANK: Final[vec[i64]] = vec[i64](_ranks())


def proceed(s: State, action: i64, seat: i64, dice: Dice, choices: Choices) -> int:
    """An action, if there is one; then luck, and the others at random, up to the next decision of this seat; what is legal then."""
    if action != NONE:
        apply_fast(s, action)
    play_on(s, seat, dice)
    acting: i64 = turn(s)
    if acting == seat:
        choices.actions = legal(s)
    return acting


def write(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """The view of this seat, from position `at` on."""
    _write_board(s, sheet, at)
    _write_own(s, seat, sheet, at)
    other: i64
    for other in range(s.seats):
        _write_seat(s, other, (other - seat + s.seats) % s.seats, other == seat, sheet, at)
    _write_unseen(s, seat, sheet, at)
    _write_table(s, seat, sheet, at)


def _write_board(s: State, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    squares = s.squares
    status = s.status
    cells: i64 = at + CELLS_AT - CELLS * OPEN
    cell: i64
    for cell in range(CELLS):
        here: i64 = status[cell]
        if here == OUTSIDE:
            continue
        out[cells + here * CELLS + cell] = u8(1)
        if here == OPEN:
            kind: i64 = s.clearing[cell]
            if kind != NONE:
                out[at + CLEARINGS + kind // 6 * CELLS + cell] = u8(1)
                out[at + CLEARING_NUMBERS + cell] = u8(kind % 6 + 1)
        elif here != POND_HERE:
            corner: i64 = CORNER[cell]
            first: i64 = at + SQUARES - 196 + cell // ROWS * 28 + cell % ROWS * 2
            out[first + squares[corner] * 196] = u8(1)
            out[first + squares[corner + 1] * 196 + 1] = u8(1)
            out[first + squares[corner + BORDER_ROW] * 196 + 14] = u8(1)
            out[first + squares[corner + BORDER_ROW + 1] * 196 + 15] = u8(1)


def _write_own(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """NH-S3, NH-S4: hand, tiles, and what the seat itself covered."""
    out = sheet.data
    hand: i64 = at + HAND
    first: i64 = seat * KINDS
    kind: i64
    for kind in range(KINDS):
        if s.hands[first + kind]:
            out[hand + kind] = u8(s.hands[first + kind])
    if s.redevelop:
        for kind in range(KINDS):
            out[at + BURIED_OWN + kind] = small(s.buried[first + kind])
    slot: i64
    other: i64
    for slot in range(seat * 3, seat * 3 + 3):
        face: i64 = s.tiles[slot]
        if face == NONE:
            continue
        rank: i64 = 0  # sorted: the order in which tiles came is no part of the view
        for other in range(seat * 3, seat * 3 + 3):
            if s.tiles[other] != NONE and (s.tiles[other] < face or (s.tiles[other] == face and other < slot)):
                rank += 1
        tile: i64 = at + TILES + rank * 16
        out[tile + (face >> 6)] = u8(1)
        out[tile + 4 + ((face >> 4) & 3)] = u8(1)
        out[tile + 8 + ((face >> 2) & 3)] = u8(1)
        out[tile + 12 + (face & 3)] = u8(1)


def _write_seat(s: State, seat: i64, place: i64, own: bool, sheet: Sheet, at: i64) -> None:
    """What everybody may see of a seat; NH-S6: a building face down shows its number to its owner only."""
    out = sheet.data
    first: i64 = at + VILLAGES + place * PLANES * SPACES
    numbers: i64 = at + VILLAGE_NUMBERS + place * SPACES
    village = s.village
    lot: i64 = seat * SPACES
    space: i64
    kind: i64
    for space in range(SPACES):
        code: i64 = village[lot + space]
        if code == 0:
            continue
        if code < 25:
            kind = code - 1
            out[first + 4 * SPACES + space] = u8(1)
            out[numbers + space] = u8(kind % 6 + 1)
        else:
            kind = code - 25
            if own:
                out[numbers + space] = u8(kind % 6 + 1)
        out[first + kind // 6 * SPACES + space] = u8(1)
    if s.redevelop:
        for space in range(SPACES):
            out[at + VILLAGE_COVERED + place * SPACES + space] = small(s.under[lot + space])
        for kind in range(KINDS):
            resource: i64 = at + BURIED + place * 4 + kind // 6
            out[resource] = small(i64(out[resource]) + s.buried[seat * KINDS + kind])
    held: i64 = 0
    slot: i64
    for slot in range(seat * 3, seat * 3 + 3):
        if s.tiles[slot] != NONE:
            held += 1
    out[at + TILE_COUNTS + place] = u8(held)
    out[at + HAND_SIZES + place] = small(in_hand(s, seat))
    out[at + SHIPMENTS + place] = small(s.shipment[seat])
    out[at + POINTS + place * 3] = small(all_rows(s, seat))
    out[at + POINTS + place * 3 + 1] = small(all_columns(s, seat))
    out[at + POINTS + place * 3 + 2] = small(charter_points(s, seat))
    out[at + SEATS_AT + place] = u8(1)


def _write_unseen(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    kind: i64
    first: i64 = at + UNSEEN_BUILDINGS
    buildings = hidden_buildings(s, seat)
    for kind in range(KINDS):
        out[first + kind] = u8(buildings[kind])
    if s.redevelop:
        for kind in range(KINDS):
            out[at + COVERED + kind] = small(s.gone[kind])
    tiles = hidden_tiles(s, seat)
    kinds = s.parts.tile_kinds
    first = at + UNSEEN_TILES
    number: i64
    for number in range(len(tiles)):
        count: i64 = tiles[number]
        if count:
            out[first + RANK[kinds[number]]] = small(count)
    for entry in s.known:
        place: i64 = at + KNOWN + (entry // AGES // KINDS - seat + s.seats) % s.seats * KINDS + entry // AGES % KINDS
        out[place] = small(i64(out[place]) + 1)


def _write_table(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """The track, the circles, whose turn it is, and how the match was set up."""
    out = sheet.data
    n: i64
    for kind in s.circles:
        if kind != NONE:
            out[at + CIRCLES + kind] = small(i64(out[at + CIRCLES + kind]) + 1)
    for n in range(4):
        out[at + MARKERS + n] = small(s.markers[n])
    for n in range(CHARTERS):
        if s.charters[n] != NONE:
            out[at + CHARTERS_AT + n * SEATS + (s.charters[n] - seat + s.seats) % s.seats] = u8(1)
    acting: i64 = turn(s)
    if acting >= 0:
        out[at + TURN + (acting - seat + s.seats) % s.seats] = u8(1)
    out[at + ACTIVE + (s.active - seat + s.seats) % s.seats] = u8(1)
    out[at + BUILDER + (s.builder - seat + s.seats) % s.seats] = u8(1)
    out[at + PHASE + s.phase] = u8(1)
    out[at + DRAWS] = small(s.draws)
    out[at + TOOK] = small(s.took)
    out[at + BAG] = small(s.bag_total)
    out[at + POOL] = small(pool_size(s))
    out[at + OPEN_AT] = small(s.open_left)
    for n in range(3):
        out[at + PONDS + n] = small(s.ponds[n])
    out[at + OPTIONS] = small(s.side_b)
    out[at + OPTIONS + 1] = small(s.redevelop)
    out[at + OPTIONS + 2] = small(s.careful)
    out[at + OPTIONS + 3] = small(s.chartered)
    out[at + OPTIONS + 4] = small(s.drawn_first)
    for n in range(6):
        out[at + NUMBERS + n] = small(s.parts.number[n * 5])
        out[at + ROW_COLONISTS + n] = small(s.parts.row_colonists[n])
    for n in range(5):
        out[at + COLUMN_COLONISTS + n] = small(s.parts.column_colonists[n])
