"""The state of a match of New Haven: whole numbers in flat arrays, secrets included."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from .components import (
    CELLS,
    FACE_DOWN,
    FACE_UP,
    KINDS,
    N_CIRCLES,
    N_MARKS,
    N_NUMBERS,
    N_RESOURCES,
    NONE,
    SLOTS,
    SPACES,
    SQUARES,
    Components,
)

# Phases, in the order of a match. In those marked * luck acts.
BEGIN: Final = 0  # * who is first
SETTLE: Final = 1  # * side B: ponds and tiles on the settlements
CIRCLES: Final = 2  # * the first five face-up buildings
CLEARINGS: Final = 3  # * side B: buildings on the clearings
DEAL: Final = 4  # * hands
TO_LAY: Final = 5
TO_BUILD: Final = 6
TO_TAKE: Final = 7
BLIND: Final = 8  # * a building from the bag
REFILL: Final = 9  # * the circles
REVEAL: Final = 10  # * the face of the shipment
NEW_TILE: Final = 11  # * a tile for the hand
ENDED: Final = 12
PHASES: Final = ("begin", "settle", "circles", "clearings", "deal", "lay", "build", "take", "blind", "refill", "reveal", "tile", "over")

# What is on a cell of the shared board
OUTSIDE: Final = 0
OPEN: Final = 1
FILLED: Final = 2  # by a harvest tile
PRINTED: Final = 3  # NH-C4
POND_HERE: Final = 4  # NH-X2
SHIPMENT: Final = 5  # NH-T2: lies face down until the end of the turn

# NH-V3: the charters, for the first row, the first column, six of a resource
ROW_CHARTER: Final = 0
COLUMN_CHARTER: Final = 1
RESOURCE_CHARTER: Final = 2  # + resource
CHARTERS: Final = 6

HAND: Final = 6  # NH-S3: buildings dealt to each player
AGES: Final = 1024  # more than a player ever builds face down


class State:
    """All that is true: new, or a copy of the state it is to be like.

    A building's kind is resource * N_NUMBERS + number - 1; a tile in hand is its least face.
    """

    def __init__(self, components: Components, seats: i64, like: State | None = None) -> None:
        self.set: Components = components
        self.seats: i64 = seats
        if like is None:
            self.side_b: i64 = 0
            self.redevelop: i64 = 0
            self.careful: i64 = 0
            self.chartered: i64 = 0
            self.drawn_first: i64 = 0

            self.phase: i64 = BEGIN
            self.step: i64 = 0  # how far the set-up has come within its phase
            self.active: i64 = 0
            self.builder: i64 = 0  # who may build now
            self.draws: i64 = 0  # NH-T6: buildings still to take
            self.took: i64 = 0  # NH-T6: 1 once the first has come from the circles
            self.shipped: i64 = NONE  # the cell of a shipment laid this turn
            self.named: i64 = NONE  # and the resource named for it
            self.open_left: i64 = 0
            self.unseen_total: i64 = 0
            self.bag_total: i64 = 0
            self.taken_off: i64 = 0  # NH-X1: ponds taken off again, meant for more players

            self.status: vec[i64] = vec[i64]([OUTSIDE] * CELLS)  # by cell
            self.face: vec[i64] = vec[i64]([NONE] * CELLS)  # by cell
            self.clearing: vec[i64] = vec[i64]([NONE] * CELLS)  # by cell, NH-X3: the building that lies there
            self.squares: vec[i64] = vec[i64]([0] * SQUARES)  # 0 nothing, else resource + 1
            self.markers: vec[i64] = vec[i64]([0] * N_RESOURCES)  # by resource
            self.circles: vec[i64] = vec[i64]([NONE] * N_CIRCLES)
            self.bag: vec[i64] = vec[i64]([0] * KINDS)  # by kind
            self.unseen: vec[i64] = components.tile_counts[:]  # the pool and the shipments, which nobody has seen
            self.ponds: vec[i64] = vec[i64]([0] * N_MARKS)  # NH-X1: still to be laid, by mark

            self.hands: vec[i64] = vec[i64]([0] * (KINDS * seats))  # by seat * KINDS + kind
            self.known: vec[i64] = vec[i64]()  # NH-S6: taken openly and not seen again since, see `known_as`
            self.tiles: vec[i64] = vec[i64]([NONE] * (SLOTS * seats))
            self.shipment: vec[i64] = vec[i64]([1] * seats)  # by seat: 1 while it may still be played
            self.village: vec[i64] = vec[i64]([0] * (SPACES * seats))  # by seat * SPACES + space
            self.built: vec[i64] = vec[i64]([0] * (N_RESOURCES * seats))  # the same as bits: spaces by seat * N_RESOURCES + resource
            self.upright: vec[i64] = vec[i64]([0] * seats)  # and spaces that are face up
            self.downs: vec[i64] = vec[i64]([0] * (N_RESOURCES * seats))  # how many were ever built face down, by seat and resource
            self.under: vec[i64] = vec[i64]([0] * (SPACES * seats))  # NH-V1: how many were covered on each space, as all have seen
            self.buried: vec[i64] = vec[i64]([0] * (KINDS * seats))  # NH-V1: covered face down, number still secret
            self.gone: vec[i64] = vec[i64]([0] * KINDS)  # NH-V1: covered face up
            self.charters: vec[i64] = vec[i64]([NONE] * CHARTERS)  # the seat that won it
        else:
            self.side_b = like.side_b
            self.redevelop = like.redevelop
            self.careful = like.careful
            self.chartered = like.chartered
            self.drawn_first = like.drawn_first
            self.phase = like.phase
            self.step = like.step
            self.active = like.active
            self.builder = like.builder
            self.draws = like.draws
            self.took = like.took
            self.shipped = like.shipped
            self.named = like.named
            self.open_left = like.open_left
            self.unseen_total = like.unseen_total
            self.bag_total = like.bag_total
            self.taken_off = like.taken_off
            self.status = like.status[:]
            self.face = like.face[:]
            self.clearing = like.clearing[:]
            self.squares = like.squares[:]
            self.markers = like.markers[:]
            self.circles = like.circles[:]
            self.bag = like.bag[:]
            self.unseen = like.unseen[:]
            self.ponds = like.ponds[:]
            self.hands = like.hands[:]
            self.known = like.known[:]
            self.tiles = like.tiles[:]
            self.shipment = like.shipment[:]
            self.village = like.village[:]
            self.built = like.built[:]
            self.upright = like.upright[:]
            self.downs = like.downs[:]
            self.under = like.under[:]
            self.buried = like.buried[:]
            self.gone = like.gone[:]
            self.charters = like.charters[:]


def kind_built(code: i64) -> i64:
    """The building on a space of a village, whichever way it lies."""
    return code - FACE_DOWN if code >= FACE_DOWN else code - FACE_UP


def known_as(s: State, seat: i64, kind: i64) -> i64:
    """An entry of `known`: who, what, and how many of its resource they had built face down by then; none of those can be it."""
    return (seat * KINDS + kind) * AGES + s.downs[seat * N_RESOURCES + kind // N_NUMBERS]


def keep_known(s: State, entry: i64) -> None:
    """Puts back an entry of `known` that was dumped."""
    s.known = append(s.known, entry)


def copy(s: State) -> State:
    """Shares nothing but the set."""
    return State(s.set, s.seats, s)
