"""The components of New England: a set read from TOML, checked, and turned into flat tables shared by all states."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from newfound.core.grid import cell_at
from newfound.core.sets import Reader, load

from .actions import (
    CELLS,
    COLUMNS,
    DOMINO,
    DOMINO_PLACES,
    FAMILIES,
    FIGURE_KINDS,
    FIGURES,
    HIGH_BIT,
    KINDS,
    LANDS,
    LOW_BIT,
    MOST_PLOTS,
    MOST_TILES,
    N_DOMINOES,
    N_FAMILIES,
    N_ITEMS,
    N_KINDS,
    N_LANDS,
    N_SHAPES,
    PLOTS,
    ROWS,
    shape_of,
)

FOLDER: Final = Path(__file__).parent
LEAST_PLOTS: Final = 90  # fewer, and a start tile might find no place at all under NE-S4


class Components:
    """One set. Built once, never changed."""

    def __init__(self, reader: Reader) -> None:
        self.name: str = reader.name
        self.map: list[str] = _map(reader)
        plots, sea = _board(reader, self.map)
        self.plots: vec[i64] = vec[i64]([1 if plots[cell] else 0 for cell in range(CELLS)])
        self.sea: vec[i64] = vec[i64]([1 if sea[cell] else 0 for cell in range(CELLS)])
        self.plots_low: i64 = 0
        self.plots_high: i64 = 0
        self.sea_low: i64 = 0
        self.sea_high: i64 = 0
        for cell in range(CELLS):
            if plots[cell]:
                self.plots_low |= LOW_BIT[cell]
                self.plots_high |= HIGH_BIT[cell]
            if sea[cell]:
                self.sea_low |= LOW_BIT[cell]
                self.sea_high |= HIGH_BIT[cell]
        self.points: vec[i64] = vec[i64]([0] * N_KINDS)
        self.supply: vec[i64] = vec[i64]([0] * N_ITEMS)  # copies of every tile and card
        for land in range(N_LANDS):
            self.supply[land] = reader.number(f"tiles.{LANDS[land]}", 0, 99)
        _cards(reader, self.points, self.supply)
        self.bonus: vec[i64] = vec[i64]([reader.number(f"figures.{figure}.bonus", 0, 99) for figure in FIGURES])
        self.tiles: i64 = 0
        self.cards: i64 = 0
        self.kinds: vec[i64] = vec[i64]()  # the kinds of card there are, ascending
        for item in range(N_ITEMS):
            if item < N_LANDS:
                self.tiles += self.supply[item]
            elif self.supply[item] > 0:
                self.cards += self.supply[item]
                self.kinds = append(self.kinds, item - N_LANDS)
        _total(reader, "total.tiles", int(self.tiles))
        _total(reader, "total.cards", int(self.cards))
        self.first_game: vec[i64] = _first_game(reader, plots)  # the domino of each family and land


def components(name: str) -> Components:
    return load(FOLDER, name, Components)


def _total(reader: Reader, where: str, copies: int) -> None:
    """The copies add up to what the set says they are, and to one offer at least (NE-E1)."""
    said = reader.number(where, MOST_TILES, 9999)
    if said != copies:
        raise reader.wrong("total", where, copies, low=said)


def _map(reader: Reader) -> list[str]:
    """NE-C1: the board as it is drawn, with its frame."""
    found = reader.at("board.map")
    lines = found.split() if isinstance(found, str) else []
    if len(lines) != ROWS + 2 or any(len(line) != COLUMNS + 2 or line.strip(".~^") for line in lines):
        raise reader.wrong("map", "board.map", low=ROWS + 2, high=COLUMNS + 2)
    frame = lines[0] + lines[-1] + "".join([line[0] + line[-1] for line in lines])
    if "." in frame:
        raise reader.wrong("frame", "board.map")
    return list(lines)


def _board(reader: Reader, lines: list[str]) -> tuple[list[bool], list[bool]]:
    """Which cells are plots, and which of them border the sea."""
    plots = [lines[cell // COLUMNS + 1][cell % COLUMNS + 1] == "." for cell in range(CELLS)]
    if sum(plots) < LEAST_PLOTS:
        raise reader.wrong("plots", "board.map", sum(plots), low=LEAST_PLOTS)
    sea: list[bool] = []
    for cell in range(CELLS):
        row, column = cell // COLUMNS + 1, cell % COLUMNS + 1
        near = lines[row - 1][column] + lines[row + 1][column] + lines[row][column - 1] + lines[row][column + 1]
        sea.append(plots[cell] and "~" in near)
    return plots, sea


def _cards(reader: Reader, points: vec[i64], supply: vec[i64]) -> None:
    """NE-C5: fills in what each kind of card counts and how many there are."""
    entries = reader.at("cards")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise reader.wrong("cards", "cards")
    for number, entry in enumerate(entries):
        where = f"cards[{number + 1}]"
        if entry.get("land") not in LANDS:
            raise reader.wrong("land", where, entry.get("land"))
        kind = LANDS.index(entry["land"]) * N_SHAPES + _shape(reader, where, entry.get("shape"))
        if supply[N_LANDS + kind] > 0:
            raise reader.wrong("twice", where, KINDS[kind])
        points[kind] = reader.whole(f"{where}.points", entry.get("points"), 0, 99)
        supply[N_LANDS + kind] = reader.whole(f"{where}.copies", entry.get("copies"), 1, 99)
    for figure, name in enumerate(FIGURES):
        points[FIGURE_KINDS + figure] = reader.number(f"figures.{name}.points", 0, 99)
        supply[N_LANDS + FIGURE_KINDS + figure] = reader.number(f"figures.{name}.copies", 0, 99)


def _shape(reader: Reader, where: str, drawing: object) -> int:
    lines = drawing if isinstance(drawing, list) else []
    if not lines or not all(isinstance(line, str) and not line.strip("#.") for line in lines):
        raise reader.wrong("drawing", where, drawing)
    shape = shape_of([(row, column) for row, line in enumerate(lines) for column, mark in enumerate(line) if mark == "#"])
    if shape < 0:
        raise reader.wrong("shape", where, " / ".join(lines))
    return shape


def _first_game(reader: Reader, plots: list[bool]) -> vec[i64]:
    """NE-S5: twelve dominoes on free plots, no two tiles of one land side by side."""
    table = vec[i64]([0] * (N_FAMILIES * N_LANDS))
    taken: dict[int, str] = {}
    for family, who in enumerate(FAMILIES):
        for land, what in enumerate(LANDS):
            where = f"first_game.{who}.{what}"
            domino = _domino(reader, where)
            cells = [int(PLOTS[(DOMINO_PLACES + domino) * MOST_PLOTS + half]) for half in range(2)]
            if any(cell in taken or not plots[cell] for cell in cells):
                raise reader.wrong("taken", where)
            if any(_side_by_side(cell, other) and taken[other] == what for cell in cells for other in taken):
                raise reader.wrong("touch", where, what)
            for cell in cells:
                taken[cell] = what
            table[family * N_LANDS + land] = domino
    return table


def _domino(reader: Reader, where: str) -> int:
    names = reader.at(where)
    cells: list[int] = []
    for name in names if isinstance(names, list) else []:
        row, column = cell_at(name, ROWS) if isinstance(name, str) and name[1:].isdigit() else (-1, -1)
        if not (0 <= row < ROWS and 0 <= column < COLUMNS):
            raise reader.wrong("cell", where, name)
        cells.append(row * COLUMNS + column)
    cells.sort()
    if shape_of([(cell // COLUMNS, cell % COLUMNS) for cell in cells]) == DOMINO:
        for domino in range(N_DOMINOES):
            at = (DOMINO_PLACES + domino) * MOST_PLOTS
            if PLOTS[at] == cells[0] and PLOTS[at + 1] == cells[1]:
                return domino
    raise reader.wrong("domino", where)


def _side_by_side(cell: int, other: int) -> bool:
    return abs(cell // COLUMNS - other // COLUMNS) + abs(cell % COLUMNS - other % COLUMNS) == 1
