"""One match being played, as environments see it: luck settled inside, legal actions as a mask, rewards at the end."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any, Final

from rich.console import Console

from newfound.bots import Bot
from newfound.core.ahead import margin
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, Game, Value, guesses
from newfound.core.sheet import Sheet
from newfound.core.text import game_catalog
from newfound.research.problems import BadUse, choice
from newfound.research.tensors import Bytes, Masks, encoding, np

REWARDS: Final = ("margin", "win")
DTYPES: Final = ("float32", "uint8")
RENDER_MODES: Final = ("human", "ansi", "rgb_array")
ILLEGAL: Final = {"margin": -100.0, "win": -1.0}  # the reward for an action that is not legal: worse than any loss, or as bad
WIDTH: Final = 110  # of a drawing in letters


class Playing:
    """A match, from `begin` to its end, and what is asked of it between two decisions."""

    def __init__(
        self, game: Game[Any], seats: int | None, options: Mapping[str, Value], reward: str, dtype: str, render_mode: str | None
    ) -> None:
        self.game = game
        self.encoding = encoding(game)
        self.setup = game.setup(game.seats[0] if seats is None else seats, options)
        self.seats = self.setup.seats
        self.reward = choice("reward", reward, REWARDS)
        self.floats = choice("dtype", dtype, DTYPES) == "float32"
        self.render_mode = render_mode if render_mode is None else choice("render_mode", render_mode, RENDER_MODES)
        self.first = game.start(self.setup)  # before any luck, always the same: a copy is quicker than another start
        self.state: Any = None
        self.turn = OVER
        self._legal: list[int] | None = None

    def begin(self, dice: Dice) -> None:
        self.dice = dice
        self.state = self.game.copy(self.first)
        self.sheets = [Sheet(self.encoding.size) for _ in range(self.seats)]
        self._settle()

    def allows(self, action: int) -> bool:
        legal = self.legal
        at = bisect_left(legal, action)
        return at < len(legal) and legal[at] == action

    def apply(self, action: int) -> None:
        """Plays an action that `allows` said yes to, and the luck that follows it."""
        self.game.apply(self.state, action)
        self._settle()

    def _settle(self) -> None:
        game, state, dice = self.game, self.state, self.dice
        while (turn := game.turn(state)) == CHANCE:
            game.apply(state, game.draw(state, dice))
        self.turn = turn
        self._legal = None

    def choice(self, bot: Bot) -> int:
        """What a bot does now. It gets guesses of what it cannot see, and is not asked where there is no choice."""
        game, state, turn, dice = self.game, self.state, self.turn, self.dice
        legal = self.legal
        return legal[0] if len(legal) == 1 else bot.choose(guesses(game, state, turn, dice), dice)

    @property
    def legal(self) -> list[int]:
        """The actions that are legal now, ascending."""
        if self._legal is None:
            self._legal = self.game.actions(self.state)
        return self._legal

    @property
    def is_over(self) -> bool:
        return self.turn == OVER

    def observation(self, seat: int) -> Any:
        """The tensor of a seat: floats, or by the argument `dtype` whole numbers."""
        sheet = self.sheets[seat]
        self.encoding.tensor.kernel.write(self.state, seat, sheet, 0)  # over what this seat saw before
        data: Any = sheet.data
        numbers: Bytes = np.frombuffer(data, np.uint8)
        return self.encoding.floats(numbers) if self.floats else numbers.copy()

    @property
    def space(self) -> tuple[Any, Any]:
        """The largest observation, and the type of its numbers."""
        return (self.encoding.high, np.float32) if self.floats else (self.encoding.most, np.uint8)

    def mask(self, seat: int) -> Masks:
        """1 for each legal action; nothing but 0 while another seat decides."""
        found: Masks = np.zeros(self.game.n_actions, np.int8)
        if seat == self.turn:
            found[self.legal] = 1
        return found

    def rewards(self) -> list[float]:
        """Nothing before the end; then by the argument `reward`."""
        if not self.is_over:
            return [0.0] * self.seats
        return rewards(self.game, self.state, self.reward)

    def render(self, reader: int) -> Any:
        """As this reader may see it: printed, as text, or as a picture, by the argument `render_mode`."""
        if self.render_mode is None:
            return None
        if self.state is None:
            raise BadUse("begin")
        if self.render_mode == "rgb_array":
            from newfound.research.draw import rgb

            return rgb(self.game, self.state, reader)
        text = drawing(self.game, self.state, reader)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def rewards(game: Game[Any], state: Any, reward: str) -> list[float]:
    """At the end. `margin`: points ahead of the best of the others. `win`: 1 for winning alone, 0 for a shared first place, else -1."""
    if reward == "margin":
        totals = [float(score.total) for score in game.scores(state)]
        return [margin(totals, seat) for seat in range(len(totals))]
    places = game.ranking(state)
    first = 1.0 if places.count(1) == 1 else 0.0
    return [first if place == 1 else -1.0 for place in places]


def drawing(game: Game[Any], state: Any, reader: int) -> str:
    """The game's own drawing for a terminal, in letters, without colours."""
    console = Console(width=WIDTH, color_system=None, force_terminal=False, highlight=False)
    with console.capture() as captured:
        console.print(game.terminal().draw(game.observe(state, reader), game_catalog(game.folder, "en"), []))
    return captured.get()
