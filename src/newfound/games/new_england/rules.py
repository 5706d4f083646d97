"""The rules of New England: whose turn it is, what luck draws, what an action does."""

from __future__ import annotations

from mypy_extensions import i64

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, Setup

from .actions import (
    ANNOUNCE,
    BID,
    BUY_FIGURE,
    BUY_PLACE,
    BUY_TILE,
    CELLS,
    DRAW_CARD,
    DRAW_TILE,
    END,
    FAMILY,
    FIGURE_KINDS,
    FIRST,
    HIGH_BIT,
    ITEM,
    LAY,
    LOW_BIT,
    MOVE,
    N_DOMINOES,
    N_FIGURES,
    N_ITEMS,
    N_KINDS,
    N_LANDS,
    N_PLACES,
    N_SHAPES,
    PILGRIM,
    SHAPE,
    SHIP,
    STORE,
    USE_FIGURE,
    USE_PLACE,
)
from .components import components
from .legal import can_supply, is_card_next, is_luck, least_tiles, legal, most_tiles, offer_size
from .scoring import has_most
from .state import (
    ENDED,
    INCOME,
    NONE,
    TO_ANNOUNCE,
    TO_BID,
    TO_BUY,
    TO_DRAW,
    TO_FILL,
    TO_LAY,
    TO_NAME,
    State,
    has,
    lay,
    lay_start,
    leave,
    stand,
    use,
)


def start(setup: Setup) -> State:
    """Before any luck."""
    s = State(components(str(setup.options["deck"])), setup.seats)
    s.corners = 1 if setup.options["start_contact"] == "corners" else 0
    s.pawn_left = 1 if setup.options["pawn"] == "left" else 0
    s.first_game = 1 if setup.options["first_game"] else 0
    return s


def turn(s: State) -> int:
    if s.phase == ENDED:
        return OVER
    return CHANCE if is_luck(s) else int(s.active)


def weights(s: State) -> list[int]:
    """How likely each of `actions(s)` is, relative to the others."""
    if s.phase <= TO_NAME:
        return [1] * len(legal(s))
    return [int(s.left[action - ITEM]) for action in legal(s)]


def draw(s: State, dice: Dice) -> int:
    return int(drawn(s, dice))


def drawn(s: State, dice: Dice) -> i64:
    """One action of `legal(s)` by its weight, without listing them."""
    if s.phase <= TO_NAME:
        outcomes = legal(s)
        return outcomes[dice.below(len(outcomes))]
    if is_card_next(s):
        at: i64 = dice.below(s.cards_left)
        for kind in s.set.kinds:
            at -= s.left[N_LANDS + kind]
            if at < 0:
                return ITEM + N_LANDS + kind
    at = dice.below(s.tiles_left)
    land: i64 = 0
    while at >= s.left[land]:
        at -= s.left[land]
        land += 1
    return ITEM + land


def playout(s: State, dice: Dice) -> None:
    """Random play to the end: the same as choosing among `actions` by `dice.below`, but inside the kernel."""
    play_on(s, NONE, dice)


def play_on(s: State, seat: i64, dice: Dice) -> None:
    """The same up to the next decision of this seat."""
    while s.phase != ENDED:
        if is_luck(s):
            do(s, drawn(s, dice))
        elif s.active == seat:
            return
        else:
            choices = legal(s)
            do(s, choices[dice.below(len(choices))])


def apply(s: State, action: int) -> None:
    """In place; the action must be legal."""
    do(s, action)


def do(s: State, action: i64) -> None:
    if action >= END:
        _apply_in_turn(s, action)
    elif action >= BID:
        s.marker[s.active] = action - BID
        s.active = (s.active + 1) % s.seats  # NE-R2: clockwise
        if s.marker[s.active] != 0:
            s.phase = TO_BUY
            _next_turn(s)
    elif action >= ANNOUNCE:
        _announce(s, action - ANNOUNCE)
    elif action >= LAY:
        lay_start(s, s.active, (action - LAY) // N_DOMINOES, (action - LAY) % N_DOMINOES)
        _next_start(s)
    elif action >= ITEM:
        _fill(s, action - ITEM)
    elif action >= FAMILY:
        s.family[s.active] = action - FAMILY
        s.active += 1
        if s.active == s.seats:
            _lay_out(s)
    else:
        s.first = action - FIRST
        s.phase = TO_NAME
        s.active = 0


def _lay_out(s: State) -> None:
    """After the families are drawn."""
    if s.first_game:  # NE-S5
        for n in range(s.seats * N_LANDS):
            lay_start(s, n // N_LANDS, n % N_LANDS, s.set.first_game[s.family[n // N_LANDS] * N_LANDS + n % N_LANDS])
        _begin_round(s)
    else:
        s.phase = TO_LAY
        s.active = (s.first + s.seats - 1) % s.seats  # NE-S3: the right neighbour begins


def _next_start(s: State) -> None:
    """NE-S3: anticlockwise, three rounds, the first player last in each."""
    if s.active == s.first and _laid(s, s.active) == N_LANDS:
        _begin_round(s)
    else:
        s.active = (s.active + s.seats - 1) % s.seats


def _laid(s: State, seat: i64) -> i64:
    count: i64 = 0
    for land in range(N_LANDS):
        if s.start[seat * N_LANDS + land] != NONE:
            count += 1
    return count


def _begin_round(s: State) -> None:
    s.round += 1
    s.announced = NONE
    s.active = s.first
    s.phase = TO_ANNOUNCE
    for tiles in range(least_tiles(s), most_tiles(s) + 1):
        if can_supply(s, tiles):
            return
    _end_match(s)  # NE-E1: no number can be supplied


def _announce(s: State, tiles: i64) -> None:
    s.announced = tiles
    if can_supply(s, tiles):
        s.to_fill = offer_size(s)
        s.phase = TO_FILL
    else:
        _end_match(s)  # NE-E1


def _end_match(s: State) -> None:
    s.phase = ENDED
    s.active = NONE


def _fill(s: State, item: i64) -> None:
    """One item from bag or deck into the offer."""
    s.left[item] -= 1
    s.offer[item] += 1
    if item < N_LANDS:
        s.tiles_left -= 1
    else:
        s.cards_left -= 1
    if s.phase == TO_DRAW:
        s.phase = TO_BUY
        return
    s.to_fill -= 1
    if s.to_fill == 0:
        s.phase = TO_BID
        s.active = s.first


def _next_turn(s: State) -> None:
    """NE-R3: the highest marker still out; NE-R4: when all are back, the round is over."""
    best: i64 = 0
    for seat in range(s.seats):
        if s.marker[seat] > best:
            best = s.marker[seat]
            s.active = seat
    if best == 0:
        _end_round(s)
        return
    s.purchases = 0
    s.moved_low = 0
    s.moved_high = 0
    s.privilege = 1 if has_most(s, s.active, SHIP) else 0  # NE-P1: ties included, at least one


def _end_round(s: State) -> None:
    """NE-R4."""
    item: i64
    for item in range(N_ITEMS):
        s.gone[item] += s.offer[item]
        s.offer[item] = 0
    if s.pawn_left:
        s.first = (s.first + 1) % s.seats
    else:
        s.first = (s.first + s.seats - 1) % s.seats
    _begin_round(s)


def _apply_in_turn(s: State, action: i64) -> None:
    seat: i64 = s.active
    if action >= MOVE:
        _move(s, (action - MOVE) // CELLS, (action - MOVE) % CELLS)
        return
    if action == END:  # NE-P6
        s.money[seat] += INCOME + s.placed[seat * N_FIGURES + PILGRIM]
        s.marker[seat] = 0
        _next_turn(s)
        return
    s.moved_low = 0  # NE-P4: every figure may move again
    s.moved_high = 0
    if action <= DRAW_CARD:  # NE-P1
        s.privilege = 0
        s.extra = action - DRAW_TILE
        s.phase = TO_DRAW
    elif action < BUY_FIGURE:
        land: i64 = (action - BUY_TILE) // CELLS
        _pay(s, land)
        lay(s, seat, land, (action - BUY_TILE) % CELLS)
    elif action < BUY_PLACE:
        figure: i64 = (action - BUY_FIGURE) // CELLS
        _pay(s, N_LANDS + FIGURE_KINDS + figure)
        _place_figure(s, figure, (action - BUY_FIGURE) % CELLS)
    elif action < STORE:
        land = (action - BUY_PLACE) // N_PLACES
        place: i64 = (action - BUY_PLACE) % N_PLACES
        _pay(s, N_LANDS + land * N_SHAPES + SHAPE[place])
        _use_land(s, land, place)
    elif action < USE_FIGURE:  # NE-F4
        _pay(s, N_LANDS + action - STORE)
        s.stored[seat * N_KINDS + action - STORE] += 1
    elif action < USE_PLACE:
        figure = (action - USE_FIGURE) // CELLS
        s.stored[seat * N_KINDS + FIGURE_KINDS + figure] -= 1
        _place_figure(s, figure, (action - USE_FIGURE) % CELLS)
    else:
        land = (action - USE_PLACE) // N_PLACES
        place = (action - USE_PLACE) % N_PLACES
        s.stored[seat * N_KINDS + land * N_SHAPES + SHAPE[place]] -= 1
        _use_land(s, land, place)


def _pay(s: State, item: i64) -> None:
    """NE-P2: the marker's value to the bank, the item out of the offer."""
    s.money[s.active] -= s.marker[s.active]
    s.purchases += 1
    s.offer[item] -= 1


def _place_figure(s: State, figure: i64, cell: i64) -> None:
    s.done[s.active * N_KINDS + FIGURE_KINDS + figure] += 1
    s.placed[s.active * N_FIGURES + figure] += 1
    stand(s, s.active, figure, cell)


def _use_land(s: State, land: i64, place: i64) -> None:
    s.done[s.active * N_KINDS + land * N_SHAPES + SHAPE[place]] += 1
    use(s, place)


def _move(s: State, origin: i64, goal: i64) -> None:
    figure: i64 = PILGRIM
    if has(s.figures, s.active * N_FIGURES + SHIP, origin):
        figure = SHIP
    leave(s, s.active, figure, origin)
    stand(s, s.active, figure, goal)
    s.moved_low = (s.moved_low & ~LOW_BIT[origin]) | LOW_BIT[goal]
    s.moved_high = (s.moved_high & ~HIGH_BIT[origin]) | HIGH_BIT[goal]
