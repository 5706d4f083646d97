"""`newfound rules`: the rulebook of a game, or one clause of it."""

from __future__ import annotations

import os
import re
from typing import Annotated, Any

import typer

from newfound import games
from newfound.cli.arguments import Lang, Title
from newfound.cli.voice import BadCommand, Voice
from newfound.core.game import Game
from newfound.core.rulebook import clauses, page


def rules(game: Title, clause: Annotated[str | None, typer.Argument(metavar="CLAUSE")] = None, lang: Lang = None) -> None:
    found = games.find(game)
    voice = Voice.of(lang, found)
    if clause:
        show_clauses(voice, found, clause)
    else:
        show_page(voice, found)


def show_page(voice: Voice, game: Game[Any]) -> None:
    from rich.markdown import Markdown  # slow to load, and the table at play has its commands of this file

    text = Markdown(readable(page(game.folder, voice.language)))
    if voice.console.is_terminal:
        os.environ.setdefault("LESS", "-R")
        with voice.console.pager(styles=True):
            voice.print(text)
    else:
        voice.print(text)


def show_clauses(voice: Voice, game: Game[Any], wanted: str) -> None:
    """A clause by its id (`NH-B4`, or `B4`), a group of clauses (`B`), or all that contain a word."""
    from rich.markdown import Markdown

    for name, text in find_clauses(voice, game, wanted).items():
        voice.print(Markdown(f"**{name}** {text}"))


def find_clauses(voice: Voice, game: Game[Any], wanted: str) -> dict[str, str]:
    known = clauses(game.folder, voice.language)
    short = wanted.strip().upper()
    exact = {name: text for name, text in known.items() if short in (name, name.partition("-")[2])}
    group = {name: text for name, text in known.items() if re.fullmatch(rf"([A-Z]+-)?{re.escape(short)}\d+", name)}
    found = exact or group or {name: text for name, text in known.items() if _typed(wanted.strip()) in _typed(text)}
    if not found:
        raise BadCommand("cli.clause", title=game.title, text=wanted, first=next(iter(known), "?"))
    return found


def _typed(text: str) -> str:
    """As a keyboard writes it: apostrophes straight, spaces plain, letters small."""
    return " ".join(text.replace("’", "'").lower().split())


def readable(markdown: str) -> str:
    """Without anchors and pictures, which are for the browser."""
    return re.sub(r'<a id="[^"]*"></a>|^!\[.*\]\(figure:.*\)\n\n', "", markdown, flags=re.MULTILINE)
