"""The folder without a server: to the built web app come the package, Pyodide, what never changes as files, and a service worker.

`python -m newfound.tab.site FOLDER PYODIDE`, where vite has built the app into FOLDER; `make site` does all of it.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from newfound import games
from newfound.core import figures, lesson
from newfound.core.game import Json
from newfound.core.text import LANGUAGES
from newfound.host import shelf
from newfound.tab.pack import pack

HERE: Final = Path(__file__).parent
PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")  # of its package
UNUSED: Final = ("badge.png",)
BEGUN: Final = "begun.bin"  # an interpreter's memory: other bytes each time, and the same as long as all other files are


def said() -> dict[str, Json]:
    """What a host answers the same every time, by its address: shown before the rules are there."""
    answers: dict[str, Json] = {}
    for lang in LANGUAGES:
        answers[f"games/{lang}"] = shelf.all_games(lang) | {"address": None, "site": None}
        answers[f"text/{lang}"] = {"lang": lang, "entries": shelf.entries(None, lang)}
        for name in games.names():
            game = games.find(name)
            answers[f"text/{name}/{lang}"] = {"lang": lang, "entries": shelf.entries(game.folder, lang)}
            answers[f"rules/{name}/{lang}"] = shelf.rules(name, lang)
            if lesson.has_course(game):
                answers[f"lessons/{name}/{lang}"] = shelf.course(name, lang)
                answers[f"lessons/{name}/text/{lang}"] = shelf.course_text(name, lang)
    return answers


def build(folder: Path, pyodide: Path) -> None:
    for path, answer in said().items():
        file = folder / "said" / f"{path}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(answer, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    for name in games.names():
        if drawn := shelf.picture(name):
            (folder / "said" / "games" / f"{name}.svg").write_text(drawn, encoding="utf-8")
        there = folder / "said" / "rules" / name / "figures"
        there.mkdir()
        for figure in figures.figures(games.find(name)):
            for night, light in ((False, "day"), (True, "night")):
                (there / f"{figure}-{light}.svg").write_text(shelf.figure(name, figure, night), encoding="utf-8")
    (folder / "pyodide").mkdir(exist_ok=True)
    for part in PYODIDE:
        shutil.copy(pyodide / part, folder / "pyodide" / part)
    pack(folder / "newfound.zip")
    subprocess.run(["node", HERE / "begun.mjs", folder], check=True)
    _serve_offline(folder)


def _serve_offline(folder: Path) -> None:
    """The service worker knows every file, and changes when one of them does."""
    for name in UNUSED:
        (folder / name).unlink(missing_ok=True)
    (folder / "sw.js").unlink(missing_ok=True)
    kept = (file for file in folder.rglob("*") if file.is_file() and not file.is_relative_to(folder / "docs"))
    files = sorted(file.relative_to(folder).as_posix() for file in kept)
    digest = hashlib.sha256()
    for name in (name for name in files if name != BEGUN):
        digest.update(name.encode() + (folder / name).read_bytes())
    listed = ["./" if name == "index.html" else name for name in files]
    head = f"const VERSION = {json.dumps(digest.hexdigest()[:16])};\nconst FILES = {json.dumps(listed)};\n"
    (folder / "sw.js").write_text(head + (HERE / "sw.js").read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]))
