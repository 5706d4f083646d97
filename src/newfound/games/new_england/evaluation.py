"""What a position of New England promises, and plausible quick play. For the bots: nothing here is a rule."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.dice import Dice

from .actions import (
    ANNOUNCE,
    BARN,
    BID,
    BUY_FIGURE,
    BUY_PLACE,
    BUY_TILE,
    CELLS,
    END,
    FIGURE_KINDS,
    HIGH_BIT,
    LOW_BIT,
    MARKERS,
    MOVE,
    N_FIGURES,
    N_ITEMS,
    N_KINDS,
    N_LANDS,
    N_SHAPES,
    PILGRIM,
    ROUND_HIGH,
    ROUND_LOW,
    SIZE,
    STORE,
    TURNED,
    USE_FIGURE,
    USE_PLACE,
)
from .legal import (
    actions,
    another_offer,
    can_pay,
    can_supply,
    cards_stored,
    cells_of,
    fitting,
    growth,
    is_luck,
    least_tiles,
    legal,
    most_tiles,
    places,
    room_for,
)
from .promise import (
    BARN_ROOM,
    BONUS,
    FIGURE,
    GETS,
    INCOME,
    KEEPING,
    LATE,
    PLOT,
    SHILLING,
    SHIPS,
    STORING,
    TILE,
    WAITS,
    WORTHWHILE,
    count,
    money_promise,
    promise,
    ripe,
    rounds_left,
    start_bits,
    weight,
)
from .rules import do, drawn
from .scoring import total
from .state import ENDED, NONE, PURCHASES, TO_ANNOUNCE, TO_BID, TO_BUY, State

SCALE: Final = 16.0  # points: a lead that nearly decides a match
RATE: Final = 36000  # simulations a second on one core, over a match and its numbers of players, counting those of the kept tree
ROUNDS: Final = 2  # that quick play looks ahead; then the promise of the land is the better judge
SHARPNESS: Final = 12.0  # how far the search goes by the evaluation
USELESS: Final = -9.0  # points of what cannot be used at all


def evaluate(s: State) -> list[float]:
    """The points that each seat may expect at the end; once it is over, those it has."""
    if s.phase == ENDED:
        return [float(int(total(s, seat))) + 0.01 * float(int(s.money[seat])) for seat in range(s.seats)]
    left: float = rounds_left(s)
    found: list[float] = []
    seat: i64
    for seat in range(s.seats):
        found.append(promise(s, seat))
    if s.phase == TO_BID or s.phase == TO_BUY:
        _add_purchases(s, found, left)
    return found


def material(s: State, seat: int) -> float:
    """The part of that which is money."""
    return money_promise(s, seat)


def candidates(s: State) -> list[int]:
    """What is worth looking at: of the moves only those that clear the ground for a card at hand; in the last round no card is stored,
    for it would never be used."""
    choices = actions(s)
    if s.phase != TO_BUY or choices[len(choices) - 1] < STORE:
        return choices
    last: bool = not another_offer(s)
    found: list[int] = []
    origin: i64 = NONE
    clears: bool = False
    for action in choices:
        if last and STORE <= action < USE_FIGURE:
            continue
        if action >= MOVE:
            step: i64 = action - MOVE
            if step // CELLS != origin:
                origin = step // CELLS
                clears = _clears(s, origin)
            if not clears or s.owner[step % CELLS] == s.owner[origin]:
                continue
        found.append(action)
    return found


def _clears(s: State, origin: i64) -> bool:
    """Whether a card at hand fits once this figure has moved away, and does not fit now."""
    n: i64 = s.owner[origin]
    low: i64 = s.plain[2 * n] | LOW_BIT[origin]
    high: i64 = s.plain[2 * n + 1] | HIGH_BIT[origin]
    mate: i64 = s.mate[origin]
    if mate != NONE:
        low |= LOW_BIT[mate]
        high |= HIGH_BIT[mate]
    first, second = start_bits(s, n)
    pays: bool = can_pay(s)
    shape: i64
    for shape in range(N_SHAPES):
        kind: i64 = n % N_LANDS * N_SHAPES + shape
        if not (s.stored[n // N_LANDS * N_KINDS + kind] > 0 or (pays and s.offer[N_LANDS + kind] > 0)):
            continue
        fits: bool = len(fitting(vec[i64](), shape, low, high, first, second, 0)) > 0
        if fits and len(places(s, vec[i64](), n // N_LANDS, n % N_LANDS, shape, 0)) == 0:
            return True
    return False


def rollout(s: State, dice: Dice) -> None:
    """Plausible play for a round or two."""
    until: i64 = s.round + ROUNDS
    while s.phase != ENDED and s.round < until:
        if is_luck(s):
            do(s, drawn(s, dice))
        elif s.phase == TO_BUY:
            do(s, good_purchase(s, dice))
        elif s.phase == TO_BID:
            do(s, _good_bid(s, dice))
        elif s.phase == TO_ANNOUNCE:
            do(s, _good_number(s, dice))
        else:
            choices = legal(s)
            do(s, choices[dice.below(len(choices))])


def item_worth(s: State, seat: i64, item: i64, left: float) -> float:
    """What buying this adds, its price aside; less than nothing where it cannot be used."""
    soon: float = ripe(left, 3.0)
    if item < N_LANDS:
        low, high = growth(s, seat, item)
        if low | high == 0:
            return USELESS
        return (weight(s, PLOT) + weight(s, TILE)) * soon
    kind: i64 = item - N_LANDS
    if kind >= FIGURE_KINDS:
        figure: i64 = kind - FIGURE_KINDS
        low, high = room_for(s, seat, figure)
        if low | high == 0:
            return USELESS
        worth: float = weight(s, FIGURE) + weight(s, BONUS) * float(s.set.bonus[figure]) + weight(s, LATE) * soon
        if figure == PILGRIM:
            worth += weight(s, SHILLING) * weight(s, INCOME) * (left if left < 8.0 else 8.0)
        elif figure == BARN:
            worth += weight(s, BARN_ROOM) * ripe(left, 6.0)
        else:
            worth += weight(s, SHIPS) * left
        return worth
    points: float = float(s.set.points[kind])
    shape: i64 = kind % N_SHAPES
    if len(places(s, vec[i64](), seat, kind // N_SHAPES, shape, 0)) > 0:
        return points - weight(s, PLOT) * float(SIZE[TURNED[shape]]) * soon
    if s.placed[seat * N_FIGURES + BARN] > cards_stored(s, seat):
        return weight(s, KEEPING) * points * ripe(left, 2.0) + weight(s, STORING)
    return USELESS


def _add_purchases(s: State, found: list[float], left: float) -> None:
    """What everybody may still buy in this round, the highest marker first; those who have not bid yet are taken to bid low."""
    offer: vec[i64] = s.offer[:]
    soon: float = weight(s, SHILLING) * ripe(left, 2.0)
    bids: vec[i64] = s.marker[:]
    marker: i64
    seat: i64
    item: i64
    if s.phase == TO_BID:
        for seat in range(s.seats):
            if bids[seat] == 0:
                bids[seat] = _free_marker(bids, 2)
    for marker in range(MARKERS, 0, -1):
        for seat in range(s.seats):
            if bids[seat] != marker:
                continue
            money: i64 = s.money[seat]
            more: i64 = PURCHASES - s.purchases if s.phase == TO_BUY and seat == s.active else PURCHASES
            found[seat] += soon * weight(s, WAITS)
            while more > 0 and money >= marker:
                best: i64 = NONE
                most: float = weight(s, WORTHWHILE)
                for item in range(N_ITEMS):
                    if offer[item] > 0:
                        worth: float = item_worth(s, seat, item, left) - soon * float(marker)
                        if worth > most:
                            most = worth
                            best = item
                if best == NONE:
                    break
                found[seat] += most * weight(s, GETS)
                offer[best] -= 1
                money -= marker
                more -= 1


def _free_marker(bids: vec[i64], wanted: i64) -> i64:
    """The lowest free marker from the wanted one up."""
    marker: i64 = wanted
    while marker < MARKERS and any(bid == marker for bid in bids):
        marker += 1
    return marker


def _good_bid(s: State, dice: Dice) -> i64:
    """Between 1 and 6, and at most half of the money."""
    most: i64 = s.money[s.active] // 2
    if most > 6:
        most = 6
    if most < 1:
        most = 1
    return BID + _free_marker(s.marker, 1 + dice.below(most))


def _good_number(s: State, dice: Dice) -> i64:
    low: i64 = least_tiles(s)
    for _ in range(8):
        tiles: i64 = low + dice.below(most_tiles(s) - low + 1)
        if can_supply(s, tiles):
            return ANNOUNCE + tiles
    return ANNOUNCE + low


def good_purchase(s: State, dice: Dice) -> i64:
    """Stored cards first, then what is worth more than its price, then the end of the turn."""
    seat: i64 = s.active
    left: float = rounds_left(s)
    if s.placed[seat * N_FIGURES + BARN] > 0:
        for kind in s.set.kinds:
            if s.stored[seat * N_KINDS + kind] > 0:
                used: i64 = _carry_out(s, seat, kind, USE_FIGURE, USE_PLACE, dice)
                if used != NONE:
                    return used
    if s.purchases >= PURCHASES or s.money[seat] < s.marker[seat]:
        return END
    price: float = weight(s, SHILLING) * ripe(left, 2.0) * float(s.marker[seat])
    best: i64 = NONE
    most: float = weight(s, WORTHWHILE)
    item: i64
    for item in range(N_ITEMS):
        if s.offer[item] > 0:
            worth: float = item_worth(s, seat, item, left) - price + float(dice.below(128)) / 256.0
            if worth > most:
                most = worth
                best = item
    if best == NONE:
        return END
    if best < N_LANDS:
        return BUY_TILE + best * CELLS + _good_plot(s, seat, best, dice)
    bought: i64 = _carry_out(s, seat, best - N_LANDS, BUY_FIGURE, BUY_PLACE, dice)
    return STORE + best - N_LANDS if bought == NONE else bought


def _good_plot(s: State, seat: i64, land: i64, dice: Dice) -> i64:
    """The better of a few plots: one that lies close to plain land of the same kind, so that corners form."""
    low, high = growth(s, seat, land)
    found = cells_of(vec[i64](), low, high, 0)
    n: i64 = seat * N_LANDS + land
    best: i64 = NONE
    most: i64 = -1
    for _ in range(3):
        cell: i64 = found[dice.below(len(found))]
        near: i64 = count(s.plain[2 * n] & ROUND_LOW[cell], s.plain[2 * n + 1] & ROUND_HIGH[cell])
        if near > most:
            most = near
            best = cell
    return best


def _carry_out(s: State, seat: i64, kind: i64, figures: i64, base: i64, dice: Dice) -> i64:
    """One way to carry this card out, or NONE."""
    if kind < FIGURE_KINDS:
        found = places(s, vec[i64](), seat, kind // N_SHAPES, kind % N_SHAPES, base)
        return found[dice.below(len(found))] if len(found) > 0 else NONE
    figure: i64 = kind - FIGURE_KINDS
    low, high = room_for(s, seat, figure)
    if low | high == 0:
        return NONE
    found = cells_of(vec[i64](), low, high, 0)
    return figures + figure * CELLS + found[dice.below(len(found))]
