"""How a view looks in a terminal: in colour and in letters. Knows views and catalogs, no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from newfound.core.game import ONLOOKER
from newfound.core.text import Catalog

from .components import KINDS, SIDE
from .seen import Shell, View

LONG: Final[dict[str, str]] = {}  # nothing is written short that actions spell
_LOOKS = {"clam": ("C", "cyan"), "snail": ("S", "magenta"), "star": ("*", "yellow"), "urchin": ("U", "green")}


def draw(view: View, catalog: Catalog, players: Sequence[str] = ()) -> RenderableType:
    """The pool, what everybody holds, and the reader's own hand."""
    names = players or [str(seat + 1) for seat in range(len(view["players"]))]
    parts: list[RenderableType] = [Columns([_pool(view, catalog), _players(view, catalog, names)], padding=(0, 3))]
    if view["reader"] != ONLOOKER:
        parts.append(_hand(view["players"][view["reader"]]["hand"], catalog))
    return Group(*parts)


def _pool(view: View, catalog: Catalog) -> RenderableType:
    lines = []
    for row in range(SIDE, 0, -1):
        line = Text(f"{row} ", style="dim")
        for column in "abcd"[:SIDE]:
            letter, colour = _LOOKS.get(view["pool"].get(f"{column}{row}", ""), ("·", "dim"))
            line.append(f" {letter}", style=colour if letter == "·" else f"bold {colour}")
        lines.append(line)
    lines.append(Text("   " + " ".join("abcd"[:SIDE]), style="dim"))
    return Panel(Group(*lines), title=catalog.say("table.pool"), expand=False)


def _players(view: View, catalog: Catalog, names: Sequence[str]) -> RenderableType:
    table = Table(box=None, pad_edge=False)
    for heading in ("player", "points", "held", "tossed"):
        table.add_column(catalog.say(f"table.{heading}"), justify="right" if heading in ("points", "held") else "left")
    for seat, player in enumerate(view["players"]):
        mark = "›" if seat == view["turn"] else " "
        tossed = catalog.say("table.yes" if player["tossed"] else "table.no") if view["toss"] else ""
        table.add_row(f"{mark} {names[seat]}", str(player["points"]), str(player["held"]), tossed)
    return Group(table, Text(catalog.say("table.bag", count=view["bag"]), style="dim"))


def _hand(hand: dict[Shell, int], catalog: Catalog) -> RenderableType:
    line = Text(f"{catalog.say('table.hand')} ")
    for kind in KINDS:
        for _ in range(hand[kind]):
            letter, colour = _LOOKS[kind]
            line.append(f" {letter} {catalog.say(f'word.{kind}')} ", style=f"bold {colour}")
    return line
