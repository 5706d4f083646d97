"""The package as one file for a browser: what is needed to play, and stand-ins for what is compiled elsewhere.

`python -m newfound.tab.pack newfound.zip`
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import newfound

SOURCE: Final = Path(newfound.__file__).parent
LAYERS: Final = ("core", "ink", "games", "bots", "review", "host", "tab")
APART: Final = {"tests", "web", "plain", "rulebook", "site.py", "pack.py", "_template", "__pycache__", "tensor.md"}  # of no use there
WHEN: Final = (2020, 1, 1, 0, 0, 0)  # the same files make the same zip
TEXT: Final = {".py", ".toml", ".md", ".txt", ".game", ".json"}


def files() -> Iterator[tuple[str, Path]]:
    """What goes in, by the name it has there."""
    yield "newfound/__init__.py", SOURCE / "__init__.py"
    for layer in LAYERS:
        for file in sorted((SOURCE / layer).rglob("*")):
            inside = file.relative_to(SOURCE)
            if file.suffix in TEXT and not APART & set(inside.parts):
                yield f"newfound/{inside.as_posix()}", file
    plain = SOURCE / "tab" / "plain"
    for file in sorted(plain.rglob("*.py")):
        if file.parent != plain or file.name != "__init__.py":
            yield file.relative_to(plain).as_posix(), file


def pack(to: Path) -> None:
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, file in files():
            packed.writestr(zipfile.ZipInfo(name, WHEN), file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    pack(Path(sys.argv[1]))
