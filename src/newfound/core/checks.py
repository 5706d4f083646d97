"""What every game must satisfy, checked while a match is played. The dice are handed in: hypothesis, or a soak.

A failure is `Broken`: the name of the check, what was seen, and the match so far, which is a `.game` file in waiting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import sqrt
from operator import gt
from typing import Any, Final, TypeVar

from newfound.core.dice import SEEDS, WORD, Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER, Game, Json, Setup
from newfound.core.match import Event, Match
from newfound.core.problem import Problem
from newfound.core.rulebook import clauses
from newfound.core.speech import tell_news, tell_refusal
from newfound.core.tensor import Tensor
from newfound.core.text import LANGUAGES, BadMessage, game_catalog
from newfound.core.typed import misfit

MOST_EVENTS: Final = 20_000
MOST_THROWS: Final = 2_000
BACK: Final = [pow(factor, -1, WORD + 1) for factor in (5, 0x9E3779BB)]  # what takes the factors of `Dice.word` back

S = TypeVar("S")
T = TypeVar("T")
Below = Callable[[int], int]  # a whole number from 0 to n - 1


class Broken(Exception):
    """A property of the interface does not hold."""

    def __init__(self, check: str, seen: str, match: Match[Any]) -> None:
        super().__init__(f"{check}: {seen} (at event {len(match.log)} of a match of {match.game.title})")
        self.check = check
        self.match = match


@dataclass
class Walk:
    """One match being played and checked, event by event."""

    game: Game[Any]
    setup: Setup
    below: Below
    deep: int = 1  # costly checks are made at one event in this many

    def __post_init__(self) -> None:
        self.tensor = Tensor.of(self.game.tensor()) if self.game.tensor else None
        self.state = self.game.start(self.setup)
        self.log: list[Event] = []
        self.census: Mapping[str, int] = self.game.census(self.state)
        self.points = [0] * self.setup.seats

    def run(self) -> Match[Any]:
        """Plays to the end; every check at every event, the costly ones now and then."""
        while (turn := self.game.turn(self.state)) != OVER:
            self._want("ends", len(self.log) < MOST_EVENTS, f"no end after {MOST_EVENTS} events")
            legal = self._legality(turn)
            if self.below(self.deep) == 0:
                self._dump(legal)
                self._secrecy(turn, legal)
                self._refusal(turn, set(legal))
                self._count()
                if turn == CHANCE:
                    self._luck(legal)
            action = legal[self.below(len(legal))]
            self._step(turn, action, legal)
        self._want("legality", self.game.actions(self.state) == [], "actions after the end")
        self._end()
        self._dump([])
        self._replay()
        self._playout()
        return self.match()

    def match(self) -> Match[Any]:
        return Match(self.game, self.setup, tuple(self.log), self.state)

    def _want(self, check: str, holds: bool, seen: str) -> None:
        if not holds:
            raise Broken(check, seen, self.match())

    def _dice(self) -> Dice:
        return Dice(self.below(SEEDS))

    def _legality(self, turn: int) -> list[int]:
        game, state = self.game, self.state
        legal = game.actions(state)
        self._want("legality", bool(legal), f"turn {turn} but nothing to do")
        self._want("legality", all(a < b for a, b in pairwise(legal)), "actions not ascending")
        self._want("legality", legal[0] >= 0 and legal[-1] < game.n_actions, "an action out of range")
        self._want("legality", turn == CHANCE or 0 <= turn < self.setup.seats, f"turn {turn}")
        if turn == CHANCE:
            weights = game.weights(state)
            self._want("legality", len(weights) == len(legal) and min(weights) > 0, f"weights {weights} for {len(legal)} outcomes")
            self._want("legality", game.draw(state, self._dice()) in legal, "drew what is not possible")
        return legal

    def _luck(self, legal: list[int]) -> None:
        """Where one throw decides the draw, it is thrown every way there is: each action comes as often as its weight says."""
        game, state = self.game, self.state
        weights = game.weights(state)
        total = sum(weights)
        drawn = Counter(throws(lambda dice: game.draw(state, dice), total) if total <= MOST_THROWS else ())
        if not drawn:
            return
        for action, weight in zip(legal, weights, strict=True):
            seen = f"{game.spell(action)} comes {drawn[action]} times in {total}, its weight is {weight}"
            self._want("luck", drawn[action] == weight, seen)

    def _step(self, turn: int, action: int, legal: list[int]) -> None:
        game, state = self.game, self.state
        deep = self.below(self.deep) == 0
        kept = game.copy(state)
        before = game.dump(state) if deep else None
        told = game.tell(state, action, ONLOOKER)
        if deep:
            self._want("tell", game.dump(state) == before, "telling changed the state")
            tried = game.copy(state)
            game.apply(tried, action)
            game.playout(tried, self._dice())
            self._want("copy", game.dump(state) == before, "playing the copy changed the original")
            self._news(turn, action, legal)
            self._speech(action)
        for news in told:
            if news.points:
                self.points[news.seat] += news.points
        game.apply(state, action)
        if deep:
            self._want("copy", game.dump(kept) == before, f"{game.spell(action)} changed the copy made before it")
        self.log.append(Event(turn, action))
        if game.census(state) != self.census:
            self._want("census", False, self._lost())
        totals = [score.total for score in game.scores(state)]
        self._want("points", totals == self.points, f"told {self.points}, scores {totals} after {game.spell(action)}")
        for score in game.scores(state):
            self._want("points", score.total == sum(points for _, points in score.parts), f"parts {score.parts} of {score.total}")

    def _lost(self) -> str:
        now = self.game.census(self.state)
        changed = {kind for kind in {*now, *self.census} if now.get(kind) != self.census.get(kind)}
        return ", ".join(f"{kind}: {self.census.get(kind, 0)} at the start, {now.get(kind, 0)} now" for kind in sorted(changed))

    def _readers(self) -> list[int]:
        return [*range(self.setup.seats), ONLOOKER]

    def _view(self, reader: int) -> Json:
        """What this reader is shown, which is of the game's type."""
        seen = self.game.observe(self.state, reader)
        wrong = misfit(seen, self.game.view_type)
        self._want("view", not wrong, f"reader {reader}: view{wrong}")
        return seen

    def _dump(self, legal: list[int]) -> None:
        game, state = self.game, self.state
        dumped = game.dump(state)
        loaded = game.load(dumped)
        self._want("dump", game.dump(loaded) == dumped, "a loaded position dumps differently")
        self._want("dump", game.turn(loaded) == game.turn(state) and game.actions(loaded) == legal, "other actions after loading")
        reader = self._readers()[self.below(self.setup.seats + 1)]
        self._want("dump", game.observe(loaded, reader) == self._view(reader), "another view after loading")
        self._want("dump", game.census(loaded) == self.census, "components lost in dump and load")
        if reader != ONLOOKER:
            self._want("dump", self._tensor(loaded, reader) == self._tensor(state, reader), "another tensor after loading")

    def _tensor(self, state: Any, seat: int) -> list[int]:
        """The tensor of a seat; every number within what its field allows."""
        if self.tensor is None:
            return []
        numbers = [int(n) for n in self.tensor.sheet(state, seat).data]
        if any(map(gt, numbers, self.tensor.most)):
            found, field = next((n, field) for n, field in zip(numbers, self.tensor.order, strict=True) if n > field.most)
            self._want("tensor", False, f"{found} in the field {field.name}, which goes to {field.most}")
        return numbers

    def _secrecy(self, turn: int, legal: list[int]) -> None:
        """What is redealt looks the same to the reader, and follows from the view and the dice alone."""
        game, state = self.game, self.state
        dumped = game.dump(state)
        for reader in self._readers():
            seen = self._view(reader)
            self._want("secrecy", not game.open or seen == game.observe(state, ONLOOKER), f"open, but reader {reader} has another view")
            guess = game.redeal(state, reader, self._dice())
            self._want("secrecy", game.dump(state) == dumped, "redealing changed the state")
            self._want("secrecy", game.observe(guess, reader) == seen, f"reader {reader} sees the difference of a redeal")
            self._want("secrecy", game.turn(guess) == turn, f"reader {reader}: another turn after a redeal")
            self._want("secrecy", game.as_it_stands(guess) == game.as_it_stands(state), f"reader {reader}: a redeal stands otherwise")
            self._want("secrecy", game.count(guess) == game.count(state), f"reader {reader}: a redeal is counted otherwise")
            if game.odds:
                same = game.odds().chances(guess, reader) == game.odds().chances(state, reader)
                self._want("secrecy", same, f"reader {reader} reckons otherwise after a redeal")
            self._want("secrecy", game.census(guess) == self.census, f"reader {reader}: components lost in a redeal")
            if reader != ONLOOKER:
                same = self._tensor(guess, reader) == self._tensor(state, reader)
                self._want("secrecy", same, f"the tensor of seat {reader} differs after a redeal")
            if turn == reader:
                self._want("secrecy", game.actions(guess) == legal, f"reader {reader} has other actions after a redeal")
            for action in self._some(legal):
                if action in game.actions(guess):
                    same = game.tell(guess, action, reader) == game.tell(state, action, reader)
                    self._want("secrecy", same, f"news of {game.spell(action)} differ for reader {reader} after a redeal")
            seed = self.below(SEEDS)
            once, twice = game.redeal(state, reader, Dice(seed)), game.redeal(guess, reader, Dice(seed))
            self._want("secrecy", game.dump(once) == game.dump(twice), f"the guess of reader {reader} depends on what is hidden")

    def _some(self, actions: list[int], most: int = 3) -> list[int]:
        return actions if len(actions) <= most else [actions[self.below(len(actions))] for _ in range(most)]

    def _news(self, turn: int, action: int, legal: list[int]) -> None:
        """Two actions whose results look the same to a reader are told the same to that reader."""
        game, state = self.game, self.state
        after = game.copy(state)
        game.apply(after, action)
        for other in self._some(legal):
            instead = game.copy(state)
            game.apply(instead, other)
            for reader in self._readers():
                if reader != turn and game.observe(after, reader) == game.observe(instead, reader):
                    same = game.tell(state, action, reader) == game.tell(state, other, reader)
                    self._want("news", same, f"reader {reader} can tell {game.spell(action)} from {game.spell(other)}")
                    seed = self.below(SEEDS)
                    guesses = [game.dump(game.redeal(true, reader, Dice(seed))) for true in (after, instead)]
                    self._want("secrecy", guesses[0] == guesses[1], f"the guess of reader {reader} depends on what is hidden")

    def _speech(self, action: int) -> None:
        players = [f"P{seat}" for seat in range(self.setup.seats)]
        verb = self.game.spell(action).split()[0]
        for language in LANGUAGES:
            catalog = game_catalog(self.game.folder, language)
            for key in (f"kind.{verb}", f"do.{verb}"):  # its help, and the text of its button
                said = self.game.turn(self.state) == CHANCE or key in catalog
                self._want("speech", said, f"no sentence {key} in {language}")
            for reader in self._readers():
                for news in self.game.tell(self.state, action, reader):
                    try:
                        tell_news(catalog, news, players)
                    except (BadMessage, KeyError, IndexError, ValueError) as error:
                        self._want("speech", False, f"{news} in {language}: {error}")

    def _refusal(self, turn: int, legal: set[int]) -> None:
        """A refusal names its clause, can be said, and follows from what the seat to decide may know."""
        game, state = self.game, self.state
        action = self.below(game.n_actions)
        if action in legal:
            return
        known = clauses(game.folder)
        guess = game.redeal(state, turn, self._dice()) if turn != CHANCE else state
        for text in (game.spell(action), "xyzzy", ""):
            refusal = game.refuse(state, text)
            self._want("secrecy", game.refuse(guess, text) == refusal, f"the refusal of {text!r} depends on what seat {turn} cannot see")
            self._want("refuse", refusal.clause in known or text in ("xyzzy", ""), f"{text!r} is refused by {refusal}, no clause")
            for language in LANGUAGES:
                try:
                    tell_refusal(game_catalog(game.folder, language), refusal)
                except (BadMessage, KeyError, ValueError) as error:
                    self._want("speech", False, f"{refusal} in {language}: {error}")

    def _count(self) -> None:
        """What is counted adds up to the scores, and as it stands to those; every part of it has a name."""
        won, counted, players = [0] * self.setup.seats, [0] * self.setup.seats, [f"P{seat}" for seat in range(self.setup.seats)]
        for news, due in self.game.count(self.state):
            won[news.seat] += news.points - due
            counted[news.seat] += news.points
            for language in LANGUAGES:
                try:
                    tell_news(game_catalog(self.game.folder, language), news, players)
                except (BadMessage, KeyError, IndexError, ValueError) as error:
                    self._want("speech", False, f"{news} in {language}: {error}")
        totals = [score.total for score in self.game.scores(self.state)]
        standing = [score.total for score in self.game.as_it_stands(self.state)]
        self._want("points", won == totals, f"counted {won}, scores {totals}")
        self._want("points", counted == standing, f"counted {counted} as it stands, that is {standing}")

    def _end(self) -> None:
        standing, scores = self.game.as_it_stands(self.state), self.game.scores(self.state)
        self._want("points", standing == scores, f"stands at {standing} after the end, scores {scores}")
        self._count()

    def _replay(self) -> None:
        again = Match.replay(self.game, self.setup, self.log)
        self._want("replay", self.game.dump(again.state) == self.game.dump(self.state), "the log replays to another position")
        places = self.game.ranking(self.state)
        self._want("replay", len(places) == self.setup.seats and min(places) == 1, f"places {places}")

    def _playout(self) -> None:
        """Random play in the kernel is play by the rules: from the same dice, the same end."""
        seed = self.below(SEEDS)
        ends = []
        for _ in range(2):
            state = self.game.start(self.setup)
            self.game.playout(state, Dice(seed))
            self._want("playout", self.game.turn(state) == OVER, "a playout stopped before the end")
            self._want("playout", self.game.census(state) == self.census, "a playout lost components")
            ends.append(self.game.dump(state))
        self._want("playout", ends[0] == ends[1], "two playouts from the same dice differ")


def throws(draw: Callable[[Dice], int], ways: int) -> list[int]:
    """What is drawn where the dice are thrown `below(ways)` in each of the ways; nothing where a draw throws them more than once."""
    dice, drawn = Dice(0), []
    for way in range(ways):
        word = ((2 * way + 1) << 31) // ways
        turned = word * BACK[0] & WORD
        first = (turned >> 5 | turned << 27) * BACK[1] & WORD
        dice.a, dice.b = first, 0
        drawn.append(draw(dice))
        if dice.b != (first << 13 | first >> 19) & WORD:
            return []
    return drawn


def check_spellings(game: Game[Any]) -> None:
    """Every action has one spelling, and no two share it."""
    spelt: dict[str, int] = {}
    for action in range(game.n_actions):
        text = game.spell(action)
        assert text == " ".join(text.split()), f"action {action} is spelt {text!r}"
        assert text not in spelt, f"actions {spelt[text]} and {action} are both spelt {text!r}"
        spelt[text] = action


def setups(game: Game[Any]) -> list[Setup]:
    """Every allowed combination of seats and declared options."""
    found: list[Setup] = []
    names = [option.name for option in game.options]
    for seats in game.seats:
        for values in product(*(option.values() for option in game.options)):
            try:
                found.append(game.setup(seats, dict(zip(names, values, strict=True))))
            except Problem:
                continue
    return found


def random_match(game: Game[S], setup: Setup, seed: int) -> Match[S]:
    """Played to its end by dice alone."""
    dice, log, state = Dice(seed), [], game.start(setup)
    while (turn := game.turn(state)) != OVER:
        legal = game.actions(state)
        log.append(Event(turn, game.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))]))
        game.apply(state, log[-1].action)
    return Match(game, setup, tuple(log), state)


def decisions(match: Match[S]) -> Iterator[tuple[Match[S], int]]:
    """The match as it was at each decision, and whose it was; then its last position, for everybody."""
    game, state = match.game, match.game.start(match.setup)
    for at, event in enumerate(match.log):
        if event.seat >= 0:
            yield Match(game, match.setup, match.log[:at], game.copy(state)), event.seat
        game.apply(state, event.action)
    yield from ((match, seat) for seat in range(match.setup.seats))


def positions(game: Game[S], count: int, seed: int) -> list[S]:
    """Where somebody decides: as many, each of another random match, from soon after the beginning to shortly before the end."""
    found = []
    for number in range(count):
        dice, line = Dice(seed + number), []
        state = game.start(game.setup(game.seats[number % len(game.seats)]))
        while (turn := game.turn(state)) != OVER:
            legal = game.actions(state)
            game.apply(state, game.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))])
            if game.turn(state) >= 0:
                line.append(game.copy(state))
        found.append(line[(2 * number + 1) * len(line) // (2 * count)])
    return found


def sample(things: Sequence[T], count: int, dice: Dice) -> list[T]:
    """So many of these, drawn without replacement."""
    left = list(things)
    return [left.pop(dice.below(len(left))) for _ in range(min(count, len(left)))]


class Tally:
    """Chances against how often things came in so many futures."""

    def __init__(self, futures: int) -> None:
        self.futures = futures
        self.off: list[float] = []  # in standard errors

    def add(self, likely: float, hits: int) -> None:
        error = sqrt(max(likely * (1 - likely), 1 / self.futures) / self.futures)
        self.off.append(abs(hits / self.futures - likely) / error)

    def agree(self) -> None:
        """Within three standard errors, but for the few in a hundred that chance itself takes further."""
        assert len(self.off) > 20, "too little to compare"
        far = sum(off > 3 for off in self.off) / len(self.off)
        assert far < 0.01, f"{far:.1%} of {len(self.off)} are more than three standard errors off"
        assert max(self.off) < 5, f"{max(self.off):.1f} standard errors off"
