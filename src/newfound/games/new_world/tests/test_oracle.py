"""The rules agree with the oracle, event by event: over 120 games where NEWFOUND_ALL is set, else over a sample."""

from __future__ import annotations

import os
from collections import Counter
from copy import copy
from typing import Any, Final

import pytest

from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER
from newfound.games.new_world import GAME
from newfound.games.new_world.setfile import FOLDER

from .oracle import Oracle

GAMES: Final = 120 if os.environ.get("NEWFOUND_ALL") else 16
CHUNKS: Final = 8
ORDER: Final = [GAME.spell(action).split()[1] for action in range(GAME.n_actions) if GAME.spell(action).startswith("score ")]
STANDARD: Final = FOLDER / "sets" / "standard.toml"


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_rules_agree_with_the_oracle(chunk: int) -> None:
    """NW-T2 NW-T6 NW-F1 NW-F2 NW-F3 NW-F5 NW-F6 NW-F7 NW-V1 NW-V2 NW-V3 NW-V4 NW-E2 NW-E3 NW-E4"""
    for seed in range(chunk, GAMES, CHUNKS):
        play_both(seed)


def play_both(seed: int) -> None:
    dice = Dice(seed)
    seats, coast_counts = 2 + seed % 4, seed // 4 % 2 == 0
    state = GAME.start(GAME.setup(seats, coast_counts=coast_counts))
    oracle = Oracle(STANDARD, seats, coast_counts=coast_counts)
    while (turn := GAME.turn(state)) != OVER:
        legal = GAME.actions(state)
        texts = [GAME.spell(action) for action in legal]
        assert turn == CHANCE or turn == oracle.active
        check_legal(oracle, texts)
        action = GAME.draw(state, dice) if turn == CHANCE else legal[choose(oracle, texts, dice, shrewd=seed % 3 > 0)]
        GAME.apply(state, action)
        view = GAME.observe(state, ONLOOKER)
        follow(oracle, GAME.spell(action), view)
        compare(oracle, view, seed)
        standing = [score.total for score in GAME.as_it_stands(state)]
        assert standing == ended_now(oracle, view["phase"]), f"game {seed}"
    assert oracle.over


def ended_now(oracle: Oracle, phase: str) -> list[int]:
    """The final scores if this turn were the last, and nobody settled any more."""
    end = copy(oracle)
    end.points, end.surveyors, end.scored = [Counter(points) for points in oracle.points], list(oracle.surveyors), list(oracle.scored)
    while phase in ("settle", "score") and (due := end.due()):
        end.score(min(due, key=ORDER.index))
    if not end.over:
        end.end()
    return [sum(points.values()) for points in end.points]


def choose(oracle: Oracle, texts: list[str], dice: Dice, *, shrewd: bool) -> int:
    """At random; or so that much is completed: tiles where they touch most, settlers off the plains, now and then."""
    if shrewd and texts[0].startswith("lay") and dice.below(4):
        near = [
            sum((column + dx, row + dy) in oracle.land for dx in (-1, 0, 1) for dy in (-1, 0, 1)) for column, row in map(cell_of, texts)
        ]
        best = [at for at, count in enumerate(near) if count == max(near)]
        return best[dice.below(len(best))]
    if shrewd and texts[0].startswith("settle") and dice.below(4):
        keen = [at for at, text in enumerate(texts) if "plain" not in text and "nobody" not in text]
        if keen:
            return keen[dice.below(len(keen))]
    return int(dice.below(len(texts)))


def cell_of(text: str) -> tuple[int, int]:
    column, _, row = text.split()[1].partition(",")
    return int(column), int(row)


def check_legal(oracle: Oracle, texts: list[str]) -> None:
    kind = texts[0].split()[0]
    if kind == "tile":
        assert {text.split()[1] for text in texts} == set(+oracle.pile)
    elif kind == "lay":
        assert set(texts) == oracle.lays(oracle.hand)
    elif kind == "settle":
        assert set(texts) == oracle.settles()
        assert len(texts) > 1
    elif kind == "score":
        assert {text.split()[1] for text in texts} == set(oracle.due())
        assert oracle.order_matters()


def follow(oracle: Oracle, text: str, view: Any) -> None:
    """The same event on the oracle's table, and what follows from it without a decision."""
    kind, *words = text.split()
    if kind == "first":
        oracle.active = int(words[0])
        return
    if kind == "tile":
        oracle.draw(words[0])
        return
    if kind == "lay":
        oracle.lay(cell_of(text), int(words[1][1]))
        if view["phase"] == "settle":
            return
        assert oracle.settles() == {"settle nobody"}  # nothing to decide
    elif kind == "settle":
        oracle.settle(words[0])
    else:
        oracle.score(words[0])
    while due := oracle.due():
        if view["phase"] == "score" and view["scored"] == oracle.scored:
            assert set(view["due"]) == set(due)
            return
        assert not oracle.order_matters(), f"{text}: the order of {sorted(due)} matters"
        oracle.score(view["scored"][len(oracle.scored)])
    oracle.end_of_turn()


def compare(oracle: Oracle, view: Any, seed: int) -> None:
    name = "{0[0]},{0[1]}".format
    seen = {
        frozenset((cell, at) for cell, at in feature["parts"]): (
            feature["feature"],
            sorted(feature["tiles"]),
            feature["open"],
            feature["settlers"],
            feature["owners"],
            feature["worth"],
            feature["full"],
        )
        for feature in view["features"]
    }
    traced = {
        frozenset((name(cell), oracle.land[cell].parts[part].name()) for cell, part in feature.nodes): (
            feature.feature,
            sorted(map(name, feature.tiles)),
            feature.open,
            oracle.crowd(feature),
            oracle.owners(feature),
            oracle.as_it_is(feature) if feature.open else oracle.full(feature),
            oracle.full(feature),
        )
        for feature in oracle.features()
    }
    assert seen == traced, f"game {seed}"
    assert view["surveyors"] == tuple(sorted(oracle.surveyors))
    assert view["supply"] == [oracle.supply(seat) for seat in range(oracle.seats)]
    assert view["box"] == oracle.box
    assert view["points"] == [sum(points.values()) for points in oracle.points]
    assert {code: kind["left"] for code, kind in view["kinds"].items()} == {code: oracle.pile[code] for code in oracle.faces}
    men = Counter((man.seat, name(man.cell), oracle.land[man.cell].parts[man.part].name()) for man in oracle.settlers)
    assert Counter((man["seat"], man["cell"], man["at"]) for man in view["settlers"]) == men
    assert (view["turn"] == OVER) == oracle.over
