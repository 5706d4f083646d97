"""The points of New Haven: rows, columns, charters, and who is ahead."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from newfound.core.game import Score

from .components import KINDS, LEFT_COLUMN, N_RESOURCES, NONE, SPACES, VILLAGE_COLUMNS, VILLAGE_ROWS
from .state import CHARTERS, COLUMN_CHARTER, ENDED, RESOURCE_CHARTER, ROW_CHARTER, State, copy

ALIKE: Final = 6  # NH-V3: buildings of one resource that win its charter
ROW: Final[vec[i64]] = vec[i64]([((1 << VILLAGE_COLUMNS) - 1) << (row * VILLAGE_COLUMNS) for row in range(VILLAGE_ROWS)])
COLUMN: Final[vec[i64]] = vec[i64]([LEFT_COLUMN << column for column in range(VILLAGE_COLUMNS)])


def taken(s: State, seat: i64) -> i64:
    """The built spaces of a village, as bits."""
    at: i64 = seat * N_RESOURCES
    return s.built[at] | s.built[at + 1] | s.built[at + 2] | s.built[at + 3]


def line_points(s: State, seat: i64, line: i64, colonists: i64) -> i64:
    """NH-E2: a full row or column; double if all of it is face up."""
    if taken(s, seat) & line != line:
        return 0
    return colonists * 2 if s.upright[seat] & line == line else colonists


def row_points(s: State, seat: i64, row: i64) -> i64:
    return line_points(s, seat, ROW[row], s.set.row_colonists[row])


def column_points(s: State, seat: i64, column: i64) -> i64:
    return line_points(s, seat, COLUMN[column], s.set.column_colonists[column])


def all_rows(s: State, seat: i64) -> i64:
    points: i64 = 0
    row: i64
    for row in range(VILLAGE_ROWS):
        points += row_points(s, seat, row)
    return points


def all_columns(s: State, seat: i64) -> i64:
    points: i64 = 0
    column: i64
    for column in range(VILLAGE_COLUMNS):
        points += column_points(s, seat, column)
    return points


def count_bits(bits: i64) -> i64:
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def award_charters(s: State, seat: i64, space: i64, resource: i64) -> None:
    """NH-V3: the first to complete a row, a column, to have six buildings of a resource; kept for good."""
    full: i64 = taken(s, seat)
    row: i64 = ROW[space // VILLAGE_COLUMNS]
    column: i64 = COLUMN[space % VILLAGE_COLUMNS]
    if s.charters[ROW_CHARTER] == NONE and full & row == row:
        s.charters[ROW_CHARTER] = seat
    if s.charters[COLUMN_CHARTER] == NONE and full & column == column:
        s.charters[COLUMN_CHARTER] = seat
    if s.charters[RESOURCE_CHARTER + resource] == NONE and count_bits(s.built[seat * N_RESOURCES + resource]) >= ALIKE:
        s.charters[RESOURCE_CHARTER + resource] = seat


def charter_worth(s: State, charter: i64) -> i64:
    return s.set.charters[charter if charter < RESOURCE_CHARTER else RESOURCE_CHARTER]


def charters_of(s: State, seat: i64) -> i64:
    count: i64 = 0
    for owner in s.charters:
        if owner == seat:
            count += 1
    return count


def has_most_charters(s: State, seat: i64) -> bool:
    """NH-V3: ties all count, nobody without a charter does."""
    own: i64 = charters_of(s, seat)
    if own == 0:
        return False
    other: i64
    for other in range(s.seats):
        if charters_of(s, other) > own:
            return False
    return True


def charter_points(s: State, seat: i64) -> i64:
    points: i64 = 0
    charter: i64
    for charter in range(CHARTERS):
        if s.charters[charter] == seat:
            points += charter_worth(s, charter)
    if s.phase == ENDED and has_most_charters(s, seat):
        points += s.set.most_charters
    return points


def total(s: State, seat: i64) -> i64:
    return all_rows(s, seat) + all_columns(s, seat) + charter_points(s, seat)


def scores(s: State) -> list[Score]:
    """Points so far and their parts."""
    found: list[Score] = []
    seat: i64
    for seat in range(s.seats):
        parts = [("score.rows", int(all_rows(s, seat))), ("score.columns", int(all_columns(s, seat)))]
        if s.chartered:
            parts.append(("score.charters", int(charter_points(s, seat))))
        found.append(Score(int(total(s, seat)), tuple(parts)))
    return found


def ended(s: State) -> State:
    """As if it had ended now: NH-V3 gives points for the most charters then."""
    end = copy(s)
    end.phase = ENDED
    return end


def in_hand(s: State, seat: i64) -> i64:
    count: i64 = 0
    kind: i64
    for kind in range(KINDS):
        count += s.hands[seat * KINDS + kind]
    return count


def ranking(s: State) -> list[int]:
    """NH-E4: points, then fewer empty spaces, then fewer buildings in hand, then shared places."""
    keys: list[tuple[int, int, int]] = []
    seat: i64
    for seat in range(s.seats):
        empty = SPACES - int(count_bits(taken(s, seat)))
        keys.append((-int(total(s, seat)), empty, int(in_hand(s, seat))))
    return [1 + sum(1 for other in keys if other < key) for key in keys]
