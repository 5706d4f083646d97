"""Paper, ink and letters: how pictures of positions are drawn, as SVG, in the palette of the web app. No game and no rule in here.

Letters are outlines, not text, so that a picture looks the same with every viewer and every font. What is drawn often is defined
once and used by its name; the names in a picture carry a mark of its content, so that many pictures can stand on one page.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

PAPER: Final = "#f3ead6"
CARD: Final = "#fbf6e8"
SUNK: Final = "#e9dec4"
INK: Final = "#2b2723"
FAINT: Final = "#635a4f"
LINE: Final = "#cbbd9f"
SEA: Final = "#7fa9ae"
DEEP: Final = "#2f5d67"
PLAIN: Final = "#c9cf9b"
TRAIL: Final = "#e7d7ae"
TOWN: Final = "#b9785a"
FARM: Final = "#d9b44a"
WHEAT: Final = "#e3b53a"
SHEEP: Final = "#8fb35c"
STONE: Final = "#8a95a2"
TIMBER: Final = "#7a4b2e"
SETTLEMENT: Final = "#a8643f"
CROPLAND: Final = "#4f463c"
PASTURE: Final = "#7f9f56"
NEWS: Final = "#a85f00"
SHAPES: Final = (  # a seat is told by its shape first: circle, square, triangle, diamond, star, one unit in radius
    "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z",
    "M-.86-.86h1.72v1.72h-1.72z",
    "M0-1.08L1.05.82h-2.1z",
    "M0-1.15L1 0 0 1.15-1 0z",
    "M0-1.1l.3.73.79.06-.6.51.19.77L0 .56l-.68.41.19-.77-.6-.51.79-.06z",
)
DARK: Final = "#2c2622"  # letters on pieces: no lighter by night
SEATS: Final = ("#2c6da4", "#c0492a", "#24795a", "#8a5a9e", "#3a3a3a")
NIGHT: Final = {  # the same for dark pages, as the web app has them
    **dict(zip(SEATS, ("#6aa9dd", "#ec7d59", "#58b98f", "#c193d6", "#c9c4bb"), strict=True)),
    PAPER: "#1f2328",
    CARD: "#292e34",
    SUNK: "#181b1f",
    INK: "#ece3d0",
    FAINT: "#b3a995",
    LINE: "#4a5057",
    SEA: "#41666c",
    DEEP: "#9cc3c7",
    PLAIN: "#6e7550",
    TRAIL: "#a59a78",
    TOWN: "#a0674c",
    FARM: "#b9983c",
    WHEAT: "#d3a834",
    SHEEP: "#7ea14f",
    STONE: "#818c98",
    TIMBER: "#7e4f33",
    SETTLEMENT: "#9a5c3a",
    CROPLAND: "#5d5347",
    PASTURE: "#6f8d4a",
    NEWS: "#f0b04c",
}
COLOUR: Final = re.compile("#[0-9a-f]{6}(?![0-9a-z])")
MARGIN: Final = 14.0  # about what a picture shows alone
HERE: Final = "\N{WHITE SQUARE}"  # stands for the mark of a picture until it is known
LETTER: Final = re.compile(f"#{HERE}u([0-9a-f]+)")


class Canvas:
    """A picture in the making: elements one over the other, and what they use by name."""

    def __init__(self, width: float, height: float, title: str = "") -> None:
        self.width = width
        self.height = height
        self.title = title
        self._parts: list[str] = []
        self._defined: dict[str, str] = {}
        self._places: dict[str, tuple[float, float, float, float]] = {}

    def add(self, *elements: str) -> None:
        self._parts += elements

    def define(self, name: str, element: str) -> None:
        self._defined.setdefault(name, element)

    def place(self, name: str, x: float, y: float, w: float, h: float) -> None:
        """Where a thing is: a picture can show it alone, or point at it."""
        self._places[name] = x, y, w, h

    def use(self, name: str, x: float = 0, y: float = 0, size: float = 1) -> str:
        assert name in self._defined, name
        return use(name, x, y, size)

    def fill(self, name: str) -> str:
        """The pattern of this name as a colour."""
        return f"url(#{HERE}{name})"

    def svg(self, show: Sequence[str] = (), point: Sequence[str] = (), night: Mapping[str, str] | None = None) -> str:
        """All of it, or what shows these places, each that is pointed at in a frame. By night colours change, the game's own as given."""
        left, top, wide, high = 0.0, 0.0, self.width, self.height
        if show:
            near = [self._places[name] for name in show]
            left, top = (min(one[side] for one in near) - MARGIN for side in (0, 1))
            wide, high = (max(one[side] + one[side + 2] for one in near) + MARGIN - corner for side, corner in ((0, left), (1, top)))
        for x, y, w, h in (self._places[name] for name in point):
            self.add(box(x, y, w, h, "none", CARD, rx=8, stroke_width=9), box(x, y, w, h, "none", NEWS, rx=8, stroke_width=5))
        for code in sorted({int(code, 16) for part in self._parts for code in LETTER.findall(part)}):
            contours = "".join(f"M{left} {top}{rest}z" for left, top, rest in _glyph(chr(code))[1:])
            self.define(f"u{code:x}", f'<path d="{contours}"/>')
        defined = "".join(
            element.replace("<pattern ", f'<pattern id="{HERE}{name}" ', 1)
            if element.startswith("<pattern ")
            else f'<g id="{HERE}{name}">{element}</g>'
            for name, element in self._defined.items()
        )
        body = f"<title>{escape(self.title)}</title>" if self.title else ""
        body += (f"<defs>{defined}</defs>" if defined else "") + "\n".join(self._parts)
        mark = f"n{zlib.crc32(body.encode()):08x}-"
        seen = " ".join(map(number, (left, top, wide, high)))
        size = f'viewBox="{seen}" width="{number(wide)}" height="{number(high)}"'
        if night is not None:
            body = COLOUR.sub(lambda found: night.get(found[0]) or NIGHT.get(found[0], found[0]), body)
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="max-width:100%;height:auto">{body.replace(HERE, mark)}</svg>\n'


def use(name: str, x: float = 0, y: float = 0, size: float = 1) -> str:
    """What a canvas has defined under this name, moved and scaled."""
    scale = "" if size == 1 else f" scale({number(size)})"
    return f'<use href="#{HERE}{name}" transform="translate({number(x)} {number(y)}){scale}"/>'


def number(value: float) -> str:
    """As short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def attributes(given: dict[str, str | float | None]) -> str:
    named = ((name.rstrip("_").replace("_", "-"), value) for name, value in given.items() if value is not None)
    return "".join(f' {name}="{number(value) if isinstance(value, (int, float)) else value}"' for name, value in named)


def path(d: str, fill: str = "none", stroke: str | None = None, width: float | None = None, **more: str | float | None) -> str:
    return f"<path{attributes({'d': d, 'fill': fill, 'stroke': stroke, 'stroke_width': width, **more})}/>"


def box(x: float, y: float, w: float, h: float, fill: str = "none", stroke: str | None = None, **more: str | float | None) -> str:
    return f"<rect{attributes({'x': x, 'y': y, 'width': w, 'height': h, 'fill': fill, 'stroke': stroke, **more})}/>"


def disc(x: float, y: float, r: float, fill: str = "none", stroke: str | None = None, **more: str | float | None) -> str:
    return f"<circle{attributes({'cx': x, 'cy': y, 'r': r, 'fill': fill, 'stroke': stroke, **more})}/>"


def group(elements: Iterable[str], x: float = 0, y: float = 0, size: float = 1, **more: str | float | None) -> str:
    moved = f"translate({number(x)} {number(y)})" + ("" if size == 1 else f" scale({number(size)})")
    return f'<g transform="{moved}"{attributes(more)}>{"".join(elements)}</g>'


def spot(word: str, area: str, elements: Iterable[str] = (), holds: str = "") -> str:
    """What can be chosen where a picture is played on: it stands for this word of an action. `area` is a shape, outlined there and
    else not seen; `holds` is what lies there, a word of the catalog, for those who listen."""
    held = f" data-holds={quoteattr(holds)}" if holds else ""
    edge = area.replace(" ", ' class="edge" ', 1)
    return f"<g data-word={quoteattr(word)}{held}>{''.join(elements)}{edge}</g>"


def pattern(w: float, h: float, d: str, stroke: str = INK, opacity: float = 0.34, turn: float = 0) -> str:
    """A woodcut texture, ink on transparent ground."""
    turned = f' patternTransform="rotate({number(turn)})"' if turn else ""
    cut = path(d, stroke=stroke, stroke_opacity=opacity, width=1, stroke_linecap="round")
    return f'<pattern width="{number(w)}" height="{number(h)}" patternUnits="userSpaceOnUse"{turned}>{cut}</pattern>'


def mark(seat: int, x: float, y: float, size: float = 16, rim: str = CARD) -> str:
    """The shape of a seat in its colour."""
    return group([path(SHAPES[seat % 5], SEATS[seat % 5], rim, 3 / size)], x, y, size / 2)


@cache
def _letters() -> dict[str, list[Any]]:
    return tomllib.loads(Path(__file__).with_name("letters.toml").read_text(encoding="utf-8"))["letters"]  # type: ignore[no-any-return]


def wide(text: str, size: float) -> float:
    """How wide a text will be."""
    return float(sum(_glyph(letter)[0] for letter in text)) * size / 1000


def _glyph(letter: str) -> list[Any]:
    known = _letters()
    return known.get(letter) or known.get(unicodedata.normalize("NFD", letter)[0]) or known["?"]


def letters(text: str | int, x: float, y: float, size: float, fill: str = INK, anchor: str = "middle", **more: str | float | None) -> str:
    """A text, its baseline at y: `anchor` is start, middle or end. A letter without an outline here goes without its accent."""
    scale = size / 1000
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * wide(str(text), size)
    at, used = 0, ""
    for letter in str(text):
        used += f'<use href="#{HERE}u{ord(letter):x}" x="{at}"/>'
        at += _glyph(letter)[0]
    place = f"translate({number(float(left))} {number(float(y))}) scale({scale:.4f})"
    halo = {"stroke_width": float(str(more.pop("halo"))) / scale} if "halo" in more else {}
    return f"<g{attributes({'fill': fill, 'transform': place, **halo, **more})}>{used}</g>"
