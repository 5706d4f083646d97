"""The components of New World as flat tables shared by all states: the tiles in their four turns, and the coast."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

# What an edge shows, and what a part of a tile is: the same numbers. 0 is an edge that meets nothing.
PLAIN: Final = 1
TRAIL: Final = 2
TOWN: Final = 3
FARM: Final = 4
FEATURES: Final = ("", "plain", "trail", "town", "farm")
EDGE_LETTERS: Final = " PRT"

SIDES: Final = "nesw"
WEST: Final = 3
ACROSS: Final = 2  # side ^ ACROSS faces it
WINDS: Final = ("nnw", "nne", "ene", "ese", "sse", "ssw", "wsw", "wnw")  # half-edges: two for each side, clockwise
AROUND: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
N_AROUND: Final = 8

# Where a part is on its tile as it lies: the words of `settle` and `score`. For `score` the last eight are the farms around the tile.
NOBODY: Final = 0
TOWN_SPOT: Final = 1  # + side
TRAIL_SPOT: Final = 5  # + side
FARM_SPOT: Final = 9
PLAIN_SPOT: Final = 10  # + half-edge
AROUND_SPOT: Final = 10  # + direction
SPOTS: Final = 18

# A side has three joints, JOINTS all sides together: its middle, where it is a trail also the plains beside that
LEFT: Final = 0
MIDDLE: Final = 1
RIGHT: Final = 2
SIDE_JOINTS: Final = 3
JOINTS: Final = 12
WANTS: Final = 256  # what a cell can want of a tile: two bits for each side

MOST_TILES: Final = 100
MOST_SPACES: Final = 10
MOST_PARTS: Final = 16  # room for the parts of one tile
NONE: Final = -1
MOST_BONUS: Final = 9  # flags, posts or animals on one part
SETTLERS: Final = 5  # NW-C2: of each player, the sixth marks the score

# The map: column 0 is the coast, rows go as far north and south as all tiles in one line, and one cell further on every side.
WIDTH: Final = MOST_TILES + 2
NORTH: Final = -MOST_TILES  # the northernmost row
HEIGHT: Final = MOST_SPACES + 2 * MOST_TILES + 2
CELLS: Final = WIDTH * HEIGHT
SEA: Final = 255  # NW-T3: column 0 beside the start spaces
STEP: Final[vec[i64]] = vec[i64]([-WIDTH, -1, WIDTH, 1])  # to the neighbour on each side; columns count westward
RING: Final[vec[i64]] = vec[i64]([-WIDTH, -WIDTH - 1, -1, WIDTH - 1, WIDTH, WIDTH + 1, 1, -WIDTH + 1])  # as AROUND
WAYS: Final[vec[i64]] = vec[i64]([(turns & 1) + (turns >> 1 & 1) + (turns >> 2 & 1) + (turns >> 3) for turns in range(16)])


def cell_at(column: int, row: int) -> int:
    return (row - NORTH) * WIDTH + column


def cell_name(cell: int) -> str:
    """`3,5`: column 3, row 5."""
    return f"{cell % WIDTH},{cell // WIDTH + NORTH}"


def cell_named(name: str) -> int:
    """The cell that `3,5` names; -1 where that is off the map, which no tile can reach."""
    column, _, row = name.partition(",")
    inside = 0 <= int(column) < WIDTH and NORTH <= int(row) < NORTH + HEIGHT
    return cell_at(int(column), int(row)) if inside else -1


CODES: Final = [f"NW{number:02d}" for number in range(1, MOST_TILES + 1)]


def code_of(kind: int) -> str:
    return CODES[kind]


class Part:
    """A town, trail, plain or farm on one tile."""

    def __init__(self, feature: int, sides: list[int], halves: list[int], bonus: int) -> None:
        self.feature = feature
        self.sides = sides
        self.halves = halves
        self.bonus = bonus  # flags, posts or animals

    def spots(self, turns: int) -> list[int]:
        """Where it is on a tile turned so; it is named by the least, the first side or half-edge clockwise from the north."""
        if self.feature == FARM:
            return [FARM_SPOT]
        if self.feature == PLAIN:
            return [PLAIN_SPOT + (half + 2 * turns) % 8 for half in self.halves]
        return [(TOWN_SPOT if self.feature == TOWN else TRAIL_SPOT) + (side + turns) % 4 for side in self.sides]


class Kind:
    """A tile as it lies unturned, or a start space, which shows its west edge only."""

    def __init__(self, edges: list[int], parts: list[Part], count: int, name: str = "") -> None:
        self.edges = edges
        self.parts = parts
        self.count = count
        self.name = name  # of a start town

    def at_side(self, side: int, turns: int) -> int:
        """The part that the middle of this side shows."""
        unturned = (side - turns) % 4
        for index, part in enumerate(self.parts):
            if unturned in part.sides:
                return index
        return self.at_half(2 * side, turns)

    def at_half(self, half: int, turns: int) -> int:
        unturned = (half - 2 * turns) % 8
        for index, part in enumerate(self.parts):
            if unturned in part.halves:
                return index
        return NONE

    def face(self, turns: int) -> str:
        """All that can be told of a tile turned so: two turns with the same face are one."""
        edges = [self.edges[(side - turns) % 4] for side in range(4)]
        shown = sorted(
            (
                part.feature,
                sorted((side + turns) % 4 for side in part.sides),
                sorted((half + 2 * turns) % 8 for half in part.halves),
                part.bonus,
            )
            for part in self.parts
        )
        return f"{edges} {shown}"

    def contacts(self, part: Part) -> int:
        """How many joints a part has: a whole edge has one, an R edge one for the trail and one for the plain on each side of it."""
        if part.feature == FARM:
            return N_AROUND  # NW-F3: the spaces around it
        if part.feature != PLAIN:
            return len(part.sides)
        return sum(1 for half in part.halves if self.edges[half // 2] == TRAIL or half % 2 == 0)


class Components:
    """One set. Built once, never changed. A tile that lies is kind * 4 + turns; start spaces are the kinds after those of the tiles."""

    def __init__(self, name: str, tiles: list[Kind], coast: list[Kind], joined: list[int]) -> None:
        self.name: str = name
        kinds = tiles + coast
        self.all_kinds: list[Kind] = kinds
        self.kinds: i64 = len(tiles)
        self.spaces: i64 = len(coast)
        self.counts: vec[i64] = vec[i64]([kind.count for kind in tiles])
        self.total: i64 = sum(kind.count for kind in tiles)
        self.nodes: i64 = sum(kind.count * len(kind.parts) for kind in kinds)

        self.edge: vec[i64] = vec[i64]([0] * (len(kinds) * 16))  # by lie * 4 + side
        self.joint: vec[i64] = vec[i64]([NONE] * (len(kinds) * 4 * JOINTS))  # by lie * JOINTS + side * SIDE_JOINTS + joint: its part
        self.farm: vec[i64] = vec[i64]([NONE] * len(kinds))  # which part is the farm
        self.parts: vec[i64] = vec[i64]([len(kind.parts) for kind in kinds])
        self.feature: vec[i64] = vec[i64]([0] * (len(kinds) * MOST_PARTS))  # by kind * MOST_PARTS + part
        self.contacts: vec[i64] = vec[i64]([0] * (len(kinds) * MOST_PARTS))
        self.bonus: vec[i64] = vec[i64]([0] * (len(kinds) * MOST_PARTS))
        self.in_order: vec[i64] = vec[i64]([0] * (len(kinds) * 4 * MOST_PARTS))  # by lie * MOST_PARTS: the parts by their spots
        self.spot: vec[i64] = vec[i64]([0] * (len(kinds) * 4 * MOST_PARTS))  # by lie * MOST_PARTS + part
        self.part: vec[i64] = vec[i64]([NONE] * (len(kinds) * 4 * SPOTS))  # by lie * SPOTS + spot: the part there, at any of its sides
        self.turns: vec[i64] = vec[i64]([0] * (len(tiles) * WANTS))  # by kind * WANTS + wanted edges: the turns that fit, as bits
        for index, kind in enumerate(kinds):
            self._describe(index, kind)
        for index, kind in enumerate(tiles):
            self._fit(index, kind)
        self.joined: vec[i64] = vec[i64](joined)  # NW-P1: pairs of half-edges that are one plain, each space * 2 + 0 for wsw, + 1 for wnw
        self.ground: vec[u8] = vec[u8](_ground(len(coast)))
        self.no_wants: vec[u8] = vec[u8]([u8(0)] * CELLS)
        self.no_nodes: vec[i64] = vec[i64]([0] * self.nodes)
        self.no_places: vec[i64] = vec[i64]([0] * (MOST_SPACES + MOST_TILES))

    def _describe(self, index: int, kind: Kind) -> None:
        for part, shown in enumerate(kind.parts):
            self.feature[index * MOST_PARTS + part] = shown.feature
            self.contacts[index * MOST_PARTS + part] = kind.contacts(shown)
            self.bonus[index * MOST_PARTS + part] = shown.bonus
            if shown.feature == FARM:
                self.farm[index] = part
        for turns in range(4):
            lie = index * 4 + turns
            for side in range(4):
                edge = kind.edges[(side - turns) % 4]
                self.edge[lie * 4 + side] = edge
                if edge:
                    self.joint[lie * JOINTS + side * SIDE_JOINTS + MIDDLE] = kind.at_side(side, turns)
                if edge == TRAIL:
                    self.joint[lie * JOINTS + side * SIDE_JOINTS + LEFT] = kind.at_half(2 * side, turns)
                    self.joint[lie * JOINTS + side * SIDE_JOINTS + RIGHT] = kind.at_half(2 * side + 1, turns)
            spots = [min(shown.spots(turns)) for shown in kind.parts]
            for order, part in enumerate(sorted(range(len(spots)), key=spots.__getitem__)):
                self.in_order[lie * MOST_PARTS + order] = part
                self.spot[lie * MOST_PARTS + part] = spots[part]
            for part, shown in enumerate(kind.parts):
                for spot in shown.spots(turns):
                    self.part[lie * SPOTS + spot] = part

    def _fit(self, index: int, kind: Kind) -> None:
        """NW-T2 as a table: what a cell wants is two bits for each side, 0 where nothing lies yet."""
        faces = [kind.face(turns) for turns in range(4)]
        for wanted in range(WANTS):
            fit = 0
            for turns in range(4):
                wants = [wanted >> 2 * side & 3 for side in range(4)]
                matches = all(want in (0, kind.edges[(side - turns) % 4]) for side, want in enumerate(wants))
                if matches and faces[turns] not in faces[:turns]:
                    fit |= 1 << turns
            self.turns[index * WANTS + wanted] = fit


def _ground(spaces: int) -> list[u8]:
    """The map before the first tile: start spaces numbered from 1, the sea beside them, nothing else."""
    ground = [u8(0)] * CELLS
    for row in range(NORTH, NORTH + HEIGHT):
        ground[cell_at(0, row)] = u8(row) if 1 <= row <= spaces else u8(SEA)
    return ground
