"""Reads a set of tiles and a coast from TOML, and says clearly what is wrong with it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from newfound.core.sets import Reader, load

from .components import (
    EDGE_LETTERS,
    FARM,
    JOINTS,
    LEFT,
    MIDDLE,
    MOST_BONUS,
    MOST_SPACES,
    MOST_TILES,
    NONE,
    PLAIN,
    RIGHT,
    SIDE_JOINTS,
    SIDES,
    TOWN,
    TRAIL,
    WEST,
    WINDS,
    Components,
    Kind,
    Part,
    code_of,
)

FOLDER: Final = Path(__file__).parent
COAST_HALVES: Final = ("wsw", "wnw")  # the half-edges of a start space
ENDS: Final = ("crossing", "town", "farm")
TILE_KEYS: Final = {"code", "name", "count", "edges", "towns", "trails", "plains", "farm"}


def components(name: str) -> Components:
    return load(FOLDER, name, lambda reader: Components(name, _tiles(reader), _coast(reader), _joined(reader)))


def _tiles(reader: Reader) -> list[Kind]:
    found = _list(reader, reader.data, "tile", "tile")
    if not 1 <= len(found) <= MOST_TILES:
        raise reader.wrong("kinds", "tile", found=len(found), most=MOST_TILES)
    kinds = [_tile(reader, number, table) for number, table in enumerate(found)]
    total = sum(kind.count for kind in kinds)
    if not 1 <= total <= MOST_TILES:
        raise reader.wrong("total", "tile", found=total, most=MOST_TILES)
    return kinds


def _tile(reader: Reader, number: int, table: Any) -> Kind:
    where = code_of(number)
    if not isinstance(table, dict) or table.get("code") != where:
        raise reader.wrong("code", where, found=table.get("code") if isinstance(table, dict) else table)
    _known(reader, table, TILE_KEYS, where)
    count = _number(reader, table, "count", where, MOST_TILES)
    edges = _edges(reader, table.get("edges"), 4, where)
    parts = _towns(reader, table, edges, where)
    farm = table.get("farm", False)
    if not isinstance(farm, bool):
        raise reader.wrong("flag", where, word="farm", found=farm)
    parts += _trails(reader, table, edges, where, has_town=bool(parts), has_farm=farm)
    parts += [Part(FARM, [], [], 0)] if farm else []
    parts += _plains(reader, table, edges, where)
    _crossless(reader, parts, where)
    return Kind(edges, parts, count)


def _towns(reader: Reader, table: dict[str, Any], edges: list[int], where: str) -> list[Part]:
    parts = []
    for town in _list(reader, table, "towns", where):
        _known(reader, town, {"edges", "flags"}, where)
        parts.append(Part(TOWN, _sides(reader, town, where), [], _number(reader, town, "flags", where, MOST_BONUS)))
    _covers(reader, parts, [side for side in range(4) if edges[side] == TOWN], "towns", where)
    return parts


def _trails(reader: Reader, table: dict[str, Any], edges: list[int], where: str, *, has_town: bool, has_farm: bool) -> list[Part]:
    parts = []
    ends = []
    for trail in _list(reader, table, "trails", where):
        _known(reader, trail, {"edges", "end", "posts"}, where)
        sides = _sides(reader, trail, where)
        end = trail.get("end")
        if len(sides) > 2 or (len(sides) == 2) != (end is None) or (end is not None and end not in ENDS):
            raise reader.wrong("trail", where, found=end)
        ends.append(end)
        parts.append(Part(TRAIL, sides, [], _number(reader, trail, "posts", where, MOST_BONUS)))
    if ("town" in ends and not has_town) or ("farm" in ends and not has_farm) or 1 <= ends.count("crossing") < 3:
        raise reader.wrong("end", where)
    _covers(reader, parts, [side for side in range(4) if edges[side] == TRAIL], "trails", where)
    return parts


def _plains(reader: Reader, table: dict[str, Any], edges: list[int], where: str) -> list[Part]:
    parts = []
    for plain in _list(reader, table, "plains", where):
        _known(reader, plain, {"at", "animals"}, where)
        winds = plain.get("at")
        words = winds.split() if isinstance(winds, str) else []
        if not words or any(word not in WINDS for word in words):
            raise reader.wrong("winds", where, found=winds)
        halves = [WINDS.index(word) for word in words]
        for half in halves:
            if edges[half // 2] == PLAIN and half ^ 1 not in halves:
                raise reader.wrong("halves", where, found=WINDS[half])
        parts.append(Part(PLAIN, [], halves, _number(reader, plain, "animals", where, MOST_BONUS)))
    wanted = [half for half in range(8) if edges[half // 2] != TOWN]
    if sorted(half for part in parts for half in part.halves) != wanted:
        raise reader.wrong("cover", where, word="plains", edges=" ".join(WINDS[half] for half in wanted))
    return parts


def _crossless(reader: Reader, parts: list[Part], where: str) -> None:
    """Walking round the tile, two parts never take turns: A B A B would have them cross."""
    owner = [NONE] * JOINTS
    for index, part in enumerate(parts):
        for side in part.sides:
            owner[side * SIDE_JOINTS + MIDDLE] = index
        for half in part.halves:
            owner[half // 2 * SIDE_JOINTS + (RIGHT if half % 2 else LEFT)] = index
    for a in range(len(parts)):
        for b in range(a):
            seen = [who for who in owner if who in (a, b)]
            if sum(1 for at, who in enumerate(seen) if who != seen[at - 1]) > 2:
                raise reader.wrong("crossed", where)


def _coast(reader: Reader) -> list[Kind]:
    spaces = _list(reader, _table(reader, reader.data, "coast", "coast"), "spaces", "coast")
    if not 1 <= len(spaces) <= MOST_SPACES:
        raise reader.wrong("spaces", "coast", found=len(spaces), most=MOST_SPACES)
    return [_space(reader, f"coast {row}", space) for row, space in enumerate(spaces, 1)]


def _space(reader: Reader, where: str, space: Any) -> Kind:
    _known(reader, space, {"west", "name"}, where)
    west = _edges(reader, space.get("west"), 1, where)[0]
    name = space.get("name", "")
    if not isinstance(name, str):
        raise reader.wrong("town_name", where, found=name)
    wsw, wnw = 2 * WEST, 2 * WEST + 1
    halves = {PLAIN: [[wsw, wnw]], TRAIL: [[wsw], [wnw]], TOWN: []}[west]
    parts = [] if west == PLAIN else [Part(west, [WEST], [], 0)]
    return Kind([0, 0, 0, west], parts + [Part(PLAIN, [], half, 0) for half in halves], 1, name)


def _joined(reader: Reader) -> list[int]:
    """NW-P1: which half-edges of the coast are one plain, as pairs; every plain half-edge is named once."""
    spaces = _coast(reader)
    found: list[int] = []
    pairs: list[int] = []
    for plain in _list(reader, _table(reader, reader.data, "coast", "coast"), "plains", "coast"):
        words = plain.split() if isinstance(plain, str) else []
        places = [_coast_half(reader, word, len(spaces)) for word in words]
        found += places
        for first, second in pairwise(places):
            pairs += [first, second]
    wanted = [2 * row + half for row, space in enumerate(spaces) for half in (0, 1) if space.edges[WEST] != TOWN]
    if sorted(found) != wanted:
        edges = " ".join(f"{place // 2 + 1}{COAST_HALVES[place % 2]}" for place in wanted)
        raise reader.wrong("cover", "coast", word="plains", edges=edges)
    return pairs


def _coast_half(reader: Reader, word: str, spaces: int) -> int:
    row, wind = word[:-3], word[-3:]
    if wind not in COAST_HALVES or not (row.isascii() and row.isdigit() and 1 <= int(row) <= spaces):
        raise reader.wrong("winds", "coast", found=word)
    return 2 * (int(row) - 1) + COAST_HALVES.index(wind)


def _table(reader: Reader, table: dict[str, Any], key: str, where: str) -> dict[str, Any]:
    found = table.get(key)
    if not isinstance(found, dict):
        raise reader.wrong("missing", where, word=key)
    return found


def _list(reader: Reader, table: dict[str, Any], key: str, where: str) -> list[Any]:
    found = table.get(key, [])
    if not isinstance(found, list):
        raise reader.wrong("missing", where, word=key)
    return found


def _known(reader: Reader, table: Any, keys: set[str], where: str) -> None:
    if not isinstance(table, dict):
        raise reader.wrong("table", where, found=table)
    for key in table:
        if key not in keys:
            raise reader.wrong("unknown", where, word=key, keys=", ".join(sorted(keys)))


def _number(reader: Reader, table: dict[str, Any], key: str, where: str, most: int) -> int:
    return reader.whole(where, table.get(key, 0), 0, most, word=key, most=most)


def _edges(reader: Reader, text: object, length: int, where: str) -> list[int]:
    if not isinstance(text, str) or len(text) != length or any(letter not in "PRT" for letter in text):
        raise reader.wrong("edges", where, found=text, length=length)
    return [EDGE_LETTERS.index(letter) for letter in text]


def _sides(reader: Reader, table: dict[str, Any], where: str) -> list[int]:
    text = table.get("edges")
    if not isinstance(text, str) or not text or len(set(text)) != len(text) or any(letter not in SIDES for letter in text):
        raise reader.wrong("sides", where, found=text)
    return [SIDES.index(letter) for letter in text]


def _covers(reader: Reader, parts: list[Part], wanted: list[int], key: str, where: str) -> None:
    if sorted(side for part in parts for side in part.sides) != wanted:
        raise reader.wrong("cover", where, word=key, edges=" ".join(SIDES[side] for side in wanted) or "-")
