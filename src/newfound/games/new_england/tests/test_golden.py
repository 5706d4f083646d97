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


def test_NE_D1_a_slip_is_mended_at_once_and_not_once_the_turn_is_over() -> None:
    """The ruling: nothing in the game turns a used plot back; undo does, until something is drawn or another acts."""
    match = gamefile.replay(gamefile.parse((GOLDEN[0].parent / "first_game.game").read_text(encoding="utf-8")), games.find)
    at = next(number for number, event in enumerate(match.log) if GAME.spell(event.action).startswith("buy pasture2"))
    seat, used = match.log[at].seat, match.back(at + 1)
    assert [*used.undo(seat).state.used] == [*match.back(at).state.used] != [*used.state.used]
    over = next(number for number in range(at, len(match.log)) if GAME.spell(match.log[number].action) == "end")
    assert not match.back(over + 1).can_undo(seat)


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
