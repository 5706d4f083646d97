"""`newfound review`: figures, turning points, a picture; cut short, and gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import Shell
from newfound.cli.luck import fair
from newfound.core import gamefile
from newfound.core.dice import Dice
from newfound.core.game import OVER
from newfound.core.match import Match
from newfound.games._template import GAME


@pytest.fixture
def match(shell: Shell) -> str:
    """A short match, as the shell's copy of the game would write it."""
    luck, dice = fair(3), Dice(3)
    played = Match.new(GAME, GAME.setup(3), luck)
    while played.turn != OVER:
        legal = GAME.actions(played.state)
        played = played.play(played.turn, legal[dice.below(len(legal))], luck=luck)
    text = gamefile.write(gamefile.record(played, {0: "Ann", 1: "Bo"}))
    return shell.write("one.game", text.replace("game template", "game tide-pool"))


def test_a_review_shows_the_curve_the_figures_and_the_turning_points(shell: Shell, match: str) -> None:
    said = shell.good("review", match, "--out", "one.png", "--jobs", "1")
    assert "Tide Pool, the lead in points that each player could expect" in said
    for word in ("Ann", "Bo", "Player 3", "end without luck", "luck: draw", "; better: "):
        assert word in said
    assert (shell.folder / "one.png").read_bytes().startswith(b"\x89PNG")
    again = shell.good("review", match, "--out", "one.svg", "--lang", "de")
    assert "der Vorsprung in Punkten, den jeder Spieler erwarten konnte" in again
    assert (shell.folder / "one.svg").read_text().startswith("<svg")


def test_the_parts_of_a_review_as_json_are_the_final_lead(shell: Shell, match: str) -> None:
    found = json.loads(shell.good("review", match, "--json"))
    scores = [int(points) for points in Path(shell.folder / match).read_text().split("= ")[-1].split()]
    assert len(found["seats"]) == 3
    for account in found["seats"]:
        parts = sum(account[part]["value"] for part in ("start", "luck", "own", "rivals", "rest"))
        lead = scores[account["seat"]] - max(points for seat, points in enumerate(scores) if seat != account["seat"])
        assert parts == pytest.approx(account["end"]) == lead
    assert (
        len(found["curve"])
        == len([line for line in (shell.folder / match).read_text().splitlines() if line[:2] in ("- ", "0 ", "1 ", "2 ")]) + 1
    )
    assert {moment["kind"] for moment in found["moments"]} == {"loss", "luck"}


def test_a_review_cut_short_goes_on_and_says_so(shell: Shell, match: str) -> None:
    whole = shell.good("review", match, "--json")
    (book,) = shell.folder.glob("one.review-quick.jsonl")
    lines = book.read_text().splitlines(keepends=True)
    book.write_text("".join(lines[:9]) + lines[9][:20])
    done = shell.run("review", match, "--json")
    assert done.stdout == whole
    assert "8 of" in done.stderr
    assert book.read_text().splitlines(keepends=True)[:9] == lines[:9]


def test_mistakes_are_one_sentence(shell: Shell, match: str) -> None:
    assert "no depth “bottomless”" in shell.mistake("review", match, "--depth", "bottomless")
    assert "not one.gif" in shell.mistake("review", match, "--out", "one.gif")
    assert "no file" in shell.mistake("review", "none.game")
