"""What land in New World may bring to the settlers on it, and what settlers at home are worth, in points.

The weights are those with which greedy bots won most against each other, found by bench/evolve.py for each number of players. For the
bots: nothing here is a rule.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.weights import read

from .components import PLAIN, TOWN, TRAIL
from .scoring import surveyor_bonus
from .state import State

CLOSES: Final = 0  # how likely a town, a trail, a farm with one open end is completed
FEWER: Final = 3  # times this for each further end
GROWS: Final = 6  # how much a town, a trail grows for each open end
LONG: Final = 8  # each tile of a trail makes it less likely
NEEDS: Final = 9  # tiles in the pile that an open end needs
STAYS: Final = 10  # times this in the column of the eastern surveyor, 1, 2, 3 ahead
BEHIND: Final = 14  # and behind it
BESIDE: Final = 15  # the share of a surveyor's bonus that is hoped for
AHEAD: Final = 16  # what the bonus is worth 1 to 3 columns ahead
OPEN: Final = 17  # what is incomplete counts less for each tile in the pile
AT_LEAST: Final = 18  # but this at least
HOME: Final = 19  # the first settler at home, the second, ...
EARLY: Final = 24  # for each tile in the pile, up to all of that
PLAINS: Final = 25  # a plain: for each tile in the pile; the open ends that takes; always; for each animal
SHARED: Final = 29  # times this where land is shared with a rival
IDLE: Final = 30  # a settler who brings nothing where it stands
MANY: Final = 8  # open ends; more are no worse
FAR: Final = 4  # columns ahead of the eastern surveyor where there is nothing to fear

SIZE: Final = 31  # weights
LIKELY: Final = SIZE  # then how likely a town, a trail, a farm is completed, by its open ends
AT_HOME: Final = LIKELY + 3 * (MANY + 1)  # and what settlers at home are worth early in a match
ROOM: Final = 64
MOST: Final = 5  # players

W: Final[vec[float]] = vec[float]([0.0] * ((MOST + 1) * ROOM))  # all that, by the number of players


def learn(weights: list[float], seats: int) -> None:
    """Matches of so many are played with these weights from now on."""
    at = seats * ROOM
    for number, weight in enumerate(weights):
        W[at + number] = weight
    for kind in range(3):
        likely = weights[CLOSES + kind]
        for ends in range(1, MANY + 1):
            W[at + LIKELY + kind * (MANY + 1) + ends] = likely if likely < 1.0 else 1.0
            likely *= weights[FEWER + kind]
    for settlers in range(1, 6):
        W[at + AT_HOME + settlers] = W[at + AT_HOME + settlers - 1] + weights[HOME + settlers - 1]


def table(s: State) -> i64:
    """Where the weights for this many players are."""
    return s.seats * ROOM


def at_home(s: State, settlers: i64) -> float:
    at: i64 = table(s)
    early: float = W[at + EARLY] * float(s.left)
    return W[at + AT_HOME + settlers] * (early if early < 1.0 else 1.0)


def shared(s: State) -> float:
    return W[table(s) + SHARED]


def idle(s: State) -> float:
    return W[table(s) + IDLE]


def hope(s: State, feature: i64, tiles: i64, bonus: i64, ends: i64, column: i64) -> float:
    """What a feature may bring to a settler in this column who has the majority on it."""
    at: i64 = table(s)
    left: float = float(s.left)
    if feature == PLAIN:
        share: float = float(ends) / W[at + PLAINS + 1]
        return W[at + PLAINS + 3] * float(bonus) + (W[at + PLAINS] * left + W[at + PLAINS + 2]) * (share if share < 1.0 else 1.0)
    open_ends: i64 = ends if ends < MANY else MANY
    kind: i64 = 2
    full: float = 9.0
    part: float = 9.0 - float(ends)
    rare: float = 1.0
    if feature == TOWN:
        kind = 0
        part = float(tiles + bonus)
        full = 2.0 * part + W[at + GROWS] * float(open_ends)
    elif feature == TRAIL:
        kind = 1
        part = float(tiles)
        full = part + 2.0 * float(bonus) + W[at + GROWS + 1] * float(open_ends)
        rare = 1.0 + W[at + LONG] * part
    if open_ends == 0:
        return full + float(surveyor_bonus(s.march, column))
    likely: float = W[at + LIKELY + kind * (MANY + 1) + open_ends] / rare
    need: float = W[at + NEEDS] * float(open_ends)
    if left < need:
        likely *= left / need
    ahead: i64 = column - (s.march >> 1)
    stays: float = 1.0
    if ahead < 0:
        stays = W[at + BEHIND]
    elif ahead < FAR:
        stays = W[at + STAYS + ahead]
    likely *= stays
    extra: float = W[at + BESIDE] * float(surveyor_bonus(s.march, column))
    if 0 < ahead < FAR:
        extra += W[at + AHEAD]
    kept: float = 1.0 - W[at + OPEN] * left
    return likely * (full + extra) + (1.0 - likely) * part * stays * (kept if kept > W[at + AT_LEAST] else W[at + AT_LEAST])


for _seats, _weights in read(Path(__file__).parent).items():
    learn(_weights, _seats)
