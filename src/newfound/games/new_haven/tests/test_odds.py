"""What can still come, against futures drawn at random."""

from __future__ import annotations

import os
from collections import Counter

from newfound.core.checks import Tally, positions, sample
from newfound.core.dice import Dice
from newfound.games.new_haven import GAME
from newfound.games.new_haven.components import LETTERS, RESOURCES, components, letters_of
from newfound.games.new_haven.odds import chances

ALL = bool(os.environ.get("NEWFOUND_ALL"))
POSITIONS = 20 if ALL else 4
FUTURES = 100_000 if ALL else 2_000


def test_the_bag_and_the_pool_give_as_often_as_said() -> None:
    """A future is a guess of what the reader cannot see, and draws from it."""
    dice, tally = Dice(1), Tally(FUTURES)
    names = [f"{resource}-{number}" for resource in RESOURCES for number in range(1, 7)]
    faces = [letters_of(int(kind)) for kind in components("standard").tile_kinds]
    for number, s in enumerate(positions(GAME, POSITIONS, 100)):
        reader = number % 2
        said = chances(s, reader)
        hits: Counter[tuple[str, str, int]] = Counter()
        for future in range(FUTURES):
            guess = GAME.dump(GAME.redeal(s, reader, Dice(future)))
            bag = [name for name, count in zip(names, guess["bag"], strict=True) for _ in range(count)]
            pool = [face for face, count in zip(faces, guess["unseen"], strict=True) for _ in range(count)]
            for draws in (1, 2, 3):
                if len(bag) >= draws:
                    drawn = set(sample(bag, draws, dice))
                    hits.update(("odds.building", name, draws) for name in drawn)
                    hits.update(("odds.resource", resource, draws) for resource in {name.split("-")[0] for name in drawn})
                if len(pool) >= draws:
                    tiles = sample(pool, draws, dice)
                    rich = {
                        resource
                        for letter, resource in zip(LETTERS, RESOURCES, strict=True)
                        if any(face.count(letter) > 1 for face in tiles)
                    }
                    hits.update(("odds.tile", resource, draws) for resource in rich)
        for one in said:
            for draws, likely in one.likely.items():
                tally.add(likely, hits[one.key, one.values["what"], draws])
    tally.agree()
