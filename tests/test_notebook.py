"""The notebooks run from top to bottom, and what they show is kept in them."""

from __future__ import annotations

import json
import os
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed: pip install newfound[research]")

HERE = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(HERE.glob("*.ipynb"))
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
ALL = bool(os.environ.get("NEWFOUND_ALL"))


def execute(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    spec = spec_from_file_location("execute", HERE / "execute.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: tuple[dict[str, Any], dict[str, Any]] = module.execute(path)
    return found


def shown(notebook: dict[str, Any]) -> list[list[str]]:
    """The kinds of output of each code cell."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [[kind for output in cell["outputs"] for kind in (output.get("data") or {"stream": 0})] for cell in cells]


@pytest.mark.long
@each_notebook
def test_a_notebook_runs_and_shows_what_it_keeps(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it where NEWFOUND_ALL is set, and then it has learnt; two rounds otherwise."""
    if not ALL:
        monkeypatch.setenv("NEWFOUND_ROUNDS", "2")
    notebook, names = execute(path)
    assert shown(notebook) == shown(json.loads(path.read_text(encoding="utf-8")))
    assert sum("image/svg+xml" in kinds for kinds in shown(notebook)) == 3
    if ALL:
        (first, wide, _), (last, narrow, _) = names["curve"][0], names["curve"][-1]
        assert last - narrow > first + wide, "the curve rises, beyond the intervals"


@each_notebook
def test_links_of_a_notebook_lead_somewhere(path: Path) -> None:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        for part in "".join(cell["source"]).split("](")[1:] if cell["cell_type"] == "markdown" else []:
            assert (path.parent / part.split(")", 1)[0]).exists(), part
