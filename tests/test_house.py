"""The rules of the house: who may import whom, what is compiled, which clauses are tested."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import newfound
from newfound import games
from newfound.core.game import Game
from newfound.core.rulebook import clauses

SOURCE = Path(newfound.__file__).parent
REPOSITORY = SOURCE.parent.parent
LAYERS = {  # which packages each package may import
    "core": {"core"},
    "ink": {"ink"},
    "games": {"core", "ink", "games"},
    "bots": {"core", "bots"},
    "review": {"core", "games", "bots", "review"},
    "research": {"core", "ink", "games", "bots", "review", "research"},
    "host": {"core", "games", "bots", "review", "host"},
    "server": {"core", "games", "bots", "review", "host", "server"},
    "tab": {"core", "games", "bots", "review", "host", "tab"},
    "cli": {"core", "games", "bots", "review", "research", "host", "server", "cli"},
}
KEPT = ("_template", "__version__", "_pure", "__init__", "__path__")  # begin so for another reason
GAMES = [games.find(name) for name in games.names()]
each_game = pytest.mark.parametrize("game", GAMES, ids=games.names())


def test_no_test_depends_on_chance_of_no_seed() -> None:
    unseeded = re.compile(r"(?<!np\.)\brandom\.(?!Random\b)\w+\(|\bRandom\(\)|\bDice\(\)|\bdefault_rng\(\)")
    files = [*REPOSITORY.glob("tests/**/*.py"), *SOURCE.glob("games/*/tests/*.py")]
    assert [str(file) for file in files if unseeded.search(file.read_text(encoding="utf-8"))] == []


def imports(file: Path, *, at_once: bool = False) -> set[tuple[str, str]]:
    """What a file imports: modules, relative ones made whole, and the name taken from them, if any. `at_once`: when it is loaded."""
    package = ["newfound", *file.relative_to(SOURCE).parts[:-1]]
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found: set[tuple[str, str]] = set()
    for node in tree.body if at_once else ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            found |= {(".".join([*base, *([node.module] if node.module else [])]), alias.name) for alias in node.names}
    return found


def imported(file: Path, *, at_once: bool = False) -> set[str]:
    """The modules a file imports: `from newfound import games` is one of `newfound.games`."""
    return {f"{module}.{name}" if _is_module(module, name) else module for module, name in imports(file, at_once=at_once)}


def _is_module(package: str, name: str) -> bool:
    folder = SOURCE.parent.joinpath(*package.split("."))
    return bool(name) and package.startswith("newfound") and ((folder / name).is_dir() or (folder / f"{name}.py").exists())


def test_imports_go_down_only() -> None:
    for file in SOURCE.rglob("*.py"):
        layer = file.relative_to(SOURCE).parts[0]
        if layer not in LAYERS:
            continue
        for module in imported(file):
            parts = module.split(".")
            if parts[0] == "newfound" and len(parts) > 1 and (SOURCE / parts[1]).is_dir():
                assert parts[1] in LAYERS[layer], f"{file.relative_to(SOURCE)} imports {module}"


def test_games_never_import_each_other() -> None:
    for folder in (SOURCE / "games").iterdir():
        for file in folder.rglob("*.py"):
            for module in imported(file):
                parts = module.split(".")
                assert parts[:2] != ["newfound", "games"] or len(parts) < 3 or parts[2] == folder.name, f"{file} imports {module}"


def test_what_is_private_stays_in_its_package() -> None:
    """`_tree` belongs to the bots, `_cells` to its file."""
    for file in SOURCE.rglob("*.py"):
        here = ["newfound", *file.relative_to(SOURCE).parts[:-1]]
        for module, name in imports(file):
            parts = module.split(".")
            if parts[0] != "newfound":
                continue
            private = next((at for at, part in enumerate([*parts[1:], name], 1) if part.startswith("_") and part not in KEPT), None)
            if private is None:
                continue
            is_module = private < len(parts) or _is_module(module, name)  # a private module is for its package, a private name for nobody
            allowed = is_module and here[:private] == parts[:private]
            assert allowed, f"{file.relative_to(SOURCE)} imports {module} {name}"


def test_no_two_modules_need_each_other_to_be_loaded() -> None:
    files = {
        ".".join(["newfound", *file.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__"): file
        for file in SOURCE.rglob("*.py")
    }
    needs = {name: {other for other in imported(file, at_once=True) if other in files} for name, file in files.items()}
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " -> ".join([*path[path.index(name) :], name])
        if name not in done:
            for other in sorted(needs[name]):
                visit(other, (*path, name))
            done.add(name)

    for name in sorted(files):
        visit(name, ())


def test_nobody_below_the_command_line_imports_random() -> None:
    for layer in ("core", "games", "bots"):
        for file in (SOURCE / layer).rglob("*.py"):
            assert not imported(file) & {"random", "secrets", "numpy.random"}, file


def test_no_file_is_past_a_few_hundred_lines() -> None:
    for file in [*SOURCE.rglob("*.py"), *(REPOSITORY / "tests").rglob("*.py")]:
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 500, file


def test_every_package_says_what_it_is() -> None:
    for file in SOURCE.rglob("__init__.py"):
        assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))), file


@each_game
def test_every_clause_is_cited_by_a_test(game: Game[Any]) -> None:
    tests = "\n".join(file.read_text(encoding="utf-8") for file in (game.folder / "tests").rglob("test_*.py"))
    cited = {name.replace("_", "-") for name in re.findall(r"def test_(?:\w*?_)?([A-Z]{2}_[A-Z]\d+)", tests)}
    named = set(re.findall(r"\b([A-Z]{2}-[A-Z]\d+)\b", tests))
    missing = [clause for clause in clauses(game.folder) if clause not in cited | named]
    assert not missing, f"no test cites {missing}"


def kernels() -> list[Path]:
    """The sources that have a compiled twin."""
    return [
        file for file in SOURCE.rglob("*.py") if list(file.parent.glob(f"{file.stem}.*.so")) + list(file.parent.glob(f"{file.stem}.*.pyd"))
    ]


def test_no_binary_is_older_than_its_source() -> None:
    for file in kernels():
        (binary, *_) = [*file.parent.glob(f"{file.stem}.*.so"), *file.parent.glob(f"{file.stem}.*.pyd")]
        assert binary.stat().st_mtime >= file.stat().st_mtime, f"{binary.name} is stale: make fast"


CHECKSUM = """
import hashlib, json, sys
from newfound import games
from newfound.core.checks import setups
from newfound.core.dice import Dice
game = games.find(sys.argv[1])
digest = hashlib.sha256()
all_setups = setups(game)
for number in range(int(sys.argv[2])):
    state = game.start(all_setups[number % len(all_setups)])
    game.playout(state, Dice(number))
    digest.update(json.dumps(game.dump(state), sort_keys=True).encode())
print(json.dumps([not game.compiled, digest.hexdigest()]))
"""


@pytest.mark.sample
@each_game
def test_compiled_and_pure_play_the_same_games(game: Game[Any]) -> None:
    """1,000 games where NEWFOUND_ALL is set, a sample otherwise."""
    if not game.compiled:
        pytest.skip("the rules are not compiled here")
    count = "1000" if os.environ.get("NEWFOUND_ALL") else "100"
    said = []
    for pure in ("", "1"):
        environment = os.environ | {"NEWFOUND_PURE": pure}
        done = subprocess.run(
            [sys.executable, "-c", CHECKSUM, game.name, count], env=environment, capture_output=True, text=True, check=True
        )
        said.append(json.loads(done.stdout))
    assert [was_pure for was_pure, _ in said] == [False, True]
    assert said[0][1] == said[1][1]
