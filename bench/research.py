"""How quick the research interfaces are, as ratios within one run, on one core, by processor time.

PettingZoo: ours against PettingZoo's own go_v5 (9 x 9), each as its `env()` makes it; `last` and `step` count, choosing an action does not.
Gymnasium: many matches in one call against one match, and against Gymnasium's own vector of such; the same opponents, random actions.
Others: random play. Driven from Python, one match after the other, beside OpenSpiel's games. In compiled loops, where no Python is between
two decisions, beside pgx's games on this processor: all its threads count. Many at once with what is seen of them, made for learning: the
decisions of the other seat, which ours plays in the same call, do not count.

.venv/bin/pip install -c constraints.txt -e '.[bench]' && .venv/bin/python bench/research.py [seconds a measurement]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import gymnasium
import numpy as np

from newfound import games
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER
from newfound.research import pettingzoo
from newfound.research.gymnasium import Environment, VectorEnvironment

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


def driven(game: Any) -> Some:
    """Ours from Python, a decision at a time."""
    dice = Dice(1)
    setup = game.setup(min(game.seats))

    def some() -> tuple[int, float]:
        began, decisions = time.process_time(), 0
        state = game.start(setup)
        while (turn := game.turn(state)) != OVER:
            if turn == CHANCE:
                game.apply(state, game.draw(state, dice))
            else:
                legal = game.actions(state)
                game.apply(state, legal[dice.below(len(legal))])
                decisions += 1
        return decisions, time.process_time() - began

    return some


def spiel(name: str) -> Some:
    """OpenSpiel's in the same way."""
    chance, game = Random(1), import_module("pyspiel").load_game(name)

    def some() -> tuple[int, float]:
        began, decisions = time.process_time(), 0
        state = game.new_initial_state()
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
        return decisions, time.process_time() - began

    return some


def inside(game: Any) -> Some:
    """Ours, whole matches inside the kernel; so many decisions each as they have on average when driven."""
    dice, setup, one = Dice(1), game.setup(min(game.seats)), driven(game)
    decisions = statistics.mean(one()[0] for _ in range(50))

    def some() -> tuple[int, float]:
        began = time.process_time()
        for _ in range(10):
            game.playout(game.start(setup), dice)
        return round(10 * decisions), time.process_time() - began

    return some


def in_jax(name: str, count: int) -> Some:
    """pgx's, so many matches at once, some steps in one compiled call; a match that is over begins anew."""
    jax: Any = import_module("jax")
    env = import_module("pgx").make(name)
    step = jax.vmap(import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init))
    length = max(8, 2048 // count)

    def on(kept: Any, _: Any) -> Any:
        state, key = kept
        key, choosing, luck = jax.random.split(key, 3)
        action = jax.random.categorical(choosing, jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32)), axis=-1)
        return (step(state, action, jax.random.split(luck, count)), key), None

    run = jax.jit(lambda kept: jax.lax.scan(on, kept, None, length=length)[0])
    kept = (jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), count)), jax.random.PRNGKey(2))
    kept = jax.block_until_ready(run(kept))

    def some() -> tuple[int, float]:
        nonlocal kept
        began = time.process_time()
        kept = jax.block_until_ready(run(kept))
        return count * length, time.process_time() - began

    return some


def others() -> None:
    ours = [games.find(name) for name in games.names()]
    runs = {f"driven: {game.title}": driven(game) for game in ours}
    if find_spec("pyspiel"):
        runs |= {f"driven: OpenSpiel {name}": spiel(name) for name in ("go(board_size=9)", "backgammon")}
    runs |= {f"compiled: {game.title}": inside(game) for game in ours}
    runs |= {f"seen: {game.title}, {MANY}": together(VectorEnvironment(game.name, num_envs=MANY, dtype="uint8")) for game in ours}
    if find_spec("pgx"):
        runs |= {f"both: pgx {name}, {count}": in_jax(name, count) for name in ("go_9x9", "backgammon") for count in (MANY, 1024)}
    print(f"\n{'others, random play, 2 seats':<38}{'decisions/s':>12}")
    for name, rate in rates(runs).items():
        print(f"{name:<38}{rate:>12,.0f}")


if __name__ == "__main__":
    zoo()
    many()
    others()
