"""Whole matches kept as files: every event legal, every score line true."""

from __future__ import annotations

from pathlib import Path

import pytest

from newfound import games
from newfound.core import gamefile
from newfound.core.game import OVER

FILES = sorted((Path(__file__).parent / "golden").glob("*.game"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_golden(path: Path) -> None:
    match = gamefile.replay(gamefile.parse(path.read_text(encoding="utf-8")), games.find)
    assert match.turn == OVER or path.stem == "march"


def test_there_is_one_for_every_number_of_players() -> None:
    assert {gamefile.parse(path.read_text(encoding="utf-8")).seats for path in FILES} == {2, 3, 4, 5}
