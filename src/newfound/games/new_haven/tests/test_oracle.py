"""The game and a second one written from the clauses alone play the same matches, event by event."""

from __future__ import annotations

import os
from collections import Counter
from math import gcd

from newfound.core.checks import setups
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER, Setup
from newfound.games.new_haven import GAME
from newfound.games.new_haven.state import State

from .oracle import RESOURCES, VILLAGE, Building, Oracle, cell_name, gather, read, space_name, spelt

SETUPS = [setup for setup in setups(GAME) if setup.options["tiles"] == "standard"]
MATCHES = 200 if os.environ.get("NEWFOUND_ALL") else 40


def names(buildings: Counter[Building]) -> list[str]:
    return sorted(spelt(building) for building in buildings.elements())


def reduced(weights: dict[str, int]) -> dict[str, int]:
    divisor = gcd(*weights.values())
    return {text: weight // divisor for text, weight in weights.items()}


def compare_position(s: State, oracle: Oracle) -> None:
    """Each owner sees their own, everybody sees the rest, and the game agrees with the oracle on all of it."""
    view = GAME.observe(s, ONLOOKER)
    assert view["markers"] == oracle.markers
    assert sorted(filter(None, view["circles"])) == sorted(map(spelt, oracle.circles))
    assert view["bag"] == oracle.bag.total()
    assert view["open"] == len(oracle.open())
    assert view["pool"] == oracle.pool()
    assert {name for name, cell in view["board"].items() if cell["is"] == "open"} == {cell_name(at) for at in oracle.open()}
    faces = {name: cell["face"] for name, cell in view["board"].items() if "face" in cell}
    assert faces == {cell_name(at): face for at, face in oracle.board.items() if at != oracle.shipped}
    lying = {name: cell["building"] for name, cell in view["board"].items() if cell.get("building")}
    assert lying == {cell_name(at): spelt(building) for at, building in oracle.clearings.items()}
    for seat, player in enumerate(oracle.players):
        public, own = view["seats"][seat], GAME.observe(s, seat)["seats"][seat]
        assert public["hand"] is None
        assert public["tiles"] is None
        assert public["hand_size"] == player.hand.total()
        assert public["tiles_size"] == len(player.tiles)
        assert public["shipment"] == player.shipment
        assert sorted(own["hand"]) == names(player.hand)
        assert sorted(own["tiles"]) == sorted(player.tiles)
        assert public["known"] == own["known"]
        assert sorted(public["known"]) == sorted(spelt(entry) for entry in player.public if not isinstance(entry, str))
        for at in VILLAGE:
            if at not in player.village:
                assert space_name(at) not in own["village"]
                continue
            (resource, number), up = player.village[at]
            built, shown = own["village"][space_name(at)], public["village"][space_name(at)]
            assert (built["resource"], built["number"], built["up"]) == (resource, number, up)
            assert (shown["resource"], shown["number"], shown["up"]) == (resource, number if up else None, up)
    held = {charter: seat for seat, player in enumerate(oracle.players) for charter in player.charters}
    all_charters = {charter: held.get(charter) for charter in ("row", "column", *RESOURCES.values())}
    assert view["charters"] == (all_charters if oracle.chartered else None)


def compare_guess(s: State, oracle: Oracle, reader: int, dice: Dice) -> None:
    """A guess deals nobody a hand that contradicts what this reader saw them take and build."""
    guess = GAME.redeal(s, reader, dice)
    for seat, player in enumerate(oracle.players):
        held = Counter(map(read, GAME.observe(guess, seat)["seats"][seat]["hand"]))
        assert held.total() == player.hand.total()
        assert player.could_hold(held), f"reader {reader} guesses for seat {seat}: {names(held)}, having seen {player.public}"


def compare(s: State, oracle: Oracle, event: int) -> None:
    assert GAME.turn(s) == oracle.turn
    actions = GAME.actions(s)
    spellings = [GAME.spell(action) for action in actions]
    assert len(set(spellings)) == len(spellings)
    assert set(spellings) == set(oracle.legal)
    if oracle.turn == CHANCE:
        assert reduced(dict(zip(spellings, GAME.weights(s), strict=True))) == reduced(oracle.legal)
    scores = [tuple(points for _, points in score.parts) for score in GAME.scores(s)]
    assert [score[:3] for score in scores] == [score[: len(scores[0])] for score in oracle.scores()]
    assert [score.total for score in GAME.scores(s)] == [sum(score) for score in oracle.scores()]
    assert [score.total for score in GAME.as_it_stands(s)] == [sum(score) for score in oracle.scores(ended=True)]
    if event % 5 == 0 or oracle.turn == OVER:
        compare_position(s, oracle)


def choose(oracle: Oracle, dice: Dice, keen: int) -> str:
    """Random, but keen players consider more: they lay what brings much and build where a line is nearly full."""
    legal = sorted(oracle.legal)
    if oracle.turn == CHANCE:
        at = dice.below(sum(oracle.legal.values()))
        for text in legal:
            at -= oracle.legal[text]
            if at < 0:
                return text
    some = [legal[dice.below(len(legal))] for _ in range(1 + keen)]
    if some[0].startswith(("lay", "ship")):
        return max(some, key=lambda text: brings(oracle, text))
    return max(some, key=lambda text: fits(oracle, text))


def brings(oracle: Oracle, text: str) -> int:
    how, first, second = text.split()
    name, face = (second, first) if how == "lay" else (first, second[0].upper() * 4)
    face = face.replace("S", "R") if text.endswith("stone") else face
    at = next(at for at in oracle.open() if cell_name(at) == name)
    return sum(gather(oracle.board | {at: face}, at).values())


def fits(oracle: Oracle, text: str) -> int:
    """How much is built already in the row or column that this goes on with."""
    if not text.startswith("build"):
        return -1
    village = oracle.players[oracle.turn].village
    row, column = next(at for at in VILLAGE if space_name(at) == text.split()[2])
    covers = (row, column) in village
    return max(sum(at[0] == row for at in village) + 1, sum(at[1] == column for at in village)) * 2 + text.endswith("up") - 9 * covers


def play_both(setup: Setup, seed: int) -> Oracle:
    dice = Dice(seed)
    keen = (0, 4, 12, 30)[seed % 4]
    s, oracle = GAME.start(setup), Oracle(setup.seats, setup.options)
    log: list[str] = []
    try:
        compare(s, oracle, 0)
        while oracle.turn != OVER:
            text = choose(oracle, dice, keen)
            log.append(text)
            GAME.apply(s, next(action for action in GAME.actions(s) if GAME.spell(action) == text))
            oracle.play(text)
            compare(s, oracle, len(log))
            if len(log) % 15 == 0:
                compare_guess(s, oracle, dice.below(setup.seats), dice)
        assert GAME.ranking(s) == oracle.ranking()
        assert oracle.turns_taken == [9 if oracle.side_b else 10] * setup.seats  # NH-E1
    except AssertionError as error:
        error.add_note(f"seed {seed}, {setup}, after: {'; '.join(log)}")
        raise
    return oracle


def test_the_game_and_the_clauses_agree_in_random_matches() -> None:
    seen: Counter[str] = Counter()
    for number in range(MATCHES):
        oracle = play_both(SETUPS[number * 7 % len(SETUPS)], number)
        seen += oracle.seen
    wanted = {"shared", "clearing", "covered", "up", "down", "bag empty", "row", "column", "wheat", "timber", "sheep", "stone"}
    assert not wanted - set(seen), f"never seen in {MATCHES} matches"
