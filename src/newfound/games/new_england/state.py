"""The state of a match of New England: whole numbers in flat arrays. Nothing in it is secret (NE-C7): luck is drawn when it is due."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .actions import CELLS, DOMINO_PLACES, HIGH_BIT, LOW_BIT, MOST_PLOTS, N_FIGURES, N_ITEMS, N_KINDS, N_LANDS, NEAR_HIGH, NEAR_LOW, PLOTS
from .components import Components

# Phases, in the order of a match. In those marked * luck acts.
TO_BEGIN: Final = 0  # * who is first
TO_NAME: Final = 1  # * the families
TO_LAY: Final = 2
TO_ANNOUNCE: Final = 3
TO_FILL: Final = 4  # * the offer
TO_BID: Final = 5
TO_BUY: Final = 6
TO_DRAW: Final = 7  # * the extra tile or card of NE-P1
ENDED: Final = 8
PHASES: Final = ("first", "families", "start", "announce", "fill", "bid", "buy", "draw", "over")

NONE: Final = -1
MONEY: Final = 12  # NE-S2
INCOME: Final = 4  # NE-P6
PURCHASES: Final = 2  # NE-P2


class State:
    """All that is true: new, or a copy of the state it is to be like.

    Sets of plots are pairs of words (see actions.py); a tile is known by its first plot in reading order.
    """

    def __init__(self, components: Components, seats: i64, like: State | None = None) -> None:
        self.set: Components = components
        self.seats: i64 = seats
        if like is None:
            self.corners: i64 = 0  # NE-S4: 1 if start tiles may touch at corners throughout
            self.pawn_left: i64 = 0  # NE-R4: 1 if the pawn goes to the left
            self.first_game: i64 = 0  # NE-S5

            self.phase: i64 = TO_BEGIN
            self.round: i64 = 0
            self.first: i64 = NONE  # who holds the first-player pawn
            self.active: i64 = NONE  # whose decision it is, or whose luck
            self.announced: i64 = NONE  # tiles of this round's offer
            self.to_fill: i64 = 0  # items still to be drawn for the offer
            self.purchases: i64 = 0  # made in this turn
            self.privilege: i64 = 0  # NE-P1: 1 while the ship privilege may be used in this turn
            self.extra: i64 = 0  # NE-P1: 1 while a card, not a tile, is being drawn
            self.moved_low: i64 = 0  # NE-P4: figures that may not move again for now
            self.moved_high: i64 = 0
            self.free_low: i64 = components.plots_low  # plots without a tile
            self.free_high: i64 = components.plots_high
            self.coast_low: i64 = components.sea_low  # NE-F5: tiles that border the sea, by their first plot
            self.coast_high: i64 = components.sea_high
            self.tiles_left: i64 = components.tiles
            self.cards_left: i64 = components.cards

            self.owner: vec[i64] = vec[i64]([NONE] * CELLS)  # seat * N_LANDS + land of the tile there
            self.mate: vec[i64] = vec[i64]([NONE] * CELLS)  # the other plot of a start tile
            self.used: vec[i64] = vec[i64]([0] * CELLS)
            self.left: vec[i64] = components.supply[:]  # in bag and deck
            self.offer: vec[i64] = vec[i64]([0] * N_ITEMS)
            self.gone: vec[i64] = vec[i64]([0] * N_ITEMS)  # left the game

            self.family: vec[i64] = vec[i64]([NONE] * seats)
            self.money: vec[i64] = vec[i64]([MONEY] * seats)
            self.marker: vec[i64] = vec[i64]([0] * seats)  # the bid marker held, 0 for none
            self.done: vec[i64] = vec[i64]([0] * (N_KINDS * seats))  # cards carried out
            self.stored: vec[i64] = vec[i64]([0] * (N_KINDS * seats))
            self.placed: vec[i64] = vec[i64]([0] * (N_FIGURES * seats))  # figures on the board
            self.start: vec[i64] = vec[i64]([NONE] * (N_LANDS * seats))  # the first plot of each start tile

            # Pairs of words: low at 2 * n, high at 2 * n + 1.
            self.open: vec[i64] = vec[i64]([0] * (2 * seats))  # NE-F1: plain tiles without a figure, by their first plot
            self.plain: vec[i64] = vec[i64]([0] * (2 * N_LANDS * seats))  # NE-D1: plots that a card may use, by seat and land
            self.near: vec[i64] = vec[i64]([0] * (2 * N_LANDS * seats))  # NE-L1: cells beside the area, by seat and land
            self.figures: vec[i64] = vec[i64]([0] * (2 * N_FIGURES * seats))  # by seat and figure
        else:
            self.corners = like.corners
            self.pawn_left = like.pawn_left
            self.first_game = like.first_game
            self.phase = like.phase
            self.round = like.round
            self.first = like.first
            self.active = like.active
            self.announced = like.announced
            self.to_fill = like.to_fill
            self.purchases = like.purchases
            self.privilege = like.privilege
            self.extra = like.extra
            self.moved_low = like.moved_low
            self.moved_high = like.moved_high
            self.free_low = like.free_low
            self.free_high = like.free_high
            self.coast_low = like.coast_low
            self.coast_high = like.coast_high
            self.tiles_left = like.tiles_left
            self.cards_left = like.cards_left
            self.owner = like.owner[:]
            self.mate = like.mate[:]
            self.used = like.used[:]
            self.left = like.left[:]
            self.offer = like.offer[:]
            self.gone = like.gone[:]
            self.family = like.family[:]
            self.money = like.money[:]
            self.marker = like.marker[:]
            self.done = like.done[:]
            self.stored = like.stored[:]
            self.placed = like.placed[:]
            self.start = like.start[:]
            self.open = like.open[:]
            self.plain = like.plain[:]
            self.near = like.near[:]
            self.figures = like.figures[:]


def copy(s: State) -> State:
    """Shares nothing but the set."""
    return State(s.set, s.seats, s)


def add(words: vec[i64], n: i64, cell: i64) -> None:
    """Puts the cell into pair n."""
    words[2 * n] |= LOW_BIT[cell]
    words[2 * n + 1] |= HIGH_BIT[cell]


def remove(words: vec[i64], n: i64, cell: i64) -> None:
    words[2 * n] &= ~LOW_BIT[cell]
    words[2 * n + 1] &= ~HIGH_BIT[cell]


def has(words: vec[i64], n: i64, cell: i64) -> bool:
    return (words[2 * n] & LOW_BIT[cell]) != 0 or (words[2 * n + 1] & HIGH_BIT[cell]) != 0


def lay(s: State, seat: i64, land: i64, cell: i64) -> None:
    """A plain plot of this land. The area grows: what lies beside it is kept up to date for NE-L1 and NE-L2."""
    n: i64 = seat * N_LANDS + land
    s.free_low &= ~LOW_BIT[cell]
    s.free_high &= ~HIGH_BIT[cell]
    s.owner[cell] = n
    s.near[2 * n] |= NEAR_LOW[cell]
    s.near[2 * n + 1] |= NEAR_HIGH[cell]
    add(s.plain, n, cell)
    add(s.open, seat, cell)


def lay_start(s: State, seat: i64, land: i64, domino: i64) -> None:
    """NE-C3: two plots, one tile, known by the first of them."""
    at: i64 = (DOMINO_PLACES + domino) * MOST_PLOTS
    cell: i64 = PLOTS[at]
    mate: i64 = PLOTS[at + 1]
    lay(s, seat, land, cell)
    lay(s, seat, land, mate)
    remove(s.open, seat, mate)
    s.mate[cell] = mate
    s.mate[mate] = cell
    s.start[seat * N_LANDS + land] = cell
    if s.set.sea[mate] != 0:  # NE-F5: one plot at the sea suffices
        s.coast_low |= LOW_BIT[cell]
        s.coast_high |= HIGH_BIT[cell]


def stand(s: State, seat: i64, figure: i64, cell: i64) -> None:
    """A figure steps onto a tile and blocks it (NE-F2)."""
    n: i64 = s.owner[cell]
    add(s.figures, seat * N_FIGURES + figure, cell)
    remove(s.open, seat, cell)
    remove(s.plain, n, cell)
    if s.mate[cell] != NONE:
        remove(s.plain, n, s.mate[cell])


def leave(s: State, seat: i64, figure: i64, cell: i64) -> None:
    n: i64 = s.owner[cell]
    remove(s.figures, seat * N_FIGURES + figure, cell)
    add(s.open, seat, cell)
    add(s.plain, n, cell)
    if s.mate[cell] != NONE:
        add(s.plain, n, s.mate[cell])


def turn_over(s: State, cell: i64) -> None:
    """A plot to its used side, for good (NE-D3)."""
    n: i64 = s.owner[cell]
    s.used[cell] = 1
    remove(s.plain, n, cell)
    remove(s.open, n // N_LANDS, cell)


def use(s: State, place: i64) -> None:
    """NE-D1: all plots of a placement."""
    number: i64
    for number in range(MOST_PLOTS):
        cell: i64 = PLOTS[place * MOST_PLOTS + number]
        if cell != NONE:
            turn_over(s, cell)
