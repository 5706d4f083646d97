"""Numbers that a game's evaluation goes by, found by self-play: `weights.toml` in its folder, by the number of players.

For bots alone; no rule reads them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

FILE: Final = "weights.toml"
HEAD: Final = "# What promise.py weighs by, for each number of players. Found by self-play: docs/bots.md has the commands.\n"


def read(game: Path) -> dict[int, list[float]]:
    """The weights by the number of players."""
    found = tomllib.loads((game / FILE).read_text(encoding="utf-8"))
    return {int(seats): [float(weight) for weight in weights] for seats, weights in found.items()}


def write(game: Path, seats: int, weights: list[float]) -> None:
    """Those for so many players; the others stay."""
    kept = read(game) if (game / FILE).exists() else {}
    lines = [f"{n} = [{', '.join(f'{weight:.3f}' for weight in row)}]\n" for n, row in sorted((kept | {seats: weights}).items())]
    (game / FILE).write_text(HEAD + "".join(lines), encoding="utf-8")
