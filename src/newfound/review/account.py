"""What findings add up to, be they all or as many as there are: how each seat came to its final lead, what mattered, the curve."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Final

from newfound.core.game import CHANCE, Json
from newfound.review.findings import Finding, Plan, positions
from newfound.review.outlook import Mean
from newfound.review.reasons import Reason

LARGE: Final = 0.1  # of the lead that decides a match: a loss beyond that is a large one


@dataclass(frozen=True)
class Account:
    """How a seat came from its first prospect to its final lead: start + luck + own + rivals + rest = end."""

    seat: int
    start: Mean
    luck: Mean
    set_up: Mean  # the part of the luck before the first decision
    own: Mean  # steps of its own decisions
    rivals: Mean
    rest: Mean  # what the estimate gets wrong
    end: float
    end_error: float  # none where the match was played to its end; else the end is an estimate
    decisions: int  # with a choice
    lost: Mean  # the sum of its losses
    large: int  # how many of them are large

    @property
    def adjusted(self) -> Mean:
        """The final lead without the luck of all draws."""
        return total([(1, Mean(self.end, self.end_error)), (-1, self.luck)])

    @property
    def rate(self) -> Mean:
        """What a decision with a choice lost on average."""
        return Mean(self.lost.value / max(1, self.decisions), self.lost.error / max(1, self.decisions))


@dataclass(frozen=True)
class Moment:
    """An event that mattered: a loss for who decided, or luck for whom it was most."""

    number: int  # the position it led to
    seat: int
    kind: str  # `loss` or `luck`
    points: Mean  # of lead, for this seat: less than nothing for a loss or bad luck
    action: int
    best: int | None = None
    expected: tuple[Mean, ...] = ()  # the final lead of the best action, and of this one
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Review:
    """A whole review: the findings, and what follows from them."""

    plan: Plan
    findings: tuple[Finding, ...]

    @cached_property
    def turns(self) -> list[int]:
        """Whose turn it is in every position."""
        game, states = positions(self.plan)
        return [game.turn(state) for state in states]

    @cached_property
    def first(self) -> int:
        """The position of the first decision: what is drawn before is the set-up."""
        return next((at for at, turn in enumerate(self.turns) if turn >= 0), len(self.turns) - 1)

    @cached_property
    def curve(self) -> list[tuple[Mean, ...]]:
        """The worth of every position, by seat; that of one in which luck comes next is the mean over what may come."""
        return [self.findings[at + 1].before if self._opens_luck(at) else one.worth for at, one in enumerate(self.findings)]

    def _opens_luck(self, at: int) -> bool:
        return self.turns[at] == CHANCE and at + 1 < len(self.findings) and (at == 0 or self.turns[at - 1] != CHANCE)

    def accounts(self) -> list[Account]:
        return [self._account(seat) for seat in range(self.plan.seats)]

    def _account(self, seat: int) -> Account:
        found, curve, turns = self.findings, self.curve, self.turns
        events = range(1, len(found))  # by the position that each led to
        draws = [at for at in events if turns[at - 1] == CHANCE]
        own = [at for at in events if turns[at - 1] == seat]
        others = [at for at in events if turns[at - 1] >= 0 and turns[at - 1] != seat]
        chained = [at for at in draws if not self._opens_luck(at - 1)]
        losses = [none_if_unsure(loss) for at in own if (loss := found[at].loss) is not None]
        large = LARGE * positions(self.plan)[0].judge().SCALE
        return Account(
            seat=seat,
            start=curve[0][seat],
            luck=total([(1, found[at].luck[seat]) for at in draws]),
            set_up=total([(1, found[at].luck[seat]) for at in draws if at <= self.first]),
            own=self._steps(own, seat),
            rivals=self._steps(others, seat),
            rest=total([part for at in chained for part in ((1, found[at].before[seat]), (-1, curve[at - 1][seat]))]),
            end=curve[-1][seat].value,
            end_error=curve[-1][seat].error,
            decisions=len(losses),
            lost=total([(1, loss) for loss in losses]),
            large=sum(1 for loss in losses if loss.value > large),
        )

    def _steps(self, numbers: Sequence[int], seat: int) -> Mean:
        """The worth after these decisions less that before; what cancels between two of them adds no error."""
        times: dict[int, int] = {}
        for at in numbers:
            times[at] = times.get(at, 0) + 1
            times[at - 1] = times.get(at - 1, 0) - 1
        return total([(count, self.curve[at][seat]) for at, count in times.items()])

    def moments(self, most: int = 10) -> list[Moment]:
        """The events that mattered most, the largest first. What could be chance of the estimate is none."""
        found = []
        for finding in self.findings[1:]:
            number, action = finding.number, self.plan.log[finding.number - 1]
            if finding.loss is not None and none_if_unsure(finding.loss).value > 0:
                cost = Mean(-finding.loss.value, finding.loss.error)
                found.append(Moment(number, self.turns[number - 1], "loss", cost, action, finding.best, finding.expected, finding.reasons))
            elif finding.luck and number > self.first:
                seat = max(range(self.plan.seats), key=lambda one: abs(finding.luck[one].value))
                if finding.luck[seat].sure:
                    found.append(Moment(number, seat, "luck", finding.luck[seat], action))
        return sorted(found, key=lambda one: (-abs(one.points.value), one.number))[:most]

    def json(self) -> Json:
        """All of it in plain values: numbers with their standard errors; positions by how many events led to them."""
        game, _ = positions(self.plan)
        moments = [
            asdict(one) | {"action": game.spell(one.action), "best": None if one.best is None else game.spell(one.best)}
            for one in self.moments(len(self.findings))
        ]
        derived = [asdict(one) | {"adjusted": asdict(one.adjusted), "rate": asdict(one.rate)} for one in self.accounts()]
        curve = [[asdict(worth) for worth in position] for position in self.curve]
        events = [
            {"seat": self.turns[one.number - 1], "luck": [asdict(luck) for luck in one.luck], "loss": one.loss and asdict(one.loss)}
            for one in self.findings[1:]
        ]
        head = {"game": game.name, "depth": asdict(self.plan.depth)}
        return head | {"seats": derived, "moments": moments, "events": events, "curve": curve}


def none_if_unsure(loss: Mean) -> Mean:
    """A loss is never negative, and none where it is smaller than its standard error."""
    return loss if loss.value > loss.error else Mean(0.0, loss.error)


def total(parts: Sequence[tuple[int, Mean]]) -> Mean:
    """Of independent means, each so many times."""
    return Mean(
        math.fsum(times * part.value for times, part in parts), math.sqrt(math.fsum((times * part.error) ** 2 for times, part in parts))
    )
