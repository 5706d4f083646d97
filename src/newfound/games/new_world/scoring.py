"""What features are worth, the surveyors' march, the final score (NW-F, NW-V, NW-E)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from newfound.core.game import Score

from .components import AROUND_SPOT, FARM, FARM_SPOT, MOST_PARTS, N_AROUND, NONE, PLAIN, RING, SEA, SETTLERS, TOWN, TRAIL, TRAIL_SPOT
from .state import (
    CROWD,
    ENDED,
    HOME,
    N_REASONS,
    ONE_SEAT,
    REASONS,
    TO_SETTLE,
    State,
    column_of,
    copy,
    feature_of,
    find,
    keep_scored,
    score_node,
)

SURVEYOR_POINTS: Final = 4  # NW-V1
FARM_POINTS: Final = 9  # NW-F3: for its tile and the eight around it
COMPLETED: Final[vec[i64]] = vec[i64]([NONE, NONE, 0, 1, 2])  # the reason for points, by feature
BONUS: Final = 3
UNFINISHED: Final[vec[i64]] = vec[i64]([NONE, 7, 4, 5, 6])

# Notes for the news: (what, seat, points, node, number)
NOTE: Final = 5
NOTE_POINTS: Final = 0  # + reason
NOTE_SCORED: Final = 10  # a feature is scored; seat is whose turn it is, node its root, number its spot
NOTE_HOME: Final = 11  # a straggler of this seat leaves this node; number is its place
NOTE_MOVED: Final = 12  # a surveyor moved to this column
NOTE_STAYED: Final = 13  # NW-V3
NOTE_EMPTIED: Final = 14  # NW-F7: completed, but its settlers were sent home before its time


def note(s: State, what: i64, seat: i64, points: i64, node: i64, number: i64) -> None:
    if s.noting:
        s.notes = append(append(append(append(append(s.notes, what), seat), points), node), number)


def earn(s: State, seat: i64, reason: i64, points: i64, node: i64, place: i64) -> None:
    s.points[seat * N_REASONS + reason] += points
    note(s, NOTE_POINTS + reason, seat, points, node, place)


def bits(word: i64) -> i64:
    count: i64 = 0
    while word:
        word &= word - 1
        count += 1
    return count


def nth_bit(word: i64, nth: i64) -> i64:
    """The number of the nth bit that is set, counted from 0."""
    while nth:
        word &= word - 1
        nth -= 1
    at: i64 = 0
    while word >> at & 1 == 0:
        at += 1
    return at


def tiles_of(s: State, root: i64) -> i64:
    return bits(s.tiles[root]) + bits(s.more_tiles[root])


def value(s: State, root: i64, feature: i64) -> i64:
    """NW-F1 to NW-F3: what it scores when completed, with what it has now. Plains: NW-E4."""
    if feature == TRAIL:
        return tiles_of(s, root) + 2 * s.bonus[root]
    if feature == TOWN:
        return 2 * tiles_of(s, root) + 2 * s.bonus[root]
    if feature == FARM:
        return FARM_POINTS
    return s.bonus[root]


def value_unfinished(s: State, root: i64, feature: i64) -> i64:
    """NW-E2 to NW-E4."""
    if feature == TRAIL:
        return tiles_of(s, root)
    if feature == TOWN:
        return tiles_of(s, root) + s.bonus[root]
    if feature == FARM:
        return FARM_POINTS - s.ends[root]
    return s.bonus[root]


def settlers_on(crowd: i64, seat: i64) -> i64:
    return crowd >> CROWD * seat & ONE_SEAT


def most_settlers(crowd: i64) -> i64:
    """NW-F5: how many the majority has."""
    most: i64 = 0
    while crowd:
        most = max(most, crowd & ONE_SEAT)
        crowd >>= CROWD
    return most


def spot_feature(spot: i64) -> i64:
    if spot >= FARM_SPOT:
        return FARM
    return TRAIL if spot >= TRAIL_SPOT else TOWN


def completed(s: State) -> i64:
    """NW-T7: what the tile laid last completed and somebody is on, as bits by spot; a feature has one spot."""
    place: i64 = s.places - 1
    lie: i64 = s.lie[place]
    base: i64 = s.base[place]
    features = s.set.feature
    found: i64 = 0
    order: i64 = lie * MOST_PARTS
    last: i64 = order + s.set.parts[lie >> 2]
    while order < last:
        part: i64 = s.set.in_order[order]
        order += 1
        if features[(lie >> 2) * MOST_PARTS + part] == PLAIN:
            break  # plains have the last spots
        root: i64 = find(s.parent, base + part)
        if s.ends[root] == 0 and s.crowd[root] and not _among(s, found, root):
            found |= 1 << s.set.spot[lie * MOST_PARTS + part]
    farms = s.set.farm
    cell: i64 = s.cell[place]
    around: i64 = 0
    while around < N_AROUND:
        near: i64 = i64(s.at[cell + RING[around]])
        if 0 < near < SEA:
            farm: i64 = farms[s.lie[near - 1] >> 2]
            if farm != NONE:
                farm += s.base[near - 1]
                if s.ends[farm] == 0 and s.crowd[farm]:
                    found |= 1 << (AROUND_SPOT + around)
        around += 1
    return found


def _among(s: State, found: i64, root: i64) -> bool:
    spot: i64 = 1
    while found >> spot:
        if found >> spot & 1 and find(s.parent, score_node(s, spot)) == root:
            return True
        spot += 1
    return False


def score(s: State, spot: i64) -> None:
    """NW-F6 for one completed feature: points and bonus, settlers home; a surveyor moves; stragglers go home."""
    root: i64 = find(s.parent, score_node(s, spot))
    feature: i64 = spot_feature(spot)
    crowd: i64 = s.crowd[root]
    most: i64 = most_settlers(crowd)
    worth: i64 = value(s, root, feature)
    seat: i64 = 0
    note(s, NOTE_SCORED, s.active, 0, root, spot)
    while seat < s.seats:
        if settlers_on(crowd, seat) == most:
            earn(s, seat, COMPLETED[feature], worth, root, NONE)
        seat += 1
    settler: i64 = 0
    while settler < s.seats * SETTLERS:
        node: i64 = s.on[settler]
        if node != HOME and find(s.parent, node) == root:
            seat = settler // SETTLERS
            if settlers_on(crowd, seat) == most:  # NW-V1: outvoted settlers bring nothing
                extra: i64 = surveyor_bonus(s.march, column_of(s.cell[s.stand[settler]]))
                if extra:
                    earn(s, seat, BONUS, extra, root, s.stand[settler])
            s.on[settler] = HOME
            s.stand[settler] = NONE
        settler += 1
    s.crowd[root] = 0
    keep_scored(s, spot)
    moved: i64 = marched(s.march, s.far)
    note(s, NOTE_STAYED if moved == s.march else NOTE_MOVED, s.active, 0, NONE, (moved + 1) >> 1)
    s.march = moved
    send_stragglers_home(s)


def surveyor_bonus(march: i64, column: i64) -> i64:
    """NW-V1: for each surveyor in the settler's column."""
    extra: i64 = 0
    if march >> 1 == column:
        extra += SURVEYOR_POINTS
    if (march + 1) >> 1 == column:
        extra += SURVEYOR_POINTS
    return extra


def gains(s: State, root: int, feature: int) -> list[int]:
    """What each seat would get if this completed feature were scored now: NW-F5, and NW-V1 for each of its settlers."""
    crowd: i64 = s.crowd[root]
    most: i64 = most_settlers(crowd)
    won: list[bool] = [bool(most > 0 and settlers_on(crowd, seat) == most) for seat in range(int(s.seats))]
    found = [int(value(s, root, feature)) if winner else 0 for winner in won]
    for settler in range(int(s.seats) * SETTLERS):
        node: i64 = s.on[settler]
        if node != HOME and won[settler // SETTLERS] and find(s.parent, node) == root:
            found[settler // SETTLERS] += int(surveyor_bonus(s.march, column_of(s.cell[s.stand[settler]])))
    return found


def marched(march: i64, far: i64) -> i64:
    """NW-V2: the eastern surveyor moves west; NW-V3: two in one column wait for land further west."""
    if march & 1 == 0 and far <= march >> 1:
        return march
    return march + 1


def send_stragglers_home(s: State) -> None:
    """NW-V4: all but trappers, east of both surveyors."""
    settler: i64 = 0
    while settler < s.seats * SETTLERS:
        node: i64 = s.on[settler]
        if node != HOME:
            place: i64 = s.stand[settler]
            if column_of(s.cell[place]) < s.march >> 1 and feature_of(s, place, node) != PLAIN:
                s.on[settler] = HOME
                s.stand[settler] = NONE
                s.crowd[find(s.parent, node)] -= 1 << CROWD * (settler // SETTLERS)
                note(s, NOTE_HOME, settler // SETTLERS, 0, node, place)
        settler += 1


def still_due(s: State) -> i64:
    """NW-F7: of the completed features, those that still have a settler."""
    due: i64 = 0
    spot: i64 = 1
    while s.due >> spot:
        if s.due >> spot & 1:
            root: i64 = find(s.parent, score_node(s, spot))
            if s.crowd[root]:
                due |= 1 << spot
            elif s.noting and not _was_scored(s, spot):
                note(s, NOTE_EMPTIED, NONE, 0, root, spot)
        spot += 1
    return due


def _was_scored(s: State, spot: i64) -> bool:
    return any(done == spot for done in s.scored)


def score_the_end(s: State) -> None:
    """NW-E2 to NW-E4: every feature somebody is on, once; nobody goes home."""
    done: vec[i64] = vec[i64]()
    settler: i64 = 0
    while settler < s.seats * SETTLERS:
        node: i64 = s.on[settler]
        if node != HOME:
            root: i64 = find(s.parent, node)
            if not any(other == root for other in done):
                done = append(done, root)
                _score_unfinished(s, root, feature_of(s, s.stand[settler], node))
        settler += 1


def _score_unfinished(s: State, root: i64, feature: i64) -> None:
    crowd: i64 = s.crowd[root]
    most: i64 = most_settlers(crowd)
    worth: i64 = value_unfinished(s, root, feature)
    seat: i64 = 0
    while seat < s.seats:
        if settlers_on(crowd, seat) == most:
            earn(s, seat, UNFINISHED[feature], worth, root, NONE)
        seat += 1


def total(s: State, seat: i64) -> i64:
    points: i64 = 0
    at: i64 = seat * N_REASONS
    while at < (seat + 1) * N_REASONS:
        points += s.points[at]
        at += 1
    return points


def scores(s: State) -> list[Score]:
    return [
        Score(int(total(s, seat)), tuple((f"score.{REASONS[at]}", int(s.points[seat * N_REASONS + at])) for at in range(N_REASONS)))
        for seat in range(int(s.seats))
    ]


def ended(s: State) -> State:
    """As if it had ended now: the turn begun is ended with nobody settled, what it completed scored in the order of its spots."""
    end = copy(s)
    if end.phase != ENDED:
        if end.phase == TO_SETTLE:
            end.due = completed(end)
        end.due = still_due(end)
        while end.due:
            score(end, nth_bit(end.due, 0))
            end.due = still_due(end)
        score_the_end(end)
        end.phase = ENDED
    return end


def ranking(s: State) -> list[int]:
    """NW-E5: places; a tie is shared."""
    totals = [int(total(s, seat)) for seat in range(int(s.seats))]
    return [1 + sum(1 for other in totals if other > mine) for mine in totals]
