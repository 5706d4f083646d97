"""What a seat may still win in New Haven, in points: features of its village and hand, with weights fitted to matches by bench/weights.py,
for each number of players.

For the bots: nothing here is a rule.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.weights import read

from .components import KINDS, N_NUMBERS, N_RESOURCES, VILLAGE_COLUMNS, VILLAGE_ROWS
from .legal import spaces_for
from .scoring import COLUMN, ROW, count_bits, taken
from .state import TO_LAY, TO_TAKE, State

TIMES: Final = (0, 2, 6, 12, 20)  # turns to come, in a match for two: a feature has a weight for each of these times
MOST_TURNS: Final = 20  # more make no difference
ENOUGH: Final = 12  # buildings in hand
REACH: Final = 6  # spaces within reach of a resource; more are no better

# The features, in the order of their weights, each with five: always; lays next; shipment still in hand; buildings in hand, up to twelve;
# buildings beyond that; kinds that fit face up somewhere; the numbers of those; kinds that fit nowhere; spaces within reach of each
# resource, up to six; resources begun; spaces within reach of any. Then rows with nothing built, with one, with one and all face up, with
# two, ...; the colonists of those; the colonists of columns in the same way.
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


MOST: Final = 4  # players
TABLE: Final[vec[float]] = vec[float]([0.0] * ((MOST + 1) * (MOST_TURNS + 1) * FEATURES))  # by players, turns to come and features


def learn(weights: list[float], seats: int) -> None:
    """Matches of so many are played with these weights from now on."""
    for turns in range(MOST_TURNS + 1):
        share = shares(turns)
        for feature in range(FEATURES):
            weight = sum([share[n] * weights[feature * len(TIMES) + n] for n in range(len(TIMES))])
            TABLE[(seats * (MOST_TURNS + 1) + turns) * FEATURES + feature] = weight


def turns_left(s: State) -> i64:
    """Turns to come, as if it were a match for two."""
    left: i64 = 2 * (s.open_left - 1) // s.seats
    return left if left < MOST_TURNS else MOST_TURNS


def now(s: State) -> i64:
    """Where the weights for this many players and turns to come begin."""
    return (s.seats * (MOST_TURNS + 1) + turns_left(s)) * FEATURES


def promise(s: State, seat: i64) -> float:
    """The points that a seat may expect at the end."""
    full: i64 = taken(s, seat)
    upright: i64 = s.upright[seat]
    at: i64 = now(s)
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
    at: i64 = now(s)
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


for _seats, _weights in read(Path(__file__).parent).items():
    learn(_weights, _seats)
