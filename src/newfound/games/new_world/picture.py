"""A view of New World as a picture: the map west of the coast, settlers and surveyors, the tile in hand, the seats. No rule."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from newfound.core.dice import Dice
from newfound.ink import (
    CARD,
    FAINT,
    FARM,
    INK,
    LINE,
    NEWS,
    PAPER,
    PLAIN,
    SEA,
    SEATS,
    SHAPES,
    TIMBER,
    TOWN,
    TRAIL,
    Canvas,
    box,
    disc,
    group,
    letters,
    mark,
    number,
    path,
    pattern,
    use,
)

from .ground import Plan, Point, apart, part_named, plan, turned
from .seen import Part, Settler, Tile, View

GAP: Final = 18
EAST: Final = 210  # how much of the sea is shown
SIDE: Final = 236  # how wide the seats are
LEAST: Final = 6  # columns that are shown, however young the map is
LIME: Final = "#fbf6e8"
ROOF: Final = "#8f553e"
LOG: Final = "#926b54"
LEAF: Final = "#6a8748"
SETTLER: Final = "M-3.6 -15.5l-5.6 4.6l2 3.4l2.2 -1.2l-2.6 8.7h5.4l2.2 -5l2.2 5h5.4l-2.6 -8.7l2.2 1.2l2 -3.4l-5.6 -4.6z"
SURVEYOR: Final = (
    "M-9 0l1.6 -12q-2.4 -1 -1.6 -4l1.4 -3.4h6.4l4.6 4.6l-1.6 1.8l-3.4 -2.4l-.2 4.4l2 11h-3.4l-1.6 -8.6l-1.6 8.6z"
    "M-7.4 -22a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM-10 -23.6h11.2v-1.8h-3l-.6 -4.2h-4l-.6 4.2h-3zM3 -16.6h9.6v3.2h-9.6zM6.2 -19h2.4v2.4h-2.4z"
)

# Small woodcuts about the point they stand on: (fill, stroke, stroke width, path)
Cut = tuple[str, str | None, float, str]
HOUSE: Final[list[Cut]] = [
    (LIME, INK, 0.9, "M-5.5 0v-5h11v5z"),
    (ROOF, INK, 0.9, "M-7 -4.5l4.2 -6.5h5.6l4.2 6.5z"),
    ("none", INK, 0.9, "M-1.2 0v-2.8h2.4v2.8M-3.6 -5.2l2.2 -4.2M-0.4 -5.2l1.2 -4.2M2.9 -5.2l0.4 -3.6"),
]
CHURCH: Final[list[Cut]] = [
    (LIME, INK, 0.9, "M-3 0v-9h15v9zM-8.5 0v-14h6.5v14z"),
    (ROOF, INK, 0.9, "M-3 -8l3 -5.5h10l3.5 5.5zM-9.5 -13.5l4.2 -9.5l4.2 9.5z"),
    ("none", INK, 0.9, "M-5.3 -23v-4M-7 -25.6h3.4M-5.2 -7.5v3.4M2 0v-3.6h2.6v3.6M7.6 -2.6v-2.6"),
]
FLAG: Final[list[Cut]] = [
    (LIME, INK, 0.9, "M0.8 -21h14v9.4h-14z"),
    (INK, None, 0, "M0.8 -17.5h14v2.4h-14zM5 -21h2.4v9.4h-2.4z"),
    ("none", INK, 1.8, "M0 0v-23"),
]
POST: Final[list[Cut]] = [
    (LOG, INK, 0.9, "M-7 1v-8h14v8zM-8.6 -7v-5h17.2v5z"),
    (ROOF, INK, 0.9, "M-9.6 -12l9.6 -6.4l9.6 6.4z"),
    ("none", INK, 0.9, "M-7 -1.6h14M-7 -4.3h14M-8.6 -9.5h17.2"),
    (INK, None, 0, "M-2 1v-5h4v5z"),
]
BARN: Final[list[Cut]] = [
    (LIME, INK, 0.9, "M-15 8v-13h30v13z"),
    (FARM, INK, 0.9, "M-19 -4l8 -15h22l8 15z"),
    ("none", INK, 0.9, "M-15 -6l6 -11M-9.5 -5l4 -12.5M-3.6 -5l1.6 -12.5M2.2 -5v-12.5M8 -5l-2 -12.5M13.6 -6l-5 -11"),
    (INK, None, 0, "M-5 8v-8.4h10v8.4z"),
    ("none", INK, 1.3, "M-24 16v-5M-16 17v-5M-8 17.4v-5M8 17.4v-5M16 17v-5M24 16v-5M-25 13.4l17 1M8 14.4l17 -1"),
]
BEAST: Final = (
    "M-10 -4.5c-0.4 -3 1.6 -4.6 4.4 -4.8c1.6 -3.2 5.8 -4.6 8.8 -2.6c1.6 0.4 3 1 4 2.2c2 0.2 3.4 1.6 3.3 3.6c0 1.6 -1.2 3.3 -2.7 3.9"
    "c-1 0.5 -1.6 -0.1 -2.2 -0.9c-0.4 0.8 -0.8 1.2 -1.4 1.5v2.6h-2v-2.4l-5 -0.6l-0.6 3h-1.9l-0.1 -3c-0.9 -0.3 -1.6 -0.8 -2.1 -1.5"
    "l-0.7 4.5h-1.9z"
)
CROWN: Final = (
    "M-5 -4.4c-2.2 -2 -0.8 -5 1.4 -5.2c0.8 -2.8 5.4 -3.2 6.6 -0.6c2.8 0.2 3.8 4 1.4 5.8"
    "c-1 1.6 -3.6 1.6 -4.6 0.6c-1.6 0.8 -3.8 0.8 -4.8 -0.6zM0 -3.6v4.4"
)
BISON: Final[list[Cut]] = [
    (INK, LIME, 0.9, BEAST),
    ("none", INK, 1.1, "M8 -9.4c1.6 0.2 2.2 -0.9 1.9 -2.3M-10 -5.6c-1.2 0.8 -1.6 2 -1.6 3.6"),
]
TREE: Final[list[Cut]] = [(LEAF, INK, 0.9, "M0 -14l4.8 6.4h-2.2l3.4 5.6h-12l3.4 -5.6h-2.2zM0 -2v2.8")]
OAK: Final[list[Cut]] = [(LEAF, INK, 0.9, CROWN)]
WOODCUTS: Final = {"house": HOUSE, "church": CHURCH, "flag": FLAG, "post": POST, "barn": BARN, "bison": BISON, "tree": TREE, "oak": OAK}


def svg(view: View, show: Sequence[str] = (), point: Sequence[str] = (), night: bool = False) -> str:
    """The map, as far west as it goes; beside the coast the seats, the tile in hand and how many are left."""
    cells = [_cell(name) for name in (*(tile["cell"] for tile in view["tiles"]), *view["open"])]
    west = max(LEAST, max(view["surveyors"]), *(column for column, _ in cells))
    north = min(1, *(row for _, row in cells)) - 1
    south = max(len(view["coast"]), *(row for _, row in cells))
    wide, high = west * 100 + EAST, (south - north) * 100
    canvas = Canvas(wide + SIDE * 1.6 + 3 * GAP, high + 60 + 2 * GAP)
    _define(canvas)
    for column in range(west + 1):
        canvas.place(f"column {column}", GAP + (west - column) * 100, GAP, 100, high + 60)
        canvas.place(f"ruler {column}", GAP + (west - column) * 100, GAP, 100, 60)
        for row in range(north + 1, south + 1):
            canvas.place(f"{column},{row}", GAP + (west - column) * 100, GAP + 60 + (row - 1 - north) * 100, 100 if column else EAST, 100)
    canvas.place("side", wide + 2 * GAP, GAP, SIDE * 1.6, (len(view["points"]) * 54 + 140) * 1.6)
    canvas.add(box(0, 0, canvas.width, canvas.height, PAPER))
    canvas.add(
        f'<svg x="{GAP}" y="{GAP}" width="{wide}" height="{high + 60}" viewBox="{-west * 100} {north * 100 - 60} {wide} {high + 60}">'
    )
    canvas.add(*_coast(canvas, view, west, north, south))
    canvas.add(*_open(view))
    for tile in view["tiles"]:
        canvas.define(f"{tile['kind']}-{tile['turns']}", _face(json.dumps(view["kinds"][tile["kind"]]["parts"]), tile["turns"]))
        canvas.add(canvas.use(f"{tile['kind']}-{tile['turns']}", *_corner(tile["cell"])))
    canvas.add(*_march(canvas, view, west, north, south))
    if view["last"]:
        x, y = _corner(view["last"])
        canvas.add(box(x, y, 100, 100, "none", NEWS, rx=3, stroke_width=4))
    tiles = {tile["cell"]: tile for tile in view["tiles"]}
    canvas.add(*(_settled(canvas, view, tiles[settler["cell"]], settler) for settler in view["settlers"]))
    canvas.add("</svg>", box(GAP, GAP, wide, high + 60, "none", INK, stroke_width=3))
    canvas.add(group(_side(canvas, view), wide + 2 * GAP, GAP, 1.6))
    return canvas.svg(show, point, {} if night else None)


def _cell(name: str) -> tuple[int, int]:
    column, row = name.split(",")
    return int(column), int(row)


def _corner(name: str) -> tuple[int, int]:
    """Columns count westward from the coast, rows southward."""
    column, row = _cell(name)
    return -column * 100, (row - 1) * 100


def _define(canvas: Canvas) -> None:
    for name, cuts in WOODCUTS.items():
        parts = [path(d, fill, stroke, width or None, stroke_linejoin="round", stroke_linecap="round") for fill, stroke, width, d in cuts]
        canvas.define(name, "".join(parts))
    canvas.define("sea", pattern(28, 10, "M0 5q3.5-4 7 0t7 0 7 0 7 0"))
    for seat in range(5):
        canvas.define(f"settler-{seat}", _settler(seat))
    legs = path("M7.4 -13.4l-4 13.4M7.4 -13.4v13.4M7.4 -13.4l4 13.4", stroke=INK, width=1.4, stroke_linecap="round")
    canvas.define("surveyor", path(SURVEYOR, INK, CARD, 0.8, paint_order="stroke") + legs)


def _settler(seat: int) -> str:
    """The head is the seat's shape; about 30 units tall, its foot at the origin."""
    head = "translate(0 -20.5) scale(7.4)"
    halo = path(SETTLER, LIME, LIME, 4.4, stroke_linejoin="round") + path(SHAPES[seat], LIME, LIME, 0.6, transform=head)
    body = path(SETTLER, SEATS[seat], INK, 1.4, stroke_linejoin="round")
    return halo + body + path(SHAPES[seat], SEATS[seat], INK, 0.19, stroke_linejoin="round", transform=head)


def _settled(canvas: Canvas, view: View, tile: Tile, settler: Settler) -> str:
    """Settlers stand; trappers lie."""
    parts = view["kinds"][tile["kind"]]["parts"]
    x, y = turned(plan(parts).spots[part_named(parts, tile["turns"], settler["at"])], tile["turns"])
    left, top = _corner(tile["cell"])
    lying = settler["role"] == "trapper"
    turn = " translate(13 -4.5) rotate(-90)" if lying else ""
    x0, y0, rx, ry = (5, -13, 4, 15) if lying else (0, 0.6, 9, 2.6)
    shade = f'<ellipse cx="{x0}" cy="{y0}" rx="{rx}" ry="{ry}" opacity="0.3"/>'
    body = canvas.use(f"settler-{settler['seat'] % 5}")
    return f'<g transform="translate({number(left + x)} {number(top + y + (4 if lying else 9))}) scale(1.12){turn}">{shade}{body}</g>'


# --- a tile


@cache
def _face(described: str, turns: int) -> str:
    """A tile as it lies, its corner at the origin. Ground turns with the tile; houses, flags and beasts stay upright."""
    parts = json.loads(described)
    drawn = plan(parts)

    def line(points: tuple[Point, ...], closed: bool = False) -> str:
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (turned(point, turns) for point in points)) + ("z" if closed else "")

    roads = "".join(line(trail.line) for trail in drawn.trails)
    walls = "".join(line(wall) for town in drawn.towns for wall in town.walls)
    layers = [box(0, 0, 100, 100, PLAIN)]
    if roads:
        layers += [path(roads, stroke=INK, width=14.5), path(roads, stroke=TRAIL, width=12)]
        layers.append(path(roads, stroke=INK, width=0.9, stroke_opacity=0.4, stroke_dasharray="5 3.5"))
    if drawn.crossing:
        x, y = turned(drawn.crossing, turns)
        sign = path("M-6 -7.5h9l3 2l-3 2h-9z", TIMBER, INK, 0.8)
        layers.append(group([disc(0, 0, 6, TRAIL, INK, stroke_width=1.2), path("M0 3v-10", stroke=INK, width=1.8), sign], x, y))
    if walls:
        layers.append(path("".join(line(town.area, True) for town in drawn.towns), TOWN))
        layers += [path(walls, stroke=INK, width=5.4), path(walls, stroke=TRAIL, width=2.8, stroke_dasharray="3.6 1.6")]
    for trail in drawn.trails:
        if trail.gate:
            layers.append(group([path("M-6 4.5v-6a6 6 0 0 1 12 0v6z", INK)], *turned(trail.line[-1], turns)))
    layers += _standing(parts, drawn, turns)
    return "".join([*layers, box(0.4, 0.4, 99.2, 99.2, "none", INK, stroke_opacity=0.32, stroke_width=0.8)])


def _standing(parts: list[Part], drawn: Plan, turns: int) -> list[str]:
    """What stands on a tile, those further north behind. What counts is placed first, so that it always finds room."""
    dice = Dice(sum(ord(letter) * (at + 1) for at, letter in enumerate(json.dumps(parts))))
    taken: list[tuple[Point, float]] = [(turned(spot, turns), 11) for spot in drawn.spots]
    found: list[tuple[Point, str, float]] = []

    def put(part: int, name: str, room: float, far: float, size: float = 1) -> bool:
        for _ in range(60):
            x, y = 6 + dice.below(8800) / 100, 6 + dice.below(8800) / 100
            here = turned((x, y), turns)
            if drawn.room(part, x, y) > room and all(apart(other, here) >= max(far, size) for other, size in taken):
                taken.append((here, far))
                found.append(((here[0], here[1] + min(4, room)), name, size))
                return True
        return False

    for at, part in enumerate(parts):
        if part["feature"] == "trail":
            road = next(trail.line for trail in drawn.trails if trail.part == at)
            for post in range(part["bonus"]):
                x, y = turned(road[round((len(road) - 1) * (0.19 + 0.28 * post))], turns)
                found.append(((x, y + 5), "post", 0.95))
                taken.append(((x, y - 4), 11))
        else:
            for _ in range(part["bonus"]):
                if part["feature"] == "town":
                    _ = put(at, "flag", 5, 13, 1.05) or put(at, "flag", 2, 8, 1.05)
                else:
                    _ = put(at, "bison", 6, 12, 1.05) or put(at, "bison", 3, 8, 0.95) or put(at, "bison", 0, 4, 0.9)
    if drawn.farm:
        found.append(((50, 52), "barn", 0.86))
        taken.append(((50, 50), 27))
    for at, part in enumerate(parts):
        if part["feature"] == "town":
            if len(part["sides"]) > 1:
                put(at, "church", 10, 16)
            for _ in range(2 + 3 * len(part["sides"])):
                put(at, "house", 5, 13.5)
        elif part["feature"] == "plain":
            for _ in range(2):
                put(at, "tree" if dice.below(2) else "oak", 6, 11, 0.9)
    grass = [spot for at, part in enumerate(parts) if part["feature"] == "plain" for spot in _tufts(drawn, at, turns, taken, dice.below)]
    tufts = "".join(f"M{x - 2.4:.1f} {y:.1f}l-1 -2.8m2.4 2.8v-3.8m1.6 3.8l1.4 -3.2" for x, y in grass)
    cuts = [use(name, x, y, size) for (x, y), name, size in sorted(found, key=lambda one: one[0][1])]
    return [path(tufts, stroke=INK, width=0.9, stroke_opacity=0.5, stroke_linecap="round"), *cuts]


def _tufts(drawn: Plan, part: int, turns: int, taken: list[tuple[Point, float]], below: Callable[[int], int]) -> list[Point]:
    found: list[Point] = []
    for _ in range(28):
        x, y = 6 + below(8800) / 100, 6 + below(8800) / 100
        here = turned((x, y), turns)
        if len(found) < 7 and drawn.room(part, x, y) > 3 and all(apart(other, here) >= max(7, size) for other, size in taken):
            taken.append((here, 7))
            found.append(here)
    return found


# --- the map


def _coast(canvas: Canvas, view: View, west: int, north: int, south: int) -> list[str]:
    """The sea, the start spaces with an irregular shore, and their names."""
    top, bottom = north * 100 - 60, south * 100
    rows = len(view["coast"]) * 100
    dice = Dice(7)
    shore, x = "", 0.0
    for y in range(0, rows, 25):
        town = view["coast"][y // 100]["edge"] == "T"
        to = 0.0 if y + 25 >= rows else (66 + dice.below(60) / 10 if town else 44 + dice.below(220) / 10)
        shore += f"C{x + 3:.1f} {y + 11} {to - 3:.1f} {y + 15} {to:.1f} {y + 25}"
        x = to
    line = f"M0 {top}V0{shore}V{bottom}"
    parts = [box(0, top, EAST, bottom - top, SEA), box(0, top, EAST, bottom - top, canvas.fill("sea"), opacity=0.75)]
    parts += [path(line, stroke=LIME, width=wide, stroke_opacity=0.16, stroke_linejoin="round") for wide in (32, 18)]
    parts.append(path(f"M0 0{shore}z", PLAIN))
    for space in view["coast"]:
        left, y = _corner(space["cell"])
        if space["edge"] == "T":
            parts.append(path(f"M0 {y}C19 {y + 17} 23 {y + 37} 23 {y + 50}C23 {y + 63} 19 {y + 81} 0 {y + 100}z", TOWN))
            wall = f"M0 {y}L17 {y + 19}L23 {y + 37}L23 {y + 63}L17 {y + 81}L0 {y + 100}"
            parts += [path(wall, stroke=INK, width=5.4), path(wall, stroke=TRAIL, width=2.8, stroke_dasharray="3.6 1.6")]
            parts.append(canvas.use("house", 12, y + 44) + canvas.use("house", 11, y + 66))
        elif space["edge"] == "R":
            parts += [path(f"M0 {y + 50}H34", stroke=INK, width=14.5), path(f"M0 {y + 50}H34", stroke=TRAIL, width=12)]
        if space["name"]:
            halo: dict[str, str | float | None] = {"stroke": SEA, "halo": 5, "paint_order": "stroke", "stroke_linejoin": "round"}
            parts.append(letters(space["name"], left + 78, y + 57, 24, INK, "start", **halo))
        else:
            parts.append(letters(_cell(space["cell"])[1], left + 20, y + 34, 22, INK, "middle", fill_opacity=0.5))
    parts.append(box(-west * 100, top, west * 100, bottom - top, PAPER))
    return [*parts, path(line, stroke=INK, width=2.2, stroke_linejoin="round")]


def _open(view: View) -> list[str]:
    """Where a tile could lie; crossed out where none fits any more."""
    parts = []
    for name, fits in view["open"].items():
        x, y = _corner(name)
        parts.append(box(x + 4, y + 4, 92, 92, CARD, FAINT, rx=5, stroke_width=1.4, stroke_dasharray="5 5", fill_opacity=0.5))
        if not fits:
            parts.append(path(f"M{x + 42} {y + 42}l16 16M{x + 58} {y + 42}l-16 16", stroke=FAINT, width=2))
    return parts


def _march(canvas: Canvas, view: View, west: int, north: int, south: int) -> list[str]:
    """The ruler with both surveyors; what lies east of both is behind them."""
    top = north * 100 - 60
    behind = min(view["surveyors"])
    parts = []
    if behind > 1:
        parts.append(box(-(behind - 1) * 100, top, (behind - 1) * 100, south * 100 - top, PAPER, opacity=0.26))
    parts += [box(-west * 100, top, west * 100 + EAST, 52, CARD, fill_opacity=0.92), path(f"M{-west * 100} {top + 52}H{EAST}", stroke=INK)]
    for column in range(west + 1):
        x = 50 - column * 100
        here = view["surveyors"].count(column)
        parts.append(path(f"M{x - 50} {top + 52}v-10", stroke=INK))
        parts += [canvas.use("surveyor", x - (14 if here == 1 else 32) + 31 * one, top + 50, 1.25) for one in range(here)]
        parts.append(letters(column, x + (0, 18, 36)[here], top + 34, 22, INK if here else FAINT))
    return parts


def _side(canvas: Canvas, view: View) -> list[str]:
    """Points and settlers at home, the tile in hand, how many are left."""
    parts = []
    for seat, points in enumerate(view["points"]):
        own = view["turn"] == seat
        y = seat * 54
        parts.append(box(0, y, SIDE, 46, CARD, SEATS[seat % 5] if own else LINE, rx=8, stroke_width=2.5 if own else 1.2))
        parts += [mark(seat, 24, y + 23, 26), letters(points, 48, y + 33, 31, INK, "start")]
        parts += [canvas.use(f"settler-{seat % 5}", SIDE - 22 - at * 24, y + 37, 0.95) for at in range(view["supply"][seat])]
    y = len(view["points"]) * 54 + 14
    parts.append(letters(view["left"], SIDE, y + 34, 40, FAINT, "end"))
    back = [box(-off, off, 34, 34, "#8fae8a", INK, rx=2, stroke_width=1.4) for off in (8, 4, 0)]
    parts.append(group(back, SIDE - 96, y))
    if view["hand"]:
        canvas.define(f"{view['hand']}-0", _face(json.dumps(view["kinds"][view["hand"]]["parts"]), 0))
        parts += [canvas.use(f"{view['hand']}-0", 0, y, 1.2), box(0, y, 120, 120, "none", INK, stroke_width=2)]
    return parts
