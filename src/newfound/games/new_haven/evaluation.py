"""What a position of New Haven promises, and plausible quick play. For the bots: nothing here is a rule."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.dice import Dice

from .actions import BAG, BUILD, LAY, PASS, SHIP, TAKE
from .components import CELLS, KINDS, N_NUMBERS, N_RESOURCES, NONE, SLOTS, SPACES, SQUARE_ROW, TURNED, VILLAGE_COLUMNS, VILLAGE_ROWS
from .legal import BIT, BITS, actions, legal, open_cells, spaces_for
from .luck import drawn
from .promise import HELD, TABLE, column_promise, hand_promise, now, promise, row_promise
from .rules import CORNER, chain, do, name_shipment, put_face
from .scoring import ROW, count_bits, taken, total
from .state import ENDED, TO_BUILD, TO_LAY, TO_TAKE, State, copy

SCALE: Final = 18.0  # points: a lead that nearly decides a match
RATE: Final = 34000  # simulations a second on one core, over a match and its numbers of players, counting those of the kept tree
SHARPNESS: Final = 12.0  # how far the search goes by the evaluation
EACH: Final = 4  # squares that a building in hand can use, roughly
KEPT: Final = 0.05  # points that a build must add beyond what the building is worth in hand
SPENT: Final = 3  # the price of having no shipment left, in half squares
LAYS: Final = 8  # lays that quick play looks at before it takes the best
TURNS: Final = 5  # that quick play looks ahead; then the promise of village and hand is the better judge


def evaluate(s: State) -> list[float]:
    """The points that each seat may expect at the end; once it is over, those it has."""
    if s.phase == ENDED:
        return [float(int(total(s, seat))) for seat in range(s.seats)]
    if s.phase == TO_BUILD:  # what was gathered is worth what can be built from it, by everybody in turn
        s = copy(s)
        while s.phase == TO_BUILD:
            do(s, best_build(s))
    return [promise(s, seat) for seat in range(s.seats)]


def material(s: State, seat: int) -> float:
    """The part of that which is still in the hand."""
    return hand_promise(s, seat)


def candidates(s: State) -> list[int]:
    """Every legal action is worth a look."""
    return actions(s)


def rollout(s: State, dice: Dice) -> None:
    """Plausible play for a few turns."""
    until: i64 = s.open_left - TURNS
    while s.phase != ENDED and (s.open_left > until or s.phase == TO_BUILD):
        phase = s.phase
        if phase == TO_BUILD:
            do(s, best_build(s))
        elif phase == TO_LAY:
            do(s, _good_lay(s, dice))
        elif phase == TO_TAKE:
            do(s, _good_take(s, dice))
        else:
            do(s, drawn(s, dice))


def space_promise(s: State, at: i64, full: i64, upright: i64, space: i64) -> float:
    """What the row and the column of this space may bring together."""
    return row_promise(s, at, full, upright, space // VILLAGE_COLUMNS) + column_promise(s, at, full, upright, space % VILLAGE_COLUMNS)


def best_build(s: State) -> i64:
    """The build that adds most to the village, or PASS where none adds anything."""
    seat: i64 = s.builder
    full: i64 = taken(s, seat)
    upright: i64 = s.upright[seat]
    at: i64 = now(s)
    best: i64 = PASS
    most: float = TABLE[at + HELD] + KEPT
    resource: i64
    number: i64
    for resource in range(N_RESOURCES):
        marker: i64 = s.markers[resource]
        if marker == 0:
            continue
        hand: i64 = seat * KINDS + resource * N_NUMBERS
        spare: i64 = NONE  # the building least missed once it lies face down: the one held most often
        held: i64 = 0
        for number in range(N_NUMBERS):
            if s.hands[hand + number] > held:
                held = s.hands[hand + number]
                spare = number
        if spare == NONE:
            continue
        bits: i64 = spaces_for(s, seat, resource) & s.set.affordable[marker if marker < N_NUMBERS else N_NUMBERS]
        while bits:
            bit: i64 = bits & -bits
            bits ^= bit
            space: i64 = BIT[bit % BITS]
            price: i64 = s.set.number[space]
            before: float = space_promise(s, at, full, upright, space)
            kind: i64 = resource * N_NUMBERS + spare
            if s.hands[hand + price - 1] > 0:
                gain: float = space_promise(s, at, full | bit, upright | bit, space) - before
                if gain > most:
                    most = gain
                    best = BUILD + ((resource * N_NUMBERS + price - 1) * SPACES + space) * 2
            gain = space_promise(s, at, full | bit, upright, space) - before
            if gain > most:
                most = gain
                best = BUILD + (kind * SPACES + space) * 2 + 1
    return best


def _good_lay(s: State, dice: Dice) -> i64:
    """The best of a few lays: what it gathers, as far as the hand can use it."""
    seat: i64 = s.active
    wants: vec[i64] = vec[i64]([0] * N_RESOURCES)
    kind: i64
    for kind in range(KINDS):
        wants[kind // N_NUMBERS] += s.hands[seat * KINDS + kind] * EACH
    choices = open_cells(s)
    best: i64 = NONE
    most: i64 = -1
    for _ in range(LAYS):
        cell: i64 = choices[dice.below(len(choices))]
        slot: i64 = dice.below(SLOTS + 1)  # the last is the shipment
        gain: i64 = 0
        action: i64
        if slot == SLOTS or s.tiles[seat * SLOTS + slot] == NONE:
            if s.shipment[seat] == 0:
                continue
            resource: i64 = dice.below(N_RESOURCES)
            name_shipment(s, cell, resource)
            reached: i64 = len(chain(s, cell, resource))
            gain = 2 * (reached if reached < wants[resource] else wants[resource]) - SPENT
            action = SHIP + cell * N_RESOURCES + resource
        else:
            face: i64 = s.tiles[seat * SLOTS + slot]
            for _ in range(dice.below(4)):
                face = TURNED[face]
            put_face(s, cell, face)
            for resource in range(N_RESOURCES):
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


def _lift(s: State, cell: i64) -> None:
    """Takes off the board again a tile that was only tried."""
    corner: i64 = CORNER[cell]
    s.face[cell] = NONE
    s.squares[corner] = 0
    s.squares[corner + 1] = 0
    s.squares[corner + SQUARE_ROW] = 0
    s.squares[corner + SQUARE_ROW + 1] = 0


def _good_take(s: State, dice: Dice) -> i64:
    """A building that fits face up somewhere; from the bag if none of the circles does."""
    seat: i64 = s.active
    best: i64 = NONE
    most: i64 = -1
    for kind in s.circles:
        if kind == NONE:
            continue
        fits: i64 = spaces_for(s, seat, kind // N_NUMBERS) & ROW[VILLAGE_ROWS - 1 - kind % N_NUMBERS]
        gain: i64 = 4 * count_bits(fits) + 2 * (kind % N_NUMBERS) - 6 * s.hands[seat * KINDS + kind] + dice.below(4)
        if gain > most or best == NONE:
            most = gain
            best = kind
    if best == NONE or (most < 4 and s.took != 0 and s.bag_total > 0):
        return BAG
    return TAKE + best
