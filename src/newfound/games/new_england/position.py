"""A position of New England as JSON and back.

No array goes from here to a compiled function, nor is one assigned to a state: mypyc would never free it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.game import Json, Setup
from newfound.core.grid import cell_at

from .actions import (
    COLUMNS,
    DOMINO_PLACES,
    FAMILIES,
    FIGURES,
    HIGH_BIT,
    KINDS,
    LANDS,
    LOW_BIT,
    N_DOMINOES,
    N_FIGURES,
    N_KINDS,
    N_LANDS,
    ROWS,
    name,
    plots_of,
)
from .rules import start
from .state import NONE, PHASES, State, lay, lay_start, stand, turn_over
from .view import hand, moved, options_of, piles, tiles

NUMBERS: Final = ("round", "first", "active", "announced", "to_fill", "purchases", "privilege", "extra")
DOMINOES: Final = {" ".join(name(cell) for cell in plots_of(DOMINO_PLACES + n)): n for n in range(N_DOMINOES)}
PILES: Final = ("left", "offer", "gone")


def cell_of(plot: str) -> int:
    row, column = cell_at(plot, ROWS)
    return row * COLUMNS + column


def dump(s: State) -> Json:
    """Everything that does not follow from the rest, in words."""
    seats = [
        {
            "family": None if s.family[seat] == NONE else FAMILIES[s.family[seat]],
            "money": int(s.money[seat]),
            "marker": int(s.marker[seat]),
            **hand(s, seat),
        }
        for seat in range(s.seats)
    ]
    numbers = {name: int(getattr(s, name)) for name in NUMBERS}
    position = {"options": options_of(s), "phase": PHASES[s.phase], "seats": seats, "tiles": tiles(s), "moved": moved(s)}
    return position | numbers | piles(s)


def load(position: Json) -> State:
    """The state that was dumped: every tile is laid and every figure placed again."""
    s = start(Setup(len(position["seats"]), position["options"]))
    s.phase = PHASES.index(position["phase"])
    for number in NUMBERS:
        setattr(s, number, position[number])
    for pile in PILES:
        counts: vec[i64] = getattr(s, pile)
        for land in range(N_LANDS):
            counts[land] = position[pile]["tiles"].get(LANDS[land], 0)
        _fill(counts, N_LANDS, position[pile]["cards"])
    s.tiles_left = sum(s.left[:N_LANDS])
    s.cards_left = sum(s.left[N_LANDS:])
    for seat, held in enumerate(position["seats"]):
        s.family[seat] = NONE if held["family"] is None else FAMILIES.index(held["family"])
        s.money[seat] = held["money"]
        s.marker[seat] = held["marker"]
        _fill(s.done, seat * N_KINDS, held["done"])
        _fill(s.stored, seat * N_KINDS, held["stored"])
    for tile in position["tiles"]:
        _put(s, tile)
    for plot in position["moved"]:
        s.moved_low |= LOW_BIT[cell_of(plot)]
        s.moved_high |= HIGH_BIT[cell_of(plot)]
    return s


def _fill(counts: vec[i64], at: int, named: Mapping[str, int]) -> None:
    for kind in range(N_KINDS):
        counts[at + kind] = named.get(KINDS[kind], 0)


def _put(s: State, tile: Json) -> None:
    seat, land, plots = tile["seat"], LANDS.index(tile["land"]), tile["plots"]
    if len(plots) == 2:
        lay_start(s, seat, land, DOMINOES[" ".join(plots)])
    else:
        lay(s, seat, land, cell_of(plots[0]))
    if tile["figure"] is not None:
        figure = FIGURES.index(tile["figure"])
        stand(s, seat, figure, cell_of(plots[0]))
        s.placed[seat * N_FIGURES + figure] += 1
    for plot in plots if tile["used"] else []:
        turn_over(s, cell_of(plot))
