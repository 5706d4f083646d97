"""A seat's view of New World as small numbers, for programs that learn. `FIELDS` is the layout. Nothing is hidden in this game.

The map has no fixed size. The planes show a window of it, large enough for almost every match; the lists of tiles and settlers show all.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from newfound.core.dice import Dice
from newfound.core.sheet import Choices, Sheet, small
from newfound.core.tensor import Field, places

from .actions import MOST_SEATS, SCORE_NAMES, SETTLE_NAMES
from .components import CELLS, MOST_PARTS, MOST_TILES, NORTH, PLAIN, SETTLERS, SPOTS, WIDTH
from .legal import legal
from .rules import apply, play_on, turn
from .scoring import settlers_on
from .state import HOME, N_REASONS, NONE, PHASES, REASONS, State, feature_of, find, supply

TOP: Final = -6  # the northernmost row of the window; the coast has rows 1 to 10
TALL: Final = 24
WIDE: Final = 20  # columns, from the coast on
WINDOW: Final = 480
_MAP: Final = (TALL, WIDE)
OVER_EARLIER: Final = True

FIELDS: Final = (
    Field(
        "ground",
        (4, *_MAP),
        f"a window of {TALL} rows from row {TOP} and {WIDE} columns from the coast: tile, start space, open cell, tile laid last",
    ),
    Field("edges", (4, 3, *_MAP), "by side (north, east, south, west): its edge is plain, trail, town"),
    Field("settler_seats", (MOST_SEATS, *_MAP), "by seat: a settler stands on the tile"),
    Field("settler_roles", (4, *_MAP), "a settler on the tile is trapper, robber, shopkeeper, farmer"),
    Field("bonus", (4, *_MAP), "on the tile: a farm, flags, posts, animals", most=255, scale=2),
    Field("own", (4, *_MAP), "by side: own settlers on the feature in the middle of that side", most=5),
    Field("rival", (4, *_MAP), "by side: the most settlers that another seat has on that feature", most=5),
    Field("ends", (4, *_MAP), "by side: how many ends of that feature are open", most=255, scale=8),
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

TILE_HERE: Final = 0
SPACE_HERE: Final = WINDOW
OPEN_HERE: Final = 2 * WINDOW
LAST_HERE: Final = 3 * WINDOW
N_PHASES: Final = len(PHASES)
BONUS_OF: Final[vec[i64]] = vec[i64]([NONE, 3, 2, 1, 0])  # by feature: animals of a plain, posts of a trail, flags of a town


def proceed(s: State, action: i64, seat: i64, dice: Dice, choices: Choices) -> int:
    """An action, if there is one; then luck, and the others at random, up to the next decision of this seat; what is legal then."""
    if action != NONE:
        apply(s, action)
    play_on(s, seat, dice)
    acting: i64 = turn(s)
    if acting == seat:
        choices.actions = legal(s)
    return acting


def write(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """The view of this seat, from position `at` on."""
    _write_tiles(s, sheet, at)
    _write_sides(s, seat, sheet, at)
    _write_settlers(s, seat, sheet, at)
    _write_hand(s, sheet, at)
    _write_table(s, seat, sheet, at)


def _windows() -> list[int]:
    """Where each cell is in a plane; NONE outside the window."""
    found = [NONE] * CELLS
    for row in range(TALL):
        for column in range(WIDE):
            found[(row + TOP - NORTH) * WIDTH + column] = row * WIDE + column
    return found


HERE: Final[vec[i64]] = vec[i64](_windows())


def _write_tiles(s: State, sheet: Sheet, at: i64) -> None:
    """What a tile shows as long as it lies, of those that are not on the sheet yet; the open cells."""
    out = sheet.data
    edges = s.parts.edge
    spaces: i64 = s.parts.spaces
    ground: i64 = at + GROUND
    n: i64 = s.places
    while n > spaces and out[at + TILES + (n - 1 - spaces) * 4 + 2] == 0:
        n -= 1
    here: i64
    if n > spaces:
        here = HERE[s.cell[n - 1]]
        if here != NONE:
            out[ground + LAST_HERE + here] = u8(0)
    elif out[at + LEFT] == 0:  # an empty sheet
        n = 0
    side: i64
    while n < s.places:
        cell: i64 = s.cell[n]
        lie: i64 = s.lie[n]
        here = HERE[cell]
        if n >= spaces:
            row: i64 = at + TILES + (n - spaces) * 4
            out[row] = u8(cell % WIDTH)
            out[row + 1] = u8(cell // WIDTH)
            out[row + 2] = u8((lie >> 2) + 1)
            out[row + 3] = u8(lie & 3)
            if here != NONE:
                out[ground + OPEN_HERE + here] = u8(0)
                out[ground + TILE_HERE + here] = u8(1)
                _write_bonus(s, lie >> 2, sheet, at + BONUS + here, WINDOW)
        elif here != NONE:
            out[ground + SPACE_HERE + here] = u8(1)
        if here != NONE:
            for side in range(4):
                edge: i64 = edges[lie * 4 + side]
                if edge:
                    out[at + EDGES + (side * 3 + edge - 1) * WINDOW + here] = u8(1)
        n += 1
    if n > spaces:
        here = HERE[s.cell[n - 1]]
        if here != NONE:
            out[ground + LAST_HERE + here] = u8(1)
    opens = s.open
    for n in range(s.opens):
        here = HERE[opens[n]]
        if here != NONE:
            out[ground + OPEN_HERE + here] = u8(1)


def _write_sides(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """How the feature stands that each side of a tile belongs to."""
    out = sheet.data
    edges = s.parts.edge
    joints = s.parts.joint
    parent = s.parent
    ends = s.ends
    crowds = s.crowd
    cells = s.cell
    lies = s.lie
    bases = s.base
    n: i64
    side: i64
    other: i64
    for n in range(s.places):
        here: i64 = HERE[cells[n]]
        if here == NONE:
            continue
        lie: i64 = lies[n]
        base: i64 = bases[n]
        place: i64 = at + here
        for side in range(4):
            if edges[lie * 4 + side]:
                root: i64 = parent[base + joints[lie * 12 + side * 3 + 1]]
                if parent[root] != root:
                    root = find(parent, root)
                out[place + ENDS] = small(ends[root])
                crowd: i64 = crowds[root]
                own: i64 = 0
                most: i64 = 0
                if crowd:
                    own = settlers_on(crowd, seat)
                    for other in range(s.seats):
                        count: i64 = settlers_on(crowd, other)
                        if count > most and other != seat:
                            most = count
                out[place + OWN] = u8(own)
                out[place + RIVAL] = u8(most)
            place += WINDOW


def _write_bonus(s: State, kind: i64, sheet: Sheet, at: i64, step: i64) -> None:
    """A farm, flags, posts and animals of a tile, so many positions apart."""
    out = sheet.data
    features = s.parts.feature
    bonus = s.parts.bonus
    if s.parts.farm[kind] != NONE:
        out[at] = u8(1)
    part: i64
    for part in range(kind * MOST_PARTS, kind * MOST_PARTS + s.parts.parts[kind]):
        if bonus[part]:
            place: i64 = at + BONUS_OF[features[part]] * step
            out[place] = small(i64(out[place]) + bonus[part])


def _write_settlers(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    row: i64
    here: i64
    n: i64
    for row in range(at + SETTLERS_AT, at + SETTLERS_AT + MOST_SEATS * SETTLERS * 3, 3):
        if out[row]:  # one who stood here
            here = HERE[i64(out[row + 1]) * WIDTH + i64(out[row])]
            if here != NONE:
                for n in range(MOST_SEATS):
                    out[at + SETTLER_SEATS + n * WINDOW + here] = u8(0)
                for n in range(4):
                    out[at + SETTLER_ROLES + n * WINDOW + here] = u8(0)
            out[row] = u8(0)
            out[row + 1] = u8(0)
            out[row + 2] = u8(0)
    settler: i64
    other: i64
    for settler in range(s.seats * SETTLERS):
        node: i64 = s.on[settler]
        if node == HOME:
            continue
        place: i64 = s.stand[settler]
        cell: i64 = s.cell[place]
        whose: i64 = (settler // SETTLERS - seat + s.seats) % s.seats
        rank: i64 = 0  # by place, for which of them stands where is nothing that counts
        for other in range(settler // SETTLERS * SETTLERS, settler // SETTLERS * SETTLERS + SETTLERS):
            if s.on[other] != HOME and s.stand[other] < place:
                rank += 1
        row = at + SETTLERS_AT + (whose * SETTLERS + rank) * 3
        out[row] = u8(cell % WIDTH)
        out[row + 1] = u8(cell // WIDTH)
        out[row + 2] = small(s.parts.spot[s.lie[place] * MOST_PARTS + node - s.base[place]])
        here = HERE[cell]
        if here != NONE:
            out[at + SETTLER_SEATS + whose * WINDOW + here] = u8(1)
            out[at + SETTLER_ROLES + (feature_of(s, place, node) - PLAIN) * WINDOW + here] = u8(1)


def _write_hand(s: State, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    kind: i64
    side: i64
    for kind in range(len(s.pile)):
        out[at + PILE + kind] = u8(s.pile[kind])
        out[at + HAND + kind] = u8(0)
        out[at + BOX + kind] = u8(0)
    for kind in s.box:
        out[at + BOX + kind] = small(i64(out[at + BOX + kind]) + 1)
    for side in range(12):
        out[at + HAND_EDGES + side] = u8(0)
    for side in range(4):
        out[at + HAND_BONUS + side] = u8(0)
    if s.hand == NONE:
        return
    out[at + HAND + s.hand] = u8(1)
    for side in range(4):
        out[at + HAND_EDGES + side * 3 + s.parts.edge[s.hand * 16 + side] - 1] = u8(1)
    _write_bonus(s, s.hand, sheet, at + HAND_BONUS, 1)


def _write_table(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """Points, surveyors, what is to be scored, whose turn it is."""
    out = sheet.data
    acting: i64 = turn(s)
    other: i64
    n: i64
    for other in range(s.seats):
        place: i64 = (other - seat + s.seats) % s.seats
        out[at + SUPPLY + place] = small(supply(s, other))
        out[at + SEATS + place] = u8(1)
        out[at + TURN + place] = u8(1) if other == acting else u8(0)
        out[at + ACTIVE + place] = u8(1) if other == s.active else u8(0)
        for n in range(N_REASONS):
            out[at + POINTS + place * N_REASONS + n] = small(s.points[other * N_REASONS + n])
    out[at + LEFT] = small(s.left)
    out[at + SURVEYORS] = small(s.march >> 1)
    out[at + SURVEYORS + 1] = small((s.march + 1) >> 1)
    out[at + FAR] = small(s.far)
    for n in range(SPOTS):
        out[at + DUE + n] = u8(s.due >> n & 1)
        out[at + SCORED + n] = u8(0)
    for n in s.scored:
        out[at + SCORED + n] = u8(1)
    for n in range(N_PHASES):
        out[at + PHASE + n] = u8(0)
    out[at + PHASE + s.phase] = u8(1)
    out[at + COAST_COUNTS] = small(s.coast_counts)
