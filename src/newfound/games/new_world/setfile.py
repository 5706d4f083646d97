"""Reads a set of tiles and a coast from TOML, and says clearly what is wrong with it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from newfound.core import sets
from newfound.core.problem import BadFile

from .components import (
    EDGE_LETTERS,
    FARM,
    MOST_BONUS,
    MOST_SPACES,
    MOST_TILES,
    PLAIN,
    SIDES,
    TOWN,
    TRAIL,
    WINDS,
    Components,
    Kind,
    Part,
    code_of,
)

FOLDER: Final = Path(__file__).parent
WEST: Final = 3
COAST_HALVES: Final = {"wsw": 0, "wnw": 1}  # the two half-edges of a start space
ENDS: Final = ("crossing", "town", "farm")
TILE_KEYS: Final = {"code", "name", "count", "edges", "towns", "trails", "plains", "farm"}

_loaded: dict[str, Components] = {}


def components(name: str) -> Components:
    """The set of this name, read once for each version of its file."""
    path = sets.path(FOLDER, name)
    key = f"{path} {path.stat().st_mtime_ns}"
    if key not in _loaded:
        reader = SetReader(name, sets.read(FOLDER, name))
        _loaded[key] = Components(name, reader.tiles(), reader.coast(), reader.joined())
    return _loaded[key]


class SetReader:
    """Every method returns what it read or raises BadFile; `where` tells the person which tile or table is meant."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        self.name = name
        self.data = data

    def wrong(self, what: str, where: str, **values: str | int) -> BadFile:
        return BadFile(f"set.{what}", FOLDER, name=self.name, where=where, **values)

    def tiles(self) -> list[Kind]:
        found = self._list(self.data, "tile", "tile")
        if not 1 <= len(found) <= MOST_TILES:
            raise self.wrong("kinds", "tile", found=len(found), most=MOST_TILES)
        kinds = [self._tile(number, table) for number, table in enumerate(found)]
        total = sum(kind.count for kind in kinds)
        if not 1 <= total <= MOST_TILES:
            raise self.wrong("total", "tile", found=total, most=MOST_TILES)
        return kinds

    def _tile(self, number: int, table: Any) -> Kind:
        where = code_of(number)
        if not isinstance(table, dict) or table.get("code") != where:
            raise self.wrong("code", where, found=str(table.get("code") if isinstance(table, dict) else table))
        self._known(table, TILE_KEYS, where)
        count = self._number(table, "count", where, MOST_TILES)
        edges = self._edges(table.get("edges"), 4, where)
        parts = self._towns(table, edges, where)
        farm = table.get("farm", False)
        if not isinstance(farm, bool):
            raise self.wrong("flag", where, word="farm", found=str(farm))
        parts += self._trails(table, edges, where, has_town=bool(parts), has_farm=farm)
        parts += [Part(FARM, [], [], 0)] if farm else []
        parts += self._plains(table, edges, where)
        self._crossless(parts, where)
        return Kind(edges, parts, count)

    def _towns(self, table: dict[str, Any], edges: list[int], where: str) -> list[Part]:
        parts = []
        for town in self._list(table, "towns", where):
            self._known(town, {"edges", "flags"}, where)
            parts.append(Part(TOWN, self._sides(town, where), [], self._number(town, "flags", where, MOST_BONUS)))
        self._covers(parts, [side for side in range(4) if edges[side] == TOWN], "towns", where)
        return parts

    def _trails(self, table: dict[str, Any], edges: list[int], where: str, *, has_town: bool, has_farm: bool) -> list[Part]:
        parts = []
        ends = []
        for trail in self._list(table, "trails", where):
            self._known(trail, {"edges", "end", "posts"}, where)
            sides = self._sides(trail, where)
            end = trail.get("end")
            if len(sides) > 2 or (len(sides) == 2) != (end is None) or (end is not None and end not in ENDS):
                raise self.wrong("trail", where, found=str(end))
            ends.append(end)
            parts.append(Part(TRAIL, sides, [], self._number(trail, "posts", where, MOST_BONUS)))
        if ("town" in ends and not has_town) or ("farm" in ends and not has_farm) or 1 <= ends.count("crossing") < 3:
            raise self.wrong("end", where)
        self._covers(parts, [side for side in range(4) if edges[side] == TRAIL], "trails", where)
        return parts

    def _plains(self, table: dict[str, Any], edges: list[int], where: str) -> list[Part]:
        parts = []
        for plain in self._list(table, "plains", where):
            self._known(plain, {"at", "animals"}, where)
            winds = plain.get("at")
            words = winds.split() if isinstance(winds, str) else []
            if not words or any(word not in WINDS for word in words):
                raise self.wrong("winds", where, found=str(winds))
            halves = [WINDS.index(word) for word in words]
            for half in halves:
                if edges[half // 2] == PLAIN and half ^ 1 not in halves:
                    raise self.wrong("halves", where, found=WINDS[half])
            parts.append(Part(PLAIN, [], halves, self._number(plain, "animals", where, MOST_BONUS)))
        wanted = [half for half in range(8) if edges[half // 2] != TOWN]
        if sorted(half for part in parts for half in part.halves) != wanted:
            raise self.wrong("cover", where, word="plains", edges=" ".join(WINDS[half] for half in wanted))
        return parts

    def _crossless(self, parts: list[Part], where: str) -> None:
        """Walking round the tile, two parts never take turns: A B A B would have them cross."""
        owner = [-1] * 12
        for index, part in enumerate(parts):
            for side in part.sides:
                owner[side * 3 + 1] = index
            for half in part.halves:
                owner[half // 2 * 3 + half % 2 * 2] = index
        for a in range(len(parts)):
            for b in range(a):
                seen = [who for who in owner if who in (a, b)]
                if sum(1 for at, who in enumerate(seen) if who != seen[at - 1]) > 2:
                    raise self.wrong("crossed", where)

    def coast(self) -> list[Kind]:
        spaces = self._list(self._table(self.data, "coast", "coast"), "spaces", "coast")
        if not 1 <= len(spaces) <= MOST_SPACES:
            raise self.wrong("spaces", "coast", found=len(spaces), most=MOST_SPACES)
        return [self._space(f"coast {row}", space) for row, space in enumerate(spaces, 1)]

    def _space(self, where: str, space: Any) -> Kind:
        self._known(space, {"west", "name"}, where)
        west = self._edges(space.get("west"), 1, where)[0]
        name = space.get("name", "")
        if not isinstance(name, str):
            raise self.wrong("town_name", where, found=str(name))
        halves = {PLAIN: [[6, 7]], TRAIL: [[6], [7]], TOWN: []}[west]
        parts = [] if west == PLAIN else [Part(west, [WEST], [], 0)]
        return Kind([0, 0, 0, west], parts + [Part(PLAIN, [], half, 0) for half in halves], 1, name)

    def joined(self) -> list[int]:
        """NW-P1: which half-edges of the coast are one plain, as pairs; every plain half-edge is named once."""
        spaces = self.coast()
        found: list[int] = []
        pairs: list[int] = []
        for plain in self._list(self._table(self.data, "coast", "coast"), "plains", "coast"):
            words = plain.split() if isinstance(plain, str) else []
            places = [self._coast_half(word, len(spaces)) for word in words]
            found += places
            for first, second in pairwise(places):
                pairs += [first, second]
        wanted = [2 * row + half for row, space in enumerate(spaces) for half in (0, 1) if space.edges[WEST] != TOWN]
        if sorted(found) != wanted:
            edges = " ".join(f"{place // 2 + 1}{('wsw', 'wnw')[place % 2]}" for place in wanted)
            raise self.wrong("cover", "coast", word="plains", edges=edges)
        return pairs

    def _coast_half(self, word: str, spaces: int) -> int:
        row, wind = word[:-3], word[-3:]
        if wind not in COAST_HALVES or not (row.isascii() and row.isdigit() and 1 <= int(row) <= spaces):
            raise self.wrong("winds", "coast", found=word)
        return 2 * (int(row) - 1) + COAST_HALVES[wind]

    def _table(self, table: dict[str, Any], key: str, where: str) -> dict[str, Any]:
        found = table.get(key)
        if not isinstance(found, dict):
            raise self.wrong("missing", where, word=key)
        return found

    def _list(self, table: dict[str, Any], key: str, where: str) -> list[Any]:
        found = table.get(key, [])
        if not isinstance(found, list):
            raise self.wrong("missing", where, word=key)
        return found

    def _known(self, table: Any, keys: set[str], where: str) -> None:
        if not isinstance(table, dict):
            raise self.wrong("table", where, found=str(table))
        for key in table:
            if key not in keys:
                raise self.wrong("unknown", where, word=key, keys=", ".join(sorted(keys)))

    def _number(self, table: dict[str, Any], key: str, where: str, most: int) -> int:
        found = table.get(key, 0)
        if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= most:
            raise self.wrong("number", where, word=key, found=str(found), most=most)
        return found

    def _edges(self, text: object, length: int, where: str) -> list[int]:
        if not isinstance(text, str) or len(text) != length or any(letter not in "PRT" for letter in text):
            raise self.wrong("edges", where, found=str(text), length=length)
        return [EDGE_LETTERS.index(letter) for letter in text]

    def _sides(self, table: dict[str, Any], where: str) -> list[int]:
        text = table.get("edges")
        if not isinstance(text, str) or not text or len(set(text)) != len(text) or any(letter not in SIDES for letter in text):
            raise self.wrong("sides", where, found=str(text))
        return [SIDES.index(letter) for letter in text]

    def _covers(self, parts: list[Part], wanted: list[int], key: str, where: str) -> None:
        if sorted(side for part in parts for side in part.sides) != wanted:
            raise self.wrong("cover", where, word=key, edges=" ".join(SIDES[side] for side in wanted) or "-")
