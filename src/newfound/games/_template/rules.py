"""The rules of Tide Pool: whose turn it is, what is legal, and what an action does."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, Setup

from .actions import DRAW, LAY, TOSS
from .components import CELLS, HAND, N_KINDS, NEAR, NONE, components
from .scoring import beside_points, line_points
from .state import DEAL, ENDED, PLAY, REFILL, State


def start(setup: Setup) -> State:
    """Before any luck: all shells in the bag, nothing shuffled, so there is no future in the state to leak."""
    s = State(components(str(setup.options["shells"])), setup.seats)
    s.may_toss = 1 if setup.options["toss"] else 0
    return s


def turn(s: State) -> int:
    if s.phase == PLAY:
        return s.seat
    return OVER if s.phase == ENDED else CHANCE


# The interface speaks in Python's lists and whole numbers; the kernel keeps to arrays and i64, which compile well. So `actions`, `apply`
# and `draw` have twins for the kernel: `legal`, `do` and `drawn`, named so that it reads well: `do(s, drawn(s, dice))`.
def actions(s: State) -> list[int]:
    return [int(action) for action in legal(s)]


def legal(s: State) -> vec[i64]:
    """Ascending, because the layout of the integers is walked in order."""
    found = vec[i64]()
    kind: i64
    cell: i64
    if s.phase == DEAL or s.phase == REFILL:
        for kind in range(N_KINDS):
            if s.bag[kind] > 0:
                found = append(found, DRAW + kind)
    elif s.phase == PLAY:
        hand: i64 = s.seat * N_KINDS
        for kind in range(N_KINDS):
            if s.hands[hand + kind] > 0:
                for cell in range(CELLS):
                    if s.pool[cell] == NONE and touches(s, cell):
                        found = append(found, LAY + kind * CELLS + cell)
        if can_toss(s):
            for kind in range(N_KINDS):
                if s.hands[hand + kind] > 0:
                    found = append(found, TOSS + kind)
    return found


def touches(s: State, cell: i64) -> bool:
    """TM-T2: the first shell goes anywhere, every other touches one by a side."""
    if s.laid == 0:
        return True
    at: i64
    for at in range(cell * 4, cell * 4 + 4):
        if NEAR[at] != NONE and s.pool[NEAR[at]] != NONE:
            return True
    return False


def can_toss(s: State) -> bool:
    return s.may_toss == 1 and s.tossed[s.seat] == 0  # TM-T3: once in a match


def weights(s: State) -> list[int]:
    """The more shells of a kind are in the bag, the likelier it is."""
    return [int(count) for count in s.bag if count > 0]


def draw(s: State, dice: Dice) -> int:
    return drawn(s, dice)


def drawn(s: State, dice: Dice) -> i64:
    total: i64 = 0
    kind: i64
    for kind in range(N_KINDS):
        total += s.bag[kind]
    at: i64 = dice.below(total)
    for kind in range(N_KINDS):
        if at < s.bag[kind]:
            return DRAW + kind
        at -= s.bag[kind]
    raise AssertionError("the bag holds more than its kinds")


def apply(s: State, action: int) -> None:
    do(s, action)


def do(s: State, action: i64) -> None:
    if action < TOSS:
        _lay(s, action // CELLS, action % CELLS)
    elif action < DRAW:
        _toss(s, action - TOSS)
    else:
        _take(s, action - DRAW)


def _lay(s: State, kind: i64, cell: i64) -> None:
    s.hands[s.seat * N_KINDS + kind] -= 1
    s.pool[cell] = kind
    s.laid += 1
    s.beside[s.seat] += beside_points(s, cell)
    s.lines[s.seat] += line_points(s, cell)
    s.phase = ENDED if s.laid == CELLS else REFILL  # TM-E1: the last shell ends the match at once


def _toss(s: State, kind: i64) -> None:
    s.hands[s.seat * N_KINDS + kind] -= 1
    s.bag[kind] += 1
    s.tossed[s.seat] = 1
    s.phase = REFILL


def _take(s: State, kind: i64) -> None:
    """TM-S2 and TM-T4: two shells to each in the deal, then one after each turn."""
    s.bag[kind] -= 1
    s.hands[s.seat * N_KINDS + kind] += 1
    if s.phase == REFILL:
        s.seat = (s.seat + 1) % s.seats
        s.phase = PLAY
    elif held(s, s.seat) == HAND:
        s.seat += 1
        if s.seat == s.seats:
            s.seat = 0
            s.phase = PLAY


def held(s: State, seat: i64) -> i64:
    """How many shells a hand holds: everybody may see that."""
    total: i64 = 0
    at: i64
    for at in range(seat * N_KINDS, seat * N_KINDS + N_KINDS):
        total += s.hands[at]
    return total


def playout(s: State, dice: Dice) -> None:
    """Random play to the end, all of it in compiled code."""
    play_on(s, NONE, dice)


def play_on(s: State, seat: i64, dice: Dice) -> None:
    """The same up to the next decision of this seat."""
    while s.phase != ENDED:
        if s.phase == PLAY:
            if s.seat == seat:
                return
            choice = legal(s)
            do(s, choice[dice.below(len(choice))])
        else:
            do(s, drawn(s, dice))
