"""How a view of New Haven looks in a terminal: in colour and in letters. Knows views and catalogs, no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from newfound.core.text import Catalog

from .seen import Building, Seat, Space, View

COLOURS: Final = {"W": "black on #e3b53a", "T": "white on #7a4b2e", "S": "black on #8fb35c", "R": "black on #9aa5b1"}
LETTER: Final = {"wheat": "W", "timber": "T", "sheep": "S", "stone": "R"}
LONG: Final = {f"{letter}{number}": f"{resource}-{number}" for resource, letter in LETTER.items() for number in range(1, 7)}
SHAPES: Final = "●■▲◆"


def draw(view: View, catalog: Catalog, players: Sequence[str] = ()) -> RenderableType:
    """The shared board, the track and circles, every village, and the reader's own hand."""
    names = players or [str(seat) for seat in range(len(view["seats"]))]
    own = [_hand(view["seats"][view["reader"]], catalog)] if 0 <= view["reader"] < len(names) else []
    beside = Group(_track(view, catalog), _circles(view, catalog), *_charters(view, catalog, names), *own)
    order = sorted(range(len(names)), key=lambda seat: seat != view["reader"])
    villages = [_village(view, seat, catalog, names) for seat in order]
    table = Table.grid(padding=(0, 1))
    table.add_row(_board(view, catalog), beside)
    return Group(table, Columns(villages, padding=(0, 1)), Text(catalog.say("label.legend"), style="dim"))


def _square(letter: str, text: str = "") -> Text:
    return Text(text or f" {letter} ", style=COLOURS[letter])


def _building(name: str) -> Text:
    resource, number = name.split("-")
    return _square(LETTER[resource], f" {LETTER[resource]}{number} ")


def _board(view: View, catalog: Catalog) -> RenderableType:
    board = view["board"]
    columns = [column for column in "abcdefg" if any(cell[0] == column for cell in board)]
    rows = sorted({int(cell[1]) for cell in board}, reverse=True)
    lines = []
    for row in rows:
        for half in (0, 1):
            line = Text(f"{row} " if half == 0 else "  ", style="bold")
            for column in columns:
                line.append_text(_cell(board.get(f"{column}{row}"), half))
                line.append(" ")
            lines.append(line)
        lines.append(Text(""))
    lines[-1] = Text("  " + "".join(f"  {column}    " for column in columns), style="bold")
    left = catalog.say("label.left", bag=view["bag"], pool=view["pool"], open=view["open"])
    lines.append(Text(f"{left}\n{catalog.say('label.ends')}", style="dim"))
    return Panel(Group(*lines), title=catalog.say("label.board"), expand=False)


def _cell(cell: Space | None, half: int) -> Text:
    """Half of a cell: two squares of three characters."""
    if cell is None:
        return Text(" " * 6)
    if cell["is"] == "pond":
        return Text("≈≈≈≈≈≈", style="bold cyan")
    if cell["is"] == "shipment":
        letter = LETTER[cell["named"]]
        return _square(letter, f" {letter}?{letter}? ")
    if cell["is"] != "open":
        return Text.assemble(*(_square(letter) for letter in cell["face"][2 * half : 2 * half + 2]))
    if "building" in cell and half == 0:
        return Text.assemble(" ", _building(cell["building"]), " ")
    return Text(" ·  · ", style="dim")


def _track(view: View, catalog: Catalog) -> RenderableType:
    lines = []
    for resource, count in view["markers"].items():
        bar = "█" * min(count, 20) + ("+" if count > 20 else "")
        name = catalog.say(f"word.{resource}")
        lines.append(Text.assemble(_square(LETTER[resource]), f" {name:<8}{count:>3} ", (bar, COLOURS[LETTER[resource]].split()[-1])))
    return Panel(Group(*lines), title=catalog.say("label.track"), expand=False)


def _circles(view: View, catalog: Catalog) -> RenderableType:
    line = Text(" ").join(_building(name) if name else Text(" ○  ", style="dim") for name in view["circles"])
    return Panel(line, title=catalog.say("label.circles"), expand=False)


def _charters(view: View, catalog: Catalog, names: Sequence[str]) -> list[RenderableType]:
    if not view["charters"]:
        return []
    lines = []
    for charter, seat in view["charters"].items():
        what = catalog.say(f"word.{charter}")
        lines.append(Text(f"{what:<9}{'·' if seat is None else f'{SHAPES[seat]} {names[seat]}'}"))
    return [Panel(Group(*lines), title=catalog.say("label.charters"), expand=False)]


def _village(view: View, seat: int, catalog: Catalog, names: Sequence[str]) -> RenderableType:
    player, values = view["seats"][seat], view["values"]
    built = player["village"]
    lines = [Text("    " + "    ".join("abcde"), style="bold")]
    for at, number in enumerate(values["numbers"]):
        row = 6 - at
        line = Text(f"{number} ", style="bold")
        for column in "abcde":
            line.append_text(_space(built.get(f"{column}{row}"), number))
        full = all(f"{column}{row}" in built for column in "abcde")
        line.append(f" {values['rows'][at]}", style="bold green" if full else "dim")
        lines.append(line)
    ends = Text("  ")
    for column, colonists in zip("abcde", values["columns"], strict=True):
        full = all(f"{column}{row}" in built for row in range(1, 7))
        ends.append(f"  {colonists}  ", style="bold green" if full else "dim")
    lines.append(ends)
    holds = catalog.say("label.holds", n=player["hand_size"], tiles=player["tiles_size"])
    lines.append(Text(f"{holds}, {catalog.say('label.shipment' if player['shipment'] else 'label.shipped')}", style="dim"))
    if player["known"] and seat != view["reader"]:
        lines.append(Text(catalog.say("label.known", list=" ".join(_short(name) for name in player["known"])), style="dim"))
    turn = view["turn"] == seat
    title = f"{SHAPES[seat]} {catalog.say('label.village', seat=seat, players=names)}: {catalog.say('label.score', n=player['score'])}"
    return Panel(Group(*lines), title=title, expand=False, border_style="bold yellow" if turn else "dim")


def _short(name: str) -> str:
    resource, number = name.split("-")
    return f"{LETTER[resource]}{number}"


def _space(building: Building | None, number: int) -> Text:
    """Five characters: `W3` face up, `(w)` face down, with the number too where the reader knows it."""
    if building is None:
        return Text(f"  {number}  ", style="dim")
    letter = LETTER[building["resource"]]
    if building["up"]:
        return _square(letter, f" {letter}{building['number']}  ")
    return _square(letter, f"({letter.lower()}{building['number'] or '·'})").append(" ")


def _hand(player: Seat, catalog: Catalog) -> RenderableType:
    """Buildings by resource, one line each, and the tiles side by side."""
    lines = []
    for resource in LETTER:
        names = [name for name in player["hand"] or [] if name.startswith(resource)]
        if names:
            lines.append(Text(" ").join(_building(name) for name in names))
    shown = Group(*lines) if lines else Text(catalog.say("label.none"))
    tiles = []
    for tile in player["tiles"] or []:
        halves = [Text.assemble(*(_square(letter) for letter in tile[at : at + 2])) for at in (0, 2)]
        tiles.append(Panel(Group(*halves), title=tile, expand=False))
    row = Table.grid(padding=(0, 1))
    row.add_row(Panel(shown, title=catalog.say("label.hand"), expand=False), *tiles)
    return row
