"""Every game can be played to its end in the terminal, in every language, by somebody who types what is offered."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from newfound import bots, games
from newfound.bots.search import Searching
from newfound.cli.choose import choose
from newfound.cli.lines import Complete, Lines
from newfound.cli.luck import fair
from newfound.cli.show import BOT, winners
from newfound.cli.table import Table
from newfound.cli.voice import Voice, catalog
from newfound.core.dice import Dice
from newfound.core.game import OVER
from newfound.core.match import Match
from newfound.core.text import LANGUAGES, game_catalog
from newfound.games import _template

COMMANDS = ("help", "why", "score", "show", "log", "rules 1", "back", "xyzzy", "")
NAMES = ["_template", *games.names()]


class Somebody(Lines):
    """Types words that are offered, now and then a command, and agrees to nothing."""

    def __init__(self, voice: Voice, table: Table, seed: int) -> None:
        super().__init__(voice)
        self.table = table
        self.dice = Dice(seed)

    def read(self, prompt: str, complete: Complete | None = None) -> str | None:  # noqa: ARG002
        if complete is None:
            return None
        if self.dice.below(6) == 0:
            return COMMANDS[self.dice.below(len(COMMANDS))]
        offers = choose(self.table.legal(), self.table.typed).offers
        return offers[self.dice.below(len(offers))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_match_by_words_that_are_offered(name: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where it is kept if the tests are interrupted
    game = _template.GAME if name == "_template" else games.find(name)
    out = io.StringIO()
    voice = Voice(catalog(language, game.folder), Console(file=out, width=120))
    luck = fair(LANGUAGES.index(language))
    seats = min(game.seats)
    table = Table(voice, Match.new(game, game.setup(seats), luck), luck, dict.fromkeys(range(2, seats), f"{BOT}random"), recorded=True)
    table.lines = Somebody(voice, table, seed=1)
    table.run()
    assert table.match.turn == OVER
    assert voice.say("play.over") in out.getvalue()


def test_a_bot_for_which_the_machine_is_too_slow_is_told_once() -> None:
    game, out, luck = games.find("new-haven"), io.StringIO(), fair(1)
    voice = Voice(catalog("en", game.folder), Console(file=out, width=120))
    table = Table(voice, Match.new(game, game.setup(2), luck), luck, {0: f"{BOT}hard", 1: f"{BOT}easy"}, recorded=True)
    table.bots[0] = Searching(game, 10**9, 0.001)
    table.run()
    assert table.match.turn == OVER
    assert out.getvalue().count("too slow for") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_character_is_introduced(language: str) -> None:
    game, out, luck = games.find("new-haven"), io.StringIO(), fair(1)
    voice = Voice(catalog(language, game.folder), Console(file=out, width=200))
    table = Table(voice, Match.new(game, game.setup(2), luck), luck, {0: "gambler", 1: f"{BOT}builder"}, recorded=True)
    table.lines = Somebody(voice, table, seed=1)
    table.left = True
    table.run()
    said = game_catalog(bots.HERE, language)
    assert said.say("character.builder") in out.getvalue()
    assert said.say("character.gambler") not in out.getvalue()


def test_who_is_first_wins() -> None:
    game = _template.GAME
    over = game.start(game.setup(3))
    game.playout(over, Dice(1))
    voice = Voice(catalog("en", game.folder), Console(file=io.StringIO()))
    for points, sentence in (([4, 7, 5], "Ben wins."), ([7, 4, 7], "Ann, Cleo share the win.")):
        state = game.load(game.dump(over) | {"beside": points, "lines": [0] * 3, "tossed": [0] * 3})
        assert winners(voice, Match(game, game.setup(3), (), state), ["Ann", "Ben", "Cleo"]) == sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_action_has_a_line_of_help(name: str, language: str) -> None:
    game = _template.GAME if name == "_template" else games.find(name)
    for kind in {game.spell(action).split()[0] for action in range(game.n_actions)}:
        assert f"kind.{kind}" in catalog(language, game.folder), kind
