"""What is legal in New World, and where there is a choice at all (NW-T1 to NW-T6, NW-F6)."""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from .actions import FIRST, LAY, N_ACTIONS, SCORE, SETTLE, TILE
from .components import MOST_PARTS, NOBODY, SETTLERS, SPOTS, WANTS, WAYS
from .scoring import BONUS, COMPLETED, bits, marched, most_settlers, settlers_on, spot_feature, surveyor_bonus, value
from .state import BEGIN, CROWD, HOME, MOST_OPEN, N_REASONS, TO_DRAW, TO_LAY, TO_SCORE, TO_SETTLE, State, column_of, find, score_node

MOST_ORDERS: Final = 4  # features that are tried in every order, to see whether it matters
ALL: Final[list[object]] = [*range(N_ACTIONS)]  # every action as an object of Python, made once: three thousand are handed out in a match


def actions(s: State) -> list[int]:
    """All legal actions, ascending."""
    if s.phase == TO_LAY:
        return cast("list[int]", _lays(s))
    if s.phase == TO_SETTLE:
        return cast("list[int]", _spots(SETTLE, free_spots(s)))
    return [int(action) for action in legal(s)]


def _spots(base: i64, free: i64) -> list[object]:
    found: list[object] = []
    while free:
        if free & 1:
            found.append(ALL[base])
        base += 1
        free >>= 1
    return found


def _lays(s: State) -> list[object]:
    """The cells that the tile fits are put in order, each with the turns that fit in its last four bits."""
    cells = vec[i64](capacity=MOST_OPEN)
    open_cells = s.open
    want = s.want
    turns = s.set.turns
    row: i64 = s.hand * WANTS
    ways: i64 = 0
    at: i64 = 0
    while at < s.opens:
        cell: i64 = open_cells[at]
        fit: i64 = turns[row + i64(want[cell])]
        if fit:
            ways += WAYS[fit]
            here: i64 = cell << 4 | fit
            cells = append(cells, here)
            before: i64 = len(cells) - 1
            while before and cells[before - 1] > here:
                cells[before] = cells[before - 1]
                before -= 1
            cells[before] = here
        at += 1
    found = [ALL[0]] * int(ways)  # as long as it will be: a list that grows is moved again and again
    at = 0
    for one in cells:
        action: i64 = LAY + (one >> 4) * 4
        fit = one & 15
        while fit:
            if fit & 1:
                found[at] = ALL[action]
                at += 1
            action += 1
            fit >>= 1
    return found


def legal(s: State) -> vec[i64]:
    """All legal actions; in the order of the open cells when a tile is to be laid, else ascending."""
    found: vec[i64] = vec[i64]()
    at: i64 = 0
    if s.phase == BEGIN:
        while at < s.seats:
            found = append(found, FIRST + at)
            at += 1
    elif s.phase == TO_DRAW:
        while at < len(s.pile):
            if s.pile[at]:
                found = append(found, TILE + at)
            at += 1
    elif s.phase == TO_LAY:
        found = vec[i64](capacity=31)
        while at < s.opens:
            cell: i64 = s.open[at]
            fit: i64 = fitting(s, s.hand, cell)
            turns: i64 = 0
            while fit >> turns:
                if fit >> turns & 1:
                    found = append(found, LAY + cell * 4 + turns)
                turns += 1
            at += 1
    elif s.phase == TO_SETTLE:
        free: i64 = free_spots(s)
        while at < SPOTS:
            if free >> at & 1:
                found = append(found, SETTLE + at)
            at += 1
    elif s.phase == TO_SCORE:
        while at < SPOTS:
            if s.due >> at & 1:
                found = append(found, SCORE + at)
            at += 1
    return found


def fitting(s: State, kind: i64, cell: i64) -> i64:
    """NW-T2: the turns of this kind that fit an open cell, as bits; of turns that look the same only the first."""
    return s.set.turns[kind * WANTS + i64(s.want[cell])]


def fits_somewhere(s: State, kind: i64) -> bool:
    at: i64 = 0
    while at < s.opens:
        if fitting(s, kind, s.open[at]):
            return True
        at += 1
    return False


def free_spots(s: State) -> i64:
    """NW-T5, NW-T6: where a settler may go, and NOBODY, as bits; a feature with two parts on the tile is offered once, at its first."""
    free: i64 = 1 << NOBODY
    place: i64 = s.places - 1
    lie: i64 = s.lie[place]
    base: i64 = s.base[place]
    first: i64 = lie * MOST_PARTS
    last: i64 = first + s.set.parts[lie >> 2]
    order: i64 = first
    while order < last:
        part: i64 = s.set.in_order[order]
        root: i64 = find(s.parent, base + part)
        if s.crowd[root] == 0:
            earlier: i64 = first
            while earlier < order and find(s.parent, base + s.set.in_order[earlier]) != root:
                earlier += 1
            if earlier == order:
                free |= 1 << s.set.spot[lie * MOST_PARTS + part]
        order += 1
    return free


class Orders:
    """Tries the completed features in every order. Only what can differ is kept: points by reason, and the surveyors."""

    def __init__(self, s: State) -> None:
        self.seats: i64 = s.seats
        self.far: i64 = s.far
        self.seat: vec[i64] = vec[i64]()  # by settler on one of the features
        self.column: vec[i64] = vec[i64]()
        self.spot: vec[i64] = vec[i64]()
        self.worth: vec[i64] = vec[i64]([0] * SPOTS)
        self.first: vec[i64] = vec[i64]()  # how the first order ended
        self.tried: i64 = 0
        spot: i64 = 1
        while s.due >> spot:
            if s.due >> spot & 1:
                self._add(s, spot)
            spot += 1

    def _add(self, s: State, spot: i64) -> None:
        root: i64 = find(s.parent, score_node(s, spot))
        self.worth[spot] = value(s, root, spot_feature(spot))
        settler: i64 = 0
        while settler < s.seats * SETTLERS:
            if s.on[settler] != HOME and find(s.parent, s.on[settler]) == root:
                self.seat = append(self.seat, settler // SETTLERS)
                self.column = append(self.column, column_of(s.cell[s.stand[settler]]))
                self.spot = append(self.spot, spot)
            settler += 1

    def beyond(self, march: i64, scorings: i64) -> bool:
        """All settlers stand west of where a surveyor can be before the last scoring: no bonus, no straggler."""
        while scorings > 1:
            march = marched(march, self.far)
            scorings -= 1
        return all(column > (march + 1) >> 1 for column in self.column)

    def differ(self, left: i64, march: i64, gone: i64, points: vec[i64]) -> bool:
        """Whether some order of what is left ends differently from the first one tried. Settlers east of column `gone` are home."""
        spot: i64 = 1
        ended: bool = True
        while left >> spot:
            if left >> spot & 1 and self._here(spot, gone):
                ended = False
                after = points[:]
                self._score(spot, march, gone, after)
                moved: i64 = marched(march, self.far)
                if self.differ(left & ~(1 << spot), moved, moved >> 1, after):
                    return True
            spot += 1
        if not ended:
            return False
        points[len(points) - 1] = march
        if not self.tried:
            self.tried = 1
            self.first = points
        at: i64 = 0
        while at < len(points):
            if points[at] != self.first[at]:
                return True
            at += 1
        return False

    def _here(self, spot: i64, gone: i64) -> bool:
        at: i64 = 0
        while at < len(self.spot):
            if self.spot[at] == spot and self.column[at] >= gone:
                return True
            at += 1
        return False

    def _score(self, spot: i64, march: i64, gone: i64, points: vec[i64]) -> None:
        crowd: i64 = 0
        at: i64 = 0
        while at < len(self.spot):
            if self.spot[at] == spot and self.column[at] >= gone:
                crowd += 1 << CROWD * self.seat[at]
            at += 1
        most: i64 = most_settlers(crowd)
        reason: i64 = COMPLETED[spot_feature(spot)]
        seat: i64 = 0
        while seat < self.seats:
            if settlers_on(crowd, seat) == most:
                points[seat * N_REASONS + reason] += self.worth[spot]
            seat += 1
        at = 0
        while at < len(self.spot):
            seat = self.seat[at]
            if self.spot[at] == spot and self.column[at] >= gone and settlers_on(crowd, seat) == most:
                points[seat * N_REASONS + BONUS] += surveyor_bonus(march, self.column[at])
            at += 1


def order_matters(s: State) -> bool:
    """NW-F6: whether the active player's choice of what is scored next can change anything."""
    waiting: i64 = bits(s.due)
    if waiting < 2:
        return False
    orders = Orders(s)
    if orders.beyond(s.march, waiting):
        return False
    return waiting > MOST_ORDERS or orders.differ(s.due, s.march, 0, vec[i64]([0] * (s.seats * N_REASONS + 1)))
