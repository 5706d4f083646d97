"""The rules of New Haven: whose turn it is, and what an action does."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, Setup

from .actions import BAG, BUILD, DRAW, FIRST, LAY, PASS, SHIP, TAKE, TILE
from .components import (
    CELLS,
    FACE_DOWN,
    FACE_UP,
    FACES,
    KINDS,
    LEAST,
    MOST_SEATS,
    N_CIRCLES,
    N_NUMBERS,
    N_RESOURCES,
    NONE,
    POND_SEATS,
    ROWS,
    SLOTS,
    SPACES,
    SQUARE_ROW,
    area,
    components,
)
from .legal import any_lay, legal
from .luck import drawn, hand_tiles
from .scoring import award_charters
from .state import (
    AGES,
    BEGIN,
    BLIND,
    CIRCLES,
    CLEARINGS,
    DEAL,
    ENDED,
    FILLED,
    HAND,
    NEW_TILE,
    OPEN,
    POND_HERE,
    PRINTED,
    REFILL,
    REVEAL,
    SETTLE,
    SHIPMENT,
    TO_BUILD,
    TO_LAY,
    TO_TAKE,
    State,
    kind_built,
    known_as,
)

# The first of the four squares of each cell, among all squares and their border
CORNER: Final[vec[i64]] = vec[i64]([(2 * (cell // ROWS) + 1) * SQUARE_ROW + 2 * (cell % ROWS) + 1 for cell in range(CELLS)])


# Beginning


def start(setup: Setup) -> State:
    """Before any luck."""
    s = State(components(str(setup.options["tiles"])), setup.seats)
    s.side_b = 1 if setup.options["side"] == "B" else 0
    s.redevelop = 1 if setup.options["redevelop"] else 0
    s.careful = 1 if setup.options["careful"] else 0
    s.chartered = 1 if setup.options["charters"] else 0
    s.drawn_first = 1 if setup.options["first"] == "drawn" else 0
    for cell in area(setup.seats):
        s.status[cell] = OPEN
        s.open_left += 1
        if not s.side_b and s.set.printed[cell] != NONE:  # NH-C4
            put_face(s, cell, s.set.printed[cell])
            s.status[cell] = PRINTED
            s.open_left -= 1
    sets_out: i64 = MOST_SEATS - s.seats if s.careful else 0  # NH-V2
    for kind in range(KINDS):
        s.bag[kind] = s.set.copies - sets_out
        s.bag_total += s.bag[kind]
    for count in s.unseen:
        s.unseen_total += count
    if s.side_b:
        s.ponds = s.set.ponds[:]
    s.phase = BEGIN
    if not s.drawn_first:
        _after_begin(s)
    return s


def _after_begin(s: State) -> None:
    s.step = 0
    s.phase = SETTLE if s.side_b and s.set.settled > 0 else CIRCLES


# Whose turn


def turn(s: State) -> int:
    phase = s.phase
    if phase == TO_BUILD:
        return s.builder
    if phase == TO_LAY or phase == TO_TAKE:
        return s.active
    return OVER if phase == ENDED else CHANCE


# What actions do


def apply(s: State, action: int) -> None:
    do(s, action)


def do(s: State, action: i64) -> None:
    if action == PASS:
        _next_builder(s)
    elif action < TAKE:
        _build(s, action - BUILD)
    elif action < BAG:
        _take(s, action - TAKE)
    elif action == BAG:
        s.phase = BLIND
    elif action < LAY:
        _ship(s, (action - SHIP) // N_RESOURCES, (action - SHIP) % N_RESOURCES)
    elif action < DRAW:
        _lay(s, (action - LAY) // CELLS, (action - LAY) % CELLS)
    elif action < TILE:
        _lucky_building(s, action - DRAW)
    elif action < FIRST:
        _lucky_tile(s, action - TILE)
    else:
        s.active = action - FIRST
        _after_begin(s)


def put_face(s: State, cell: i64, face: i64) -> None:
    s.face[cell] = face
    corner: i64 = CORNER[cell]
    s.squares[corner] = (face >> 6) + 1
    s.squares[corner + 1] = ((face >> 4) & 3) + 1
    s.squares[corner + SQUARE_ROW] = ((face >> 2) & 3) + 1
    s.squares[corner + SQUARE_ROW + 1] = (face & 3) + 1


def name_shipment(s: State, cell: i64, resource: i64) -> None:
    """NH-T2: four squares of the named resource."""
    corner: i64 = CORNER[cell]
    s.squares[corner] = resource + 1
    s.squares[corner + 1] = resource + 1
    s.squares[corner + SQUARE_ROW] = resource + 1
    s.squares[corner + SQUARE_ROW + 1] = resource + 1


def _lay(s: State, face: i64, cell: i64) -> None:
    least: i64 = LEAST[face]
    at: i64 = s.active * SLOTS
    while s.tiles[at] != least:
        at += 1
    s.tiles[at] = NONE
    put_face(s, cell, face)
    s.status[cell] = FILLED
    _after_laying(s, cell)


def _ship(s: State, cell: i64, resource: i64) -> None:
    s.shipment[s.active] = 0
    s.shipped = cell
    s.named = resource
    name_shipment(s, cell, resource)
    s.status[cell] = SHIPMENT
    _after_laying(s, cell)


def _after_laying(s: State, cell: i64) -> None:
    s.open_left -= 1
    kind: i64 = s.clearing[cell]
    if kind != NONE:  # NH-X3
        s.clearing[cell] = NONE
        s.hands[s.active * KINDS + kind] += 1
        s.known = append(s.known, known_as(s, s.active, kind))
    resource: i64
    for resource in range(N_RESOURCES):
        s.markers[resource] = len(chain(s, cell, resource))
    s.builder = s.active
    s.phase = TO_BUILD


def chain(s: State, cell: i64, resource: i64) -> vec[i64]:
    """NH-T3: the squares of this resource on this cell and all that are connected with them, each once."""
    squares = s.squares
    want: i64 = resource + 1
    reached: vec[i64] = vec[i64]()
    corner: i64 = CORNER[cell]
    if squares[corner] == want:
        reached = append(reached, corner)
    if squares[corner + 1] == want:
        reached = append(reached, corner + 1)
    if squares[corner + SQUARE_ROW] == want:
        reached = append(reached, corner + SQUARE_ROW)
    if squares[corner + SQUARE_ROW + 1] == want:
        reached = append(reached, corner + SQUARE_ROW + 1)
    for square in reached:
        squares[square] = 0  # taken off the board while the chain is followed, so that none counts twice
    at: i64 = 0
    while at < len(reached):
        square = reached[at]
        at += 1
        if squares[square - 1] == want:
            squares[square - 1] = 0
            reached = append(reached, square - 1)
        if squares[square + 1] == want:
            squares[square + 1] = 0
            reached = append(reached, square + 1)
        if squares[square - SQUARE_ROW] == want:
            squares[square - SQUARE_ROW] = 0
            reached = append(reached, square - SQUARE_ROW)
        if squares[square + SQUARE_ROW] == want:
            squares[square + SQUARE_ROW] = 0
            reached = append(reached, square + SQUARE_ROW)
    for square in reached:
        squares[square] = want
    return reached


def _build(s: State, at: i64) -> None:
    seat: i64 = s.builder
    kind: i64 = at // 2 // SPACES
    space: i64 = at // 2 % SPACES
    bit: i64 = 1 << space
    place: i64 = seat * SPACES + space
    covered: i64 = s.village[place]
    if covered:
        s.under[place] += 1
        _cover(s, seat, covered, bit)
    s.hands[seat * KINDS + kind] -= 1
    s.built[seat * N_RESOURCES + kind // N_NUMBERS] |= bit
    if at % 2:
        s.village[place] = kind + FACE_DOWN
        s.downs[seat * N_RESOURCES + kind // N_NUMBERS] += 1
    else:
        s.village[place] = kind + FACE_UP
        s.upright[seat] |= bit
        _forget(s, seat * KINDS + kind)
    s.markers[kind // N_NUMBERS] -= s.set.number[space]  # NH-B1: the space sets the price, not the building
    if s.chartered:
        award_charters(s, seat, space, kind // N_NUMBERS)
    if _all_markers_at_zero(s):
        _begin_taking(s)


def _forget(s: State, whose: i64) -> None:
    """NH-S6: it is seen again. Of several alike the last one taken goes: those before it may lie face down by now."""
    at: i64 = len(s.known) - 1
    while at >= 0 and s.known[at] // AGES != whose:
        at -= 1
    if at >= 0:
        s.known, _ = pop(s.known, at)


def _cover(s: State, seat: i64, covered: i64, bit: i64) -> None:
    """NH-V1: the covered building counts for nothing from now on."""
    kind: i64 = kind_built(covered)
    s.built[seat * N_RESOURCES + kind // N_NUMBERS] &= ~bit
    if covered >= FACE_DOWN:
        s.buried[seat * KINDS + kind] += 1
    else:
        s.gone[kind] += 1
        s.upright[seat] &= ~bit


def _all_markers_at_zero(s: State) -> bool:
    return s.markers[0] + s.markers[1] + s.markers[2] + s.markers[3] == 0


def _next_builder(s: State) -> None:
    """NH-T5: everyone is asked once, clockwise."""
    s.builder = s.builder + 1 if s.builder + 1 < s.seats else 0
    if s.builder == s.active:
        _begin_taking(s)


def _begin_taking(s: State) -> None:
    """NH-T6: one building for every marker at zero."""
    s.builder = s.active
    s.draws = 0
    s.took = 0
    for marker in s.markers:
        if marker == 0:
            s.draws += 1
    _next_taking(s)


def _next_taking(s: State) -> None:
    if s.draws > 0 and (s.bag_total > 0 or _circles_left(s) > 0):
        s.phase = TO_TAKE
    else:
        s.draws = 0
        s.took = 0
        _refill(s)


def _circles_left(s: State) -> i64:
    count: i64 = 0
    for kind in s.circles:
        if kind != NONE:
            count += 1
    return count


def _take(s: State, kind: i64) -> None:
    slot: i64 = 0
    while s.circles[slot] != kind:
        slot += 1
    s.circles[slot] = NONE
    s.hands[s.active * KINDS + kind] += 1
    s.known = append(s.known, known_as(s, s.active, kind))
    s.took = 1
    s.draws -= 1
    _next_taking(s)


def _refill(s: State) -> None:
    if s.bag_total > 0 and _circles_left(s) < N_CIRCLES:
        s.phase = REFILL
    else:
        _end_turn(s)


def _end_turn(s: State) -> None:
    """NH-T7: a new tile, or the shipment is turned over."""
    i: i64
    for i in range(N_RESOURCES):
        s.markers[i] = 0
    s.phase = NEW_TILE if s.shipped == NONE else REVEAL


def _next_turn(s: State) -> None:
    if s.open_left <= 1:  # NH-E1
        s.phase = ENDED
        return
    s.active = s.active + 1 if s.active + 1 < s.seats else 0
    s.builder = s.active
    s.phase = TO_LAY


def _lucky_building(s: State, kind: i64) -> None:
    s.bag[kind] -= 1
    s.bag_total -= 1
    phase = s.phase
    if phase == CIRCLES or phase == REFILL:
        slot: i64 = 0
        while s.circles[slot] != NONE:
            slot += 1
        s.circles[slot] = kind
        if phase == REFILL:
            _refill(s)
        elif slot == N_CIRCLES - 1:
            _lay_out_clearings(s, 0)
    elif phase == CLEARINGS:
        s.clearing[s.set.clearings[s.step]] = kind
        _lay_out_clearings(s, s.step + 1)
    elif phase == BLIND:
        s.hands[s.active * KINDS + kind] += 1
        s.draws -= 1
        _next_taking(s)
    else:
        s.hands[s.step // (HAND + hand_tiles(s)) * KINDS + kind] += 1
        _next_deal(s)


def _lay_out_clearings(s: State, at: i64) -> None:
    """NH-X3: the next clearing inside the playing area, or on to the hands."""
    if s.side_b:
        while at < len(s.set.clearings):
            if s.status[s.set.clearings[at]] == OPEN:
                s.step = at
                s.phase = CLEARINGS
                return
            at += 1
    s.step = 0
    s.phase = DEAL


def _next_deal(s: State) -> None:
    s.step += 1
    if s.step == s.seats * (HAND + hand_tiles(s)):
        s.step = 0
        s.builder = s.active
        s.phase = TO_LAY


def _lucky_tile(s: State, face: i64) -> None:
    """A tile, or (from FACES on) a pond."""
    if face >= FACES:
        s.ponds[face - FACES] -= 1
        _settle(s, POND_HERE, face - FACES)
        return
    s.unseen[s.set.tile_index[LEAST[face]]] -= 1
    s.unseen_total -= 1
    phase = s.phase
    if phase == SETTLE:
        put_face(s, s.set.settlements[s.step], face)
        _settle(s, FILLED, NONE)
    elif phase == REVEAL:
        put_face(s, s.shipped, face)
        s.status[s.shipped] = FILLED
        s.shipped = NONE
        s.named = NONE
        _next_turn(s)
    else:
        seat: i64 = s.active if phase == NEW_TILE else s.step // (HAND + hand_tiles(s))
        at: i64 = seat * SLOTS
        while s.tiles[at] != NONE:
            at += 1
        s.tiles[at] = face
        if phase == NEW_TILE:
            _next_turn(s)
        else:
            _next_deal(s)


def _settle(s: State, status: i64, mark: i64) -> None:
    """NH-X1: a pond marked for more players than there are is taken off again."""
    if mark == NONE or s.seats >= POND_SEATS[mark]:
        s.status[s.set.settlements[s.step]] = status
        s.open_left -= 1
    else:
        s.taken_off += 1
    s.step += 1
    if s.step == s.set.settled:
        s.step = 0
        s.phase = CIRCLES


# Random play


def playout(s: State, dice: Dice) -> None:
    """Uniformly random play to the end."""
    play_on(s, NONE, dice)


def play_on(s: State, seat: i64, dice: Dice) -> None:
    """The same up to the next decision of this seat."""
    while s.phase != ENDED:
        phase = s.phase
        if phase == TO_LAY or phase == TO_BUILD or phase == TO_TAKE:
            if seat == (s.builder if phase == TO_BUILD else s.active):
                return
            if phase == TO_LAY:
                do(s, any_lay(s, dice))
            else:
                found = legal(s)
                do(s, found[dice.below(len(found))])
        else:
            do(s, drawn(s, dice))
