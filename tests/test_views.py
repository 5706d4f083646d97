"""A view has a type: values are held to it, and TypeScript is made of it."""

from __future__ import annotations

import re
from typing import Any, Literal, NotRequired, TypedDict, get_type_hints

import pytest

from newfound import games
from newfound.core.typed import misfit
from newfound.games import _template
from newfound.web.typescript import typescript

SOURCE = '''
"""About the file."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Colour = Literal["red", "blue"]  # of a stone
Pond = TypedDict("Pond", {"is": Literal["pond"], "deep": NotRequired[bool]})  # with ducks
Hill = TypedDict(
    "Hill",
    {
        "is": Literal["hill"],
        "high": int,  # in feet
    },
)
Place = Pond | Hill


class Named(TypedDict):
    name: str


class View(Named):
    """All that is seen."""

    share: float
    first: NotRequired[int | None]  # a seat
    stones: dict[Colour, int]
    places: dict[str, Place]
    mixed: list[Pond | None]
    pairs: list[tuple[str, int]]
'''

MADE = """// Made from seen.py by the build. Change that.

/** of a stone */
export type Colour = "red" | "blue";

/** with ducks */
export interface Pond {
  is: "pond";
  deep?: boolean;
}

export interface Hill {
  is: "hill";
  /** in feet */
  high: number;
}

export type Place = Pond | Hill;

export interface Named {
  name: string;
}

/** All that is seen. */
export interface View extends Named {
  share: number;
  /** a seat */
  first?: number | null;
  stones: Record<Colour, number>;
  places: Record<string, Place>;
  mixed: (Pond | null)[];
  pairs: [string, number][];
}
"""

Colour = Literal["red", "blue"]
Pond = TypedDict("Pond", {"is": Literal["pond"], "deep": NotRequired[bool]})
Hill = TypedDict("Hill", {"is": Literal["hill"], "high": int})
Place = Pond | Hill


class Named(TypedDict):
    name: str


class View(Named):
    share: float
    first: NotRequired[int | None]
    stones: dict[Colour, int]
    places: dict[str, Place]
    mixed: list[Pond | None]
    pairs: list[tuple[str, int]]


def a_view() -> Any:
    places = {"a1": {"is": "pond"}, "b2": {"is": "hill", "high": 3}}
    return {"name": "x", "share": 0.5, "stones": {"red": 1, "blue": 0}, "places": places, "mixed": [None], "pairs": [("a", 1)]}


def test_what_is_of_the_type_passes() -> None:
    for more in ({}, {"first": None}, {"first": 2}):
        assert misfit(a_view() | more, View) == ""


@pytest.mark.parametrize(
    ("wrong", "seen"),
    [
        ({"name": None}, ".name is None, not str"),
        ({"first": "2"}, ".first is '2', not int | None"),
        ({"more": 1}, ".more is 1, not a field of View"),
        ({"stones": {"red": 1}}, ".stones['blue'] is missing"),
        ({"stones": {"red": 1, "blue": True}}, ".stones['blue'] is True, not int"),
        ({"stones": {"red": 1, "blue": 2, "green": 3}}, ".stones['green'] is 'green', not typing.Literal['red', 'blue']"),
        ({"places": {"a1": {"is": "hill"}}}, ".places['a1'] is {'is': 'hill'}, not "),
        ({"places": {1: {"is": "pond"}}}, ".places[1] is 1, not str"),
        ({"mixed": [{"is": "pond", "deep": 1}]}, ".mixed[0] is {'is': 'pond', 'deep': 1}, not "),
        ({"mixed": None}, ".mixed is None, not list"),
        ({"pairs": [("a", 1), ["b", 1]]}, ".pairs[1] is ['b', 1], not tuple[str, int]"),
        ({"pairs": [("a", 1, 2)]}, ".pairs[0] is ('a', 1, 2), not tuple[str, int]"),
        ({"pairs": [("a", "b")]}, ".pairs[0][1] is 'b', not int"),
    ],
)
def test_what_is_not_is_named(wrong: dict[str, Any], seen: str) -> None:
    assert misfit(a_view() | wrong, View).startswith(seen)


def test_what_is_missing_is_named() -> None:
    view = a_view()
    del view["name"]
    assert misfit(view, View) == ".name is missing"


def test_typescript() -> None:
    assert typescript(SOURCE) == MADE


@pytest.mark.parametrize("source", ["A = set[int]", "A = dict[str]", "import os", "class A(TypedDict, total=False):\n    n: int"])
def test_what_has_no_typescript_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        typescript(source)


@pytest.mark.parametrize("game", [_template.GAME, *map(games.find, games.names())], ids=lambda game: game.name)
def test_every_field_of_a_view_has_its_typescript(game: Any) -> None:
    made = typescript((game.folder / "seen.py").read_text(encoding="utf-8"))
    body = dict(re.findall(r"export interface (\w+)[^{]*{\n(.*?)^}", made, re.S | re.M))
    above = re.findall(r"interface View extends (\w+)", made)
    fields = [name for part in (*above, "View") for name in re.findall(r"^  (\w+)\??:", body[part], re.M)]
    assert sorted(fields) == sorted(get_type_hints(game.view_type))
