"""Wrong words on the command line, in the language of whoever typed them: Typer's own sentences are English only."""

from __future__ import annotations

import re
from typing import Any

import typer

from newfound.cli.voice import BadCommand


def sentence(mistake: typer.TyperException, spoken: str) -> str:
    """What is wrong; as Typer says it where we have no words for it."""
    found = _problem(mistake)
    return mistake.format_message() if found is None else found.say(spoken)


def _problem(mistake: Any) -> BadCommand | None:
    match type(mistake).__name__:
        case "NoSuchOption":
            alike = ", ".join(mistake.possibilities or [])
            return BadCommand("cli.mistake.alike" if alike else "cli.mistake.option", option=mistake.option_name, alike=alike)
        case "MissingParameter":
            return BadCommand("cli.mistake.missing", what=_name(mistake.param))
        case "BadParameter":
            return _value(mistake)
        case "BadOptionUsage":
            return BadCommand("cli.mistake.bare" if "requires" in mistake.message else "cli.mistake.flag", option=mistake.option_name)
        case "UsageError" if commands := getattr(mistake.cmd, "commands", None):
            return BadCommand("cli.mistake.command", name=_within(mistake.message, "''"), names=", ".join(commands))
        case "UsageError" if words := _within(mistake.message.replace("(s)", ""), "()"):
            return BadCommand("cli.mistake.extra", words=words)
    return None


def _value(mistake: Any) -> BadCommand | None:
    """A value that does not fit: the check that found it says why."""
    checked = getattr(mistake.__cause__, "errors", None)
    if checked is None:
        return None
    first = checked()[0]
    what, value, bounds = _name(mistake.param), str(first["input"]), first.get("ctx", {})
    match first["type"]:
        case "int_parsing":
            return BadCommand("cli.mistake.whole", what=what, value=value)
        case "float_parsing":
            return BadCommand("cli.mistake.number", what=what, value=value)
        case "greater_than_equal":
            return BadCommand("cli.mistake.least", what=what, value=value, least=str(bounds["ge"]))
        case "less_than_equal":
            return BadCommand("cli.mistake.most", what=what, value=value, most=str(bounds["le"]))
    return None


def _name(parameter: Any) -> str:
    """As it is typed, or as the help shows it."""
    option = next((name for name in parameter.opts if name.startswith("-")), None)
    return option or str(parameter.metavar or parameter.name).upper()


def _within(text: str, marks: str) -> str:
    found = re.search(f"{re.escape(marks[0])}(.*?){re.escape(marks[1])}", text)
    return found[1] if found else ""
