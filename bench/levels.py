"""The table of levels in docs/levels.md: every level's rating in each game and its time for a decision.

    python bench/levels.py                                  all levels, slow: `expert` thinks two seconds for each decision
    python bench/levels.py --bots medium,greedy,easy,random --games 72

Results are kept under docs/arena/, so a run that was stopped goes on; another run adds matches to the same table.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from newfound import games
from newfound.research.arena import Book, Plan, check, play
from newfound.research.standings import Standing, standings
from newfound.research.workers import results

DOCS = Path(__file__).parent.parent / "docs"
SEATS = {"new-england": 3}


def table(name: str, bots: tuple[str, ...], count: int, jobs: int) -> list[Standing]:
    plan = Plan(name, SEATS.get(name, 2), bots)
    check(plan)
    book = Book(DOCS / "arena" / f"{name}-levels-{len(bots)}" / "results.jsonl", plan)
    for result in results(play, plan, book.missing(count), jobs):
        book.add(result)
    return standings(plan, book.in_order(count))


def page(found: dict[str, list[Standing]], command: str) -> str:
    lines = [
        "# The levels, measured",
        "",
        f"Made by `{command}`.",
        "",
        "Ratings are openskill's (25 is the start; only differences within a game mean something), the win rate is that against all the",
        "others in the table, the time is processor time on one core for a decision with a choice.",
        "",
    ]
    for name, rows in found.items():
        lines += [
            f"## {games.find(name).title}, {SEATS.get(name, 2)} players",
            "",
            "| level | rating | win rate | 95 % | score | per decision |",
        ]
        lines += ["|---|---|---|---|---|---|"]
        for one in sorted(rows, key=lambda one: -one.rating):
            score = sum(one.scores) / max(1, len(one.scores))
            rating = f"{one.rating:.1f} ± {one.doubt:.1f}"
            interval = f"{one.low:.0%} – {one.high:.0%}"
            lines.append(
                f"| {one.bot} | {rating} | {one.rate:.0%} of {one.games} | {interval} | {score:.1f} | {one.seconds * 1000:.1f} ms |"
            )
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--bots", default="expert,hard,medium,greedy,easy,random")
    reader.add_argument("--games", type=int, default=180)
    reader.add_argument("--jobs", type=int, default=1)
    given = reader.parse_args()
    bots = tuple(given.bots.split(","))
    found = {name: table(name, bots, given.games, given.jobs) for name in games.names()}
    command = f"python bench/levels.py --bots {given.bots} --games {given.games}"
    (DOCS / "levels.md").write_text(page(found, command), encoding="utf-8")


if __name__ == "__main__":
    main()
