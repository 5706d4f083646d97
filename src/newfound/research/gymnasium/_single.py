"""One learner at the table, bots on the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from newfound import bots, games
from newfound.bots import Bot
from newfound.core.dice import SEEDS, Dice
from newfound.core.game import Value
from newfound.research.playing import ILLEGAL, RENDER_MODES, Playing
from newfound.research.problems import BadUse
from newfound.research.tensors import np

try:
    from gymnasium import Env, spaces
except ImportError as error:
    raise BadUse("extra", extra="research") from error


class Environment(Env[Any, Any]):
    """The seat of the learner is `seat`, or another one in every match for None. `opponents` names one bot for all other seats, or each.

    A step is one small decision of the learner; luck and the bots go on to the next one inside. An action that is not legal ends the match.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium asks the class

    def __init__(
        self,
        game: str,
        *,
        opponents: str | Sequence[str] = "random",
        seats: int | None = None,
        seat: int | None = 0,
        reward: str = "margin",
        dtype: str = "float32",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.playing = Playing(games.find(game), seats, options, reward, dtype, render_mode)
        self.render_mode = render_mode
        self.seat = check_seat(seat, self.playing.seats)
        self.bots = [bots.make(name, self.playing.game) for name in named(opponents, self.playing.seats)]
        self.own = 0
        self.begun = False
        high, kind = self.playing.space
        self.observation_space = spaces.Box(0, high, dtype=kind)
        self.action_space = spaces.Discrete(self.playing.game.n_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        playing, dice = self.playing, Dice(int(self.np_random.integers(SEEDS)))
        self.own = int(dice.below(playing.seats)) if self.seat is None else self.seat
        playing.begin(dice)
        self._others()
        while playing.is_over:  # it ended before the learner had anything to decide
            playing.begin(dice)
            self._others()
        self.begun = True
        return playing.observation(self.own), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self.begun:
            raise BadUse("begin")
        playing = self.playing
        if not playing.allows(action):
            self.begun = False
            return playing.observation(self.own), ILLEGAL[playing.reward], True, False, {"illegal": int(action), **self._info()}
        playing.apply(int(action))
        self._others()
        self.begun = not playing.is_over
        return playing.observation(self.own), playing.rewards()[self.own], playing.is_over, False, self._info()

    def _others(self) -> None:
        """The bots, each on guesses of what it cannot see, up to the next decision of the learner."""
        playing = self.playing
        while playing.turn != self.own and not playing.is_over:
            playing.apply(playing.choice(self._bot(playing.turn)))

    def _bot(self, seat: int) -> Bot:
        """Bots sit in their order to the left of the learner."""
        return self.bots[(seat - self.own) % self.playing.seats - 1]

    def _info(self) -> dict[str, Any]:
        """The mask of legal actions; at the end the points and places of all seats."""
        playing = self.playing
        info: dict[str, Any] = {"action_mask": playing.mask(self.own)}
        if playing.is_over:
            info["scores"] = [score.total for score in playing.game.scores(playing.state)]
            info["places"] = playing.game.ranking(playing.state)
        return info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """For sb3-contrib: whether each action is legal."""
        return self.playing.mask(self.own).view(np.bool_)

    def render(self) -> Any:
        return self.playing.render(self.own)

    def close(self) -> None:
        for bot in self.bots:
            bots.close(bot)


def check_seat(seat: int | None, seats: int) -> int | None:
    if seat is not None and not 0 <= seat < seats:
        raise BadUse("seat", seat=seat, seats=seats)
    return seat


def named(opponents: str | Sequence[str], seats: int) -> list[str]:
    """The name of a bot for every other seat."""
    found = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(found) != seats - 1:
        raise BadUse("opponents", seats=seats - 1, given=len(found))
    return found
