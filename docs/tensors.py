"""Writes `tensor.md` into the folder of each game with a tensor: field by field, from its own `FIELDS`. Run it after changing them."""

from __future__ import annotations

from typing import Any

from newfound import games
from newfound.core.game import Game
from newfound.core.tensor import Tensor, layers, places
from newfound.games._template import GAME as TEMPLATE

TOP = """# The tensor of {title}

What a seat knows, as {size:,} whole numbers from 0 to 255 in a fixed layout, the same for every number of seats and every option. Made by
`newfound.research.tensors.encoding(game)`: `encode(state, seat)` divides each number by the last column and gives floats, `numbers(state,
seat)` the whole numbers, `split` the fields in their shapes. Where a dimension is seats, 0 is the observer and the others follow in the
order of play; seats that are not taken hold 0. What the observer may not know is not in it.{maps} This page is made by
`python docs/tensors.py`.

| field | shape | from | meaning | most | divided by |
|---|---|---:|---|---:|---:|
"""
MAPS = """ The numbers of a cell of the map lie
together: the fields of {map} come in turn for each cell, {layers} numbers in all."""


def page(game: Game[Any]) -> str:
    assert game.tensor, game.title
    found = Tensor.of(game.tensor())
    starts = places(found.fields)
    rows = []
    for field in found.fields:
        shape = " x ".join(map(str, (*field.map, *field.shape)))
        rows.append(f"| `{field.name}` | {shape} | {starts[field.name]} | {field.about} | {field.most} | {field.divisor} |\n")
    maps = MAPS.format(map=" x ".join(map(str, area)), layers=layers(found.fields, area)) if (area := found.fields[0].map) else ""
    return TOP.format(title=game.title, size=found.size, maps=maps) + "".join(rows)


if __name__ == "__main__":
    for game in (TEMPLATE, *(games.find(name) for name in games.names())):
        if game.tensor:
            (game.folder / "tensor.md").write_text(page(game), encoding="utf-8")
