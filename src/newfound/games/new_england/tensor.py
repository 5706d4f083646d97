"""A seat's view of New England as small numbers, for programs that learn. `FIELDS` is the layout. Nothing is hidden in this game."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, u8

from newfound.core.dice import Dice
from newfound.core.sheet import Choices, Sheet, TensorKernel, put, put_one, seen_from, small
from newfound.core.tensor import Field, places

from .actions import (
    BARN,
    CELLS,
    COLUMNS,
    FIGURE_KINDS,
    FIGURES,
    HIGH_BIT,
    KINDS,
    LANDS,
    LOW_BIT,
    MARKERS,
    MOST_SEATS,
    MOST_TILES,
    N_FAMILIES,
    N_FIGURES,
    N_ITEMS,
    N_KINDS,
    N_LANDS,
    PILGRIM,
    ROWS,
    SHIP,
)
from .legal import legal, may_draw
from .rules import do, play_on, turn
from .scoring import has_most, total
from .state import NONE, PHASES, PURCHASES, TO_BUY, TO_DRAW, State

_ITEMS: Final = f"the tiles {', '.join(LANDS)}, then the cards {KINDS[0]} to {KINDS[-1]} in the order of the actions"
_CARDS: Final = f"{KINDS[0]} to {KINDS[-1]} in the order of the actions"

FIELDS: Final = (
    Field(
        "land", (MOST_SEATS, N_LANDS, ROWS, COLUMNS), f"by seat: plots with a tile of theirs, a plane for each land ({', '.join(LANDS)})"
    ),
    Field("used", (ROWS, COLUMNS), "plots on their used side"),
    Field("start", (2, ROWS, COLUMNS), "start tiles, at their first plot: the second lies to the right; it lies below"),
    Field("figures", (N_FIGURES, ROWS, COLUMNS), f"figures, of the seat whose tile it is, at its first plot: {', '.join(FIGURES)}"),
    Field("moved", (ROWS, COLUMNS), "figures that may not move again for now"),
    Field("plots", (ROWS, COLUMNS), "plots of the board"),
    Field("sea", (ROWS, COLUMNS), "plots that border the sea"),
    Field("offer", (N_ITEMS,), f"what is on offer: {_ITEMS}", most=99, scale=3),
    Field("left", (N_ITEMS,), "what is left in bag and deck, in the same order", most=99, scale=20),
    Field("gone", (N_ITEMS,), "what left the game, in the same order", most=99, scale=20),
    Field("done", (MOST_SEATS, N_KINDS), f"by seat: cards carried out, {_CARDS}", most=99, scale=4),
    Field("stored", (MOST_SEATS, N_KINDS), "by seat: cards in barns, in the same order", most=99, scale=2),
    Field("money", (MOST_SEATS,), "money", most=255, scale=20),
    Field("marker", (MOST_SEATS, MARKERS), "by seat: the bid marker held, 1 to 10"),
    Field("family", (MOST_SEATS, N_FAMILIES), "by seat: the family, in the order of the actions"),
    Field("placed", (MOST_SEATS, N_FIGURES), f"by seat: figures on the board ({', '.join(FIGURES)})", most=99, scale=4),
    Field("leads", (MOST_SEATS, N_FIGURES), "by seat: who has most of each figure, ties included, and so would get its bonus now"),
    Field("to_lay", (MOST_SEATS, N_LANDS), "by seat: start tiles not yet laid"),
    Field("points", (MOST_SEATS,), "points so far", most=255, scale=50),
    Field("supply", (N_FIGURES,), "figures nobody has placed yet", most=99, scale=13),
    Field("seats", (MOST_SEATS,), "who plays"),
    Field("turn", (MOST_SEATS,), "whose decision it is; nobody's where luck acts or it is over"),
    Field("active", (MOST_SEATS,), "who acts, or for whom luck acts"),
    Field("first", (MOST_SEATS,), "who holds the first-player pawn"),
    Field("phase", (len(PHASES),), "one of: " + ", ".join(PHASES)),
    Field("announced", (MOST_TILES + 1,), f"tiles announced for this offer, 0 to {MOST_TILES}"),
    Field("to_fill", (1,), "items still to be drawn for the offer", most=9),
    Field("purchases", (1,), "purchases made in this turn", most=PURCHASES),
    Field("privilege", (1,), "1 while the active seat may draw for the offer"),
    Field("extra", (1,), "1 while a card, not a tile, is drawn by that privilege"),
    Field("round", (1,), "the round", most=255, scale=15),
    Field("options", (3,), "the options: start tiles may touch at corners, the pawn goes left, first game"),
    Field("card_points", (N_KINDS,), "what each card counts in this set", most=99, scale=10),
    Field("bonus", (N_FIGURES,), "the bonus for most of each figure in this set", most=99, scale=4),
)
_AT: Final = places(FIELDS)
LAND: Final[i64] = _AT["land"]
USED: Final[i64] = _AT["used"]
START: Final[i64] = _AT["start"]
FIGURES_AT: Final[i64] = _AT["figures"]
MOVED: Final[i64] = _AT["moved"]
PLOTS: Final[i64] = _AT["plots"]
SEA: Final[i64] = _AT["sea"]
OFFER: Final[i64] = _AT["offer"]
LEFT: Final[i64] = _AT["left"]
GONE: Final[i64] = _AT["gone"]
DONE: Final[i64] = _AT["done"]
STORED: Final[i64] = _AT["stored"]
MONEY: Final[i64] = _AT["money"]
MARKER: Final[i64] = _AT["marker"]
FAMILY: Final[i64] = _AT["family"]
PLACED: Final[i64] = _AT["placed"]
LEADS: Final[i64] = _AT["leads"]
TO_LAY: Final[i64] = _AT["to_lay"]
POINTS: Final[i64] = _AT["points"]
SUPPLY: Final[i64] = _AT["supply"]
SEATS: Final[i64] = _AT["seats"]
TURN: Final[i64] = _AT["turn"]
ACTIVE: Final[i64] = _AT["active"]
FIRST: Final[i64] = _AT["first"]
PHASE: Final[i64] = _AT["phase"]
ANNOUNCED: Final[i64] = _AT["announced"]
TO_FILL: Final[i64] = _AT["to_fill"]
PURCHASES_AT: Final[i64] = _AT["purchases"]
PRIVILEGE: Final[i64] = _AT["privilege"]
EXTRA: Final[i64] = _AT["extra"]
ROUND: Final[i64] = _AT["round"]
OPTIONS: Final[i64] = _AT["options"]
CARD_POINTS: Final[i64] = _AT["card_points"]
BONUS: Final[i64] = _AT["bonus"]
N_PHASES: Final = len(PHASES)


class Kernel(TensorKernel):
    def proceed(self, state: Any, action: i64, seat: i64, dice: Dice, choices: Choices) -> i64:
        s: State = state
        if action != NONE:
            do(s, action)
        play_on(s, seat, dice)
        acting: i64 = turn(s)
        if acting == seat:
            choices.actions = legal(s)
        return acting

    def write(self, state: Any, seat: i64, sheet: Sheet, at: i64) -> None:
        s: State = state
        if sheet.data[at + SEATS] == 0:
            _write_set(s, sheet, at)
        _write_board(s, seat, sheet, at)
        other: i64
        for other in range(s.seats):
            _write_seat(s, other, seen_from(seat, other, s.seats), sheet, at)
        _write_piles(s, sheet, at)
        _write_table(s, seat, sheet, at)


def _write_set(s: State, sheet: Sheet, at: i64) -> None:
    """What never changes: the board, what things count in this set, and how the match was set up."""
    out = sheet.data
    changed = sheet.changed
    n: i64
    for n in range(CELLS):
        if s.set.plots[n]:
            put(out, changed, at + PLOTS + n, u8(1))
            if s.set.sea[n]:
                put(out, changed, at + SEA + n, u8(1))
    for n in range(N_FIGURES):
        put(out, changed, at + BONUS + n, small(s.set.bonus[n]))
    for kind in s.set.kinds:
        put(out, changed, at + CARD_POINTS + kind, small(s.set.points[kind]))
    for n in range(s.seats):
        put(out, changed, at + SEATS + n, u8(1))
    put(out, changed, at + OPTIONS, small(s.corners))
    put(out, changed, at + OPTIONS + 1, small(s.pawn_left))
    put(out, changed, at + OPTIONS + 2, small(s.first_game))


def _write_board(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """Tiles stay where they lie; what stands on them changes."""
    out = sheet.data
    changed = sheet.changed
    owners = s.owner
    used = s.used
    pilgrims_low, pilgrims_high = _figures(s, PILGRIM)
    barns_low, barns_high = _figures(s, BARN)
    ships_low, ships_high = _figures(s, SHIP)
    moved_low: i64 = s.moved_low if s.phase == TO_BUY else 0
    moved_high: i64 = s.moved_high if s.phase == TO_BUY else 0
    cell: i64
    for cell in range(CELLS):
        n: i64 = owners[cell]
        if n == NONE:
            continue
        place: i64 = at + cell
        low: i64 = LOW_BIT[cell]
        high: i64 = HIGH_BIT[cell]
        put(out, changed, place + USED, u8(1) if used[cell] else u8(0))
        put(out, changed, place + FIGURES_AT + PILGRIM * CELLS, u8(1) if (pilgrims_low & low) | (pilgrims_high & high) else u8(0))
        put(out, changed, place + FIGURES_AT + BARN * CELLS, u8(1) if (barns_low & low) | (barns_high & high) else u8(0))
        put(out, changed, place + FIGURES_AT + SHIP * CELLS, u8(1) if (ships_low & low) | (ships_high & high) else u8(0))
        put(out, changed, place + MOVED, u8(1) if (moved_low & low) | (moved_high & high) else u8(0))
        owner: i64 = n // N_LANDS
        land: i64 = n - owner * N_LANDS
        plane: i64 = place + LAND + (seen_from(seat, owner, s.seats) * N_LANDS + land) * CELLS
        if out[plane] == 0:
            put(out, changed, plane, u8(1))
            if s.mate[cell] > cell:
                put(out, changed, place + START + (0 if s.mate[cell] == cell + 1 else CELLS), u8(1))


def _figures(s: State, kind: i64) -> tuple[i64, i64]:
    """Where figures of this kind stand, whoever placed them: a set of plots, see actions.py."""
    low: i64 = 0
    high: i64 = 0
    n: i64 = 2 * kind
    while n < 2 * N_FIGURES * s.seats:
        low |= s.figures[n]
        high |= s.figures[n + 1]
        n += 2 * N_FIGURES
    return low, high


def _write_seat(s: State, seat: i64, place: i64, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    changed = sheet.changed
    done: i64 = at + DONE + place * N_KINDS
    stored: i64 = at + STORED + place * N_KINDS
    for kind in s.set.kinds:
        put(out, changed, done + kind, u8(s.done[seat * N_KINDS + kind]))
        put(out, changed, stored + kind, u8(s.stored[seat * N_KINDS + kind]))
    n: i64
    for n in range(N_FIGURES):
        put(out, changed, at + PLACED + place * N_FIGURES + n, small(s.placed[seat * N_FIGURES + n]))
        put(out, changed, at + LEADS + place * N_FIGURES + n, u8(1) if has_most(s, seat, n) else u8(0))
        put(out, changed, at + TO_LAY + place * N_LANDS + n, u8(1) if s.start[seat * N_LANDS + n] == NONE else u8(0))
    put(out, changed, at + MONEY + place, small(s.money[seat]))
    put_one(out, changed, at + MARKER + place * MARKERS, MARKERS, s.marker[seat] - 1)
    put_one(out, changed, at + FAMILY + place * N_FAMILIES, N_FAMILIES, s.family[seat])
    put(out, changed, at + POINTS + place, small(total(s, seat)))


def _write_piles(s: State, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    changed = sheet.changed
    n: i64
    for n in range(N_ITEMS):
        if s.set.supply[n]:
            put(out, changed, at + OFFER + n, u8(s.offer[n]))
            put(out, changed, at + LEFT + n, u8(s.left[n]))
            put(out, changed, at + GONE + n, u8(s.gone[n]))
    for n in range(N_FIGURES):
        placed: i64 = 0
        seat: i64
        for seat in range(s.seats):
            placed += s.placed[seat * N_FIGURES + n]
        put(out, changed, at + SUPPLY + n, small(s.set.supply[N_LANDS + FIGURE_KINDS + n] - placed))


def _write_table(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """Whose turn it is, and how far the round has come."""
    out = sheet.data
    changed = sheet.changed
    acting: i64 = turn(s)
    buying: bool = s.phase == TO_BUY
    put_one(out, changed, at + TURN, MOST_SEATS, seen_from(seat, acting, s.seats) if acting >= 0 else NONE)
    put_one(out, changed, at + ACTIVE, MOST_SEATS, seen_from(seat, s.active, s.seats) if s.active != NONE else NONE)
    put_one(out, changed, at + FIRST, MOST_SEATS, seen_from(seat, s.first, s.seats) if s.first != NONE else NONE)
    put_one(out, changed, at + PHASE, N_PHASES, s.phase)
    put_one(out, changed, at + ANNOUNCED, MOST_TILES + 1, s.announced)
    put(out, changed, at + TO_FILL, small(s.to_fill))
    put(out, changed, at + PURCHASES_AT, small(s.purchases) if buying else u8(0))
    put(out, changed, at + PRIVILEGE, u8(1) if buying and may_draw(s) else u8(0))
    put(out, changed, at + EXTRA, small(s.extra) if s.phase == TO_DRAW else u8(0))
    put(out, changed, at + ROUND, small(s.round))
