"""The list of faults does not rot, and the harness tells a fault that is caught from one that is not."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest

import faults
import newfound
from faults import Fault

FAULTS = faults.read()
PACKAGES = {folder.name for folder in Path(newfound.__file__).parent.iterdir() if (folder / "__init__.py").exists()}
GAMES = {fault.layer for fault in FAULTS if "/games/" in fault.file}  # a new game need not have any
FEWEST = 8  # faults in every layer


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.layer}: {fault.why}")
def test_a_fault_changes_one_line_that_is_there(fault: Fault) -> None:
    assert fault.find != fault.replace
    assert "\n" not in fault.find + fault.replace
    planted = fault.planted(faults.ROOT)
    assert planted is not None, f"{fault.find!r} is not there exactly once in {fault.file}"
    if fault.file.endswith(".py"):
        ast.parse(planted)


@pytest.mark.parametrize("test", sorted({fault.test for fault in FAULTS}))
def test_its_test_is_there(test: str) -> None:
    file, _, name = test.partition("::")
    text = (faults.ROOT / file).read_text(encoding="utf-8")
    if file.endswith(".py"):
        assert name.partition("[")[0] in {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    else:  # after the names of what it stands in; `it.each` writes %s for each
        written = re.findall(r"^ *(?:it|test).*?\('([^']+)', (?:async )?\(", text, re.MULTILINE)
        assert any(name.endswith(one.rpartition("%s")[2]) for one in written)


def test_there_are_enough_in_every_layer() -> None:
    layers = Counter(fault.layer for fault in FAULTS)
    assert len(FAULTS) >= 100
    assert {layer for layer in PACKAGES - {"games", "ink"} | GAMES if layers[layer] < FEWEST} == set()
    assert len({(fault.file, fault.find) for fault in FAULTS}) == len(FAULTS)
    assert sum(fault.file.endswith(("ts", "svelte")) for fault in FAULTS) >= FEWEST


@pytest.mark.long
def test_the_harness_tells_what_is_caught_from_what_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    about = "tests/test_core.py::test_plurals"
    rows = [
        ('n == 1 or (n == 0', 'n == 2 or (n == 0', about, "two are one"),
        ('"one" if n == 1', '"one" if  n == 1', about, "a blank"),
        ("no such line", "another", about, "nothing"),
        ('"one" if n', '"two" if n', "tests/test_core.py::test_nothing_at_all", "a test that is not there"),
    ]  # fmt: skip
    entries = [dict(zip(("find", "replace", "test", "why"), row, strict=True)) | {"file": "src/newfound/core/text.py"} for row in rows]
    text = "\n".join("[[fault]]\n" + "\n".join(f"{key} = {json.dumps(value)}" for key, value in entry.items()) for entry in entries)
    (tmp_path / "list.toml").write_text(text, encoding="utf-8")
    before = (faults.ROOT / "src/newfound/core/text.py").read_bytes()
    assert faults.main(["", str(tmp_path / "list.toml")]) == 1
    told = re.findall(r"^ +\d/4  (.+?) +[\d.]+ s  core +text.py +(.+)$", capsys.readouterr().out, re.MULTILINE)
    assert {why: verdict for verdict, why in told} == {
        "two are one": faults.CAUGHT,
        "a blank": faults.MISSED,
        "nothing": faults.ABSENT,
        "a test that is not there": faults.RED,
    }
    assert (faults.ROOT / "src/newfound/core/text.py").read_bytes() == before
    assert faults.main(["two are one", str(tmp_path / "list.toml")]) == 0
