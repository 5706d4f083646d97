"""The state of a match of New World: whole numbers in flat arrays. Land is kept as nodes that join into features."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from .components import (
    ACROSS,
    AROUND_SPOT,
    FARM_SPOT,
    JOINTS,
    LEFT,
    MIDDLE,
    MOST_PARTS,
    MOST_SPACES,
    MOST_TILES,
    N_AROUND,
    NONE,
    PLAIN_SPOT,
    RIGHT,
    RING,
    SEA,
    SETTLERS,
    SIDE_JOINTS,
    SPOTS,
    STEP,
    WEST,
    WIDTH,
    Components,
    cell_at,
)

# Phases, in the order of a turn. In those marked * luck acts.
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

HOME: Final = -1  # a settler in supply
MOST_OPEN: Final = MOST_SPACES + 2 * MOST_TILES + 2  # a tile fills one open cell and opens three at most
WORD: Final = 62  # tiles in one word of a set of tiles
CROWD: Final = 4  # bits for the settlers of one seat on a feature
ONE_SEAT: Final = (1 << CROWD) - 1


class State:
    """All that is true: new, or a copy of the state it is to be like. The order of the pile is nowhere: a tile is drawn when it is needed.

    Start spaces and tiles are places, numbered as they come. Each part of a place is a node; nodes that touch are joined, and the root of a
    joined set holds its tally. Farms are nodes too: their open ends are the empty spaces around.
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
            self.cell: vec[i64] = components.no_places[:]  # by place
            self.lie: vec[i64] = components.no_places[:]  # by place: kind * 4 + turns
            self.base: vec[i64] = components.no_places[:]  # by place: its first node

            self.parent: vec[i64] = components.no_nodes[:]  # by node; the rest holds for roots
            self.ends: vec[i64] = components.no_nodes[:]  # joints not yet met; of a farm the empty spaces around
            self.crowd: vec[i64] = components.no_nodes[:]  # settlers, CROWD bits for each seat
            self.bonus: vec[i64] = components.no_nodes[:]  # flags, posts or animals
            self.tiles: vec[i64] = components.no_nodes[:]  # the places it covers, as bits: no tile counts twice
            self.more_tiles: vec[i64] = components.no_nodes[:]  # those from WORD on

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
    return spot_node(s, half >> 1, PLAIN_SPOT + 2 * WEST + (half & 1))


def side_node(s: State, place: i64, side: i64) -> i64:
    """The node in the middle of a side."""
    return s.base[place] + s.set.joint[s.lie[place] * JOINTS + side * SIDE_JOINTS + MIDDLE]


def spot_node(s: State, place: i64, spot: i64) -> i64:
    """The node at this spot, at any of its sides or half-edges; NONE where the place has no such part."""
    part: i64 = s.set.part[s.lie[place] * SPOTS + spot]
    if part == NONE:
        return NONE
    return s.base[place] + part


def farm_at(s: State, cell: i64) -> i64:
    """The farm on this cell, NONE where there is none."""
    place: i64 = i64(s.at[cell]) - 1
    if place == NONE or place == SEA - 1:
        return NONE
    return spot_node(s, place, FARM_SPOT)


def score_node(s: State, spot: i64) -> i64:
    """The node that `score` names by this spot: on the tile laid last, or the farm on the cell in that direction."""
    place: i64 = s.places - 1
    if spot < AROUND_SPOT:
        return spot_node(s, place, spot)
    return farm_at(s, s.cell[place] + RING[spot - AROUND_SPOT])


def put_in_box(s: State, kind: i64) -> None:
    """NW-T4: it fits nowhere."""
    s.box = append(s.box, kind)


def keep_scored(s: State, spot: i64) -> None:
    s.scored = append(s.scored, spot)


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

    `counts` is 1 where its towns and trails count it as a tile, else 0 (NW-F4).
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
            s.want[near] = u8(asked | shows << 2 * (side ^ ACROSS))
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
            mine: i64 = lie * JOINTS + side * SIDE_JOINTS
            theirs: i64 = s.lie[near - 1] * JOINTS + (side ^ ACROSS) * SIDE_JOINTS
            there: i64 = s.base[near - 1]
            meet(s, base + joint[mine + MIDDLE], there + joint[theirs + MIDDLE])
            if joint[mine + LEFT] != NONE:  # a trail, with plains on both sides: my left is their right
                meet(s, base + joint[mine + LEFT], there + joint[theirs + RIGHT])
                meet(s, base + joint[mine + RIGHT], there + joint[theirs + LEFT])
        side += 1
    farms = s.set.farm
    farm: i64 = farms[lie >> 2]
    around: i64 = 0
    while around < N_AROUND:
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
