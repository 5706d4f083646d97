"""The rules of New World: whose turn it is, what luck draws, what an action does (NW-S, NW-T)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, Setup

from .actions import FIRST, LAY, SCORE, SETTLE, TILE
from .components import NOBODY, NONE, WANTS, WAYS
from .legal import fits_somewhere, free_spots, order_matters
from .scoring import bits, completed, nth_bit, score, score_the_end, still_due
from .setfile import components
from .state import BEGIN, ENDED, TO_DRAW, TO_LAY, TO_SCORE, TO_SETTLE, State, empty_land, lay, place_settler, put_in_box, spot_node, supply


def start(setup: Setup) -> State:
    """NW-S1, NW-S2. The first player is drawn next."""
    return empty_land(components(str(setup.options["tiles"])), setup.seats, 1 if setup.options["coast_counts"] else 0)


def turn(s: State) -> int:
    if s.phase == ENDED:
        return OVER
    return CHANCE if s.phase <= TO_DRAW else int(s.active)


def weights(s: State) -> list[int]:
    """At CHANCE: all players are equally likely to be first; a tile is as likely as it is frequent in the pile."""
    if s.phase == BEGIN:
        return [1] * int(s.seats)
    return [int(count) for count in s.pile if count]


def draw(s: State, dice: Dice) -> int:
    return int(drawn(s, dice))


def apply(s: State, action: int) -> None:
    do(s, action)


def playout(s: State, dice: Dice) -> None:
    """Random play to the end; every legal action is equally likely."""
    play_on(s, NONE, dice)


def play_on(s: State, seat: i64, dice: Dice) -> None:
    """The same up to the next decision of this seat."""
    while s.phase != ENDED:
        if s.phase <= TO_DRAW:
            do(s, drawn(s, dice))
        elif s.active == seat:
            return
        elif s.phase == TO_LAY:
            do(s, _any_lay(s, dice))
        elif s.phase == TO_SETTLE:
            do(s, SETTLE + any_bit(free_spots(s), dice))
        else:
            do(s, SCORE + any_bit(s.due, dice))


def drawn(s: State, dice: Dice) -> i64:
    if s.phase == BEGIN:
        return FIRST + dice.below(s.seats)
    at: i64 = dice.below(s.left)
    kind: i64 = 0
    pile = s.pile
    while at >= pile[kind]:
        at -= pile[kind]
        kind += 1
    return TILE + kind


def _any_lay(s: State, dice: Dice) -> i64:
    turns = s.set.turns
    want = s.want
    cells = s.open
    row: i64 = s.hand * WANTS
    ways: i64 = 0
    at: i64 = 0
    while at < s.opens:
        ways += WAYS[turns[row + i64(want[cells[at]])]]
        at += 1
    nth: i64 = dice.below(ways)
    at = 0
    while True:
        fit: i64 = turns[row + i64(want[cells[at]])]
        ways = WAYS[fit]
        if nth < ways:
            return LAY + cells[at] * 4 + nth_bit(fit, nth)
        nth -= ways
        at += 1


def any_bit(word: i64, dice: Dice) -> i64:
    return nth_bit(word, dice.below(bits(word)))


def do(s: State, action: i64) -> None:
    if action >= LAY:
        _lay(s, (action - LAY) >> 2, (action - LAY) & 3)
    elif action > SCORE:
        score(s, action - SCORE)
        _score_on(s)
    elif action >= SETTLE:
        _settle(s, action - SETTLE)
    elif action >= TILE:
        _draw_tile(s, action - TILE)
    else:
        s.active = action - FIRST
        s.phase = TO_DRAW


def _draw_tile(s: State, kind: i64) -> None:
    s.pile[kind] -= 1
    s.left -= 1
    if fits_somewhere(s, kind):
        s.hand = kind
        s.phase = TO_LAY
        return
    put_in_box(s, kind)  # NW-T4: the player draws another
    if s.left == 0:
        _end(s)  # NW-E1


def _lay(s: State, cell: i64, turns: i64) -> None:
    lay(s, cell, s.hand * 4 + turns)
    s.hand = NONE
    if len(s.scored):
        s.scored = vec[i64]()
    s.phase = TO_SETTLE
    if supply(s, s.active) == 0 or free_spots(s) == 1 << NOBODY:  # NW-T8: nothing to decide
        _settle(s, NOBODY)


def _settle(s: State, spot: i64) -> None:
    if spot != NOBODY:
        place: i64 = s.places - 1
        place_settler(s, s.active, place, spot_node(s, place, spot))
    s.due = completed(s)
    _score_on(s)


def _score_on(s: State) -> None:
    """NW-F6: scores what is due; stops where the order matters, for the active player to choose."""
    s.due = still_due(s)
    while s.due:
        if order_matters(s):
            s.phase = TO_SCORE
            return
        score(s, nth_bit(s.due, 0))
        s.due = still_due(s)
    if s.left == 0:
        _end(s)
        return
    s.active = (s.active + 1) % s.seats  # NW-T7
    s.phase = TO_DRAW


def _end(s: State) -> None:
    """NW-E1."""
    s.phase = ENDED
    score_the_end(s)
