"""What a reader of New World is shown, as a type. The build makes the web app's types of this file; the checks hold `observe` to it.

A cell is `column,row`; a part of a tile is named as `settle` names it: `town-n`, `plain-ene`, `farm`.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["first", "tile", "lay", "settle", "score", "over"]
FeatureName = Literal["plain", "trail", "town", "farm"]
Role = Literal["trapper", "robber", "shopkeeper", "farmer"]


class Options(TypedDict):
    coast_counts: bool
    tiles: str


class Part(TypedDict):
    feature: FeatureName
    sides: list[str]
    winds: list[str]  # half sides, of a plain
    bonus: int


class Kind(TypedDict):
    left: int  # in the pile
    edges: str  # a letter for each side, from the north
    parts: list[Part]


class Space(TypedDict):
    """A start space of the coast."""

    cell: str
    edge: str
    name: str


class Tile(TypedDict):
    cell: str
    kind: str
    turns: int  # quarters, clockwise


class Feature(TypedDict):
    feature: FeatureName
    tiles: list[str]  # the cells that count
    open: int  # what is missing to complete it
    settlers: list[int]  # by seat
    owners: list[int]
    worth: int  # what it brings as it is
    full: int  # what it would bring completed with these tiles
    gains: list[int]  # by seat, if it were completed and scored now: with what the surveyors add
    bonus: int
    parts: list[tuple[str, str]]  # cell and part


class Settler(TypedDict):
    seat: int
    role: Role
    cell: str
    at: str


class View(TypedDict):
    phase: Phase
    turn: int  # a seat, or -1 for luck, or -2 after the end
    active: int
    options: Options
    hand: str | None  # the kind of the tile drawn
    last: str | None  # the cell of the tile laid last
    left: int  # tiles in the pile
    kinds: dict[str, Kind]
    box: list[str]  # kinds that fitted nowhere (NW-T4)
    coast: list[Space]
    tiles: list[Tile]
    open: dict[str, int]  # how many tiles of pile and hand fit, by cell
    features: list[Feature]
    settlers: list[Settler]
    supply: list[int]
    surveyors: tuple[int, int]  # columns, the eastern one first
    due: list[str]  # parts of the completed features still to be scored
    brings: dict[str, list[int]]  # by what can be settled or scored now: what each seat would score by it at once, surveyors included
    scored: list[str]
    points: list[int]
