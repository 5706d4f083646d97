"""`newfound bench`: how fast the games are, compiled and interpreted, beside OpenSpiel where it is installed.

Short rounds of everything are made in turn and the median taken, because machines are noisy.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from importlib.util import find_spec
from statistics import median
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table

from newfound import games as shelf
from newfound.cli.arguments import Lang
from newfound.cli.voice import Voice
from newfound.core.game import Json

ROUNDS: Final = 5
SPIEL: Final = ("go(board_size=9)", "backgammon")


class Worker:
    """A process that measures, with the rules compiled or interpreted."""

    def __init__(self, pure: bool) -> None:
        env = {name: value for name, value in os.environ.items() if name != "NEWFOUND_PURE"}
        command = [sys.executable, "-m", "newfound.cli.measure"]
        env |= {"NEWFOUND_PURE": "1"} if pure else {}
        self.process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, what: str, subject: str, seconds: float = 0) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps({"what": what, "subject": subject, "seconds": seconds}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())["answer"]

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    seconds: Annotated[float, typer.Option("--seconds", min=0.05)] = 5.0,
    lang: Lang = None,
) -> None:
    found = [shelf.find(name) for name in game or shelf.names()]
    voice = Voice.of(lang)
    fast, pure = Worker(pure=False), Worker(pure=True)
    try:
        results = measure([one.name for one in found], fast, pure, seconds / ROUNDS)
    finally:
        fast.close()
        pure.close()
    if any(not row["compiled"] for row in results["games"].values()):
        Console(stderr=True, highlight=False).print(voice.say("interpreted"), style="dim")
    if as_json:
        sys.stdout.write(json.dumps(results, indent=2) + "\n")
    else:
        show(voice, results)


def measure(names: list[str], fast: Worker, pure: Worker, seconds: float) -> Json:
    wanted = [(fast, "playouts", name) for name in names] + [(pure, "playouts", name) for name in names]
    wanted += [(fast, "driven", name) for name in names] + [(fast, "copies", name) for name in names]
    wanted += [(fast, "spiel", name) for name in SPIEL] if find_spec("pyspiel") else []
    rates: dict[tuple[bool, str, str], list[float]] = {}
    for _ in range(ROUNDS):
        for worker, what, subject in wanted:
            rates.setdefault((worker is fast, what, subject), []).append(worker.ask(what, subject, seconds))
    middle = {key: median(found) for key, found in rates.items()}
    spiel = {name: middle[True, "spiel", name] for name in SPIEL if (True, "spiel", name) in middle}
    return {
        "machine": {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count()},
        "seconds": seconds * ROUNDS,
        "openspiel": {name: round(found, 1) for name, found in spiel.items()},
        "games": {name: _row(name, middle, spiel, compiled=not fast.ask("interpreted", name)) for name in names},
    }


def _row(name: str, middle: dict[tuple[bool, str, str], float], spiel: dict[str, float], *, compiled: bool) -> Json:
    quick, slow = middle[True, "playouts", name], middle[False, "playouts", name]
    by_hand = middle[True, "driven", name]
    return {
        "seats": min(shelf.find(name).seats),
        "compiled": compiled,
        "playouts_per_second": round(quick, 1),
        "playouts_per_second_pure": round(slow, 1),
        "compiled_over_pure": round(quick / slow, 2),
        "driven_per_second": round(by_hand, 1),
        "copy_microseconds": round(1e6 / middle[True, "copies", name], 3),
        "playouts_over": {other: round(quick / found, 2) for other, found in spiel.items()},
        "driven_over": {other: round(by_hand / found, 2) for other, found in spiel.items()},
    }


def show(voice: Voice, results: Json) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name in results["games"]:
        table.add_column(shelf.find(name).title, justify="right")
    rows = [
        ("seats", "seats", "{}"),
        ("playouts", "playouts_per_second", "{:,.0f}"),
        ("pure", "playouts_per_second_pure", "{:,.0f}"),
        ("ratio", "compiled_over_pure", "{:.1f} ×"),
        ("driven", "driven_per_second", "{:,.0f}"),
        ("copy", "copy_microseconds", "{:.2f} µs"),
    ]
    for key, figure, form in rows:
        table.add_row(voice.say(f"bench.{key}"), *(form.format(row[figure]) for row in results["games"].values()))
    for other in results["openspiel"]:
        for key in ("playouts_over", "driven_over"):
            table.add_row(voice.say(f"bench.{key}", other=other), *(f"{row[key][other]:.2f} ×" for row in results["games"].values()))
    voice.print(table)
    for other, found in results["openspiel"].items():
        voice.tell("bench.openspiel", "dim", other=other, rate=f"{found:,.0f}")
    if not results["openspiel"]:
        voice.tell("bench.no_openspiel", "dim")
