"""What can still come: the arithmetic of draws without replacement. Each game's chances are held against futures in its own folder."""

from __future__ import annotations

import math

import pytest

from newfound.core.odds import at_least_one


@pytest.mark.parametrize(("wanted", "among", "draws", "likely"), [
    (17, 62, 1, 17 / 62), (17, 62, 2, 1 - 45 * 44 / (62 * 61)), (1, 9, 9, 1), (3, 4, 2, 1), (0, 5, 3, 0), (2, 3, 7, 1), (0, 0, 1, 0),
])  # fmt: skip
def test_draws_without_replacement(wanted: int, among: int, draws: int, likely: float) -> None:
    assert math.isclose(at_least_one(wanted, among, draws), likely)
