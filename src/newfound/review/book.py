"""The findings of a review as they come, in whatever order: a first look at everything, then a second where it mattered most."""

from __future__ import annotations

from newfound.review.account import Review
from newfound.review.findings import Finding, Plan


class Book:
    """Kept in memory alone; whoever keeps it elsewhere adds to it what is there."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.found: list[dict[int, Finding]] = [{}, {}]  # a first look, and a second

    def add(self, look: int, finding: Finding) -> None:
        self.found[look][finding.number] = finding

    def times(self, look: int) -> int:
        """How many times the work of a first look."""
        return self.plan.depth.more if look else 1

    def missing(self) -> tuple[int, list[int]]:
        """Which look is due, and the positions that it lacks; the second begins when the first is whole."""
        first = [number for number in range(len(self.plan.log) + 1) if number not in self.found[0]]
        return (0, first) if first else (1, [number for number in self.again() if number not in self.found[1]])

    @property
    def total(self) -> int:
        """How many findings a whole review has."""
        return len(self.plan.log) + 1 + len(self.again()) if self.is_seen else len(self.plan.log) + 1 + 2 * self.plan.depth.again

    @property
    def done(self) -> int:
        return sum(map(len, self.found))

    @property
    def is_seen(self) -> bool:
        """Whether everything was looked at once."""
        return len(self.found[0]) == len(self.plan.log) + 1

    @property
    def is_whole(self) -> bool:
        return self.is_seen and not self.missing()[1]

    def again(self) -> list[int]:
        """Where most seems to have been lost, and where luck seems to have been largest."""
        losses = sorted(self.found[0].values(), key=lambda one: (-(one.loss.value if one.loss else 0.0), one.number))
        lucks = sorted(self.found[0].values(), key=lambda one: (-max((abs(luck.value) for luck in one.luck), default=0.0), one.number))
        most = self.plan.depth.again
        chosen = {one.number for one in losses[:most] if one.loss and one.loss.value > 0}
        return sorted(chosen | {one.number for one in lucks[:most] if one.luck and any(luck.value for luck in one.luck)})

    def findings(self) -> list[Finding]:
        """The best there is of every position from the first on, in their order, up to one that was not looked at."""
        both = self.found[0] | self.found[1]
        return [both[number] for number in range(next((at for at in range(len(both) + 1) if at not in both), len(both)))]

    def review(self) -> Review:
        """Of as much as there is."""
        return Review(self.plan, tuple(self.findings()))
