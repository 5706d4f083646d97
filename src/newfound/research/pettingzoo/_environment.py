"""One class for all games: agents are seats, a step is one small decision, luck is settled inside."""

from __future__ import annotations

from typing import Any

from newfound import games
from newfound.core.dice import Dice
from newfound.core.game import Value
from newfound.research.playing import ILLEGAL, RENDER_MODES, SEEDS, Playing
from newfound.research.problems import BadUse
from newfound.research.tensors import np

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv
    from pettingzoo.env_registry.registration import register
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise BadUse("extra", extra="research") from error

__all__ = ["Environment", "register", "wrapped"]


class Environment(AECEnv[str, Any, int], EzPickle):  # type: ignore[misc,unused-ignore]
    """Arguments: `seats`, `reward` (margin, win), `dtype` (float32, uint8), `render_mode` (human, ansi, rgb_array), the game's options."""

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        reward: str = "margin",
        dtype: str = "float32",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        EzPickle.__init__(self, game, seats=seats, reward=reward, dtype=dtype, render_mode=render_mode, **options)
        super().__init__()
        self.playing = Playing(games.find(game), seats, options, reward, dtype, render_mode)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.playing.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = self.possible_agents[:]
        actions = self.playing.game.n_actions
        high, kind = self.playing.space
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, high, dtype=kind),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.agents}
        self.np_random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Without a seed the luck goes on from what it was, or is new."""
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(seed)
        self.playing.begin(Dice(int(self.np_random.integers(SEEDS))))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.playing.turn]

    def observe(self, agent: str) -> Any:
        seat, playing = self.seat_of[agent], self.playing
        return {"observation": playing.observation(seat), "action_mask": playing.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        playing = self.playing
        playing.play(action if action is not None else -1)
        if playing.is_over:
            self.rewards = dict(zip(self.agents, playing.rewards(), strict=True))
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[playing.turn]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """As the agent sees it whose turn it is."""
        return self.playing.render(self.seat_of.get(self.agent_selection, 0))


def wrapped(environment: Environment) -> Any:
    """With the checks that PettingZoo puts around its own board games: an illegal action ends the match, and only its agent pays."""
    made: Any = wrappers.TerminateIllegalWrapper(environment, illegal_reward=ILLEGAL[environment.playing.reward])
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))
