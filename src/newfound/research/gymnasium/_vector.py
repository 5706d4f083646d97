"""Many matches in one call: luck, the other seats, tensors and masks are all made in compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from sys import getrefcount
from typing import Any, Final

from newfound import bots, games
from newfound.core.dice import SEEDS
from newfound.core.game import Value
from newfound.research._many import Floats, Many, Page
from newfound.research.gymnasium._single import check_seat
from newfound.research.playing import ILLEGAL, RENDER_MODES, Playing
from newfound.research.playing import rewards as final
from newfound.research.problems import BadUse, choice
from newfound.research.tensors import Masks, np

try:
    from gymnasium import register, spaces
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise BadUse("extra", extra="research") from error

__all__ = ["VectorEnvironment", "register"]
OPPONENTS: Final = ("random", "greedy")
PAGES: Final = 4  # at most this many are kept for another use


class Shown:
    """A page as numpy reads it."""

    def __init__(self, size: int, count: int, floats: Floats | None) -> None:
        self.page = Page(size, count, floats)
        data: Any = self.page.sheet.data if floats is None else self.page.bits
        self.array: np.ndarray[Any, Any] = np.frombuffer(data, np.uint8 if floats is None else np.float32)
        self.nobody = 0  # how many holders there are while only this object is one

    def holders(self) -> int:
        """How many hold the array: everybody who was handed a part of it is one."""
        return getrefcount(self.array)


class VectorEnvironment(VectorEnv[Any, Any, Any]):
    """`num_envs` matches at once, each as in `Environment`. `opponents` is random or greedy. A match that is over begins anew."""

    metadata = {  # noqa: RUF012 - Gymnasium asks the class
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str,
        *,
        num_envs: int = 1,
        opponents: str = "random",
        seats: int | None = None,
        seat: int | None = 0,
        reward: str = "margin",
        dtype: str = "float32",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.playing = Playing(games.find(game), seats, options, reward, dtype, render_mode)
        self.render_mode = render_mode
        self.num_envs = num_envs
        encoding, found = self.playing.encoding, self.playing.game
        high, kind = self.playing.space
        self.single_observation_space = spaces.Box(0, high, dtype=kind)
        self.single_action_space = spaces.Discrete(found.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        own = check_seat(seat, self.playing.seats)
        self.many = Many(
            found,
            self.playing.setup,
            encoding.tensor,
            num_envs,
            -1 if own is None else own,
            None if choice("opponents", opponents, OPPONENTS) == "random" else bots.make(opponents, found),
            lambda state: final(found, state, reward),
            ILLEGAL[reward],
        )
        masks: Any = self.many.masks.data
        over: Any = self.many.over
        rewards: Any = self.many.rewards
        self.over = np.frombuffer(over, np.bool_)
        self.rewards = np.frombuffer(rewards, np.float64)
        self.masks: Masks = np.frombuffer(masks, np.int8).reshape(num_envs, found.n_actions)
        self.floats = Floats(*encoding.divisors()) if self.playing.floats else None
        self.pages: list[Shown] = []  # to be used again

    def reset(self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A seed for the first match, the next number for the next, as Gymnasium's own do; or a seed for each."""
        if isinstance(seed, int):
            super().reset(seed=seed)
            seed = [seed + n for n in range(self.num_envs)]
        which = list(range(self.num_envs))
        if options is not None and "reset_mask" in options:
            which = [int(n) for n in np.flatnonzero(options["reset_mask"])]
        if which:
            self.many.begin([self._luck(None if seed is None else seed[n]) for n in which], which)
        shown = self._page()
        self.many.show(shown.page)
        return self._views(shown), {}

    def _luck(self, seed: int | None) -> int:
        generator = self.np_random if seed is None else seeding.np_random(seed)[0]
        return int(generator.integers(SEEDS))

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        shown = self._page()
        self.many.step(actions if isinstance(actions, list) else np.asarray(actions).tolist(), shown.page)
        return self._views(shown), self.rewards.copy(), self.over.copy(), np.zeros(self.num_envs, np.bool_), {}

    def _page(self) -> Shown:
        """To write on: an earlier page that nobody holds any more, or a new one."""
        for shown in self.pages:
            if shown.holders() == shown.nobody:
                return shown
        made = Shown(self.playing.encoding.size, self.num_envs, self.floats)
        if len(self.pages) < PAGES:
            made.nobody = made.holders()
            self.pages.append(made)
        return made

    def _views(self, shown: Shown) -> Any:
        """What is handed out. It stays as it is for as long as somebody holds it, and is not to be written."""
        return shown.array.reshape(self.num_envs, -1)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Whether each action is legal, a row for each match: the live masks, which the next step changes. Copy what you keep."""
        return self.masks.view(np.bool_)

    def sample(self) -> list[int]:
        """A random legal action for every match, as the other seats play where they are random."""
        return self.many.sample()

    def render(self) -> Any:
        """A drawing of every match."""
        shown = []
        for state, own in zip(self.many.states, map(int, self.many.own), strict=True):
            self.playing.state = state
            shown.append(self.playing.render(own))
        return tuple(shown)
