"""What happened in New Haven, for one reader: every gain and every point with its reason and its cells."""

from __future__ import annotations

from collections.abc import Iterator

from newfound.core.game import CHANCE, News

from .actions import BAG, BUILD, DRAW, FIRST, LAY, PASS, SHIP, TAKE, TILE
from .components import (
    CELL_NAMES,
    CELLS,
    FACES,
    N_NUMBERS,
    N_RESOURCES,
    NONE,
    POND_SEATS,
    RESOURCES,
    ROWS,
    SPACE_NAMES,
    SPACES,
    SQUARE_ROW,
    VILLAGE_COLUMNS,
    VILLAGE_ROWS,
    letters_of,
)
from .luck import hand_tiles
from .rules import apply, chain
from .scoring import COLUMN, ROW, charter_worth, column_points, has_most_charters, row_points
from .state import (
    BLIND,
    CHARTERS,
    CIRCLES,
    CLEARINGS,
    COLUMN_CHARTER,
    DEAL,
    ENDED,
    HAND,
    REFILL,
    RESOURCE_CHARTER,
    REVEAL,
    ROW_CHARTER,
    SETTLE,
    TO_LAY,
    State,
    copy,
)


def tell(s: State, action: int, reader: int) -> list[News]:
    """Called before the action is applied."""
    after = copy(s)
    apply(after, action)
    return [*_what(s, after, action, reader), *_last_turns(s, after), *_ending(after)]


def _what(s: State, after: State, action: int, reader: int) -> Iterator[News]:
    if action == PASS:
        yield News("news.pass", s.builder)
    elif action < TAKE:
        yield from _building(s, after, action - BUILD, reader)
    elif action < BAG:
        yield News("news.take", s.active, _named(action - TAKE))
    elif action == BAG:
        yield News("news.bag", s.active)
    elif action < LAY:
        cell, resource = divmod(action - SHIP, N_RESOURCES)
        yield News("news.ship", s.active, {"cell": CELL_NAMES[cell], "resource": RESOURCES[resource]}, (CELL_NAMES[cell],))
        yield from _gathering(s, after, cell)
    elif action < DRAW:
        face, cell = divmod(action - LAY, CELLS)
        yield News("news.lay", s.active, {"tile": letters_of(face), "cell": CELL_NAMES[cell]}, (CELL_NAMES[cell],))
        yield from _gathering(s, after, cell)
    elif action < TILE:
        yield _lucky_building(s, action - DRAW, reader)
    elif action < FIRST:
        yield _lucky_tile(s, action - TILE, reader)
    else:
        yield News("news.first", action - FIRST)


def _named(kind: int) -> dict[str, str | int]:
    return {"resource": RESOURCES[kind // N_NUMBERS], "number": kind % N_NUMBERS + 1}


def _gathering(s: State, after: State, cell: int) -> Iterator[News]:
    """NH-X3, NH-T3: a building claimed, and the chain behind every marker."""
    if s.clearing[cell] != NONE:
        yield News("news.claim", s.active, _named(int(s.clearing[cell])), (CELL_NAMES[cell],))
    for resource in range(N_RESOURCES):
        squares = sorted(int(square) for square in chain(after, cell, resource))
        if squares:
            at = [(square // SQUARE_ROW - 1, square % SQUARE_ROW - 1) for square in squares]
            cells = dict.fromkeys(CELL_NAMES[row // 2 * ROWS + column // 2] for row, column in at)
            values = {"n": len(squares), "resource": RESOURCES[resource], "squares": [list(pair) for pair in at]}
            yield News("news.gain", s.active, values, tuple(cells))


def _building(s: State, after: State, at: int, reader: int) -> Iterator[News]:
    kind, space, down, seat = at // 2 // SPACES, at // 2 % SPACES, at % 2, int(s.builder)
    cell = SPACE_NAMES[space]
    values = _named(kind) | {"space": cell, "cost": int(s.set.number[space])}
    if down and seat != reader:
        del values["number"]  # NH-S6
    if s.village[seat * SPACES + space]:
        yield News("news.cover", seat, {"space": cell}, (cell,))
    yield News("news.build" if not down else "news.build_down" if seat != reader else "news.build_own_down", seat, values, (cell,))
    row, column = space // VILLAGE_COLUMNS, space % VILLAGE_COLUMNS
    gained = row_points(after, seat, row) - row_points(s, seat, row)
    if gained:
        yield _line("row", s, seat, gained, after.upright[seat], ROW[row], str(s.set.number[row * VILLAGE_COLUMNS]))
    gained = column_points(after, seat, column) - column_points(s, seat, column)
    if gained:
        yield _line("column", s, seat, gained, after.upright[seat], COLUMN[column], "abcde"[column])
    for charter in range(CHARTERS):
        if after.charters[charter] != s.charters[charter]:
            key, named = _charter(charter)
            yield News(f"news.{key}", seat, named, (cell,), points=int(charter_worth(s, charter)))


def _charter(charter: int) -> tuple[str, dict[str, str]]:
    if charter >= RESOURCE_CHARTER:
        return "charter_resource", {"resource": RESOURCES[charter - RESOURCE_CHARTER]}
    return {ROW_CHARTER: "charter_row", COLUMN_CHARTER: "charter_column"}[charter], {}


def _cells(bits: int) -> tuple[str, ...]:
    return tuple(SPACE_NAMES[space] for space in range(SPACES) if bits >> space & 1)


def _line(line: str, s: State, seat: int, gained: int, upright: int, bits: int, name: str) -> News:
    """NH-E2: a line filled for the first time, or worth more or less than before (NH-V1)."""
    was_full = all(s.village[seat * SPACES + space] for space in range(SPACES) if bits >> space & 1)
    how = ("less" if gained < 0 else "more") if was_full else "double" if upright & bits == bits else "full"
    return News(f"news.{line}", seat, {"line": name, "how": how, "n": abs(int(gained))}, _cells(bits), points=int(gained))


def _lucky_building(s: State, kind: int, reader: int) -> News:
    if s.phase in (CIRCLES, REFILL):
        return News("news.circle", CHANCE, _named(kind))
    if s.phase == CLEARINGS:
        cell = CELL_NAMES[s.set.clearings[s.step]]
        return News("news.clearing", CHANCE, _named(kind) | {"cell": cell}, (cell,))
    seat = int(s.active) if s.phase == BLIND else int(s.step // (HAND + hand_tiles(s)))
    return News("news.drew", seat, _named(kind)) if seat == reader else News("news.drew_hidden", seat)


def _lucky_tile(s: State, face: int, reader: int) -> News:
    if s.phase == SETTLE:
        cell = CELL_NAMES[s.set.settlements[s.step]]
        if face < FACES:
            return News("news.settled", CHANCE, {"tile": letters_of(face), "cell": cell}, (cell,))
        mark = POND_SEATS[face - FACES]
        return News("news.pond" if s.seats >= mark else "news.pond_off", CHANCE, {"cell": cell, "mark": mark}, (cell,))
    if s.phase == REVEAL:
        cell = CELL_NAMES[s.shipped]
        return News("news.reveal", s.active, {"tile": letters_of(face), "cell": cell}, (cell,))
    seat = int(s.step // (HAND + hand_tiles(s))) if s.phase == DEAL else int(s.active)
    return News("news.tile", seat, {"tile": letters_of(face)}) if seat == reader else News("news.tile_hidden", seat)


def _last_turns(s: State, after: State) -> Iterator[News]:
    """NH-E1: a turn begins, and there are as many left as players."""
    if after.active != s.active and s.phase > TO_LAY and after.open_left - 1 == after.seats:
        yield News("news.last", CHANCE)


def lap(s: State) -> tuple[None, int]:
    """In the turn of one others build too (NH-T5)."""
    return None, int(s.active) if TO_LAY <= s.phase < ENDED else NONE


def reckon(s: State) -> list[News]:
    """NH-E2, NH-V3: village by village, rows from the top, columns from the left, charters."""
    return [news for seat in range(s.seats) for news in (*_lines(s, seat), *_charters(s, seat))]


def _lines(s: State, seat: int) -> Iterator[News]:
    rows = [("row", ROW[row], row_points(s, seat, row), str(s.set.number[row * VILLAGE_COLUMNS])) for row in range(VILLAGE_ROWS)]
    columns = [("column", COLUMN[column], column_points(s, seat, column), "abcde"[column]) for column in range(VILLAGE_COLUMNS)]
    for kind, bits, points, name in [*rows, *columns]:
        if points:
            yield News(f"count.{kind}", seat, {"line": name, "double": s.upright[seat] & bits == bits}, _cells(bits), int(points))


def _charters(s: State, seat: int) -> Iterator[News]:
    for charter in range(CHARTERS):
        if s.charters[charter] == seat:
            key, named = _charter(charter)
            yield News(f"count.{key}", seat, named, points=int(charter_worth(s, charter)))
    if s.chartered and s.phase == ENDED and has_most_charters(s, seat):
        yield News("count.charter_most", seat, points=int(s.set.most_charters))


def _ending(after: State) -> Iterator[News]:
    if after.phase != ENDED:
        return
    yield News("news.over", CHANCE)
    for seat in range(after.seats):
        if after.chartered and has_most_charters(after, seat):
            yield News("news.charter_most", seat, points=int(after.set.most_charters))
