"""The coast in the terminal: told by letters and signs, colour aside."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER
from newfound.core.text import LANGUAGES, game_catalog
from newfound.games.new_england.actions import FAMILIES, KINDS, LANDS
from newfound.games.new_england.state import PHASES, State
from newfound.games.new_england.terminal import draw

from .table import GAME, announcing, arranged, fresh, view


def shown(s: State, language: str = "en", width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(draw(view(s), game_catalog(GAME.folder, language), ["Ann", "Ben", "Cleo", "Dan"][: s.seats]))
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def test_land_family_figure_use_and_start_tiles_can_be_read() -> None:
    text = shown(arranged("9 C0=p - S1# .\n8 P2| C0b\n7 - .", offer="crop3 pasture pasture", privilege=True))
    lines = [line.split() for line in text.splitlines()]
    assert ["9", "^≡Hp=≡H", "⌂P#", "·", "·", "·"] in [line[:6] for line in lines]
    assert "ψW  ≡Hb" in text
    assert "‖" in text
    assert "crop3 6 points" in text
    assert "pasture ×2" in text
    assert "Ship privilege" in text
    assert "H Howland ◂" in text
    assert "Ann" in text


def test_numbers_that_end_the_match_are_marked() -> None:
    assert "5, 6 would end the match" in shown(announcing(4, 30))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_can_be_drawn(language: str) -> None:
    seen = set()
    for seats in GAME.seats:
        s, dice = fresh(seats), Dice(seats)
        while GAME.turn(s) != OVER:
            if view(s)["phase"] not in seen or dice.below(20) == 0:
                assert "\n" in shown(s, language, 80)
                seen.add(view(s)["phase"])
            actions = GAME.actions(s)
            GAME.apply(s, GAME.draw(s, dice) if GAME.turn(s) == CHANCE else actions[dice.below(len(actions))])
        assert shown(s, language)
        seen.add("over")
    assert seen == set(PHASES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_has_a_translation(language: str) -> None:
    catalog = game_catalog(GAME.folder, language)
    for word in (*KINDS, *LANDS, *FAMILIES):
        assert catalog.say(f"word.{word}")
    for phase in PHASES:
        assert f"expect.{phase}" in catalog


def test_NE_P2_what_is_expected_counts_the_purchases() -> None:
    catalog = game_catalog(GAME.folder, "en")

    def expected(purchases: int, *, privilege: bool = False) -> str:
        return catalog.say("expect.buy", **view(arranged("9 C0s", purchases=purchases, privilege=privilege))).split(".")[0]

    assert [expected(made) for made in range(3)] == ["Buy up to twice", "Buy once more if you like", "Both purchases are made"]
    assert expected(0, privilege=True) == "Draw one more item if you like, and buy up to twice"
    for option in GAME.options:
        assert catalog.say(f"option.{option.name}.name")
        assert catalog.say(f"option.{option.name}.about")
        for value in option.values():
            assert isinstance(value, bool) or catalog.say(f"option.{option.name}.{value}")
    for score in GAME.scores(fresh()):
        for key, _ in score.parts:
            assert catalog.say(key)


def test_the_languages_have_the_same_sentences() -> None:
    english, french, german = (set(game_catalog(GAME.folder, language).entries) for language in LANGUAGES)
    assert english == french == german
