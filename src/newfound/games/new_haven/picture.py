"""A view of New Haven as a picture: the shared land, the track, the circles, every village, and what the reader holds. No rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newfound.ink import (
    CARD,
    DARK,
    FAINT,
    FARM,
    INK,
    LINE,
    PAPER,
    PLAIN,
    SEA,
    SEATS,
    SHEEP,
    STONE,
    SUNK,
    TIMBER,
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

from .seen import Building, Resource, Space, View

RESOURCES: Final[tuple[Resource, ...]] = ("wheat", "timber", "sheep", "stone")
COLOURS: Final = {"wheat": WHEAT, "timber": TIMBER, "sheep": SHEEP, "stone": STONE}
OF_LETTER: Final = {"W": "wheat", "T": "timber", "S": "sheep", "R": "stone"}
PALE: Final = "#f7efdd"
BACK: Final = "#4c7a82"
NIGHT: Final = {"#fbf7ea": "#4b5240", "#fff0b0": "#6b5312", "#dfe4e9": "#4b545e", "#d8a878": "#5b3a22"}  # what the signs are filled with
TOP: Final = 20  # of the track
TALL: Final = 340
GAP: Final = 18
LAND: Final = 640  # how high the shared board is drawn
SPACE: Final = 76  # of a village
VILLAGE: Final = 0.535  # as small as it is drawn
POND: Final = "M14 54q-4-30 24-34 20-8 36 8 18 14 10 34-12 24-38 22-28 0-32-30z"
HAT: Final = "M-3.6-12.6l1-6.4h5.2l1 6.4h4q.8 0 .8 1t-.8 1h-15.2q-.8 0-.8-1t.8-1z"
BODY: Final = "M-4.4-10.6q0 5 2.6 6.6q-8.6 1.6-9.6 11.2l-.6 8.8h24l-.6-8.8q-1-9.6-9.6-11.2q2.6-1.6 2.6-6.6z"
BAG: Final = "M-9-22q9 5 18 0l-4 9q18 12 18 26 0 17-23 17t-23-17q0-14 18-26z"
SHIP: Final = "M30 54h40l-6 10h-28zM50 32v22M50 34l14 16h-14zM48 38l-10 12h10z"
WOOL: Final = (
    "M-7 5a4 4 0 0 1-2-7a4 4 0 0 1 4-5.2a4.6 4.6 0 0 1 8-.6a4.3 4.3 0 0 1 6 4a4 4 0 0 1 0 7.4"
    "a4.4 4.4 0 0 1-6 2.6a4.6 4.6 0 0 1-6 .2a4 4 0 0 1-4-1.4z"
)


def svg(view: View, show: Sequence[str] = (), point: Sequence[str] = (), night: bool = False) -> str:
    """The land and under it the circles; beside it the track and the villages; at the foot what the reader holds."""
    columns = sorted({cell[0] for cell in view["board"]})
    rows = sorted({cell[1] for cell in view["board"]}, reverse=True)
    scale = LAND / (len(rows) * 100 + 68)
    wide = (len(columns) * 100 + 68) * scale
    beside = (len(view["seats"]) + 1) // 2
    canvas = Canvas(wide + 4 * GAP + 150 + beside * (294 + GAP), LAND + 84 + 3 * GAP)
    _define(canvas)
    canvas.add(box(0, 0, canvas.width, canvas.height, PAPER))
    canvas.add(group(_land(canvas, view, columns, rows), GAP + 34 * scale, GAP + 34 * scale, scale))
    canvas.place("land", GAP, GAP, wide, LAND)
    for cell in view["board"]:
        at = columns.index(cell[0]), rows.index(cell[1])
        canvas.place(cell, GAP + (34 + at[0] * 100) * scale, GAP + (34 + at[1] * 100) * scale, 100 * scale, 100 * scale)
    canvas.add(group(_circles(canvas, view), GAP, LAND + 2 * GAP + 8))
    canvas.place("circles", GAP, LAND + 2 * GAP + 8, 510, 76)
    canvas.add(group(_track(canvas, view), wide + 2 * GAP + 26, GAP + 60, 1.2))
    canvas.place("track", wide + 2 * GAP - 6, GAP + 16, 184, (TALL + 80) * 1.2)
    for seat in range(len(view["seats"])):
        x = wide + 4 * GAP + 150 + (seat // 2) * (294 + GAP)
        y = GAP + (seat % 2) * (LAND / 2 + 6)
        canvas.add(group(_village(canvas, view, seat), x, y))
        canvas.place(f"village-{seat}", x, y + 50, 262, 264)
        for column, letter in enumerate("abcde"):
            for row in range(6):
                plot = x + 24 + column * SPACE * VILLAGE, y + 44 + row * SPACE * VILLAGE
                canvas.place(f"{seat}:{letter}{6 - row}", *plot, SPACE * VILLAGE, SPACE * VILLAGE)
    held = max(wide + 2 * GAP, 540)  # right of circles, bag and pool
    canvas.place("held", held, LAND + 2 * GAP + 8, canvas.width - held - GAP, 76)
    canvas.add(group(_held(canvas, view, canvas.width - held - GAP), held, LAND + 2 * GAP + 8))
    return canvas.svg(show, point, NIGHT if night else None)


def _define(canvas: Canvas) -> None:
    """The signs of the resources, told by their shape, and their textures."""
    ears = "".join(f"M.6 {at}q.4-5.6 6-6q.2 5.6-6 6zM-.6 {at}q-.4-5.6-6-6q-.2 5.6 6 6z" for at in (-1.5, 3, 7.5))
    rings = disc(0, 0, 10.5, "#d8a878", INK, stroke_width=1.5) + disc(0, 0, 7, "none", INK) + disc(0, 0, 3.4, "none", INK)
    curls = "M-4-1.5q1.6-3.4 3.8-.4q-.8 2.2-2.2.6M1.6 1.6q1.6-3.4 3.8-.4q-.8 2.2-2.2.6"
    signs = {
        "wheat": _cut("M0 12V-3") + _cut(f"M0-12q3.2 3.4 0 7.6q-3.2-4.2 0-7.6z{ears}", "#fff0b0"),
        "timber": rings + _cut("M3.4 0L10 2.2M-2-2.8L-5-9"),
        "sheep": _cut("M-4.5 5v6M4.5 5v6M0 5.5v6") + _cut(WOOL, "#fbf7ea") + _cut("M9-4.5q4-2 3.4 2.2q-.8 3.4-4 2.6z", INK) + _cut(curls),
        "stone": _cut("M-11 6.5L-8-5 .5-10 9.5-4 11.5 6 2 11z", "#dfe4e9")
        + _cut("M-8-5L-.5 1 9.5-4M-.5 1L2 11M-.5 1L-11 6.5")
        + path("M-.5 1L9.5-4 11.5 6 2 11z", INK, fill_opacity=0.22),
    }
    textures = {
        "wheat": pattern(12, 12, "M3 12V6M3 8q-2-1-2-3M3 8q2-1 2-3M9 6V0M9 2q-2-1-2-3M9 2q2-1 2-3", turn=18),
        "timber": pattern(18, 10, "M0 2q5-2 9 0t9 0M0 7q5 2 9 0t9 0", PALE, 0.3),
        "sheep": pattern(14, 12, "M1 4q2-4 4 0q-1 2-2 0M8 10q2-4 4 0q-1 2-2 0"),
        "stone": pattern(16, 14, "M0 3l5-3 6 4 5-2M5 0l1 6 5-2M6 6l-6 4M11 4l3 6-8 4M14 10l2-1"),
    }
    for resource in RESOURCES:
        canvas.define(resource, signs[resource])
        canvas.define(f"{resource}-texture", textures[resource])
        square = box(0, 0, 50.4, 50.4, COLOURS[resource]) + box(0, 0, 50, 50, canvas.fill(f"{resource}-texture"))
        canvas.define(f"{resource}-square", square + canvas.use(resource, 25, 25, 26 / 24))
        dark = resource == "timber"
        rim = disc(0, 1.6, 28, INK, opacity=0.3) + disc(0, 0, 27, COLOURS[resource], INK, stroke_width=2)
        ring = disc(0, 0, 23, "none", PALE if dark else INK, stroke_opacity=0.45, stroke_dasharray="2 2.4")
        canvas.define(f"{resource}-token", rim + ring)
    canvas.define("back-texture", pattern(16, 16, "M0 0l16 16M16 0L0 16M8 0v16M0 8h16M5.5 8a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0"))
    canvas.define("tuft", pattern(22, 18, "M4 8l-1-3M5 8V4M6 8l1-3M15 16l-1-3M16 16v-4M17 16l1-3"))
    canvas.define("sea", pattern(28, 10, "M0 5q3.5-4 7 0t7 0 7 0 7 0"))


def _cut(d: str, fill: str = "none") -> str:
    return path(d, fill, INK, 1.5, stroke_linejoin="round", stroke_linecap="round")


def _token(canvas: Canvas, name: str, x: float, y: float, r: float) -> str:
    """A building as a round token: sign, colour and number."""
    resource, figure = name.split("-")
    sign = canvas.use(resource, 0, -9.5, 20 / 24)
    text = letters(figure, 0, 20, 24, "#fdf6e6" if resource == "timber" else DARK)
    return group([canvas.use(f"{resource}-token"), sign, text], x, y, r / 28)


def _face(canvas: Canvas, face: str, printed: bool = False) -> str:
    """A harvest tile, 100 wide."""
    squares = [canvas.use(f"{OF_LETTER[letter]}-square", at % 2 * 50, at // 2 * 50) for at, letter in enumerate(face)]
    rim = box(1, 1, 98, 98, "none", INK, rx=3, stroke_width=1.6 if printed else 2.4, stroke_dasharray="5 3" if printed else None)
    return "".join([*squares, path("M50 2v96M2 50h96", stroke=INK, stroke_opacity=0.16), rim])


def _shipment(canvas: Canvas, named: str | None) -> str:
    sign = canvas.use(named, 50, 50, 34 / 24) if named else path(SHIP, "#c8b48a", INK, 2, stroke_linejoin="round")
    seal = disc(50, 50, 26, PAPER, INK, stroke_width=2)
    back = box(0, 0, 100, 100, BACK) + box(0, 0, 100, 100, canvas.fill("back-texture"))
    return back + seal + sign + box(1, 1, 98, 98, "none", INK, rx=3, stroke_width=2.4)


def _land(canvas: Canvas, view: View, columns: list[str], rows: list[str]) -> list[str]:
    """In the frame of an old map, its corner at the origin."""
    wide, high = len(columns) * 100, len(rows) * 100
    parts = [box(-32, -32, wide + 64, high + 64, CARD, INK, rx=4, stroke_width=2)]
    ticks = "".join(f"M{at} -9h50M{at + 50} {high + 9}h50" for at in range(0, wide, 100))
    ticks += "".join(f"M-9 {at}v50M{wide + 9} {at + 50}v50" for at in range(0, high, 100))
    parts += [path(ticks, stroke=INK, width=6)]
    parts += [letters(letter, at * 100 + 50, high + 27, 20) for at, letter in enumerate(columns)]
    parts += [letters(row, -22, at * 100 + 56, 20) for at, row in enumerate(rows)]
    parts += [box(0, 0, wide, high, PLAIN, INK, stroke_width=1.5), box(0, 0, wide, high, canvas.fill("tuft"), opacity=0.55)]
    for cell, here in view["board"].items():
        parts.append(group(_cell(canvas, here), columns.index(cell[0]) * 100, rows.index(cell[1]) * 100))
    return parts


def _cell(canvas: Canvas, here: Space) -> list[str]:
    if here["is"] == "shipment":
        return [group([_shipment(canvas, here["named"])], 1, 1, 0.98)]
    if here["is"] == "pond":
        return [path(POND, SEA, INK, 1.5), path(POND, canvas.fill("sea"))]
    if here["is"] != "open":
        return [group([_face(canvas, here["face"], here["is"] == "printed")], 1, 1, 0.98)]
    clearing = box(6, 6, 88, 88, TRAIL, INK, rx=5, fill_opacity=0.75, stroke_opacity=0.4, stroke_width=1.2, stroke_dasharray="4 4")
    return [clearing, _token(canvas, here["building"], 50, 50, 24)] if "building" in here else [clearing]


def _circles(canvas: Canvas, view: View) -> list[str]:
    """The face-up buildings, the bag, and how many tiles are left in the pool."""
    parts = []
    for at, name in enumerate(view["circles"]):
        parts.append(disc(34 + at * 70, 36, 31, SUNK, LINE, stroke_width=1.5, stroke_dasharray="4 3"))
        if name:
            parts.append(_token(canvas, name, 34 + at * 70, 36, 27))
    at = 34 + len(view["circles"]) * 70
    sack = path(BAG, "#b79a6b", INK, 1.6, stroke_linejoin="round") + path("M-6-13h12", stroke="#7a2f1d", width=3)
    parts.append(group([sack, letters(view["bag"], 0, 19, 18)], at, 38))
    pile = "".join(box(-26 + off, -20 - off, 48, 48, BACK, INK, rx=2, stroke_width=1.5) for off in (6, 3, 0))
    cover = box(-26, -20, 48, 48, canvas.fill("back-texture")) + disc(-2, 4, 16, PAPER, INK, stroke_width=1.2)
    parts.append(group([pile, cover, letters(view["pool"], -2, 11, 18)], at + 80, 34))
    return parts


def _track(canvas: Canvas, view: View) -> list[str]:
    """Four columns: what there is to spend, and whose it is now."""
    parts = []
    for n in (5, 10, 15, 20):
        high = TALL - TALL * n / TOP
        parts += [path(f"M0 {high}h124", stroke=LINE), letters(n, -4, high + 5, 15, FAINT, "end")]
    for at, resource in enumerate(RESOURCES):
        n = view["markers"][resource]
        high = min(n, TOP) / TOP * TALL
        bar = [box(0, 0, 25, TALL, SUNK), box(0, TALL - high, 25, high, COLOURS[resource])]
        bar.append(box(0, TALL - high, 25, high, canvas.fill(f"{resource}-texture")))
        bar += [path(f"M-2 {TALL - high}h29", stroke=INK, width=3), box(-2, TALL - high - 31, 29, 25, CARD, INK, rx=5, stroke_width=1.5)]
        bar.append(letters(n, 12.5, TALL - high - 12, 19))
        bar += [disc(12.5, TALL + 24, 14.5, COLOURS[resource], INK, stroke_width=1.5), canvas.use(resource, 12.5, TALL + 24, 20 / 24)]
        parts.append(group(bar, at * 31 + 3))
    whose = view["builder"] if view["phase"] == "build" else view["active"]
    parts.append(path(f"M-2 {TALL}h128", stroke=SEATS[whose % 5] if whose >= 0 else INK, width=3.5))
    return parts


def _village(canvas: Canvas, view: View, seat: int) -> list[str]:
    """A plate with the score, and six rows that name their price, colonists at the end of every row and column."""
    player = view["seats"][seat]
    own = view["turn"] == seat
    plate = [box(0, 0, 294, 34, CARD, SEATS[seat % 5] if own else LINE, rx=7, stroke_width=2.5 if own else 1.2), mark(seat, 18, 17, 19)]
    plate.append(letters(player["score"], 36, 24, 24, INK, "start"))
    small = [disc(0, 0, 9, SUNK, FAINT, stroke_width=1.2), letters(player["hand_size"], 15, 6, 18, FAINT, "start")]
    tile = [box(-9, -9, 18, 18, BACK, FAINT, rx=2, stroke_width=1.2), letters(player["tiles_size"], 15, 6, 18, FAINT, "start")]
    plate += [group(small, 172, 17), group(tile, 222, 17)]
    if player["shipment"]:
        plate.append(group([_shipment(canvas, None)], 263, 6, 0.22))
    return [*plate, group(_plots(canvas, view, seat), 24, 44, VILLAGE)]


def _plots(canvas: Canvas, view: View, seat: int) -> list[str]:
    built = view["seats"][seat]["village"]
    values = view["values"]
    parts = [box(-4, -4, 5 * SPACE + 8, 6 * SPACE + 8, TRAIL, INK, rx=6, stroke_width=2)]
    for row in range(6):
        parts.append(letters(6 - row, -20, row * SPACE + 46, 24, FAINT))
        for column, letter in enumerate("abcde"):
            parts.append(group(_plot(canvas, built.get(f"{letter}{6 - row}"), values["numbers"][row]), column * SPACE, row * SPACE))
        line = [built.get(f"{letter}{6 - row}") for letter in "abcde"]
        parts.append(_colonist(values["rows"][row], line, 5 * SPACE + 32, row * SPACE + 40))
    for column, letter in enumerate("abcde"):
        line = [built.get(f"{letter}{row}") for row in range(1, 7)]
        parts.append(_colonist(values["columns"][column], line, column * SPACE + SPACE / 2, 6 * SPACE + 36))
    return parts


def _plot(canvas: Canvas, here: Building | None, price: int) -> list[str]:
    plot = box(3, 3, SPACE - 6, SPACE - 6, CARD, LINE, rx=6, stroke_width=1.2)
    if not here:
        return [plot, letters(price, SPACE / 2, SPACE / 2 + 13, 38, FAINT, fill_opacity=0.5)]
    under = [letters(f"{here['under'] + 1}×", 14, 20, 20)] if here["under"] else []
    resource = here["resource"]
    if here["up"]:
        return [plot, _token(canvas, f"{resource}-{here['number']}", SPACE / 2, SPACE / 2, 32), *under]
    field = box(5, 5, SPACE - 10, SPACE - 10, COLOURS[resource], INK, rx=4, stroke_width=2)
    field += box(5, 5, SPACE - 10, SPACE - 10, canvas.fill(f"{resource}-texture")) + canvas.use(resource, SPACE / 2, SPACE / 2, 28 / 24)
    if here["number"] is not None:
        field += disc(SPACE - 17, SPACE - 17, 13, CARD, INK, stroke_dasharray="2 2") + letters(here["number"], SPACE - 17, SPACE - 10, 21)
    return [plot, field, *under]


def _colonist(n: int, line: list[Building | None], x: float, y: float) -> str:
    """Lit when the line is full, two figures when it counts double."""
    full, double = all(line), all(one and one["up"] for one in line)
    coat, edge = (FARM, INK) if full else (PAPER, FAINT)
    figure = path(BODY, coat, edge, 1.3, stroke_linejoin="round") + path(HAT, INK if full else LINE, edge, 1.3, stroke_linejoin="round")
    behind = [group([figure], 8, -3)] if double else []
    count = letters(n * 2 if double else n, 0, 12, 16, INK if full else FAINT)
    return group([*behind, figure, count], x, y, 44 / 34)


def _held(canvas: Canvas, view: View, room: float) -> list[str]:
    """The reader's tiles and buildings, in two lines where there are many; an onlooker holds nothing."""
    if view["reader"] < 0:
        return []
    player = view["seats"][view["reader"]]
    parts = [mark(view["reader"], 12, 36, 20)]
    x = 32.0
    for tile in player["tiles"] or []:
        parts.append(group([_face(canvas, tile)], x, 1, 0.7))
        x += 80
    hand = player["hand"] or []
    if x + 60 * len(hand) <= room:
        return [*parts, *(_token(canvas, name, x + 30 + 60 * at, 36, 27) for at, name in enumerate(hand))]
    step = min(40.0, (room - x - 38) / ((len(hand) - 1) // 2 or 1))
    return [*parts, *(_token(canvas, name, x + 19 + step * (at // 2), 17 + 38 * (at % 2), 18) for at, name in enumerate(hand))]
