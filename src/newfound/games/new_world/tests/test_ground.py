"""The ground plan of tiles, held to the cases that web/shape.ts is held to as well: ground_cases.json.

After a change that is meant, `python -m newfound.games.new_world.tests.test_ground` draws them anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from newfound.core.game import Json
from newfound.games.new_world.actions import SETTLE_NAMES
from newfound.games.new_world.components import CODES
from newfound.games.new_world.ground import FINE, part_named, plan
from newfound.games.new_world.setfile import components

FILE = Path(__file__).parent / "ground_cases.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))


def described(code: str, names: Json, parts: Json) -> Json:
    """Parts and their names in every turn; then the plan, a letter for each part, and where settlers, walls and trails are on it."""
    drawn = plan(parts)
    letters = "".join(".abcdefghij"[part + 1] for part in drawn.squares)
    return {
        "code": code,
        "parts": parts,
        "names": names,
        "squares": [letters[at : at + FINE] for at in range(0, FINE * FINE, FINE)],
        "spots": [[round(x, 6), round(y, 6)] for x, y in drawn.spots],
        "towns": [[town.part, len(town.walls), len(town.area)] for town in drawn.towns],
        "trails": [[trail.part, trail.gate, *(round(n, 6) for n in trail.line[-1])] for trail in drawn.trails],
        "crossing": drawn.crossing and [round(n, 6) for n in drawn.crossing],
        "farm": drawn.farm,
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_the_plan_of_a_tile(case: Json) -> None:
    assert described(case["code"], case["names"], case["parts"]) == case


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_NW_T5_a_part_is_named_by_its_first_side_clockwise_from_the_north(case: Json) -> None:
    for turns, names in enumerate(case["names"]):
        assert [part_named(case["parts"], turns, name) for name in names] == list(range(len(names)))


def test_NW_T5_the_rules_name_the_parts_of_these_tiles_alike() -> None:
    kinds = dict(zip(CODES, components("standard").all_kinds, strict=False))
    for case in CASES:
        if case["code"] in kinds:  # the others are made up
            parts = kinds[case["code"]].parts
            assert case["names"] == [[SETTLE_NAMES[min(part.spots(turns))] for part in parts] for turns in range(4)]


def written(case: Json) -> str:
    """A line for each entry, and for each row of squares, so that a person can look at the plan."""
    rows = ",\n  ".join(json.dumps(row) for row in case["squares"])
    lines = [f'"{key}": ' + (f"[\n  {rows}\n ]" if key == "squares" else json.dumps(value)) for key, value in case.items()]
    return "{\n " + ",\n ".join(lines) + "\n}"


if __name__ == "__main__":
    anew = [written(described(case["code"], case["names"], case["parts"])) for case in CASES]
    FILE.write_text("[" + ",\n".join(anew) + "]\n", encoding="utf-8")
