"""The components of New Haven: a set read from TOML, checked, and turned into flat tables shared by all states."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from newfound.core.grid import cell_at, cell_name
from newfound.core.sets import Reader, load

FOLDER: Final = Path(__file__).parent
RESOURCES: Final = ("wheat", "timber", "sheep", "stone")
LETTERS: Final = "WTSR"
N_RESOURCES: Final = 4
N_NUMBERS: Final = 6  # NH-C7: of buildings
KINDS: Final = N_RESOURCES * N_NUMBERS  # of buildings: resource * N_NUMBERS + number - 1
ROWS: Final = 7  # NH-C2: the frame of the shared board
CELLS: Final = ROWS * ROWS
WIDE: Final = 2 * ROWS  # squares in a row of it
SQUARE_ROW: Final = WIDE + 2  # the same with an empty border
SQUARES: Final = SQUARE_ROW * SQUARE_ROW
VILLAGE_ROWS: Final = 6  # NH-C8
VILLAGE_COLUMNS: Final = 5
SPACES: Final = VILLAGE_ROWS * VILLAGE_COLUMNS
LEFT_COLUMN: Final = 0b00001_00001_00001_00001_00001_00001  # spaces as bits, the first the lowest
RIGHT_COLUMN: Final = LEFT_COLUMN << (VILLAGE_COLUMNS - 1)
ALL_SPACES: Final = (1 << SPACES) - 1
FACE_UP: Final = 1  # + kind: what is on a space of a village, 0 for nothing
FACE_DOWN: Final = FACE_UP + KINDS  # + kind
FACES: Final = 256  # four squares of four resources
SLOTS: Final = 3  # NH-V2: room for the tiles of a hand
N_CIRCLES: Final = 5  # NH-S2
N_MARKS: Final = 3  # NH-X1: of ponds
POND_SEATS: Final = (0, 3, 4)  # by mark: the players it is for, at the least
MOST_SEATS: Final = 4
NONE: Final = -1

CELL_NAMES: Final = [cell_name(cell // ROWS, cell % ROWS, ROWS) for cell in range(CELLS)]
EDGES: Final = (0, ROWS - 1)
CORNERS: Final = ("a1", f"a{ROWS}", "g1", f"g{ROWS}")  # NH-C2: no spaces
SPACE_NAMES: Final = [cell_name(space // VILLAGE_COLUMNS, space % VILLAGE_COLUMNS, VILLAGE_ROWS) for space in range(SPACES)]


def face_of(letters: str) -> int:
    """Top left, top right, bottom left, bottom right, two bits each."""
    a, b, c, d = (LETTERS.index(letter) for letter in letters)
    return a * 64 + b * 16 + c * 4 + d


def letters_of(face: int) -> str:
    return LETTERS[face >> 6] + LETTERS[(face >> 4) & 3] + LETTERS[(face >> 2) & 3] + LETTERS[face & 3]


def turned(face: int) -> int:
    """The face after a quarter turn clockwise."""
    return ((face >> 2) & 3) * 64 + (face >> 6) * 16 + (face & 3) * 4 + ((face >> 4) & 3)


def _tables() -> tuple[list[int], list[int]]:
    least, ways = [0] * FACES, [0] * FACES
    for face in range(FACES):
        turns = [face, turned(face), turned(turned(face)), turned(turned(turned(face)))]
        least[face] = min(turns)
        ways[face] = turns.count(face)
    return least, ways


_LEAST, _WAYS = _tables()
LEAST: Final[vec[i64]] = vec[i64](_LEAST)  # a tile in hand has no way up: it is named by its least face
WAYS: Final[vec[i64]] = vec[i64](_WAYS)  # how many of the four turns show this very face
TURNED: Final[vec[i64]] = vec[i64]([turned(face) for face in range(FACES)])


class Components:
    """One set. Built once, never changed."""

    def __init__(self, reader: Reader) -> None:
        self.name: str = reader.name
        self.printed: vec[i64] = vec[i64](_printed(reader))
        self.settlements: vec[i64] = vec[i64](_cells(reader, "settlements"))
        self.clearings: vec[i64] = vec[i64](_cells(reader, "clearings"))
        self.ponds: vec[i64] = vec[i64](_numbers(reader, "board.ponds", ["unmarked", "three_up", "four"]))
        village_rows = _row(reader, "village.numbers", VILLAGE_ROWS, 1, N_NUMBERS)
        self.number: vec[i64] = vec[i64]([village_rows[space // VILLAGE_COLUMNS] for space in range(SPACES)])
        self.row_colonists: vec[i64] = vec[i64](_row(reader, "village.rows", VILLAGE_ROWS, 0, 99))
        self.column_colonists: vec[i64] = vec[i64](_row(reader, "village.columns", VILLAGE_COLUMNS, 0, 99))
        self.affordable: vec[i64] = vec[i64]([_mask([n <= marker for n in self.number]) for marker in range(N_NUMBERS + 1)])
        self.copies: i64 = reader.number("buildings.copies", N_CIRCLES, 99)
        self.charters: vec[i64] = vec[i64](_numbers(reader, "charters", ["row", "column", "resource"]))
        self.most_charters: i64 = reader.number("charters.most", 0, 99)
        self.settled: i64 = len(self.settlements)
        if sum(self.ponds) > self.settled:
            raise reader.wrong("ponds")
        faces = _tiles(reader, _most_tiles(self))
        self.tile_kinds: vec[i64] = vec[i64](sorted(set(faces)))
        self.tile_counts: vec[i64] = vec[i64]([faces.count(int(kind)) for kind in self.tile_kinds])
        self.tile_index: vec[i64] = vec[i64]([NONE] * FACES)
        for index, kind in enumerate(self.tile_kinds):
            self.tile_index[kind] = index


def components(name: str) -> Components:
    return load(FOLDER, name, Components)


def _most_tiles(components: Components) -> int:
    """NH-T7: what a match of four needs if nobody plays the shipment: one tile a turn, and what is dealt or settled before."""
    spaces = len(area(MOST_SEATS))
    side_a = MOST_SEATS * (SLOTS + 1) + spaces - 1 - sum(1 for face in components.printed if face != NONE)  # NH-V2: three in hand
    side_b = MOST_SEATS * (2 + 1) + spaces - 1 - int(sum(components.ponds))  # a tile on a settlement is one less to lay
    return max(side_a, side_b)


def _mask(bits: list[bool]) -> int:
    return sum(1 << at for at, bit in enumerate(bits) if bit)


def _numbers(reader: Reader, where: str, words: list[str]) -> list[int]:
    return [reader.number(f"{where}.{word}", 0, 99) for word in words]


def _row(reader: Reader, where: str, length: int, low: int, high: int) -> list[int]:
    found = reader.at(where)
    whole = isinstance(found, list) and all(isinstance(n, int) and low <= n <= high for n in found)
    if not whole or len(found) != length:
        raise reader.wrong("row", where, length=length, low=low, high=high)
    return list(found)


def _cell(reader: Reader, where: str, name: object) -> int:
    if not isinstance(name, str) or name not in CELL_NAMES or name in CORNERS:
        raise reader.wrong("cell", where, name)
    row, column = cell_at(name, ROWS)
    return row * ROWS + column


def _cells(reader: Reader, where: str) -> list[int]:
    found = reader.at(f"board.{where}")
    if not isinstance(found, list) or len(set(map(str, found))) != len(found):
        raise reader.wrong("cells", where)
    return [_cell(reader, where, name) for name in found]


def _face(reader: Reader, where: str, letters: object) -> int:
    if not isinstance(letters, str) or len(letters) != 4 or any(letter not in LETTERS for letter in letters):
        raise reader.wrong("tile", where, letters)
    return face_of(letters)


def _printed(reader: Reader) -> list[int]:
    faces = [NONE] * CELLS
    found = reader.at("board.printed")
    if not isinstance(found, dict):
        raise reader.wrong("missing", "board.printed")
    for name, letters in found.items():
        faces[_cell(reader, "board.printed", name)] = _face(reader, "board.printed", letters)
    return faces


def _tiles(reader: Reader, least: int) -> list[int]:
    """NH-T7: the pool must never run out."""
    found = reader.at("harvest.tiles")
    if not isinstance(found, list) or not least <= len(found) <= 999:
        raise reader.wrong("tiles", found=len(found) if isinstance(found, list) else "", least=least)
    return [int(LEAST[_face(reader, "harvest.tiles", letters)]) for letters in found]


def area(seats: int) -> list[int]:
    """NH-C3: the cells of the playing area."""
    found: vec[i64] = vec[i64]()
    for cell in range(CELLS):
        row, column = cell // ROWS, cell % ROWS
        if row in EDGES and column in EDGES:
            continue
        if (seats == 2 and (row in EDGES or column in EDGES)) or (seats == 3 and column in EDGES):
            continue
        found = append(found, cell)
    return [int(cell) for cell in found]
