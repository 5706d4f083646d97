"""The state of a match of New World: whole numbers in flat arrays. Land is kept as nodes that join into features."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from .components import MOST_PARTS, MOST_SPACES, MOST_TILES, RING, SEA, SETTLERS, STEP, WIDTH, Components, cell_at

# Phases, in the order of a turn. Those marked * are luck.
BEGIN: Final = 0  # * who is first
TO_DRAW: Final = 1  # * a tile
TO_LAY: Final = 2
TO_SETTLE: Final = 3
TO_SCORE: Final = 4
ENDED: Final = 5
PHASES: Final = ("first", "tile", "lay", "settle", "score", "over")

# Where points come from
REASONS: Final = ("trail", "town", "farm", "surveyor", "open_trail", "open_town", "open_farm", "plain")
N_REASONS: Final = 8

NONE: Final = -1
HOME: Final = -1  # a settler in supply
MOST_PLACES: Final = MOST_SPACES + MOST_TILES
MOST_OPEN: Final = MOST_SPACES + 2 * MOST_TILES + 2  # a tile fills one open cell and opens three at most
WORD: Final = 62  # tiles in one word of a set of tiles
CROWD: Final = 4  # bits for the settlers of one seat on a feature


class State:
    """All that is true; the order of the pile is nowhere, it is drawn when it is needed.

    Start spaces and tiles are places, numbered as they come. Each part of a place is a node; nodes that touch are joined, and the root of a
    joined set holds its tally. Farms are nodes too: what is open on them are the spaces around.
    """

    def __init__(self, components: Components, seats: i64, like: State | None = None) -> None:
        self.set: Components = components
        self.seats: i64 = seats
        self.notes: vec[i64] = vec[i64]()  # what a scoring did, for the news; kept only while `noting`
        self.noting: i64 = 0
        if like is None:
            self.coast_counts: i64 = 1  # NW-F4
            self.phase: i64 = BEGIN
            self.active: i64 = NONE
            self.hand: i64 = NONE  # the kind of the tile drawn
            self.left: i64 = components.total  # tiles in the pile
            self.places: i64 = 0
            self.nodes: i64 = 0
            self.opens: i64 = 0
            self.march: i64 = 0  # moves of both surveyors together: their columns are march // 2 and (march + 1) // 2 (NW-V2)
            self.far: i64 = 0  # the westernmost column with a tile
            self.due: i64 = 0  # completed features to be scored, as bits by spot

            self.pile: vec[i64] = components.counts[:]  # by kind
            self.box: vec[i64] = vec[i64]()  # NW-T4: kinds, as they came
            self.at: vec[u8] = components.ground[:]  # by cell: 0, or the place there + 1, or SEA
            self.want: vec[u8] = components.no_wants[:]  # by cell: what its neighbours show, two bits for each side
            self.open: vec[i64] = vec[i64]([0] * MOST_OPEN)  # empty cells with a neighbour
            self.cell: vec[i64] = vec[i64]([0] * MOST_PLACES)  # by place
            self.lie: vec[i64] = vec[i64]([0] * MOST_PLACES)  # by place: kind * 4 + turns
            self.base: vec[i64] = vec[i64]([0] * MOST_PLACES)  # by place: its first node

            self.parent: vec[i64] = vec[i64]([0] * components.nodes)  # by node; the rest holds for roots
            self.ends: vec[i64] = vec[i64]([0] * components.nodes)  # joints not yet met; of a farm the empty spaces around
            self.crowd: vec[i64] = vec[i64]([0] * components.nodes)  # settlers, CROWD bits for each seat
            self.bonus: vec[i64] = vec[i64]([0] * components.nodes)  # flags, posts or animals
            self.tiles: vec[i64] = vec[i64]([0] * components.nodes)  # the places it covers, as bits: no tile counts twice
            self.more_tiles: vec[i64] = vec[i64]([0] * components.nodes)  # those from WORD on

            self.on: vec[i64] = vec[i64]([HOME] * (seats * SETTLERS))  # by settler (seat * SETTLERS + number): its node, or HOME
            self.stand: vec[i64] = vec[i64]([NONE] * (seats * SETTLERS))  # by settler: its place
            self.points: vec[i64] = vec[i64]([0] * (seats * N_REASONS))  # by seat * N_REASONS + reason
            self.scored: vec[i64] = vec[i64]()  # spots scored this turn, in their order
        else:
            self.coast_counts = like.coast_counts
            self.phase = like.phase
            self.active = like.active
            self.hand = like.hand
            self.left = like.left
            self.places = like.places
            self.nodes = like.nodes
            self.opens = like.opens
            self.march = like.march
            self.far = like.far
            self.due = like.due
            self.pile = like.pile[:]
            self.box = like.box[:]
            self.at = like.at[:]
            self.want = like.want[:]
            self.open = like.open[:]
            self.cell = like.cell[:]
            self.lie = like.lie[:]
            self.base = like.base[:]
            self.parent = like.parent[:]
            self.ends = like.ends[:]
            self.crowd = like.crowd[:]
            self.bonus = like.bonus[:]
            self.tiles = like.tiles[:]
            self.more_tiles = like.more_tiles[:]
            self.on = like.on[:]
            self.stand = like.stand[:]
            self.points = like.points[:]
            self.scored = like.scored[:]


def copy(s: State) -> State:
    """Shares nothing but the set."""
    return State(s.set, s.seats, s)


def empty_land(components: Components, seats: i64, coast_counts: i64) -> State:
    """NW-S1, NW-S2: the coast, everybody's settlers at home, the surveyors in column 0."""
    s = State(components, seats)
    s.coast_counts = coast_counts
    space: i64 = 0
    while space < components.spaces:
        add_place(s, cell_at(0, space + 1), (components.kinds + space) * 4, coast_counts)
        space += 1
    pair: i64 = 0
    while pair < len(components.joined):
        unite(s, coast_node(s, components.joined[pair]), coast_node(s, components.joined[pair + 1]))
        pair += 2
    return s


def coast_node(s: State, half: i64) -> i64:
    """The plain at a half-edge of the coast: space * 2 + 0 for wsw, + 1 for wnw."""
    space: i64 = half >> 1
    joint: i64 = s.lie[space] * 12 + 9  # the west side
    if s.set.joint[joint] == NONE:
        return s.base[space] + s.set.joint[joint + 1]
    return s.base[space] + s.set.joint[joint + (half & 1) * 2]


def column_of(cell: i64) -> i64:
    return cell % WIDTH


def find(parent: vec[i64], node: i64) -> i64:
    """The root of the feature this node belongs to."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


def unite(s: State, node: i64, other: i64) -> i64:
    """Makes one feature of two; returns its root."""
    parent = s.parent
    a: i64 = find(parent, node)
    b: i64 = find(parent, other)
    if a == b:
        return a
    if b < a:
        a, b = b, a
    parent[b] = a
    s.ends[a] += s.ends[b]
    s.crowd[a] += s.crowd[b]
    s.bonus[a] += s.bonus[b]
    s.tiles[a] |= s.tiles[b]
    s.more_tiles[a] |= s.more_tiles[b]
    return a


def meet(s: State, node: i64, other: i64) -> None:
    """Two parts touch: one feature, two joints fewer."""
    s.ends[unite(s, node, other)] -= 2


def add_place(s: State, cell: i64, lie: i64, counts: i64) -> None:
    """A tile or start space with its nodes, and what it asks of its empty neighbours. Nothing is joined yet.

    `counts` is 1 where it is a tile of its towns and trails, else 0 (NW-F4).
    """
    tables = s.set
    place: i64 = s.places
    s.places = place + 1
    s.at[cell] = u8(place + 1)
    s.cell[place] = cell
    s.lie[place] = lie
    node: i64 = s.nodes
    s.base[place] = node
    at: i64 = (lie >> 2) * MOST_PARTS
    last: i64 = at + tables.parts[lie >> 2]
    one: i64 = counts  # never a literal: compiled, `1 << 31` is shifted as a 32-bit number
    bit: i64 = one << place if place < WORD else 0
    more_bit: i64 = one << (place - WORD) if place >= WORD else 0
    while at < last:
        s.parent[node] = node
        s.ends[node] = tables.contacts[at]
        s.bonus[node] = tables.bonus[at]
        s.tiles[node] = bit
        s.more_tiles[node] = more_bit
        node += 1
        at += 1
    s.nodes = node
    side: i64 = 0
    while side < 4:
        near: i64 = cell + STEP[side]
        shows: i64 = tables.edge[lie * 4 + side]
        if shows and s.at[near] == 0:
            asked: i64 = i64(s.want[near])
            if asked == 0:
                s.open[s.opens] = near
                s.opens += 1
            s.want[near] = u8(asked | shows << 2 * (side ^ 2))
        side += 1


def close_cell(s: State, cell: i64) -> None:
    """The cell is no longer open."""
    open_cells = s.open
    at: i64 = 0
    while open_cells[at] != cell:
        at += 1
    s.opens -= 1
    open_cells[at] = open_cells[s.opens]


def lay(s: State, cell: i64, lie: i64) -> None:
    """Lays a tile and joins its parts to what they touch (NW-T1, NW-T2); the farms around it and its own count it (NW-F3)."""
    close_cell(s, cell)
    place: i64 = s.places
    add_place(s, cell, lie, 1)
    s.far = max(s.far, column_of(cell))
    joint = s.set.joint
    base: i64 = s.base[place]
    side: i64 = 0
    while side < 4:
        near: i64 = i64(s.at[cell + STEP[side]])
        if 0 < near < SEA:
            mine: i64 = lie * 12 + side * 3
            theirs: i64 = s.lie[near - 1] * 12 + (side ^ 2) * 3
            there: i64 = s.base[near - 1]
            meet(s, base + joint[mine + 1], there + joint[theirs + 1])
            if joint[mine] != NONE:  # a trail, with plains on both sides: my left is their right
                meet(s, base + joint[mine], there + joint[theirs + 2])
                meet(s, base + joint[mine + 2], there + joint[theirs])
        side += 1
    farms = s.set.farm
    farm: i64 = farms[lie >> 2]
    around: i64 = 0
    while around < 8:
        near = i64(s.at[cell + RING[around]])
        if 0 < near < SEA:
            if farm != NONE:
                s.ends[base + farm] -= 1
            theirs = farms[s.lie[near - 1] >> 2]
            if theirs != NONE:
                s.ends[s.base[near - 1] + theirs] -= 1
        around += 1


def supply(s: State, seat: i64) -> i64:
    """How many of a seat's settlers are at home."""
    home: i64 = 0
    settler: i64 = seat * SETTLERS
    while settler < (seat + 1) * SETTLERS:
        if s.on[settler] == HOME:
            home += 1
        settler += 1
    return home


def place_settler(s: State, seat: i64, place: i64, node: i64) -> None:
    """One settler of the supply goes to a node of this place."""
    settler: i64 = seat * SETTLERS
    while s.on[settler] != HOME:
        settler += 1
    s.on[settler] = node
    s.stand[settler] = place
    s.crowd[find(s.parent, node)] += 1 << CROWD * seat


def feature_of(s: State, place: i64, node: i64) -> i64:
    """PLAIN, TRAIL, TOWN or FARM."""
    return s.set.feature[(s.lie[place] >> 2) * MOST_PARTS + node - s.base[place]]
