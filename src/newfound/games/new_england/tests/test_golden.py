"""Whole matches kept as files, told in sentences. That they replay, and that their luck is fair, is checked for all games."""

from __future__ import annotations

from pathlib import Path

import pytest

from newfound import games
from newfound.core import gamefile
from newfound.core.game import ONLOOKER
from newfound.core.speech import tell_news
from newfound.core.text import LANGUAGES, game_catalog

from .table import GAME

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.game"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_golden_matches_are_told_in_sentences(language: str) -> None:
    catalog = game_catalog(GAME.folder, language)
    players = ["Ann", "Ben", "Cleo", "Dan"]
    for path in GOLDEN:
        match = gamefile.replay(gamefile.parse(path.read_text(encoding="utf-8")), games.find)
        points = [0] * match.setup.seats
        for _, _, told in match.news(ONLOOKER):
            for news in told:
                assert "{" not in tell_news(catalog, news, players)
                if news.points:
                    points[news.seat] += news.points
        assert points == [score.total for score in GAME.scores(match.state)]


def test_the_golden_matches_show_every_kind_of_action() -> None:
    words = {
        line.split()[1] for path in GOLDEN for line in path.read_text(encoding="utf-8").split("\n\n", 1)[1].splitlines() if line[0] != "="
    }
    catalog = game_catalog(GAME.folder, "en")
    assert words == {key.removeprefix("kind.") for key in catalog.entries if key.startswith("kind.")}
