"""Pictures of positions: SVG for notebooks and pages, an array of pixels for `rgb_array` and videos.

A picture is drawn from what one reader may know and nothing else: the game's picture is handed `observe(state, reader)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from typing import Any, Final

from newfound.core.game import ONLOOKER, Game
from newfound.core.match import Match
from newfound.ink import PAPER
from newfound.research.problems import BadUse

WIDTH: Final = 960
HEIGHT: Final = 640


@dataclass(frozen=True)
class Position:
    """A match as one reader sees it: a notebook shows it as a picture."""

    match: Match[Any]
    reader: int = ONLOOKER

    def _repr_svg_(self) -> str:
        return svg(self.match.game, self.match.state, self.reader)


def svg(game: Game[Any], state: Any, reader: int = ONLOOKER) -> str:
    """The position as this reader sees it."""
    if game.picture is None:
        raise BadUse("picture", title=game.title)
    return game.picture().svg(game.observe(state, reader))


def rgb(game: Game[Any], state: Any, reader: int = ONLOOKER, width: int = WIDTH, height: int = HEIGHT) -> Any:
    """The same as an array of bytes, height by width by 3: always of this size, the picture in its middle, so that frames make a video."""
    numpy, resvg, image = _extra("numpy"), _extra("resvg_py"), _extra("PIL.Image")
    drawn = svg(game, state, reader)
    tall, wide = (float(drawn.split(f'{side}="', 1)[1].split('"', 1)[0]) for side in ("height", "width"))
    scale = min(width / wide, height / tall)
    png = resvg.svg_to_bytes(svg_string=drawn, width=max(1, int(wide * scale)), skip_system_fonts=True)
    inner = image.open(BytesIO(bytes(png))).convert("RGB")
    frame = image.new("RGB", (width, height), PAPER)
    frame.paste(inner, ((width - inner.width) // 2, (height - inner.height) // 2))
    return numpy.asarray(frame)


def _extra(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise BadUse("extra", extra="research") from error
