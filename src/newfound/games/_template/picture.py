"""A view of Tide Pool as a picture: the pool, everybody's points, and what the reader holds. No rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newfound.ink import CARD, FAINT, INK, LINE, PAPER, SEA, SEATS, TRAIL, Canvas, box, disc, group, letters, mark, path, pattern, spot

from .components import SIDE
from .seen import Shell, View

CELL: Final = 80
SHELLS: Final[dict[Shell, tuple[str, str]]] = {  # colour and outline, about 50 wide
    "clam": ("#d9b44a", "M0 20L-24-4Q-22-20-8-20L0-22 8-20Q22-20 24-4ZM0 20V-22M0 20L-13-19M0 20L13-19"),
    "snail": ("#8a5a9e", "M-22 18H20Q26 8 20-4A16 16 0 1 0-10 2A9 9 0 1 0 8 2A4 4 0 1 0 1 2M-10 2L-22 18"),
    "star": ("#c0492a", "M0-24l6.5 16 17.5 1.5-13.5 11 4.5 17.5-15-10-15 10 4.5-17.5-13.5-11 17.5-1.5z"),
    "urchin": ("#24795a", "M0-13A13 13 0 1 0 .1-13ZM0-24V-13M0 24V13M-24 0H-13M24 0H13M-17-17L-9-9M17-17L9-9M-17 17L-9 9M17 17L9 9"),
}


def svg(view: View, show: Sequence[str] = (), point: Sequence[str] = (), night: bool = False) -> str:
    canvas = Canvas(SIDE * CELL + 260, SIDE * CELL + 60)
    canvas.define("sea", pattern(28, 10, "M0 5q3.5-4 7 0t7 0 7 0 7 0"))
    for kind, (colour, outline) in SHELLS.items():
        canvas.define(kind, path(outline, colour, INK, 2, stroke_linejoin="round", stroke_linecap="round"))
    canvas.place("pool", 0, 0, SIDE * CELL + 50, SIDE * CELL + 60)
    for row in range(SIDE):
        for column in range(SIDE):
            canvas.place(f"{'abcdefgh'[column]}{SIDE - row}", 40 + column * CELL, 20 + row * CELL, CELL, CELL)
    canvas.add(
        box(0, 0, canvas.width, canvas.height, PAPER), group(_pool(canvas, view), 40, 20), group(_players(view), SIDE * CELL + 60, 20)
    )
    if view["reader"] >= 0:
        hand = view["players"][view["reader"]]["hand"]
        held = [kind for kind in SHELLS for _ in range(hand[kind])]
        canvas.add(group(_hand(canvas, held), SIDE * CELL + 60, SIDE * CELL - 60))
    return canvas.svg(show, point, {} if night else None)


def _pool(canvas: Canvas, view: View) -> list[str]:
    wide = SIDE * CELL
    parts = [box(0, 0, wide, wide, SEA, INK, stroke_width=2), box(0, 0, wide, wide, canvas.fill("sea"))]
    for row in range(SIDE):
        parts += [letters(SIDE - row, -16, row * CELL + 47, 20), letters("abcdefgh"[row], row * CELL + 40, wide + 22, 20)]
        for column in range(SIDE):
            x, y = column * CELL, row * CELL
            name = f"{'abcdefgh'[column]}{SIDE - row}"
            kind = view["pool"].get(name)
            cell = [box(x + 4, y + 4, CELL - 8, CELL - 8, TRAIL, INK, rx=8, fill_opacity=0.9 if kind else 0.35, stroke_opacity=0.5)]
            cell += [canvas.use(kind, x + CELL / 2, y + CELL / 2)] if kind else []
            parts.append(spot(name, box(x + 4, y + 4, CELL - 8, CELL - 8, rx=8), cell, kind or "free"))
    return parts


def _hand(canvas: Canvas, held: list[Shell]) -> list[str]:
    parts = []
    for at, kind in enumerate(held):
        card = [box(at * 92, 0, 84, 80, CARD, LINE, rx=8), canvas.use(kind, at * 92 + 42, 40)]
        parts.append(spot(kind, box(at * 92, 0, 84, 80, rx=8), card))
    return parts


def _players(view: View) -> list[str]:
    parts = []
    for seat, player in enumerate(view["players"]):
        own = view["turn"] == seat
        plate = [box(0, 0, 180, 38, CARD, SEATS[seat % 5] if own else LINE, rx=7, stroke_width=2.5 if own else 1.2), mark(seat, 20, 19, 20)]
        plate += [letters(player["points"], 40, 27, 24, INK, "start"), disc(130, 19, 9, TRAIL, FAINT)]
        parts.append(group([*plate, letters(player["held"], 146, 26, 20, FAINT, "start")], 0, seat * 46))
    return parts
