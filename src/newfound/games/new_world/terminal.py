"""How a view of New World looks in a terminal: in colour, letters and shapes. Knows views and catalogs, no rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from newfound.core.text import Catalog

from .components import SIDES, WINDS
from .seen import Kind, Settler, Space, View

LONG: Final[dict[str, str]] = {}  # nothing is written short that actions spell
STAND: Final = "●■▲◆★"
LIE: Final = "○□△◇☆"
SEATS: Final = ("#6fb1e8", "#ff8a5c", "#5fd3a5", "#c99ae0", "#f0f0f0")
WIDTH: Final = 5  # a tile is five characters by three
MOST_NAMED: Final = 8  # cells of one feature
PLAIN, TOWN, TRAIL = "#9aa86a on #2c331c", "bold #f0c9a8 on #7d4630", "bold #f3e2b0 on #2c331c"
OPEN, DEAD, SEA = "#7a7a7a", "#a05050", "#7fa9ae on #1d3a42"

# Where things are on the five by three characters of a tile: (line, column)
Spot = tuple[int, int]
EDGE: Final[dict[str, list[Spot]]] = {"n": [(0, 2)], "e": [(1, 3), (1, 4)], "s": [(2, 2)], "w": [(1, 1), (1, 0)]}
WALL: Final[dict[str, list[Spot]]] = {
    "n": [(0, 2), (0, 1), (0, 3)],
    "e": [(1, 4), (1, 3)],
    "s": [(2, 2), (2, 1), (2, 3)],
    "w": [(1, 0), (1, 1)],
}
HALF: Final[dict[str, Spot]] = {
    "nnw": (0, 1),
    "nne": (0, 3),
    "ene": (0, 4),
    "ese": (2, 4),
    "sse": (2, 3),
    "ssw": (2, 1),
    "wsw": (2, 0),
    "wnw": (0, 0),
}
CORNER: Final[dict[str, Spot]] = {"ne": (0, 4), "es": (2, 4), "sw": (2, 0), "nw": (0, 0)}
INNER: Final[dict[str, Spot]] = {"ne": (1, 3), "es": (1, 3), "sw": (1, 1), "nw": (1, 1)}
LINES: Final = {"n": "│", "e": "─", "s": "│", "w": "─"}
BENDS: Final = {"ns": "│", "ew": "─", "ne": "└", "es": "┌", "sw": "┐", "nw": "┘"}
CROSSINGS: Final = {"nesw": "┼", "esw": "┬", "new": "┴", "nes": "├", "nsw": "┤"}
CENTRE: Final[Spot] = (1, 2)


@dataclass
class Face:
    """The characters of one tile as it lies, and where a settler on each of its parts is drawn."""

    marks: dict[Spot, tuple[str, str]] = field(default_factory=dict)
    seats: dict[str, list[Spot]] = field(default_factory=dict)

    def line(self, at: int) -> Text:
        text = Text()
        for column in range(WIDTH):
            mark, style = self.marks.get((at, column), ("·" if (at, column) == CENTRE else " ", PLAIN))
            text.append(mark, style)
        return text


def draw(view: View, catalog: Catalog, players: Sequence[str] = ()) -> RenderableType:
    """The map with the coast at its right, the tile in hand in its turns, who has what, and all land with settlers."""
    names = players or [str(seat) for seat in range(len(view["supply"]))]
    beside: list[RenderableType] = [_players(view, catalog, names)]
    if view["hand"]:
        beside.append(_hand(view["hand"], view, catalog))
    elif view["phase"] in ("settle", "score"):
        beside.append(_rose(view, catalog))
    parts: list[RenderableType] = [_map(view, catalog), Columns(beside, padding=(0, 2))]
    if any(view["supply"][seat] < 5 for seat in range(len(names))):
        parts.append(_settled(view, catalog))
    return Group(*parts, *_remarks(view, catalog))


def _map(view: View, catalog: Catalog) -> RenderableType:
    """Columns from the west; every open cell shows its name, so that it can be typed."""
    faces = {tile["cell"]: _face(view["kinds"][tile["kind"]], tile["turns"]) for tile in view["tiles"]}
    for settler in view["settlers"]:
        _stand(faces[settler["cell"]], settler)
    cells = [tuple(map(int, name.split(","))) for name in (*faces, *view["open"])]
    west = max(column for column, _ in cells)
    rows = range(min(1, *(row for _, row in cells)), max(len(view["coast"]), *(row for _, row in cells)) + 1)
    coast = {space["cell"]: space for space in view["coast"]}
    behind = min(view["surveyors"])
    lines = [_heading(view, west)]
    for row in rows:
        for at in range(3):
            line = Text()
            for column in range(west, 0, -1):
                line.append_text(_cell(view, faces, f"{column},{row}", at))
                if column < behind and f"{column},{row}" in faces:
                    line.stylize("dim", len(line) - WIDTH)
            line.append_text(_coast(coast.get(f"0,{row}"), row, at))
            lines.append(line)
    place = catalog.say("label.surveyors", east=view["surveyors"][0], west=view["surveyors"][1])
    return Panel(Group(*lines), title=place, expand=False)


def _heading(view: View, west: int) -> Text:
    """The numbers of the columns, and a mark for each surveyor."""
    line = Text()
    for column in range(west, -1, -1):
        marks = "▼" * view["surveyors"].count(column)
        line.append(f"{column}{marks}".center(WIDTH), "bold yellow" if marks else "bold")
    return line


def _cell(view: View, faces: dict[str, Face], name: str, at: int) -> Text:
    if name in faces:
        line = faces[name].line(at)
        if name == view["last"]:
            line.stylize("underline" if at == 2 else "")
        return line
    if name in view["open"]:
        dead = view["open"][name] == 0
        return Text((name if at == 1 else "×" if dead and at == 2 else "").center(WIDTH), DEAD if dead else OPEN)
    return Text(" " * WIDTH)


def _coast(space: Space | None, row: int, at: int) -> Text:
    """A start space with the number of its row; beside it the open sea."""
    if space is None:
        return Text((f"  ~ {row}" if at == 1 else "  ~  ").ljust(8), "#4f7a80")
    if at != 1:
        return Text("   ~ ", SEA)
    edge = {"T": ("#", TOWN), "R": ("─", SEA), "P": (" ", SEA)}[space["edge"]]
    return Text.assemble(edge, (f" {row:<2}~", SEA), (f" {space['name']}".rstrip(), "italic"))


def _turned(point: str, turns: int) -> str:
    ring: Sequence[str] = SIDES if len(point) == 1 else WINDS
    return ring[(ring.index(point) + turns * len(ring) // 4) % len(ring)]


def _face(kind: Kind, turns: int) -> Face:
    face = Face()
    arms = ""
    for part in kind["parts"]:
        sides = "".join(sorted((_turned(side, turns) for side in part["sides"]), key=SIDES.index))
        if part["feature"] == "plain":
            winds = sorted((_turned(wind, turns) for wind in part["winds"]), key=WINDS.index)
            _plain(face, winds, part["bonus"])
        elif part["feature"] == "town":
            _town(face, sides, part["bonus"])
        elif part["feature"] == "trail":
            arms += sides if len(sides) == 1 else ""
            _trail(face, sides, part["bonus"])
        else:
            face.marks[CENTRE] = ("⌂", "bold #f3c64a on #2c331c")
            face.seats["farm"] = [CENTRE]
    crossing = "".join(sorted(arms, key=SIDES.index))
    if crossing in CROSSINGS:
        face.marks[CENTRE] = (CROSSINGS[crossing], TRAIL)
    elif arms and CENTRE not in face.marks:
        face.marks[CENTRE] = ("∩", TOWN)
    return face


def _plain(face: Face, winds: list[str], animals: int) -> None:
    spots = [HALF[wind] for wind in winds]
    for spot in spots:
        face.marks.setdefault(spot, (" ", PLAIN))
    for spot in reversed(spots[-animals:] if animals else []):
        face.marks[spot] = ("a", "bold #e8e0c0 on #2c331c")
    face.seats[f"plain-{winds[0]}"] = spots


def _town(face: Face, sides: str, flags: int) -> None:
    spots = [spot for side in sides for spot in WALL[side]]
    for pair, corner in CORNER.items():
        if pair[0] in sides and pair[1] in sides:
            spots = [INNER[pair], *spots, corner]
    if len(sides) > 2 or sides in ("ns", "ew"):
        spots = [CENTRE, *spots, *((1, column) for column in (1, 3) if sides != "ns")]
    for spot in spots:
        face.marks[spot] = ("#", TOWN)
    if flags:
        face.marks[spots[-1] if len(sides) == 1 else spots[1]] = ("F" if flags == 1 else str(flags), TOWN)
    face.seats[f"town-{sides[0]}"] = spots


def _trail(face: Face, sides: str, posts: int) -> None:
    for side in sides:
        for spot in EDGE[side]:
            face.marks[spot] = (LINES[side], TRAIL)
    spots = [spot for side in sides for spot in EDGE[side]]
    if sides in BENDS:
        face.marks[CENTRE] = (BENDS[sides], TRAIL)
        spots.append(CENTRE)
    if posts:
        face.marks[spots[-1]] = ("P" if posts == 1 else str(posts), TRAIL)
    face.seats[f"trail-{sides[0]}"] = spots


def _stand(face: Face, settler: Settler) -> None:
    """The shape of the seat: filled where the settler stands, hollow where it lies."""
    seat, lying = settler["seat"], settler["role"] == "trapper"
    spot = face.seats[settler["at"]][0]
    ground = face.marks.get(spot, ("", PLAIN))[1].split(" on ")[-1]
    face.marks[spot] = ((LIE if lying else STAND)[seat], f"bold {SEATS[seat]} on {ground}")


def _hand(code: str, view: View, catalog: Catalog) -> RenderableType:
    """The tile in its turns; turns that look the same are shown once."""
    kind = view["kinds"][code]
    shown: dict[str, Text] = {}
    lines = [Text() for _ in range(4)]
    for turns in range(4):
        face = _face(kind, turns)
        look = str(sorted((spot, mark) for spot, mark in face.marks.items()))
        if look not in shown:
            shown[look] = Text()
            lines[0].append(f"r{turns}".center(WIDTH), "bold").append("  ")
            for at in range(3):
                lines[at + 1].append_text(face.line(at)).append("  ")
    return Panel(Group(*lines), title=f"{catalog.say('label.hand')}: {code}", expand=False)


def _rose(view: View, catalog: Catalog) -> RenderableType:
    """The tile just laid among the sides and winds that name its parts."""
    tile = view["tiles"][-1]
    face = _face(view["kinds"][tile["kind"]], tile["turns"])
    lines = [Text("  nnw n nne", "dim")]
    for at, (west, east) in enumerate((("wnw", "ene"), ("w", "e"), ("wsw", "ese"))):
        lines.append(Text.assemble((f"{west:>3} ", "dim"), face.line(at), (f" {east}", "dim")))
    lines.append(Text("  ssw s sse", "dim"))
    return Panel(Group(*lines), title=catalog.say("label.laid", tile=tile["kind"], cell=tile["cell"]), expand=False)


def _players(view: View, catalog: Catalog, names: Sequence[str]) -> RenderableType:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    table.add_column(catalog.say("label.points"), justify="right")
    table.add_column(catalog.say("label.supply"))
    for seat, name in enumerate(names):
        style = f"bold {SEATS[seat]}" if seat == view["active"] else SEATS[seat]
        home = STAND[seat] * view["supply"][seat]
        table.add_row(f"{STAND[seat]} {name}", str(view["points"][seat]), home, style=style)
    return Panel(table, expand=False)


def _settled(view: View, catalog: Catalog) -> RenderableType:
    """Every feature with settlers: whose, how big, how open, what it is worth left open and completed."""
    table = Table(box=None, pad_edge=False)
    for label in ("settled", "tiles", "open", "worth", "full"):
        table.add_column(catalog.say(f"label.{label}"), justify="left" if label == "settled" else "right")
    table.add_column("")
    for feature in view["features"]:
        if any(feature["settlers"]):
            lying = feature["feature"] == "plain"
            who = Text()
            for seat, count in enumerate(feature["settlers"]):
                who.append((LIE if lying else STAND)[seat] * count, SEATS[seat] if seat in feature["owners"] else f"dim {SEATS[seat]}")
            who.append(f" {catalog.say('word.' + feature['feature'])}", "default")
            full = "" if lying else str(feature["full"])
            cells = list(dict.fromkeys(cell for cell, _ in feature["parts"] if not cell.startswith("0,")))
            where = " ".join(cells[:MOST_NAMED]) + (" …" if len(cells) > MOST_NAMED else "")
            table.add_row(who, str(len(feature["tiles"])), str(feature["open"]), str(feature["worth"]), full, where)
    return table


def _remarks(view: View, catalog: Catalog) -> list[RenderableType]:
    said = [catalog.say("label.left", n=view["left"])]
    if view["box"]:
        said.append(catalog.say("label.box", tiles=" ".join(view["box"])))
    if not view["left"]:
        return [Text(" · ".join(said)), _legend(catalog)]
    dead = [cell for cell, fits in view["open"].items() if not fits]
    if dead:
        said.append(catalog.say("label.dead", cells=" ".join(dead)))
    if view["due"]:
        said.append(catalog.say("label.due", spots=", ".join(view["due"])))
    edges: Counter[str] = Counter()
    for kind in view["kinds"].values():
        edges[max(kind["edges"][turns:] + kind["edges"][:turns] for turns in range(4))] += kind["left"]
    pile = " ".join(f"{look}×{count}" for look, count in sorted(edges.items()) if count)
    return [Text(" · ".join(said)), Text(catalog.say("label.pile", edges=pile), style="dim"), _legend(catalog)]


def _legend(catalog: Catalog) -> Text:
    return Text(f"{catalog.say('label.legend')}. {catalog.say('label.legend_settlers', stand=STAND[0], lie=LIE[0])}", style="dim")
