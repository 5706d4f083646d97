"""The tasks of the benchmark: the same matches for everybody, and what an agent is told and counted for."""

from __future__ import annotations

import math

import pytest

from newfound import bots, games
from newfound.research.gymnasium import Environment
from newfound.research.standings import share
from newfound.research.tasks import Agent, Outcome, Task, tasks

TASKS = tasks()


def of(task: Task, name: str) -> Agent:
    made = bots.make(name, games.find(task.game))
    return lambda env: env.playing.choice(made)


def test_every_game_with_a_tensor_has_a_task_against_each_opponent() -> None:
    wanted = {(name, opponents) for name in games.names() if games.find(name).tensor for opponents in ("random", "greedy")}
    assert {(task.game, task.opponents) for task in TASKS} == wanted
    assert len({task.name for task in TASKS}) == len(TASKS)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_the_same_agent_meets_the_same_matches(task: Task) -> None:
    assert task.measure(of(task, "random"), matches=4) == task.measure(of(task, "random"), matches=4)


def test_a_better_agent_is_measured_better() -> None:
    for task in TASKS:
        if task.opponents == "random":
            assert task.measure(of(task, "greedy"), matches=4).margin[0] > task.measure(of(task, "random"), matches=4).margin[0] + 5


def test_the_learner_sits_in_each_seat_by_turns() -> None:
    seats: list[int] = []

    def agent(env: Environment) -> int:
        if not seats or seats[-1] != env.own:
            seats.append(env.own)
        return env.playing.legal[0]

    Task("new-world", 3, "random").measure(agent, matches=4)
    assert seats == [0, 1, 2, 0]


def test_a_shared_win_counts_its_share() -> None:
    assert [share([1, 3, 1], seat) for seat in range(3)] == [0.5, 0.0, 0.5]
    assert share([2, 1], 1) == 1.0


def test_what_is_not_legal_loses() -> None:
    outcome = TASKS[0].measure(lambda _: -1, matches=2)
    assert outcome == Outcome((0.0, 0.0), (-100.0, -100.0))


def test_the_figures_have_their_intervals() -> None:
    outcome = Outcome((1.0, 1.0, 0.5, 0.0), (3.0, 1.0, 0.0, -4.0))
    rate, low, high = outcome.wins
    assert rate == 0.625
    assert 0 < low < rate < high < 1
    mean, half = outcome.margin
    assert mean == 0
    assert math.isclose(half, 1.959964 * math.sqrt(26 / 3) / 2)
    assert Outcome((1.0,), (3.0,)).margin[1] == math.inf
