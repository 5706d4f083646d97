"""The pages for people are true: examples run, links lead somewhere, commands exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import newfound

REPOSITORY = Path(newfound.__file__).parent.parent.parent
PAGES = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")]


def test_the_examples_of_the_readme_run() -> None:
    assert doctest.testfile(str(REPOSITORY / "README.md"), module_relative=False).failed == 0


def snippets(page: Path) -> list[str]:
    """The Python of a page, but for blocks marked `notest`."""
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("snippet", snippets(REPOSITORY / "docs" / "research.md"), ids=lambda snippet: snippet.splitlines()[-1][:40])
def test_the_snippets_for_researchers_run(snippet: str) -> None:
    exec(compile(snippet, "research.md", "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_readme_begins_with_the_two_commands() -> None:
    top = (REPOSITORY / "README.md").read_text(encoding="utf-8")[:400]
    assert "make play" in top
    assert "make test" in top


def test_every_file_of_the_map_exists() -> None:
    text = (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for name in set(re.findall(r"\b(\w+\.py)\b", text)):
        assert list((REPOSITORY / "src").rglob(name)) or list((REPOSITORY / "tests").rglob(name)), name
