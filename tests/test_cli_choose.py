"""Choosing an action word by word."""

from __future__ import annotations

import pytest

from newfound import games
from newfound.cli.choose import Choice, choose, complete
from newfound.core.dice import Dice
from newfound.core.game import OVER

LEGAL = ["build wheat-3 c3 up", "build wheat-3 c3 down", "build wheat-3 d3 up", "build stone-1 a1 up", "take bag", "take wheat-3", "pass"]


def test_nothing_typed_offers_the_first_words_each_once() -> None:
    assert choose(LEGAL, "") == Choice((), ("build", "take", "pass"))


def test_one_word_narrows() -> None:
    assert choose(LEGAL, "build") == Choice(("build",), ("wheat-3", "stone-1"))


def test_the_whole_line_at_once() -> None:
    assert choose(LEGAL, "build wheat-3 c3 down").action == "build wheat-3 c3 down"


@pytest.mark.parametrize("text", ["b w c d", "BUILD Wheat-3 C3 DOWN", "  bu  wheat c3   do "])
def test_beginnings_of_words_are_enough_and_case_does_not_matter(text: str) -> None:
    assert choose(LEGAL, text).action == "build wheat-3 c3 down"


def test_words_that_can_only_be_one_are_filled_in_after_the_first() -> None:
    assert choose(LEGAL, "build stone").action == "build stone-1 a1 up"
    assert choose(LEGAL, "pass").action == "pass"
    assert choose(LEGAL, "build w d").action == "build wheat-3 d3 up"


def test_nothing_is_filled_in_before_anything_is_typed() -> None:
    assert choose(["pass"], "") == Choice((), ("pass",))


def test_words_that_can_only_be_one_may_be_left_out() -> None:
    assert choose(["lay star a1", "lay star b2"], "b2").action == "lay star b2"
    assert choose(["lay star a1", "lay star b2"], "lay b2").action == "lay star b2"
    assert choose(["lay star a1", "lay clam b2"], "lay b2").stuck == "b2"


def test_short_for_several() -> None:
    choice = choose(["toss star", "toss snail", "toss clam"], "toss s")
    assert (choice.stuck, choice.several, choice.words) == ("s", ("star", "snail"), ("toss",))


def test_a_whole_word_wins_over_longer_ones() -> None:
    assert choose(["lay a1", "lay a10"], "lay a1").action == "lay a1"


def test_what_fits_nothing_is_named_and_the_rest_kept() -> None:
    choice = choose(LEGAL, "build wheat-3 z9")
    assert (choice.words, choice.stuck, choice.offers) == (("build", "wheat-3"), "z9", ("c3", "d3"))
    assert choose(LEGAL, "pass now").stuck == "now"


def test_an_action_that_begins_another() -> None:
    assert choose(["pass", "pass all"], "pass").action == "pass"
    assert choose(["pass", "pass all"], "pass a").action == "pass all"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", ["build", "take", "pass"]),
        ("b", ["build"]),
        ("build ", ["wheat-3", "stone-1"]),
        ("build w c", ["c3"]),
        ("build stone-1 ", ["a1"]),
        ("build stone-1 a1 ", ["up"]),
        ("xyzzy ", []),
        ("take B", ["bag"]),
    ],
)
def test_completion(line: str, words: list[str]) -> None:
    assert complete(LEGAL, line) == words


@pytest.mark.parametrize("name", games.names())
def test_every_legal_action_of_a_match_is_understood_as_itself(name: str) -> None:
    game, dice = games.find(name), Dice(1)
    state = game.start(game.setup(min(game.seats)))
    while game.turn(state) != OVER:
        legal = [game.spell(action) for action in game.actions(state)]
        for spelling in legal[:: max(1, len(legal) // 5)]:
            assert choose(legal, spelling).action == spelling
        game.apply(state, game.actions(state)[dice.below(len(legal))])
