"""The coach of every game: each sentence has its clause and its words. When it is said, the tests in the games' folders tell."""

from __future__ import annotations

from typing import Any

import pytest

from newfound import games
from newfound.core.checks import decisions, random_match
from newfound.core.game import Game
from newfound.core.rulebook import clauses
from newfound.core.text import LANGUAGES, game_catalog

COACHED = [game for game in map(games.find, games.names()) if game.coach]


@pytest.mark.parametrize("game", COACHED, ids=lambda game: game.name)
def test_every_sentence_has_its_clause_and_its_words(game: Game[Any]) -> None:
    assert game.coach is not None
    said = game.coach().CLAUSES
    assert set(said.values()) <= set(clauses(game.folder))
    for language in LANGUAGES:
        assert {key for key in game_catalog(game.folder, language).entries if key.startswith("coach.")} == set(said)


@pytest.mark.parametrize("game", COACHED, ids=lambda game: game.name)
def test_what_is_said_can_be_spoken(game: Game[Any]) -> None:
    assert game.coach is not None
    spoken = 0
    for match, reader in decisions(random_match(game, game.setup(game.seats[0]), 7)):
        for advice in match.advice(reader):
            assert advice.clause == game.coach().CLAUSES[advice.key]
            for language in LANGUAGES:
                assert game_catalog(game.folder, language).say(advice.key, **advice.values)
                spoken += 1
    assert spoken > 100
