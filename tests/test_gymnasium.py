"""Gymnasium's own checks on every game, one match and many; and the many are the same matches as the one."""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from newfound import games
from newfound.core.problem import BadSetup
from newfound.research._many import ROOM, Floats, Page
from newfound.research.gymnasium import Environment, VectorEnvironment
from newfound.research.problems import BadUse
from newfound.research.tensors import encoding

IDS = {name: f"Newfound/{name.title().replace('-', '')}-v0" for name in games.names() if games.find(name).tensor}
each_game = pytest.mark.parametrize("name", IDS)
SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("new-haven", {}),
    ("new-haven", {"seats": 4, "side": "B", "opponents": ["greedy", "random", "easy"], "seat": None, "reward": "win"}),
    ("new-england", {"seats": 3, "first_game": True, "opponents": "greedy", "dtype": "uint8"}),
    ("new-world", {"seats": 5, "coast_counts": False, "seat": 4}),
]
MANY = 5


def any_legal(mask: Any, rng: np.random.Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(rng.choice(legal)) if len(legal) else 0


@pytest.mark.parametrize(("name", "arguments"), SETUPS)
def test_check_env(name: str, arguments: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*A Box observation space.*")
        env = gymnasium.make(IDS[name], **arguments)
        check_env(env.unwrapped, skip_render_check=find_spec("newfound.research.draw") is None)


def test_the_registered_ids() -> None:
    assert sorted(IDS.values()) == ["Newfound/NewEngland-v0", "Newfound/NewHaven-v0", "Newfound/NewWorld-v0"]
    for name, known in IDS.items():
        assert gymnasium.spec(known).kwargs == {"game": name}


@pytest.mark.parametrize(("name", "arguments"), SETUPS)
def test_a_match_against_bots_to_its_end(name: str, arguments: dict[str, Any]) -> None:
    env = Environment(name, **arguments)
    rng = np.random.default_rng(1)
    seen, info = env.reset(seed=5)
    total, over = 0.0, False
    while not over:
        assert env.observation_space.contains(seen)
        assert env.playing.turn == env.own
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        assert np.flatnonzero(info["action_mask"]).tolist() == env.playing.game.actions(env.playing.state)
        seen, reward, over, cut, info = env.step(any_legal(info["action_mask"], rng))
        assert not cut
        total += reward
    scores, places = info["scores"], info["places"]
    margin = scores[env.own] - max(points for seat, points in enumerate(scores) if seat != env.own)
    won = (1 if places.count(1) == 1 else 0) if places[env.own] == 1 else -1
    assert total == (won if arguments.get("reward") == "win" else margin)
    assert not info["action_mask"].any()
    with pytest.raises(BadUse, match="Call reset before anything else"):
        env.step(0)


def test_bots_sit_to_the_left_of_the_learner() -> None:
    env = Environment("new-haven", seats=3, seat=1, opponents=["greedy", "random"])
    env.reset(seed=1)
    assert [type(env._bot(seat)).__name__ for seat in (2, 0)] == ["Greedy", "Random"]


def test_another_seat_in_every_match() -> None:
    env = Environment("new-world", seats=4, seat=None)
    seats = set()
    for seed in range(30):
        env.reset(seed=seed)
        seats.add(env.own)
    assert seats == {0, 1, 2, 3}


@pytest.mark.parametrize("reward", ["margin", "win"])
def test_an_illegal_action_ends_the_match_and_is_worse_than_losing(reward: str) -> None:
    env = Environment("new-haven", reward=reward)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, given, over, _, info = env.step(wrong)
    assert over
    assert info["illegal"] == wrong
    many = VectorEnvironment("new-haven", num_envs=2, reward=reward)
    many.reset(seed=1)
    _, rewards, overs, _, _ = many.step([wrong, many.sample()[1]])
    assert rewards.tolist() == [given, 0.0]
    assert overs.tolist() == [True, False]
    assert given == {"margin": -100.0, "win": -1.0}[reward]


@pytest.mark.parametrize("arguments", [{}, {"dtype": "uint8"}, {"seats": 2, "opponents": "greedy"}, {"seat": None, "reward": "win"}])
@each_game
def test_the_many_conform_to_their_spaces_and_begin_anew(name: str, arguments: dict[str, Any]) -> None:
    env: Any = gymnasium.make_vec(IDS[name], num_envs=MANY, **arguments)
    assert isinstance(env, VectorEnvironment)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    seen, info = env.reset(seed=3)
    was_over, ended = np.zeros(MANY, bool), 0
    for _ in range(250):
        assert env.observation_space.contains(seen)
        assert info == {}
        masks = env.action_masks()
        for n in range(MANY):
            state = env.many.states[n]
            legal = [] if was_over[n] else env.playing.game.actions(state)
            assert np.flatnonzero(masks[n]).tolist() == legal
            expected = env.playing.encoding.encode(state, env.many.own[n])
            assert np.array_equal(seen[n], expected if env.playing.floats else env.playing.encoding.numbers(state, env.many.own[n]))
        kept = seen.copy()
        before = seen
        seen, rewards, over, cut, info = env.step(env.sample())
        assert np.array_equal(before, kept)  # what was handed out stays as it was
        assert (rewards.dtype, over.dtype, cut.dtype) == (np.float64, np.bool_, np.bool_)
        assert not cut.any()
        assert not (over & was_over).any()  # NEXT_STEP: the step after the end begins anew, and only that
        assert not rewards[was_over].any()
        was_over = over
        ended += int(over.sum())
    assert ended >= MANY


def test_where_more_has_changed_than_was_noted_all_floats_are_made_anew() -> None:
    game = games.find("new-world")
    made, state = encoding(game), game.start(game.setup(2))
    page = Page(made.size, 2, Floats(*made.divisors()))
    made.tensor.kernel.write(state, 0, page.sheet, made.size)
    page.sheet.changed[0] = ROOM + 1
    page.follow(1)
    data: Any = page.bits
    assert np.array_equal(np.frombuffer(data, np.float32)[made.size :], made.encode(state, 0))


def test_what_is_held_stays_as_it_is_and_memory_does_not_grow_with_it() -> None:
    env = VectorEnvironment("new-world", num_envs=2, dtype="uint8")
    held = [env.reset(seed=1)[0][0]]  # a part of it is enough
    copies = [held[0].copy()]
    for _ in range(40):
        held.append(env.step(env.sample())[0][0])
        copies.append(held[-1].copy())
    assert all(np.array_equal(one, other) for one, other in zip(held, copies, strict=True))
    assert len(env.pages) == 4
    used = {id(numbers) for numbers in env.pages}
    held.clear()
    for _ in range(40):
        env.step(env.sample())
    assert {id(numbers) for numbers in env.pages} == used


@each_game
def test_the_many_play_the_same_matches_as_the_one(name: str) -> None:
    """Against greedy bots, from the same seeds and with the same actions: views, masks, rewards and ends, step by step."""
    many = VectorEnvironment(name, num_envs=3, opponents="greedy")
    ones = [Environment(name, opponents="greedy") for _ in range(3)]
    seen, _ = many.reset(seed=11)
    firsts = [one.reset(seed=11 + n)[0] for n, one in enumerate(ones)]
    assert np.array_equal(seen, np.stack(firsts))
    running = [True] * 3
    while any(running):
        actions = many.sample()
        assert [np.array_equal(many.action_masks()[n], one.action_masks()) for n, one in enumerate(ones) if running[n]].count(False) == 0
        seen, rewards, over, _, _ = many.step(actions)
        for n, one in enumerate(ones):
            if running[n]:
                alone, reward, ended, _, _ = one.step(actions[n])
                assert np.array_equal(alone, seen[n])
                assert (reward, ended) == (rewards[n], over[n])
                running[n] = not ended


def test_the_many_are_rewarded_for_their_own_seat() -> None:
    env = VectorEnvironment("new-england", num_envs=2, seat=1)
    env.reset(seed=2)
    over = np.zeros(2, bool)
    while not over.any():
        _, rewards, over, _, _ = env.step(env.sample())
    n = int(np.flatnonzero(over)[0])
    first, own = (score.total for score in env.playing.game.scores(env.many.states[n]))
    assert rewards[n] == own - first != 0


@each_game
def test_seeds_decide(name: str) -> None:
    def trace(seed: Any) -> list[bytes]:
        env = VectorEnvironment(name, num_envs=2)
        seen, _ = env.reset(seed=seed)
        found = [seen.tobytes()]
        for _ in range(20):
            found.append(env.step(env.sample())[0].tobytes())
        return found

    assert trace(7) == trace(7) == trace([7, 8])
    assert trace(7) != trace(9)


def test_some_of_the_many_are_reset() -> None:
    env = VectorEnvironment("new-haven", num_envs=3)
    env.reset(seed=1)
    for _ in range(10):
        env.step(env.sample())
    states = list(env.many.states)
    env.reset(seed=[5, 5, 5], options={"reset_mask": np.array([True, False, True])})
    assert [before is after for before, after in zip(states, env.many.states, strict=True)] == [False, True, False]


def test_the_many_are_drawn() -> None:
    env = VectorEnvironment("new-england", num_envs=2, render_mode="ansi")
    env.reset(seed=1)
    assert [len(text.splitlines()) > 10 for text in env.render()] == [True, True]


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"opponents": "grandmaster"}, BadSetup, "There is no bot “grandmaster”"),
        ({"opponents": ["random", "random"]}, BadUse, "one for the other seat, not 2"),
        ({"seat": 2}, BadUse, "There is no seat 2 in a match of 2"),
        ({"seats": 9}, BadSetup, "2 to 4 players"),
        ({"reward": "fame"}, BadUse, "“reward” cannot be “fame”"),
    ],
)
def test_bad_arguments_are_refused_with_a_sentence(arguments: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        Environment("new-haven", **arguments)


def test_the_many_have_quick_opponents_only() -> None:
    with pytest.raises(BadUse, match="“opponents” cannot be “expert”"):
        VectorEnvironment("new-haven", num_envs=2, opponents="expert")


def test_step_before_reset() -> None:
    with pytest.raises(BadUse, match="Call reset before anything else"):
        Environment("new-haven").step(0)
