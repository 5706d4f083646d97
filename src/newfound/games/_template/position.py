"""A position as JSON, and the count of everything in it."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.game import Json

from .components import CELLS, KINDS, N_KINDS, load_set
from .state import State

_ARRAYS = ("pool", "bag", "hands", "tossed", "beside", "lines")
_NUMBERS = ("phase", "seat", "laid")


def dump(s: State) -> Json:
    """All of the state, secrets included."""
    numbers = {"set": s.parts.name, "seats": int(s.seats), "may_toss": int(s.may_toss)}
    return numbers | {name: int(getattr(s, name)) for name in _NUMBERS} | {name: [int(n) for n in getattr(s, name)] for name in _ARRAYS}


def load(data: Json) -> State:
    s = State(load_set(data["set"]), data["seats"], data["may_toss"])
    for name in _NUMBERS:
        setattr(s, name, data[name])
    for name in _ARRAYS:
        setattr(s, name, vec[i64](data[name]))
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
