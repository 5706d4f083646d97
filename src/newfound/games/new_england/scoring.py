"""The score of New England: cards carried out, and at the end the bonus cards."""

from __future__ import annotations

from mypy_extensions import i64

from newfound.core.game import Score

from .actions import BARN, FIGURE_KINDS, N_FIGURES, N_KINDS, PILGRIM, SHIP
from .state import ENDED, State, copy


def scores(s: State) -> list[Score]:
    """NE-D4, NE-E2, NE-E3: the bonus cards count only once the match is over."""
    return [_score(s, seat) for seat in range(s.seats)]


def _score(s: State, seat: i64) -> Score:
    figures = int(card_points(s, seat, FIGURE_KINDS, N_KINDS))
    parts = [("score.land", int(card_points(s, seat, 0, FIGURE_KINDS))), ("score.figures", figures)]
    for figure, key in ((PILGRIM, "score.pilgrims"), (BARN, "score.barns"), (SHIP, "score.ships")):
        won = s.phase == ENDED and has_most(s, seat, figure)
        parts.append((key, int(s.set.bonus[figure]) if won else 0))
    return Score(sum([points for _, points in parts]), tuple(parts))


def ended(s: State) -> State:
    """As if it had ended now, the bonus cards counted."""
    end = copy(s)
    end.phase = ENDED
    return end


def card_points(s: State, seat: i64, low: i64, high: i64) -> i64:
    """Points of the cards carried out of the kinds from `low` up to `high`."""
    total: i64 = 0
    for kind in s.set.kinds:
        if low <= kind < high:
            total += s.done[seat * N_KINDS + kind] * s.set.points[kind]
    return total


def has_most(s: State, seat: i64, figure: i64) -> bool:
    """NE-E3: nobody has more, and at least one."""
    own: i64 = s.placed[seat * N_FIGURES + figure]
    for other in range(s.seats):
        if s.placed[other * N_FIGURES + figure] > own:
            return False
    return own > 0


def total(s: State, seat: i64) -> i64:
    points: i64 = card_points(s, seat, 0, N_KINDS)
    for figure in range(N_FIGURES):
        if s.phase == ENDED and has_most(s, seat, figure):
            points += s.set.bonus[figure]
    return points


def ranking(s: State) -> list[int]:
    """NE-E4: places; points, then money, then a shared place."""
    places: list[int] = []
    for seat in range(s.seats):
        better = 0
        for other in range(s.seats):
            ahead: i64 = total(s, other) - total(s, seat)
            if ahead > 0 or (ahead == 0 and s.money[other] > s.money[seat]):
                better += 1
        places.append(better + 1)
    return places
