"""How fast the bots search: simulations per second on one core, in the middle of each game, and OpenSpiel's C++ MCTS on go 9x9 beside them.

python bench/search.py                                    with the extra `bench` installed the last line has OpenSpiel
NEWFOUND_PURE=1 python bench/search.py --answers 4        how long `hard` and `expert` take at most where there is most to choose from
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from newfound import bots, games
from newfound.bots.search import Searching
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, Game, guesses

SIMULATIONS = 3000
TILES = 24  # laid in New World; in the other games so many decisions made
SEATS = {"new-england": 3}


def position(game: Game[Any], decisions: int) -> Any:
    """A match between greedy players after so many decisions."""
    dice, player = Dice(1), bots.make("greedy", game)
    state = game.start(game.setup(SEATS.get(game.name, 2)))
    while decisions or game.turn(state) == CHANCE or len(game.actions(state)) < 2:
        if game.turn(state) == CHANCE:
            game.apply(state, game.draw(state, dice))
            continue
        decisions -= decisions > 0
        game.apply(state, player.choose(lambda: game.copy(state), dice))
    return state


def laid(game: Game[Any], tiles: int) -> Any:
    """The first position of New World with so many tiles on the table."""
    decisions = tiles
    while sum(1 for _ in game.observe(position(game, decisions), 0)["tiles"]) < tiles:
        decisions += 1
    return position(game, decisions)


def rate(game: Game[Any], state: Any) -> float:
    dice, seat = Dice(2), game.turn(state)
    bot = Searching(game, SIMULATIONS)
    began = time.process_time()
    bot.think(guesses(game, state, seat, dice), dice, state)
    return SIMULATIONS / (time.process_time() - began)


def hardest(game: Game[Any], count: int) -> list[Any]:
    """The decisions of a match between greedy players with the most actions."""
    dice, player = Dice(1), bots.make("greedy", game)
    state = game.start(game.setup(SEATS.get(game.name, 2)))
    found: list[tuple[int, int, Any]] = []
    while (turn := game.turn(state)) != OVER:
        if turn == CHANCE:
            game.apply(state, game.draw(state, dice))
            continue
        found.append((len(game.actions(state)), len(found), game.copy(state)))
        game.apply(state, player.choose(lambda: game.copy(state), dice))
    return [state for _, _, state in sorted(found, reverse=True)[:count]]


def answers(game: Game[Any], count: int) -> str:
    """By the clock, the longest of so many, and the share of its simulations that a level came to in the worst case."""
    said = []
    for level in ("hard", "expert"):
        longest, least = 0.0, 1.0
        for state in hardest(game, count):
            bot = bots.make(level, game)
            began = time.perf_counter()
            bot.choose(guesses(game, state, game.turn(state), Dice(2)), Dice(3))
            longest, least = max(longest, time.perf_counter() - began), min(least, bots.seen(bot))
        said.append(f"{level} {longest:.2f} s, {least:.0%} of its simulations")
    return "; ".join(said)


def openspiel() -> float | None:
    """Simulations per second of OpenSpiel's own bot in C++, one random playout each, from an empty board."""
    try:
        import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        return None
    go: Any = pyspiel.load_game("go(board_size=9)")
    evaluator: Any = pyspiel.RandomRolloutEvaluator(1, 1)
    bot: Any = pyspiel.MCTSBot(go, evaluator, 2.0, SIMULATIONS, 1000, False, 1, False)
    state = go.new_initial_state()
    began = time.process_time()
    bot.step(state)
    return SIMULATIONS / (time.process_time() - began)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--answers", type=int, default=0)
    count = reader.parse_args().answers
    if count:
        for name in games.names():
            print(f"{name:<14}{answers(games.find(name), count)}", flush=True)
        return
    for name in games.names():
        game = games.find(name)
        state = laid(game, TILES) if name == "new-world" else position(game, 2 * TILES)
        print(f"{name:<14}{rate(game, state):>10,.0f} simulations/s")
    if (found := openspiel()) is not None:
        print(f"{'OpenSpiel go':<14}{found:>10,.0f} simulations/s")


if __name__ == "__main__":
    main()
