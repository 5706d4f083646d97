"""Runs a notebook from top to bottom in this process, without Jupyter, and keeps what its cells show.

.venv/bin/python docs/notebooks/execute.py docs/notebooks/new-haven.ipynb
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def execute(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The notebook with its outputs, and the names that its cells defined. A cell that fails raises what it raised."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"] = number
            cell["outputs"] = _run("".join(cell["source"]), names, number, f"{path.name}, cell {number}")
    return notebook, names


def _run(source: str, names: dict[str, Any], number: int, where: str) -> list[dict[str, Any]]:
    """What is printed, then the value of a last expression."""
    tree = ast.parse(source, where)
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None  # type: ignore[attr-defined]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, where, "exec"), names)
        value = eval(compile(last, where, "eval"), names) if last else None
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        outputs.append({"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": _shown(value)})
    return outputs


def _shown(value: Any) -> dict[str, list[str]]:
    """As a notebook would show it: the picture, where there is one."""
    draw = getattr(value, "_repr_svg_", None)
    picture = draw() if draw else None
    text = {"text/plain": [f"<{type(value).__name__}>" if picture else repr(value)]}
    return {"image/svg+xml": picture.splitlines(keepends=True)} | text if picture else text


def main() -> None:
    for name in sys.argv[1:]:
        notebook, _ = execute(Path(name))
        Path(name).write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
