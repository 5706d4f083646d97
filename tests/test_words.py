"""One word per idea: catalogs and rulebook pages against docs/glossary.md, and the typography of French."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from newfound import games
from newfound.core.text import LANGUAGES, _forms, _parts, read_catalog
from newfound.games._template import GAME as TEMPLATE

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "newfound"
NAMES = ("Hans im Glück",)  # a publisher
GAMES = [TEMPLATE, *(games.find(name) for name in games.names())]
SCOPES = {"Everywhere": ""} | {
    game.title: game.folder.relative_to(SOURCE).as_posix() for game in GAMES if game.folder.is_relative_to(SOURCE)
}
CATALOGS = sorted(
    path.parent for kind in ("text", "lessons") for path in SOURCE.glob(f"**/{kind}/en.toml") if "node_modules" not in path.parts
)
NARROW = "\N{NARROW NO-BREAK SPACE}"


@cache
def texts(language: str, scope: str = "") -> tuple[tuple[str, str], ...]:
    """What people read, with where it stands: sentences of the catalogs without the names of their values, lines of the rulebooks."""
    found = []
    for folder in CATALOGS:
        for key, message in read_catalog(folder, language).items():
            found.append((f"{folder.relative_to(SOURCE)} {key}", re.sub(r"\{\w+(, \w+)?(?=[,}])", "{", message)))
    for page in sorted(SOURCE.glob(f"games/*/rulebook/{language}.md")):
        lines = page.read_text(encoding="utf-8").splitlines()
        found += [(f"{page.relative_to(SOURCE)} {number}", line) for number, line in enumerate(lines, 1)]
    return tuple((at, _prose(text)) for at, text in found if at.startswith(scope))


def _prose(text: str) -> str:
    """Without code, anchors, the signs of a picture and proper names."""
    text = re.sub(r"`[^`]*`|<[^>]*>|pip install '[^']*'|^!\[|\]\(figure:[^)]*\)$", "", text)
    for name in NAMES:
        text = text.replace(name, "")
    return text


def rows() -> Iterator[tuple[str, list[str]]]:
    """The rows of the glossary with the title of their table."""
    title = ""
    for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            title = line[3:]
        elif line.startswith("| ") and not line.startswith("| idea"):
            yield title, [cell.strip() for cell in line.strip("|").split("|")]


def used() -> list[tuple[str, str, str]]:
    columns = {"en": 1, "de": 2, "fr": 3}
    return [(title, lang, word) for title, cells in rows() for lang, at in columns.items() for word in cells[at].split(", ") if word]


def forbidden() -> list[tuple[str, str, str]]:
    found = []
    for title, cells in rows():
        for part in filter(None, cells[4].split("; ")):
            language, _, words = part.partition(": ")
            found += [(title, language, word) for word in words.split(", ")]
    return found


def pattern(word: str, ending: str = "") -> re.Pattern[str]:
    """The word by itself, its first letter large or small."""
    first, rest = word[0], word[1:].removesuffix("*")
    tail = r"\w*" if word.endswith("*") else ending
    return re.compile(rf"(?<![\w-])[{re.escape(first.lower() + first.upper())}]{re.escape(rest)}{tail}(?!\w)")


def test_the_glossary_can_be_read() -> None:
    assert {"Everywhere"} < {title for title, _ in rows()} <= set(SCOPES)
    assert {len(cells) for _, cells in rows()} == {5}
    assert {language for _, language, _ in forbidden()} <= set(LANGUAGES)
    assert len(forbidden()) > 60


@pytest.mark.parametrize(("title", "language", "word"), used())
def test_the_words_of_the_glossary_are_in_use(title: str, language: str, word: str) -> None:
    wanted = re.compile(re.escape(word), re.IGNORECASE)
    assert any(wanted.search(text) for _, text in texts(language, SCOPES[title]))


@pytest.mark.parametrize(("title", "language", "word"), forbidden())
def test_no_other_word_is(title: str, language: str, word: str) -> None:
    wanted = pattern(word)
    assert not [f"{at}: {text}" for at, text in texts(language, SCOPES[title]) if wanted.search(text)]


@pytest.mark.parametrize("folder", CATALOGS, ids=lambda folder: str(folder.relative_to(SOURCE)))
def test_every_sentence_is_there_in_every_language_with_the_same_values(folder: Path) -> None:
    english, *others = (read_catalog(folder, language) for language in LANGUAGES)
    for other in others:
        assert other.keys() == english.keys()
        assert [key for key in english if values(english[key]) != values(other[key])] == []


def values(message: str) -> set[str]:
    """The names of the values that a sentence asks for, in all its forms."""
    found: set[str] = set()
    for part in _parts(message):
        if part.startswith("{"):
            name, kind, forms = ([word.strip() for word in part[1:-1].split(",", 2)] + ["", ""])[:3]
            found.add(name)
            if kind in ("plural", "select", "reader"):
                found |= set().union(*map(values, _forms(forms).values()))
    return found


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        (r"\w'(?=\w|\{|«)", "a straight apostrophe"),
        (rf"(?<!{NARROW})(?<![;:!?])[;!?»%]", "no narrow space before a sign"),
        (r"[\s\w)}](?<!\u202f):(?=\s|$)", "no narrow space before a colon"),
        (rf"«(?!{NARROW})", "no narrow space after a quotation mark"),
        (rf"[ \N{{NO-BREAK SPACE}}]{NARROW}|{NARROW}[ \N{{NO-BREAK SPACE}}]|\N{{NO-BREAK SPACE}}", "another space"),
        (r"\w …", "a space before an ellipsis"),
    ],
    ids=lambda word: word if word.replace(" ", "").isalpha() else "",
)
def test_french_typography(mistake: str, name: str) -> None:
    wanted = re.compile(mistake)
    assert not [f"{name}, {at}: {text}" for at, text in texts("fr") if wanted.search(text)]


@pytest.mark.parametrize(("language", "mistake"), [("en", r"[„«»]|\"|\w …"), ("de", r"[”«»]|\"|\w…"), ("fr", r"[“”„\"]")])
def test_quotation_marks_and_dots_are_those_of_the_language(language: str, mistake: str) -> None:
    assert not [f"{at}: {text}" for at, text in texts(language) if re.search(mistake, text)]


def test_german_says_du() -> None:
    """A capital Sie within a sentence is a stranger's."""
    wanted = re.compile(r"[a-zäöüß],? (Sie|Ihr|Ihre[mnrs]?|Ihnen)\b")
    assert not [f"{at}: {text}" for at, text in texts("de") if wanted.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_shouts(language: str) -> None:
    assert not [f"{at}: {text}" for at, text in texts(language) if "!" in text]


# Values after which the plural stands by itself, for they are never 1.
SEVERAL = {
    "seats", "high", "low", "most", "least",  # of what somebody may choose
    "seconds", "rate", "draws", "total",
    "games/new_world/text coach.farm", "games/new_world/text coach.trapper",  # from 4 and from 3 on
    "bots/text why.denied", "bots/text why.kept", "bots/text why.promise", "bots/text why.won", "web/text web.review.chart",  # 1.0 points
    "cli/text cli.play.log_all", "web/text web.lobby.all_people",  # more than are shown
    "where", "row", "column", "cell", "space", "plot",  # a place
}  # fmt: skip
BEHIND = re.compile(r"<(\w+)>\s((?:[^\W\d_]+\s?){1,2})")


def counted(message: str) -> Iterator[str]:
    """The words that a plural puts behind its number where it is not 1: those that differ first."""
    for part in _parts(message):
        if not part.startswith("{"):
            continue
        _, kind, forms = ([word.strip() for word in part[1:-1].split(",", 2)] + ["", ""])[:3]
        if kind not in ("plural", "select", "reader"):
            continue
        told = _forms(forms)
        if kind == "plural":
            one, other = (re.findall(r"[^\W\d_]+", told.get(form, "").partition("#")[2]) for form in ("one", "other"))
            yield from (many for few, many in list(zip(one, other, strict=False))[:2] if few != many)
        for form in told.values():
            yield from counted(form)


def said(message: str) -> list[str]:
    """The sentence in all its forms with every number 1, shown as `<its name>`."""
    found = [""]
    for part in _parts(message):
        name, kind, forms = ([word.strip() for word in part[1:-1].split(",", 2)] + ["", ""])[:3] if part.startswith("{") else ("", "", "")
        told = _forms(forms) if kind in ("plural", "select", "reader") else {}
        if not name:
            more = [part]
        elif kind == "plural":
            more = said(told.get("=1", told.get("one", told["other"])).replace("#", f"<{name}>"))
        elif told:
            more = list({text: None for form in told.values() for text in said(form)})
        else:
            more = [f"<{name}>" if not kind else "…"]
        found = [before + after for before in found for after in more][:500]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_says_1_of_several(language: str) -> None:
    """Words that have a singular somewhere stand in the plural behind no number that could be 1."""
    catalogs = [(folder.relative_to(SOURCE).as_posix(), read_catalog(folder, language)) for folder in CATALOGS]
    plurals = {word for _, catalog in catalogs for message in catalog.values() for word in counted(message) if len(word) > 2}
    assert len(plurals) > 20
    found = []
    for folder, catalog in catalogs:
        for key, message in catalog.items():
            for name, behind in {pair for text in said(message) for pair in BEHIND.findall(text)}:
                several = SEVERAL & {name, f"{folder} {key}"} or f"{{{name}}} {{whole, plural" in message  # 1.0 points
                if plurals & set(behind.split()) and not several and not behind.startswith(("of ", "von ", "sur ", "and ")):
                    found.append(f"{folder} {key}: {name} {behind}")
    assert found == []
