"""`newfound games`: what there is to play, and with which options."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from newfound import games as shelf
from newfound.cli.arguments import Lang
from newfound.cli.voice import Voice
from newfound.core.game import Game, Option, Value, spell_value
from newfound.core.problem import BadSetup
from newfound.core.text import Catalog, game_catalog


def games(lang: Lang = None) -> None:
    voice = Voice.of(lang)
    for name in shelf.names():
        try:
            show(Voice.of(lang, shelf.find(name)), shelf.find(name))
        except BadSetup as broken:
            voice.problem(broken)
    voice.tell("games.hint", "dim")


def show(voice: Voice, game: Game[Any]) -> None:
    line = Text(game.title, "bold").append(f"  {game.name}", "cyan").append(f"  {seats(voice, game)}", "dim")
    voice.print(line)
    voice.print(Text(summary(game, voice.language)))
    table = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
    for option in game.options:
        table.add_row(Text(option.name, "cyan"), about(voice.catalog, option), Text(option.clause, "dim"))
        for value in option.values():
            mark = voice.say("games.default") if value == option.default else ""
            table.add_row(
                "", Text(f"{option.name}={spell_value(value)}  ").append(meaning(voice.catalog, option, value), "dim"), Text(mark, "dim")
            )
    voice.print(table)
    voice.print("")


def seats(voice: Voice, game: Game[Any]) -> str:
    return voice.say("games.seats", low=min(game.seats), high=max(game.seats))


def summary(game: Game[Any], language: str) -> str:
    """What the game is about, in a line."""
    return game_catalog(game.folder, language).say("about.line")


def about(catalog: Catalog, option: Option) -> str:
    for key in (f"option.{option.name}.about", f"option.{option.name}.name", f"option.{option.name}"):
        if key in catalog:
            return catalog.say(key)
    return ""


def meaning(catalog: Catalog, option: Option, value: Value) -> str:
    key = f"option.{option.name}.{spell_value(value)}"
    return catalog.say(key) if key in catalog else ""
