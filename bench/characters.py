"""The characters against the search that they are made of, both with as many simulations: how they do, and what their matches look like.

    python bench/characters.py                  plays what is missing of 100 lucks for each, from both seats
    python bench/characters.py --lucks 0        the table from what has been played; bench/levels.py puts it into docs/levels.md

The matches are kept in docs/arena/characters.jsonl. A run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from newfound import bots, games
from newfound.bots._levels import TASTES
from newfound.bots._tree import Taste
from newfound.bots.search import Searching
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, guesses

FILE = Path(__file__).parent.parent / "docs" / "arena" / "characters.jsonl"
SIMULATIONS = 100
PLAIN = "hard"  # what it is called in the table: the same search without a taste

Key = tuple[str, str, int, int]  # game, character, luck, seat


def play(key: Key) -> list[int]:
    """What the character and the other one have at the end."""
    name, character, luck, seat = key
    game = games.find(name)
    taste = TASTES.get(character, Taste())
    players: list[bots.Bot] = [Searching(game, SIMULATIONS, taste=taste if at == seat else None) for at in range(2)]
    state, dice = game.start(game.setup(2)), Dice(luck)
    while (turn := game.turn(state)) != OVER:
        if turn == CHANCE:
            game.apply(state, game.draw(state, dice))
        else:
            game.apply(state, players[turn].choose(guesses(game, state, turn, dice), dice))
    points = [score.total for score in game.scores(state)]
    return [points[seat], points[1 - seat]]


def played() -> dict[Key, list[int]]:
    rows: list[Any] = [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.exists() else []
    return {(row[0], row[1], row[2], row[3]): row[4] for row in rows}


def table() -> list[str]:
    """As docs/levels.md has it."""
    found = played()
    lines = ["| game | | matches | won | own points | the other's | together | spread of the lead |", "|---|---|---|---|---|---|---|---|"]
    for name in games.names():
        for character in (PLAIN, *TASTES):
            rows = [points for key, points in found.items() if key[:2] == (name, character)]
            if len(rows) < 2:
                continue
            leads = [own - other for own, other in rows]
            won = fmean(1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in leads)
            doubt = 1.96 * (won * (1 - won) / len(rows)) ** 0.5
            own, other = fmean(own for own, _ in rows), fmean(other for _, other in rows)
            lines.append(
                f"| {games.find(name).title} | {character} | {len(rows)} | {won:.0%} ± {doubt:.0%} | {own:.1f} | {other:.1f} "
                f"| {own + other:.1f} ± {1.96 * stdev(map(sum, rows)) / len(rows) ** 0.5:.1f} | {stdev(leads):.1f} |"
            )
    return lines


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--lucks", type=int, default=100)
    reader.add_argument("--jobs", type=int, default=1)
    given = reader.parse_args()
    done = played()
    # one luck of everything after the other, so that a run that is stopped has as much of each
    keys = [(name, one, luck, seat) for luck in range(given.lucks) for name in games.names() for one in (PLAIN, *TASTES) for seat in (0, 1)]
    missing = [key for key in keys if key not in done and (key[1] != PLAIN or key[3] == 0)]  # the same from both seats
    with ProcessPoolExecutor(given.jobs) as pool, FILE.open("a") as file:
        for key, points in zip(missing, pool.map(play, missing), strict=True):
            file.write(json.dumps([*key, points]) + "\n")
            file.flush()
    print("\n".join(table()))


if __name__ == "__main__":
    main()
