"""The pages for people are true: examples run, links lead somewhere, commands exist."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

import newfound
from cli import NEWFOUND
from newfound import games
from newfound.core import gamefile
from newfound.research import data
from newfound.research.data import SelfPlay

REPOSITORY = Path(newfound.__file__).parent.parent.parent
PAGES = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")]


def test_the_examples_of_the_readme_run() -> None:
    assert doctest.testfile(str(REPOSITORY / "README.md"), module_relative=False).failed == 0


def snippets(page: Path) -> list[str]:
    """The Python of a page, but for blocks marked `notest`."""
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


LONG = {"review.md"}  # reviews a match
WITH_SNIPPETS = [
    pytest.param(page, id=page.name, marks=[pytest.mark.long] * (page.name in LONG))
    for page in PAGES
    if snippets(page) and page.name != "README.md"
]


@pytest.mark.parametrize("page", WITH_SNIPPETS)
def test_the_snippets_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, with what the page says one has: a match, a file of it and a file of some."""
    if page.name == "openspiel.md" and find_spec("pyspiel") is None:
        pytest.skip("OpenSpiel is not installed: pip install newfound[openspiel]")
    game = games.find("new-haven")
    _, row = data.play(SelfPlay(game.name, 2, ("random",)), 0)
    assert row
    writer = data.Writer(tmp_path / "matches.parquet")
    writer.add(row)
    writer.close()
    shutil.copy(tmp_path / "matches.parquet", tmp_path / f"{page.stem}.parquet")  # a card's own file
    match = next(data.load(tmp_path / "matches.parquet")).match
    (tmp_path / "match.game").write_text(gamefile.write(gamefile.record(match)), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names = {"game": game, "match": match, "state": match.state}
    for snippet in snippets(page):
        exec(compile(snippet, page.name, "exec"), names)


def test_the_first_bot_plays(tmp_path: Path) -> None:
    """As the page has it: saved, and let into the arena, where nobody puts it out."""
    page = (REPOSITORY / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python notest\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "my_bot.py").write_text(code, encoding="utf-8")
    bots = f"run:{shlex.quote(sys.executable)} my_bot.py,random"
    subprocess.run([*NEWFOUND, "arena", "new-haven", "--bots", bots, "--games", "2", "--out", "first"], check=True, cwd=tmp_path)
    played = [json.loads(line) for line in (tmp_path / "first" / "results.jsonl").read_text(encoding="utf-8").splitlines()[1:]]
    assert [one["lost"] for one in played] == [{}, {}]


def test_what_windows_runs_needs_nothing_that_is_not_there() -> None:
    """The tests that the workflow names for it can be read, also with what is shared among all tests."""
    workflow = (REPOSITORY / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    (named,) = re.findall(r"python -m pytest -n auto (.*)", workflow)
    absent = "import sys; sys.modules.update(dict.fromkeys(['pwd', 'grp', 'fcntl', 'resource', 'termios', 'pty', 'uvloop']))"
    collect = f"{absent}; import pytest; sys.exit(pytest.main(['--collect-only', '-qq', *sys.argv[1:]]))"
    done = subprocess.run([sys.executable, "-c", collect, *named.split()], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_benchmark_says_what_was_measured(tmp_path: Path) -> None:
    """The page is what its command makes of the figures beside it, and a task that was measured was so with every agent."""
    for name in ("benchmark.jsonl", "benchmark.md"):
        shutil.copy(REPOSITORY / "docs" / name, tmp_path)
    command = [sys.executable, str(REPOSITORY / "bench" / "benchmark.py"), "--agents", "", "--folder", str(tmp_path)]
    subprocess.run(command, check=True)
    rows = [json.loads(line) for line in (tmp_path / "benchmark.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(set(Counter(row["task"] for row in rows).values())) == 1
    assert (tmp_path / "benchmark.md").read_text(encoding="utf-8") == (REPOSITORY / "docs" / "benchmark.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_readme_begins_with_the_two_commands() -> None:
    top = (REPOSITORY / "README.md").read_text(encoding="utf-8")[:400]
    assert "make play" in top
    assert "make test" in top


def test_there_is_one_version() -> None:
    """The package's: newest in the changelog, and wherever a page names it."""
    found = {
        "CHANGELOG.md": re.search(r"^## (\d\S*)", (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE),
        "CITATION.cff": re.search(r"^version: (\S+)", (REPOSITORY / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE),
        "protocol.md": re.search(r'"protocol": 1, "version": "([^"]+)"', (REPOSITORY / "docs/protocol.md").read_text(encoding="utf-8")),
    }
    assert {name: match and match[1] for name, match in found.items()} == dict.fromkeys(found, newfound.__version__)


def test_every_file_of_the_map_exists() -> None:
    text = (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for name in set(re.findall(r"\b(\w+\.py)\b", text)):
        assert any(list((REPOSITORY / folder).rglob(name)) for folder in ("src", "tests", "docs")), name


@cache
def all_tests() -> set[str]:
    """The names of all tests, and of their files."""
    files = [*(REPOSITORY / "tests").rglob("test_*.py"), *(REPOSITORY / "src").rglob("test_*.py")]
    named = {name for file in files for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)}
    return named | {file.stem for file in files}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_test_that_a_page_names_exists(page: Path) -> None:
    assert set(re.findall(r"`(test_\w+)`", page.read_text(encoding="utf-8"))) <= all_tests()


def test_no_link_of_the_site_is_dead() -> None:
    """Of the pages as a site: every address, every anchor, every picture."""
    built = Path(newfound.__file__).parent / "web" / "site" / "docs"
    if not (built / "index.html").is_file():
        pytest.skip("the pages are not built: make site")
    pages = {file.resolve(): file.read_text(encoding="utf-8") for file in built.glob("*.html")}
    anchors = {file: set(re.findall(r' id="([^"]+)"', text)) for file, text in pages.items()}
    assert len(pages) > 40
    for file, text in pages.items():
        for target in re.findall(r'(?:href|src)="([^"]+)"', text):
            if target.startswith(("http:", "https:", "mailto:")):
                continue
            address, _, anchor = target.partition("#")
            there = (built / address).resolve() if address else file
            assert there.is_file(), f"{file.name} leads to {target}"
            assert not anchor or there not in anchors or anchor in anchors[there], f"{file.name} leads to {target}"
