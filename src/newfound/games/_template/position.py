"""A position as JSON, and the count of everything in it."""

from __future__ import annotations

from collections.abc import Mapping

from newfound.core.game import Json

from .components import CELLS, KINDS, N_KINDS, components
from .state import State

_NUMBERS = ("may_toss", "phase", "seat", "laid")
_ARRAYS = ("pool", "bag", "hands", "tossed", "beside", "lines")


def dump(s: State) -> Json:
    """All of the state, secrets included."""
    numbers = {name: int(getattr(s, name)) for name in _NUMBERS}
    arrays = {name: [int(n) for n in getattr(s, name)] for name in _ARRAYS}
    return {"set": s.set.name, "seats": int(s.seats)} | numbers | arrays


def load(data: Json) -> State:
    s = State(components(data["set"]), data["seats"])
    for name in _NUMBERS:
        setattr(s, name, data[name])
    for name in _ARRAYS:
        array = getattr(s, name)
        for at, n in enumerate(data[name]):  # filled, not replaced: a compiled state never frees an array assigned from outside
            array[at] = n
    return s


def census(s: State) -> Mapping[str, int]:
    """Every shell by kind, in the bag, in hands and in the pool: the same from the first event to the last."""
    counts = [int(count) for count in s.bag]
    for at, count in enumerate(s.hands):
        counts[at % N_KINDS] += int(count)
    for cell in range(CELLS):
        if s.pool[cell] >= 0:
            counts[s.pool[cell]] += 1
    return dict(zip(KINDS, counts, strict=True))
