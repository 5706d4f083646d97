"""The rulebook pages of a game: Markdown, with every clause a paragraph of its own that begins with its anchor."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

WORD: Final = re.compile(r'^<a id="word-([a-z-]+)"></a>(\*\*.+?\.\*\* .+)$', re.MULTILINE)
CLAUSE: Final = re.compile(r'^<a id="([A-Z]{2}-[A-Z]\d+)"></a>\*\*\1\*\* (.+)$', re.MULTILINE)


@cache
def page(folder: Path, language: str) -> str:
    return (folder / "rulebook" / f"{language}.md").read_text(encoding="utf-8")


@cache
def clauses(folder: Path, language: str = "en") -> dict[str, str]:
    """Every clause of the page by its id."""
    return dict(CLAUSE.findall(page(folder, language)))


@cache
def glossary(folder: Path, language: str = "en") -> dict[str, str]:
    """What the words of the game mean, as the page has it, `**Surveyor.** One of the two …`; forms of a word stand side by side."""
    return dict(WORD.findall(page(folder, language)))
