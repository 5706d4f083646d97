"""Compiles the rules with mypyc where a compiler is at hand; without one the install succeeds and runs interpreted.

No list of games: every game's folder is searched for the files that hold its rules.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src/newfound")
KERNEL = (
    "components",
    "actions",
    "state",
    "luck",
    "legal",
    "rules",
    "scoring",
    "view",
    "census",
    "promise",
    "evaluation",
    "tensor",
)  # the files of a game that are compiled
SHARED = ("core/ahead.py", "core/dice.py", "core/grid.py", "core/sheet.py", "bots/_tree.py", "research/_many.py")  # and what they share


def sources() -> list[str]:
    found = [SOURCE / name for name in SHARED]
    for game in sorted((SOURCE / "games").glob("[a-z]*/__init__.py")):
        found += [file for name in KERNEL if (file := game.parent / f"{name}.py").exists()]
    return [file.as_posix() for file in found]


INLINE = ("-fno-semantic-interposition", "--param=max-inline-insns-auto=100")  # so that more functions of ours are inlined in others


def extensions() -> list[Extension]:
    if os.environ.get("NEWFOUND_PURE"):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("newfound: mypyc is not installed; the rules will run interpreted", file=sys.stderr)
        return []
    made = mypycify(["--strict", *sources()], opt_level="3", debug_level="0", group_name="newfound")
    for extension in made:
        extension.optional = True
        if sys.platform == "linux":
            extension.extra_compile_args = [*extension.extra_compile_args, *INLINE]
    return made


class Build(build_ext):
    """Says once that nothing was compiled; marks what was compiled as newer than its source."""

    warned = False

    def warn(self, msg: str) -> None:
        """Once: without a compiler it would be said of every file."""
        if not self.warned:
            super().warn(msg)
        self.warned = True

    def run(self) -> None:
        super().run()
        paths = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        built = [path for path in paths if path.exists()]
        for path in built:
            path.touch()
        if self.extensions and not built:
            print("newfound: no C compiler; the rules will run interpreted, slower", file=sys.stderr)


setup(ext_modules=extensions(), cmdclass={"build_ext": Build})
