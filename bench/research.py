"""How quick the research interfaces are, as ratios within one run, on one core, by processor time.

PettingZoo: ours against PettingZoo's own go_v5 (9 x 9), each as its `env()` makes it; `last` and `step` count, choosing an action does not.
Gymnasium: many matches in one call against one match, and against Gymnasium's own vector of such; the same opponents, random actions.

.venv/bin/pip install -c constraints.txt -e '.[bench]' && .venv/bin/python bench/research.py [seconds a measurement]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np

from newfound import games
from newfound.research import pettingzoo
from newfound.research.gymnasium import Environment

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
ROUNDS = 5
MANY = 16  # few enough for the caches of a processor, and enough to spread what a call costs
Some = Callable[[], tuple[int, float]]  # makes some steps: how many, in how many seconds of the processor


def agents(env: Any) -> Some:
    """Some steps of an AEC environment, chosen from the mask of the observation; matches one after the other."""
    chance, clock = Random(1), time.process_time
    env.reset(seed=1)

    def some() -> tuple[int, float]:
        spent = 0.0
        for count in range(100):
            began = clock()
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                return count, spent + clock() - began
            spent += clock() - began
            legal = np.flatnonzero(seen["action_mask"].view(np.bool_))
            action = int(legal[int(chance.random() * len(legal))])
            began = clock()
            env.step(action)
            spent += clock() - began
        return 100, spent

    return some


def alone(env: Any) -> Some:
    """One match after the other."""
    chance = Random(1)
    env.reset(seed=1)
    playing = env.unwrapped.playing

    def some() -> tuple[int, float]:
        began = time.process_time()
        for _ in range(100):
            legal = playing.legal
            if env.step(legal[int(chance.random() * len(legal))])[2]:
                env.reset()
        return 100, time.process_time() - began

    return some


def together(env: Any) -> Some:
    """Ours: it picks legal actions itself."""
    env.reset(seed=1)

    def some() -> tuple[int, float]:
        began = time.process_time()
        for _ in range(10):
            env.step(env.sample())
        return 10 * int(env.num_envs), time.process_time() - began

    return some


def side_by_side(env: Any) -> Some:
    """Gymnasium's own vector of single environments."""
    chance = Random(1)
    env.reset(seed=1)
    tables = [one.unwrapped.playing for one in env.envs]

    def some() -> tuple[int, float]:
        began = time.process_time()
        for _ in range(10):
            env.step([table.legal[int(chance.random() * len(table.legal))] if not table.is_over else 0 for table in tables])
        return 10 * int(env.num_envs), time.process_time() - began

    return some


def rates(runs: dict[str, Some]) -> dict[str, float]:
    """Steps per second of processor time: rounds of each by turns, medians."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, some in runs.items():
            steps, spent = 0, 0.0
            while spent < SECONDS / ROUNDS:
                more, seconds = some()
                steps += more
                spent += seconds
            found[name].append(steps / spent)
    return {name: statistics.median(each) for name, each in found.items()}


def zoo() -> None:
    try:
        from pettingzoo.classic import go_v5
    except ImportError:
        print("PettingZoo's games are not installed: pip install 'newfound[bench]'")
        return
    names = [f"{game.replace('-', '_')}_v0" for game in games.names()]
    runs = {"go_v5 9x9": agents(go_v5.env(board_size=9))}
    for name in names:
        runs[name] = agents(getattr(pettingzoo, name).env())
        runs[name + " uint8"] = agents(getattr(pettingzoo, name).env(dtype="uint8"))
    found = rates(runs)
    go = found["go_v5 9x9"]
    print(f"\n{'PettingZoo, 2 seats':<28}{'steps/s':>10}{'to go':>8}")
    for name, rate in found.items():
        print(f"{name:<28}{rate:>10,.0f}{rate / go:>8.1f}")


def many() -> None:
    print(f"\n{'Gymnasium, 2 seats':<34}{'one':>10}{f'sync {MANY}':>10}{f'ours {MANY}':>10}{'to one':>8}{'to sync':>8}")
    for game in games.names():
        known = f"Newfound/{game.title().replace('-', '')}-v0"
        for opponents in ("random", "greedy"):
            for dtype in ("float32", "uint8"):
                given: dict[str, Any] = {"opponents": opponents, "dtype": dtype}
                found = rates(
                    {
                        "one": alone(gymnasium.make(known, **given)),
                        "sync": side_by_side(gymnasium.vector.SyncVectorEnv([lambda: Environment(game, **given)] * MANY)),  # noqa: B023
                        "ours": together(gymnasium.make_vec(known, num_envs=MANY, **given)),
                    }
                )
                one, sync, ours = found["one"], found["sync"], found["ours"]
                label = f"{game}, {opponents}, {dtype}"
                print(f"{label:<34}{one:>10,.0f}{sync:>10,.0f}{ours:>10,.0f}{ours / one:>8.1f}{ours / sync:>8.1f}")


if __name__ == "__main__":
    zoo()
    many()
