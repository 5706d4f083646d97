"""One class for all games: agents are seats, a step is one small decision, luck is settled inside."""

from __future__ import annotations

from typing import Any, Final

from newfound import games
from newfound.core.dice import SEEDS, Dice
from newfound.core.game import Value
from newfound.research.playing import ILLEGAL, RENDER_MODES, Playing
from newfound.research.problems import BadUse, choice
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


ILLEGAL_WAYS: Final = ("refuse", "end")


class Environment(AECEnv[str, Any, int], EzPickle):  # type: ignore[misc,unused-ignore]
    """Arguments: `seats`, `reward` (margin, win), `dtype` (float32, uint8), `render_mode` (human, ansi, rgb_array), the game's options.

    An action that is not legal is refused by an error or, with `illegal="end"`, ends the match, and only its agent pays.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        reward: str = "margin",
        dtype: str = "float32",
        illegal: str = "refuse",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        EzPickle.__init__(self, game, seats=seats, reward=reward, dtype=dtype, illegal=illegal, render_mode=render_mode, **options)
        super().__init__()
        self.playing = Playing(games.find(game), seats, options, reward, dtype, render_mode)
        self.forgiving = choice("illegal", illegal, ILLEGAL_WAYS) == "end"
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
        if action is None or not playing.allows(action):
            if not self.forgiving:
                raise BadUse("illegal", action=str(action))
            self._end({agent: ILLEGAL[playing.reward]})
            return
        playing.apply(int(action))
        if playing.is_over:
            self._end(dict(zip(self.agents, playing.rewards(), strict=True)))
        else:
            self.agent_selection = self.possible_agents[playing.turn]
        if self.render_mode == "human":
            self.render()

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = dict.fromkeys(self.agents, 0.0) | rewards
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """As the agent to move sees it."""
        return self.playing.render(self.seat_of.get(self.agent_selection, 0))


def wrapped(environment: Environment) -> Any:
    """With PettingZoo's check of the order of calls. Its other wrappers for board games would do again, slowly, what is done inside."""
    return wrappers.OrderEnforcingWrapper(environment)
