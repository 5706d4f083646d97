"""What people may write: names and lines without what cannot be seen."""

from __future__ import annotations

import unicodedata
from typing import Final

from newfound.host.problems import Denied

NAME: Final = 24
UNSEEN: Final = ("Cc", "Cf", "Cs", "Co")  # controls, what turns the writing round or has no width, halves of pairs, private signs
BREAKS: Final = dict.fromkeys((*range(32), 133), " ")
BOT: Final = "bot:"  # how a bot's name begins in a file


def clean(text: str, most: int) -> str:
    """One line of what can be seen, blanks squeezed. What is unassigned stays: it may be a letter newer than our tables."""
    shown = unicodedata.normalize("NFC", text[: most * 8].translate(BREAKS))
    seen = (char for char in shown if unicodedata.category(char) not in UNSEEN)
    return " ".join("".join(seen).split())[:most].strip()


def clean_name(text: str) -> str:
    name = clean(text, NAME)
    if not name:
        raise Denied(422, "name", most=NAME)
    if name.lower().startswith(BOT):
        raise Denied(422, "name_bot", bot=BOT)
    return name
