"""What a reader of New England may know: everything but the order of bag and deck, which nobody has drawn yet (NE-C7)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.dice import Dice

from .actions import (
    CELLS,
    FAMILIES,
    FIGURE_KINDS,
    FIGURES,
    HIGH_BIT,
    KINDS,
    LANDS,
    LOW_BIT,
    MARKERS,
    N_FIGURES,
    N_KINDS,
    N_LANDS,
    N_SHAPES,
    PILGRIM,
    SHAPES,
    name,
)
from .legal import can_supply, contact, is_card_next, least_tiles, may_draw, most_tiles, offer_size
from .rules import turn
from .scoring import has_most, total
from .seen import Announce, Bid, Bonus, Card, Family, Figure, Hand, Land, Options, Pile, Piles, Tile, ToDraw, View
from .state import ENDED, INCOME, NONE, PHASES, PURCHASES, TO_ANNOUNCE, TO_BID, TO_BUY, TO_DRAW, TO_FILL, TO_LAY, State, copy, has

CONTACT: Final = ("none", "corners", "edges")


def observe(s: State, reader: int) -> View:  # noqa: ARG001
    """The same for every seat and for the ONLOOKER."""
    return {
        "phase": PHASES[s.phase],
        "turn": turn(s),
        "round": int(s.round),
        "first": _or_none(s.first),
        "active": _or_none(s.active),
        "options": options_of(s),
        "announced": _or_none(s.announced),
        "announce": _announce(s),
        "contact": CONTACT[contact(s)] if s.phase == TO_LAY else None,
        "free_markers": _free_markers(s),
        "bids": {str(marker): _bid(s, marker) for marker in _free_markers(s)} if s.phase == TO_BID else {},
        "purchases": int(s.purchases) if s.phase == TO_BUY else None,
        "may_draw": s.phase == TO_BUY and may_draw(s),
        "moved": moved(s),
        "to_draw": _to_draw(s),
        **piles(s),
        "seats": [_seat(s, seat) for seat in range(s.seats)],
        "tiles": tiles(s),
        "bonus": {FIGURES[figure]: _bonus(s, figure) for figure in range(N_FIGURES)},
        "cards": {KINDS[kind]: _card(s, int(kind)) for kind in s.set.kinds},
        "map": list(s.set.map),
        "sea": [name(cell) for cell in range(CELLS) if s.set.sea[cell]],
    }


def redeal(s: State, reader: int, dice: Dice) -> State:  # noqa: ARG001
    """Nothing is hidden, so nothing is dealt anew."""
    return copy(s)


def options_of(s: State) -> Options:
    return {
        "start_contact": "corners" if s.corners else "none",
        "pawn": "left" if s.pawn_left else "right",
        "first_game": bool(s.first_game),
        "deck": s.set.name,
    }


def _or_none(n: i64) -> int | None:
    return None if n == NONE else int(n)


def _announce(s: State) -> Announce | None:
    """NE-R1, NE-E1: the numbers to choose from, and those that would end the match."""
    if s.phase != TO_ANNOUNCE:
        return None
    numbers = range(int(least_tiles(s)), int(most_tiles(s)) + 1)
    return {"offer": int(offer_size(s)), "tiles": list(numbers), "ending": [n for n in numbers if not can_supply(s, n)]}


def _free_markers(s: State) -> list[int]:
    held = [int(marker) for marker in s.marker]
    return [marker for marker in range(1, MARKERS + 1) if marker not in held]


def _bid(s: State, marker: int) -> Bid:
    cost = int(PURCHASES) * marker
    return {"purchases": int(PURCHASES), "cost": cost, "left": int(s.money[s.active]) - cost}


def _to_draw(s: State) -> ToDraw | None:
    """What luck draws next for the offer, and how much of it is still to come, cards included."""
    if s.phase != TO_FILL and s.phase != TO_DRAW:
        return None
    return {"what": "card" if is_card_next(s) else "tile", "items": int(s.to_fill) if s.phase == TO_FILL else 1}


def moved(s: State) -> list[str]:
    """NE-P4: the figures that may not move again before the next purchase, draw or card carried out."""
    if s.phase != TO_BUY:
        return []
    return [name(cell) for cell in range(CELLS) if (s.moved_low & LOW_BIT[cell]) or (s.moved_high & HIGH_BIT[cell])]


def piles(s: State) -> Piles:
    """Tiles and cards on offer, in bag and deck, and out of the game."""
    return {"offer": _items(s.offer), "left": _items(s.left), "gone": _items(s.gone)}


def _items(counts: vec[i64]) -> Pile:
    return {"tiles": {LANDS[land]: int(counts[land]) for land in range(N_LANDS)}, "cards": _cards(counts, N_LANDS)}


def hand(s: State, seat: int) -> Hand:
    """The cards in front of a player and in their barns."""
    return {"done": _cards(s.done, seat * N_KINDS), "stored": _cards(s.stored, seat * N_KINDS)}


def _cards(counts: vec[i64], at: int) -> dict[str, int]:
    return {KINDS[kind]: int(counts[at + kind]) for kind in range(N_KINDS) if counts[at + kind]}


def _seat(s: State, seat: int) -> Family:
    return {
        "family": None if s.family[seat] == NONE else FAMILIES[s.family[seat]],
        "money": int(s.money[seat]),
        "income": int(INCOME + s.placed[seat * N_FIGURES + PILGRIM]),
        "marker": int(s.marker[seat]) or None,
        "to_lay": [LANDS[land] for land in range(N_LANDS) if s.start[seat * N_LANDS + land] == NONE],
        "figures": {FIGURES[figure]: int(s.placed[seat * N_FIGURES + figure]) for figure in range(N_FIGURES)},
        **hand(s, seat),
        "score": int(total(s, seat)),
    }


def tiles(s: State) -> list[Tile]:
    """Every tile on the board, by its first plot in reading order."""
    found: list[Tile] = []
    for cell in range(CELLS):
        n = s.owner[cell]
        mate = s.mate[cell]
        if n == NONE or (mate != NONE and mate < cell):
            continue
        plots = [name(cell)] if mate == NONE else [name(cell), name(int(mate))]
        standing = figure_at(s, int(n) // N_LANDS, cell)
        figure: Figure | None = None if standing == NONE else FIGURES[standing]
        found.append({"plots": plots, "seat": int(n) // N_LANDS, "land": LANDS[n % N_LANDS], "used": bool(s.used[cell]), "figure": figure})
    return found


def figure_at(s: State, seat: int, cell: int) -> int:
    """The figure of this seat on the tile with this first plot, or NONE."""
    for figure in range(N_FIGURES):
        if has(s.figures, seat * N_FIGURES + figure, cell):
            return figure
    return NONE


def _bonus(s: State, figure: int) -> Bonus:
    """NE-C8: what it is worth, how many figures are left in the supply, and who would get it now."""
    holders = [seat for seat in range(s.seats) if has_most(s, seat, figure)]
    placed = sum([int(s.placed[seat * N_FIGURES + figure]) for seat in range(s.seats)])
    supply = int(s.set.supply[N_LANDS + FIGURE_KINDS + figure]) - placed
    return {"points": int(s.set.bonus[figure]), "supply": supply, "seats": holders, "counted": s.phase == ENDED}


def _card(s: State, kind: int) -> Card:
    land: Land | None = LANDS[kind // N_SHAPES] if kind < FIGURE_KINDS else None
    shape = list(SHAPES[kind % N_SHAPES][1]) if kind < FIGURE_KINDS else None
    return {"land": land, "shape": shape, "points": int(s.set.points[kind]), "copies": int(s.set.supply[N_LANDS + kind])}
