"""Pictures: drawn from a view alone, for every game and reader, early and late, in the colours of the web app."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import newfound
from newfound import games, ink
from newfound.core.checks import setups
from newfound.core.dice import Dice
from newfound.core.fair import Fair
from newfound.core.game import CHANCE, ONLOOKER, OVER, Game
from newfound.core.match import Match
from newfound.games._template import GAME as TIDE_POOL
from newfound.games._template.components import CELL_NAMES
from newfound.research import draw
from newfound.research.problems import BadUse

GAMES = [*(games.find(name) for name in games.names()), TIDE_POOL]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
EVERY = 45  # events from one picture to the next
HREF = re.compile(r'(?:href="|url\()#([^")]+)')


def positions(game: Game[Any], seed: int) -> list[Any]:
    """Some positions of a random match, the first and the last among them."""
    dice = Dice(seed)
    choices = setups(game)
    state = game.start(choices[seed % len(choices)])
    found, events = [game.copy(state)], 0
    while game.turn(state) != OVER:
        legal = game.actions(state)
        game.apply(state, game.draw(state, dice) if game.turn(state) == CHANCE else legal[dice.below(len(legal))])
        events += 1
        if events % EVERY == 0:
            found.append(game.copy(state))
    return [*found, state]


@pytest.mark.sample
@each_game
def test_every_position_can_be_drawn_for_every_reader(game: Game[Any]) -> None:
    for seed in range(3):
        for state in positions(game, seed):
            for reader in (ONLOOKER, *range(len(game.scores(state)))):
                text = draw.svg(game, state, reader)
                root = ElementTree.fromstring(text)
                named = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
                assert len(named) == len(set(named))
                assert set(HREF.findall(text)) <= set(named), "something is used that is not defined"
                assert "<text" not in text, "a font would be needed"


@each_game
def test_a_picture_hides_what_its_reader_may_not_know(game: Game[Any]) -> None:
    for number, state in enumerate(positions(game, 7)):
        for reader in (0, ONLOOKER):
            guess = game.redeal(state, reader, Dice(number))
            assert draw.svg(game, guess, reader) == draw.svg(game, state, reader)


@pytest.mark.sample
@each_game
def test_pixels_have_one_size_and_show_something(game: Game[Any]) -> None:
    first, *_, last = positions(game, 2)
    pixels = [draw.rgb(game, state, 0) for state in (first, last)]
    for array in pixels:
        assert array.shape == (draw.HEIGHT, draw.WIDTH, 3)
        assert str(array.dtype) == "uint8"
        assert array.std() > 10
    assert (pixels[0] != pixels[1]).any()
    assert draw.rgb(game, last, ONLOOKER, 300, 200).shape == (200, 300, 3)


@each_game
def test_a_notebook_shows_a_match(game: Game[Any]) -> None:
    match = Match.new(game, game.setup(game.seats[-1]), Fair(b"a seed of luck"))
    assert match._repr_svg_() == draw.svg(game, match.state, ONLOOKER)
    assert draw.Position(match, 1)._repr_svg_() == draw.svg(game, match.state, 1)


def test_a_game_without_a_picture_says_so() -> None:
    game = dataclasses.replace(TIDE_POOL, picture=None)
    with pytest.raises(BadUse, match="Tide Pool has no picture"):
        draw.svg(game, game.start(game.setup(2)))
    assert Match.new(game, game.setup(2))._repr_svg_() is None


def test_a_spot_names_its_word_and_nothing_else_is_seen_of_it() -> None:
    text = ink.spot('a"<1', ink.box(0, 0, 9, 9), [ink.disc(4, 4, 2, ink.SEA)], holds="clam")
    group = ElementTree.fromstring(text)
    assert group.attrib == {"data-word": 'a"<1', "data-holds": "clam"}
    assert [(part.tag, part.get("class")) for part in group] == [("circle", None), ("rect", "edge")]
    assert group[1].get("fill") == "none"
    assert group[1].get("stroke") is None


def test_the_template_marks_its_cells_and_the_hand_of_its_reader() -> None:
    state = positions(TIDE_POOL, 7)[-1]
    for reader in (0, ONLOOKER):
        view = TIDE_POOL.observe(state, reader)
        root = ElementTree.fromstring(draw.svg(TIDE_POOL, state, reader))
        words = [element.attrib["data-word"] for element in root.iter() if "data-word" in element.attrib]
        hand = [kind for kind, count in view["players"][reader]["hand"].items() for _ in range(count)] if reader >= 0 else []
        assert sorted(words) == sorted([*CELL_NAMES, *hand])


def palette(scheme: str) -> dict[str, str]:
    """What the web app's colours are called, by day or by night."""
    styles = (Path(newfound.__file__).parent / "web" / "src" / "styles.css").read_text(encoding="utf-8")
    return dict(re.findall(r"--([\w-]+): (#\w{6});", styles.split(f"color-scheme: {scheme}", 1)[1].split("}", 1)[0]))


def test_the_colours_are_those_of_the_web_app() -> None:
    night = palette("dark")
    for name, colour in palette("light").items():
        here = ink.SEATS[int(name[-1])] if name.startswith("seat-") else getattr(ink, name.upper().replace("-", "_"), colour)
        assert here == colour, name
        assert name not in night or ink.NIGHT.get(here, night[name]) == night[name], name
