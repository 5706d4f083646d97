"""A match: one playing of a game. It is its set-up and its log; everything else follows from these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from newfound.core.coach import Advice
from newfound.core.fair import Luck
from newfound.core.game import CHANCE, ONLOOKER, OVER, Game, Json, News, Refusal, Score, Setup, find_action
from newfound.core.problem import NotLegal, Stale

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of the log: who did which action. Luck has the seat CHANCE."""

    seat: int
    action: int


class Refused(NotLegal):
    """Not legal now, with the game's own reason."""

    def __init__(self, refusal: Refusal, folder: Path) -> None:
        super().__init__(refusal.key, folder, **refusal.fillings)
        self.refusal = refusal


@dataclass(frozen=True)
class Match(Generic[S]):
    """Never changed in place: `play` and `undo` return another match."""

    game: Game[S]
    setup: Setup
    log: tuple[Event, ...]
    state: S

    @staticmethod
    def new(game: Game[Any], setup: Setup, luck: Luck | None = None) -> Match[Any]:
        """A match at its first decision. Without luck, chance waits to be typed in, as from a real table."""
        return _settled(game, setup, [], game.start(setup), luck)

    @staticmethod
    def replay(game: Game[Any], setup: Setup, log: Iterable[Event]) -> Match[Any]:
        """The match with this log, every event checked."""
        state = game.start(setup)
        done: list[Event] = []
        for event in log:
            if game.turn(state) != event.seat or event.action not in game.actions(state):
                raise Stale("replay.illegal", number=len(done), action=game.spell(event.action))
            game.apply(state, event.action)
            done.append(event)
        return Match(game, setup, tuple(done), state)

    @property
    def turn(self) -> int:
        return self.game.turn(self.state)

    def play(self, seat: int, action: int | str, at: int | None = None, luck: Luck | None = None) -> Match[S]:
        """The match after this action and the luck that follows it."""
        if at is not None and at != len(self.log):
            raise Stale("play.stale", at=at, now=len(self.log))
        chosen = self.legal(seat, action)
        after = self.game.copy(self.state)
        self.game.apply(after, chosen)
        return _settled(self.game, self.setup, [*self.log, Event(seat, chosen)], after, luck)

    def settled(self, luck: Luck) -> Match[S]:
        """The match after the luck that is due, if any is."""
        return _settled(self.game, self.setup, [*self.log], self.game.copy(self.state), luck)

    def legal(self, seat: int, action: int | str) -> int:
        """The legal action that is meant, or the reason why there is none."""
        turn = self.turn
        if turn == OVER:
            raise NotLegal("play.over")
        if turn == CHANCE and seat != CHANCE:
            raise NotLegal("play.chance")
        if turn != seat:
            raise NotLegal("play.turn", seat=turn + 1)
        text = action if isinstance(action, str) else self.game.spell(action)
        chosen = find_action(self.game, self.state, text)
        if chosen is None:
            raise Refused(self.game.refuse(self.state, text), self.game.folder)
        return chosen

    def actions(self, reader: int) -> list[str]:
        """What this reader may do now, as it is spelt."""
        return [self.game.spell(action) for action in self.game.actions(self.state)] if self.turn == reader else []

    def can_undo(self, seat: int) -> bool:
        """Free undo goes back to the last chance event or change of turn."""
        return bool(self.log) and self.log[-1].seat == seat == self.turn

    def undo(self, seat: int) -> Match[S]:
        """The match without this seat's last action."""
        if not self.can_undo(seat):
            raise NotLegal("play.undo")
        return self.back(len(self.log) - 1)

    def back(self, to: int) -> Match[S]:
        """The match as it was at this event count."""
        state = self.game.start(self.setup)
        for event in self.log[:to]:
            self.game.apply(state, event.action)
        return replace(self, log=self.log[:to], state=state)

    def news(self, reader: int, since: int = 0, before: Match[S] | None = None) -> Iterator[tuple[int, Event, list[News]]]:
        """What this reader may know of the events from number `since` on. `before`, this match as it was then, saves the replay."""
        if since == len(self.log):
            return
        state = self.game.copy(before.state) if before and len(before.log) == since else self.back(since).state
        for number, event in enumerate(self.log[since:], since):
            yield number, event, self.game.tell(state, event.action, reader)
            self.game.apply(state, event.action)

    def advice(self, reader: int) -> list[Advice]:
        """What the game's coach says to this reader now, by what they see and what happened since their last action, that one included."""
        game = self.game
        if game.coach is None:
            return []
        since = next((at for at in reversed(range(len(self.log))) if self.log[at].seat == reader), 0)
        news = [one for _, _, told in self.news(reader, since) for one in told]
        return game.coach().advise(game.observe(self.state, reader), self.actions(reader), news, reader)

    def course(self) -> Json:
        """Where turns and rounds begin, as event counts, for those who leaf through it. Without a count of its own a round is over
        when whoever had the first turn has one again."""
        game, state = self.game, self.game.start(self.setup)
        turns: list[int] = []
        rounds: list[Json] = []
        last: tuple[int | None, int] | None = None
        first = ONLOOKER
        for at in range(len(self.log) + 1):
            count, seat = game.lap(state) if game.lap else (None, game.turn(state))
            if seat >= 0 and (count, seat) != last:
                first = seat if last is None else first
                if seat == first if count is None else last is None or count != last[0]:
                    rounds.append({"at": at, "round": len(rounds) + 1 if count is None else count})
                turns.append(at)
                last = count, seat
            if at < len(self.log):
                game.apply(state, self.log[at].action)
        return {"turns": turns, "rounds": rounds}

    def wrong_draw(self, luck: Luck, since: int = 0) -> int | None:
        """The first draw from event number `since` on that does not follow from this luck."""
        state = self.back(since).state
        for number, event in enumerate(self.log[since:], since):
            if event.seat == CHANCE and self.game.draw(state, luck.at(number)) != event.action:
                return number
            self.game.apply(state, event.action)
        return None

    def frame(self, reader: int, since: int | None = None, before: Match[S] | None = None, view: Json = None) -> Json:
        """All that one reader is shown: the view, if it is not at hand already, their legal actions, the news, the scores."""
        game, state = self.game, self.state
        told = self.news(reader, len(self.log) if since is None else since, before)
        return {
            "game": game.name,
            "at": len(self.log),
            "turn": self.turn,
            "view": game.observe(state, reader) if view is None else view,
            "actions": self.actions(reader),
            "news": [{"at": number, "seat": event.seat, "told": [n.json() for n in news]} for number, event, news in told],
            "scores": _written(game.scores(state)),
            "standing": _written(game.as_it_stands(state)) if self.turn != OVER else [],
            "ranking": game.ranking(state) if self.turn == OVER else [],
            "reckoning": [news.json() | ({"due": due} if due else {}) for news, due in game.count(state)],
            "undo": self.can_undo(reader),
        }

    def _repr_svg_(self) -> str | None:
        """A notebook shows the position as an onlooker sees it, where the game can be drawn."""
        return self.game.picture().svg(self.game.observe(self.state, ONLOOKER)) if self.game.picture else None


def _written(scores: Iterable[Score]) -> Json:
    return [{"total": score.total, "parts": [list(part) for part in score.parts]} for score in scores]


def _settled(game: Game[S], setup: Setup, log: list[Event], state: S, luck: Luck | None) -> Match[S]:
    """Luck is drawn until somebody has to decide. The state is the match's own from now on."""
    while luck is not None and game.turn(state) == CHANCE:
        action = game.draw(state, luck.at(len(log)))
        game.apply(state, action)
        log.append(Event(CHANCE, action))
    return Match(game, setup, tuple(log), state)
