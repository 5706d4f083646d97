"""Who may know what: the view of a reader, and states that a reader cannot tell from the true one."""

from __future__ import annotations

from mypy_extensions import i64

from newfound.core.dice import Dice

from .actions import DRAW
from .components import CELL_NAMES, CELLS, KINDS, N_KINDS, NONE
from .rules import drawn, held, turn
from .seen import Player, View
from .state import PHASES, State, copy


def observe(s: State, reader: int) -> View:
    """All that a seat, or the ONLOOKER, may know. Built from what is open, never by deleting from what is true."""
    players: list[Player] = []
    for seat in range(int(s.seats)):
        player: Player = {
            "held": int(held(s, seat)),
            "tossed": bool(s.tossed[seat]),
            "points": int(s.beside[seat] + s.lines[seat]),
        }
        if seat == reader:  # TM-S2: nobody else sees a hand
            player["hand"] = {KINDS[kind]: int(s.hands[seat * N_KINDS + kind]) for kind in range(N_KINDS)}
        players.append(player)
    return {
        "phase": PHASES[s.phase],
        "turn": turn(s),
        "reader": reader,
        "seat": int(s.seat),
        "toss": bool(s.may_toss),
        "pool": {CELL_NAMES[cell]: KINDS[s.pool[cell]] for cell in range(CELLS) if s.pool[cell] != NONE},
        "bag": int(sum(s.bag)),
        "players": players,
    }


def redeal(s: State, reader: int, dice: Dice) -> State:
    """The hands this reader cannot see, dealt anew from all shells the reader cannot see.

    They are first put back into the bag, so nothing but the view and the dice decides what comes out.
    """
    t = copy(s)
    seat: i64
    for seat in range(s.seats):
        if seat != reader:
            _put_back(t, seat)
    for seat in range(s.seats):
        if seat != reader:
            _deal(t, seat, held(s, seat), dice)
    return t


def _put_back(t: State, seat: i64) -> None:
    kind: i64
    for kind in range(N_KINDS):
        t.bag[kind] += t.hands[seat * N_KINDS + kind]
        t.hands[seat * N_KINDS + kind] = 0


def _deal(t: State, seat: i64, shells: i64, dice: Dice) -> None:
    for _ in range(shells):
        kind: i64 = drawn(t, dice) - DRAW
        t.bag[kind] -= 1
        t.hands[seat * N_KINDS + kind] += 1
