"""A seat's view of New World as small numbers, for programs that learn. `FIELDS` is the layout. Nothing is hidden in this game.

The map has no fixed size. The planes show a window of it, large enough for almost every match; the lists of tiles and settlers show all.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from newfound.core.dice import Dice
from newfound.core.sheet import Choices, Sheet, TensorKernel, put, put_one, seen_from, small
from newfound.core.tensor import Field, layers, places

from .actions import MOST_SEATS, SCORE_NAMES, SETTLE_NAMES
from .components import ACROSS, CELLS, MOST_PARTS, MOST_TILES, NONE, NORTH, PLAIN, SETTLERS, SPOTS, STEP, WIDTH
from .legal import legal
from .rules import do, play_on, turn
from .scoring import settlers_on
from .state import HOME, N_REASONS, PHASES, REASONS, State, feature_of, find, side_node, supply

TOP: Final = -6  # the northernmost row of the window; the coast has rows 1 to 10
TALL: Final = 24
WIDE: Final = 20  # columns, from the coast on
MAP: Final = (TALL, WIDE)

FIELDS: Final = (
    Field(
        "ground",
        (4,),
        f"a window of {TALL} rows from row {TOP} and {WIDE} columns from the coast: tile, start space, open cell, tile laid last",
        map=MAP,
    ),
    Field("edges", (4, 3), "by side (north, east, south, west): its edge is plain, trail, town", map=MAP),
    Field("settler_seats", (MOST_SEATS,), "by seat: a settler stands on the tile", map=MAP),
    Field("settler_roles", (4,), "a settler on the tile is trapper, robber, shopkeeper, farmer", map=MAP),
    Field("bonus", (4,), "on the tile: a farm, flags, posts, animals", most=255, scale=2, map=MAP),
    Field("own", (4,), "by side of an open cell: own settlers on the trail or town that would be continued there", most=5, map=MAP),
    Field("rival", (4,), "by side of an open cell: the most settlers that another seat has on it", most=5, map=MAP),
    Field("ends", (4,), "by side of an open cell: how many open ends it has", most=255, scale=8, map=MAP),
    Field("tiles", (MOST_TILES, 4), f"every tile laid, in order: column, row + {-NORTH}, kind + 1, quarter turns", most=255, scale=100),
    Field(
        "settlers",
        (MOST_SEATS, SETTLERS, 3),
        f"by seat, every settler on the map, earliest tile first: column (0 for none), row + {-NORTH}, part ({SETTLE_NAMES[1]} is 1)",
        most=255,
        scale=100,
    ),
    Field("hand", (MOST_TILES,), "the kind of the tile drawn"),
    Field("hand_edges", (4, 3), "its edges, unturned: plain, trail, town, by side"),
    Field("hand_bonus", (4,), "what is on it: a farm, flags, posts, animals", most=255, scale=2),
    Field("pile", (MOST_TILES,), "tiles left in the pile, by kind", most=100, scale=3),
    Field("box", (MOST_TILES,), "tiles that fitted nowhere, by kind", most=100, scale=3),
    Field("left", (1,), "tiles left in the pile", most=100),
    Field("supply", (MOST_SEATS,), "settlers at home", most=SETTLERS),
    Field("points", (MOST_SEATS, N_REASONS), f"by seat: points for {', '.join(REASONS)}", most=255, scale=50),
    Field("surveyors", (2,), "the columns of the eastern and the western surveyor", most=101, scale=20),
    Field("far", (1,), "the westernmost column with a tile", most=101, scale=20),
    Field("due", (SPOTS,), f"completed features to be scored, by place: {', '.join(SCORE_NAMES[1:4])} and so on as in the actions"),
    Field("scored", (SPOTS,), "features scored since the tile was laid"),
    Field("seats", (MOST_SEATS,), "who plays"),
    Field("turn", (MOST_SEATS,), "whose decision it is; nobody's where luck acts or it is over"),
    Field("active", (MOST_SEATS,), "whose turn it is"),
    Field("phase", (len(PHASES),), "one of: " + ", ".join(PHASES)),
    Field("coast_counts", (1,), "the option `coast_counts`"),
)
_AT: Final = places(FIELDS)
GROUND: Final[i64] = _AT["ground"]
EDGES: Final[i64] = _AT["edges"]
BONUS: Final[i64] = _AT["bonus"]
SETTLER_SEATS: Final[i64] = _AT["settler_seats"]
SETTLER_ROLES: Final[i64] = _AT["settler_roles"]
OWN: Final[i64] = _AT["own"]
RIVAL: Final[i64] = _AT["rival"]
ENDS: Final[i64] = _AT["ends"]
TILES: Final[i64] = _AT["tiles"]
SETTLERS_AT: Final[i64] = _AT["settlers"]
HAND: Final[i64] = _AT["hand"]
HAND_EDGES: Final[i64] = _AT["hand_edges"]
HAND_BONUS: Final[i64] = _AT["hand_bonus"]
PILE: Final[i64] = _AT["pile"]
BOX: Final[i64] = _AT["box"]
LEFT: Final[i64] = _AT["left"]
SUPPLY: Final[i64] = _AT["supply"]
POINTS: Final[i64] = _AT["points"]
SURVEYORS: Final[i64] = _AT["surveyors"]
FAR: Final[i64] = _AT["far"]
DUE: Final[i64] = _AT["due"]
SCORED: Final[i64] = _AT["scored"]
SEATS: Final[i64] = _AT["seats"]
TURN: Final[i64] = _AT["turn"]
ACTIVE: Final[i64] = _AT["active"]
PHASE: Final[i64] = _AT["phase"]
COAST_COUNTS: Final[i64] = _AT["coast_counts"]

ENDS_HERE: Final = 0b10101010  # of what the neighbours of a cell show: trails and towns
LAYERS: Final = layers(FIELDS, MAP)
TILE_HERE: Final[i64] = GROUND
SPACE_HERE: Final[i64] = GROUND + 1
OPEN_HERE: Final[i64] = GROUND + 2
LAST_HERE: Final[i64] = GROUND + 3
N_PHASES: Final = len(PHASES)
ONE: Final[i64] = 1  # never a literal: compiled, `1 << 31` is shifted as a 32-bit number
BONUS_OF: Final[vec[i64]] = vec[i64]([NONE, 3, 2, 1, 0])  # by feature: animals of a plain, posts of a trail, flags of a town


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
        _write_tiles(s, sheet, at)
        _write_ends(s, seat, sheet, at)
        _write_settlers(s, seat, sheet, at)
        _write_hand(s, sheet, at)
        _write_table(s, seat, sheet, at)


def _windows() -> list[int]:
    """Where the numbers of each cell begin; NONE outside the window."""
    found = [NONE] * CELLS
    for row in range(TALL):
        for column in range(WIDE):
            found[(row + TOP - NORTH) * WIDTH + column] = (row * WIDE + column) * LAYERS
    return found


HERE: Final[vec[i64]] = vec[i64](_windows())


def _write_tiles(s: State, sheet: Sheet, at: i64) -> None:
    """What tiles show for good, of those that are not on the sheet yet."""
    out = sheet.data
    changed = sheet.changed
    spaces: i64 = s.set.spaces
    last: i64 = at + LAST_HERE
    n: i64 = s.places
    while n > spaces and out[at + TILES + (n - 1 - spaces) * 4 + 2] == 0:
        n -= 1
    here: i64
    if n == spaces and out[at + SEATS] == 0:
        n = 0  # an empty sheet
    elif n == s.places:
        return
    elif n > spaces:
        here = HERE[s.cell[n - 1]]
        if here != NONE:
            put(out, changed, last + here, u8(0))
    while n < s.places:
        here = HERE[s.cell[n]]
        if n >= spaces:
            _write_row(s, n, sheet, at + TILES + (n - spaces) * 4)
        if here != NONE:
            _write_land(s, n, sheet, at + here)
        _open_around(s, s.cell[n], sheet, at)
        n += 1
    if n > spaces:
        here = HERE[s.cell[n - 1]]
        if here != NONE:
            put(out, changed, last + here, u8(1))


def _write_row(s: State, place: i64, sheet: Sheet, at: i64) -> None:
    """A tile in the list of those laid."""
    out = sheet.data
    changed = sheet.changed
    put(out, changed, at, u8(s.cell[place] % WIDTH))
    put(out, changed, at + 1, u8(s.cell[place] // WIDTH))
    put(out, changed, at + 2, u8((s.lie[place] >> 2) + 1))
    put(out, changed, at + 3, u8(s.lie[place] & 3))


def _write_land(s: State, place: i64, sheet: Sheet, at: i64) -> None:
    """A tile or start space in the planes; its cell is no longer open."""
    out = sheet.data
    changed = sheet.changed
    lie: i64 = s.lie[place]
    n: i64
    if place < s.set.spaces:
        put(out, changed, at + SPACE_HERE, u8(1))
    else:
        put(out, changed, at + TILE_HERE, u8(1))
        put(out, changed, at + OPEN_HERE, u8(0))
        _write_bonus(s, lie >> 2, sheet, at + BONUS)
        for n in range(4):
            put(out, changed, at + OWN + n, u8(0))
            put(out, changed, at + RIVAL + n, u8(0))
            put(out, changed, at + ENDS + n, u8(0))
    for n in range(4):
        edge: i64 = s.set.edge[lie * 4 + n]
        if edge:
            put(out, changed, at + EDGES + n * 3 + edge - 1, u8(1))


def _open_around(s: State, cell: i64, sheet: Sheet, at: i64) -> None:
    """The open cells beside this one."""
    side: i64
    for side in range(4):
        near: i64 = cell + STEP[side]
        if s.want[near] != 0 and s.at[near] == 0 and HERE[near] != NONE:
            put(sheet.data, sheet.changed, at + HERE[near] + OPEN_HERE, u8(1))


def _write_ends(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """Who is on the trails and towns that end at an open cell, and how open they are."""
    out = sheet.data
    changed = sheet.changed
    parent = s.parent
    opens = s.open
    wants = s.want
    n: i64
    side: i64
    other: i64
    for n in range(s.opens):
        cell: i64 = opens[n]
        want: i64 = i64(wants[cell])
        if want & ENDS_HERE == 0 or HERE[cell] == NONE:
            continue
        place: i64 = at + HERE[cell]
        for side in range(4):
            if want & 2:
                near: i64 = i64(s.at[cell + STEP[side]]) - 1
                root: i64 = find(parent, side_node(s, near, side ^ ACROSS))
                crowd: i64 = s.crowd[root]
                own: i64 = 0
                most: i64 = 0
                if crowd:
                    own = settlers_on(crowd, seat)
                    for other in range(s.seats):
                        count: i64 = settlers_on(crowd, other)
                        if count > most and other != seat:
                            most = count
                put(out, changed, place + OWN, u8(own))
                put(out, changed, place + RIVAL, u8(most))
                put(out, changed, place + ENDS, small(s.ends[root]))
            want >>= 2
            place += 1


def _write_bonus(s: State, kind: i64, sheet: Sheet, at: i64) -> None:
    """A farm, flags, posts and animals of a tile, where there are only zeros."""
    out = sheet.data
    changed = sheet.changed
    features = s.set.feature
    bonus = s.set.bonus
    if s.set.farm[kind] != NONE:
        put(out, changed, at, u8(1))
    part: i64
    for part in range(kind * MOST_PARTS, kind * MOST_PARTS + s.set.parts[kind]):
        if bonus[part]:
            place: i64 = at + BONUS_OF[features[part]]
            put(out, changed, place, small(i64(out[place]) + bonus[part]))


def _write_settlers(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """Those who came and those who went home, in the list and in the planes."""
    if _all_shown(s, seat, sheet, at):
        return
    out = sheet.data
    changed = sheet.changed
    first: i64 = at + SETTLERS_AT
    stays: i64 = 0  # rows of the list that are as they should be, as bits
    settler: i64
    row: i64
    n: i64
    for settler in range(s.seats * SETTLERS):
        if s.on[settler] != HOME:
            row = _row_of(s, seat, settler)
            cell: i64 = s.cell[s.stand[settler]]
            if i64(out[first + row * 3]) == cell % WIDTH and i64(out[first + row * 3 + 1]) == cell // WIDTH:
                stays |= ONE << row
    for row in range(s.seats * SETTLERS):
        place: i64 = first + row * 3
        if out[place] != 0 and not stays >> row & 1:
            here: i64 = HERE[i64(out[place + 1]) * WIDTH + i64(out[place])]
            if here != NONE:
                for n in range(s.seats):
                    put(out, changed, at + here + SETTLER_SEATS + n, u8(0))
                for n in range(4):
                    put(out, changed, at + here + SETTLER_ROLES + n, u8(0))
            for n in range(place, place + 3):
                put(out, changed, n, u8(0))
    for settler in range(s.seats * SETTLERS):
        if s.on[settler] != HOME and not stays >> (row := _row_of(s, seat, settler)) & 1:
            _write_settler(s, settler, row, sheet, at)


def _all_shown(s: State, seat: i64, sheet: Sheet, at: i64) -> bool:
    """Whether the sheet shows everybody who stands on the map, and as many at home."""
    out = sheet.data
    settler: i64
    for settler in range(s.seats * SETTLERS):
        if s.on[settler] != HOME:
            here: i64 = HERE[s.cell[s.stand[settler]]]
            if here == NONE or out[at + here + SETTLER_SEATS + seen_from(seat, settler // SETTLERS, s.seats)] == 0:
                return False
    other: i64
    for other in range(s.seats):
        if i64(out[at + SUPPLY + seen_from(seat, other, s.seats)]) != supply(s, other):
            return False
    return True


def _row_of(s: State, seat: i64, settler: i64) -> i64:
    """By seat, then by place: which of a seat's settlers stands where does not count."""
    whose: i64 = settler // SETTLERS
    row: i64 = seen_from(seat, whose, s.seats) * SETTLERS
    other: i64
    for other in range(whose * SETTLERS, whose * SETTLERS + SETTLERS):
        if s.on[other] != HOME and s.stand[other] < s.stand[settler]:
            row += 1
    return row


def _write_settler(s: State, settler: i64, row: i64, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    changed = sheet.changed
    node: i64 = s.on[settler]
    place: i64 = s.stand[settler]
    cell: i64 = s.cell[place]
    first: i64 = at + SETTLERS_AT + row * 3
    put(out, changed, first, u8(cell % WIDTH))
    put(out, changed, first + 1, u8(cell // WIDTH))
    put(out, changed, first + 2, small(s.set.spot[s.lie[place] * MOST_PARTS + node - s.base[place]]))
    here: i64 = HERE[cell]
    if here != NONE:
        put(out, changed, at + here + SETTLER_SEATS + row // SETTLERS, u8(1))
        put(out, changed, at + here + SETTLER_ROLES + feature_of(s, place, node) - PLAIN, u8(1))


def _write_hand(s: State, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    changed = sheet.changed
    pile = s.pile
    kind: i64
    for kind in range(len(pile)):
        put(out, changed, at + PILE + kind, u8(pile[kind]))
    for kind in s.box:
        count: i64 = 0
        for other in s.box:
            count += 1 if other == kind else 0
        put(out, changed, at + BOX + kind, small(count))
    if s.hand != NONE and out[at + HAND + s.hand] != 0:
        return  # the same tile
    put_one(out, changed, at + HAND, len(pile), s.hand)
    side: i64
    for side in range(4):
        put_one(out, changed, at + HAND_EDGES + side * 3, 3, NONE if s.hand == NONE else s.set.edge[s.hand * 16 + side] - 1)
        put(out, changed, at + HAND_BONUS + side, u8(0))
    if s.hand != NONE:
        _write_bonus(s, s.hand, sheet, at + HAND_BONUS)


def _write_table(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """Points, surveyors, what is to be scored, whose turn it is."""
    out = sheet.data
    changed = sheet.changed
    acting: i64 = turn(s)
    other: i64
    n: i64
    for other in range(s.seats):
        place: i64 = seen_from(seat, other, s.seats)
        put(out, changed, at + SUPPLY + place, small(supply(s, other)))
        put(out, changed, at + SEATS + place, u8(1))
        put(out, changed, at + TURN + place, u8(1) if other == acting else u8(0))
        put(out, changed, at + ACTIVE + place, u8(1) if other == s.active else u8(0))
        for n in range(N_REASONS):
            put(out, changed, at + POINTS + place * N_REASONS + n, small(s.points[other * N_REASONS + n]))
    put(out, changed, at + LEFT, small(s.left))
    put(out, changed, at + SURVEYORS, small(s.march >> 1))
    put(out, changed, at + SURVEYORS + 1, small((s.march + 1) >> 1))
    put(out, changed, at + FAR, small(s.far))
    for n in range(SPOTS):
        put(out, changed, at + DUE + n, u8(s.due >> n & 1))
        put(out, changed, at + SCORED + n, u8(0))
    for n in s.scored:
        put(out, changed, at + SCORED + n, u8(1))
    put_one(out, changed, at + PHASE, N_PHASES, s.phase)
    put(out, changed, at + COAST_COUNTS, small(s.coast_counts))
