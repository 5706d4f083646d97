"""Results as a picture and as a table of columns: an SVG written by hand, and Parquet."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from newfound.research.arena import BadArena, Result
from newfound.research.standings import Standing

WIDTH: Final = 860
ROW: Final = 74
LEFT: Final = 150
BAR: Final = 300
SPREAD: Final = 340
COLOURS: Final = ("#2f6f8f", "#b5652b", "#5d8a3a", "#8a4f7d", "#8c7a2f", "#555e66")


def svg(title: str, standings: Sequence[Standing], win_rate: str, scores: str) -> str:
    """Each bot in a row: its win rate with the interval, and how its scores are spread."""
    height = 90 + ROW * len(standings)
    low = min((min(one.scores) for one in standings if one.scores), default=0)
    high = max((max(one.scores) for one in standings if one.scores), default=1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="20" y="30" font-size="18" font-weight="bold">{escape(title)}</text>',
        f'<text x="{LEFT}" y="60" fill="#555">{escape(win_rate)}</text>',
        f'<text x="{LEFT + BAR + 40}" y="60" fill="#555">{escape(scores)} ({low} – {high})</text>',
    ]
    for row, one in enumerate(standings):
        parts += _row(one, 80 + row * ROW, COLOURS[row % len(COLOURS)], low, high)
    return "\n".join([*parts, "</svg>", ""])


def _row(one: Standing, top: int, colour: str, low: int, high: int) -> list[str]:
    middle = top + 22
    at, least, most = (LEFT + BAR * rate for rate in (one.rate, one.low, one.high))
    parts = [
        f'<text x="20" y="{middle + 5}" font-weight="bold">{escape(one.bot[:16])}</text>',
        f'<rect x="{LEFT}" y="{top + 8}" width="{BAR}" height="28" fill="#eee"/>',
        f'<rect x="{LEFT}" y="{top + 8}" width="{at - LEFT:.1f}" height="28" fill="{colour}" opacity="0.75"/>',
        f'<path d="M{least:.1f} {middle}H{most:.1f}M{least:.1f} {middle - 7}v14M{most:.1f} {middle - 7}v14" stroke="#222" fill="none"/>',
        f'<text x="{LEFT}" y="{top + 54}" fill="#333" font-size="12">{one.rate:.1%}  [{one.low:.1%}, {one.high:.1%}]  n={one.games}</text>',
    ]
    bins = [0] * 34
    for score in one.scores:
        bins[min(33, (score - low) * 34 // max(1, high - low + 1))] += 1
    tallest = max([*bins, 1])
    for at_bin, count in enumerate(bins):
        size = 40 * count / tallest
        left = LEFT + BAR + 40 + at_bin * SPREAD / 34
        parts.append(f'<rect x="{left:.1f}" y="{top + 44 - size:.1f}" width="9" height="{size:.1f}" fill="{colour}"/>')
    return parts


def write_parquet(path: Path, results: Sequence[Result]) -> None:
    """One row for each seat of each match."""
    try:
        pyarrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError as error:
        raise BadArena("arena.extra", extra="arena") from error
    rows = [
        {
            "match": result.number,
            "luck": result.luck,
            "seat": seat,
            "bot": result.lineup[seat],
            "score": result.scores[seat],
            "place": result.places[seat],
            "decisions": result.decisions[seat],
            "seconds": result.seconds[seat],
            "lost": result.lost.get(str(seat), ""),
            "lineup": json.dumps(result.lineup),
        }
        for result in results
        for seat in range(len(result.lineup))
    ]
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
