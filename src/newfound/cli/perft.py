"""`newfound perft`: how many ways a match can go on. Two programs that agree on these numbers agree on the rules."""

from __future__ import annotations

import time
from typing import Annotated

import typer
from rich.table import Table

from newfound import games
from newfound.cli.arguments import Lang, Options, Seats, Seed, Title
from newfound.cli.luck import fair
from newfound.cli.voice import Voice, options_of
from newfound.core.match import Match
from newfound.core.perft import sequences


def perft(
    game: Title,
    depth: Annotated[int, typer.Option("--depth", min=1, max=99)] = 3,
    seats: Seats = None,
    option: Options = None,
    seed: Seed = 1,
    lang: Lang = None,
) -> None:
    found = games.find(game)
    voice = Voice.of(lang, found)
    setup = found.setup(seats or min(found.seats), options_of(option or []))
    match = Match.new(found, setup, fair(seed))
    voice.tell("perft.from", "dim", title=found.title, seats=setup.seats, count=len(match.log))
    table = Table(box=None, pad_edge=False)
    for heading in ("depth", "count", "seconds"):
        table.add_column(voice.say(f"perft.{heading}"), justify="right")
    try:
        for plies in range(1, depth + 1):
            began = time.perf_counter()
            count = sequences(found, match.state, plies)
            table.add_row(str(plies), str(count), f"{time.perf_counter() - began:.2f}")
    finally:
        voice.print(table)
