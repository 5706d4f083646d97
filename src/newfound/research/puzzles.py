"""Puzzles from play: positions of bots' matches in which one action is clearly best, and is not the one that looks best.

A run is its plan; what is found in a match follows from the plan and its number. Cheap looks come first: a short search, then longer ones
of what is left, each with luck of its own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from newfound import bots, games
from newfound.bots.greedy import Greedy
from newfound.bots.search import HARDLY, Searching
from newfound.core import gamefile
from newfound.core.dice import SEEDS, Dice
from newfound.core.game import CHANCE, OVER, Game, Score, Value, find_action, guesses
from newfound.core.match import Event, Match
from newfound.core.puzzle import LIST
from newfound.research.arena import BadArena
from newfound.research.worth import Gap, lead, searched

Events: TypeAlias = list[tuple[int, int]]

LEAST: Final = 1 / 15  # of the lead that decides a match: what every action but the good ones has to lose
ERRORS: Final = 4.0  # so many standard errors, too
EQUAL: Final = 1 / 3  # of that: what loses no more is as good as the best
GOOD: Final = 3  # as many may be as good, the best among them, and fewer than half of all
CHOICES: Final = range(3, 21)  # actions to choose from
LOOKS: Final = 60  # decisions of a match that are looked at
GLIMPSE: Final = 150  # simulations of the first look
GLANCE: Final = 600  # of the second
RIVALS: Final = 4  # actions that the third holds against the best
TREES: Final = 5
DEEP: Final = 1200  # simulations of each tree in the verifying search
TURNS: Final = 3  # own turns, the one at hand counted, in which it has to show
LINES: Final = 4  # continuations to choose the telling one from
FOLLOW: Final = 150  # simulations for each decision in them
PARTS: Final = 3  # reasons told


@dataclass(frozen=True)
class Plan:
    """What is played and looked through."""

    game: str
    seats: int = 2
    seed: int = 1
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Found:
    """A puzzle: events up to the position, the best action, the one that looks best, and what can be said of them."""

    number: int  # of the match
    at: int
    of: int  # events in the match
    seat: int
    log: tuple[str, ...]  # with its seat before each, as in a file
    best: str
    tempting: str
    like: tuple[str, ...]  # as good
    loses: Mapping[str, float]  # what every other action costs against the best
    margin: float  # the least of it, with its standard error
    error: float
    reasons: tuple[tuple[int, str, float], ...]  # seat, part of the scores, points a little later, compared with the tempting action
    line: tuple[str, ...]  # what may follow the best
    instead: tuple[str, ...]  # and the tempting one, with the same luck

    @property
    def name(self) -> str:
        return f"{self.number}-{self.at}"

    @property
    def kind(self) -> str:
        return self.best.split()[0]

    @property
    def phase(self) -> int:
        """The third of the match it is in."""
        return 3 * self.at // self.of


def look_through(plan: Plan, number: int) -> tuple[int, list[Found]]:
    """A match by its number, and what is found in it. Runs in a worker."""
    return number, seek(plan, number)


def seek(plan: Plan, number: int) -> list[Found]:
    """The puzzle of this match, if one is found in it."""
    game, dice = games.find(plan.game), Dice(plan.seed * 1_000_003 + number)
    setup = game.setup(plan.seats, plan.options)
    log = _self_play(game, game.start(setup), dice)
    order = [at for at, (seat, _) in enumerate(log) if seat != CHANCE]
    for last in range(len(order) - 1, 0, -1):
        other = dice.below(last + 1)
        order[last], order[other] = order[other], order[last]
    looked = 0
    for at in order:
        state = game.start(setup)
        for _, action in log[:at]:
            game.apply(state, action)
        if len(game.judge().candidates(state)) not in CHOICES:
            continue
        found = _look(game, state, dice.below(SEEDS // 2))
        if found is not None and (told := _told(game, state, number, at, log, found, dice.below(SEEDS // 2))) is not None:
            return [told]
        if (looked := looked + 1) == LOOKS:
            break
    return []


def _self_play(game: Game[Any], state: Any, dice: Dice) -> list[tuple[int, int]]:
    bot, log = bots.make("medium", game), []
    while (turn := game.turn(state)) != OVER:
        action = game.draw(state, dice) if turn == CHANCE else bot.choose(guesses(game, state, turn, dice), dice)
        game.apply(state, action)
        log.append((turn, action))
    return log


@dataclass(frozen=True)
class _Seen:
    """What looking has shown: the best action, the one that looks best, and by how much the best is better than each."""

    best: int
    tempting: int
    gaps: Mapping[int, Gap]


def _look(game: Game[Any], state: Any, seed: int) -> _Seen | None:
    """What is seen here, if it is a puzzle, and clearly, at every look."""
    dice, least = Dice(seed), LEAST * game.judge().SCALE
    tempting = _tempting(game, state)
    for simulations, wanted in ((GLIMPSE, least / 2), (GLANCE, least)):
        means = _glance(game, state, simulations, dice)
        best = max(means, key=lambda action: means[action])
        close = sum(means[best] - one < wanted / 2 for one in means.values())
        if means[best] - means.get(tempting, -1e9) < wanted or close > GOOD:
            return None
    few = sorted(means, key=lambda action: -means[action])[1 : 1 + RIVALS]
    if _gaps(game, state, best, [tempting, *few], GLANCE // 2, least, seed + 1) is None:
        return None
    legal = game.judge().candidates(state)
    gaps = _gaps(game, state, best, [tempting, *legal], DEEP, least, seed + 2)
    if gaps is None or 2 * sum(gap.mean <= EQUAL * least for gap in gaps.values()) + 2 > len(legal):
        return None
    return _Seen(best, tempting, gaps)


def _glance(game: Game[Any], state: Any, simulations: int, dice: Dice) -> dict[int, float]:
    """The lead to be expected after each action that one search has taken seriously."""
    root = Searching(game, simulations).think(guesses(game, state, game.turn(state), dice), dice, game.copy(state))
    return {action: root.lead[at] / root.tried[at] for at, action in enumerate(root.actions) if root.tried[at] * HARDLY >= max(root.tried)}


def _tempting(game: Game[Any], state: Any) -> int:
    """What the greedy bot would take."""
    legal = game.judge().candidates(state)
    worths = Greedy(game).ahead.worths(state, game.turn(state), legal)
    return legal[worths.index(max(worths))]


def _gaps(
    game: Game[Any], state: Any, best: int, others: Sequence[int], simulations: int, least: float, seed: int
) -> dict[int, Gap] | None:
    """By how much the best is better than each of the others, the first of which has to be worse; none if too many are as good."""
    mine, found, good = searched(game, state, best, TREES, simulations, seed), dict[int, Gap](), 1
    for other in others:
        if other == best or other in found:
            continue
        gap = found[other] = Gap.of(mine.leads, searched(game, state, other, TREES, simulations, seed).leads)
        if gap.clear(least, ERRORS):
            continue
        good += 1
        if good > GOOD or other == others[0] or abs(gap.mean) > EQUAL * least:
            return None
    return found


def _told(game: Game[Any], state: Any, number: int, at: int, log: Events, seen: _Seen, seed: int) -> Found | None:
    """The puzzle, if what follows shows it."""
    least = LEAST * game.judge().SCALE
    bad = {action: gap for action, gap in seen.gaps.items() if gap.mean > EQUAL * least}
    closest = min(bad.values(), key=lambda gap: gap.mean)
    lines = _lines(game, state, seen, seed)
    if lines is None:
        return None
    line, instead = lines
    return Found(
        number=number,
        at=at,
        of=len(log),
        seat=game.turn(state),
        log=tuple(_spelt(game, log[:at])),
        best=game.spell(seen.best),
        tempting=game.spell(seen.tempting),
        like=tuple(game.spell(action) for action in seen.gaps if action not in bad),
        loses={game.spell(action): round(gap.mean, 1) for action, gap in sorted(bad.items(), key=lambda pair: pair[1].mean)},
        margin=round(closest.mean, 2),
        error=round(closest.error, 2),
        reasons=reasons(game, state, seen.best, seen.tempting, seed),
        line=tuple(_spelt(game, line)),
        instead=tuple(_spelt(game, instead)),
    )


def _spelt(game: Game[Any], log: Sequence[tuple[int, int]]) -> list[str]:
    return [f"{'-' if seat == CHANCE else seat} {game.spell(action)}" for seat, action in log]


def reasons(game: Game[Any], state: Any, best: int, other: int, seed: int) -> tuple[tuple[int, str, float], ...]:
    """Which parts of the scores differ a little later, the largest first: a point or more, and clearly."""
    ours, theirs = (searched(game, state, action, TREES, DEEP, seed, parts=True).parts for action in (best, other))
    found = []
    for seat, score in enumerate(game.scores(state)):
        for part, _ in score.parts:
            gap = Gap.of([one[seat, part] for one in ours], [one[seat, part] for one in theirs])
            if abs(gap.mean) >= max(0.75, ERRORS * gap.error):
                found.append((seat, part, round(gap.mean, 1)))
    return tuple(sorted(found, key=lambda one: -abs(one[2]))[:PARTS])


def _lines(game: Game[Any], state: Any, seen: _Seen, seed: int) -> tuple[Events, Events] | None:
    """Two continuations with the same luck, as short as can be, after which it stands about as much better as it is on the whole;
    none where it does not show so soon."""
    seat, gap, choices = game.turn(state), seen.gaps[seen.tempting].mean, []
    for luck in range(LINES):
        after = [_follow(game, state, action, seed + luck * 1000) for action in (seen.best, seen.tempting)]
        for turns, (one, two) in enumerate(zip(*after, strict=False)):
            if turns == 0 and len(after[0]) > 1:
                continue  # nobody has answered yet
            off = abs(lead(one[1], seat) - lead(two[1], seat) - gap) / gap
            if off <= 0.5:
                choices.append((turns, luck, one[0], two[0]))
    if not choices:
        return None
    _, _, line, instead = min(choices, key=lambda one: one[:2])
    return line, instead


def _follow(game: Game[Any], state: Any, action: int, seed: int) -> list[tuple[Events, Sequence[Score]]]:
    """What is done after this action, and how it stands, up to the end of each own turn."""
    seat, now, log = game.turn(state), game.copy(state), [(game.turn(state), action)]
    found = list[tuple[Events, Sequence[Score]]]()
    game.apply(now, action)
    minds, thought, luck = {one: Searching(game, FOLLOW) for one in range(len(game.scores(state)))}, Dice(seed), seed
    last = seat  # who decided before
    while len(found) < TURNS:
        turn = game.turn(now)
        if turn == OVER or last == seat != turn != CHANCE:
            found.append((list(log), game.as_it_stands(now)))
        last = turn if turn != CHANCE else last
        if turn == OVER:
            break
        if turn == CHANCE:
            luck += 1
            chosen = game.draw(now, Dice(luck))
        else:
            chosen = minds[turn].choose(guesses(game, now, turn, thought), thought)
        game.apply(now, chosen)
        log.append((turn, chosen))
    return found


class Book:
    """What was found, on disk: the plan in the first line, then a line for each match looked through. Only ever appended to."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self.found: dict[int, list[Found]] = {}
        header = json.dumps(asdict(plan) | {"edition": games.find(plan.game).edition})
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(header + "\n", encoding="utf-8")
            return
        whole, _, _ = path.read_text(encoding="utf-8").rpartition("\n")  # a line cut short by a crash is done again
        first, *rest = whole.split("\n")
        if first != header:
            raise BadArena("arena.other", path=str(path))
        for line in rest:
            number, found = json.loads(line)
            self.found[number] = [_read(one) for one in found]
        path.write_text(whole + "\n", encoding="utf-8")

    def add(self, number: int, found: list[Found]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([number, [asdict(one) for one in found]]) + "\n")
        self.found[number] = found

    def all(self) -> list[Found]:
        return [one for number in sorted(self.found) for one in self.found[number]]


def _read(data: dict[str, Any]) -> Found:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Found(**values | {"reasons": tuple((seat, part, points) for seat, part, points in data["reasons"])})


def chosen(found: Sequence[Found], count: int) -> list[Found]:
    """The best of them, of as many kinds and phases as there are: whatever is rare so far goes first, then the larger margin."""
    left, taken = list(found), list[Found]()
    while left and len(taken) < count:
        seen = Counter((one.kind, one.phase) for one in taken)
        kinds = Counter(one.kind for one in taken)
        best = min(left, key=lambda one: (seen[one.kind, one.phase] + kinds[one.kind], not one.reasons, len(one.line), -one.margin))
        taken.append(best)
        left.remove(best)
    return sorted(taken, key=lambda one: -one.margin)


def write(plan: Plan, found: Sequence[Found], folder: Path) -> None:
    """The folder of a game's puzzles: positions as the beginnings of `.game` files, and what is claimed of each."""
    game = games.find(plan.game)
    setup = game.setup(plan.seats, plan.options)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.game"):
        old.unlink()
    entries = [f"# Found by newfound puzzles {plan.game} --seed {plan.seed}; docs/lessons.md says what it means.\n"]
    for one in found:
        state, log = game.start(setup), list[Event]()
        for line in one.log:
            action = find_action(game, state, line.partition(" ")[2])
            assert action is not None, line
            log.append(Event(game.turn(state), action))
            game.apply(state, action)
        file = gamefile.record(Match(game, setup, tuple(log), state))
        (folder / f"{one.name}.game").write_text(gamefile.write(file), encoding="utf-8")
        entries.append(_entry(one))
    (folder / LIST).write_text("\n".join(entries), encoding="utf-8")


def _entry(one: Found) -> str:
    """One puzzle in TOML."""
    losses = ", ".join(f"{json.dumps(action)} = {points}" for action, points in one.loses.items())
    lines = [
        "[[puzzle]]",
        f'name = "{one.name}"',
        f"you = {one.seat}",
        f"error = {one.error}",
        f"like = {json.dumps(one.like)}",
        f"loses = {{ {losses} }}",
        f"reasons = {json.dumps([[seat, part, round(points)] for seat, part, points in one.reasons])}",
    ]
    for name, line in (("line", one.line), ("instead", one.instead)):
        lines += [f"{name} = [", *(f"  {json.dumps(text.partition(' ')[2])}," for text in line), "]"]
    return "\n".join(lines) + "\n"
