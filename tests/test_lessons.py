"""Every lesson is replayed by the rules alone: each step legal, each claim true, each sentence there in three languages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from newfound import games
from newfound.core import lesson as lessons
from newfound.core.game import Game
from newfound.core.lesson import BadLesson, Lesson, Step
from newfound.core.match import Refused
from newfound.core.rulebook import clauses

ALL = [(games.find(name), lesson) for name in games.names() for lesson in lessons.course(games.find(name)).values()]
ALL.sort(key=lambda pair: not pair[1].steps[0].go)  # first one that begins with an action


@pytest.mark.parametrize(("game", "lesson"), ALL, ids=[f"{game.name} {lesson.name}" for game, lesson in ALL])
def test_a_lesson_holds(game: Game[Any], lesson: Lesson) -> None:
    lessons.check(game, lesson)
    assert set(lesson.clauses) <= set(clauses(game.folder))


@pytest.mark.parametrize("fault", [{"key": "nonsense"}, {"does": ALL[0][1].steps[0].go[0], "key": "nonsense"}])
def test_what_a_lesson_says_is_told_is_told(fault: dict[str, str]) -> None:
    game, lesson = ALL[0]
    with pytest.raises(BadLesson, match="is not told"):
        lessons.check(game, replace(lesson, steps=(replace(lesson.steps[0], told=(fault,)),)))


def test_a_step_leads_on_answers_or_is_refused() -> None:
    game, lesson = ALL[0]
    now = lessons.begin(game, lesson)
    step = lesson.steps[0]
    assert lessons.attempt(lesson, now, step.go[0]) is None
    other = next(text for action in game.actions(now.match.state) if (text := game.spell(action)) not in (*step.go, *step.like))
    assert lessons.attempt(lesson, now, other) not in (None, "like")
    with pytest.raises(Refused):
        lessons.attempt(lesson, now, "nonsense")
    assert lessons.stage(game, lesson, step.go[:1]).step == 1


@pytest.mark.parametrize(("fault", "said"), [
    (Step(go=("nonsense",)), "not legal"), (Step(then=("nonsense",)), "not legal"),
    (Step(points=99), "wins 0 points"), (Step(scores=(98, 99)), "scores are"), (Step(standing=(98, 99)), "scores are"),
    (Step(sees={"turn": 99}), "turn is 0, not 99"),
    (Step(answers={"never": ("nonsense *",)}), "nothing is answered"), (Step(like=("nonsense *",)), "nothing is answered"),
])  # fmt: skip
def test_what_a_lesson_claims_is_checked(fault: Step, said: str) -> None:
    game, lesson = ALL[0]
    with pytest.raises(BadLesson, match=said):
        lessons.check(game, Lesson(lesson.name, 1, lesson.setup, (fault,), given=lesson.given))
