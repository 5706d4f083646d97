"""A position of New Haven as JSON and back."""

from __future__ import annotations

from typing import Final

from newfound.core.game import Json, Setup

from .components import CELLS, NONE, SPACES
from .rules import name_shipment, put_face, start
from .state import SHIPMENT, State, keep_known

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
    s.open_left = sum(1 for status in s.status if status == 1)
    for place, code in enumerate(s.village):
        seat, bit = place // SPACES, 1 << (place % SPACES)
        if code:
            s.built[seat * 4 + (code - 1 if code < 25 else code - 25) // 6] |= bit
            s.downs[seat * 4 + (code - 25) // 6] += 1 if code >= 25 else 0
        if 0 < code < 25:
            s.upright[seat] |= bit
    for at, count in enumerate(s.buried):
        s.downs[at // 6] += count
    return s
