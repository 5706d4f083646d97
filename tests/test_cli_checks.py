"""`newfound soak`, `perft` and `bench`, and the sentences of the command line."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cli import NEWFOUND, Shell, interrupt
from newfound import bots, games, research
from newfound.cli import app
from newfound.cli.commands import ALIASES, NAMES
from newfound.cli.luck import aside, fair
from newfound.cli.voice import HERE, catalog
from newfound.cli.why import explain
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER
from newfound.core.match import Match
from newfound.core.perft import sequences
from newfound.core.text import LANGUAGES
from newfound.games._template import GAME


def test_soak_counts_what_was_played(shell: Shell) -> None:
    said = shell.good("soak", "tide-pool", "--games", "30", "--jobs", "2")
    assert "30 matches" in said
    assert "0 failures" in said
    for counted in ("2", "3", "4"):
        assert any(line.split() == [counted, "10"] for line in said.splitlines())
    assert any(line.split() == ["toss=no", "15"] for line in said.splitlines())
    assert any(line.split()[:1] == ["lay"] and int(line.split()[1]) == 30 * 16 for line in said.splitlines() if line.startswith("lay"))


def plant(shell: Shell, file: str, old: str, new: str) -> None:
    path = shell.folder / "games" / "tide_pool" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.long
def test_soak_keeps_the_shortest_failure(shell: Shell) -> None:
    plant(shell, "rules.py", "    s.bag[kind] += 1\n", "")  # a shell that is tossed is lost
    done = shell.run("soak", "tide-pool", "--games", "40", "--jobs", "1", "--deep", "5")
    assert done.returncode == 1
    assert "census" in done.stdout
    (saved,) = shell.folder.glob("soak-tide-pool-*.game")
    assert "newfound replay" in done.stdout
    text = saved.read_text()
    assert text.startswith("# census")
    assert " toss " in text.splitlines()[-1]
    shell.good("replay", saved.name)
    seed = saved.stem.rpartition("-")[2]
    assert shell.run("soak", "tide-pool", "--games", "1", "--seed", seed, "--deep", "5").returncode == 1


def test_soak_reports_a_crash_in_the_rules(shell: Shell) -> None:
    plant(shell, "scoring.py", "    return points\n\n\ndef line", "    return points // (points != 2)\n\n\ndef line")
    done = shell.run("soak", "tide-pool", "--games", "60", "--jobs", "1")
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stdout
    assert "Traceback" not in done.stderr


def test_soak_finds_two_actions_of_one_spelling(shell: Shell) -> None:
    plant(shell, "actions.py", 'return f"draw {KINDS[action - DRAW]}"', 'return f"draw {KINDS[min(action - DRAW, 1)]}"')
    done = shell.run("soak", "tide-pool", "--games", "2", "--jobs", "1", "--deep", "100000")
    assert done.returncode == 1
    assert "are both spelt" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="nobody interrupts a process of theirs there")
def test_soak_stops_politely(shell: Shell) -> None:
    process = subprocess.Popen(
        [*NEWFOUND, "soak", "tide-pool", "--games", "1000000", "--jobs", "1"],
        env=shell.env, cwd=shell.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout
    process.stdout.readline()  # it has begun
    time.sleep(2)  # an interrupt in the moments in which it starts its processes can still be lost
    said, errors = interrupt(process)
    assert "Stopped after" in said
    assert "Traceback" not in errors
    assert process.returncode == 0


@pytest.mark.parametrize("words", [("--games", "0"), ("--jobs", "none"), ("--seed", "-1")])
def test_soak_mistakes(shell: Shell, words: tuple[str, ...]) -> None:
    assert words[0] in shell.mistake("soak", "tide-pool", *words)


def test_perft(shell: Shell) -> None:
    said = shell.good("perft", "tide-pool", "--depth", "3", "--seed", "1", "--option", "toss=no")
    counts = [int(line.split()[1]) for line in said.splitlines() if line.split()[0].isdigit()]
    state = Match.new(GAME, GAME.setup(2, toss=False), fair(1)).state
    assert counts == [sequences(GAME, state, depth) for depth in (1, 2, 3)]
    assert "not 9" in shell.mistake("perft", "tide-pool", "--seats", "9")


def test_perft_counts_by_hand() -> None:
    """Two kinds in hand: 32 first shells, any of four kinds drawn after each."""
    state = Match.new(GAME, GAME.setup(2, toss=False), fair(1)).state
    kinds = sum(1 for count in GAME.observe(state, 0)["players"][0]["hand"].values() if count)
    assert [sequences(GAME, state, depth) for depth in (1, 2)] == [16 * kinds, 16 * kinds * 4]


def test_bench_prints_json(shell: Shell) -> None:
    figures = json.loads(shell.good("bench", "tide-pool", "--json", "--seconds", "0.25"))
    row = figures["games"]["tide-pool"]
    assert row["playouts_per_second"] > 0 < row["playouts_per_second_pure"]
    assert row["driven_per_second"] > 0 < row["copy_microseconds"]
    assert row["compiled"] is False
    assert "Random playouts per second" in shell.good("bench", "tide-pool", "--seconds", "0.25")


def test_interpreted_rules_are_said_once(shell: Shell) -> None:
    assert shell.run("play", "tide-pool", "--people", "0").stderr.count("interpreted") == 1


# Sentences


def test_every_command_and_option_is_explained_in_every_language() -> None:
    commands: dict[str, Any] = app().commands
    for language in LANGUAGES:
        for name, command in commands.items():
            entries = catalog(language).entries
            assert f"cli.help.{name}.about" in entries
            for parameter in command.params:
                assert f"cli.help.{name}.{parameter.name}" in entries or f"cli.help.any.{parameter.name}" in entries, (name, parameter.name)


@pytest.mark.parametrize("folder", [HERE, Path(bots.__file__).parent, Path(research.__file__).parent, GAME.folder])
def test_the_catalogs_have_the_same_keys(folder: Path) -> None:
    english, *others = (set(catalog(language, folder).entries) for language in LANGUAGES)
    for other in others:
        assert other == english


def test_help_in_another_language(shell: Shell) -> None:
    assert "Continuer une partie enregistrée" in shell.good("play", "--help", "--lang", "fr")
    assert "nachspielen" in shell.good("--help", LANG="de_DE.UTF-8")


def test_every_command_has_a_name_that_is_no_action_of_any_game() -> None:
    """An action wins where both are possible, so `score` may be one: `points` says the same."""
    for game in (GAME, *map(games.find, games.names())):
        words = {game.spell(action).split()[0] for action in range(game.n_actions)}
        for name in NAMES:
            assert {name, *(alias for alias, meant in ALIASES.items() if meant == name)} - words, (game.title, name)


# Why, and bots


def test_why_explains_the_beginning_of_an_action() -> None:
    match = Match.new(GAME, GAME.setup(2))
    for shell_drawn in ("clam", "star", "snail", "snail"):
        match = match.play(-1, f"draw {shell_drawn}")
    assert explain(GAME, match.state, "lay urchin").clause == "TM-T1"
    assert explain(GAME, match.state, "l u b2").clause == "TM-T1"
    assert explain(GAME, match.state, "fly away").key == "play.unknown"
    assert explain(GAME, match.state, "").key == "play.unknown"


def test_why_asks_about_the_words_themselves() -> None:
    """`lay 1,1` is about that cell, though there are more that begin so."""
    game = games.find("new-world")
    match = Match.new(game, game.setup(2)).play(CHANCE, "first 0")
    for tile in game.actions(match.state):
        there = match.play(CHANCE, tile)
        if not any(game.spell(action).startswith("lay 1,1 ") for action in game.actions(there.state)):
            assert explain(game, there.state, "lay 1,1").key == "refuse.edge"


def test_bots_think_with_dice_of_their_own() -> None:
    """Not those of the match, and none that follow from the promise that is published."""
    assert aside(fair(1)).seed not in (fair(1).seed, bytes.fromhex(fair(1).commitment))


def test_the_random_bot_plays_legal_actions_from_guesses() -> None:
    luck, dice = Dice(1), Dice(2)
    state = GAME.start(GAME.setup(3))
    bot = bots.make("random", GAME)
    while (turn := GAME.turn(state)) != OVER:
        guess = partial(GAME.redeal, state, turn, dice)
        action = GAME.draw(state, luck) if turn == CHANCE else bot.choose(guess, dice)
        assert action in GAME.actions(state)
        GAME.apply(state, action)
    assert "random" in bots.names()


def test_the_page_of_the_command_line_names_every_command_and_option() -> None:
    page = (Path(__file__).parents[1] / "docs" / "cli.md").read_text(encoding="utf-8")
    commands: dict[str, Any] = app().commands
    for name, command in commands.items():
        assert f"\n## {name}\n" in page
        for parameter in command.params:
            for option in parameter.opts:
                assert not option.startswith("--") or option in page, (name, option)
    for name in NAMES:
        assert f"`{name}" in page


def test_sets_says_how_sure_a_list_is_and_checks_one_of_your_own(shell: Shell) -> None:
    said = shell.good("sets", "tide-pool")
    assert "certain: we made this game up" in said
    own = shell.folder / "counted.toml"
    own.write_text("[shells]\nclam = 9\nsnail = 7\nstar = 7\nurchin = 7\n", encoding="utf-8")
    said = shell.good("sets", "tide-pool", own.name)
    assert any(line.split() == ["shells.clam", "7", "9"] for line in said.splitlines())
    assert "1 entry differs" in said
    own.write_text("[shells]\nclam = 1\n", encoding="utf-8")
    assert "counted" in shell.mistake("sets", "tide-pool", own.name)  # what is wrong with it, by its name
    assert "nowhere.toml" in shell.mistake("sets", "tide-pool", "nowhere.toml")
