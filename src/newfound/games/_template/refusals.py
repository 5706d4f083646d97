"""Why something is not legal now: the clause, the values of the sentence, the cells. Never just "no"."""

from __future__ import annotations

from newfound.core.game import Refusal

from .actions import DRAW, N_ACTIONS, TOSS, spell
from .components import CELL_NAMES, CELLS, KINDS, N_KINDS, NONE
from .rules import touches
from .state import ENDED, PLAY, State

_BY_SPELLING = {spell(action): action for action in range(N_ACTIONS)}


def refuse(s: State, text: str) -> Refusal:
    """The first rule against it, in the order in which a person would look."""
    action = _BY_SPELLING.get(" ".join(text.lower().split()))
    if action is None:
        return Refusal("play.unknown", values={"text": text})
    if s.phase == ENDED:
        return Refusal("refuse.over", "TM-E1")
    if action >= DRAW:
        return _no_draw(s, action - DRAW)
    if s.phase != PLAY:
        return Refusal("refuse.luck", "TM-T4")
    if action >= TOSS:
        return _no_toss(s, action - TOSS)
    return _no_lay(s, action // CELLS, action % CELLS)


def _no_draw(s: State, kind: int) -> Refusal:
    if s.phase == PLAY:
        return Refusal("refuse.draw", "TM-T4")
    return Refusal("refuse.bag", "TM-C1", {"kind": KINDS[kind]})


def _no_toss(s: State, kind: int) -> Refusal:
    if not s.may_toss:
        return Refusal("refuse.toss_off", "TM-T3")
    if s.tossed[s.seat]:
        return Refusal("refuse.toss_once", "TM-T3")
    return Refusal("refuse.hand", "TM-T1", {"kind": KINDS[kind]})


def _no_lay(s: State, kind: int, cell: int) -> Refusal:
    if s.hands[s.seat * N_KINDS + kind] == 0:
        return Refusal("refuse.hand", "TM-T1", {"kind": KINDS[kind]})
    if s.pool[cell] != NONE:
        return Refusal("refuse.full", "TM-T1", {"kind": KINDS[s.pool[cell]]}, (CELL_NAMES[cell],))
    assert not touches(s, cell), f"{spell(kind * CELLS + cell)} is legal"
    return Refusal("refuse.apart", "TM-T2", cells=(CELL_NAMES[cell],))
