"""Games, sentences and rules: what is on the shelf."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath

from newfound.core.game import Json
from newfound.host import shelf
from newfound.host.problems import Denied
from newfound.server.api.asked import Language, Plan

router = APIRouter(prefix="/api", tags=["shelf"])
Lang = Annotated[str, InPath(pattern="^(en|fr|de)$")]
GameName = Annotated[str, InPath(max_length=60)]


@router.get("/games")
async def all_games(request: Request, lang: Language) -> Json:
    state = request.app.state
    return shelf.all_games(lang) | {"address": state.settings.address or None, "site": state.site}


@router.get("/text/{lang}")
async def shell_text(lang: Lang) -> Json:
    return {"lang": lang, "entries": shelf.entries(None, lang)}


@router.get("/text/{game}/{lang}")
async def text(game: GameName, lang: Lang) -> Json:
    return {"lang": lang, "entries": shelf.entries(shelf.find_game(game).folder, lang)}


@router.get("/rules/{game}/{lang}")
async def rules(game: GameName, lang: Lang) -> Json:
    return shelf.rules(game, lang)


@router.get("/rules/{game}/figures/{name}", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def figure(game: GameName, name: GameName, night: bool = False) -> Response:
    """A picture of the rulebook, for a light page or a dark one."""
    return Response(shelf.figure(game, name, night), media_type="image/svg+xml", headers={"cache-control": "public, max-age=300"})


@router.post("/games/{game}/setup")
async def setup(game: GameName, body: Plan, lang: Language) -> Json:
    return shelf.fits(game, body.seats, body.options, lang)


@router.get("/games/{game}/picture", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def picture(game: GameName) -> Response:
    found = shelf.picture(shelf.find_game(game).name)
    if found is None:
        raise Denied(404, "address")
    return Response(found, media_type="image/svg+xml", headers={"cache-control": "public, max-age=300"})
