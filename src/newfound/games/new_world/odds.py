"""What can still come in New World: for every hole, the tiles of the pile that would fill it; and where others need the tile in hand."""

from __future__ import annotations

from collections.abc import Iterator

from newfound.core.odds import Chance, at_least_one

from .actions import LAY
from .components import cell_name
from .legal import actions, fits_somewhere, fitting
from .news import tell
from .rules import apply
from .state import TO_LAY, TO_SCORE, State, copy
from .view import observe

DRAWS = (1, 2)  # one's next tile, one's next two


def chances(s: State, reader: int) -> list[Chance]:
    return [*holes(s), *needed(s, reader)]


def needed(s: State, reader: int) -> list[Chance]:
    """Where the tile in hand would complete what others have settled, and what it would bring each. It is certain, so no draw is named."""
    most: dict[tuple[str, int, str], int] = {}
    for action in actions(s) if s.phase == TO_LAY else ():
        cell = cell_name((action - LAY) // 4)
        for seat, feature, n in _completes(s, action, reader):
            if seat != s.active:
                most[cell, seat, feature] = max(most.get((cell, seat, feature), 0), n)
    return [
        Chance("odds.needed", {}, {"seat": seat, "feature": feature, "n": n}, (cell,))
        for (cell, seat, feature), n in sorted(most.items(), key=lambda one: (-one[1], one[0]))
    ]


def _completes(s: State, action: int, reader: int) -> Iterator[tuple[int, str, int]]:
    """Whose, what, and its points: told while somebody can be settled, chosen among where nobody can (NW-F6), else scored at once."""
    after = copy(s)
    apply(after, action)
    if after.phase == TO_SCORE:
        for name, gains in observe(after, reader)["brings"].items():
            yield from ((seat, name.split("-")[0], n) for seat, n in enumerate(gains) if n)
        return
    scored: dict[int, int] = {}
    feature = ""
    for news in tell(s, action, reader):
        if news.key == "news.completed_for":
            yield news.seat, str(news.values["feature"]), int(news.values["n"])
        elif news.points and not news.key.startswith(("news.open_", "news.plain")):  # not what the end brings
            feature = feature or news.key.removeprefix("news.")
            scored[news.seat] = scored.get(news.seat, 0) + news.points
    yield from ((seat, feature, n) for seat, n in scored.items())


def holes(s: State) -> list[Chance]:
    """A tile that fits nowhere is not drawn but put aside (NW-T4), so it counts among none. Land that changes meanwhile is not foreseen."""
    drawn = [kind for kind in range(int(s.set.kinds)) if s.pile[kind] and fits_somewhere(s, kind)]
    among = sum(int(s.pile[kind]) for kind in drawn)
    found = []
    for cell in [int(s.open[at]) for at in range(int(s.opens))]:
        fit = sum(int(s.pile[kind]) for kind in drawn if fitting(s, kind, cell))
        likely = {draws: at_least_one(fit, among, draws) for draws in DRAWS}
        found.append(Chance("odds.hole", likely, {"n": fit, "of": among}, (cell_name(cell),)))
    return found
