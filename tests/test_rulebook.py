"""The rulebook pages begin with the game; how actions are written comes last; what their pictures show is what the text says;
the words of a glossary are those of the table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import newfound.games
from newfound import games
from newfound.core import figures
from newfound.core import lesson as lessons
from newfound.core.game import Game
from newfound.core.lesson import BadLesson
from newfound.core.rulebook import clauses, glossary
from newfound.core.rulebook import page as rulebook_page
from newfound.core.text import LANGUAGES, read_catalog
from newfound.games import _template

PAGES = sorted(Path(newfound.games.__path__[0]).glob("*/rulebook/*.md"))
GRAMMAR = re.compile(r"^## (How actions are written|Comment s’écrivent les actions|(So|Wie) .*Aktionen.*)$", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parts[-3]}-{page.stem}")
def test_the_grammar_of_actions_is_the_last_chapter(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for found in GRAMMAR.finditer(text):
        assert "\n## " not in text[found.end() :]


GAMES: list[Game[Any]] = [games.find(name) for name in games.names()]
POOL: Game[Any] = _template.GAME
SHOWN = [(game, name) for game in (*GAMES, POOL) for name in figures.figures(game)]


@pytest.mark.parametrize(("game", "name"), SHOWN, ids=[f"{game.name} {name}" for game, name in SHOWN])
def test_a_picture_shows_what_the_text_claims(game: Game[Any], name: str) -> None:
    figures.check(game, name)
    assert figures.svg(game, name, night=True) != figures.svg(game, name)


@pytest.mark.parametrize("game", [*GAMES, POOL], ids=lambda game: game.name)
def test_every_language_shows_every_picture_once_at_the_same_place(game: Game[Any]) -> None:
    placed = []
    for language in LANGUAGES:
        blocks = rulebook_page(game.folder, language).split("\n\n")
        placed.append([(at, name) for at, block in enumerate(blocks) for name in figures.cited(block)])
    assert sorted(name for _, name in placed[0]) == sorted(figures.figures(game))
    assert placed[0] == placed[1] == placed[2]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_worked_example_has_a_picture(game: Game[Any]) -> None:
    examples = rulebook_page(game.folder, "en").partition("## Worked examples")[2].partition("\n## ")[0]
    numbers = set(re.findall(r"^(\d+)\. ", examples, re.MULTILINE))
    assert numbers <= {name.removeprefix("example-").partition("-")[0] for name in figures.cited(examples)}


@pytest.mark.parametrize(("fault", "said"), [
    ({"sees": {"pool.a2": "snail"}}, "is 'urchin'"), ({"only": {"lay snail": ("a1",)}}, "goes on as"), ({"point": ("nowhere",)}, "nowhere"),
])  # fmt: skip
def test_what_a_picture_claims_is_checked(fault: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(figures.figures(POOL)["TM-P2"], **fault)
    monkeypatch.setattr(figures, "figures", lambda _: {"TM-P2": wrong})
    monkeypatch.setattr(figures, "svg", figures.svg.__wrapped__)
    with pytest.raises((BadLesson, KeyError), match=said):
        figures.check(POOL, "TM-P2")


@pytest.mark.parametrize("game", [*GAMES, POOL], ids=lambda game: game.name)
def test_a_glossary_explains_the_same_words_in_every_language(game: Game[Any]) -> None:
    explained = [glossary(game.folder, language) for language in LANGUAGES]
    assert list(explained[0])
    assert list(explained[0]) == list(explained[1]) == list(explained[2])
    for words in explained:
        assert all(set(re.findall(r"[A-Z]{2}-[A-Z]\d+", means)) & set(clauses(game.folder)) for means in words.values())


SPOKEN = [(game, language, word) for game in (*GAMES, POOL) for language in LANGUAGES for word in glossary(game.folder, language)]


@pytest.mark.parametrize(("game", "language", "word"), SPOKEN, ids=[f"{game.name} {language} {word}" for game, language, word in SPOKEN])
def test_each_word_of_a_glossary_stands_in_a_sentence_of_the_game(game: Game[Any], language: str, word: str) -> None:
    """Where the table links it, in one of its forms: the pattern of glossary.ts."""
    ending = "(?:e[mnrs]?|[nsx])?"
    entry = glossary(game.folder, language)[word]
    forms = [f"{ending} ".join(form.split()) for form in entry[2 : entry.index(".**")].split(", ")]
    wanted = re.compile(rf"(?<![\w-])({'|'.join(forms)}){ending}(?![\w-])", re.IGNORECASE)
    said = read_catalog(game.folder / "text", language) | lessons.sentences(game, language).entries
    linked = [key for key in said if key.startswith(("expect.", "refuse.", "coach.", "lesson."))]
    assert any(wanted.search(said[key]) for key in linked)
