"""What is legal in New England. Sets of plots are worked on whole, as bits: nothing is searched for plot by plot."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from .actions import (
    ANNABLE,
    ANNOUNCE,
    BARN,
    BID,
    BITS,
    BUY_FIGURE,
    BUY_PLACE,
    BUY_TILE,
    CELLS,
    DOMINO,
    DOMINO_PLACES,
    DRAW_CARD,
    DRAW_TILE,
    END,
    FAMILY,
    FIGURE_KINDS,
    FIRST,
    HIGH_CELL,
    ITEM,
    LAY,
    LOW,
    LOW_BITS,
    LOW_CELL,
    MARKERS,
    MOST_PLOTS,
    MOVE,
    N_DOMINOES,
    N_FAMILIES,
    N_FIGURES,
    N_ITEMS,
    N_KINDS,
    N_LANDS,
    N_PLACES,
    N_SHAPES,
    NEAR_HIGH,
    NEAR_LOW,
    OFFSET,
    PALMER,
    PILGRIM,
    PLACE,
    POWER,
    ROUND_HIGH,
    ROUND_LOW,
    SHIP,
    SIZE,
    STORE,
    TURNED,
    USE_FIGURE,
    USE_PLACE,
    bit_number,
)
from .state import ENDED, NONE, PURCHASES, TO_ANNOUNCE, TO_BEGIN, TO_BID, TO_BUY, TO_DRAW, TO_FILL, TO_LAY, TO_NAME, State, has


def is_luck(s: State) -> bool:
    return s.phase == TO_FILL or s.phase == TO_DRAW or s.phase <= TO_NAME


# NE-R1 and NE-S1: the size of the offer, and how much of it may be tiles.
def offer_size(s: State) -> i64:
    if s.seats == 2:
        return 7
    return 9


def least_tiles(s: State) -> i64:
    if s.seats == 2:
        return 2
    return 3


def most_tiles(s: State) -> i64:
    if s.seats == 2:
        return 5
    return 6


def can_supply(s: State, tiles: i64) -> bool:
    """NE-E1: whether bag and deck have enough for an offer with this many tiles."""
    return tiles <= s.tiles_left and offer_size(s) - tiles <= s.cards_left


def another_offer(s: State) -> bool:
    """NE-E1: whether bag and deck can fill one more; else this is the last round."""
    tiles: i64 = least_tiles(s)
    while tiles <= most_tiles(s):
        if can_supply(s, tiles):
            return True
        tiles += 1
    return False


def family_plays(s: State, family: i64) -> bool:
    """NE-S2: three play without Annable, two as Howland and Winslow only."""
    return s.seats == 4 or (family != ANNABLE and (s.seats == 3 or family != PALMER))


def actions(s: State) -> list[int]:
    return [int(action) for action in legal(s)]


def legal(s: State) -> vec[i64]:
    """Ascending."""
    marker: i64
    out = vec[i64]()
    if s.phase == TO_BUY:
        return _legal_turn(s)
    if s.phase == TO_BID:  # NE-R2
        taken = _set_of(s.marker)
        for marker in range(1, MARKERS + 1):
            if (taken >> marker) & 1 == 0:
                out = append(out, BID + marker)
    elif s.phase == TO_ANNOUNCE:  # NE-E1: also a number that cannot be supplied
        for tiles in range(least_tiles(s), most_tiles(s) + 1):
            out = append(out, ANNOUNCE + tiles)
    elif s.phase == TO_LAY:
        return _legal_start(s)
    elif s.phase == TO_BEGIN:
        for seat in range(s.seats):
            out = append(out, FIRST + seat)
    elif s.phase == TO_NAME:
        taken = _set_of(s.family)
        for family in range(N_FAMILIES):
            if family_plays(s, family) and (taken >> family) & 1 == 0:
                out = append(out, FAMILY + family)
    elif s.phase != ENDED:
        for item in range(N_ITEMS):
            if s.left[item] > 0 and (item >= N_LANDS) == is_card_next(s):
                out = append(out, ITEM + item)
    return out


def _set_of(numbers: vec[i64]) -> i64:
    """The numbers, NONE left out, as bits."""
    bits: i64 = 0
    for number in numbers:
        if number != NONE:
            bits |= POWER[number]
    return bits


def is_card_next(s: State) -> bool:
    """Whether the deck, not the bag, is drawn from: tiles come first (NE-R1)."""
    if s.phase == TO_DRAW:
        return s.extra != 0
    return s.to_fill <= offer_size(s) - s.announced


def contact(s: State) -> i64:
    """NE-S4: what a start tile may touch now. 0 no other, 1 corners, 2 also edges of other lands."""
    level: i64 = s.corners
    while level < 2:
        low, high = start_room(s, 0, level)  # the same for every land as long as no edges may touch
        if len(fitting(vec[i64](), DOMINO, low, high, NONE, NONE, 0)) > 0:
            return level
        level += 1
    return level


def start_room(s: State, land: i64, level: i64) -> tuple[i64, i64]:
    """NE-S4: the plots on which a start tile of this land may lie at this level of contact."""
    low: i64 = s.free_low
    high: i64 = s.free_high
    cell: i64
    for cell in range(CELLS):
        n: i64 = s.owner[cell]
        if n == NONE:
            continue
        if level == 0:
            low &= ~ROUND_LOW[cell]
            high &= ~ROUND_HIGH[cell]
        elif level == 1 or n % N_LANDS == land:
            low &= ~NEAR_LOW[cell]
            high &= ~NEAR_HIGH[cell]
    return low, high


def _legal_start(s: State) -> vec[i64]:
    out = vec[i64](capacity=127)
    level = contact(s)
    land: i64
    for land in range(N_LANDS):
        if s.start[s.active * N_LANDS + land] == NONE:
            low, high = start_room(s, land, level)
            out = fitting(out, DOMINO, low, high, NONE, NONE, LAY + land * N_DOMINOES - DOMINO_PLACES)
    return out


def growth(s: State, seat: i64, land: i64) -> tuple[i64, i64]:
    """NE-L1, NE-L2: free plots beside one's own area of this land and beside nobody else's."""
    low: i64 = s.free_low
    high: i64 = s.free_high
    for other in range(s.seats):
        n: i64 = other * N_LANDS + land
        if other == seat:
            low &= s.near[2 * n]
            high &= s.near[2 * n + 1]
        else:
            low &= ~s.near[2 * n]
            high &= ~s.near[2 * n + 1]
    return low, high


def can_pay(s: State) -> bool:
    """NE-P2: another purchase is open and affordable."""
    return s.purchases < PURCHASES and s.money[s.active] >= s.marker[s.active]


def may_draw(s: State) -> bool:
    """NE-P1: before the first purchase, and not from an empty bag and an empty deck."""
    return s.privilege != 0 and s.purchases == 0 and s.tiles_left + s.cards_left > 0


def cards_stored(s: State, seat: i64) -> i64:
    count: i64 = 0
    for kind in s.set.kinds:
        count += s.stored[seat * N_KINDS + kind]
    return count


def _legal_turn(s: State) -> vec[i64]:
    """NE-P1 to NE-P6. Whatever is bought is carried out or stored by the same action, so nothing can get stuck (NE-P3)."""
    seat: i64 = s.active
    land: i64
    out = append(vec[i64](capacity=63), END)
    if may_draw(s):
        if s.tiles_left > 0:
            out = append(out, DRAW_TILE)
        if s.cards_left > 0:
            out = append(out, DRAW_CARD)
    stored: i64 = 0
    if s.placed[seat * N_FIGURES + BARN] > 0:
        stored = cards_stored(s, seat)
    if can_pay(s):
        for land in range(N_LANDS):
            if s.offer[land] > 0:
                low, high = growth(s, seat, land)
                out = cells_of(out, low, high, BUY_TILE + land * CELLS)
        out = _legal_cards(s, out, s.offer, N_LANDS, BUY_FIGURE, BUY_PLACE)
        if s.placed[seat * N_FIGURES + BARN] > stored:  # NE-F4
            for kind in s.set.kinds:
                if s.offer[N_LANDS + kind] > 0:
                    out = append(out, STORE + kind)
    if stored > 0:
        out = _legal_cards(s, out, s.stored, seat * N_KINDS, USE_FIGURE, USE_PLACE)
    return _legal_moves(s, out)


def _legal_cards(s: State, out: vec[i64], cards: vec[i64], first: i64, figures: i64, base: i64) -> vec[i64]:
    """The ways to carry out each kind of card that there is; `cards` counts them from index `first` on."""
    seat: i64 = s.active
    figure: i64
    for figure in range(N_FIGURES):
        if cards[first + FIGURE_KINDS + figure] > 0:
            low, high = room_for(s, seat, figure)
            out = cells_of(out, low, high, figures + figure * CELLS)
    for kind in s.set.kinds:
        if kind < FIGURE_KINDS and cards[first + kind] > 0:
            out = places(s, out, seat, kind // N_SHAPES, kind % N_SHAPES, base)
    return out


def room_for(s: State, seat: i64, figure: i64) -> tuple[i64, i64]:
    """NE-F1, NE-F5: the tiles on which a figure of this seat may stand."""
    if figure == SHIP:
        return s.open[2 * seat] & s.coast_low, s.open[2 * seat + 1] & s.coast_high
    return s.open[2 * seat], s.open[2 * seat + 1]


def places(s: State, out: vec[i64], seat: i64, land: i64, shape: i64, base: i64) -> vec[i64]:
    """NE-D1, NE-D2: where the shape lies on plain plots of a seat's land, a start tile in it whole or not at all."""
    n: i64 = seat * N_LANDS + land
    low: i64 = s.plain[2 * n]
    high: i64 = s.plain[2 * n + 1]
    if (low | high) == 0:
        return out
    first: i64 = s.start[n]
    if first != NONE and has(s.plain, n, first):
        return fitting(out, shape, low, high, bit_number(first), bit_number(s.mate[first]), base + land * N_PLACES)
    return fitting(out, shape, low, high, NONE, NONE, base + land * N_PLACES)


def fitting(out: vec[i64], shape: i64, low: i64, high: i64, first: i64, mate: i64, base: i64) -> vec[i64]:
    """Appends base + placement for each way the shape lies within the set, but not with one of the bits `first` and `mate` alone."""
    for turned in range(TURNED[shape], TURNED[shape + 1]):
        # All anchors at once: the set shifted by each plot's offset, and what is in all of them.
        at_low: i64 = low
        at_high: i64 = high
        for number in range(1, SIZE[turned]):
            offset: i64 = OFFSET[turned * MOST_PLOTS + number]
            at_low &= (low >> offset) | ((high << (LOW_BITS - offset)) & LOW)
            at_high &= high >> offset
        if (at_low | at_high) == 0:
            continue
        if first != NONE:
            odd_low: i64 = 0
            odd_high: i64 = 0
            for number in range(SIZE[turned]):
                offset = OFFSET[turned * MOST_PLOTS + number]
                odd_low ^= _low_anchor(first - offset) ^ _low_anchor(mate - offset)
                odd_high ^= _high_anchor(first - offset) ^ _high_anchor(mate - offset)
            at_low &= ~odd_low
            at_high &= ~odd_high
        while at_low != 0:
            bit: i64 = at_low & -at_low
            at_low ^= bit
            out = append(out, base + PLACE[turned * CELLS + LOW_CELL[bit % BITS]])
        while at_high != 0:
            bit = at_high & -at_high
            at_high ^= bit
            out = append(out, base + PLACE[turned * CELLS + HIGH_CELL[bit % BITS]])
    return out


def _low_anchor(number: i64) -> i64:
    if 0 <= number < LOW_BITS:
        return POWER[number]
    return 0


def _high_anchor(number: i64) -> i64:
    if number >= LOW_BITS:
        return POWER[number - LOW_BITS]
    return 0


def cells_of(out: vec[i64], low: i64, high: i64, base: i64) -> vec[i64]:
    """Appends base + cell for each cell of the set."""
    while low != 0:
        bit: i64 = low & -low
        low ^= bit
        out = append(out, base + LOW_CELL[bit % BITS])
    while high != 0:
        bit = high & -high
        high ^= bit
        out = append(out, base + HIGH_CELL[bit % BITS])
    return out


def _legal_moves(s: State, out: vec[i64]) -> vec[i64]:
    """NE-F3, NE-F5, and each figure at most once for now (NE-P4)."""
    seat: i64 = s.active
    open_low: i64 = s.open[2 * seat]
    open_high: i64 = s.open[2 * seat + 1]
    ships_low: i64 = s.figures[2 * (seat * N_FIGURES + SHIP)]
    ships_high: i64 = s.figures[2 * (seat * N_FIGURES + SHIP) + 1]
    low: i64 = (s.figures[2 * (seat * N_FIGURES + PILGRIM)] | ships_low) & ~s.moved_low
    high: i64 = (s.figures[2 * (seat * N_FIGURES + PILGRIM) + 1] | ships_high) & ~s.moved_high
    if (open_low | open_high) == 0:
        return out
    coast_low: i64 = open_low & s.coast_low
    coast_high: i64 = open_high & s.coast_high
    while low != 0:
        bit: i64 = low & -low
        low ^= bit
        if bit & ships_low:
            out = cells_of(out, coast_low, coast_high, MOVE + LOW_CELL[bit % BITS] * CELLS)
        else:
            out = cells_of(out, open_low, open_high, MOVE + LOW_CELL[bit % BITS] * CELLS)
    while high != 0:
        bit = high & -high
        high ^= bit
        if bit & ships_high:
            out = cells_of(out, coast_low, coast_high, MOVE + HIGH_CELL[bit % BITS] * CELLS)
        else:
            out = cells_of(out, open_low, open_high, MOVE + HIGH_CELL[bit % BITS] * CELLS)
    return out
