"""Lessons: what there is to learn, and where a pupil's actions have led. Nothing is kept here; the page knows how far it has come."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as InPath
from pydantic import Field

from newfound.core.game import Json
from newfound.host import shelf
from newfound.server.api.asked import Language, Sent, Spelling
from newfound.server.api.shelf import GameName, Lang

router = APIRouter(prefix="/api/lessons", tags=["lessons"])
LessonName = Annotated[str, InPath(max_length=40)]
Done = Annotated[tuple[Spelling, ...], Field(max_length=60)]


class At(Sent):
    """How far the pupil has come: the action of each step, and what they try now."""

    done: Done = ()
    attempt: Spelling | None = None
    reveal: bool = False  # what leads on is done for the pupil
    pictures: bool = False


class Asked(Sent):
    done: Done = ()
    text: Spelling


@router.get("/{game}")
async def course(game: GameName, lang: Language) -> Json:
    return shelf.course(game, lang)


@router.get("/{game}/text/{lang}")
async def text(game: GameName, lang: Lang) -> Json:
    return shelf.course_text(game, lang)


@router.post("/{game}/{name}")
def play(game: GameName, name: LessonName, body: At) -> Json:
    return shelf.lesson_at(game, name, body.done, body.attempt, body.pictures, body.reveal)


@router.post("/{game}/{name}/why")
def why(game: GameName, name: LessonName, body: Asked, lang: Language) -> Json:
    return shelf.lesson_why(game, name, body.done, body.text, lang)


@router.post("/{game}/{name}/preview")
def preview(game: GameName, name: LessonName, body: Asked) -> Json:
    return shelf.lesson_preview(game, name, body.done, body.text)
