"""What a position of New Haven promises, and plausible quick play. For the bots: nothing here is a rule."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.dice import Dice

from .actions import BAG, BUILD, LAY, PASS, SHIP, TAKE
from .components import CELLS, KINDS, NONE, SPACES, TURNED
from .legal import BIT, legal, spaces_for
from .luck import draw_fast
from .rules import CORNER, apply_fast, chain, name_shipment, put_face
from .scoring import COLUMN, ROW, count_bits, taken, total
from .state import BORDER_ROW, ENDED, OPEN, TO_BUILD, TO_LAY, TO_TAKE, State, copy

SCALE: Final = 18.0  # a lead of so many points nearly decides a match
RATE: Final = 20000  # simulations in a second on one core, on average over a match, what the kept tree has counted in
LAYS: Final = 6  # lays that quick play looks at before it takes the best
PER_TURN: Final = 2.4  # buildings that a seat adds in a round of turns


def evaluate(s: State) -> list[float]:
    """The points that each seat may expect at the end; once it is over, those it has."""
    if s.phase == ENDED:
        return [float(int(total(s, seat))) for seat in range(s.seats)]
    if s.phase == TO_BUILD:  # what was gathered is worth what can be built from it, by everybody in turn
        s = copy(s)
        while s.phase == TO_BUILD:
            apply_fast(s, best_build(s))
    return [promise(s, seat) for seat in range(s.seats)]


def material(s: State, seat: int) -> float:
    """The part of that which is still in the hand."""
    left: float = builds_left(s)
    return _hand_promise(s, seat) * (1.0 if left > 5.0 else left / 5.0)


def rollout(s: State, dice: Dice) -> None:
    """Plausible play to the end."""
    while s.phase != ENDED:
        phase = s.phase
        if phase == TO_BUILD:
            apply_fast(s, best_build(s))
        elif phase == TO_LAY:
            apply_fast(s, _good_lay(s, dice))
        elif phase == TO_TAKE:
            apply_fast(s, _good_take(s, dice))
        else:
            apply_fast(s, draw_fast(s, dice))


def builds_left(s: State) -> float:
    """How many buildings a seat will add before the end, about."""
    return PER_TURN * float(s.open_left - 1) / float(s.seats) + 0.5


def line_promise(filled: i64, upright: i64, length: i64, colonists: i64, left: float) -> float:
    """What a row or column may bring, with so many of its spaces built."""
    worth: float = float(colonists)
    if filled == length:
        return worth * 2.0 if upright == length else worth
    missing: float = float(length - filled)
    if missing > left:
        return 0.0
    share: float = float(filled) / float(length)
    likely: float = share * (0.4 + 0.5 * share) * (1.0 - 0.5 * missing / left)
    if upright == filled:
        likely *= 1.0 + 0.8 * share
    return worth * likely


def space_promise(s: State, full: i64, upright: i64, space: i64, left: float) -> float:
    """What the row and the column of this space may bring together."""
    row: i64 = ROW[space // 5]
    column: i64 = COLUMN[space % 5]
    return line_promise(count_bits(full & row), count_bits(upright & row), 5, s.parts.row_colonists[space // 5], left) + line_promise(
        count_bits(full & column), count_bits(upright & column), 6, s.parts.column_colonists[space % 5], left
    )


def promise(s: State, seat: i64) -> float:
    """All rows and columns, and what the hand may still be good for."""
    full: i64 = taken(s, seat)
    upright: i64 = s.upright[seat]
    left: float = builds_left(s)
    worth: float = 0.0
    line: i64
    for line in range(6):
        row: i64 = ROW[line]
        worth += line_promise(count_bits(full & row), count_bits(upright & row), 5, s.parts.row_colonists[line], left)
    for line in range(5):
        column: i64 = COLUMN[line]
        worth += line_promise(count_bits(full & column), count_bits(upright & column), 6, s.parts.column_colonists[line], left)
    return worth + _hand_promise(s, seat) * (1.0 if left > 5.0 else left / 5.0)


def _hand_promise(s: State, seat: i64) -> float:
    worth: float = 0.0
    resource: i64
    number: i64
    for resource in range(4):
        near: i64 = spaces_for(s, seat, resource)
        room: i64 = count_bits(near)
        worth += 0.15 * float(room if room < 5 else 5)  # room to grow
        for number in range(1, 7):
            held: i64 = s.hands[seat * KINDS + resource * 6 + number - 1]
            if held == 0:
                continue
            fits: i64 = near & ROW[6 - number]
            worth += float(held) * 0.08 + (0.2 if fits != 0 else 0.05)
    return worth


def best_build(s: State) -> i64:
    """The build that adds most to the village, or to pass where none adds anything."""
    seat: i64 = s.builder
    full: i64 = taken(s, seat)
    upright: i64 = s.upright[seat]
    left: float = builds_left(s)
    best: i64 = PASS
    most: float = 0.05
    resource: i64
    number: i64
    for resource in range(4):
        marker: i64 = s.markers[resource]
        if marker == 0:
            continue
        hand: i64 = seat * KINDS + resource * 6
        spare: i64 = NONE  # the building that is least missed face down: of the number it is held most
        held: i64 = 0
        for number in range(6):
            if s.hands[hand + number] > held:
                held = s.hands[hand + number]
                spare = number
        if spare == NONE:
            continue
        bits: i64 = spaces_for(s, seat, resource) & s.parts.affordable[marker if marker < 6 else 6] & ~full
        while bits:
            bit: i64 = bits & -bits
            bits ^= bit
            space: i64 = BIT[bit % 37]
            price: i64 = s.parts.number[space]
            before: float = space_promise(s, full, upright, space, left)
            cost: float = 0.06 * float(price)
            kind: i64 = resource * 6 + spare
            if s.hands[hand + price - 1] > 0:
                gain: float = space_promise(s, full | bit, upright | bit, space, left) - before - cost
                if gain > most:
                    most = gain
                    best = BUILD + ((resource * 6 + price - 1) * SPACES + space) * 2
            gain = space_promise(s, full | bit, upright, space, left) - before - cost - 0.25
            if gain > most:
                most = gain
                best = BUILD + (kind * SPACES + space) * 2 + 1
    return best


def _good_lay(s: State, dice: Dice) -> i64:
    """The best of a few lays: what it gathers, as far as the hand can use it."""
    seat: i64 = s.active
    wants: vec[i64] = vec[i64]([0] * 4)
    kind: i64
    for kind in range(KINDS):
        wants[kind // 6] += s.hands[seat * KINDS + kind] * 4
    choices = _open_cells(s)
    best: i64 = NONE
    most: i64 = -1
    for _ in range(LAYS):
        cell: i64 = choices[dice.below(len(choices))]
        slot: i64 = seat * 3 + dice.below(4)
        gain: i64 = 0
        action: i64
        if slot == seat * 3 + 3 or s.tiles[slot] == NONE:
            if s.shipment[seat] == 0:
                continue
            resource: i64 = dice.below(4)
            name_shipment(s, cell, resource)
            reached: i64 = len(chain(s, cell, resource))
            gain = 2 * (reached if reached < wants[resource] else wants[resource]) - 3
            action = SHIP + cell * 4 + resource
        else:
            face: i64 = s.tiles[slot]
            for _ in range(dice.below(4)):
                face = TURNED[face]
            put_face(s, cell, face)
            for resource in range(4):
                reached = len(chain(s, cell, resource))
                gain += 2 * (reached if reached < wants[resource] else wants[resource])
            action = LAY + face * CELLS + cell
        _lift(s, cell)
        if gain > most:
            most = gain
            best = action
    if best == NONE:
        found = legal(s)
        return found[dice.below(len(found))]
    return best


def _open_cells(s: State) -> vec[i64]:
    found: vec[i64] = vec[i64]([0] * s.open_left)
    at: i64 = 0
    cell: i64
    for cell in range(CELLS):
        if s.status[cell] == OPEN:
            found[at] = cell
            at += 1
    return found


def _lift(s: State, cell: i64) -> None:
    """Takes a tile that was only tried off the board again."""
    corner: i64 = CORNER[cell]
    s.face[cell] = NONE
    s.squares[corner] = 0
    s.squares[corner + 1] = 0
    s.squares[corner + BORDER_ROW] = 0
    s.squares[corner + BORDER_ROW + 1] = 0


def _good_take(s: State, dice: Dice) -> i64:
    """A building that fits face up somewhere; from the bag if none of the circles does."""
    seat: i64 = s.active
    best: i64 = NONE
    most: i64 = -1
    for kind in s.circles:
        if kind == NONE:
            continue
        fits: i64 = spaces_for(s, seat, kind // 6) & ROW[5 - kind % 6]
        gain: i64 = 4 * count_bits(fits) + 2 * (kind % 6) - 6 * s.hands[seat * KINDS + kind] + dice.below(4)
        if gain > most or best == NONE:
            most = gain
            best = kind
    if best == NONE or (most < 4 and s.took != 0 and s.bag_total > 0):
        return BAG
    return TAKE + best
