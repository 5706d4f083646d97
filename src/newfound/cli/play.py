"""`newfound play`: a match in the terminal, with people at one keyboard and bots."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from newfound import bots, games
from newfound.cli.arguments import Lang, Options, Seats, Seed
from newfound.cli.lines import Lines
from newfound.cli.listing import seats as seats_line
from newfound.cli.listing import summary
from newfound.cli.luck import fair
from newfound.cli.show import BOT
from newfound.cli.table import Table
from newfound.cli.voice import BadCommand, Voice, options_of, read_game
from newfound.core import gamefile
from newfound.core.fair import Fair
from newfound.core.game import Game
from newfound.core.match import Match

FAVOURITE: Final = "new-haven"


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line; None where nothing was said."""

    seats: int | None
    people: int | None
    bot: str | None
    names: list[str]
    jobs: int = 1


def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    seats: Seats = None,
    people: Annotated[int | None, typer.Option("--people", metavar="N")] = None,
    bot: Annotated[str | None, typer.Option("--bot", metavar="NAME")] = None,
    name: Annotated[list[str] | None, typer.Option("--name", metavar="NAME")] = None,
    option: Options = None,
    seed: Seed = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE")] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE")] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1)] = os.cpu_count() or 1,
    lang: Lang = None,
) -> None:
    if save is not None and save.exists() and save != resume:
        raise BadCommand("cli.exists", path=str(save))
    wish = Wish(seats, people, bot, name or [], jobs)
    if resume is not None:
        table = resumed(resume, wish, lang)
    elif game is None:
        picked, wish = pick(Voice.of(lang), wish)
        table = fresh(picked, wish, options_of(option or []), seed, lang)
    else:
        table = fresh(games.find(game), wish, options_of(option or []), seed, lang)
    table.voice.note_interpreted([table.match.game])
    table.path = save or table.path
    table.run()
    if save is not None and len(table.match.log) > table.saved:
        table.save()


def fresh(game: Game[Any], wish: Wish, options: dict[str, str], seed: int | None, lang: str | None) -> Table:
    setup = game.setup(wish.seats or max(wish.people or 0, min(game.seats)), options)
    luck = fair(seed)
    players = _seated(game, setup.seats, wish)
    return Table(Voice.of(lang, game), Match.new(game, setup, luck), luck, players, recorded=True, jobs=wish.jobs)


def resumed(path: Path, wish: Wish, lang: str | None) -> Table:
    """Goes on where the file ends. Its seed, if it has one, draws the rest too; else the luck is new and not recorded."""
    file = read_game(path)
    match = gamefile.replay(file, games.find)
    luck = Fair(bytes.fromhex(file.seed)) if file.seed else fair(None)
    players = _seated(match.game, match.setup.seats, wish) if wish.people is not None or not file.players else dict(file.players)
    for player in players.values():
        if player.startswith(BOT):
            bots.make(player.removeprefix(BOT), match.game)
    return Table(Voice.of(lang, match.game), match.settled(luck), luck, players, recorded=bool(file.seed), path=path, jobs=wish.jobs)


def _seated(game: Game[Any], seats: int, wish: Wish) -> dict[int, str]:
    """People take the first seats, bots the others."""
    people = wish.people if wish.people is not None else max(1, len(wish.names))
    if not 0 <= people <= seats or len(wish.names) > people:
        raise BadCommand("cli.people", people=max(people, len(wish.names)), seats=seats)
    bot = wish.bot or bots.usual(game)
    bots.make(bot, game)  # says at once if there is no such bot
    named = dict(enumerate(wish.names))
    return named | dict.fromkeys(range(people, seats), BOT + bot)


def pick(voice: Voice, wish: Wish) -> tuple[Game[Any], Wish]:
    """A friendly list for whoever only typed `newfound play`."""
    lines, names = Lines(voice), games.names()
    if not names:
        raise BadCommand("cli.no_games")
    favourite = FAVOURITE if FAVOURITE in names else names[0]
    voice.tell("pick.title", "bold")
    for number, name in enumerate(names, 1):
        game = games.find(name)
        voice.print(Text(f"  {number}  ", "bold cyan").append(game.title, "bold").append(f"  {seats_line(voice, game)}", "dim"))
        voice.print(Text(f"     {summary(game, voice.language)}"))
    answer = (lines.read(voice.say("pick.game", name=games.find(favourite).title)) or "").strip()
    chosen = games.find(names[int(answer) - 1] if answer.isdigit() and 1 <= int(answer) <= len(names) else answer or favourite)
    least = max(wish.people or 0, len(wish.names), min(chosen.seats))
    seats = wish.seats or _number(voice, lines, "pick.seats", least, low=min(chosen.seats), high=max(chosen.seats))
    people = wish.people if wish.people is not None else _number(voice, lines, "pick.people", max(1, len(wish.names)), seats=seats)
    return chosen, replace(wish, seats=seats, people=people)


def _number(voice: Voice, lines: Lines, key: str, default: int, **values: int) -> int:
    answer = (lines.read(voice.say(key, default=default, **values)) or "").strip()
    if answer and not answer.isdigit():
        raise BadCommand("cli.number", text=answer)
    return int(answer) if answer else default
