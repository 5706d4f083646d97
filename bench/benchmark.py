"""docs/benchmark.md: what agents that everybody has reach on the tasks of newfound.research.tasks.

    .venv/bin/pip install -c constraints.txt -e '.[learn,openspiel]' && .venv/bin/python bench/benchmark.py

Some twenty minutes of one core; two runs with other --tasks may go side by side. What has been measured is kept in
docs/benchmark.jsonl, so a run that was stopped goes on; delete the file to begin
anew. --times 10 gives each agent ten times the matches, and learners ten times the decisions (into another --folder).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from newfound import bots, games
from newfound.research.gymnasium import Environment
from newfound.research.tasks import Agent, Outcome, Task, tasks

DOCS = Path(__file__).parent.parent / "docs"
SIMULATIONS = 16  # of IS-MCTS, for each decision
TABLES = 8  # at which a learner plays at once
HEAD = """# A benchmark for agents

Tasks that are the same for everybody, and what agents that everybody has reach on them. Made by `python bench/benchmark.py` from what it \
measured, kept match by match in `docs/benchmark.jsonl`; it takes some twenty minutes of one core, with all tasks.

A task is a game, how many play, who sits on the other seats, and from how many of its own decisions an agent may learn: {budget:,}, \
some seventy matches, about what somebody has played who likes a game. Who learns from more says so. All agents are measured on the same \
matches (the same seeds, each seat by turns), with as many of them as their time allows. \
A task that has no table here has not been measured yet: `tasks()` has all.

```python
from newfound.research.tasks import tasks

task = tasks()[0]
env = task.environment(reward="win")  # a Gymnasium environment to learn on
outcome = task.measure(lambda env: env.playing.legal[0], matches=4)  # your agent: one of the legal actions
print(task.name, outcome.wins, outcome.margin)
```

`wins` is the share of first places (a shared one counts its share) with Wilson's 95 % interval, `margin` the points ahead of the best of \
the others with the same from the normal distribution. An agent gets the environment: `env.playing.observation(env.own)` is the tensor, \
`env.action_masks()` says what is legal. A bot that searches may ask `env.playing.choice(bot)`, which hands it guesses and never the state.

| agent | what it is | learns from |
|---|---|---|
| random | any legal action | nothing |
| greedy | the level *medium*: one action ahead, by [the game's evaluation](bots.md) | nothing (its weights were fitted, by ourselves) |
| hard | the level *hard*: tree search over guesses, some 0.2 s for a decision | nothing |
| IS-MCTS | [OpenSpiel's](openspiel.md), `open_spiel.python.algorithms.ismcts`, {simulations} simulations for a decision, \
one random playout for each | nothing |
| PPO | maskable PPO of sb3-contrib, a layer of 64, reward by margin, the settings in bench/benchmark.py | {budget:,} decisions |

"""


def random(task: Task, _: int) -> Agent:
    return bot(task, "random")


def greedy(task: Task, _: int) -> Agent:
    return bot(task, "greedy")


def hard(task: Task, _: int) -> Agent:
    return bot(task, "hard")


def bot(task: Task, name: str) -> Agent:
    made = bots.make(name, games.find(task.game))
    return lambda env: env.playing.choice(made)


def searching(task: Task, _: int) -> Agent:
    """OpenSpiel's search for imperfect information, with our playouts as its own would be."""
    spiel: Any = import_module("newfound.research.openspiel")
    ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")
    numpy: Any = import_module("numpy")
    game = import_module("pyspiel").load_game(f"{spiel.name_of(games.find(task.game))}(seats={task.seats})")
    search = ismcts.ISMCTSBot(game, spiel.Playouts(seed=1), 20.0, SIMULATIONS, random_state=numpy.random.RandomState(1))

    def choose(env: Environment) -> int:
        legal = env.playing.legal
        return legal[0] if len(legal) == 1 else int(search.step(game.at(env.playing.state)))

    return choose


def learning(task: Task, budget: int) -> Agent:
    torch: Any = import_module("torch")
    vectors: Any = import_module("stable_baselines3.common.vec_env")
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)  # quicker, where there are many actions
    tables = vectors.VecNormalize(vectors.DummyVecEnv([task.environment] * TABLES), norm_obs=False, gamma=0.999)
    model = import_module("sb3_contrib").MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=64,
        batch_size=64,
        n_epochs=3,
        gamma=0.999,
        seed=1,
        device="cpu",
        policy_kwargs={"net_arch": [64]},
    )
    model.learn(budget)
    return lambda env: int(model.predict(env.playing.observation(env.own), action_masks=env.action_masks(), deterministic=True)[0])


AGENTS: dict[str, tuple[Callable[[Task, int], Agent], int]] = {  # and how many matches they are measured on
    "random": (random, 200),
    "greedy": (greedy, 200),
    "hard": (hard, 6),
    "IS-MCTS": (searching, 10),
    "PPO": (learning, 100),
}


def measured(task: Task, name: str, times: float) -> dict[str, Any]:
    make, matches = AGENTS[name]
    began = time.process_time()
    agent = make(task, round(task.budget * times))
    learnt = time.process_time()
    outcome = task.measure(agent, max(2, round(matches * times)))
    return {
        "task": task.name,
        "agent": name,
        "times": times,
        "learning_seconds": round(learnt - began, 1),
        "measuring_seconds": round(time.process_time() - learnt, 1),
        "shares": [round(share, 3) for share in outcome.shares],
        "margins": list(outcome.margins),
    }


def page(found: dict[tuple[str, str], dict[str, Any]]) -> str:
    lines = [HEAD.format(budget=tasks()[0].budget, simulations=SIMULATIONS).rstrip(), ""]
    for task in tasks():
        rows = [(name, found[task.name, name]) for name in AGENTS if (task.name, name) in found]
        if not rows:
            continue
        title = f"## {games.find(task.game).title}, {task.seats} players, against {task.opponents}"
        lines += [title, "", f"`{task.name}`", "", "| agent | wins | 95 % | margin | matches |", "|---|---:|---:|---:|---:|"]
        for name, row in rows:
            outcome = Outcome(tuple(row["shares"]), tuple(row["margins"]))
            (rate, low, high), (mean, half) = outcome.wins, outcome.margin
            lines.append(f"| {name} | {rate:.0%} | {low:.0%} – {high:.0%} | {mean:+.1f} ± {half:.1f} | {len(row['shares'])} |")
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--agents", default=",".join(AGENTS), help="some of them, with commas between; none writes the page alone")
    reader.add_argument("--tasks", default="", help="those with this in their name")
    reader.add_argument("--times", type=float, default=1.0)
    reader.add_argument("--folder", type=Path, default=DOCS)
    given = reader.parse_args()
    kept = given.folder / "benchmark.jsonl"
    rows = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()] if kept.exists() else []
    found = {(row["task"], row["agent"]): row for row in rows}
    for name in filter(None, given.agents.split(",")):
        for task in tasks():
            if given.tasks in task.name and (task.name, name) not in found:
                row = found[task.name, name] = measured(task, name, given.times)
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
                print(f"{task.name}: {name}, {row['learning_seconds'] + row['measuring_seconds']:.0f} s", flush=True)
    (given.folder / "benchmark.md").write_text(page(found), encoding="utf-8")


if __name__ == "__main__":
    main()
