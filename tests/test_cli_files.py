"""`newfound replay` and `newfound verify`: true files, broken files, false files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli import Shell
from newfound import games
from newfound.cli.luck import fair
from newfound.cli.replay import events
from newfound.core import gamefile
from newfound.core.dice import Dice
from newfound.core.game import OVER
from newfound.core.match import Match
from newfound.games._template import GAME
from newfound.host.shelf import SITE

HEADER = "newfound 1\ngame tide-pool\nedition 1\nseats 2\n"


def played(seed: int) -> Match[Any]:
    luck = fair(seed)
    match = Match.new(GAME, GAME.setup(2), luck)
    dice = Dice(seed)
    while match.turn != OVER:
        legal = GAME.actions(match.state)
        match = match.play(match.turn, legal[dice.below(len(legal))], luck=luck)
    return match


@pytest.fixture
def text() -> str:
    """A whole match with its dice, as the shell's copy of the game would write it."""
    return gamefile.write(gamefile.record(played(3), luck=fair(3), show_seed=True)).replace("game template", "game tide-pool")


def test_replay_tells_everything(shell: Shell, text: str) -> None:
    said = shell.good("replay", shell.write("one.game", text))
    assert "   0  Player 1 draws a shell." in said
    assert "Total" in said
    assert "Place" in said
    assert "Spieler 1 zieht ein Fundstück" in shell.good("replay", "one.game", "--lang", "de")
    seen = shell.good("replay", "one.game", "--seat", "1")
    assert "   0  Player 1 draws a shell." not in seen


def test_replay_as_json_lines(shell: Shell, text: str) -> None:
    lines = [json.loads(line) for line in shell.good("replay", "--jsonl", shell.write("one.game", text)).splitlines()]
    match = played(3)
    assert lines == json.loads(json.dumps(list(events(match))))
    assert [line["number"] for line in lines] == list(range(len(match.log)))
    assert all(line["action"] in line["legal"] for line in lines)
    assert GAME.dump(match.state) == lines[-1]["state"]
    assert lines[-1]["scores"] == [score.total for score in GAME.scores(match.state)]


def test_replay_as_json_lines_shows_a_seat_what_it_may_know(shell: Shell, text: str) -> None:
    lines = [json.loads(line) for line in shell.good("replay", "--jsonl", "--seat", "2", shell.write("one.game", text)).splitlines()]
    match = played(3)
    assert [line["view"] for line in lines] == json.loads(
        json.dumps([GAME.observe(match.back(at).state, 1) for at in range(len(match.log))])
    )
    assert all(("action" in line) == ("legal" in line) == (line["turn"] == 1) for line in lines)
    assert all(line["action"] in line["legal"] for line in lines if line["turn"] == 1)
    assert "state" not in lines[0]
    assert lines[0] != json.loads(shell.good("replay", "--jsonl", "--seat", "1", "one.game").splitlines()[0])


def test_verify_proves_a_match_with_its_dice(shell: Shell, text: str) -> None:
    said = shell.good("verify", shell.write("one.game", text))
    assert "✓ All" in said
    assert "follow from the seed" in said
    assert "Everything is in order." in said


def without(text: str, word: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith(word)) + "\n"


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("seed", "– The seed is not in the file"),
        ("dice", "– There is no dice line"),
        ("=", "– The file asserts no scores"),
    ],
)
def test_verify_says_what_is_not_proved(shell: Shell, text: str, word: str, sentence: str) -> None:
    said = shell.good("verify", shell.write("one.game", without(text, word)))
    assert sentence in said
    assert "Nothing is wrong" in said


def test_verify_without_any_dice(shell: Shell, text: str) -> None:
    said = shell.good("verify", shell.write("one.game", without(without(text, "seed"), "dice")))
    assert "no seed and no dice line" in said


def test_verify_catches_a_draw_that_does_not_follow(shell: Shell) -> None:
    """The last shell dealt is said to be another, which is as legal."""
    luck = fair(3)
    text = gamefile.write(gamefile.record(Match.new(GAME, GAME.setup(2), luck), luck=luck, show_seed=True)).replace("template", "tide-pool")
    *before, last, scores = text.splitlines()
    other = "- draw clam" if last != "- draw clam" else "- draw star"
    done = shell.run("verify", shell.write("one.game", "\n".join([*before, other, scores])))
    assert done.returncode == 1
    assert "✓ All 4 actions are legal" in done.stdout
    assert f"✗ Event 3 is “{other[2:]}”, but the seed draws “{last[2:]}”." in done.stdout


def test_verify_catches_another_seed(shell: Shell, text: str) -> None:
    line = next(line for line in text.splitlines() if line.startswith("seed"))
    done = shell.run("verify", shell.write("one.game", text.replace(line, "seed " + "00" * 32)))
    assert done.returncode == 1
    assert "✗ The seed is not the one promised" in done.stdout
    assert "✗ Event" in done.stdout
    assert "This file is not in order." in done.stdout


def test_verify_catches_false_scores_and_illegal_actions(shell: Shell, text: str) -> None:
    done = shell.run("verify", shell.write("one.game", text.replace("\n= ", "\n= 9")))
    assert done.returncode == 1
    assert "says the scores are" in done.stdout
    done = shell.run("verify", shell.write("two.game", HEADER + "- draw star\n0 lay star a1\n"))
    assert done.returncode == 1
    assert "not this seat's turn" in done.stdout
    done = shell.run("verify", shell.write("three.game", HEADER + "- draw star\n" * 4 + "0 lay clam a1\n"))
    assert done.returncode == 1
    assert "“lay clam a1” is not legal there (TM-T1)" in done.stdout


BROKEN = {
    "": "not a .game file",
    "hello": "not a .game file",
    "newfound 2\n": "format 2",
    "newfound 1\n": "“game” is missing",
    HEADER.replace("tide-pool", "chess"): "There is no game “chess”",
    HEADER.replace("seats 2", "seats 9"): "for 2 to 4 players, not 9",
    HEADER.replace("seats 2", "seats two"): "should be a whole number",
    HEADER.replace("edition 1", "edition 7"): "edition 7",
    HEADER + "option side B\n": "no option “side”",
    HEADER + "option toss maybe\n": "cannot be “maybe”",
    HEADER + "components 0123456789ab\n": "other components",
    HEADER + "seed xyz\n": "hexadecimal",
    HEADER + "castle queenside\n": "cannot be read",
    HEADER + "seats 3\n": "a second time",
}


@pytest.mark.sample
@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("command", ["replay", "verify", "play"])
def test_broken_files_are_one_sentence(shell: Shell, command: str, broken: str) -> None:
    words = ("play", "--resume") if command == "play" else (command,)
    assert BROKEN[broken] in shell.mistake(*words, shell.write("broken.game", broken))


def test_files_that_cannot_be_read(shell: Shell) -> None:
    (shell.folder / "bytes.game").write_bytes(bytes(range(256)))
    assert "bytes.game is not a text file" in shell.mistake("verify", "bytes.game")
    assert "There is no file" in shell.mistake("replay", "none.game")
    assert "cannot be read" in shell.mistake("replay", "games")
    assert "no player 3" in shell.mistake("replay", shell.write("one.game", HEADER), "--seat", "3")


def test_games_lists_itself(shell: Shell) -> None:
    said = shell.good("games")
    assert "Tide Pool  tide-pool  2 to 4 players" in said
    assert "toss=no" in said
    assert "nobody may toss" in said
    assert set(games.names()) <= set(said.split())


def test_rules(shell: Shell) -> None:
    assert "Two to four beachcombers" in shell.good("rules", "tide-pool")
    assert "<a id" not in shell.good("rules", "tide-pool")
    assert shell.good("rules", "tide-pool", "tm-t2").startswith("TM-T2 Touching.")
    assert shell.good("rules", "tide-pool", "T2") == shell.good("rules", "tide-pool", "TM-T2")
    assert [line[:5] for line in shell.good("rules", "tide-pool", "P").splitlines() if line.startswith("TM")] == ["TM-P1", "TM-P2"]
    assert "Berühren" in shell.good("rules", "tide-pool", "TM-T2", "--lang", "de")
    assert "TM-P1" in shell.good("rules", "tide-pool", "à côté d'un semblable", "--lang", "fr")  # typed with a straight apostrophe
    assert "has no clause “TM-Z9”" in shell.mistake("rules", "tide-pool", "TM-Z9")


def test_writing_to_a_closed_pipe_is_quiet(shell: Shell, text: str, tmp_path: Path) -> None:
    import subprocess

    from cli import NEWFOUND

    shell.write("one.game", text)
    process = subprocess.Popen(
        [*NEWFOUND, "replay", "--jsonl", "one.game"], env=shell.env, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert "Traceback" not in process.stderr.read()
    process.wait()


def test_the_folder_without_a_server_is_written_over_an_older_one_and_over_nothing_else(shell: Shell) -> None:
    if not (SITE / "sw.js").is_file():
        pytest.skip("the folder without a server is not built: make site")
    assert "http.server -d out" in shell.good("serve", "--static", "out")
    there = shell.folder / "out"
    assert {"index.html", "sw.js", "newfound.zip"} <= {file.name for file in there.iterdir()}
    assert (there / "docs" / "index.html").is_file()
    (there / "assets" / "old.js").write_text("", encoding="utf-8")
    (there / "CNAME").write_text("example.org", encoding="utf-8")
    shell.good("serve", "--static", "out")
    assert not (there / "assets" / "old.js").exists()
    assert (there / "CNAME").exists()
    assert "something else" in shell.mistake("serve", "--static", "games")
    shell.write("taken", "")
    assert "something else" in shell.mistake("serve", "--static", "taken")
