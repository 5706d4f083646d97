"""What a seat may still win in New Haven, in points: features of its village and hand, with weights fitted to matches by bench/weights.py.

For the bots: nothing here is a rule.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .components import KINDS, N_NUMBERS, N_RESOURCES, VILLAGE_COLUMNS, VILLAGE_ROWS
from .legal import spaces_for
from .scoring import COLUMN, ROW, count_bits, taken
from .state import TO_LAY, TO_TAKE, State

TIMES: Final = (0, 2, 6, 12, 20)  # turns to come, in a match for two: a feature has a weight for each of these times
MOST_TURNS: Final = 20  # more make no difference
ENOUGH: Final = 12  # buildings in hand
REACH: Final = 6  # spaces within reach of a resource; more are no better

# fmt: off
WEIGHTS: Final = [
    -0.028, -0.468, 3.352, 0.623, 0.257,  # always
    1.978, 1.868, 1.946, 2.041, 1.267,  # lays next
    0.066, 1.212, 1.261, 2.481, 2.420,  # shipment still in hand
    -0.025, -0.023, 0.294, 0.733, 0.805,  # buildings in hand, up to twelve
    -0.014, -0.155, 0.251, 0.389, -0.215,  # buildings beyond that
    0.174, 0.720, 0.939, 0.783, -0.368,  # kinds that fit face up somewhere
    -0.044, -0.094, -0.128, -0.131, 0.132,  # the numbers of those
    -0.167, 0.107, -0.044, 0.083, 0.309,  # kinds that fit nowhere
    -0.013, 0.157, 0.184, 0.255, 0.123,  # spaces within reach of each resource, up to six
    -0.088, -0.191, -0.786, -0.808, 0.539,  # resources begun
    -0.030, -0.324, -0.112, -0.072, 0.176,  # spaces within reach of any
    0.174, 3.241, 2.891, 4.064, 5.211,  # rows with nothing built
    0.686, 2.397, 2.834, 3.694, 0.424,  # rows with 1 built
    1.099, 3.347, 3.033, 2.882, 2.660,  # rows with 1 built, all face up
    0.584, 1.876, 2.392, 1.774, 0.090,  # rows with 2 built
    0.209, 2.126, 2.437, 0.511, -1.515,  # rows with 2 built, all face up
    0.355, 1.705, 1.191, -0.062, -0.619,  # rows with 3 built
    0.120, 2.465, 2.289, -0.406, -2.131,  # rows with 3 built, all face up
    0.225, 1.048, -0.072, -2.194, -1.815,  # rows with 4 built
    0.568, 2.117, -0.330, -1.279, -0.660,  # rows with 4 built, all face up
    0.106, -1.152, -1.760, -0.819, 0.509,  # their colonists: nothing built
    -0.038, -0.752, -1.281, -0.436, 1.366,  # their colonists: 1 built
    -0.109, -0.824, -1.181, -0.281, 0.838,  # their colonists: 1 built, all face up
    -0.032, -0.468, -0.793, 0.240, 1.289,  # their colonists: 2 built
    0.032, -0.519, -0.749, 0.578, 1.759,  # their colonists: 2 built, all face up
    -0.006, -0.325, -0.117, 0.932, 0.647,  # their colonists: 3 built
    0.071, -0.631, -0.389, 0.860, 1.278,  # their colonists: 3 built, all face up
    0.007, 0.232, 0.608, 1.465, -3.444,  # their colonists: 4 built
    -0.198, 0.454, 1.044, 1.720, 1.502,  # their colonists: 4 built, all face up
    -0.098, -0.102, 0.031, -0.584, -1.783,  # colonists of columns with nothing built
    -0.019, -0.010, 0.142, -0.343, -0.838,  # colonists of columns with 1 built
    -0.147, -0.215, 0.097, -0.252, -1.033,  # colonists of columns with 1 built, all face up
    -0.046, 0.023, 0.232, -0.072, -0.020,  # colonists of columns with 2 built
    -0.009, -0.184, 0.248, 0.096, -0.431,  # colonists of columns with 2 built, all face up
    -0.010, 0.126, 0.375, 0.091, 0.125,  # colonists of columns with 3 built
    0.095, 0.213, 0.548, 0.374, 0.287,  # colonists of columns with 3 built, all face up
    0.005, 0.234, 0.564, 0.462, 1.348,  # colonists of columns with 4 built
    -0.031, 0.238, 0.811, 0.841, 1.787,  # colonists of columns with 4 built, all face up
    0.013, 0.410, 0.798, 0.779, 0.929,  # colonists of columns with 5 built
    -0.050, 0.637, 1.317, 1.311, 0.291,  # colonists of columns with 5 built, all face up
]
# fmt: on
FEATURES: Final = 40
HELD: Final = 3  # the buildings in hand, among the features
ROWS: Final = 11  # from here on: rows, by how far they are built
BY_ROW: Final = 20  # the same by colonists
BY_COLUMN: Final = 29  # columns by colonists


def shares(turns: int) -> list[float]:
    """How much each of the five times counts, with this many turns to come."""
    found = [0.0] * len(TIMES)
    for n in range(len(TIMES) - 1):
        if TIMES[n] <= turns <= TIMES[n + 1]:
            later = (turns - TIMES[n]) / (TIMES[n + 1] - TIMES[n])
            found[n] = 1.0 - later
            found[n + 1] = later
            break
    return found


def _table() -> list[float]:
    found: list[float] = []
    for turns in range(MOST_TURNS + 1):
        share = shares(turns)
        for feature in range(FEATURES):
            found.append(sum([share[n] * WEIGHTS[feature * len(TIMES) + n] for n in range(len(TIMES))]))
    return found


TABLE: Final[vec[float]] = vec[float](_table())  # the weight of each feature, by turns to come


def turns_left(s: State) -> i64:
    """Turns to come, as if it were a match for two."""
    left: i64 = 2 * (s.open_left - 1) // s.seats
    return left if left < MOST_TURNS else MOST_TURNS


def promise(s: State, seat: i64) -> float:
    """The points that a seat may expect at the end."""
    full: i64 = taken(s, seat)
    upright: i64 = s.upright[seat]
    at: i64 = turns_left(s) * FEATURES
    worth: float = hand_promise(s, seat)
    line: i64
    for line in range(VILLAGE_ROWS):
        worth += row_promise(s, at, full, upright, line)
    for line in range(VILLAGE_COLUMNS):
        worth += column_promise(s, at, full, upright, line)
    return worth


def row_promise(s: State, at: i64, full: i64, upright: i64, row: i64) -> float:
    """What a row may bring; `at` is where the weights for the time begin."""
    filled: i64 = count_bits(full & ROW[row])
    faces: i64 = count_bits(upright & ROW[row])
    colonists: float = float(s.set.row_colonists[row])
    if filled == VILLAGE_COLUMNS:
        return colonists * 2.0 if faces == VILLAGE_COLUMNS else colonists
    stage: i64 = at + _stage(filled, faces)
    return TABLE[stage + ROWS] + TABLE[stage + BY_ROW] * colonists


def column_promise(s: State, at: i64, full: i64, upright: i64, column: i64) -> float:
    filled: i64 = count_bits(full & COLUMN[column])
    faces: i64 = count_bits(upright & COLUMN[column])
    colonists: float = float(s.set.column_colonists[column])
    if filled == VILLAGE_ROWS:
        return colonists * 2.0 if faces == VILLAGE_ROWS else colonists
    return TABLE[at + BY_COLUMN + _stage(filled, faces)] * colonists


def _stage(filled: i64, faces: i64) -> i64:
    """How far a line is built: nothing, then two stages for each building, the second if all are face up."""
    if filled == 0:
        return 0
    return 2 * filled if faces == filled else 2 * filled - 1


def hand_promise(s: State, seat: i64) -> float:
    """The part of the promise that is not in the lines."""
    at: i64 = turns_left(s) * FEATURES
    found = _hand(s, seat)
    worth: float = 0.0
    n: i64
    for n in range(ROWS):
        worth += found[n] * TABLE[at + n]
    return worth


def _hand(s: State, seat: i64) -> vec[float]:
    """The features before the rows."""
    full: i64 = taken(s, seat)
    follower: i64 = s.active + 1 if s.active + 1 < s.seats else 0
    held: i64 = s.draws if s.phase >= TO_TAKE and seat == s.active else 0
    reach: i64 = 0
    room: i64 = 0
    begun: i64 = 0
    fitting: i64 = 0
    numbers: i64 = 0
    unfit: i64 = 0
    resource: i64
    number: i64
    for resource in range(N_RESOURCES):
        near: i64 = spaces_for(s, seat, resource) & ~full
        reach |= near
        count: i64 = count_bits(near)
        room += count if count < REACH else REACH
        if s.built[seat * N_RESOURCES + resource]:
            begun += 1
        for number in range(1, N_NUMBERS + 1):
            have: i64 = s.hands[seat * KINDS + resource * N_NUMBERS + number - 1]
            if have == 0:
                continue
            held += have
            if near & ROW[VILLAGE_ROWS - number]:
                fitting += 1
                numbers += number
            else:
                unfit += 1
    found = vec[float]([0.0] * ROWS)
    found[0] = 1.0
    if seat == (s.active if s.phase <= TO_LAY else follower):
        found[1] = 1.0
    found[2] = float(s.shipment[seat])
    found[HELD] = float(held if held < ENOUGH else ENOUGH)
    found[4] = float(held - ENOUGH if held > ENOUGH else 0)
    found[5] = float(fitting)
    found[6] = float(numbers)
    found[7] = float(unfit)
    found[8] = float(room)
    found[9] = float(begun)
    found[10] = float(count_bits(reach))
    return found


# For bench/weights.py


def moment(s: State) -> int:
    """A number for each moment that the weights are made for, else -1: before a lay, and before buildings are taken."""
    if s.phase == TO_LAY or (s.phase == TO_TAKE and s.took == 0):
        return 2 * s.open_left + (1 if s.phase == TO_LAY else 0)
    return -1


def features(s: State, seat: int) -> list[float]:
    """In the order of the weights. What is complete has no part in it."""
    found = [0.0] * FEATURES
    for n, value in enumerate(_hand(s, seat)):
        found[n] = value
    full: i64 = taken(s, seat)
    upright: i64 = s.upright[seat]
    line: i64
    for line in range(VILLAGE_ROWS):
        filled: i64 = count_bits(full & ROW[line])
        if filled < VILLAGE_COLUMNS:
            stage: i64 = _stage(filled, count_bits(upright & ROW[line]))
            found[ROWS + stage] += 1.0
            found[BY_ROW + stage] += float(s.set.row_colonists[line])
    for line in range(VILLAGE_COLUMNS):
        filled = count_bits(full & COLUMN[line])
        if filled < VILLAGE_ROWS:
            found[BY_COLUMN + _stage(filled, count_bits(upright & COLUMN[line]))] += float(s.set.column_colonists[line])
    share = shares(turns_left(s))
    return [value * part for value in found for part in share]
