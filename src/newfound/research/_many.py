"""Many matches at once: each goes on to the next decision of its own seat, all in one call. Compiled; knows a game by its record.

Luck is drawn and the other seats play inside: at random, or by a bot. A match that was over begins anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from newfound.bots import Bot
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, Game, Setup, guesses
from newfound.core.sheet import Choices, Sheet, TensorKernel
from newfound.core.tensor import Tensor

NO_ACTION: Final = -1
ROOM: Final = 2048  # for what changes in a view from one step to another; where it is more, all of it is made anew
BYTE: Final = 256


def mark(sheet: Sheet, at: i64, choices: Choices, value: u8) -> None:
    """Writes this value at the position of each of these actions."""
    data = sheet.data
    for action in choices.actions:
        data[at + action] = value


class Floats:
    """How the numbers of a view become floats: by position one of some divisors, and by divisor and number the bits of a float."""

    def __init__(self, divisors: list[int], bits: list[int]) -> None:
        self.divisors: vec[u8] = vec[u8]([u8(n) for n in divisors])
        self.bits: vec[i32] = vec[i32]([i32(n) for n in bits])


class Page:
    """The views of all matches, a row for each, as numbers and where wanted as floats. A view is written over an earlier one."""

    def __init__(self, size: i64, count: int, floats: Floats | None) -> None:
        self.size: i64 = size
        self.sheet: Sheet = Sheet(size * count, 0 if floats is None else ROOM)
        self.floats: Floats | None = floats
        room: i64 = 0 if floats is None else size * count
        self.bits: vec[i32] = vec[i32]([i32(0)] * room)
        self.shows: vec[i64] = vec[i64]([0] * count)  # of which match, see `Many.matches`; 0 for none

    def clear(self, row: i64) -> None:
        data = self.sheet.data
        bits = self.bits
        wanted: bool = self.floats is not None
        n: i64
        for n in range(row * self.size, (row + 1) * self.size):
            if data[n] != 0:
                data[n] = u8(0)
                if wanted:
                    bits[n] = i32(0)

    def follow(self, row: i64) -> None:
        """The floats of a row where its numbers were changed."""
        floats = self.floats
        if floats is None:
            return
        changed = self.sheet.changed
        count: i64 = changed[0]
        changed[0] = 0
        data = self.sheet.data
        bits = self.bits
        values = floats.bits
        divisors = floats.divisors
        first: i64 = row * self.size
        n: i64
        for n in range(1, (self.size if count > ROOM else count) + 1):
            at: i64 = first + n - 1 if count > ROOM else changed[n]
            bits[at] = values[i64(divisors[at - first]) * BYTE + i64(data[at])]


class Many:
    """`masks` has a row for each match. What is to be seen after a step is written on the page that is handed in."""

    def __init__(
        self,
        game: Game[Any],
        setup: Setup,
        tensor: Tensor,
        count: int,
        seat: int,
        bot: Bot | None,
        final: Callable[[Any], list[float]],
        illegal: float,
    ) -> None:
        self.game: Game[Any] = game
        self.first: Any = game.start(setup)  # before any luck
        self.turn: Callable[[Any], int] = game.turn
        self.actions: Callable[[Any], list[int]] = game.actions
        self.apply: Callable[[Any, int], None] = game.apply
        self.copy: Callable[[Any], Any] = game.copy
        self.draw: Callable[[Any, Dice], int] = game.draw
        self.kernel: TensorKernel = tensor.kernel
        self.size: i64 = tensor.size
        self.n_actions: i64 = game.n_actions
        self.seats: i64 = setup.seats
        self.count: i64 = count
        self.seat: i64 = seat  # negative: another seat in every match, drawn
        self.bot: Bot | None = bot  # plays the other seats; without one they play at random
        self.final = final  # the rewards of a match that is over
        self.illegal: float = illegal  # the reward for an action that is not legal
        self.states: list[Any] = [None] * count
        self.matches: vec[i64] = vec[i64]([0] * count)  # how many were begun
        self.own: vec[i64] = vec[i64]([0] * count)
        self.dice: list[Dice] = [Dice(n) for n in range(count)]
        self.picks: Dice = Dice(0)  # for `sample`, so that the luck of a match follows from its actions alone
        self.legal: list[Choices] = [Choices() for _ in range(count)]
        self.rewards: vec[float] = vec[float]([0.0] * count)
        self.over: vec[u8] = vec[u8]([u8(1)] * count)
        self.masks: Sheet = Sheet(self.n_actions * count)

    def begin(self, seeds: list[int], which: list[int]) -> None:
        """New matches for these, each with luck of its own."""
        self.picks = Dice(seeds[0])
        for at, n in enumerate(which):
            self.dice[n] = Dice(seeds[at])
            self._begin(n)

    def step(self, actions: list[int], page: Page) -> None:
        """An action for every match; those that were over begin anew instead. An action that is not legal ends its match."""
        n: i64
        for n in range(self.count):
            action: i64 = actions[n]
            if self.over[n] != 0:
                self._begin(n)
            elif action < 0 or action >= self.n_actions or self.masks.data[n * self.n_actions + action] == 0:
                self._stop(n, self.illegal)
            else:
                self._go_on(n, action)
            self._show(n, page)

    def show(self, page: Page) -> None:
        """All matches as they stand."""
        n: i64
        for n in range(self.count):
            self._show(n, page)

    def _show(self, n: i64, page: Page) -> None:
        if page.shows[n] != self.matches[n]:
            if page.shows[n] != 0:
                page.clear(n)
            page.shows[n] = self.matches[n]
        self.kernel.write(self.states[n], self.own[n], page.sheet, n * self.size)
        page.follow(n)

    def _begin(self, n: i64) -> None:
        self.states[n] = self.copy(self.first)
        self.matches[n] += 1
        self.own[n] = self.seat if self.seat >= 0 else self.dice[n].below(self.seats)
        self._go_on(n, NO_ACTION)
        while self.over[n] != 0:  # it ended before the seat had anything to decide
            self.states[n] = self.copy(self.first)
            self._go_on(n, NO_ACTION)

    def _go_on(self, n: i64, action: i64) -> None:
        """An action, if there is one, luck and the other seats, up to the next decision of the own seat or the end."""
        state = self.states[n]
        dice = self.dice[n]
        own = self.own[n]
        legal = self.legal[n]
        mark(self.masks, n * self.n_actions, legal, u8(0))
        if self.bot is not None:
            self._bot_up_to(self.bot, state, action, own, dice)
            action = NO_ACTION
        if self.kernel.proceed(state, action, own, dice, legal) == OVER:
            self._stop(n, self.final(state)[own])
        else:
            self.over[n] = u8(0)
            self.rewards[n] = 0.0
            mark(self.masks, n * self.n_actions, legal, u8(1))

    def _stop(self, n: i64, reward: float) -> None:
        self.over[n] = u8(1)
        self.rewards[n] = reward
        mark(self.masks, n * self.n_actions, self.legal[n], u8(0))
        self.legal[n] = Choices()

    def _bot_up_to(self, bot: Bot, state: Any, action: i64, own: i64, dice: Dice) -> None:
        if action != NO_ACTION:
            self.apply(state, action)
        turn = self.turn(state)
        while turn != own and turn != OVER:
            self.apply(state, self.draw(state, dice) if turn == CHANCE else self._choice(bot, state, turn, dice))
            turn = self.turn(state)

    def _choice(self, bot: Bot, state: Any, seat: int, dice: Dice) -> int:
        """What a bot does, on guesses of what it cannot see."""
        legal = self.actions(state)
        return legal[0] if len(legal) == 1 else bot.choose(guesses(self.game, state, seat, dice), dice)

    def sample(self) -> list[int]:
        """A random legal action for every match; 0 where it is over."""
        found: list[int] = []
        n: i64
        for n in range(self.count):
            legal = self.legal[n].actions
            found.append(legal[self.picks.below(len(legal))] if len(legal) else 0)
        return found
