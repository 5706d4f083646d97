"""Names of cells: a letter for the column from the left, a number for the row from the bottom, as on a chess board."""

from __future__ import annotations


def cell_name(row: int, column: int, rows: int) -> str:
    """Row and column from 0 at the top left."""
    return f"{chr(ord('a') + column)}{rows - row}"


def cell_at(name: str, rows: int) -> tuple[int, int]:
    return rows - int(name[1:]), ord(name[0]) - ord("a")
