"""The table of levels in docs/levels.md: in each game every level against the one below it, its rating and its time for a decision.

    python bench/levels.py                      plays what is missing; `expert` thinks two seconds for each decision, so that takes hours
    python bench/levels.py --games 0            makes the table from what has been played

The matches are kept under docs/arena/, together with those of bench/proofs.sh. A run that was stopped goes on.
"""

from __future__ import annotations

import argparse
from itertools import combinations, pairwise, product
from pathlib import Path

from characters import SIMULATIONS
from characters import table as characters

from newfound import games
from newfound.research.arena import Book, Plan, Result, check, play
from newfound.research.standings import Standing, standings
from newfound.research.workers import results

DOCS = Path(__file__).parent.parent / "docs"
LADDER = ("expert", "hard", "greedy", "easy", "random")
CALLED = {"greedy": "medium (`greedy`)"}
SEATS = {"new-england": 3}


def played(name: str, upper: str, lower: str, count: int, jobs: int) -> tuple[Plan, list[Result]]:
    """The matches of these two, so many at least; with none wanted, those there are."""
    seats = SEATS.get(name, 2)
    plan = Plan(name, seats, (upper, lower), options=dict(games.find(name).setup(seats).options))
    check(plan)
    path = DOCS / "arena" / f"{name}-{upper}-{lower}" / "results.jsonl"
    if count == 0 and not path.exists():
        return plan, []
    book = Book(path, plan)
    for result in results(play, plan, book.missing(count), jobs):
        book.add(result)
    return plan, book.in_order(len(book.results))


def rated(name: str) -> list[Standing]:
    """All levels, rated by all matches there are, each pair's spread evenly over the whole: a rating goes by what came before."""
    spread: list[tuple[float, Result]] = []
    for pair in combinations(LADDER, 2):
        _, matches = played(name, *pair, 0, 1)
        spread += [((at + 0.5) / len(matches), one) for at, one in enumerate(matches)]
    matches = [one for _, one in sorted(spread, key=lambda one: one[0])]
    return sorted(standings(Plan(name, SEATS.get(name, 2), LADDER), matches), key=lambda one: LADDER.index(one.bot))


def page(names: list[str], count: int, jobs: int) -> str:
    lines = [
        "# The levels, measured",
        "",
        "Made by `python bench/levels.py`, from the matches in docs/arena.",
        "",
        "Ratings are openskill's (25 is the start; only differences within a game mean something), the time is processor time on one core",
        "for a decision with a choice. In New England one sits with two of the level below: a third would be even.",
        "",
    ]
    for name in names:
        steps = {upper: played(name, upper, lower, count, jobs) for upper, lower in pairwise(LADDER)}
        lines += [
            f"## {games.find(name).title}, {SEATS.get(name, 2)} players",
            "",
            "| level | rating | wins against the level below | 95 % | per decision |",
            "|---|---|---|---|---|",
        ]
        for one in rated(name):
            wins = interval = "–"
            if one.bot in steps:
                duel = next(row for row in standings(*steps[one.bot]) if row.bot == one.bot)
                wins, interval = (
                    (f"{duel.rate:.0%} of {duel.games}", f"{duel.low:.0%} – {duel.high:.0%}") if duel.games else ("not played", "–")
                )
            rating = f"{one.rating:.1f} ± {one.doubt:.1f}" if one.games else "–"
            time = f"{one.seconds * 1000:.1f} ms" if one.games else "–"
            lines.append(f"| {CALLED.get(one.bot, one.bot)} | {rating} | {wins} | {interval} | {time} |")
        lines.append("")
    lines += [
        "## Without a server",
        "",
        "In the browser alone `hard` makes 400 to 800 simulations in two seconds, `expert` 1,200 to 2,400 in six, on a machine that does",
        "nothing else. The bot `search` makes 400, `search-1200` as many; against `medium`:",
        "",
        "| game | players | bot | wins | 95 % |",
        "|---|---|---|---|---|",
    ]
    for name, bot in product(names, ("search", "search-1200")):
        duel = next(row for row in standings(*played(name, bot, "greedy", 0, jobs)) if row.bot == bot)
        won = f"{duel.rate:.0%} of {duel.games} | {duel.low:.0%} – {duel.high:.0%}" if duel.games else "not played | –"
        lines.append(f"| {games.find(name).title} | {SEATS.get(name, 2)} | {bot} | {won} |")
    lines += [
        "",
        "## Characters",
        "",
        f"Each against `hard`, two players, the luck paired; both with {SIMULATIONS} simulations for a decision.",
        "The first line of a game is `hard` against itself. Together: the points of both, ± 95 %; the spread is a standard deviation.",
        "",
        *characters(),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=60)
    reader.add_argument("--jobs", type=int, default=1)
    given = reader.parse_args()
    (DOCS / "levels.md").write_text(page(games.names(), given.games, given.jobs), encoding="utf-8")


if __name__ == "__main__":
    main()
