"""A position of New World as JSON and back."""

from __future__ import annotations

from newfound.core.game import Json, Setup
from newfound.core.problem import BadFile

from .actions import SCORE_NAMES, SETTLE_NAMES
from .components import NONE, SETTLERS, cell_name, cell_named, code_of
from .legal import fitting
from .rules import start
from .scoring import completed
from .setfile import FOLDER
from .state import HOME, N_REASONS, PHASES, TO_SCORE, State, keep_scored, lay, place_settler, put_in_box, spot_node, supply
from .view import at_name


def dump(s: State) -> Json:
    """The tiles in the order in which they were laid; what is joined to what follows from them."""
    spaces, seats = int(s.set.spaces), int(s.seats)
    return {
        "seats": seats,
        "options": {"coast_counts": bool(s.coast_counts), "tiles": s.set.name},
        "phase": PHASES[s.phase],
        "active": int(s.active),
        "hand": None if s.hand == NONE else code_of(s.hand),
        "march": int(s.march),
        "laid": [[cell_name(s.cell[place]), code_of(s.lie[place] // 4), s.lie[place] % 4] for place in range(spaces, s.places)],
        "box": [code_of(kind) for kind in s.box],
        "settlers": [
            [settler // SETTLERS, cell_name(s.cell[s.stand[settler]]), at_name(s, s.stand[settler], s.on[settler])]
            for settler in range(seats * SETTLERS)
            if s.on[settler] != HOME
        ],
        "points": [[int(points) for points in s.points[seat * N_REASONS : (seat + 1) * N_REASONS]] for seat in range(seats)],
        "scored": [SCORE_NAMES[spot] for spot in s.scored],
    }


def load(position: Json) -> State:
    """The state that was dumped; BadFile where tiles or settlers cannot lie or stand so."""
    s = start(Setup(position["seats"], position["options"]))
    for cell, code, turns in position["laid"]:
        _lay_again(s, cell, _take(s, code), turns)
    for code in position["box"]:
        put_in_box(s, _take(s, code))
    s.hand = NONE if position["hand"] is None else _take(s, position["hand"])
    for seat, cell, at in position["settlers"]:
        _settle_again(s, seat, cell, at)
    for at, points in enumerate(points for seat in position["points"] for points in seat):
        s.points[at] = points  # filled, not replaced: mypyc never frees an array assigned from outside
    for name in position["scored"]:
        keep_scored(s, SCORE_NAMES.index(name))
    s.march = position["march"]
    s.active = position["active"]
    s.phase = PHASES.index(position["phase"])
    s.due = completed(s) if s.phase == TO_SCORE else 0
    return s


def _take(s: State, code: str) -> int:
    """The kind of a tile that leaves the pile."""
    for kind in range(s.set.kinds):
        if code_of(kind) == code and s.pile[kind]:
            s.pile[kind] -= 1
            s.left -= 1
            return kind
    raise BadFile("position.tile", FOLDER, tile=code)


def _lay_again(s: State, name: str, kind: int, turns: int) -> None:
    cell = cell_named(name)
    if cell not in s.open[: s.opens] or not fitting(s, kind, cell) >> turns & 1:
        raise BadFile("position.cell", FOLDER, tile=code_of(kind), cell=name)
    lay(s, cell, kind * 4 + turns)


def _settle_again(s: State, seat: int, name: str, at: str) -> None:
    place = int(s.at[cell_named(name)]) - 1
    if 0 <= seat < s.seats and supply(s, seat) and s.set.spaces <= place < s.places and at in SETTLE_NAMES:
        node = spot_node(s, place, SETTLE_NAMES.index(at))
        if node != NONE and at_name(s, place, node) == at:
            place_settler(s, seat, place, node)
            return
    raise BadFile("position.settler", FOLDER, at=at, cell=name)
