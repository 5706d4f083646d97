"""The `.game` file: what is written is read, and nothing but BadFile comes out of what is not a file."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from newfound import games
from newfound.core.dice import Dice
from newfound.core.fair import Fair
from newfound.core.game import CHANCE, OVER
from newfound.core.gamefile import GameFile, Line, parse, record, replay, write
from newfound.core.match import Match
from newfound.core.problem import BadFile

LUCK = Fair(bytes(range(32)))


@cache
def finished(name: str, seats: int) -> Match[Any]:
    """A random match with fair luck."""
    game = games.find(name)
    match = Match.new(game, game.setup(seats), LUCK)
    dice = Dice(seats)
    state, log = match.state, list(match.log)
    while game.turn(state) != OVER:
        seat = game.turn(state)
        legal = game.actions(state)
        action = game.draw(state, LUCK.at(len(log))) if seat == CHANCE else legal[dice.below(len(legal))]
        game.apply(state, action)
        log.append(type(match.log[0])(seat, action))
    return Match(game, match.setup, tuple(log), state)


def sample() -> str:
    return write(record(finished("new-haven", 2), {0: "Ann", 1: "Ben"}, LUCK, show_seed=True))


@pytest.mark.parametrize("name", games.names())
def test_what_is_written_is_read(name: str) -> None:
    for seats in games.find(name).seats:
        match = finished(name, seats)
        file = record(match, {0: "Ann"}, LUCK, show_seed=True)
        again = parse(write(file))
        assert write(again) == write(file)
        assert replay(again, games.find).log == match.log


def test_the_seed_is_written_only_when_it_may_be_known() -> None:
    file = record(finished("new-haven", 2), luck=LUCK)
    assert (file.commitment, file.seed) == (LUCK.commitment, "")
    assert LUCK.seed.hex() not in write(file)
    assert record(finished("new-haven", 2), luck=LUCK, show_seed=True).seed == LUCK.seed.hex()


def test_comments_are_kept_where_they_stand() -> None:
    text = sample().replace("newfound 1\n", "# Sunday at the lake\nnewfound 1\n", 1).replace("\n0 lay", "\n# a bold start\n0 lay", 1)
    file = parse(text)
    assert file.preface == ("Sunday at the lake",)
    at = [line.text for line in file.lines].index("a bold start")
    assert file.lines[at].kind == "#"
    assert file.lines[at + 1].text.startswith("lay")
    assert write(file) == text


def test_score_lines_are_checked_anywhere() -> None:
    file = record(finished("new-haven", 2))
    early = replace(file, lines=(file.lines[0], Line("=", "0 0"), *file.lines[1:]))
    assert replay(early, games.find).log
    wrong = replace(file, lines=(file.lines[0], Line("=", "1 0", 9), *file.lines[1:]))
    with pytest.raises(BadFile, match="Line 9 says the scores are 1 0, but they are 0 0"):
        replay(wrong, games.find)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("newfound 1", "newfound 2", "format 2"),
        ("newfound 1", "something else", "not a .game file"),
        ("game new-haven", "game chess", "no game “chess”"),
        ("game new-haven\n", "", "“game” is missing"),
        ("seats 2", "seats two", "whole number"),
        ("seats 2", "seats 9", "2 to 4 players"),
        ("seats 2", "seats 2\nseats 2", "a second time"),
        ("edition 1", "edition 7", "edition 7 of New Haven"),
        ("option side A", "option side Z", "cannot be “Z”"),
        ("option side A", "option shape round", "no option “shape”"),
        ("components ", "components f00", "other components"),
        ("\n0 lay ", "\n1 lay ", "not this seat's turn"),
        ("\n0 lay ", "\n0 lie ", "is not legal there"),
        ("\n0 lay ", "\nzero lay ", "cannot be read"),
        ("seed 00", "seed xx", "hexadecimal"),
    ],
)
def test_a_broken_file_gets_one_clear_sentence(old: str, new: str, sentence: str) -> None:
    text = sample()
    assert old in text
    with pytest.raises(BadFile) as error:
        replay(parse(text.replace(old, new, 1)), games.find)
    assert sentence in str(error.value)
    assert error.value.say("fr")


@pytest.mark.parametrize("edition", [1, 3])
def test_a_file_of_an_older_or_a_newer_edition_is_refused(edition: int) -> None:
    now = replace(games.find("new-haven"), edition=2)
    with pytest.raises(BadFile, match=f"edition {edition} of New Haven"):
        replay(parse(sample().replace("edition 1", f"edition {edition}")), lambda _: now)
    assert replay(parse(sample().replace("edition 1", "edition 2")), lambda _: now).log


def read_all(text: str) -> None:
    with suppress(BadFile):
        replay(parse(text), games.find)


@settings(deadline=None)
@given(st.text())
@example("newfound 1\ngame new-haven\nedition 1\nseats 2\n9 pass")
@example("newfound 1\ngame new-haven\nedition 1\nseats 2\n= ")
@example("newfound 1\ngame new-haven\nedition 1\nseats ²\n")
@example("newfound 1\ngame new-haven\nedition 1\nseats 2\noption\nplayer\n- \n")
@example("\x00" * 10)
def test_random_text_raises_nothing_but_bad_file(text: str) -> None:
    read_all(text)
    read_all("newfound 1\ngame new-haven\nedition 1\nseats 2\n" + text)


@settings(deadline=None)
@given(st.binary())
def test_random_bytes_raise_nothing_but_bad_file(data: bytes) -> None:
    read_all(data.decode("utf-8", errors="replace"))


@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_mutated_files_raise_nothing_but_bad_file(data: st.DataObject) -> None:
    text = sample()
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        length = data.draw(st.integers(0, 30))
        text = text[:at] + data.draw(st.text(max_size=12)) + text[at + length :]
    read_all(text)


def test_too_long_is_said_so() -> None:
    with pytest.raises(BadFile, match="too long"):
        parse("newfound 1\n" + "#" * 3_000_000)
    with pytest.raises(BadFile, match="Line 2 is too long"):
        parse("newfound 1\n#" + "x" * 500)


def test_a_file_needs_no_names_and_no_seed() -> None:
    assert write(GameFile("new-haven", 1, 2)) == "newfound 1\ngame new-haven\nedition 1\nseats 2\n\n"
