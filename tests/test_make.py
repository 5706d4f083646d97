"""What `make play` says when something is missing: one sentence, before what make itself says."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

import leftovers

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="no make here")

PYTHON = """#!/bin/sh
# Python as far as the set-up asks it: {0}
case "$*" in
  *version_info*) {1} ;;
  *ensurepip*) {2} ;;
  *venv*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
  *nodejs*) echo 'WARNING: Retrying' >&2; exit 1 ;;
  *pip*) {3} ;;
esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A bare one, in a path with blanks."""
    there = tmp_path / "a place"
    (there / "bin").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "setup.py"):
        shutil.copy(ROOT / name, there)
    (there / "src" / "newfound" / "web").mkdir(parents=True)
    shutil.copy(ROOT / "src" / "newfound" / "web" / "package-lock.json", there / "src" / "newfound" / "web")
    return there


def put(clone: Path, name: str, text: str) -> None:
    file = clone / "bin" / name
    file.write_text(text, encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IEXEC)


def python(clone: Path, *, version: str = ":", venv: str = ":", pip: str = ":") -> None:
    put(clone, "python3", PYTHON.format("a stand-in", version, venv, pip))


def told(clone: Path, what: str, *words: str, user: int | None = None) -> str:
    """The one sentence of ours."""
    path = {"PATH": f"{clone}/bin{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["make", what, *words], cwd=clone, env=os.environ | path, user=user, capture_output=True, text=True, check=False)
    assert done.returncode, done.stdout
    ours = [line for line in done.stderr.splitlines() if not line.startswith(("make", "find:"))]
    assert len(ours) == 1, done.stderr
    return ours[0]


def test_python_is_looked_at_first(clone: Path) -> None:
    assert "there is no python9 here" in told(clone, ".stamps/install", "PYTHON=python9")
    python(clone, version="exit 1")
    assert "Python 3.11 or newer is needed" in told(clone, ".stamps/install")
    python(clone, venv="exit 1")
    assert "apt install python3-venv" in told(clone, ".stamps/install")


def test_without_a_network_pip_is_quiet_and_kept(clone: Path) -> None:
    python(clone, pip="echo 'WARNING: Retrying' >&2; exit 1")
    assert "is this machine online?" in told(clone, ".stamps/install")
    assert "Retrying" in (clone / ".stamps" / "pip.log").read_text()


def test_node_without_npm_is_no_node(clone: Path) -> None:
    python(clone)
    put(clone, "node", "#!/bin/sh\nexit 0\n")
    put(clone, "npm", "#!/bin/sh\nexit 127\n")
    assert "Node could not be fetched" in told(clone, ".stamps/node")


def test_a_folder_that_cannot_be_written_to(clone: Path) -> None:
    """Root may write anywhere, so somebody else tries."""
    there = leftovers.folder()
    try:
        shutil.copytree(clone, there, dirs_exist_ok=True)
        there.chmod(0o555)
        assert "cannot be written to" in told(there, ".stamps/install", user=None if os.geteuid() else 65534)
    finally:
        there.chmod(0o755)
        shutil.rmtree(there)


@pytest.mark.parametrize(("words", "listens"), [([], ""), (["LAN=1"], " --lan")])
def test_play_is_for_this_computer_unless_it_is_asked_for_the_network(words: list[str], listens: str) -> None:
    said = subprocess.run(
        ["make", "--no-print-directory", "-n", "play", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert said.splitlines()[-1].endswith(f"/newfound serve --open{listens}")
