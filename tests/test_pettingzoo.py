"""PettingZoo's own conformance tests on every game, several seat counts and options."""

from __future__ import annotations

import pickle
import warnings
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from pettingzoo import make
from pettingzoo.test import api_test, render_test, seed_test

from newfound import games
from newfound.core.dice import Dice
from newfound.core.problem import BadSetup
from newfound.games._template import GAME
from newfound.research import pettingzoo
from newfound.research.playing import rewards
from newfound.research.problems import BadUse

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("new_haven_v0", {}),
    ("new_haven_v0", {"seats": 3, "side": "B", "redevelop": True, "reward": "win"}),
    ("new_haven_v0", {"seats": 4, "careful": True, "charters": True, "first": "drawn", "dtype": "uint8"}),
    ("new_england_v0", {}),
    ("new_england_v0", {"seats": 3, "first_game": True, "reward": "win"}),
    ("new_england_v0", {"seats": 4, "start_contact": "corners", "pawn": "left", "dtype": "uint8"}),
    ("new_world_v0", {}),
    ("new_world_v0", {"seats": 3, "coast_counts": False, "reward": "win"}),
    ("new_world_v0", {"seats": 5, "dtype": "uint8"}),
]
each_setup = pytest.mark.parametrize(
    ("name", "arguments"), SETUPS, ids=[f"{name}-{arguments.get('seats', 2)}" for name, arguments in SETUPS]
)
each_name = pytest.mark.parametrize("name", [f"{game.replace('-', '_')}_v0" for game in games.names() if games.find(game).tensor])


def run(env: Any, seed: int, steps: int = 10_000) -> list[float]:
    """Random play; the rewards of all agents, or none if it was stopped before."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    last: dict[str, float] = {}
    for _, agent in zip(range(steps), env.agent_iter(), strict=False):
        seen, reward, over, cut, _ = env.last()
        last[agent] = reward
        env.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return [last[agent] for agent in env.possible_agents] if not env.agents else []


@each_setup
def test_api_test(name: str, arguments: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")  # it is a dict with a mask, as in PettingZoo's own games
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(import_module(f"newfound.research.pettingzoo.{name}").env(**arguments), num_cycles=60)


@each_setup
def test_seed_test(name: str, arguments: dict[str, Any]) -> None:
    seed_test(lambda: getattr(pettingzoo, name).env(**arguments), num_cycles=60)


@each_name
def test_every_match_ends_by_the_rules(name: str) -> None:
    """In place of `max_cycles_test`, which is for parallel environments that are cut off: nothing is cut off here."""
    for seed in range(3):
        env = getattr(pettingzoo, name).env(seats=2)
        rewards = run(env, seed)
        assert len(rewards) == 2
        assert sum(rewards) == 0
        assert not any(env.unwrapped.truncations.values())


@each_name
def test_render_test(name: str) -> None:
    render_test(lambda render_mode: getattr(pettingzoo, name).env(render_mode=render_mode))


@each_name
def test_the_drawing_in_letters(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = getattr(pettingzoo, name).env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render().strip()
    shown = getattr(pettingzoo, name).env(render_mode="human")
    shown.reset(seed=1)
    assert shown.render() is None
    assert env.render() in capsys.readouterr().out


@each_setup
def test_an_observation_is_what_the_agent_may_know(name: str, arguments: dict[str, Any]) -> None:
    env = getattr(pettingzoo, name).raw_env(**arguments)
    env.reset(seed=3)
    playing, rng = env.playing, np.random.default_rng(1)
    for _ in range(60):
        for agent in env.agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            mine = agent == env.agent_selection
            assert np.flatnonzero(seen["action_mask"]).tolist() == (playing.game.actions(playing.state) if mine else [])
        true = playing.state
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)["observation"]
            playing.state = playing.game.redeal(true, seat, playing.dice)
            assert np.array_equal(env.observe(agent)["observation"], seen)
            playing.state = true
        env.step(int(rng.choice(playing.legal)))


@each_name
def test_rewards_are_the_margin_or_the_win(name: str) -> None:
    env = getattr(pettingzoo, name).env(seats=3)
    margins = run(env, 4)
    totals = [score.total for score in env.unwrapped.playing.game.scores(env.unwrapped.playing.state)]
    assert margins == [own - max(totals[:seat] + totals[seat + 1 :]) for seat, own in enumerate(totals)]
    env = getattr(pettingzoo, name).env(seats=3, reward="win")
    won = run(env, 4)
    places = env.unwrapped.playing.game.ranking(env.unwrapped.playing.state)
    assert won == [(1.0 if places.count(1) == 1 else 0.0) if place == 1 else -1.0 for place in places]


def test_a_shared_win_is_worth_less_than_a_win_and_more_than_a_loss() -> None:
    state = GAME.start(GAME.setup(3))
    GAME.playout(state, Dice(1))
    over = GAME.dump(state) | {"lines": [0, 0, 0], "tossed": [0, 0, 0]}
    shared, alone = (GAME.load(over | {"beside": points}) for points in ([4, 1, 4], [3, 1, 4]))
    assert rewards(GAME, shared, "win") == [0.0, -1.0, 0.0]
    assert rewards(GAME, alone, "win") == [-1.0, -1.0, 1.0]
    assert rewards(GAME, shared, "margin") == [0.0, -3.0, 0.0]
    assert rewards(GAME, alone, "margin") == [-1.0, -3.0, 1.0]


def test_an_illegal_action_ends_the_match_for_who_made_it() -> None:
    env = getattr(pettingzoo, "new_haven_v0").env(reward="win")  # noqa: B009
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert env.terminations[agent]
    assert env.rewards[agent] == -1.0


def test_the_raw_environment_refuses_an_illegal_action() -> None:
    env = pettingzoo.Environment("new-world")
    env.reset(seed=1)
    with pytest.raises(BadUse, match="Action 0 is not legal now"):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"seats": 7}, BadSetup, "New Haven is for 2 to 4 players, not 7"),
        ({"colour": "red"}, BadSetup, "New Haven has no option “colour”"),
        ({"side": "C"}, BadSetup, "“side” cannot be “C”. It can be: A, B"),
        ({"side": "B", "careful": True}, BadSetup, "side A"),
        ({"reward": "gold"}, BadUse, "“reward” cannot be “gold”. It can be: margin, win"),
        ({"dtype": "float16"}, BadUse, "“dtype” cannot be “float16”"),
        ({"render_mode": "video"}, BadUse, "“render_mode” cannot be “video”"),
    ],
)
def test_bad_arguments_are_refused_with_a_sentence(arguments: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        pettingzoo.Environment("new-haven", **arguments)


def test_there_is_no_such_environment() -> None:
    with pytest.raises(AttributeError, match=r"There are: .*new_england_v0, .*new_world_v0"):
        _ = pettingzoo.new_york_v0


def test_made_by_the_registry_and_pickled() -> None:
    env: Any = make("aec", "newfound/new_england_v0", seats=3)
    assert len(env.possible_agents) == 3
    again = pickle.loads(pickle.dumps(env.unwrapped))
    again.reset(seed=1)
    env.reset(seed=1)
    assert again.agent_selection == env.agent_selection
