"""A second New World, slow and literal: every feature is traced by flood fill from scratch, every order of scoring is tried.

It shares nothing with the rules but the words: it reads the set file itself and is told the events as text.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any, Final

Cell = tuple[int, int]  # column, row
Point = str  # a side (n) or a half-edge (nnw)
Node = tuple[Cell, int]

CLOCK: Final = ("n", "e", "s", "w")
ROSE: Final = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")
MIRROR: Final = {"n": "s", "e": "w", "s": "n", "w": "e", "nnw": "ssw", "nne": "sse", "ene": "wnw", "ese": "wsw"}
ACROSS: Final = MIRROR | {there: here for here, there in MIRROR.items()}
SIDE: Final = {wind: CLOCK[at // 2] for at, wind in enumerate(ROSE)} | {side: side for side in CLOCK}
STEPS: Final = {"n": (0, -1), "e": (-1, 0), "s": (0, 1), "w": (1, 0)}  # columns count westward
EIGHT: Final = {"n": (0, -1), "ne": (-1, -1), "e": (-1, 0), "se": (-1, 1), "s": (0, 1), "sw": (1, 1), "w": (1, 0), "nw": (1, -1)}
ROLE: Final = {"town": "shopkeeper", "trail": "robber", "farm": "farmer", "plain": "trapper"}
UNFINISHED: Final = {"town": "open_town", "trail": "open_trail", "farm": "open_farm", "plain": "plain"}


@dataclass(frozen=True)
class Part:
    feature: str
    points: frozenset[Point]
    bonus: int = 0

    def name(self) -> str:
        """The first side or half-edge, clockwise from the north."""
        if self.feature == "farm":
            return "farm"
        rose = ROSE if self.feature == "plain" else CLOCK
        return f"{self.feature}-{next(point for point in rose if point in self.points)}"


@dataclass(frozen=True)
class Face:
    """A tile as it lies: what its edges show, and its parts."""

    edges: tuple[str, ...]  # n e s w
    parts: tuple[Part, ...]

    def turned(self) -> Face:
        """A quarter turn clockwise."""
        return Face(
            (self.edges[3], *self.edges[:3]), tuple(Part(p.feature, frozenset(map(_turned, p.points)), p.bonus) for p in self.parts)
        )

    def look(self) -> frozenset[tuple[Part, int]]:
        return frozenset(Counter(self.parts).items())


def _turned(point: Point) -> Point:
    ring = CLOCK if point in CLOCK else ROSE
    return ring[(ring.index(point) + len(ring) // 4) % len(ring)]


@dataclass
class Settler:
    seat: int
    cell: Cell
    part: int


@dataclass
class Feature:
    feature: str
    nodes: list[Node]
    tiles: set[Cell] = field(default_factory=set)
    open: int = 0
    bonus: int = 0


class Oracle:
    """The table as people see it."""

    def __init__(self, set_file: Path, seats: int, *, coast_counts: bool) -> None:
        data = tomllib.loads(set_file.read_text(encoding="utf-8"))
        self.faces = {tile["code"]: _face(tile) for tile in data["tile"]}
        self.pile = Counter({tile["code"]: tile["count"] for tile in data["tile"]})
        self.box: list[str] = []
        self.seats, self.coast_counts = seats, coast_counts
        self.land: dict[Cell, Face] = {}
        self.coast_plains: list[list[tuple[Cell, Point]]] = [
            [((0, int(word[:-3])), word[-3:]) for word in plain.split()] for plain in data["coast"]["plains"]
        ]
        for row, space in enumerate(data["coast"]["spaces"], 1):
            self.land[0, row] = _space(space["west"])
        self.rows = len(data["coast"]["spaces"])
        self.settlers: list[Settler] = []
        self.points: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.surveyors = [0, 0]
        self.active = -1
        self.hand = ""
        self.last: Cell | None = None
        self.scored: list[str] = []
        self.over = False
        self._traced: tuple[int, list[Feature]] = (0, [])

    # What is there

    def features(self) -> list[Feature]:
        """Flood fill over all parts of all tiles, anew whenever a tile was laid."""
        if self._traced[0] == len(self.land):
            return self._traced[1]
        seen: set[Node] = set()
        found = []
        for cell, face in self.land.items():
            for part in range(len(face.parts)):
                if (cell, part) not in seen:
                    found.append(self._flood((cell, part), seen))
        self._traced = len(self.land), found
        return found

    def _flood(self, start: Node, seen: set[Node]) -> Feature:
        seen.add(start)
        feature = Feature(self.land[start[0]].parts[start[1]].feature, [start])
        for node in feature.nodes:
            part = self.land[node[0]].parts[node[1]]
            feature.bonus += part.bonus
            if node[0][0] > 0 or (self.coast_counts or part.feature == "farm"):
                feature.tiles.add(node[0])
            for near in self._touching(node, feature):
                if near not in seen:
                    seen.add(near)
                    feature.nodes.append(near)
        return feature

    def _touching(self, node: Node, feature: Feature) -> list[Node]:
        """The nodes that go on with this one; counts the edges where nothing does."""
        cell, index = node
        face = self.land[cell]
        part = face.parts[index]
        found = []
        if part.feature == "farm":
            feature.open += sum(1 for step in EIGHT.values() if _add(cell, step) not in self.land)
        for point in part.points:
            side = SIDE[point]
            near = _add(cell, STEPS[side])
            if near in self.land:
                theirs = [at for at, other in enumerate(self.land[near].parts) if ACROSS[point] in other.points]
                assert len(theirs) == 1, f"{point} of {cell} does not go on in {near}"
                found.append((near, theirs[0]))
            elif part.feature != "plain" or face.edges[CLOCK.index(side)] == "R" or ROSE.index(point) % 2 == 0:
                feature.open += 1  # the two halves of a plain edge are one opening
        if cell[0] == 0 and part.feature == "plain":
            for plain in self.coast_plains:
                if any(there == cell and wind in part.points for there, wind in plain):
                    found += [(there, self._part_at(there, wind)) for there, wind in plain]
        return found

    def _part_at(self, cell: Cell, point: Point) -> int:
        return next(at for at, part in enumerate(self.land[cell].parts) if point in part.points)

    def crowd(self, feature: Feature) -> list[int]:
        """Settlers of each seat on it."""
        found = [0] * self.seats
        for man in self.settlers:
            found[man.seat] += (man.cell, man.part) in feature.nodes
        return found

    def owners(self, feature: Feature) -> list[int]:
        crowd = self.crowd(feature)
        return [seat for seat in range(self.seats) if crowd[seat] and crowd[seat] == max(crowd)]

    def full(self, feature: Feature) -> int:
        if feature.feature == "town":
            return 2 * len(feature.tiles) + 2 * feature.bonus
        if feature.feature == "trail":
            return len(feature.tiles) + 2 * feature.bonus
        return 9 if feature.feature == "farm" else feature.bonus

    def as_it_is(self, feature: Feature) -> int:
        if feature.feature == "town":
            return len(feature.tiles) + feature.bonus
        if feature.feature == "trail":
            return len(feature.tiles)
        return 9 - feature.open if feature.feature == "farm" else feature.bonus

    def supply(self, seat: int) -> int:
        return 5 - sum(1 for man in self.settlers if man.seat == seat)

    # What is legal

    def lays(self, code: str) -> set[str]:
        """Every cell that shares an edge with land, every turn; looks that are the same once."""
        cells = {_add(cell, step) for cell in self.land for step in STEPS.values()}
        cells = {cell for cell in cells if cell not in self.land and cell[0] >= 1 and self._has_neighbour(cell)}
        face, turned = self.faces[code], list[Face]()
        found = set()
        for turns in range(4):
            if face.look() not in [other.look() for other in turned]:
                found |= {f"lay {cell[0]},{cell[1]} r{turns}" for cell in cells if self._fits(cell, face)}
            turned.append(face)
            face = face.turned()
        return found

    def _has_neighbour(self, cell: Cell) -> bool:
        """Start spaces show their west edge only."""
        return any((near := _add(cell, step)) in self.land and (near[0] > 0 or side == "e") for side, step in STEPS.items())

    def _fits(self, cell: Cell, face: Face) -> bool:
        for side, step in STEPS.items():
            near = self.land.get(_add(cell, step))
            if near is not None and near.edges[CLOCK.index(ACROSS[side])] != face.edges[CLOCK.index(side)]:
                return False
        return True

    def settles(self) -> set[str]:
        assert self.last is not None
        found = {"settle nobody"}
        names = [part.name() for part in self.land[self.last].parts]
        for feature in self.features():
            here = sorted((names[part] for cell, part in feature.nodes if cell == self.last), key=_clockwise)
            if here and not any(self.crowd(feature)):
                found.add(f"settle {here[0]}")
        return found if self.supply(self.active) else {"settle nobody"}

    def due(self) -> dict[str, Feature]:
        """Completed, touching the last tile, with somebody on it; by the name that `score` uses."""
        assert self.last is not None
        found = {}
        for feature in self.features():
            if feature.feature == "plain" or feature.open or not any(self.crowd(feature)):
                continue
            if feature.feature == "farm":
                where = feature.nodes[0][0]
                around = [f"farm-{name}" for name, step in EIGHT.items() if _add(self.last, step) == where]
                names = ["farm"] if where == self.last else around
            else:
                names = sorted((self.land[cell].parts[part].name() for cell, part in feature.nodes if cell == self.last), key=_clockwise)
            if names:
                found[names[0]] = feature
        return found

    # What happens

    def draw(self, code: str) -> None:
        self.pile[code] -= 1
        if self.lays(code):
            self.hand = code
        else:
            self.box.append(code)
            if not self.pile.total():
                self.end()

    def lay(self, cell: Cell, turns: int) -> None:
        face = self.faces[self.hand]
        for _ in range(turns):
            face = face.turned()
        self.land[cell] = face
        self.last, self.hand, self.scored = cell, "", []

    def settle(self, name: str) -> None:
        assert self.last is not None
        if name != "nobody":
            part = next(at for at, part in enumerate(self.land[self.last].parts) if part.name() == name)
            self.settlers.append(Settler(self.active, self.last, part))

    def score(self, name: str) -> None:
        feature = self.due()[name]
        owners = self.owners(feature)
        nodes = set(feature.nodes)
        for seat in owners:
            self.points[seat][feature.feature] += self.full(feature)
        for man in self.settlers:
            if man.seat in owners and (man.cell, man.part) in nodes:
                self.points[man.seat]["surveyor"] += 4 * self.surveyors.count(man.cell[0])
        self.settlers = [man for man in self.settlers if (man.cell, man.part) not in nodes]
        eastern = min(self.surveyors)
        if self.surveyors[0] != self.surveyors[1] or any(column > eastern for column, _ in self.land):
            self.surveyors[self.surveyors.index(eastern)] += 1
        self.settlers = [man for man in self.settlers if man.cell[0] >= min(self.surveyors) or self._feature(man) == "plain"]
        self.scored.append(name)

    def _feature(self, man: Settler) -> str:
        return self.land[man.cell].parts[man.part].feature

    def end_of_turn(self) -> None:
        if self.pile.total():
            self.active = (self.active + 1) % self.seats
        else:
            self.end()

    def end(self) -> None:
        self.over = True
        for feature in self.features():
            for seat in self.owners(feature):
                self.points[seat][UNFINISHED[feature.feature]] += self.as_it_is(feature)

    def order_matters(self) -> bool:
        """Whether two orders of scoring what is due end differently."""
        names = sorted(self.due())
        if len(names) > 4:
            return True  # too many to try; the rules let the player choose then
        return len({self._outcome(order) for order in permutations(names)}) > 1

    def _outcome(self, order: tuple[str, ...]) -> str:
        kept = [Settler(man.seat, man.cell, man.part) for man in self.settlers], [Counter(c) for c in self.points], list(self.surveyors)
        scored = list(self.scored)
        for name in order:
            if name in self.due():
                self.score(name)
        men = sorted((man.seat, man.cell, man.part) for man in self.settlers)
        seen = f"{men} {[sorted((+c).items()) for c in self.points]} {sorted(self.surveyors)}"
        self.settlers, self.points, self.surveyors = kept
        self.scored = scored
        return seen


def _add(cell: Cell, step: tuple[int, int]) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def _clockwise(name: str) -> int:
    """Towns before trails before the farm before plains, each clockwise from the north."""
    feature, _, point = name.partition("-")
    return ("town", "trail", "farm", "plain").index(feature) * 10 + ([*CLOCK, *ROSE].index(point) if point else 0)


def _face(tile: dict[str, Any]) -> Face:
    parts = [Part("town", frozenset(town["edges"]), town.get("flags", 0)) for town in tile.get("towns", [])]
    parts += [Part("trail", frozenset(trail["edges"]), trail.get("posts", 0)) for trail in tile.get("trails", [])]
    parts += [Part("plain", frozenset(plain["at"].split()), plain.get("animals", 0)) for plain in tile.get("plains", [])]
    parts += [Part("farm", frozenset())] if tile.get("farm") else []
    return Face(tuple(tile["edges"]), tuple(parts))


def _space(west: str) -> Face:
    plains = {"P": [{"wnw", "wsw"}], "R": [{"wnw"}, {"wsw"}], "T": []}[west]
    parts = [] if west == "P" else [Part("town" if west == "T" else "trail", frozenset("w"))]
    return Face(("-", "-", "-", west), (*parts, *(Part("plain", frozenset(points)) for points in plains)))
