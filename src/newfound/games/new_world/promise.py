"""What land in New World may bring to the settlers on it, and what settlers at home are worth, in points.

For two players the weights are those with which greedy bots won most against each other, found by bench/evolve.py. They do not hold for
more players, for whom they were set by hand. For the bots: nothing here is a rule.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .components import PLAIN, TOWN, TRAIL
from .scoring import surveyor_bonus
from .state import State

# fmt: off
WEIGHTS: Final = [  # for two
    0.556, 0.653, 1.0,  # how likely a town, a trail, a farm with one open end is completed
    0.522, 0.423, 0.445,  # times this for each further end
    1.025, 0.822, 0.053,  # how much a town, a trail grows for each open end; each tile of a trail makes it less likely
    12.017,  # tiles in the pile that an open end needs
    0.867, 0.934, 0.911, 0.615, 0.295,  # times this in the column of the eastern surveyor, 1, 2, 3 ahead; behind
    0.293, 3.566,  # the share of a surveyor's bonus that is hoped for; what the bonus is worth 1 to 3 columns ahead
    0.042, 0.078,  # what is incomplete counts less for each tile in the pile; but this at least
    4.126, 2.116, 1.062, 1.053, 0.857,  # the first settler at home, the second, ...
    0.038,  # for each tile in the pile, up to all of that
    0.005, 1.426, -0.977, 0.734,  # a plain: for each tile in the pile; the open ends that takes; always; for each animal
    1.591,  # times this where land is shared with a rival
    -0.155,  # a settler who brings nothing where it stands
]
FOR_MORE: Final = [  # the same for three to five
    0.68, 0.75, 0.82,
    0.69, 0.66, 0.82,
    0.7, 0.7, 0.0,
    4.0,
    0.6, 0.8, 0.95, 1.0, 0.3,
    0.6, 2.0,
    0.025, 0.15,
    3.2, 2.2, 1.6, 1.2, 0.8,
    0.0333,
    0.025, 4.0, 0.0, 1.0,
    1.0,
    0.0,
]
# fmt: on
CLOSES: Final = 0
FEWER: Final = 3
GROWS: Final = 6
LONG: Final = 8
NEEDS: Final = 9
STAYS: Final = 10
BEHIND: Final = 14
BESIDE: Final = 15
AHEAD: Final = 16
OPEN: Final = 17
AT_LEAST: Final = 18
HOME: Final = 19
EARLY: Final = 24
PLAINS: Final = 25
SHARED: Final = 29
IDLE: Final = 30
MANY: Final = 8  # open ends; more are no worse
FAR: Final = 4  # columns ahead of the eastern surveyor where there is nothing to fear

SIZE: Final = 31  # weights
LIKELY: Final = SIZE  # then how likely a town, a trail, a farm is completed, by its open ends
AT_HOME: Final = LIKELY + 3 * (MANY + 1)  # and what settlers at home are worth early in a match
ROOM: Final = 64

W: Final[vec[float]] = vec[float]([0.0] * (2 * ROOM))  # all that for two, then for more


def learn(weights: list[float], more: bool = False) -> None:
    """Plays with these weights from now on: matches of two, or those of more."""
    at = ROOM if more else 0
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
    return 0 if s.seats == 2 else ROOM


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


learn(WEIGHTS)
learn(FOR_MORE, more=True)
