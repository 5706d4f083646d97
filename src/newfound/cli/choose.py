"""Choosing an action word by word: from what was typed to one of the legal spellings. No input or output in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """What was understood. `action` is the whole spelling once there is only one; else `offers` says what may come next."""

    words: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    action: str = ""
    stuck: str = ""  # the first word that could not be understood,
    several: tuple[str, ...] = ()  # and the offers it is short for, if any


def choose(spellings: Sequence[str], text: str) -> Choice:
    """Reads the text as words or beginnings of words of one of these spellings.

    Where only one word is possible it may be left out; after the first word typed, such words are filled in.
    """
    paths = [tuple(spelling.split()) for spelling in spellings]
    done: tuple[str, ...] = ()
    for word in text.split():
        found, fitting = _step(paths, done, word)
        if len(fitting) != 1:
            return Choice(done, offers(paths, done), stuck=word, several=fitting)
        done = (*found, *fitting)
        paths = _under(paths, done)
    if done:
        done = _forced(paths, done)
    return Choice(done, offers(paths, done), action=" ".join(done) if done in paths else "")


def reordered(spellings: Sequence[str], text: str) -> str:
    """The one spelling that has these very words in another order, if there is one."""
    words = sorted(text.lower().split())
    found = [spelling for spelling in spellings if sorted(spelling.lower().split()) == words]
    return found[0] if len(found) == 1 else ""


def complete(spellings: Sequence[str], line: str) -> list[str]:
    """The words that may stand where the cursor is, at the end of this line."""
    before, _, begun = line.rpartition(" ")
    choice = choose(spellings, before)
    typed = len(before.split())
    if choice.stuck:
        return []
    # Words that were filled in are not on the line yet, so they are offered like any other.
    if len(choice.words) > typed:
        return [word for word in choice.words[typed : typed + 1] if word.lower().startswith(begun.lower())]
    return [word for word in choice.offers if word.lower().startswith(begun.lower())]


def offers(paths: Sequence[tuple[str, ...]], done: tuple[str, ...]) -> tuple[str, ...]:
    """The words that may come next, each once, in the order of the actions."""
    at = len(done)
    return tuple(dict.fromkeys(path[at] for path in paths if len(path) > at and path[:at] == done))


def _under(paths: list[tuple[str, ...]], done: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [path for path in paths if path[: len(done)] == done]


def _step(paths: list[tuple[str, ...]], done: tuple[str, ...], word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What this word is short for: at once, or after words that can only be one."""
    first = _fitting(offers(paths, done), word)
    at, fitting = done, first
    while not fitting:
        only = offers(paths, at)
        if len(only) != 1 or at in paths:
            return done, first
        at = (*at, *only)
        fitting = _fitting(offers(paths, at), word)
    return at, fitting


def _fitting(words: tuple[str, ...], typed: str) -> tuple[str, ...]:
    """The word itself, case aside, or all that begin with it."""
    small = typed.lower()
    exact = tuple(word for word in words if word.lower() == small)
    return exact[:1] or tuple(word for word in words if word.lower().startswith(small))


def _forced(paths: list[tuple[str, ...]], done: tuple[str, ...]) -> tuple[str, ...]:
    while done not in paths and len(only := offers(paths, done)) == 1:
        done = (*done, *only)
    return done
