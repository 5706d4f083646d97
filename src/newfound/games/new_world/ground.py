"""The ground plan of a tile for its picture: where towns are walled, how trails run, which plain is which, where a settler stands.

Made from the view's description of a tile's parts alone; any set of tiles works, nothing here knows a tile by its code.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from typing import Final

from newfound.core.game import Json

from .components import SIDES, WINDS

Point = tuple[float, float]
GATE: Final[dict[str, Point]] = {"n": (50, 0), "e": (100, 50), "s": (50, 100), "w": (0, 50)}
HALF: Final[dict[str, Point]] = {
    "nnw": (24, 2),
    "nne": (76, 2),
    "ene": (98, 24),
    "ese": (98, 76),
    "sse": (76, 98),
    "ssw": (24, 98),
    "wsw": (2, 76),
    "wnw": (2, 24),
}
CENTRE: Final[Point] = (50, 50)
TRAIL: Final = 12  # how wide a trail is
FINE: Final = 40  # the plan is this many squares wide
STEP: Final = 100 / FINE
WALLS: Final[tuple[tuple[Point, ...], ...]] = (  # along one, two or three sides in a row that have no town, the first of them north
    ((0, 0), (19, 17), (37, 23), (63, 23), (81, 17), (100, 0)),
    ((0, 0), (26, 31), (47, 53), (69, 74), (100, 100)),
    ((0, 0), (22, 19), (29, 38), (29, 62), (22, 81), (0, 100)),
)


@dataclass(frozen=True)
class Town:
    part: int
    area: tuple[Point, ...]
    walls: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Trail:
    part: int
    line: tuple[Point, ...]
    gate: bool  # ends in the gate of a town


@dataclass(frozen=True)
class Plan:
    """A tile as it lies unturned, 100 wide. `squares` has the part at each fine square, `spots` a settler's place on each part."""

    towns: tuple[Town, ...]
    trails: tuple[Trail, ...]
    crossing: Point | None
    farm: bool
    squares: tuple[int, ...]
    spots: tuple[Point, ...]

    def room(self, part: int, x: float, y: float) -> float:
        return _room(self.squares, part, x, y)


def plan(parts: Json) -> Plan:
    return _plan(json.dumps(parts))


def turned(point: Point, turns: int) -> Point:
    """A point of a tile after quarter turns clockwise."""
    x, y = point
    for _ in range(turns % 4):
        x, y = 100 - y, x
    return x, y


def apart(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def part_named(parts: Json, turns: int, name: str) -> int:
    """The part with this name on a tile turned so: `settle` names it by its first side or half-edge, clockwise from the north."""
    return next(at for at, part in enumerate(parts) if _name(part, turns) == name)


def _name(part: Json, turns: int) -> str:
    feature: str = part["feature"]
    if feature == "farm":
        return feature
    ring, own = (WINDS, part["winds"]) if feature == "plain" else (tuple(SIDES), part["sides"])
    first = min((ring.index(point) + turns * len(ring) // 4) % len(ring) for point in own)
    return f"{feature}-{ring[first]}"


@cache
def _plan(key: str) -> Plan:
    parts = json.loads(key)
    towns = tuple(_town(at, part["sides"]) for at, part in enumerate(parts) if part["feature"] == "town")
    trails = tuple(_trail(at, part, parts, towns) for at, part in enumerate(parts) if part["feature"] == "trail")
    ends = [trail for trail in trails if len(parts[trail.part]["sides"]) == 1 and not trail.gate]
    crossing = ends[0].line[-1] if len(ends) > 2 else None
    farm = next((at for at, part in enumerate(parts) if part["feature"] == "farm"), -1)
    squares = [_part_at(_middle(at), towns, trails, farm) for at in range(FINE * FINE)]
    for at, part in enumerate(parts):
        if part["feature"] == "plain":
            for wind in part["winds"]:
                _flood(squares, HALF[wind], at)
    stands = {trail.part: _on_trail(trail, parts, crossing) for trail in trails}
    busy = [*stands.values(), *([CENTRE] if farm >= 0 else [])]
    spots = tuple((50.0, 56.0) if at == farm else stands.get(at) or _heart(squares, at, busy) for at in range(len(parts)))
    return Plan(towns, trails, crossing, farm >= 0, tuple(squares), spots)


def _town(part: int, sides: list[str]) -> Town:
    """Straight along its sides, walled on the others."""
    area: list[Point] = []
    walls: list[tuple[Point, ...]] = []
    inside = [side in sides for side in SIDES]
    start, step = inside.index(True), 0
    while step < 4:
        side = (start + step) % 4
        if inside[side]:
            area += [turned((0, 0), side), turned((100, 0), side)]
            step += 1
            continue
        run = 1
        while step + run < 4 and not inside[(side + run) % 4]:
            run += 1
        wall = tuple(turned(point, side) for point in WALLS[run - 1])
        walls.append(wall)
        area += wall
        step += run
    return Town(part, tuple(area), tuple(walls))


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _within(point: Point, area: tuple[Point, ...]) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(area, (area[-1], *area[:-1]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def _trail(at: int, part: Json, parts: Json, towns: tuple[Town, ...]) -> Trail:
    """From its edge on. A trail that ends on the tile ends at the crossing, the farm, or the gate of a town."""
    line = tuple(_line(part["sides"], parts, towns))
    return Trail(at, line, len(part["sides"]) == 1 and any(_within(line[-1], town.area) for town in towns))


def _line(sides: list[str], parts: Json, towns: tuple[Town, ...]) -> list[Point]:
    steps = [at / 16 for at in range(17)]
    away = [part["sides"][0] for part in parts if part["feature"] == "town" and len(part["sides"]) == 1]
    pull = _between(CENTRE, GATE[away[0]], -0.16) if len(away) == 1 else CENTRE
    start = GATE[sides[0]]
    if len(sides) == 2:
        goal = GATE[sides[1]]
        bow = _between(CENTRE, pull, 2) if apart(start, goal) > 90 else _between(CENTRE, _between(start, goal, 0.5), 0.12)
        return [_between(_between(start, bow, t), _between(bow, goal, t), t) for t in steps]
    single = sum(1 for part in parts if part["feature"] == "trail" and len(part["sides"]) == 1)
    line = [_between(start, pull if single > 2 else CENTRE, t) for t in steps]
    if single > 2 or any(part["feature"] == "farm" for part in parts) or not towns:
        return line
    beyond = _between(start, CENTRE, 2)
    goal = min((_mean(town.area) for town in towns), key=lambda point: apart(point, beyond))
    far = [*line, *(_between(CENTRE, goal, t) for t in steps)]
    gate = next((at for at, point in enumerate(far) if any(_within(point, town.area) for town in towns)), 0)
    return far[: gate + 1] if gate else far


def _mean(area: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in area) / len(area), sum(y for _, y in area) / len(area)


def _on_trail(trail: Trail, parts: Json, crossing: Point | None) -> Point:
    share = 0.5 if len(parts[trail.part]["sides"]) == 2 else 0.4 if crossing else 0.45
    return trail.line[round((len(trail.line) - 1) * share)]


def _middle(at: int) -> Point:
    return (at % FINE + 0.5) * STEP, (at // FINE + 0.5) * STEP


def _part_at(point: Point, towns: tuple[Town, ...], trails: tuple[Trail, ...], farm: int) -> int:
    for town in towns:
        if _within(point, town.area):
            return town.part
    if farm >= 0 and abs(point[0] - 50) < 20 and abs(point[1] - 50) < 18:
        return farm
    near = [(min(apart(step, point) for step in trail.line), trail.part) for trail in trails]
    return min(near)[1] if near and min(near)[0] < TRAIL / 2 else -1


def _flood(squares: list[int], point: Point, part: int) -> None:
    """Fills the empty squares around a point."""
    queue = [int(point[1] / STEP) * FINE + int(point[0] / STEP)]
    while queue:
        at = queue.pop()
        if squares[at] != -1:
            continue
        squares[at] = part
        if at % FINE > 0:
            queue.append(at - 1)
        if at % FINE < FINE - 1:
            queue.append(at + 1)
        if at >= FINE:
            queue.append(at - FINE)
        if at < FINE * (FINE - 1):
            queue.append(at + FINE)


def _heart(squares: list[int], part: int, busy: list[Point]) -> Point:
    """The point of a part that is furthest from all others, from the edge of the tile, and from where others stand."""
    best, most = CENTRE, -math.inf
    for at in range(len(squares)):
        if squares[at] == part:
            x, y = _middle(at)
            crowd = sum(max(0.0, 32 - apart(spot, (x, y))) for spot in busy)
            found = min(16, _room(squares, part, x, y)) - 0.02 * apart((x, y), CENTRE) - 0.45 * crowd
            if found > most:
                best, most = (x, y), found
    return best


AROUND: Final = [(math.cos(turn * math.pi / 8), math.sin(turn * math.pi / 8)) for turn in range(16)]


def _room(squares: list[int] | tuple[int, ...], part: int, x: float, y: float) -> float:
    """How far this point is from whatever is not this part."""
    room = min(x, y, 100 - x, 100 - y) + 4
    ring = 1
    while ring * STEP < room:
        for cos, sin in AROUND:
            column, row = math.floor((x + cos * ring * STEP) / STEP), math.floor((y + sin * ring * STEP) / STEP)
            if 0 <= column < FINE and 0 <= row < FINE and squares[row * FINE + column] != part:
                return ring * STEP
        ring += 1
    return room
