"""The command line: `newfound play`, `replay`, `verify` and more. No rule of any game in here, and no sentence outside the catalogs."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any, Final

import typer
from rich.console import Console
from typer.main import get_command

from newfound.cli import mistakes
from newfound.cli.voice import catalog, language
from newfound.core.problem import Problem

COMMANDS: Final = {  # in the order of the help, and the module of each: one alone is read where one alone is asked for
    "play": "play",
    "games": "listing",
    "rules": "rules",
    "sets": "sets",
    "replay": "replay",
    "verify": "verify",
    "serve": "serve",
    "doctor": "doctor",
    "soak": "soak",
    "perft": "perft",
    "bench": "bench",
    "arena": "arena",
    "puzzles": "puzzles",
    "export": "export",
    "report": "report",
    "review": "review",
}


def app(*names: str) -> Any:
    """The command with these commands below it, or with all."""
    made = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    for name in names or COMMANDS:
        made.command()(getattr(import_module(f"newfound.cli.{COMMANDS[name]}"), name))
    made.callback()(lambda: None)
    return get_command(made)


def main() -> None:
    """Every mistake is one clear sentence and exit code 2; only our own faults show a traceback."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    spoken = _spoken(arguments)
    command = app(*[name for name in arguments[:1] if name in COMMANDS])
    _translate(command, spoken)
    try:
        code = command(arguments or ["--help"], prog_name="newfound", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except Problem as problem:
        return _fail(problem.say(spoken))
    except typer.TyperException as mistake:  # a wrong option or argument
        return _fail(mistakes.sentence(mistake, spoken)) if mistake.format_message() else 2
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:  # the reader of our output has gone, `newfound rules ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _fail(sentence: str) -> int:
    Console(stderr=True, highlight=False, soft_wrap=True).print(f"newfound: {sentence}", markup=False)
    return 2


def _spoken(arguments: list[str]) -> str:
    """The language of errors and help, known before the arguments are read."""
    for at, word in enumerate(arguments):
        given = arguments[at + 1] if word == "--lang" and at + 1 < len(arguments) else word.removeprefix("--lang=")
        if word.startswith("--lang") and given != word:
            try:
                return language(given)
            except Problem:
                break
    return language(None)


def _translate(command: Any, spoken: str, name: str = "newfound") -> None:
    """The help of every command and option, from the catalog."""
    entries = catalog(spoken).entries
    command.help = command.short_help = entries[f"cli.help.{name}.about"]
    for parameter in command.params:
        parameter.help = entries.get(f"cli.help.{name}.{parameter.name}") or entries.get(f"cli.help.any.{parameter.name}", "")
    for sub_name, sub in getattr(command, "commands", {}).items():
        _translate(sub, spoken, sub_name)
