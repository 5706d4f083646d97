"""What can still come, against futures drawn at random."""

from __future__ import annotations

import os
from collections import Counter

from newfound.core.checks import Tally, positions, sample
from newfound.core.dice import Dice
from newfound.games.new_england import GAME
from newfound.games.new_england.odds import chances

ALL = bool(os.environ.get("NEWFOUND_ALL"))
POSITIONS = 20 if ALL else 4
FUTURES = 100_000 if ALL else 2_000


def test_lands_and_cards_are_offered_as_often_as_said() -> None:
    dice, tally = Dice(1), Tally(FUTURES)
    for s in positions(GAME, POSITIONS, 100):
        left, said = GAME.observe(s, 0)["left"], chances(s, 0)
        for pile in left.values():
            things = [name for name, count in pile.items() for _ in range(count)]
            here = [one for one in said if one.values["what"] in pile]
            assert {one.values["what"]: one.values["n"] for one in here} == {name: count for name, count in pile.items() if count}
            for draws in {draws for one in here for draws in one.likely}:
                hits: Counter[str] = Counter()
                for _ in range(FUTURES):
                    hits.update(set(sample(things, draws, dice)))
                for one in here:
                    tally.add(one.likely[draws], hits[one.values["what"]])
    tally.agree()


def test_an_offer_has_as_many_of_each_as_can_be_announced() -> None:
    """NE-R1: 3 to 6 tiles of nine, and at two players 2 to 5 of seven."""
    for seats, tiles, cards in ((2, (2, 5), (2, 5)), (3, (3, 6), (3, 6)), (4, (3, 6), (3, 6))):
        numbers = {one.key: (min(one.likely), max(one.likely)) for one in chances(GAME.start(GAME.setup(seats)), 0)}
        assert numbers == {"odds.land": tiles, "odds.card": cards}
