"""What reviews say of many matches: the tables of docs/review.md that begin with a command.

    python bench/review.py luck   --games 1000 [--seats 2] [--names new-world] [--bots medium]    luck, what is left, calibration, rest
    python bench/review.py levels --games 200  [--bots random,easy,medium,hard]                    what each level loses for a decision
    python bench/review.py times                                                                    how long a review takes, by depth

Every match is played by equal bots and reviewed; a row for each is kept in docs/reviews/, so a run that was stopped goes on, and --games 0
makes the tables from what there is. --jobs for more processes.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from newfound import bots, games
from newfound.core.dice import Dice
from newfound.core.fair import Fair
from newfound.core.game import OVER, Game
from newfound.core.match import Match
from newfound.research.review import DEPTHS, Account, Book, Depth, Plan, Review, review
from newfound.research.workers import results

KEPT: Final = Path(__file__).parent.parent / "docs" / "reviews"
LEVELS: Final = "random,easy,medium"
TENTHS: Final = 10
# Of one fixed depth each, without a second look: what is looked at again is looked at for being large.
LUCK: Final = Depth(play=0.004, search=0.0, again=0, more=1)
LEVEL: Final = Depth(play=0.002, search=0.01, again=0, more=1)

Row = dict[str, Any]


@dataclass(frozen=True)
class Run:
    kind: str
    game: str
    seats: int
    bot: str
    depth: Depth

    @property
    def path(self) -> Path:
        return KEPT / f"{self.kind}-{self.game}-{self.seats}-{self.bot}.jsonl"


def played(game: Game[Any], seats: int, bot: str, seed: int) -> Match[Any]:
    """A match of equal bots, to its end."""
    luck, dice, player = Fair(f"bench {seed}".encode()), Dice(seed), bots.make(bot, game)
    match = Match.new(game, game.setup(seats), luck).settled(luck)
    while match.turn != OVER:
        match = match.play(match.turn, player.choose(partial(game.copy, match.state), dice), luck=luck)
    return match


def reviewed(match: Match[Any], depth: Depth) -> Review:
    book = Book(replace(Plan.of(match), depth=depth))
    for _ in book.run(jobs=1):
        pass
    return book.review()


def row(run: Run, number: int) -> Row:
    """One match and its review, in numbers by seat."""
    found = reviewed(played(games.find(run.game), run.seats, run.bot, number), run.depth)
    return {
        "match": number,
        "events": len(found.plan.log),
        "seats": [_plain(account) for account in found.accounts()],
        "tenths": [_ahead(found, seat) for seat in range(run.seats)],
    }


def _plain(account: Account) -> Row:
    parts = {name: getattr(account, name) for name in ("start", "luck", "own", "rivals", "rest", "lost")}
    values = {name: round(part.value, 4) for name, part in parts.items()}
    return values | {"noise": round(account.luck.error, 4), "end": account.end, "decisions": account.decisions, "large": account.large}


def _ahead(found: Review, seat: int) -> list[float]:
    """By how much the worth of the positions in each tenth of the match is above the final lead."""
    curve = [worth[seat].value for worth in found.curve]
    parts: list[list[float]] = [[] for _ in range(TENTHS)]
    for at, worth in enumerate(curve[:-1]):
        parts[at * TENTHS // (len(curve) - 1)].append(worth - curve[-1])
    return [round(statistics.fmean(part), 3) if part else 0.0 for part in parts]


def rows(run: Run, count: int, jobs: int) -> list[Row]:
    """Those kept, and as many more as are wanted."""
    KEPT.mkdir(exist_ok=True)
    head = json.dumps({"depth": [run.depth.play, run.depth.search]})
    first, *lines = run.path.read_text(encoding="utf-8").splitlines() if run.path.exists() else [head]
    if first != head:
        sys.exit(f"{run.path} is of another depth")
    found = [json.loads(line) for line in lines]
    there = {one["match"] for one in found}
    missing = [number for number in range(count) if number not in there]
    if not missing:
        return found
    if not run.path.exists():
        run.path.write_text(head + "\n", encoding="utf-8")
    began = time.monotonic()
    with run.path.open("a", encoding="utf-8") as file:
        for done, one in enumerate(results(row, run, missing, jobs), 1):
            found.append(one)
            file.write(json.dumps(one) + "\n")
            file.flush()
            print(f"\r{run.path.stem}: {done} of {len(missing)}, {time.monotonic() - began:.0f} s", end="", flush=True)
    print()
    return found


# ---- figures with their intervals, each match one sample


def about(values: Iterable[float]) -> str:
    many = list(values)
    error = statistics.stdev(many) / math.sqrt(len(many)) if len(many) > 1 else 0.0
    return f"{statistics.fmean(many):+.2f} ± {error:.2f}"


def left(accounts: list[Row], rounds: int = 1000) -> str:
    """The variance of leads without luck as a part of that of plain ones, with 95 % by resampling."""
    ends, lucks = [float(one["end"]) for one in accounts], [float(one["luck"]) for one in accounts]

    def part(some: Sequence[int]) -> float:
        plain = statistics.variance(ends[at] for at in some)
        return statistics.variance(ends[at] - lucks[at] for at in some) / plain if plain else 1.0

    dice = Dice(1)
    again = sorted(part([dice.below(len(ends)) for _ in ends]) for _ in range(rounds))
    return f"{part(range(len(ends))):.2f} ({again[rounds // 40]:.2f} to {again[-rounds // 40]:.2f})"


def luck(run: Run, found: list[Row]) -> str:
    first = [one["seats"][0] for one in found]
    means = ", ".join(about(one["seats"][seat]["luck"] for one in found) for seat in range(run.seats))
    spread = [statistics.stdev(one[name] for one in first) for name in ("end", "luck", "rest")]
    cells = [games.find(run.game).title, str(run.seats), str(len(found)), means, left(first), *(f"{one:.1f}" for one in spread)]
    return f"| {' | '.join(cells)} |"


def tenths(run: Run, found: list[Row]) -> str:
    cells = [about(one["tenths"][0][part] for one in found) for part in range(TENTHS)]
    return f"| {games.find(run.game).title} | {run.seats} | {' | '.join(cells)} |"


def level(found: list[Row]) -> str:
    """Points lost for each decision with a choice: the mean over matches, all seats together."""
    return about(sum(seat["lost"] for seat in one["seats"]) / sum(seat["decisions"] for seat in one["seats"]) for one in found)


def runs(given: argparse.Namespace, kind: str, depth: Depth, default: str) -> dict[tuple[str, int], list[Run]]:
    found: dict[tuple[str, int], list[Run]] = {}
    for name in given.names.split(",") if given.names else games.names():
        for seats in games.find(name).seats if given.seats == "all" else [max(int(given.seats), games.find(name).seats[0])]:
            found[name, seats] = [Run(kind, name, seats, bot, depth) for bot in (given.bots or default).split(",")]
    return found


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("what", choices=("luck", "levels", "times"))
    reader.add_argument("--games", type=int, default=200)
    reader.add_argument("--seats", default="2", help="how many play, or all")
    reader.add_argument("--names", default="", help="of some games, with commas between")
    reader.add_argument("--bots", default="")
    reader.add_argument("--jobs", type=int, default=1)
    given = reader.parse_args()
    if given.what == "times":
        return times(given)
    if given.what == "luck":
        kept = [(run, rows(run, given.games, given.jobs)) for some in runs(given, "luck", LUCK, "medium").values() for run in some]
        print("| | players | matches | mean luck by seat | variance left | deviation of the lead | of the luck | of the rest |")
        print("\n".join(luck(*one) for one in kept if one[1]))
        print("\n".join(tenths(*one) for one in kept if one[1]))
        return None
    for (name, seats), some in runs(given, "levels", LEVEL, LEVELS).items():
        cells = [f"{run.bot} {level(found)} of {len(found)}" for run in some if (found := rows(run, given.games, given.jobs))]
        print(f"| {games.find(name).title} | {seats} | {' | '.join(cells)} |")
    return None


def times(given: argparse.Namespace) -> None:
    """Processor time of a review of one match of `medium` by `medium`, for each depth."""
    for name in given.names.split(",") if given.names else games.names():
        match, cells = played(games.find(name), games.find(name).seats[0], "medium", 1), []
        for depth in DEPTHS:
            began = time.process_time()
            review(match, depth)
            cells.append(f"{time.process_time() - began:.0f} s")
        print(f"| {games.find(name).title} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
