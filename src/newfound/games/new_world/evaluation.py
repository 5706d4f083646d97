"""What a position of New World promises, and plausible quick play. For the bots: nothing here is a rule."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from newfound.core.dice import Dice

from .actions import LAY, SCORE, SETTLE
from .components import ACROSS, JOINTS, MIDDLE, MOST_PARTS, N_AROUND, NOBODY, NONE, PLAIN, RING, SEA, SETTLERS, SIDE_JOINTS, STEP
from .legal import actions, fitting
from .promise import at_home, hope, idle, shared
from .rules import any_bit, do, drawn
from .scoring import most_settlers, settlers_on, tiles_of, total
from .state import CROWD, ENDED, HOME, TO_DRAW, TO_LAY, TO_SETTLE, State, column_of, farm_at, feature_of, find, side_node, supply

SCALE: Final = 30.0  # points: a lead that nearly decides a match
RATE: Final = 44000  # simulations a second on one core, over a match and its numbers of players, counting those of the kept tree
SHARPNESS: Final = 40.0  # how far the search goes by the evaluation: a point less is looked at about half as often
NOWHERE: Final = -99.0  # points, where no settler may go
TURN: Final = 4.4  # what a turn to come is worth
TURNS: Final = 2  # that quick play looks ahead; then the promise of the land is the better judge
TURNS_OF_MORE: Final = 4  # with more than two players


def evaluate(s: State) -> list[float]:
    """The points that each seat may expect at the end; once it is over, those it has."""
    found: list[float] = []
    seat: i64
    for seat in range(s.seats):
        points: float = float(total(s, seat))
        if s.phase != ENDED:
            points += _standing(s, seat) + at_home(s, supply(s, seat)) + TURN * float(_turns(s, seat))
            if s.phase == TO_SETTLE and seat == s.active:
                points += _best_settling(s)
        found.append(points)
    return found


def material(s: State, seat: int) -> float:
    """The part of that which stands for settlers at home."""
    return at_home(s, supply(s, seat))


def candidates(s: State) -> list[int]:
    """Every legal action is worth a look."""
    return actions(s)


def rollout(s: State, dice: Dice) -> None:
    """Plausible play for a few turns."""
    until: i64 = s.left - (TURNS if s.seats == 2 else TURNS_OF_MORE)
    while s.phase != ENDED and (s.phase != TO_DRAW or s.left > until):
        if s.phase == TO_LAY:
            do(s, good_lay(s, dice))
        elif s.phase == TO_SETTLE:
            do(s, _good_settling(s))
        elif s.phase <= TO_DRAW:
            do(s, drawn(s, dice))
        else:
            do(s, SCORE + any_bit(s.due, dice))


def _turns(s: State, seat: i64) -> i64:
    """How many tiles this seat is still to draw; without them a position would look worse after a rival's turn than before it."""
    first: i64 = s.active if s.phase <= TO_DRAW else s.active + 1  # who draws the next tile
    behind: i64 = (seat - first + 2 * s.seats) % s.seats
    return (s.left - behind + s.seats - 1) // s.seats


def _standing(s: State, seat: i64) -> float:
    """What the settlers of a seat may bring where they stand, each feature once."""
    worth: float = 0.0
    settler: i64
    earlier: i64
    for settler in range(seat * SETTLERS, (seat + 1) * SETTLERS):
        if s.on[settler] == HOME:
            continue
        root: i64 = find(s.parent, s.on[settler])
        earlier = seat * SETTLERS
        while earlier < settler and (s.on[earlier] == HOME or find(s.parent, s.on[earlier]) != root):
            earlier += 1
        crowd: i64 = s.crowd[root]
        own: i64 = settlers_on(crowd, seat)
        if earlier < settler or own < most_settlers(crowd):
            worth += idle(s)
            continue
        feature: i64 = feature_of(s, s.stand[settler], s.on[settler])
        column: i64 = column_of(s.cell[s.stand[settler]])
        found: float = hope(s, feature, tiles_of(s, root), s.bonus[root], s.ends[root], column)
        worth += found * shared(s) if most_settlers(crowd - (own << CROWD * seat)) == own else found
        if s.ends[root] == 0 and feature != PLAIN:  # about to come home
            home: i64 = supply(s, seat)
            worth += at_home(s, home + 1) - at_home(s, home)
    return worth


def _settling(s: State, part: i64) -> float:
    """What a settler on this part of the tile laid last may bring, less what it is worth at home."""
    place: i64 = s.places - 1
    lie: i64 = s.lie[place]
    root: i64 = find(s.parent, s.base[place] + part)
    if s.crowd[root] != 0:
        return NOWHERE
    feature: i64 = s.set.feature[(lie >> 2) * MOST_PARTS + part]
    column: i64 = column_of(s.cell[place])
    worth: float = hope(s, feature, tiles_of(s, root), s.bonus[root], s.ends[root], column)
    if s.ends[root] == 0 and feature != PLAIN:
        return worth
    home: i64 = supply(s, s.active)
    return worth - at_home(s, home) + at_home(s, home - 1)


def _best_part(s: State) -> i64:
    """The part of the tile laid last where a settler brings most, or -1."""
    if supply(s, s.active) == 0:
        return -1
    best: i64 = -1
    most: float = 0.0
    part: i64
    for part in range(s.set.parts[s.lie[s.places - 1] >> 2]):
        worth: float = _settling(s, part)
        if worth > most:
            most = worth
            best = part
    return best


def _best_settling(s: State) -> float:
    part: i64 = _best_part(s)
    return 0.0 if part < 0 else _settling(s, part)


def _good_settling(s: State) -> i64:
    part: i64 = _best_part(s)
    if part < 0:
        return SETTLE + NOBODY
    place: i64 = s.places - 1
    root: i64 = find(s.parent, s.base[place] + part)
    lie: i64 = s.lie[place]
    at: i64 = lie * MOST_PARTS
    while find(s.parent, s.base[place] + s.set.in_order[at]) != root:  # a feature with two parts is named by its first
        at += 1
    return SETTLE + s.set.spot[lie * MOST_PARTS + s.set.in_order[at]]


def good_lay(s: State, dice: Dice) -> i64:
    """The lay that looks best from what it touches, with a little luck."""
    best: i64 = -1
    most: float = -1e9
    at: i64
    turns: i64
    spare: i64 = supply(s, s.active)
    for at in range(s.opens):
        cell: i64 = s.open[at]
        fit: i64 = fitting(s, s.hand, cell)
        if fit == 0:
            continue
        farms: float = _farms_beside(s, cell)
        for turns in range(4):
            if fit >> turns & 1:
                gain: float = farms + _lay_gain(s, cell, s.hand * 4 + turns, spare) + float(dice.below(256)) / 170.0
                if gain > most:
                    most = gain
                    best = LAY + cell * 4 + turns
    return best


def _side(crowd: i64, seat: i64) -> float:
    """1 where the seat alone has the majority, little where it is shared, less than nothing where others have it."""
    most: i64 = most_settlers(crowd)
    own: i64 = settlers_on(crowd, seat)
    if own < most:
        return -0.8
    rest: i64 = crowd - (own << CROWD * seat)
    return 0.2 if most_settlers(rest) == most else 1.0


def _farms_beside(s: State, cell: i64) -> float:
    gain: float = 0.0
    around: i64
    for around in range(N_AROUND):
        farm: i64 = farm_at(s, cell + RING[around])
        if farm != NONE and s.crowd[farm]:
            gain += (3.0 if s.ends[farm] == 1 else 1.2) * _side(s.crowd[farm], s.active)
    return gain


def _lay_gain(s: State, cell: i64, lie: i64, spare: i64) -> float:
    """What laying this tile here adds to the features it meets, side by side, and the best place it offers a settler."""
    gain: float = 0.0
    offer: float = 0.0
    column: i64 = column_of(cell)
    kind: i64 = (lie >> 2) * MOST_PARTS
    side: i64
    for side in range(4):
        near: i64 = i64(s.at[cell + STEP[side]])
        feature: i64 = s.set.edge[lie * 4 + side]
        if feature == PLAIN or feature == 0:
            continue
        part: i64 = s.set.joint[lie * JOINTS + side * SIDE_JOINTS + MIDDLE]
        contacts: i64 = s.set.contacts[kind + part]
        extra: i64 = s.set.bonus[kind + part]
        if 0 < near < SEA:
            root: i64 = find(s.parent, side_node(s, near - 1, side ^ ACROSS))
            tiles: i64 = tiles_of(s, root)
            ends: i64 = s.ends[root]
            after: i64 = ends + contacts - 2
            if after < 0:
                after = 0
            crowd: i64 = s.crowd[root]
            grown: float = hope(s, feature, tiles + 1, s.bonus[root] + extra, after, column)
            if crowd:
                gain += (grown - hope(s, feature, tiles, s.bonus[root], ends, column)) * _side(crowd, s.active)
            elif grown > offer:
                offer = grown
        elif spare:
            alone: float = hope(s, feature, 1, extra, contacts, column)
            if alone > offer:
                offer = alone
    if spare and s.set.farm[lie >> 2] >= 0 and offer < 4.0:
        offer = 4.0
    return gain + (0.7 * offer if spare else 0.0)
