"""A view of New England as a picture: the coast with its tiles, the families' plates, the offer and the bid markers. No rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newfound.ink import (
    CARD,
    CROPLAND,
    DEEP,
    FAINT,
    FARM,
    INK,
    LINE,
    PAPER,
    PASTURE,
    SEA,
    SEATS,
    SETTLEMENT,
    SUNK,
    TRAIL,
    WHEAT,
    Canvas,
    box,
    disc,
    group,
    letters,
    mark,
    path,
    pattern,
)

from .seen import Family, Figure, Tile, View

PLOT: Final = 60
RIM: Final = 44
GAP: Final = 16
WIDE: Final = 300  # of a plate
COLOURS: Final = {"settlement": SETTLEMENT, "cropland": CROPLAND, "pasture": PASTURE}
PALE: Final = {"settlement": "#e9d6c3", "cropland": "#d5cfc2", "pasture": "#e0e3c8"}  # the used side
FIGURES: Final[tuple[Figure, ...]] = ("pilgrim", "barn", "ship")
WOOD: Final = "#f6e9c8"
GROUND: Final = "#e1dfbd"
FLOOR: Final = "#556d3c"
LEAF: Final = "#607c43"
NIGHT: Final = {
    GROUND: "#3d4033",
    WOOD: "#4a4234",
    PALE["settlement"]: "#4e3a2e",
    PALE["cropland"]: "#3c3935",
    PALE["pasture"]: "#3e4633",
}
EAR: Final = "q5 4 0 10q-5-6 0-10z"
LEAVES: Final = "q-9-1-8-9q8 1 8 9zq9-1 8-9q-8 1-8 9z"
SIDES: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))


def svg(view: View, show: Sequence[str] = (), point: Sequence[str] = (), night: bool = False) -> str:
    """The coast with the offer under it, the plates at the right."""
    coast = view["map"]
    wide, high = (len(coast[0]) - 2) * PLOT + 2 * RIM, (len(coast) - 2) * PLOT + 2 * RIM
    canvas = Canvas(wide + WIDE + 3 * GAP, high + 112 + 3 * GAP)
    _define(canvas)
    canvas.add(box(0, 0, canvas.width, canvas.height, PAPER))
    canvas.add(group([*_ground(canvas, coast, wide, high), *(_tile(canvas, view, tile) for tile in view["tiles"])], GAP, GAP))
    canvas.place("coast", GAP, GAP, wide, high)
    for row in range(1, len(coast) - 1):
        canvas.place(f"row {row}", GAP, GAP + high - RIM - row * PLOT, RIM, PLOT)
        for column in range(len(coast[0]) - 2):
            plot = f"{chr(97 + column)}{row}"
            x, y = _corner(view, plot)
            canvas.place(plot, GAP + x, GAP + y, PLOT, PLOT)
    canvas.add(group(_offer(canvas, view), GAP, high + 2 * GAP + 8))
    canvas.place("offer", GAP, high + 2 * GAP, wide, 112)
    step = (canvas.height - 74) / len(view["seats"])
    for seat in range(len(view["seats"])):
        canvas.add(group(_plate(canvas, view, seat, step - GAP), wide + 2 * GAP, GAP + seat * step))
        canvas.place(f"family-{seat}", wide + 2 * GAP, GAP + seat * step, WIDE, step - GAP)
    canvas.place("markers", wide + 2 * GAP, canvas.height - 58, WIDE, 44)
    canvas.add(group(_markers(view), wide + 2 * GAP, canvas.height - 58))
    return canvas.svg(show, point, NIGHT if night else None)


def _define(canvas: Canvas) -> None:
    """The faces of the lands, plain and used, 60 wide; the figures about the origin, 40 high."""
    gables = "M9 30V20L17 12 25 20V30ZM35 30V20L43 12 51 20V30ZM22 52V42L30 34 38 42V52Z"
    gables += "M15.5 30V24H18.5V30M41.5 30V24H44.5V30M28.5 52V46H31.5V52"
    furrows = "M4 14Q18 8 32 14T56 13M4 25Q18 19 32 25T56 24M4 36Q18 30 32 36T56 35M4 47Q18 41 32 47T56 46M4 56Q18 51 32 56"
    tufts = "".join(f"M{x} {y}v-10m0 10q-1-5-6-8m6 8q1-5 6-8" for x, y in ((15, 22), (44, 26), (18, 50), (43, 53)))
    canvas.define("settlement", _motif(gables, "#f7efdd", 0.62))
    canvas.define("cropland", _motif(furrows, "#f7efdd", 0.4))
    canvas.define("pasture", _motif(tufts, "#22300f", 0.7))
    doors = path("M27.5 48V39H32.5V48ZM14.5 48V42H19.5V48ZM40.5 48V42H45.5V48ZM28.5 29V25H31.5V29Z", CARD)
    houses = _solid("M8 48V33L17 24 26 33V48ZM34 48V33L43 24 52 33V48ZM23 48V24L30 10 37 24V48Z", SETTLEMENT, 1.6)
    canvas.define("settlement-used", houses + doors + _line("M5 51.5H55", 1.6))
    ears = "".join(f"M{at} 10{EAR}M{at} 27{LEAVES}M{at} 37{LEAVES}" for at in (14, 30, 46))
    canvas.define("cropland-used", _line("M14 52V14M30 52V14M46 52V14M5 52H55", 1.6) + _solid(ears, WHEAT, 1.1))
    fleece = _solid("M17 22q-2-7 5-7 4-5 9-1 6-3 9 2 6 1 4 8 2 6-5 7H22q-8-1-5-9z", WOOD, 1.6)
    head = path("M42 17q7-3 10 4l-1 4q-4 2-9-1zM23 31v9h3v-9zM37 31v9h3v-9z", INK, WOOD, 0.8)
    canvas.define("pasture-used", fleece + head + _line("M5 44H55M5 50H55M12 40V54M30 40V54M48 40V54", 1.6))

    cloak = _solid("M-5 0Q-13 4-14 19H14Q13 4 5 0Z", WOOD) + _line("M-8 8L-10 19M8 8L10 19M0 7V19", 1.2)
    collar = _solid("M-8 1L0 8 8 1 4-2H-4Z", WOOD) + disc(0, -4.5, 5, WOOD, INK, stroke_width=1.8)
    hat = _dark("M-12-8.5H12V-11H6.5L4.5-20H-4.5L-6.5-11H-12Z") + path("M-2-13.5h4v-1.5h-4z", WHEAT)
    canvas.define("pilgrim", cloak + collar + hat)
    walls = _solid("M-14 19V-2L-9-12 0-17 9-12 14-2V19Z", WOOD) + _dark(
        "M-18 0L-11.5-14 0-20 11.5-14 18 0H13.5L8.5-10 0-14.5-8.5-10-13.5 0Z"
    )
    door = _solid("M-7 19V4H7V19Z", WOOD) + _line("M-7 4L7 19M7 4L-7 19M-11 3V19M11 3V19", 1.2) + _dark("M-2.5-3h5v-5h-5z")
    canvas.define("barn", walls + door)
    sails = _solid("M-11-14Q0-10 7-14 10-5 6 3-3 0-11 3-14-5-11-14Z", WOOD) + _line("M-11.5-5Q-2-2 7.5-5.5", 1.2)
    sails += _solid("M8-9Q13-7 16-9 18-3 15 2 12 0 8 2 6-3 8-9Z", WOOD)
    hull = _dark("M-18 1L-11 4.5H11L19 6Q17 13 12 17H-10Q-16 12-18 1Z") + path("M-12 9h22v1.6h-22z", WHEAT)
    canvas.define("ship", _line("M0-19V7M10 6V-9M13 7L20 0", 2.2) + _dark("M0-20L9-17.5 0-15Z") + sails + hull)
    tree = "M0 0v-4M-7.5 -3L0 -21L7.5 -3ZM0 -18v14M2.5 -12v8M5 -7v3.5"
    canvas.define("tree", path(tree, LEAF, "#1d2618", 1.2, stroke_linejoin="round"))
    canvas.define("sea", pattern(28, 10, "M0 5q3.5-4 7 0t7 0 7 0 7 0"))


def _motif(d: str, stroke: str, opacity: float) -> str:
    return path(d, stroke=stroke, stroke_opacity=opacity, width=2, stroke_linecap="round", stroke_linejoin="round")


def _solid(d: str, fill: str, width: float = 1.8) -> str:
    return path(d, fill, INK, width, stroke_linejoin="round")


def _dark(d: str) -> str:
    return path(d, INK, WOOD, 1.2, stroke_linejoin="round", paint_order="stroke")


def _line(d: str, width: float) -> str:
    return path(d, stroke=INK, width=width, stroke_linecap="round")


# --- the coast


def _ground(canvas: Canvas, coast: list[str], wide: int, high: int) -> list[str]:
    """Sea with its soundings, forest, and the plots between them."""
    boxes = [(sign, _sign_box(coast, row, column)) for row, line in enumerate(coast) for column, sign in enumerate(line)]
    plots = [at for sign, at in boxes if sign == "."]
    forest = [at for sign, at in boxes if sign == "^"]
    land = _beach(coast) + _outline([*plots, *forest])
    parts = [f'<svg width="{wide}" height="{high}">', box(0, 0, wide, high, SEA), box(0, 0, wide, high, canvas.fill("sea"), opacity=0.7)]
    for width in (40, 28, 17, 8):
        parts.append(path(land, stroke=DEEP, width=width, stroke_linejoin="round", opacity=0.75 - width / 70))
        parts.append(path(land, stroke=SEA, width=width - 1.8, stroke_linejoin="round"))
    parts += [path(land, TRAIL, INK, 3, stroke_linejoin="round"), path(land, TRAIL)]
    parts += [path(_outline(plots), GROUND, GROUND, 1), path(_outline(forest), FLOOR, FLOOR, 1)]
    parts += [box(x + 2, y + 2, w - 4, h - 4, "none", INK, rx=6, stroke_opacity=0.3, stroke_dasharray="2 4") for x, y, w, h in plots]
    parts += [canvas.use("tree", x, y) for x, y in _trees(forest)]
    parts += [box(1.5, 1.5, wide - 3, high - 3, "none", INK, stroke_width=3), box(5.5, 5.5, wide - 11, high - 11, "none", INK)]
    for column in range(len(coast[0]) - 2):
        parts += _name(chr(97 + column), RIM + (column + 0.5) * PLOT, high - RIM / 2)
    for row in range(len(coast) - 2):
        parts += _name(str(row + 1), RIM / 2, high - RIM - (row + 0.5) * PLOT)
    return [*parts, "</svg>"]


def _name(text: str, x: float, y: float) -> list[str]:
    return [box(x - 13, y - 13, 26, 26, PAPER, INK, rx=4), letters(text, x, y + 6.5, 22)]


def _sign_box(coast: list[str], row: int, column: int) -> tuple[int, int, int, int]:
    """The box of a sign of the map, its frame of sea and forest cut to the rim."""
    x, w = (0, RIM) if column == 0 else (RIM + (column - 1) * PLOT, RIM if column == len(coast[0]) - 1 else PLOT)
    y, h = (0, RIM) if row == 0 else (RIM + (row - 1) * PLOT, RIM if row == len(coast) - 1 else PLOT)
    return x, y, w, h


def _outline(boxes: list[tuple[int, int, int, int]]) -> str:
    return "".join(f"M{x} {y}h{w}v{h}h{-w}z" for x, y, w, h in boxes)


def _grain(x: float, y: float) -> float:
    """From 0 to 1, always the same for the same place: the coast is not drawn with a ruler."""
    return ((x * 127.1 + y * 311.7) * 0.6180339) % 1


def _beach(coast: list[str]) -> str:
    """Beyond each edge between land and sea a strip with a ragged rim."""
    strips = ""
    for row, line in enumerate(coast):
        for column, sign in enumerate(line):
            for down, right in SIDES:
                inside = 0 <= row + down < len(coast) and 0 <= column + right < len(line)
                if sign != "~" and inside and coast[row + down][column + right] == "~":
                    strips += _strip(_sign_box(coast, row, column), down, right)
    return strips


def _strip(at: tuple[int, int, int, int], down: int, right: int) -> str:
    x, y, w, h = at
    x0, y0 = (x + w if right > 0 else x), (y + h if down > 0 else y)
    x1, y1 = (x if right < 0 else x + w), (y if down < 0 else y + h)

    def out(t: float, far: float) -> str:
        return f"{x0 + (x1 - x0) * t + right * far:.1f} {y0 + (y1 - y0) * t + down * far:.1f}"

    def rag(t: float) -> float:
        return 3.5 + 5 * _grain(x0 + t * 31 * (x1 - x0), y0 + t * 17 * (y1 - y0))

    curve = f"Q{out(0.12, rag(0.1))} {out(0.28, rag(0.3))}T{out(0.55, rag(0.5))}T{out(0.8, rag(0.8))}T{out(1.03, 4)}"
    return f"M{out(-0.03, 0)}L{out(-0.03, 4)}{curve}L{out(1.03, 0)}Z"


def _trees(forest: list[tuple[int, int, int, int]]) -> list[tuple[float, float]]:
    """The foot of each tree, the far ones first."""
    found = []
    for x, y, w, h in forest:
        across, along = max(1, round(w / 17)), max(1, round(h / 15))
        for row in range(along):
            for column in range(across):
                foot_x = x + (column + 0.5 + (0.22 if row % 2 else -0.22)) * w / across
                foot_y = y + (row + 1) * h / along
                found.append((foot_x + 5 * (_grain(foot_x, foot_y) - 0.5), foot_y + 4 * (_grain(foot_y, foot_x) - 0.5)))
    return sorted(found, key=lambda foot: foot[1])


def _corner(view: View, plot: str) -> tuple[int, int]:
    """Columns from the left, rows from the bottom up."""
    return RIM + (ord(plot[0]) - 97) * PLOT, RIM + (len(view["map"]) - 2 - int(plot[1:])) * PLOT


def _tile(canvas: Canvas, view: View, tile: Tile) -> str:
    """One plot, or the two of a start tile as one piece."""
    corners = [_corner(view, plot) for plot in tile["plots"]]
    x, y = min(x for x, _ in corners), min(y for _, y in corners)
    w, h = max(x for x, _ in corners) - x + PLOT, max(y for _, y in corners) - y + PLOT
    land, seat, used, start = tile["land"], tile["seat"], tile["used"], len(corners) == 2
    parts = [] if used else [box(x + 2.5, y + 4, w - 4, h - 4, INK, rx=6, opacity=0.28)]
    parts.append(box(x + 2, y + 2, w - 4, h - 4, PALE[land] if used else COLOURS[land], INK, rx=6, stroke_width=1.4))
    parts += [canvas.use(land + ("-used" if used else ""), left + 4, top + 4, (PLOT - 8) / 60) for left, top in corners]
    if used:
        parts.append(box(x + 5.5, y + 5.5, w - 11, h - 11, "none", COLOURS[land], rx=3.5, stroke_width=2.5))
    first, last = ((left + PLOT / 2, top + PLOT / 2) for left, top in (corners[0], corners[-1]))
    if start:
        parts += [disc(*last, 22, CARD, SEATS[seat % 5], stroke_width=2), _badge(view, seat, *last, 30)]
    else:
        parts += [disc(x + 14, y + 14, 10, CARD), mark(seat, x + 14, y + 14, 15)]
    if tile["figure"]:
        off = (0, 0) if start else (2, 3)
        parts.append(canvas.use(tile["figure"], first[0] + off[0], first[1] + off[1], 46 / 40 if start else 42 / 40))
    return "".join(parts)


def _badge(view: View, seat: int, x: float, y: float, size: float) -> str:
    """The shape of a seat, and the letter of its family."""
    family = view["seats"][seat]["family"]
    low = (0, 0, 0.14, 0, 0.04)[seat % 5] * size
    text = letters(family[0].upper(), x, y + low + size * 0.2, size * 0.6, PAPER) if family else ""
    return mark(seat, x, y, size * (1.1 if seat % 5 == 2 else 1)) + text


# --- offer, markers, plates


def _shape(canvas: Canvas, view: View, what: str, x: float, y: float, plot: float) -> str:
    """A land tile, the plots that a card asks for, or its figure; about a point."""
    if what in FIGURES:
        return canvas.use(what, x, y, plot / 20)
    card = view["cards"].get(what)
    land, lines = (card["land"] or what, card["shape"] or ["#"]) if card else (what, ["#"])
    wide = max(len(line) for line in lines)
    step = plot * min(1, 3 / max(wide, len(lines)))
    drawn = ""
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            if sign == "#":
                left, top = x + (column - wide / 2) * step, y + (row - len(lines) / 2) * step
                drawn += box(left + 0.5, top + 0.5, step - 1, step - 1, COLOURS[land], INK, rx=step / 9, stroke_width=1.2)
                drawn += canvas.use(land, left + 1, top + 1, (step - 2) / 60)
    return drawn


def _offer(canvas: Canvas, view: View) -> list[str]:
    """Each kind on offer once, with how many there are and, small, how many are left to come."""
    offer, left = view["offer"], view["left"]
    items: list[tuple[str, int, int]] = [(what, count, left["tiles"][what]) for what, count in offer["tiles"].items() if count]
    items += [(what, count, left["cards"].get(what, 0)) for what, count in offer["cards"].items() if count]
    if not items:  # between two rounds: what is left in the bag, pale
        items = [(what, 0, count) for what, count in left["tiles"].items()]
    step = min(90.0, (11 * PLOT + 2 * RIM) / max(1, len(items)))
    parts = []
    for at, (what, count, more) in enumerate(items):
        if what in COLOURS:
            pile = range(3 * min(max(count, 1), 4) - 3, -1, -3)
            art = "".join(box(9 + off, 12 - off, 56, 56, COLOURS[what], INK, rx=5, stroke_width=1.4) for off in pile)
            art = group([art, canvas.use(what, 11, 14, 52 / 60)], opacity=1 if count else 0.3)
        else:
            art = box(2, 0, 72, 92, CARD, LINE, rx=6, stroke_width=1.5) + _shape(canvas, view, what, 38, 36, 22)
            art += _worth(view["cards"][what]["points"], 18, 76, 11.5)
        if count > 1:
            art += box(54, 0, 28, 22, INK, rx=11) + letters(f"{count}×", 68, 16, 17, PAPER)
        parts.append(group([art, letters(f"+{more}", 38 if what in COLOURS else 52, 90 if what in COLOURS else 82, 17, FAINT)], at * step))
    return parts


def _worth(points: int, x: float, y: float, r: float) -> str:
    return disc(x, y, r, TRAIL, INK, stroke_width=1.2) + letters(points, x, y + r * 0.48, r * 1.5)


def _markers(view: View) -> list[str]:
    """The bid markers that are still free, as wooden discs."""
    parts = []
    everything = sorted([*view["free_markers"], *(held["marker"] for held in view["seats"] if held["marker"])])
    for at, marker in enumerate(everything):
        x, free = 16 + at * 29.6, marker in view["free_markers"]
        parts.append(
            disc(x, 20, 13, TRAIL if free else "none", INK if free else LINE, stroke_width=1.4, stroke_dasharray=None if free else "3 3")
        )
        parts.append(letters(marker, x, 26, 17, INK if free else LINE))
    return parts


def _plate(canvas: Canvas, view: View, seat: int, high: float) -> list[str]:
    """What lies before a family for all to see."""
    held, own = view["seats"][seat], view["turn"] == seat
    parts = [box(0, 0, WIDE, high, CARD, SEATS[seat % 5] if own else LINE, rx=8, stroke_width=2.5 if own else 1.2)]
    parts += [path(f"M2.5 8v{high - 16:.1f}", stroke=SEATS[seat % 5], width=5), _badge(view, seat, 27, 26, 31)]
    parts.append(letters(held["score"], 52, 37, 31, INK, "start"))
    if view["first"] == seat:
        pawn = "M8 1a4 4 0 0 1 2.4 7.2Q11 13 14 15v4H2v-4Q5 13 5.6 8.2A4 4 0 0 1 8 1Z"
        parts.append(group([path(pawn, FARM, INK, 1.2)], 112, 15, 1.2))
    coins = "".join(f'<ellipse cx="12" cy="{y}" rx="9" ry="4" fill="{WHEAT}" stroke="{INK}" stroke-width="1.2"/>' for y in (18, 14.5, 11))
    money = letters(held["money"], 27, 22, 24, INK, "start") + letters(f"+{held['income']}", 62, 22, 17, FAINT, "start")
    parts.append(group([coins, money], 146, 12))
    if held["marker"]:
        parts.append(disc(273, 26, 17, TRAIL, INK, stroke_width=1.6) + disc(273, 26, 13.5, "none", INK, stroke_opacity=0.45))
        parts.append(letters(held["marker"], 273, 33, 20))
    for at, figure in enumerate(FIGURES):
        count = held["figures"][figure]
        most = seat in view["bonus"][figure]["seats"]
        parts.append(box(12 + at * 94, 50, 66, 34, FARM if most else "none", rx=17, fill_opacity=0.3))
        sign = canvas.use(figure, 31 + at * 94, 67, 0.72)
        parts += [group([sign], opacity=1 if count else 0.35), letters(count, 52 + at * 94, 74, 21, INK if count else FAINT, "start")]
    return [*parts, *_cards(canvas, view, held, high)]


def _cards(canvas: Canvas, view: View, held: Family, high: float) -> list[str]:
    """Stored in barns first, then those carried out, as far as there is room."""
    stored = [(what, 1, True) for what, count in held["stored"].items() for _ in range(count)]
    stored += [("", 1, True)] * max(0, held["figures"]["barn"] - len(stored))
    done = [(what, count, False) for what, count in held["done"].items() if what not in FIGURES]
    parts = []
    rows = max(0, int((high - 90) // 46))
    items = [*stored, *done]
    step = min(44.0, (WIDE - 20) * rows / max(1, len(items))) if rows else 0
    line = max(1, int((WIDE - 20) // step)) if step else 1
    for at, (what, count, barn) in enumerate(items if rows else []):
        card = box(1, 2, 38, 38, SUNK if barn and not what else CARD, LINE, rx=4, stroke_width=1.2)
        if what:
            card += _shape(canvas, view, what, 17, 18, 10) + _worth(view["cards"][what]["points"], 31, 32, 8)
        if barn:
            card += path("M-2 9L6 1 20 -3 34 1 42 9 38 10 33 5 20 1.5 7 5 2 10Z", SETTLEMENT, INK, 1, stroke_linejoin="round")
        if count > 1:
            card += letters(f"{count}×", 38, 13, 13, INK, "end")
        parts.append(group([card], 10 + at % line * step, 92 + at // line * 46))
    return parts
