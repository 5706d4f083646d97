"""A position of New England as JSON and back, and the census of its components."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.game import Json, Setup
from newfound.core.grid import cell_at

from .actions import (
    CELLS,
    COLUMNS,
    DOMINO_PLACES,
    FAMILIES,
    FIGURE_KINDS,
    FIGURES,
    HIGH_BIT,
    KINDS,
    LANDS,
    LOW_BIT,
    N_DOMINOES,
    N_KINDS,
    N_LANDS,
    ROWS,
    name,
    plots_of,
)
from .rules import start
from .state import NONE, PHASES, State, has, lay, lay_start, remove, stand
from .view import cards, items, moved, options_of, tiles

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
            "done": cards(s.done, seat * N_KINDS),
            "stored": cards(s.stored, seat * N_KINDS),
        }
        for seat in range(s.seats)
    ]
    numbers = {name: int(getattr(s, name)) for name in NUMBERS}
    piles = {name: items(getattr(s, name), 0) for name in PILES}
    position = {"options": options_of(s), "phase": PHASES[s.phase], "seats": seats, "tiles": tiles(s), "moved": moved(s)}
    return position | numbers | piles


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
        s.placed[seat * 3 + figure] += 1
    for plot in plots if tile["used"] else []:
        s.used[cell_of(plot)] = 1
        remove(s.plain, seat * N_LANDS + land, cell_of(plot))
        remove(s.open, seat, cell_of(plot))


def census(s: State) -> dict[str, int]:
    """Every tile, card and figure by kind, wherever it is. A figure is in the supply until its card is carried out (NE-F1)."""
    found: Counter[str] = Counter()
    for counts in (s.left, s.offer, s.gone):
        for land in range(N_LANDS):
            found[LANDS[land]] += counts[land]
        for kind in s.parts.kinds:
            found[f"card {KINDS[kind]}"] += counts[N_LANDS + kind]
    for seat in range(s.seats):
        for kind in s.parts.kinds:
            found[f"card {KINDS[kind]}"] += s.done[seat * N_KINDS + kind] + s.stored[seat * N_KINDS + kind]
    for cell in range(CELLS):
        if s.owner[cell] != NONE and s.mate[cell] == NONE:
            found[LANDS[s.owner[cell] % N_LANDS]] += 1
        if s.mate[cell] > cell:
            found[f"start {LANDS[s.owner[cell] % N_LANDS]}"] += 1
    for n in range(N_LANDS * s.seats):
        found[f"start {LANDS[n % N_LANDS]}"] += s.start[n] == NONE
    for figure in range(3):
        found[FIGURES[figure]] += s.parts.supply[N_LANDS + FIGURE_KINDS + figure]
        for seat in range(s.seats):
            standing = sum(has(s.figures, seat * 3 + figure, cell) for cell in range(CELLS))
            found[FIGURES[figure]] += standing - s.done[seat * N_KINDS + FIGURE_KINDS + figure]
    return {kind: int(count) for kind, count in found.items()}
