"""Games, sentences and rules: what is on the shelf."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Response
from fastapi import Path as InPath

import newfound
from newfound import bots, games
from newfound.core import rulebook
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER, Game, Json, Option, spell_value
from newfound.core.problem import BadSetup
from newfound.core.text import LANGUAGES, Catalog, core_catalog, game_catalog, read_catalog
from newfound.server.api.asked import Language
from newfound.server.hall import levels
from newfound.server.problems import HERE, Denied

router = APIRouter(prefix="/api", tags=["shelf"])
LOG: Final = logging.getLogger("newfound.shelf")
PACKAGE: Final = Path(newfound.__file__).parent
Lang = Annotated[str, InPath(pattern="^(en|fr|de)$")]
GameName = Annotated[str, InPath(max_length=60)]


@router.get("/games")
async def all_games(lang: Language) -> Json:
    found = []
    for name in games.names():
        try:
            found.append(_game(games.find(name), lang))
        except BadSetup as broken:
            LOG.warning("%s", broken)
    return {"protocol": 1, "version": newfound.__version__, "languages": list(LANGUAGES), "levels": levels(), "games": found}


def _game(game: Game[Any], lang: str) -> Json:
    catalog = game_catalog(game.folder, lang)
    return {
        "name": game.name,
        "title": game.title,
        "edition": game.edition,
        "seats": list(game.seats),
        "about": catalog.say("about.line"),
        "picture": game.picture is not None,
        "options": [_option(catalog, option) for option in game.options],
    }


def _option(catalog: Catalog, option: Option) -> Json:
    def said(key: str) -> str:
        return catalog.say(key) if key in catalog else ""

    return {
        "name": option.name,
        "title": said(f"option.{option.name}.name"),
        "about": said(f"option.{option.name}.about"),
        "clause": option.clause,
        "default": option.default,
        "values": [{"value": value, "about": said(f"option.{option.name}.{spell_value(value)}")} for value in option.values()],
    }


@cache
def entries(folder: Path | None, lang: str) -> dict[str, str]:
    """Everything a browser may have to say: core, bots, server, web app, and the game in this folder."""
    found = dict(core_catalog(lang).entries)
    for package in (Path(bots.__file__).parent, HERE, PACKAGE / "web", *([folder] if folder else [])):
        if (package / "text" / f"{lang}.toml").is_file():
            found |= read_catalog(package / "text", lang)
    return found


@router.get("/text/{lang}")
async def shell_text(lang: Lang) -> Json:
    return {"lang": lang, "entries": entries(None, lang)}


@router.get("/text/{game}/{lang}")
async def text(game: GameName, lang: Lang) -> Json:
    return {"lang": lang, "entries": entries(_find(game).folder, lang)}


@router.get("/rules/{game}/{lang}")
async def rules(game: GameName, lang: Lang) -> Json:
    found = _find(game)
    clauses = [{"id": name, "text": said} for name, said in rulebook.clauses(found.folder, lang).items()]
    return {"game": found.name, "title": found.title, "lang": lang, "markdown": rulebook.page(found.folder, lang), "clauses": clauses}


@router.get("/games/{game}/picture", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def picture(game: GameName) -> Response:
    found = _picture(_find(game).name)
    if found is None:
        raise Denied(404, "address")
    return Response(found, media_type="image/svg+xml", headers={"cache-control": "public, max-age=300"})


@cache
def _picture(name: str) -> str | None:
    """The middle of a match as an onlooker sees it, the same every time: stands for a game the web app knows no drawing of."""
    game = games.find(name)
    if game.picture is None:
        return None
    dice, setup = Dice(1), game.setup(game.seats[0])
    state, played = game.start(setup), []
    while (turn := game.turn(state)) != OVER:
        legal = game.actions(state)
        played.append(game.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))])
        game.apply(state, played[-1])
    state = game.start(setup)
    for action in played[: len(played) // 2]:
        game.apply(state, action)
    return game.picture().svg(game.observe(state, ONLOOKER))


def _find(name: str) -> Game[Any]:
    if name not in games.names():
        raise Denied(404, "game", name=name[:60], names=", ".join(games.names()))
    return games.find(name)
