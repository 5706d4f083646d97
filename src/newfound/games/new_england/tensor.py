"""A seat's view of New England as small numbers, for programs that learn. `FIELDS` is the layout. Nothing is hidden in this game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from newfound.core.dice import Dice
from newfound.core.sheet import Choices, Sheet, small
from newfound.core.tensor import Field, places

from .actions import CELLS, COLUMNS, FIGURE_KINDS, FIGURES, HIGH_CELL, KINDS, LANDS, LOW_CELL, MOST_SEATS, N_ITEMS, N_KINDS, N_LANDS, ROWS
from .legal import legal, may_draw
from .rules import apply, play_on, turn
from .scoring import has_most, total
from .state import MARKERS, NONE, PHASES, TO_BUY, TO_DRAW, State

_ITEMS: Final = f"the tiles {', '.join(LANDS)}, then the cards {KINDS[0]} to {KINDS[-1]} in the order of the actions"
_CARDS: Final = f"{KINDS[0]} to {KINDS[-1]} in the order of the actions"

FIELDS: Final = (
    Field(
        "land", (MOST_SEATS, N_LANDS, ROWS, COLUMNS), f"by seat: plots with a tile of theirs, a plane for each land ({', '.join(LANDS)})"
    ),
    Field("used", (ROWS, COLUMNS), "plots on their used side"),
    Field("start", (2, ROWS, COLUMNS), "start tiles, at their first plot: the second lies to the right; it lies below"),
    Field("figures", (3, ROWS, COLUMNS), f"figures, of the seat whose tile it is, at its first plot: {', '.join(FIGURES)}"),
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
    Field("family", (MOST_SEATS, 4), "by seat: the family, in the order of the actions"),
    Field("placed", (MOST_SEATS, 3), f"by seat: figures on the board ({', '.join(FIGURES)})", most=99, scale=4),
    Field("leads", (MOST_SEATS, 3), "by seat: who has most of each figure, ties included, and so would get its bonus now"),
    Field("to_lay", (MOST_SEATS, N_LANDS), "by seat: start tiles not yet laid"),
    Field("points", (MOST_SEATS,), "points so far", most=255, scale=50),
    Field("supply", (3,), "figures nobody has placed yet", most=99, scale=13),
    Field("seats", (MOST_SEATS,), "who plays"),
    Field("turn", (MOST_SEATS,), "whose decision it is; nobody's where luck acts or it is over"),
    Field("active", (MOST_SEATS,), "who acts, or for whom luck acts"),
    Field("first", (MOST_SEATS,), "who holds the first-player pawn"),
    Field("phase", (len(PHASES),), "one of: " + ", ".join(PHASES)),
    Field("announced", (7,), "tiles announced for this offer, 0 to 6"),
    Field("to_fill", (1,), "items still to be drawn for the offer", most=9),
    Field("purchases", (1,), "purchases made in this turn", most=2),
    Field("privilege", (1,), "1 while the active seat may draw for the offer"),
    Field("extra", (1,), "1 while a card, not a tile, is drawn by that privilege"),
    Field("round", (1,), "the round", most=255, scale=15),
    Field("options", (3,), "the options: start tiles may touch at corners, the pawn goes left, first game"),
    Field("card_points", (N_KINDS,), "what each card counts in this set", most=99, scale=10),
    Field("bonus", (3,), "the bonus for most of each figure in this set", most=99, scale=4),
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
PURCHASES: Final[i64] = _AT["purchases"]
PRIVILEGE: Final[i64] = _AT["privilege"]
EXTRA: Final[i64] = _AT["extra"]
ROUND: Final[i64] = _AT["round"]
OPTIONS: Final[i64] = _AT["options"]
CARD_POINTS: Final[i64] = _AT["card_points"]
BONUS: Final[i64] = _AT["bonus"]


def proceed(s: State, action: i64, seat: i64, dice: Dice, choices: Choices) -> int:
    """An action, if there is one; then luck, and the others at random, up to the next decision of this seat; what is legal then."""
    if action != NONE:
        apply(s, action)
    play_on(s, seat, dice)
    acting: i64 = turn(s)
    if acting == seat:
        choices.actions = legal(s)
    return acting


def write(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """The view of this seat, from position `at` on."""
    _write_board(s, seat, sheet, at)
    other: i64
    for other in range(s.seats):
        _write_seat(s, other, (other - seat + s.seats) % s.seats, sheet, at)
    _write_piles(s, sheet, at)
    _write_table(s, seat, sheet, at)


def _write_board(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    owners = s.owner
    plots = s.parts.plots
    sea = s.parts.sea
    land: i64 = at + LAND
    cell: i64
    for cell in range(CELLS):
        if plots[cell] == 0:
            continue
        out[at + PLOTS + cell] = u8(1)
        if sea[cell]:
            out[at + SEA + cell] = u8(1)
        n: i64 = owners[cell]
        if n == NONE:
            continue
        owner: i64 = n // N_LANDS
        place: i64 = owner - seat if owner >= seat else owner - seat + s.seats
        out[land + (place * N_LANDS + n % N_LANDS) * CELLS + cell] = u8(1)
        if s.used[cell]:
            out[at + USED + cell] = u8(1)
        if s.mate[cell] > cell:
            out[at + START + (0 if s.mate[cell] == cell + 1 else CELLS) + cell] = u8(1)
    n = 0
    while n < 3 * s.seats:
        _write_plots(s.figures[2 * n], s.figures[2 * n + 1], sheet, at + FIGURES_AT + n % 3 * CELLS)
        n += 1
    if s.phase == TO_BUY:
        _write_plots(s.moved_low, s.moved_high, sheet, at + MOVED)


def _write_plots(low: i64, high: i64, sheet: Sheet, at: i64) -> None:
    """A set of plots, see actions.py, in one plane."""
    out = sheet.data
    bit: i64
    while low:
        bit = low & -low
        out[at + LOW_CELL[bit % 67]] = u8(1)
        low ^= bit
    while high:
        bit = high & -high
        out[at + HIGH_CELL[bit % 67]] = u8(1)
        high ^= bit


def _write_seat(s: State, seat: i64, place: i64, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    done: i64 = at + DONE + place * N_KINDS
    stored: i64 = at + STORED + place * N_KINDS
    for kind in s.parts.kinds:
        out[done + kind] = u8(s.done[seat * N_KINDS + kind])
        out[stored + kind] = u8(s.stored[seat * N_KINDS + kind])
    n: i64
    for n in range(3):
        out[at + PLACED + place * 3 + n] = small(s.placed[seat * 3 + n])
        if has_most(s, seat, n):
            out[at + LEADS + place * 3 + n] = u8(1)
        if s.start[seat * N_LANDS + n] == NONE:
            out[at + TO_LAY + place * N_LANDS + n] = u8(1)
    out[at + MONEY + place] = small(s.money[seat])
    if s.marker[seat] > 0:
        out[at + MARKER + place * MARKERS + s.marker[seat] - 1] = u8(1)
    if s.family[seat] != NONE:
        out[at + FAMILY + place * 4 + s.family[seat]] = u8(1)
    out[at + POINTS + place] = small(total(s, seat))
    out[at + SEATS + place] = u8(1)


def _write_piles(s: State, sheet: Sheet, at: i64) -> None:
    out = sheet.data
    n: i64
    for n in range(N_ITEMS):
        if s.parts.supply[n]:
            out[at + OFFER + n] = u8(s.offer[n])
            out[at + LEFT + n] = u8(s.left[n])
            out[at + GONE + n] = u8(s.gone[n])
    for n in range(3):
        placed: i64 = 0
        seat: i64
        for seat in range(s.seats):
            placed += s.placed[seat * 3 + n]
        out[at + SUPPLY + n] = small(s.parts.supply[N_LANDS + FIGURE_KINDS + n] - placed)
        out[at + BONUS + n] = small(s.parts.bonus[n])
    for kind in s.parts.kinds:
        out[at + CARD_POINTS + kind] = small(s.parts.points[kind])


def _write_table(s: State, seat: i64, sheet: Sheet, at: i64) -> None:
    """Whose turn it is, what of the round is done, and how the match was set up."""
    out = sheet.data
    acting: i64 = turn(s)
    if acting >= 0:
        out[at + TURN + (acting - seat + s.seats) % s.seats] = u8(1)
    if s.active != NONE:
        out[at + ACTIVE + (s.active - seat + s.seats) % s.seats] = u8(1)
    if s.first != NONE:
        out[at + FIRST + (s.first - seat + s.seats) % s.seats] = u8(1)
    out[at + PHASE + s.phase] = u8(1)
    if s.announced != NONE:
        out[at + ANNOUNCED + s.announced] = u8(1)
    out[at + TO_FILL] = small(s.to_fill)
    if s.phase == TO_BUY:
        out[at + PURCHASES] = small(s.purchases)
        if may_draw(s):
            out[at + PRIVILEGE] = u8(1)
    if s.phase == TO_DRAW:
        out[at + EXTRA] = small(s.extra)
    out[at + ROUND] = small(s.round)
    out[at + OPTIONS] = small(s.corners)
    out[at + OPTIONS + 1] = small(s.pawn_left)
    out[at + OPTIONS + 2] = small(s.first_game)
