"""Catalogs: sentences by key in English, French and German, in a small subset of ICU MessageFormat.

`{n}` a value · `{n, plural, one {# tile} other {# tiles}}` · `{way, select, up {open} other {hidden}}` · `{resource, word}`
the value looked up as the key `word.<value>` · `{seat, player}` the name of that seat ·
`{seat, reader, you {You lay} other {{seat, player} lays}}` whether it is the reader's own. The web app reads the same files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "fr", "de")
HERE: Final = Path(__file__).parent / "text"


class BadMessage(Exception):
    """A catalog entry that cannot be read or filled: our mistake, found by the tests."""


class Catalog:
    """The sentences of one language: the core's, and those of the game at hand."""

    def __init__(self, language: str, entries: Mapping[str, str]) -> None:
        self.language = language
        self.entries = dict(entries)

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def say(self, key: str, **values: Any) -> str:
        if key not in self.entries:
            raise BadMessage(f"no sentence {key!r} in {self.language}")
        return self.fill(self.entries[key], values)

    def fill(self, message: str, values: Mapping[str, Any]) -> str:
        return "".join(self._part(part, values) for part in _parts(message))

    def _part(self, part: str, values: Mapping[str, Any]) -> str:
        if not part.startswith("{"):
            return part
        name, _, rest = (word.strip() for word in part[1:-1].partition(","))
        if name not in values:
            raise BadMessage(f"{part!r} wants a value {name!r}, given are {sorted(values)}")
        value = values[name]
        kind, _, forms = (word.strip() for word in rest.partition(","))
        if not kind:
            return str(value)
        if kind == "word":
            return self.say(f"word.{value}")
        if kind == "player":
            return str(values["players"][int(value)])
        if kind == "reader":
            return self.fill(_forms(forms)["you" if values.get("reader") == value else "other"], values)
        if kind == "plural":
            chosen = _forms(forms)
            text = next(chosen[form] for form in (f"={value}", plural(self.language, int(value)), "other") if form in chosen)
            return self.fill(text.replace("#", str(value)), values)
        if kind == "select":
            chosen = _forms(forms)
            return self.fill(chosen.get(str(value), chosen.get("other", "")), values)
        raise BadMessage(f"unknown kind {kind!r} in {part!r}")


def plural(language: str, n: int) -> str:
    """The plural category of a whole number: French says 0 like 1."""
    return "one" if n == 1 or (n == 0 and language == "fr") else "other"


def values_of(message: str) -> frozenset[str]:
    """The names of all values that a message speaks of."""
    found = set[str]()
    for part in _parts(message):
        if part.startswith("{"):
            name, _, rest = (word.strip() for word in part[1:-1].partition(","))
            found.add(name)
            for form in _forms(rest.partition(",")[2]).values():
                found |= values_of(form)
    return frozenset(found)


def _parts(message: str) -> Iterator[str]:
    """Plain text and `{...}` by turns, braces nested."""
    start = depth = 0
    for at, char in enumerate(message):
        if char == "{":
            if depth == 0 and at > start:
                yield message[start:at]
            if depth == 0:
                start = at
            depth += 1
        elif char == "}":
            depth -= 1
            if depth < 0:
                raise BadMessage(f"a brace too many in {message!r}")
            if depth == 0:
                yield message[start : at + 1]
                start = at + 1
    if depth:
        raise BadMessage(f"a brace is missing in {message!r}")
    if start < len(message):
        yield message[start:]


def _forms(text: str) -> dict[str, str]:
    """`one {...} other {...}` as a mapping."""
    forms: dict[str, str] = {}
    label = ""
    for part in _parts(text):
        if part.startswith("{"):
            forms[label] = part[1:-1]
        else:
            label = part.strip()
    return forms


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = str(value)
    return flat


def read_catalog(folder: Path, language: str) -> dict[str, str]:
    file = folder / f"{language}.toml"
    try:
        return flatten(tomllib.loads(file.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise BadMessage(f"{file}: {error}") from error


@cache
def core_catalog(language: str) -> Catalog:
    return Catalog(language, read_catalog(HERE, language))


@cache
def game_catalog(folder: Path, language: str) -> Catalog:
    """The core's sentences and those of the game in this folder."""
    return Catalog(language, core_catalog(language).entries | read_catalog(folder / "text", language))
