"""What a reader of New England is shown, as a type. The build makes the web app's types of this file; the checks hold `observe` to it.

A dict whose keys are a Literal has every one of them.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["first", "families", "start", "announce", "fill", "bid", "buy", "draw", "over"]
Land = Literal["settlement", "cropland", "pasture"]
Figure = Literal["pilgrim", "barn", "ship"]
FamilyName = Literal["annable", "howland", "palmer", "winslow"]


class Options(TypedDict):
    start_contact: Literal["corners", "none"]
    pawn: Literal["left", "right"]
    first_game: bool
    deck: str


class Announce(TypedDict):
    offer: int  # tiles and cards together
    tiles: list[int]  # how many of them may be tiles
    ending: list[int]  # those numbers that would end the match (NE-E1)


class Bid(TypedDict):
    """What all purchases of a turn cost at a marker's price, and what money is left then: below zero where it does not suffice."""

    purchases: int
    cost: int
    left: int


class ToDraw(TypedDict):
    what: Literal["card", "tile"]
    items: int  # still to come, cards included


class Pile(TypedDict):
    tiles: dict[Land, int]
    cards: dict[str, int]  # those there are


class Piles(TypedDict):
    offer: Pile
    left: Pile  # in bag and deck
    gone: Pile  # out of the game


class Hand(TypedDict):
    done: dict[str, int]  # cards carried out
    stored: dict[str, int]  # cards in barns


class Family(Hand):
    family: FamilyName | None  # none until it is drawn
    money: int
    income: int
    marker: int | None
    to_lay: list[Land]  # start tiles
    figures: dict[Figure, int]  # on the board
    score: int


class Tile(TypedDict):
    plots: list[str]  # one, or the two of a start tile, in reading order
    seat: int
    land: Land
    used: bool
    figure: Figure | None


class Bonus(TypedDict):
    points: int
    supply: int  # figures left
    seats: list[int]  # who would get it now
    counted: bool  # once the match is over


class Card(TypedDict):
    land: Land | None  # none on a card for a figure, nor a shape
    shape: list[str] | None  # lines of `#` and `.`
    points: int
    copies: int


class View(Piles):
    phase: Phase
    turn: int  # a seat, or -1 for luck, or -2 after the end
    round: int
    first: int | None  # who holds the pawn
    active: int | None  # whose decision it is, or whose luck
    options: Options
    announced: int | None  # tiles of this round's offer
    announce: Announce | None  # what can be announced
    contact: Literal["none", "corners", "edges"] | None  # how start tiles may touch now
    free_markers: list[int]
    bids: dict[str, Bid]  # for whoever bids now, by free marker
    purchases: int | None  # made in this turn
    may_draw: bool
    moved: list[str]  # plots of figures that may not move again for now (NE-P4)
    to_draw: ToDraw | None
    seats: list[Family]
    tiles: list[Tile]
    bonus: dict[Figure, Bonus]
    cards: dict[str, Card]
    map: list[str]
    sea: list[str]
