"""`newfound soak`: many random matches over all set-ups, every invariant checked, in several processes."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from newfound import games
from newfound.cli.arguments import Lang, Title
from newfound.cli.voice import Voice, write_text
from newfound.core import gamefile
from newfound.core.checks import Broken, Walk, check_spellings, setups
from newfound.core.dice import Dice
from newfound.core.game import Game, Setup, spell_value
from newfound.core.match import Match

CHUNK = 8  # matches that a worker plays before it reports
ENOUGH = 100  # failures after which no new matches are begun


@dataclass(frozen=True)
class Failure:
    """A match that broke a check: its seed, how long it was, and its file."""

    seed: int
    events: int
    seen: str
    file: str


@dataclass
class Tally:
    """What was played."""

    games: int = 0
    events: int = 0
    seats: Counter[str] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.events += other.events
        self.seats += other.seats
        self.options += other.options
        self.kinds += other.kinds
        self.failures += other.failures


def soak(
    game: Title,
    count: Annotated[int, typer.Option("--games", min=1)] = 1000,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 1,
    jobs: Annotated[int, typer.Option("--jobs", min=1)] = os.cpu_count() or 1,
    deep: Annotated[int, typer.Option("--deep", min=1)] = 200,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER")] = Path(),
    lang: Lang = None,
) -> None:
    found = games.find(game)
    voice = Voice.of(lang, found)
    voice.note_interpreted([found])
    tally = Tally()
    stopped = False
    try:
        voice.tell("soak.begin", "dim", title=found.title, count=count, setups=len(setups(found)))
        with _bar(voice, count) as advance:
            for part in _results(found.name, seed, count, jobs, deep):
                tally.add(part)
                advance.update(advance.task_ids[0], completed=tally.games, failures=len(tally.failures))
    except KeyboardInterrupt:
        stopped = True
    for table in _tables(voice, tally):
        voice.print(table)
    voice.tell("soak.stopped" if stopped else "soak.done", count=tally.games, of=count, events=tally.events, failures=len(tally.failures))
    if tally.failures:
        _report(voice, found, min(tally.failures, key=lambda failure: failure.events), deep, out)
        raise typer.Exit(1)


def walk_some(name: str, seeds: range, deep: int) -> Tally:
    """Plays the matches of these seeds. Runs in a worker."""
    game = games.find(name)
    choices = _setups(name)
    tally = Tally()
    for seed in seeds:
        walk = Walk(game, choices[seed % len(choices)], Dice(seed).below, deep)
        try:
            walk.run()
            _spelt(name)
        except Broken as broken:
            tally.failures.append(_failure(seed, str(broken), walk.match()))
        except Exception as error:  # a crash in the rules is a finding like any other
            tally.failures.append(_failure(seed, f"{type(error).__name__}: {error}", walk.match()))
        tally.games += 1
        tally.events += len(walk.log)
        tally.seats[str(walk.setup.seats)] += 1
        tally.options.update(f"{option}={spell_value(value)}" for option, value in walk.setup.options.items())
        tally.kinds.update(game.spell(event.action).split()[0] for event in walk.log)
    return tally


@cache
def _spelt(name: str) -> None:
    """Once in each worker."""
    check_spellings(games.find(name))


@cache
def _setups(name: str) -> list[Setup]:
    return setups(games.find(name))


def _failure(seed: int, seen: str, match: Match[Any]) -> Failure:
    """The log so far, without scores: they may be what is broken."""
    unscored = replace(match, game=replace(match.game, scores=lambda _: ()))
    comment = " ".join(seen.split())[:300]
    file = gamefile.record(unscored)
    kept = tuple(line for line in file.lines if line.kind != "=")
    return Failure(seed, len(match.log), comment, gamefile.write(replace(file, lines=kept, preface=(comment,))))


def _results(name: str, seed: int, count: int, jobs: int, deep: int) -> Iterator[Tally]:
    """The tallies of all workers as they come; only a few chunks wait, so that stopping is quick."""
    chunks = (range(seed + at, seed + min(at + CHUNK, count)) for at in range(0, count, CHUNK))
    failures = 0
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent) as pool:
        pending: set[Future[Tally]] = set()
        try:
            while True:
                while len(pending) < jobs * 2 and failures < ENOUGH and (chunk := next(chunks, None)) is not None:
                    with _uninterrupted():
                        pending.add(pool.submit(walk_some, name, chunk, deep))
                if not pending:
                    return
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    tally = future.result()
                    failures += len(tally.failures)
                    yield tally
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """An interrupt that comes while a process is forked is lost in it: it waits until that is done."""
    if not hasattr(signal, "pthread_sigmask"):  # nor is anything forked there
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _bar(voice: Voice, count: int) -> Progress:
    bar = Progress(
        TextColumn(voice.say("soak.bar")),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[failures]} ✗"),
        console=Console(stderr=True),
    )
    bar.add_task("", total=count, failures=0)
    return bar


def _tables(voice: Voice, tally: Tally) -> Iterator[Table]:
    columns: tuple[tuple[str, Mapping[str, int]], ...] = (
        ("seats", tally.seats),
        ("options", tally.options),
        ("kinds", tally.kinds),
    )
    for name, counts in columns:
        table = Table(box=None, pad_edge=False)
        table.add_column(voice.say(f"soak.{name}"), min_width=24)
        table.add_column(voice.say("soak.events" if name == "kinds" else "soak.matches"), justify="right")
        for key, times in sorted(counts.items()):
            table.add_row(key, str(times))
        yield table


def _report(voice: Voice, game: Game[Any], shortest: Failure, deep: int, out: Path) -> None:
    path = out / f"soak-{game.name}-{shortest.seed}.game"
    write_text(path, shortest.file)
    voice.tell("soak.failure", "bold red", seen=shortest.seen)
    voice.tell("soak.replay", path=str(path), name=game.name, seed=shortest.seed, deep=deep)
