"""The view of New England drawn for a terminal: colour, and signs and letters that say the same without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from newfound.core.grid import cell_name
from newfound.core.text import Catalog

from .actions import COLUMNS, LANDS, ROWS
from .seen import Card, Family, Tile, View

SIGNS: Final = {"settlement": "⌂", "cropland": "≡", "pasture": "ψ"}
GROUND: Final = {"settlement": "#f6ead8 on #8f5230", "cropland": "#f3ead6 on #4f463c", "pasture": "#15200c on #8fb062"}
FIGURE: Final = {"pilgrim": "p", "barn": "b", "ship": "s", None: " "}
FAMILY: Final = {"annable": "#6fb1e6", "howland": "#f0875f", "palmer": "#6cc7a2", "winslow": "#c49ad8"}
PLAIN: Final = "#b8b09c"
SEA: Final = "#7fb4ba"
FOREST: Final = "#7f9a68"
LONG: Final[dict[str, str]] = {}  # nothing is written short that actions spell
WIDTH: Final = 4  # of a plot, its gap included
A_ROW: Final = 3  # items of the offer side by side


def draw(view: View, catalog: Catalog, players: Sequence[str] = ()) -> RenderableType:
    """The coast, beside it (or under it, where there is no room) families and offer, then what else there is to know."""
    title = Text(catalog.say("label.board"), "bold")
    if view["round"] and view["phase"] != "over":
        title.append(f" · {catalog.say('label.round', n=view['round'])}")
    coast = Group(title, _board(view))
    beside = Group(_families(view, catalog, players), Text(), *_offer(view, catalog))
    return Group(Columns([coast, beside], padding=(0, 2)), *_notes(view, catalog), Text(catalog.say("label.legend"), "dim"))


# --- the coast


def _board(view: View) -> Text:
    """Two lines to a row: the plots, and under them what joins a start tile downwards."""
    tiles = {plot: tile for tile in view["tiles"] for plot in tile["plots"]}
    letters = Text("     " + "".join(f"{chr(ord('a') + column):<{WIDTH}}" for column in range(COLUMNS)), "dim")
    lines = [letters, Text("   ").append(_frame(view["map"][0]))]
    for row in range(ROWS):
        line, under = Text(f"{ROWS - row:>2} ", "dim"), Text("   ")
        edge = view["map"][row + 1]
        line.append(_sign(edge[0]))
        under.append(_sign(edge[0]))
        for column in range(COLUMNS):
            plot = cell_name(row, column, ROWS)
            tile = tiles.get(plot)
            if tile is None:
                line.append(_empty(edge[column + 1])).append(" ")
                under.append(" " * WIDTH)
                continue
            joined = len(tile["plots"]) == 2 and plot == tile["plots"][0]
            right = GROUND[tile["land"]] if joined and cell_name(row, column + 1, ROWS) in tile["plots"] else ""
            below = GROUND[tile["land"]] if joined and cell_name(row + 1, column, ROWS) in tile["plots"] else ""
            line.append(_plot(view, tile, plot)).append("=" if right else " ", right)
            under.append(" ‖ " if below else "   ", below).append(" ")
        line.append(_sign(edge[-1]))
        under.append(_sign(edge[-1]))
        lines += [line, under] if row < ROWS - 1 else [line]
    lines.append(Text("   ").append(_frame(view["map"][-1])))
    return Text("\n").join(lines)


def _empty(mark: str) -> Text:
    return Text(" · ", PLAIN) if mark == "." else Text(mark * 3, SEA if mark == "~" else FOREST)


def _plot(view: View, tile: Tile, plot: str) -> Text:
    """Land, family, and what stands there; a figure stands on the first plot of its tile."""
    last = "#" if tile["used"] else FIGURE[tile["figure"]] if plot == tile["plots"][0] else " "
    style = GROUND[tile["land"]] + (" dim" if tile["used"] else "")
    return Text(SIGNS[tile["land"]] + _letter(view, tile["seat"]) + last, style)


def _letter(view: View, seat: int) -> str:
    return str(view["seats"][seat]["family"] or "?")[0].upper()


def _sign(mark: str) -> Text:
    return Text(mark, SEA if mark == "~" else FOREST)


def _frame(line: str) -> Text:
    stretched = line[0] + "".join(mark * WIDTH for mark in line[1:-1]) + line[-1]
    return Text(stretched, SEA if "~" in line else FOREST)


# --- families and offer


def _families(view: View, catalog: Catalog, players: Sequence[str]) -> Table:
    """A column for each family."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("", style="dim", no_wrap=True)
    for seat, held in enumerate(view["seats"]):
        name = _name(held, catalog, seat)
        if seat == view["turn"]:
            name.stylize("reverse")
        table.add_column(name.append(" ◂" if seat == view["first"] else ""), min_width=9)
    if players:
        table.add_row("", *[Text(player, "dim", overflow="ellipsis", no_wrap=True) for player in players])
    rows = {
        "points": [str(held["score"]) for held in view["seats"]],
        "money": [f"{held['money']} (+{held['income']})" for held in view["seats"]],
        "marker": [str(held["marker"] or "–") for held in view["seats"]],
        "figures": [" ".join(f"{FIGURE[figure]}{count}" for figure, count in held["figures"].items()) for held in view["seats"]],
        "stored": [_listed(held["stored"]) for held in view["seats"]],
        "done": [_listed({card: count for card, count in held["done"].items() if card not in FIGURE}) for held in view["seats"]],
    }
    for label, cells in rows.items():
        if any(cell != "–" for cell in cells) or label == "marker":
            table.add_row(catalog.say(f"label.{label}"), *cells)
    return table


def _name(held: Family, catalog: Catalog, seat: int) -> Text:
    if held["family"] is None:
        return Text(str(seat + 1))
    return Text(f"{held['family'][0].upper()} {catalog.say('word.' + held['family'])}", FAMILY[held["family"]])


def _listed(cards: dict[str, int]) -> str:
    """One card to a line, so that the column stays narrow."""
    return "\n".join(card if count == 1 else f"{count} {card}" for card, count in cards.items()) or "–"


def _offer(view: View, catalog: Catalog) -> list[RenderableType]:
    tiles, cards = view["offer"]["tiles"], view["offer"]["cards"]
    shown: list[RenderableType] = [_tile(land, tiles[land], catalog) for land in LANDS if tiles[land]]
    shown += [_card(card, count, view["cards"][card], catalog) for card, count in cards.items()]
    if not shown:
        return []
    grid = Table.grid(padding=(0, 2, 0, 0))
    for first in range(0, len(shown), A_ROW):
        grid.add_row(*shown[first : first + A_ROW])
    return [Text(catalog.say("label.offer"), "bold"), grid]


def _tile(land: str, count: int, catalog: Catalog) -> Text:
    return Text.assemble((f" {SIGNS[land]} ", GROUND[land]), f" {land}", (_times(count, catalog), "bold"), "\n")


def _card(card: str, count: int, what: Card, catalog: Catalog) -> Text:
    """Name and points, and under them the shape to scale."""
    text = Text.assemble(
        (card, "bold"), (_times(count, catalog), "bold"), (f" {catalog.say('label.worth', n=what['points'])}", "dim"), "\n"
    )
    if what["shape"] is None or what["land"] is None:
        return text.append(f"({FIGURE[card]})\n")
    for line in what["shape"]:
        for mark in line:
            text.append(f"{SIGNS[what['land']]} " if mark == "#" else "  ", GROUND[what["land"]] if mark == "#" else "")
        text.append("\n")
    if len(what["shape"]) < 2:
        text.append("\n")
    text.right_crop(1)
    return text


def _times(count: int, catalog: Catalog) -> str:
    return f" {catalog.say('label.copies', n=count)}" if count > 1 else ""


# --- what else there is to know


def _notes(view: View, catalog: Catalog) -> list[RenderableType]:
    notes: list[RenderableType] = []
    if view["phase"] == "buy":
        active = view["seats"][view["turn"]]
        notes.append(Text(catalog.say("label.price", price=active["marker"], made=view["purchases"])))
    if view["may_draw"]:
        notes.append(Text(catalog.say("label.may_draw"), "bold"))
    if view["announce"] and view["announce"]["ending"]:
        numbers = ", ".join(str(number) for number in view["announce"]["ending"])
        notes.append(Text(catalog.say("label.ending", numbers=numbers), "bold red"))
    if view["contact"] in ("corners", "edges") and view["options"]["start_contact"] != view["contact"]:
        notes.append(Text(catalog.say("label.contact", contact=view["contact"]), "bold"))
    if view["phase"] == "bid":
        notes.append(Text(catalog.say("label.markers", list=" ".join(str(marker) for marker in view["free_markers"]))))
    notes += [_mix(view, "left", catalog), _mix(view, "gone", catalog), _bonuses(view, catalog)]
    if len(view["seats"]) == 2:
        notes.append(Text(catalog.say("label.unofficial"), "dim"))
    return notes


def _mix(view: View, pile: Literal["left", "gone"], catalog: Catalog) -> Text:
    """NE-C7: what may still come, and what never will."""
    tiles, cards = view[pile]["tiles"], view[pile]["cards"]
    counted = [f"{SIGNS[land]}{tiles[land]}" for land in LANDS if tiles[land]] + [f"{card} {count}" for card, count in cards.items()]
    listed = " · ".join(counted) or catalog.say("label.none")
    return Text(catalog.say(f"label.{pile}", tiles=sum(tiles.values()), cards=sum(cards.values()), list=listed), "dim")


def _bonuses(view: View, catalog: Catalog) -> Text:
    """NE-C8: who has most of each figure as things stand."""
    listed = []
    for figure, bonus in view["bonus"].items():
        holders = "".join(_letter(view, seat) for seat in bonus["seats"]) or "–"
        listed.append(f"{catalog.say('word.' + figure)} {holders} ({catalog.say('label.worth', n=bonus['points'])})")
    return Text(catalog.say("label.bonus", list=" · ".join(listed)), "dim")
