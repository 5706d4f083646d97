"""What a seat may still win in New England, in points: features of its position, with weights by the number of players.

Those of features are fitted to matches by bench/weights.py, then all are changed to what wins most by bench/evolve.py. For the bots:
nothing here is a rule.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.weights import read

from .actions import BARN, HIGH_BIT, LOW_BIT, MOST_PLOTS, N_FIGURES, N_KINDS, N_LANDS, N_SHAPES, PILGRIM, SHIP, SIZE, TURNED, bit_number
from .legal import cards_stored, cells_of, fitting, growth
from .scoring import card_points, has_most
from .state import NONE, State

# Where the weights are: those of the features first,
ALWAYS: Final = 0
ROUNDS: Final = 1  # rounds left
LAST_ROUNDS: Final = 2  # rounds left, fewer than six
MONEY: Final = 3  # shillings that can be spent
SPARE_MONEY: Final = 4  # shillings beyond that
PILGRIMS: Final = 5  # for each round in which they bring income
BARNS: Final = 6  # with room
MOST: Final = 7  # + 4 * figure: most of them, late and early; ahead by how many, late and early
LANDS: Final = 18  # + how many plots: lands with two, three, four plots that a card may use
PLOTS: Final = 19  # such plots
FITTING: Final = 23  # points of cards to come that would fit
ROOM: Final = 24  # plots where an area may grow: early
LATE_ROOM: Final = 25  # and late
STORED: Final = 26  # points of stored cards
PRIVILEGE: Final = 27  # rounds with the ship privilege
FEATURES: Final = 28
# then what purchases are worth
SHILLING: Final = 28  # points, while there is something left to buy
WORTHWHILE: Final = 29  # what adds less is not bought
PLOT: Final = 30  # a plain plot that a card may use
TILE: Final = 31  # a tile beyond its plot
FIGURE: Final = 32  # a figure
BONUS: Final = 33  # for each point of its bonus
LATE: Final = 34  # while others may still get more of them
INCOME: Final = 35  # shillings of a pilgrim in each round
BARN_ROOM: Final = 36
SHIPS: Final = 37  # a ship, for each round left
KEEPING: Final = 38  # the share of a card's points that counts when it is stored
STORING: Final = 39  # always, when a card is stored
WAITS: Final = 40  # shillings that it is worth to be still to buy
GETS: Final = 41  # the share of what may be bought that counts

MOST_SEATS: Final = 4
LENGTH: Final = 42
W: Final[vec[float]] = vec[float]([0.0] * ((MOST_SEATS + 1) * LENGTH))  # by the number of players

ENOUGH: Final = 14.0  # shillings
EARLY: Final = 12.0  # rounds
CARDS: Final = 4.7  # in an offer, roughly


def learn(weights: list[float], seats: int) -> None:
    """Matches of so many are played with these weights from now on."""
    for number, weight in enumerate(weights):
        W[seats * LENGTH + number] = weight


def weight(s: State, number: i64) -> float:
    return W[s.seats * LENGTH + number]


def rounds_left(s: State) -> float:
    """Offers that bag and deck can still fill, roughly."""
    tiles: float = float(s.tiles_left) / 4.3
    cards: float = float(s.cards_left) / CARDS
    return tiles if tiles < cards else cards


def ripe(left: float, rounds: float) -> float:
    """1 early, sinking to 0 in the last rounds."""
    return 1.0 if left > rounds else left / rounds


def promise(s: State, seat: i64) -> float:
    """The points that a seat may expect at the end."""
    worth: float = float(card_points(s, seat, 0, N_KINDS))
    found = features(s, seat)
    at: i64 = s.seats * LENGTH
    n: i64
    for n in range(FEATURES):
        worth += found[n] * W[at + n]
    return worth


def money_promise(s: State, seat: i64) -> float:
    """The part of that which is money."""
    found = features(s, seat)
    return found[MONEY] * weight(s, MONEY) + found[SPARE_MONEY] * weight(s, SPARE_MONEY)


def moment(s: State) -> int:
    """A number for each moment at which bench/weights.py takes the features: when a round begins."""
    return s.round


def features(s: State, seat: i64) -> vec[float]:
    """In the order of their weights."""
    left: float = rounds_left(s)
    found = vec[float]([0.0] * FEATURES)
    two: float = ripe(left, 2.0)
    six: float = ripe(left, 6.0)
    early: float = ripe(left, EARLY)
    found[ALWAYS] = 1.0
    found[ROUNDS] = left
    found[LAST_ROUNDS] = left * six
    money: float = float(s.money[seat])
    useful: float = 5.0 + 3.0 * left if 5.0 + 3.0 * left < ENOUGH else ENOUGH
    found[MONEY] = (money if money < useful else useful) * two
    found[SPARE_MONEY] = (money - useful if money > useful else 0.0) * two
    found[PILGRIMS] = float(s.placed[seat * N_FIGURES + PILGRIM]) * (left if left < 8.0 else 8.0)
    found[BARNS] = float(s.placed[seat * N_FIGURES + BARN] - cards_stored(s, seat)) * six
    figure: i64
    for figure in range(N_FIGURES):
        lead: float = float(_lead(s, seat, figure))
        at: i64 = MOST + 4 * figure
        if has_most(s, seat, figure):
            found[at] = 1.0 - early
            found[at + 1] = early
        found[at + 2] = lead * (1.0 - early)
        found[at + 3] = lead * early
    land: i64
    for land in range(N_LANDS):
        _add_land(s, seat, land, left, found)
    if has_most(s, seat, SHIP):
        found[PRIVILEGE] = left
    return found


def _lead(s: State, seat: i64, figure: i64) -> i64:
    """By how many figures the seat is ahead of the best of the others, at most two either way."""
    best: i64 = 0
    other: i64
    for other in range(s.seats):
        if other != seat and s.placed[other * N_FIGURES + figure] > best:
            best = s.placed[other * N_FIGURES + figure]
    lead: i64 = s.placed[seat * N_FIGURES + figure] - best
    return 2 if lead > 2 else -2 if lead < -2 else lead


def _add_land(s: State, seat: i64, land: i64, left: float, found: vec[float]) -> None:
    low, high = ground(s, seat, land)
    plain: i64 = count(low, high)
    three: float = ripe(left, 3.0)
    found[PLOTS] += float(plain if plain < 8 else 8) * three
    size: i64
    for size in range(2, MOST_PLOTS + 1):
        if plain >= size:
            found[LANDS + size] += three
    n: i64 = seat * N_LANDS + land
    first, second = start_bits(s, n)
    seen: float = CARDS * left / float(s.cards_left + 1)  # the share of the deck that will be seen
    if seen > 1.0:
        seen = 1.0
    shape: i64
    for shape in range(N_SHAPES):
        kind: i64 = land * N_SHAPES + shape
        points: float = float(s.set.points[kind])
        found[STORED] += points * float(s.stored[seat * N_KINDS + kind]) * ripe(left, 2.0)
        coming: i64 = s.left[N_LANDS + kind]
        if coming > 0 and plain >= SIZE[TURNED[shape]] and len(fitting(vec[i64](), shape, low, high, first, second, 0)) > 0:
            found[FITTING] += points * seen * (1.0 if coming > 1 else 0.6)
    if s.start[n] != NONE:
        low, high = growth(s, seat, land)
        room: i64 = count(low, high)
        if room > 5:
            room = 5
        six: float = ripe(left, 6.0)
        found[ROOM] += float(room) * six
        found[LATE_ROOM] += float(room) * (1.0 - six) * ripe(left, 2.0)


def start_bits(s: State, n: i64) -> tuple[i64, i64]:
    """The two plots of a start tile as numbers of bits, NONE where it is used or not yet laid."""
    start: i64 = s.start[n]
    if start == NONE or s.used[start]:
        return NONE, NONE
    return bit_number(start), bit_number(s.mate[start])


def ground(s: State, seat: i64, land: i64) -> tuple[i64, i64]:
    """The plots that a card may use, as if figures that can move had stepped aside."""
    n: i64 = seat * N_LANDS + land
    low: i64 = s.plain[2 * n]
    high: i64 = s.plain[2 * n + 1]
    figure: i64
    for figure in range(N_FIGURES):
        if figure == BARN or s.placed[seat * N_FIGURES + figure] == 0:
            continue
        for cell in cells_of(vec[i64](), s.figures[2 * (seat * N_FIGURES + figure)], s.figures[2 * (seat * N_FIGURES + figure) + 1], 0):
            if s.owner[cell] == n:
                low |= LOW_BIT[cell]
                high |= HIGH_BIT[cell]
                if s.mate[cell] != NONE:
                    low |= LOW_BIT[s.mate[cell]]
                    high |= HIGH_BIT[s.mate[cell]]
    return low, high


def count(low: i64, high: i64) -> i64:
    bits: i64 = 0
    while low:
        low &= low - 1
        bits += 1
    while high:
        high &= high - 1
        bits += 1
    return bits


for _seats, _weights in read(Path(__file__).parent).items():
    learn(_weights, _seats)
