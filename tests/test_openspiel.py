"""OpenSpiel: its own tests and its own bots on our games, and the same games on both sides of the adapter."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from newfound import games
from newfound.core.checks import setups
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER, Game, Setup, spell_value
from newfound.core.problem import BadSetup
from newfound.research.playing import rewards
from newfound.research.problems import BadUse

if find_spec("pyspiel") is None:
    pytest.skip("OpenSpiel is not installed: pip install newfound[openspiel]", allow_module_level=True)

pyspiel: Any = import_module("pyspiel")
mcts: Any = import_module("open_spiel.python.algorithms.mcts")
ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")
adapter: Any = import_module("newfound.research.openspiel")

ALL = bool(os.environ.get("NEWFOUND_ALL"))
GAMES = [game for name in games.names() if (game := games.find(name)).tensor]
each_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def loaded(game: Game[Any], setup: Setup | None = None, reward: str = "margin") -> Any:
    """The game as OpenSpiel loads it, by its name with all parameters."""
    chosen = setup or game.setup(game.seats[0])
    values = {"seats": str(chosen.seats), "reward": reward}
    values |= {name: str(value) if isinstance(value, bool) else spell_value(value) for name, value in chosen.options.items()}
    return pyspiel.load_game(f"{adapter.name_of(game)}({','.join(f'{name}={value}' for name, value in values.items())})")


def some_setups(game: Game[Any]) -> list[Setup]:
    """The fewest and the most seats, and a few in between with other options."""
    found = setups(game)
    return [game.setup(game.seats[0]), game.setup(game.seats[-1]), *found[len(found) // 3 :: len(found) // 3][:2]]


def step(state: Any, dice: Dice) -> None:
    """A random action, or luck by its weight."""
    if not state.is_chance_node():
        legal = state.legal_actions()
        state.apply_action(legal[dice.below(len(legal))])
        return
    outcomes = state.chance_outcomes()
    at, chosen = dice.below(10**6) / 10**6, 0
    while chosen < len(outcomes) - 1 and at >= outcomes[chosen][1]:
        at -= outcomes[chosen][1]
        chosen += 1
    state.apply_action(outcomes[chosen][0])


@pytest.mark.sample
@each_game
def test_its_own_simulation_test_passes(game: Game[Any]) -> None:
    for number, setup in enumerate(some_setups(game)):
        pyspiel.random_sim_test(loaded(game, setup, ("margin", "win")[number % 2]), num_sims=2, serialize=True, verbose=False)


@pytest.mark.sample
@each_game
def test_both_sides_play_the_same_games(game: Game[Any]) -> None:
    """1,000 games where NEWFOUND_ALL is set, a sample otherwise: turn, legal actions and luck at every event, returns at the end."""
    every = setups(game)
    for number in range(1000 if ALL else 25):
        setup, reward = every[number * 7 % len(every)], ("margin", "win")[number % 2]
        spiel = loaded(game, setup, reward).new_initial_state()
        state, dice = game.start(setup), Dice(number)
        while (turn := game.turn(state)) != OVER:
            legal = game.actions(state)
            assert spiel.current_player() == (pyspiel.PlayerId.CHANCE if turn == CHANCE else turn)
            assert spiel.legal_actions() == legal
            if turn == CHANCE:
                weights = game.weights(state)
                assert spiel.chance_outcomes() == [(action, weight / sum(weights)) for action, weight in zip(legal, weights, strict=True)]
            action = game.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))]
            game.apply(state, action)
            spiel.apply_action(action)
        assert spiel.is_terminal()
        assert spiel.returns() == rewards(game, state, reward)


def play_out(spiel: Any, bots: list[Any], dice: Dice) -> list[float]:
    state = spiel.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            step(state, dice)
        else:
            state.apply_action(bots[state.current_player()].step(state))
    found: list[float] = state.returns()
    return found


@pytest.mark.sample
@each_game
def test_its_own_searches_play_to_the_end(game: Game[Any]) -> None:
    spiel = loaded(game)
    np: Any = import_module("numpy")
    luck = np.random.RandomState(3)
    rollouts = mcts.RandomRolloutEvaluator(1, luck)
    searches: dict[str, Any] = {
        "MCTS": lambda: mcts.MCTSBot(spiel, 2, 3, rollouts, random_state=luck),
        "IS-MCTS": lambda: ismcts.ISMCTSBot(spiel, rollouts, 2, 3, random_state=luck),
        "IS-MCTS with our playouts": lambda: ismcts.ISMCTSBot(spiel, adapter.Playouts(2, seed=3), 2, 10, random_state=luck),
        "IS-MCTS by what is seen now": lambda: ismcts.ISMCTSBot(spiel, rollouts, 2, 3, random_state=luck, use_observation_string=True),
    }
    for name, make in searches.items():
        returns = play_out(spiel, [make() for _ in range(spiel.num_players())], Dice(5))
        assert sum(returns) == 0, name


@pytest.mark.sample
@each_game
def test_what_is_resampled_looks_the_same(game: Game[Any]) -> None:
    """Strings and tensors of the player, and nobody else's past."""
    spiel = loaded(game, game.setup(game.seats[-1]))
    state, dice = spiel.new_initial_state(), Dice(4)
    events = 0
    while not state.is_terminal():
        player = state.current_player()
        if player >= 0 and events % 9 == 0:
            guess = state.resample_from_infostate(player, lambda: dice.below(1000) / 1000)
            for one, other in ((state, guess), (state.clone(), guess.clone())):
                assert one.information_state_string(player) == other.information_state_string(player)
                assert one.observation_string(player) == other.observation_string(player)
                assert one.information_state_tensor(player) == other.information_state_tensor(player)
                assert one.legal_actions() == other.legal_actions()
            assert guess.history() == []
        step(state, dice)
        events += 1


def test_what_is_hidden_does_not_show() -> None:
    """The building that seat 1 draws is in its own strings and not in seat 0's."""
    game = games.find("new-haven")
    state = loaded(game).new_initial_state()
    while not (state.is_chance_node() and game.observe(state.held.state, 1)["seats"][1]["hand_size"] == 3):
        step(state, Dice(8))
    children = [state.child(action) for action, _ in state.chance_outcomes()]
    assert len({child.information_state_string(0) for child in children}) == 1
    assert len({child.information_state_string(1) for child in children}) == len(children) > 1


def test_a_guess_knows_of_others_what_all_may_know() -> None:
    state, dice = loaded(games.find("new-haven")).new_initial_state(), Dice(8)
    while state.is_chance_node():
        step(state, dice)
    guess = state.resample_from_infostate(0, lambda: 0.5)
    state.held.catch_up()
    assert guess.held.known == state.held.known | {1: state.held.known[ONLOOKER]} != state.held.known


@pytest.mark.sample
@each_game
def test_the_information_state_recalls_everything(game: Game[Any]) -> None:
    """Where it is the same, the player has seen and done the same before: early decisions are met many times."""
    spiel = loaded(game)
    past: dict[str, list[tuple[str, int]]] = {}
    met = 0
    for seed in range(12):
        state, luck, will = spiel.new_initial_state(), Dice(seed // 6), Dice(seed)
        own: list[list[tuple[str, int]]] = [[] for _ in range(spiel.num_players())]
        for _ in range(60):
            if state.is_terminal():
                break
            player = state.current_player()
            if player < 0:
                step(state, luck)
                continue
            known = state.information_state_string(player)
            met += known in past
            assert past.setdefault(known, list(own[player])) == own[player]
            legal = state.legal_actions()
            action = legal[will.below(min(2, len(legal)))]
            own[player].append((known, action))
            state.apply_action(action)
    assert met


@pytest.mark.sample
@each_game
@pytest.mark.parametrize("events", [20, 120])
def test_saved_and_copied_states_go_on_alike(game: Game[Any], events: int) -> None:
    spiel = loaded(game, some_setups(game)[2])
    state, dice = spiel.new_initial_state(), Dice(6)
    for _ in range(events):
        if not state.is_terminal():
            step(state, dice)
    text = pyspiel.serialize_game_and_state(spiel, state)
    same_game, read = pyspiel.deserialize_game_and_state(text)
    assert str(same_game) == str(spiel)
    copied = state.clone()
    before = str(state)
    for other in (read, copied):
        luck = Dice(9)
        while not other.is_terminal():
            step(other, luck)
    assert str(state) == before
    assert str(read) == str(copied)
    assert read.returns() == copied.returns()
    assert read.information_state_string(0) == copied.information_state_string(0)


@pytest.mark.sample
@each_game
def test_a_position_of_the_engine_becomes_a_state(game: Game[Any]) -> None:
    """With what is seen and what is legal there, and nothing remembered; the engine's own is left alone."""
    spiel, dice = loaded(game), Dice(7)
    state = game.start(game.setup(game.seats[0]))
    for _ in range(40):
        earlier = game.copy(state)
        legal = game.actions(state)
        game.apply(state, game.draw(state, dice) if game.turn(state) == CHANCE else legal[dice.below(len(legal))])
        if game.turn(state) == OVER:  # a small game: as far as it goes
            state = earlier
            break
    made = spiel.at(state)
    assert made.legal_actions() == game.actions(state)
    assert made.held.known == spiel.first.known
    before = game.dump(state)
    step(made, dice)
    assert game.dump(state) == before
    assert game.dump(made.held.state) != before


def test_wrong_parameters_are_refused_with_a_sentence() -> None:
    with pytest.raises(BadSetup, match="New Haven is for"):
        pyspiel.load_game("newfound_new_haven(seats=9)")
    with pytest.raises(BadUse, match="reward"):
        pyspiel.load_game("newfound_new_world(reward=fame)")
