"""Tensors: a fixed layout for every set-up, nothing hidden in it, everything relative to who looks, the pages true."""

from __future__ import annotations

import dataclasses
import runpy
import subprocess
import sys
from collections.abc import Iterator
from math import prod
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import newfound
from newfound import games
from newfound.core.checks import Broken, Walk, setups
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, Game, Setup
from newfound.core.sheet import Choices, Sheet, TensorKernel
from newfound.games._template import GAME as TEMPLATE
from newfound.research.problems import BadUse
from newfound.research.tensors import encoding

GAMES = [TEMPLATE, *(game for name in games.names() if (game := games.find(name)).tensor)]
each_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
DOCS = Path(newfound.__file__).parent.parent.parent / "docs"


def positions(game: Game[Any], setup: Setup, seed: int, every: int = 1) -> Iterator[Any]:
    """The states of one random match, one in so many, and the last."""
    state, dice, number = game.start(setup), Dice(seed), 0
    while game.turn(state) != OVER:
        if number % every == 0:
            yield state
        number += 1
        legal = game.actions(state)
        game.apply(state, game.draw(state, dice) if game.turn(state) == CHANCE else legal[dice.below(len(legal))])
    yield state


@each_game
def test_nothing_hidden_is_in_it_for_any_seat_and_option(game: Game[Any]) -> None:
    made = encoding(game)
    for number, setup in enumerate(setups(game)):
        for state in positions(game, setup, number, every=23):
            for seat in range(setup.seats):
                seen = made.numbers(state, seat)
                for again in range(3):
                    assert np.array_equal(made.numbers(game.redeal(state, seat, Dice(again)), seat), seen)


@each_game
def test_one_shape_for_every_set_up_and_floats_within_their_bounds(game: Game[Any]) -> None:
    made = encoding(game)
    assert made.size == len(made.tensor.order) == sum(field.size * prod(field.map) for field in made.fields)
    for number, setup in enumerate(setups(game)):
        for state in positions(game, setup, number, every=41):
            floats = made.encode(state, setup.seats - 1)
            assert floats.shape == (made.size,)
            assert floats.dtype == np.float32
            assert (floats <= made.high).all()
            assert floats.flags.writeable


@each_game
def test_floats_are_numbers_by_their_divisor(game: Game[Any]) -> None:
    made = encoding(game)
    for state in positions(game, game.setup(2), 1, every=50):
        numbers, floats = (made.split(seen) for seen in (made.numbers(state, 0), made.encode(state, 0)))
        for field in made.fields:
            assert np.allclose(floats[field.name], numbers[field.name] / (field.scale or field.most)), field.name


@each_game
def test_the_observer_is_seat_0(game: Game[Any]) -> None:
    """Whose decision it is, and who plays, seen from each seat."""
    made = encoding(game)
    for seats in game.seats:
        for state in positions(game, game.setup(seats), seats, every=9):
            for seat in range(seats):
                fields = made.split(made.numbers(state, seat))
                assert fields["seats"].tolist() == [1] * seats + [0] * (max(game.seats) - seats)
                turn = game.turn(state)
                expected = [int(turn >= 0 and other == (turn - seat) % seats) for other in range(max(game.seats))]
                assert fields["turn"].tolist() == expected


@each_game
def test_points_are_those_of_the_seats_in_turn(game: Game[Any]) -> None:
    made, seats = encoding(game), game.seats[-1]
    for state in positions(game, game.setup(seats), 5, every=15):
        totals = [score.total for score in game.scores(state)]
        for seat in range(seats):
            shown = made.split(made.numbers(state, seat))["points"].reshape(seats, -1).sum(axis=1)
            assert shown.tolist() == [totals[(seat + other) % seats] for other in range(seats)]


@each_game
def test_what_differs_for_a_seat_differs_in_its_tensor(game: Game[Any]) -> None:
    """Different decisions leave different tensors for who made them, in nearly every position."""
    made, same, compared = encoding(game), 0, 0
    for state in positions(game, game.setup(2), 3):
        if (seat := game.turn(state)) < 0:
            continue
        seen = set()
        legal = game.actions(state)[:40]
        for action in legal:
            after = game.copy(state)
            game.apply(after, action)
            seen.add(made.numbers(after, seat).tobytes())
        same += len(legal) - len(seen)
        compared += len(legal)
    assert same <= compared / 50, f"{same} of {compared} look the same"


@each_game
def test_proceeding_is_by_the_rules_of_the_game(game: Game[Any]) -> None:
    found = encoding(game).tensor
    for state in positions(game, game.setup(game.seats[-1]), 7, every=5):
        if (turn := game.turn(state)) >= 0:
            choices = Choices()
            assert found.kernel.proceed(game.copy(state), -1, turn, Dice(0), choices) == turn
            assert sorted(int(action) for action in choices.actions) == game.actions(state)
        for seat in range(game.seats[-1]):
            later, choices = game.copy(state), Choices()
            acting = found.kernel.proceed(later, game.actions(state)[0] if turn >= 0 else -1, seat, Dice(seat), choices)
            assert acting == game.turn(later)
            assert acting in (seat, OVER)
            assert sorted(int(action) for action in choices.actions) == (game.actions(later) if acting == seat else [])


@each_game
def test_a_view_is_written_over_an_earlier_one(game: Game[Any]) -> None:
    """Nothing of what the earlier view showed stays behind, and where it changed is noted."""
    found = encoding(game).tensor
    for number, setup in enumerate(setups(game)):
        sheets = [Sheet(found.size, found.size) for _ in range(setup.seats)]
        earlier = [bytes(found.size)] * setup.seats
        for state in positions(game, setup, number, every=(1, 2, 7)[number % 3]):
            for seat, sheet in enumerate(sheets):
                sheet.changed[0] = 0
                found.kernel.write(state, seat, sheet, 0)
                seen = bytes(sheet.data)
                assert seen == bytes(found.sheet(state, seat).data)
                noted = {int(at) for at in sheet.changed[1 : int(sheet.changed[0]) + 1]}
                assert {at for at in range(found.size) if seen[at] != earlier[seat][at]} <= noted
                earlier[seat] = seen


@each_game
def test_a_sheet_of_many_rows_holds_each_view_in_its_row(game: Game[Any]) -> None:
    found = encoding(game).tensor
    states = list(positions(game, game.setup(2), 1, every=20))
    sheet = Sheet(found.size * len(states))
    for row, state in enumerate(states):
        found.kernel.write(state, row % 2, sheet, row * found.size)
    whole = bytes(sheet.data)
    for row, state in enumerate(states):
        assert whole[row * found.size : (row + 1) * found.size] == bytes(found.sheet(state, row % 2).data)


def test_a_tensor_that_shows_a_hand_is_caught() -> None:
    """A planted fault: the check bites."""
    assert TEMPLATE.tensor
    honest = TEMPLATE.tensor()

    class Telling(TensorKernel):
        def write(self, state: Any, seat: int, sheet: Sheet, at: int) -> None:
            honest.Kernel().write(state, (seat + 1) % int(state.seats), sheet, at)

    faulty = SimpleNamespace(FIELDS=honest.FIELDS, Kernel=Telling)
    with pytest.raises(Broken, match="tensor of seat"):
        Walk(dataclasses.replace(TEMPLATE, tensor=lambda: faulty), TEMPLATE.setup(2), Dice(1).below).run()


def test_a_number_past_what_its_field_allows_is_caught() -> None:
    assert TEMPLATE.tensor
    honest = TEMPLATE.tensor()
    fields = tuple(dataclasses.replace(field, most=0) if field.name == "held" else field for field in honest.FIELDS)
    faulty = SimpleNamespace(FIELDS=fields, Kernel=honest.Kernel)
    with pytest.raises(Broken, match="field held"):
        Walk(dataclasses.replace(TEMPLATE, tensor=lambda: faulty), TEMPLATE.setup(2), Dice(1).below).run()


def test_a_game_without_a_tensor_plays_on_and_says_so() -> None:
    blind = dataclasses.replace(TEMPLATE, tensor=None)
    Walk(blind, blind.setup(2), Dice(1).below).run()
    with pytest.raises(BadUse, match=r"Tide Pool has no tensor\."):
        encoding(blind)


@each_game
def test_the_page_is_what_the_fields_say(game: Game[Any]) -> None:
    page = runpy.run_path(str(DOCS / "tensors.py"))["page"]
    assert (game.folder / "tensor.md").read_text(encoding="utf-8") == page(game), "python docs/tensors.py writes it anew"


@pytest.mark.parametrize(("module", "absent"), [("tensors", "numpy"), ("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium")])
def test_without_the_extra_it_says_which_one_to_install(module: str, absent: str) -> None:
    code = f"import sys; sys.modules[{absent!r}] = None\nimport newfound.research.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'newfound[research]'" in done.stderr
