"""What a file of matches says: scores, the worth of a seat, length, branching, each with its 95 % interval; as figures and as a picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from newfound import games
from newfound.core.game import CHANCE
from newfound.ink import FAINT, INK, LINE, PAPER, SEATS, box
from newfound.research.data import BadData, read
from newfound.research.standings import SURE, wilson

TENTHS: Final = 10  # into which the decisions of a match are cut
BINS: Final = 30
WIDTH: Final = 960
PANEL: Final = (410, 190)


@dataclass(frozen=True)
class Estimate:
    """A mean, or a rate, and its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Group:
    """All matches of one game with so many seats."""

    title: str
    seats: int
    matches: int
    points: tuple[tuple[int, ...], ...]  # by seat
    scores: tuple[Estimate, ...]
    wins: tuple[Estimate, ...]  # a shared win counts its share
    first: Estimate  # how much more than their share those win who decide first, wherever they sit
    players: Mapping[str, tuple[int, Estimate]]  # seats played and win rate, by name
    lengths: tuple[int, ...]  # decisions, by match
    events: Estimate
    decisions: Estimate
    branching: Estimate  # legal actions at a decision, mean of the matches' means
    widest: int
    course: tuple[Estimate, ...]  # the same, by tenths of a match


def mean_of(values: Sequence[float]) -> Estimate:
    """By the normal distribution: matches are independent, and there are many."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(mean, -math.inf, math.inf)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    width = SURE * deviation / math.sqrt(len(values))
    return Estimate(mean, mean - width, mean + width)


def rate_of(shares: Sequence[float]) -> Estimate:
    """Wilson's interval."""
    return Estimate(sum(shares) / len(shares), *wilson(sum(shares), len(shares)))


def groups(path: Path | str) -> list[Group]:
    """What there is to say, game by game and by the number of seats; BadData where the file has no match."""
    kept: dict[tuple[str, int], list[dict[str, Any]]] = {}
    wanted = ["game", "seats", "players", "scores", "places", "events"]
    for batch in read(path).select(wanted).to_batches(max_chunksize=256):
        for row in batch.to_pylist():
            decisions = [(event["seat"], event["choices"]) for event in row["events"] if event["seat"] != CHANCE]
            counted = {"events": len(row["events"]), "choices": [choices for _, choices in decisions], "first": decisions[0][0]}
            kept.setdefault((row["game"], row["seats"]), []).append(row | counted)
    if not kept:
        raise BadData("empty", path=str(path))
    return [_group(game, seats, rows) for (game, seats), rows in sorted(kept.items())]


def _group(game: str, seats: int, rows: list[dict[str, Any]]) -> Group:
    shares = [[1 / row["places"].count(1) if place == 1 else 0.0 for place in row["places"]] for row in rows]
    points = tuple(tuple(row["scores"][seat] for row in rows) for seat in range(seats))
    named: dict[str, list[float]] = {}
    for row, won in zip(rows, shares, strict=True):
        for player, share in zip(row["players"], won, strict=True):
            named.setdefault(player, []).append(share)
    begun = rate_of([won[row["first"]] for row, won in zip(rows, shares, strict=True)])
    means = [sum(row["choices"]) / len(row["choices"]) for row in rows]
    return Group(
        title=games.find(game).title if game in games.names() else game,
        seats=seats,
        matches=len(rows),
        points=points,
        scores=tuple(mean_of(own) for own in points),
        wins=tuple(rate_of([won[seat] for won in shares]) for seat in range(seats)),
        first=Estimate(begun.mean - 1 / seats, begun.low - 1 / seats, begun.high - 1 / seats),
        players={name: (len(own), rate_of(own)) for name, own in sorted(named.items())},
        lengths=tuple(len(row["choices"]) for row in rows),
        events=mean_of([row["events"] for row in rows]),
        decisions=mean_of([len(row["choices"]) for row in rows]),
        branching=mean_of(means),
        widest=max(max(row["choices"]) for row in rows),
        course=tuple(mean_of([_part(row["choices"], tenth) for row in rows]) for tenth in range(TENTHS)),
    )


def _part(choices: list[int], tenth: int) -> float:
    part = choices[len(choices) * tenth // TENTHS : max(len(choices) * (tenth + 1) // TENTHS, len(choices) * tenth // TENTHS + 1)]
    return sum(part) / len(part)


def svg(found: Sequence[Group], says: Mapping[str, str], titles: Sequence[str]) -> str:
    """Four panels for each group: scores by seat, wins by seat, length, branching in the course of a match. `says` names the panels."""
    tall = 2 * (PANEL[1] + 70) + 50
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall * len(found) + 10}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{tall * len(found) + 10}" fill="{PAPER}"/>',
    ]
    for at, (group, title) in enumerate(zip(found, titles, strict=True)):
        parts.append(f'<g transform="translate(0 {at * tall})">')
        parts.append(f'<text x="20" y="32" font-size="18" font-weight="bold" fill="{INK}">{escape(title)}</text>')
        panels = (("scores", _scores(group)), ("wins", _wins(group)), ("length", _lengths(group)), ("branching", _course(group)))
        for number, (name, inside) in enumerate(panels):
            x, y = 50 + number % 2 * (PANEL[0] + 60), 76 + number // 2 * (PANEL[1] + 70)
            heading = f'<text x="0" y="-10" fill="{INK}" font-weight="bold">{escape(says[name])}</text>'
            frame = f'<path d="M0 0V{PANEL[1]}H{PANEL[0]}" fill="none" stroke="{INK}"/>'
            parts.append(f'<g transform="translate({x} {y})">{heading}{"".join(inside)}{frame}</g>')
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{FAINT}" font-size="12">{escape(text)}</text>'


def _whisker(x: float, low: float, high: float) -> str:
    return f'<path d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 6:.1f} {low:.1f}h12M{x - 6:.1f} {high:.1f}h12" stroke="{INK}" fill="none"/>'


def _counted(values: Sequence[int], low: int, step: int, bins: int) -> list[int]:
    counts = [0] * bins
    for value in values:
        counts[(value - low) // step] += 1
    return counts


def _bins(values: Sequence[int]) -> tuple[int, int, int]:
    """Where bins of whole numbers begin, how wide each is, how many there are."""
    low, high = min(values), max(values)
    step = max(1, math.ceil((high - low + 1) / BINS))
    return low, step, (high - low) // step + 1


def _axis(low: int, step: int, bins: int) -> list[str]:
    wide, high = PANEL
    return [_text(wide * at / bins, high + 18, str(low + step * at)) for at in range(0, bins + 1, max(1, math.ceil(bins / 6)))]


def _scores(group: Group) -> list[str]:
    """How the points of each seat are spread, with the mean and its interval above."""
    wide, high = PANEL
    low, step, bins = _bins([value for own in group.points for value in own])
    spread = [_counted(own, low, step, bins) for own in group.points]
    most = max(max(counts) for counts in spread)
    parts = _axis(low, step, bins)
    for seat, counts in enumerate(spread):
        colour = SEATS[seat % 5]
        line = "".join(f"V{high - (high - 34) * count / most:.1f}H{wide * (at + 1) / bins:.1f}" for at, count in enumerate(counts))
        parts.append(f'<path d="M0 {high}{line}V{high}" fill="{colour}" fill-opacity="0.12" stroke="{colour}" stroke-width="1.6"/>')
        here = group.scores[seat]
        at, least, largest = (
            (value - low) / step * wide / bins for value in (here.mean, max(low, here.low), min(low + step * bins, here.high))
        )
        y = 6 + 7 * seat
        parts.append(
            f'<path d="M{least:.1f} {y}H{largest:.1f}M{least:.1f} {y - 3}v6M{largest:.1f} {y - 3}v6" stroke="{colour}" fill="none"/>'
        )
        parts.append(f'<circle cx="{at:.1f}" cy="{y}" r="2.6" fill="{colour}"/>')
    return parts


def _wins(group: Group) -> list[str]:
    """The win rate of each seat, against its even share."""
    wide, high = PANEL
    top = max(0.2, *(one.high for one in group.wins)) * 1.15
    parts = [_text(-6, high - high * mark / top + 4, f"{mark:.0%}", "end") for mark in (0.25, 0.5, 0.75, 1.0) if mark < top]
    even = high - high / group.seats / top
    for seat, one in enumerate(group.wins):
        x = wide * (seat + 0.5) / group.seats
        y = high - high * one.mean / top
        parts.append(box(x - 26, y, 52, high - y, SEATS[seat % 5], opacity=0.75))
        parts.append(_whisker(x, high - high * one.low / top, high - high * one.high / top))
        parts += [_text(x, high + 18, f"{seat + 1}: {one.mean:.1%}"), _text(x, high + 33, f"{one.low:.1%} – {one.high:.1%}")]
    return [*parts, f'<path d="M0 {even:.1f}H{wide}" stroke="{INK}" stroke-dasharray="5 4" fill="none"/>']


def _lengths(group: Group) -> list[str]:
    wide, high = PANEL
    low, step, bins = _bins(group.lengths)
    counts = _counted(group.lengths, low, step, bins)
    parts = _axis(low, step, bins)
    for at, count in enumerate(counts):
        size = (high - 12) * count / max(counts)
        parts.append(box(wide * at / bins, high - size, wide / bins - 1, size, SEATS[0], opacity=0.7))
    mean = (group.decisions.mean - low) / step * wide / bins
    return [*parts, f'<path d="M{mean:.1f} 0V{high}" stroke="{INK}" stroke-dasharray="5 4" fill="none"/>']


def _course(group: Group) -> list[str]:
    """A line through the means, in the band of their intervals."""
    wide, high = PANEL
    top = max(max(one.mean if math.isinf(one.high) else one.high for one in group.course) * 1.1, 1.0)
    place = [wide * (tenth + 0.5) / TENTHS for tenth in range(TENTHS)]

    def down(value: float) -> float:
        return high - high * min(max(value, 0.0), top) / top

    parts = [_text(-6, down(mark) + 4, f"{mark:.0f}", "end") + _grid(down(mark)) for mark in _marks(top)]
    upper = [f"{x:.1f} {down(one.high):.1f}" for x, one in zip(place, group.course, strict=True)]
    lower = [f"{x:.1f} {down(one.low):.1f}" for x, one in zip(place, group.course, strict=True)]
    line = [f"{x:.1f} {down(one.mean):.1f}" for x, one in zip(place, group.course, strict=True)]
    parts.append(f'<path d="M{"L".join([*upper, *reversed(lower)])}z" fill="{SEATS[2]}" opacity="0.25"/>')
    parts.append(f'<path d="M{"L".join(line)}" stroke="{SEATS[2]}" stroke-width="2" fill="none"/>')
    return [*parts, *(_text(x, high + 18, f"{(tenth + 1) * 10} %") for tenth, x in enumerate(place) if tenth % 2)]


def _grid(y: float) -> str:
    return f'<path d="M0 {y:.1f}H{PANEL[0]}" stroke="{LINE}" stroke-width="0.7" fill="none"/>'


def _marks(top: float) -> list[float]:
    """Round numbers up an axis."""
    size = 10 ** math.floor(math.log10(top))
    step = next(size * part for part in (0.2, 0.5, 1, 2) if top / (size * part) <= 6)
    return [step * at for at in range(1, int(top / step) + 1)]
