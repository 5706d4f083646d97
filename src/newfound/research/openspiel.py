"""The games for OpenSpiel: importing this registers each of them, `pyspiel.load_game("newfound_new_haven(seats=3,side=B)")`.

Thin: an OpenSpiel state holds a state of the engine and asks it. docs/openspiel.md says what is meant by observation and information state.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, Final

from newfound import games
from newfound.core.checks import MOST_EVENTS
from newfound.core.dice import SEEDS, Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER, Game, Setup, Value
from newfound.research.playing import REWARDS, rewards
from newfound.research.problems import BadUse, choice
from newfound.research.tensors import encoding, np

try:
    import pyspiel
except ImportError as error:
    raise BadUse("extra", extra="openspiel") from error

PREFIX: Final = "newfound_"
MOST_POINTS: Final = 2000.0  # no margin is larger
WAYS: Final = pyspiel.GameType


def name_of(game: Game[Any]) -> str:
    """What OpenSpiel calls this game."""
    return PREFIX + game.name.replace("-", "_")


class Held:
    """A state of the engine inside a state of OpenSpiel: copied by the engine's copy, pickled as a position.

    `known` has, for each reader, a digest of all they were told and did up to the state `then`; `since` are the actions after it. It is
    brought up to date only when somebody asks for an information state, so that searches which never ask do not pay for it.
    """

    def __init__(self, game: Game[Any], state: Any, then: Any, known: Mapping[int, bytes], since: tuple[int, ...] = ()) -> None:
        self.game = game
        self.state = state
        self.then = then  # never changed in place, so copies share it
        self.known = known
        self.since = since

    @staticmethod
    def start(game: Game[Any], setup: Setup) -> Held:
        return Held(game, game.start(setup), game.start(setup), dict.fromkeys((ONLOOKER, *range(setup.seats)), b""))

    def __deepcopy__(self, _: Any) -> Held:
        return Held(self.game, self.game.copy(self.state), self.then, self.known, self.since)

    def __reduce__(self) -> tuple[Callable[..., Held], tuple[Any, ...]]:
        self.catch_up()
        return _held, (self.game.name, json.dumps(self.game.dump(self.state)), dict(self.known))

    def apply(self, action: int) -> None:
        self.game.apply(self.state, action)
        self.since = (*self.since, action)

    def catch_up(self) -> None:
        """Everybody's digest as of now: what they were told of each event, and at their own decisions what they saw and did."""
        if not self.since:
            return
        game, state, known = self.game, self.game.copy(self.then), dict(self.known)
        for action in self.since:
            turn = game.turn(state)
            for reader, before in known.items():
                told: list[Any] = [turn, [news.json() for news in game.tell(state, action, reader)]]
                if reader == turn:
                    told += [game.observe(state, reader), action]
                known[reader] = hashlib.blake2b(before + _text(told).encode(), digest_size=16).digest()
            game.apply(state, action)
        self.then, self.known, self.since = state, known, ()

    def guess(self, reader: int, dice: Dice) -> Held:
        """Dealt anew for a reader: they know what they knew, everybody else is given what all may know."""
        self.catch_up()
        state = self.game.redeal(self.state, reader, dice)
        known = {other: self.known[reader if other == reader else ONLOOKER] for other in self.known}
        return Held(self.game, state, self.game.copy(state), known)


def _held(name: str, position: str, known: Mapping[int, bytes]) -> Held:
    game = games.find(name)
    state = game.load(json.loads(position))
    return Held(game, state, game.copy(state), known)


def _text(what: Any) -> str:
    return json.dumps(what, sort_keys=True, separators=(",", ":"))


class SpielGame(pyspiel.Game):
    """One of the games with its seats and options."""

    def __init__(self, game: Game[Any], kind: Any, params: Mapping[str, Value | int] | None = None) -> None:
        given = dict(params or {})
        self.engine = game
        self.reward = choice("reward", str(given.get("reward", REWARDS[0])), REWARDS)
        options = {option.name: given[option.name] for option in game.options if option.name in given}
        self.setup = game.setup(int(given.get("seats", game.seats[0])), options)  # type: ignore[arg-type]
        most = MOST_POINTS if self.reward == "margin" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=game.n_actions,
            max_chance_outcomes=game.n_actions,
            num_players=self.setup.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if self.setup.seats == 2 else None,
            max_game_length=MOST_EVENTS,
        )
        self.first = Held.start(game, self.setup)
        super().__init__(_kind(game, WAYS.Utility.ZERO_SUM) if self.setup.seats == 2 else kind, info, given)

    def new_initial_state(self, _: Any = None) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_EVENTS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise BadUse("observer")
        return Observer(self.engine, bool(iig_obs_type and iig_obs_type.perfect_recall))

    def at(self, state: Any) -> SpielState:
        """A position of the engine as a state of OpenSpiel, as if the match began there: nobody remembers anything."""
        made: SpielState = self.new_initial_state()
        made.held = Held(self.engine, self.engine.copy(state), self.engine.copy(state), dict(self.first.known))
        return made


class SpielState(pyspiel.State):
    """A position. Whatever it does is asked of the engine."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = deepcopy(game.first)

    def current_player(self) -> int:
        turn = self.held.game.turn(self.held.state)
        return int({CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}.get(turn, turn))

    def is_terminal(self) -> bool:
        return self.held.game.turn(self.held.state) == OVER

    def _legal_actions(self, _: int) -> list[int]:
        return self.held.game.actions(self.held.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        game, state = self.held.game, self.held.state
        weights = game.weights(state)
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(game.actions(state), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.held.apply(action)

    def _action_to_string(self, _: int, action: int) -> str:
        return self.held.game.spell(action)

    def returns(self) -> list[float]:
        """Nothing before the end; then by the parameter `reward`."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return rewards(self.held.game, self.held.state, self.get_game().reward)

    def rewards(self) -> list[float]:
        return self.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that this player cannot tell from the true one. Its `history()` is empty: the true one would tell what is hidden."""
        guess = self.get_game().new_initial_state()
        guess.held = self.held.guess(player, Dice(int(sampler() * SEEDS)))
        return guess  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return _text(self.held.game.dump(self.held.state))


class Observer:
    """What a player sees now, as JSON and as the game's tensor; with perfect recall, also a digest of all they have seen and done."""

    def __init__(self, game: Game[Any], recall: bool) -> None:
        self.game = game
        self.recall = recall
        self.encoding = encoding(game)
        self.tensor = np.zeros(self.encoding.size, np.float32)
        self.dict = {"observation": self.tensor} if recall else self.encoding.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self.encoding.encode(state.held.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        seen = _text(self.game.observe(state.held.state, player))
        if not self.recall:
            return seen
        state.held.catch_up()
        return f"{player} {state.held.known[player].hex()} {seen}"


class Playouts:
    """An evaluator for OpenSpiel's searches: random play to the end, as its RandomRolloutEvaluator does, but inside the kernel."""

    def __init__(self, count: int = 1, seed: int = 0) -> None:
        self.count = count
        self.dice = Dice(seed)

    def evaluate(self, state: SpielState) -> Any:
        """The mean return of each player."""
        game, reward = state.held.game, state.get_game().reward
        returns = []
        for _ in range(self.count):
            end = game.copy(state.held.state)
            game.playout(end, self.dice)
            returns.append(rewards(game, end, reward))
        return np.mean(returns, axis=0)

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All actions alike; luck by its weight."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def _kind(game: Game[Any], utility: Any) -> Any:
    options: dict[str, Value | int] = {option.name: option.default for option in game.options}
    return WAYS(
        short_name=name_of(game),
        long_name=f"Newfound {game.title}",
        dynamics=WAYS.Dynamics.SEQUENTIAL,
        chance_mode=WAYS.ChanceMode.EXPLICIT_STOCHASTIC,
        information=WAYS.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=WAYS.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": game.seats[0], "reward": REWARDS[0]} | options,
    )


def _register(game: Game[Any]) -> None:
    kind = _kind(game, WAYS.Utility.GENERAL_SUM)

    class Registered(SpielGame):  # a class, not a function: OpenSpiel drops it after Python has ended, and a function would then be freed
        def __init__(self, params: Mapping[str, Value | int] | None = None) -> None:
            super().__init__(game, kind, params)

    pyspiel.register_game(kind, Registered)


for _name in games.names():
    _register(games.find(_name))
