"""A position of New Haven as JSON and back."""

from __future__ import annotations

from typing import Final

from newfound.core.game import Json, Setup

from .components import CELLS, FACE_DOWN, N_NUMBERS, N_RESOURCES, NONE, SPACES
from .rules import name_shipment, put_face, start
from .state import OPEN, SHIPMENT, State, keep_known, kind_built

NUMBERS: Final = ("phase", "step", "active", "builder", "draws", "took", "shipped", "named", "taken_off")
ARRAYS: Final = (
    *("status", "face", "clearing", "markers", "circles", "bag", "unseen", "ponds", "hands", "tiles"),
    *("shipment", "village", "under", "buried", "gone", "charters"),
)


def dump(s: State) -> Json:
    """Everything that does not follow from the rest."""
    options = {
        "side": "B" if s.side_b else "A",
        "redevelop": bool(s.redevelop),
        "careful": bool(s.careful),
        "charters": bool(s.chartered),
        "first": "drawn" if s.drawn_first else "given",
        "tiles": s.set.name,
    }
    numbers = {name: int(getattr(s, name)) for name in NUMBERS}
    arrays = {name: [int(n) for n in getattr(s, name)] for name in ARRAYS}
    return {"seats": int(s.seats), "options": options} | numbers | arrays | {"known": [int(entry) for entry in s.known]}


def load(position: Json) -> State:
    """The state that was dumped; bits, squares and totals are made anew."""
    s = start(Setup(position["seats"], position["options"]))
    for name in NUMBERS:
        setattr(s, name, position[name])
    for entry in position["known"]:
        keep_known(s, entry)
    for name in ARRAYS:
        array = getattr(s, name)
        for at, n in enumerate(position[name]):  # filled, not replaced: mypyc never frees an array assigned from outside
            array[at] = n
    s.bag_total, s.unseen_total = sum(s.bag), sum(s.unseen)
    for cell in range(CELLS):
        if s.face[cell] != NONE:
            put_face(s, cell, s.face[cell])
        if s.status[cell] == SHIPMENT:
            name_shipment(s, cell, s.named)
    s.open_left = sum(1 for status in s.status if status == OPEN)
    for place, code in enumerate(s.village):
        seat, bit = place // SPACES, 1 << (place % SPACES)
        if code:
            at = seat * N_RESOURCES + kind_built(code) // N_NUMBERS
            s.built[at] |= bit
            s.downs[at] += 1 if code >= FACE_DOWN else 0
            s.upright[seat] |= bit if code < FACE_DOWN else 0
    for at, count in enumerate(s.buried):
        s.downs[at // N_NUMBERS] += count
    return s
