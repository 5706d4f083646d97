"""What a reader of New Haven is shown, as a type. The build makes the web app's types of this file; the checks hold `observe` to it.

A building is `wheat-3`, a tile's face `WTWS`: its four squares from the top left. A dict whose keys are a Literal has every one of them.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Phase = Literal["begin", "settle", "circles", "clearings", "deal", "lay", "build", "take", "blind", "refill", "reveal", "tile", "over"]
Resource = Literal["wheat", "timber", "sheep", "stone"]
Charter = Literal["row", "column", "wheat", "timber", "sheep", "stone"]

Open = TypedDict("Open", {"is": Literal["open"], "building": NotRequired[str]})  # with the building that lies there (NH-X3)
Pond = TypedDict("Pond", {"is": Literal["pond"]})
Shipment = TypedDict("Shipment", {"is": Literal["shipment"], "named": Resource})  # face down until the end of the turn (NH-T2)
Tile = TypedDict("Tile", {"is": Literal["printed", "tile"], "face": str})
Space = Open | Pond | Shipment | Tile


class Building(TypedDict):
    resource: Resource
    number: int | None  # none where it is face down and another's
    up: bool
    under: int  # buildings that it covers (NH-V1)


class Seat(TypedDict):
    hand: list[str] | None  # buildings; the reader's own only, as are `tiles` and `buried`
    hand_size: int
    known: list[str]  # buildings taken openly and not seen again since (NH-S6)
    tiles: list[str] | None
    tiles_size: int
    shipment: bool  # whether it may still be played
    village: dict[str, Building]  # by space
    buried: list[str] | None  # covered face down (NH-V1)
    buried_of: dict[str, int]  # the same by resource, for everybody
    score: int
    rows: int  # points, as are `columns` and `charters`
    columns: int
    charters: int


class Unseen(TypedDict):
    """What this reader has not seen, wherever it is: how many of each."""

    buildings: dict[str, int]
    tiles: dict[str, int]


class Values(TypedDict):
    """What is printed on a village, the price of each row and the colonists at the end of rows and columns; and on charters."""

    numbers: list[int]
    rows: list[int]
    columns: list[int]
    charters: dict[Charter, int]  # what each is worth (NH-V3)
    most_charters: int  # and having the most of them


class View(TypedDict):
    phase: Phase
    turn: int  # a seat, or -1 for luck, or -2 after the end
    reader: int  # a seat, or -3 for an onlooker
    active: int
    builder: int  # who may build now
    side: Literal["A", "B"]
    board: dict[str, Space]  # by cell
    open: int  # open cells left
    markers: dict[Resource, int]
    circles: list[str | None]
    bag: int  # buildings left in it
    pool: int  # tiles left in it
    ponds_to_come: list[int]  # by mark (NH-X1)
    draws: int  # buildings still to take (NH-T6)
    draw_from: Literal["first", "both", "circles"]
    seats: list[Seat]
    covered: list[str]  # buildings covered face up (NH-V1)
    charters: dict[Charter, int | None] | None  # the seat that won it; none where they are not played (NH-V3)
    unseen: Unseen
    values: Values
