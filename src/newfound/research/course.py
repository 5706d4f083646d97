"""The course of a reviewed match as a picture: the worth of the match to each seat, event by event, and the moments that mattered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from newfound.ink import CARD, FAINT, INK, LINE, PAPER, SEATS, Canvas, box, disc, letters, mark, path
from newfound.research.problems import BadUse
from newfound.research.review import Review

WIDTH: Final = 960
HEIGHT: Final = 420
LEFT: Final = 64
RIGHT: Final = 24
TOP: Final = 78
BOTTOM: Final = 44
MOMENTS: Final = 8  # that are numbered
DOT: Final = 9
NEAR: Final = 26


def binned(found: Review, seat: int, columns: int) -> list[float]:
    """The worth to a seat in so many columns from start to end: in each, of the position that it stands for."""
    last = len(found.curve) - 1
    return [found.curve[round(at * last / (columns - 1))][seat].value for at in range(columns)]


def svg(found: Review, title: str, players: Sequence[str], says: Mapping[str, str]) -> str:
    """A line for each seat, of two players for the first alone; losses are full dots, luck is a ring, each with the number of its event."""
    canvas = Canvas(WIDTH, HEIGHT, title)
    canvas.add(box(0, 0, WIDTH, HEIGHT, PAPER), letters(title, LEFT, 30, 17, INK, "start"))
    seats = [0] if found.plan.seats == 2 else list(range(found.plan.seats))
    across = LEFT
    for seat in range(found.plan.seats):
        canvas.add(mark(seat, across + 7, 52), letters(players[seat], across + 20, 57, 14, INK, "start"))
        across += 34 + 9 * len(players[seat])
    worths = [[position[seat].value for position in found.curve] for seat in seats]
    top = max(1.0, *(abs(worth) for line in worths for worth in line)) * 1.1
    last = max(1, len(found.curve) - 1)

    def x(number: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / last

    def y(worth: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (0.5 - worth / top / 2)

    for tick in _ticks(top):
        canvas.add(path(f"M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}", stroke=FAINT if tick == 0 else LINE, width=1))
        canvas.add(letters(f"{tick:+d}" if tick else "0", LEFT - 8, y(tick) + 4, 13, FAINT, "end"))
    for number in range(0, last + 1, max(1, round(last / 6 / 10) * 10)):
        canvas.add(letters(number, x(number), HEIGHT - 22, 13, FAINT))
    canvas.add(letters(says["event"], WIDTH - RIGHT, HEIGHT - 6, 13, FAINT, "end"))
    for seat, line in zip(seats, worths, strict=True):
        steps = "L".join(f"{x(number):.1f} {y(worth):.1f}" for number, worth in enumerate(line))
        canvas.add(path(f"M{steps}", stroke=SEATS[seat % 5], width=2, stroke_linejoin="round"))
    beside = -float(NEAR)
    for moment in sorted(found.moments(MOMENTS), key=lambda one: one.number):
        here, there = x(moment.number), y(found.curve[moment.number][moment.seat if moment.seat in seats else 0].value)
        colour = SEATS[moment.seat % 5]
        canvas.add(disc(here, there, DOT / 2, colour if moment.kind == "loss" else CARD, colour, stroke_width=2))
        under = here - beside < NEAR  # two close by: the second has its number below
        beside = -float(NEAR) if under else here
        label = there + (20 if under else -9)
        canvas.add(letters(moment.number, here, label, 12, INK, halo=3, stroke=PAPER, paint_order="stroke"))
    return canvas.svg()


def _ticks(top: float) -> list[int]:
    """Round whole numbers on both sides of nothing."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200) if top / step <= 4.5 or step == 200)
    most = int(top // step)
    return [step * at for at in range(-most, most + 1)]


def png(picture: str) -> bytes:
    """A picture as PNG, twice its size."""
    try:
        resvg: Any = import_module("resvg_py")
    except ImportError as error:
        raise BadUse("extra", extra="research") from error
    return bytes(resvg.svg_to_bytes(svg_string=picture, width=2 * WIDTH, skip_system_fonts=True))
