"""`newfound replay`: a saved match, event by event, for people or as JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.rule import Rule

from newfound import games
from newfound.cli.arguments import File, Lang
from newfound.cli.lines import Lines
from newfound.cli.show import final, names_of, score_line, sentences
from newfound.cli.voice import BadCommand, Voice, read_game
from newfound.core import gamefile
from newfound.core.game import ONLOOKER, OVER, Json
from newfound.core.match import Match


def replay(
    file: File,
    jsonl: Annotated[bool, typer.Option("--jsonl")] = False,
    seat: Annotated[int | None, typer.Option("--seat", metavar="N")] = None,
    lang: Lang = None,
) -> None:
    written = read_game(file)
    match = gamefile.replay(written, games.find)
    voice = Voice.of(lang, match.game)
    if seat is not None and not 1 <= seat <= match.setup.seats:
        raise BadCommand("cli.seat", seat=seat, seats=match.setup.seats)
    if jsonl:
        for event in events(match) if seat is None else seen(match, seat - 1):
            sys.stdout.write(json.dumps(event, separators=(",", ":")) + "\n")
        return
    steps = Steps(voice, match, names_of(voice, match.setup.seats, written.players), ONLOOKER if seat is None else seat - 1)
    if sys.stdin.isatty() and voice.console.is_terminal:
        steps.walk()
    else:
        steps.tell_all()


def events(match: Match[Any]) -> Iterator[Json]:
    """Each event with what could have been done instead, and the position it led to."""
    game = match.game
    state = game.start(match.setup)
    for number, event in enumerate(match.log):
        legal = [game.spell(action) for action in game.actions(state)]
        game.apply(state, event.action)
        yield {
            "number": number,
            "turn": event.seat,
            "legal": legal,
            "action": game.spell(event.action),
            "scores": [score.total for score in game.scores(state)],
            "state": game.dump(state),
        }


def seen(match: Match[Any], seat: int) -> Iterator[Json]:
    """Of each event what one seat may know: what it saw then, and what it could do if it was to decide."""
    game = match.game
    for number, event in enumerate(match.log):
        here = match.back(number)
        own = {"legal": here.actions(seat), "action": game.spell(event.action)} if event.seat == seat else {}
        yield {"number": number, "turn": event.seat} | own | {"view": game.observe(here.state, seat)}


class Steps:
    """Walks through a match, forth and back."""

    def __init__(self, voice: Voice, match: Match[Any], players: list[str], reader: int) -> None:
        self.voice = voice
        self.match = match
        self.players = players
        self.reader = reader

    def tell_all(self) -> None:
        for number, _, told in self.match.news(self.reader):
            for sentence in sentences(self.voice, told, self.players):
                self.voice.print(f"{number:4}  {sentence}")
        self.end()

    def walk(self) -> None:
        lines, at, last = Lines(self.voice), 0, len(self.match.log)
        while True:
            self.show(at)
            answer = lines.read(self.voice.say("replay.prompt", at=at, last=last))
            word = (answer or "").strip().lower()
            if answer is None or word in ("q", "quit"):
                return
            if word.isdigit():
                at = min(int(word), last)
            elif word in ("b", "back"):
                at = max(at - 1, 0)
            elif word:
                self.voice.tell("replay.help", "yellow")
            elif at == last:
                return
            else:
                at += 1

    def show(self, at: int) -> None:
        here = self.match.back(at)
        self.voice.print(Rule(self.voice.say("replay.at", at=at, last=len(self.match.log)), style="dim"))
        if at:
            (_, _, told), *_ = self.match.news(self.reader, at - 1)
            for sentence in sentences(self.voice, told, self.players):
                self.voice.print(sentence, "bold")
        view = here.game.observe(here.state, self.reader)
        self.voice.print(here.game.terminal().draw(view, self.voice.catalog, self.players))
        if at == len(self.match.log):
            self.end()

    def end(self) -> None:
        if self.match.turn == OVER:
            self.voice.print(final(self.voice, self.match, self.players))
        else:
            self.voice.print(score_line(self.voice, self.match, self.players))
