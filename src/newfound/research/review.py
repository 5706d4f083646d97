"""Reviews for researchers: many processes, findings kept in a file. The arithmetic is `newfound.review`, the same for the server.

docs/review.md has it, and what was measured.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from newfound.core.match import Match
from newfound.research.workers import results
from newfound.review import book
from newfound.review.account import Account, Moment, Review, none_if_unsure, total
from newfound.review.findings import DEPTHS, VERSION, Depth, Finding, Plan, examine, examine_decision, gain, positions

__all__ = (
    "DEPTHS",
    "Account",
    "Book",
    "Depth",
    "Finding",
    "Moment",
    "Plan",
    "Review",
    "examine",
    "examine_decision",
    "gain",
    "none_if_unsure",
    "positions",
    "review",
    "total",
)


@dataclass(frozen=True)
class Task:
    plan: Plan
    times: int


def work(task: Task, number: int) -> Finding:
    """Runs in a worker."""
    return examine(task.plan, number, task.times)


class Book(book.Book):
    """The findings of a review on disk, a line for each as it comes, so that a review cut short goes on where it was. Without a path
    they are kept in memory alone."""

    def __init__(self, plan: Plan, path: Path | None = None) -> None:
        super().__init__(plan)
        self.path = path
        header = json.dumps({"review": VERSION, "of": plan.name})
        if path is None:
            return
        whole = path.read_text(encoding="utf-8").rpartition("\n")[0] if path.exists() else ""  # a line cut short is found again
        first, *lines = whole.split("\n")
        if first == header:
            for line in lines:
                data = json.loads(line)
                self.found[data.pop("look")][data["number"]] = Finding.load(data)
        else:
            whole = header
        path.write_text(whole + "\n", encoding="utf-8")

    def add(self, look: int, finding: Finding) -> None:
        super().add(look, finding)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(finding.json() | {"look": look}) + "\n")

    def run(self, jobs: int) -> Generator[Finding, None, None]:
        """What is still missing, as it comes."""
        for _ in range(2):
            look, missing = self.missing()
            task = Task(self.plan, self.times(look))
            for finding in results(work, task, missing, jobs) if jobs > 1 else (work(task, number) for number in missing):
                self.add(look, finding)
                yield finding


def review(match: Match[Any], depth: str = "quick", jobs: int = 1, seed: int = 1) -> Review:
    """All at once, kept nowhere."""
    found = Book(Plan.of(match, depth, seed))
    for _ in found.run(jobs):
        pass
    return found.review()
