"""The integer layout of actions and their one spelling, and the geometry they rest on. Nothing here depends on a component set.

A set of plots is two integers, rows 0 to 4 in `low` and rows 5 to 8 in `high`. A row has twelve bits, the last always empty,
so that shapes shifted sideways never wrap into the next row.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from newfound.core.grid import cell_name

ROWS: Final = 9
COLUMNS: Final = 11
CELLS: Final = ROWS * COLUMNS
STRIDE: Final = 12
LOW_BITS: Final = 60
LOW: Final = (1 << LOW_BITS) - 1
BITS: Final = 67  # 2 is a primitive root of it: no two single bits leave the same remainder

LANDS: Final = ("settlement", "cropland", "pasture")
LAND_CARDS: Final = ("settle", "crop", "pasture")
FIGURES: Final = ("pilgrim", "barn", "ship")
FAMILIES: Final = ("annable", "howland", "palmer", "winslow")
ANNABLE: Final = 0
PALMER: Final = 2
PILGRIM: Final = 0
BARN: Final = 1
SHIP: Final = 2
N_LANDS: Final = 3
N_FIGURES: Final = 3
N_FAMILIES: Final = 4
MOST_SEATS: Final = 4
MOST_TILES: Final = 6  # NE-R1: the most tiles, and the most cards, that a first offer takes
MARKERS: Final = 10  # NE-C7

# Every shape of one to four plots. A card may be turned, never mirrored (NE-D1), so 4s and 4z, 4l and 4j differ.
SHAPES: Final = (
    ("1", ("#",)),
    ("2", ("##",)),
    ("3", ("#.", "##")),
    ("3i", ("###",)),
    ("4", ("##", "##")),
    ("4i", ("####",)),
    ("4t", ("###", ".#.")),
    ("4s", (".##", "##.")),
    ("4z", ("##.", ".##")),
    ("4l", ("#.", "#.", "##")),
    ("4j", (".#", ".#", "##")),
)
N_SHAPES: Final = 11
N_TURNED: Final = 28  # ways in which they lie
MOST_PLOTS: Final = 4  # of a shape
DOMINO: Final = 1

# A kind of card is a land and a shape, or a figure: `crop3`, `settle4t`, `barn`.
FIGURE_KINDS: Final = N_LANDS * N_SHAPES
N_KINDS: Final = FIGURE_KINDS + N_FIGURES
KINDS: Final = tuple([land + name for land in LAND_CARDS for name, _ in SHAPES] + list(FIGURES))

# An item is what can lie in the offer: a land tile, or a card (N_LANDS + kind).
N_ITEMS: Final = N_LANDS + N_KINDS


def turns(drawing: tuple[str, ...]) -> list[list[tuple[int, int]]]:
    """The different ways a drawn shape can lie, each as sorted (row, column) from its top left corner."""
    found: list[list[tuple[int, int]]] = []
    plots = [(row, column) for row, line in enumerate(drawing) for column, mark in enumerate(line) if mark == "#"]
    for _ in range(4):
        top = min(row for row, _ in plots)
        left = min(column for _, column in plots)
        lying = sorted((row - top, column - left) for row, column in plots)
        if lying not in found:
            found.append(lying)
        plots = [(column, -row) for row, column in plots]
    return found


def shape_of(plots: list[tuple[int, int]]) -> int:
    """The shape that these plots form, or -1."""
    if not plots:
        return -1
    top = min(row for row, _ in plots)
    left = min(column for _, column in plots)
    lying = sorted((row - top, column - left) for row, column in plots)
    for shape, (_, drawing) in enumerate(SHAPES):
        if lying in turns(drawing):
            return shape
    return -1


def bit_number(cell: i64) -> i64:
    """The cell's bit, `high` counted on from `low`."""
    return cell // COLUMNS * STRIDE + cell % COLUMNS


def _bit(cell: int, high: bool) -> int:
    """The cell as a bit of this word; 0 if it is in the other."""
    number = int(bit_number(cell))
    if high:
        return 1 << (number - LOW_BITS) if number >= LOW_BITS else 0
    return 1 << number if number < LOW_BITS else 0


def _cells_of_bits(start: int) -> vec[i64]:
    """The cell of a single bit, looked up by its remainder of BITS. `high` starts at bit LOW_BITS."""
    table = vec[i64]([-1] * BITS)
    for number in range(LOW_BITS):
        row, column = divmod(start + number, STRIDE)
        if row < ROWS and column < COLUMNS:
            table[(1 << number) % BITS] = row * COLUMNS + column
    return table


def _neighbours(high: bool, *, corners: bool) -> vec[i64]:
    """One word of the set of cells that touch each cell by an edge, or by a corner too."""
    table = vec[i64]([0] * CELLS)
    for cell in range(CELLS):
        row, column = divmod(cell, COLUMNS)
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                near = (row + down) * COLUMNS + column + right
                if not (0 <= row + down < ROWS and 0 <= column + right < COLUMNS) or near == cell:
                    continue
                if corners or down == 0 or right == 0:
                    table[cell] |= _bit(near, high)
    return table


LOW_CELL: Final[vec[i64]] = _cells_of_bits(0)
HIGH_CELL: Final[vec[i64]] = _cells_of_bits(LOW_BITS)
# Compiled, `1 << n` is a shift of 32 bits, whatever the type of n: longer ones are looked up.
POWER: Final[vec[i64]] = vec[i64]([2**number for number in range(LOW_BITS)])
LOW_BIT: Final[vec[i64]] = vec[i64]([_bit(cell, False) for cell in range(CELLS)])
HIGH_BIT: Final[vec[i64]] = vec[i64]([_bit(cell, True) for cell in range(CELLS)])
NEAR_LOW: Final[vec[i64]] = _neighbours(False, corners=False)
NEAR_HIGH: Final[vec[i64]] = _neighbours(True, corners=False)
ROUND_LOW: Final[vec[i64]] = _neighbours(False, corners=True)
ROUND_HIGH: Final[vec[i64]] = _neighbours(True, corners=True)

# The ways shapes lie ("turned"), numbered through; turned shapes of shape k are TURNED[k] to TURNED[k + 1].
# A placement is a turned shape at an anchor, its first plot in reading order.
TURNED: Final[vec[i64]] = vec[i64]([0] * (N_SHAPES + 1))
SIZE: Final[vec[i64]] = vec[i64]([0] * N_TURNED)
OFFSET: Final[vec[i64]] = vec[i64]([0] * (N_TURNED * MOST_PLOTS))  # in bits, from the anchor to each plot
PLACE: Final[vec[i64]] = vec[i64]([-1] * (N_TURNED * CELLS))  # by turned shape and anchor


def _places() -> vec[i64]:
    """Fills the tables of shapes; gives the plots of every placement, MOST_PLOTS each, -1 where there are fewer."""
    plots = vec[i64]()
    turned = 0
    places = 0
    for shape in range(N_SHAPES):
        TURNED[shape] = turned
        for lying in turns(SHAPES[shape][1]):
            first = lying[0][1]
            SIZE[turned] = len(lying)
            for number, (row, column) in enumerate(lying):
                OFFSET[turned * MOST_PLOTS + number] = row * STRIDE + column - first
            for anchor in range(CELLS):
                at = [(anchor // COLUMNS + row, anchor % COLUMNS + column - first) for row, column in lying]
                if all(row < ROWS and 0 <= column < COLUMNS for row, column in at):
                    PLACE[turned * CELLS + anchor] = places
                    places += 1
                    for number in range(MOST_PLOTS):
                        plots = append(plots, at[number][0] * COLUMNS + at[number][1] if number < len(at) else -1)
            turned += 1
    TURNED[N_SHAPES] = turned
    return plots


PLOTS: Final[vec[i64]] = _places()  # by placement * MOST_PLOTS + number
N_PLACES: Final = 2109  # written out, so that the layout below is constant when compiled
assert len(PLOTS) == N_PLACES * MOST_PLOTS


def _shapes_of_places() -> vec[i64]:
    table = vec[i64]([0] * N_PLACES)
    for shape in range(N_SHAPES):
        for turned in range(TURNED[shape], TURNED[shape + 1]):
            for anchor in range(CELLS):
                if PLACE[turned * CELLS + anchor] >= 0:
                    table[PLACE[turned * CELLS + anchor]] = shape
    return table


SHAPE: Final[vec[i64]] = _shapes_of_places()
DOMINO_PLACES: Final = CELLS  # the first placement of a domino
N_DOMINOES: Final = 178
assert PLACE[TURNED[DOMINO] * CELLS] == DOMINO_PLACES
assert PLACE[TURNED[DOMINO + 1] * CELLS + COLUMNS] > DOMINO_PLACES + N_DOMINOES - 1

# Luck.
FIRST: Final = 0  # + seat
FAMILY: Final = FIRST + MOST_SEATS  # + family
ITEM: Final = FAMILY + N_FAMILIES  # + item
# Decisions.
LAY: Final = ITEM + N_ITEMS  # + land, domino
ANNOUNCE: Final = LAY + N_LANDS * N_DOMINOES  # + number of tiles
BID: Final = ANNOUNCE + MOST_TILES + 1  # + marker
END: Final = BID + MARKERS + 1
DRAW_TILE: Final = END + 1
DRAW_CARD: Final = END + 2
BUY_TILE: Final = END + 3  # + land, cell
BUY_FIGURE: Final = BUY_TILE + N_LANDS * CELLS  # + figure, cell
BUY_PLACE: Final = BUY_FIGURE + N_FIGURES * CELLS  # + land, placement
STORE: Final = BUY_PLACE + N_LANDS * N_PLACES  # + kind
USE_FIGURE: Final = STORE + N_KINDS  # + figure, cell
USE_PLACE: Final = USE_FIGURE + N_FIGURES * CELLS  # + land, placement
MOVE: Final = USE_PLACE + N_LANDS * N_PLACES  # + from, to
N_ACTIONS: Final = MOVE + CELLS * CELLS


def name(cell: int) -> str:
    return cell_name(cell // COLUMNS, cell % COLUMNS, ROWS)


def plots_of(place: int) -> list[int]:
    """The cells of a placement."""
    return [int(cell) for cell in PLOTS[place * MOST_PLOTS : (place + 1) * MOST_PLOTS] if cell >= 0]


def spell(action: int) -> str:
    """The one spelling of an action, in every state."""
    if action < ITEM:
        return f"first {action}" if action < FAMILY else f"family {FAMILIES[action - FAMILY]}"
    if action < LAY:
        return f"tile {LANDS[action - ITEM]}" if action < ITEM + N_LANDS else f"card {KINDS[action - ITEM - N_LANDS]}"
    if action < ANNOUNCE:
        land, domino = divmod(action - LAY, N_DOMINOES)
        return f"lay {LANDS[land]} {_names(DOMINO_PLACES + domino)}"
    if action < BUY_TILE:
        return _spell_short(action)
    if action < BUY_PLACE:
        item, cell = divmod(action - BUY_TILE, CELLS)
        return f"buy {LANDS[item] if item < N_LANDS else FIGURES[item - N_LANDS]} {name(cell)}"
    if action < STORE:
        return f"buy {_spell_place(action - BUY_PLACE)}"
    if action < USE_FIGURE:
        return f"store {KINDS[action - STORE]}"
    if action < USE_PLACE:
        figure, cell = divmod(action - USE_FIGURE, CELLS)
        return f"use {FIGURES[figure]} {name(cell)}"
    if action < MOVE:
        return f"use {_spell_place(action - USE_PLACE)}"
    start, goal = divmod(action - MOVE, CELLS)
    return f"move {name(start)} {name(goal)}"


def _spell_short(action: int) -> str:
    if action < BID:
        return f"announce {action - ANNOUNCE}"
    if action < END:
        return f"bid {action - BID}"
    return ("end", "draw tile", "draw card")[action - END]


def _spell_place(number: int) -> str:
    land, place = divmod(number, N_PLACES)
    return f"{KINDS[land * N_SHAPES + int(SHAPE[place])]} {_names(place)}"


def _names(place: int) -> str:
    return " ".join([name(cell) for cell in plots_of(place)])
