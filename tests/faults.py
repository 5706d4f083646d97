"""Plants the faults of tests/faults.toml, each alone in a copy of the tree, and says which ones the tests catch: `make faults`.

The copies have no compiled files, so that the line that was changed is the line that runs; for a test that looks at the web app in a
browser the app is built anew. The tree itself is never touched.
"""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
LIST = Path(__file__).with_name("faults.toml")
WEB = Path("src/newfound/web")
BUILD = ("node", "node_modules/vite/bin/vite.js", "build", "--logLevel=error")
PYTEST = ("-m", "pytest", "-vv", "--tb=no", "--no-header", "-p", "no:cacheprovider", "--hypothesis-seed=0")
LONGEST = 180  # seconds for one run of the tests
RESULT = re.compile(r"^(\S+::.+?) (PASSED|FAILED|ERROR|SKIPPED)", re.MULTILINE)

CAUGHT, MISSED, ABSENT, RED, SKIPPED = "caught", "NOT CAUGHT", "does not apply", "red without it", "skipped here"


@dataclass(frozen=True)
class Fault:
    """One line gone wrong: `find` is a part of it, there once in the file. `test` must see it."""

    file: str
    find: str
    replace: str
    test: str
    why: str

    @property
    def layer(self) -> str:
        """`core`, `server`, ... and each game by itself."""
        _, _, package, *rest = Path(self.file).parts
        return rest[0] if package == "games" and len(rest) > 1 else package

    @property
    def built(self) -> bool:
        """Whether the test sees the line only once the web app is built of it."""
        return self.test.startswith("tests/web/") and "/web/" in self.file and not self.file.endswith(".py")

    def planted(self, root: Path) -> str | None:
        """The text of the file with the fault in it; nothing where it does not apply."""
        text = (root / self.file).read_text(encoding="utf-8") if (root / self.file).is_file() else ""
        return text.replace(self.find, self.replace) if text.count(self.find) == 1 else None


def read(path: Path = LIST) -> list[Fault]:
    return [Fault(**entry) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]]


class Copy:
    """The files that git knows or would add, in a folder of their own, and the web app as it is built. What was installed for it is
    linked, not copied."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.root = folder
        self.clock = int(time.time())
        listed = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=root, capture_output=True, text=True, check=True)
        for name in filter(None, listed.stdout.split("\0")):
            if (root / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(root / name, folder / name)
        (folder / WEB / "node_modules").mkdir(parents=True)
        for entry in (root / WEB / "node_modules").glob("[!.]*"):
            (folder / WEB / "node_modules" / entry.name).symlink_to(entry)
        self.app = root / WEB / "dist"
        self._build_back()

    def _build_back(self) -> None:
        """The web app of the tree: it cannot be linked, for a server gives nothing away that lies outside its folder."""
        shutil.rmtree(self.root / WEB / "dist", ignore_errors=True)
        if self.app.exists():
            shutil.copytree(self.app, self.root / WEB / "dist")

    @contextmanager
    def holding(self, fault: Fault, planted: str) -> Iterator[None]:
        """The file with the fault. Each version gets a second of its own: by that and by its size Python knows a compiled file."""
        path = self.root / fault.file
        text = path.read_text(encoding="utf-8")
        try:
            self._write(path, planted)
            if fault.built:
                self._run(BUILD, self.root / WEB)
            yield
        finally:
            self._write(path, text)
            if fault.built:
                self._build_back()

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        self.clock += 2
        os.utime(path, (self.clock, self.clock))

    def results(self, tests: Sequence[str], *more: str) -> dict[str, str]:
        """How these tests of one file end, by their whole names."""
        file = tests[0].partition("::")[0]
        found = self._vitest(file, tests) if file.endswith(".ts") else self._pytest([*more, *tests])
        if found or len(tests) == 1:
            return found
        return {name: end for test in tests for name, end in self.results([test], *more).items()}  # pytest runs none where one is missing

    def _pytest(self, words: Sequence[str]) -> dict[str, str]:
        ends: dict[str, str] = {}
        for name, end in RESULT.findall(self._run([sys.executable, *PYTEST, *words], self.root)):
            ends[name] = "FAILED" if end == "ERROR" or ends.get(name) == "FAILED" else end  # a test may fail, and then its fixture
        return ends

    def _vitest(self, file: str, tests: Sequence[str]) -> dict[str, str]:
        wanted = "|".join(re.escape(test.partition("::")[2]) for test in tests)
        command = ["node", "node_modules/vitest/vitest.mjs", "run", "--reporter=json", "-t", f"^({wanted})$", str(self.root / file)]
        said = self._run(command, self.root / WEB)
        suites = json.loads(said[said.index("{") : said.rindex("}") + 1])["testResults"] if "{" in said else []
        return {f"{file}::{test['fullName']}": test["status"].upper() for suite in suites for test in suite["assertionResults"]}

    def _run(self, command: Sequence[str], folder: Path) -> str:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        env = os.environ | {"PYTHONPATH": str(self.root / "src"), "PATH": path, "VIRTUAL_ENV": sys.prefix}
        with subprocess.Popen(
            command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        ) as running:
            try:
                said, _ = running.communicate(timeout=LONGEST)
            except BaseException as error:
                os.killpg(running.pid, signal.SIGKILL)
                if not isinstance(error, subprocess.TimeoutExpired):
                    raise
                said, _ = running.communicate()
        return said


def outcome(test: str, results: Mapping[str, str]) -> str:
    """Of one named test, whatever its parameters."""
    ends = {end for name, end in results.items() if name == test or name.startswith(f"{test}[")}
    return "FAILED" if "FAILED" in ends else "PASSED" if "PASSED" in ends else "SKIPPED" if "SKIPPED" in ends else "ABSENT"


def attempt(fault: Fault, copy: Copy, before: str) -> str:
    planted = fault.planted(copy.root)
    if planted is None:
        return ABSENT
    if before != "PASSED":
        return SKIPPED if before == "SKIPPED" else RED
    with copy.holding(fault, planted):
        return CAUGHT if outcome(fault.test, copy.results([fault.test], "-x")) == "FAILED" else MISSED


class Run:
    """All faults, several at a time, each in a copy that nobody else uses."""

    def __init__(self, faults: Sequence[Fault], folder: Path, jobs: int) -> None:
        self.faults = faults
        self.copies: queue.Queue[Copy] = queue.Queue()
        for number in range(jobs):
            self.copies.put(Copy(folder / str(number)))
        self.pool = ThreadPoolExecutor(jobs)

    @contextmanager
    def copy(self) -> Iterator[Copy]:
        copy = self.copies.get()
        try:
            yield copy
        finally:
            self.copies.put(copy)

    def green(self) -> dict[str, str]:
        """How the named tests end while no fault is planted."""
        files: dict[str, list[str]] = defaultdict(list)
        for test in dict.fromkeys(fault.test for fault in self.faults):
            files[test.partition("::")[0]].append(test)

        def one(tests: list[str]) -> dict[str, str]:
            with self.copy() as copy:
                return copy.results(tests)

        results: dict[str, str] = {}
        for found in self.pool.map(one, files.values()):
            results |= found
        return {test: outcome(test, results) for tests in files.values() for test in tests}

    def verdicts(self) -> Iterator[tuple[Fault, str, float]]:
        before = self.green()

        def one(fault: Fault) -> tuple[Fault, str, float]:
            with self.copy() as copy:
                began = time.monotonic()
                return fault, attempt(fault, copy, before[fault.test]), time.monotonic() - began

        for future in as_completed([self.pool.submit(one, fault) for fault in self.faults]):
            yield future.result()


def main(words: Sequence[str]) -> int:
    """`faults.py [PATTERN] [LIST]`: the faults whose file, test or reason has the pattern in it."""
    pattern, path = [*words, "", ""][:2]
    faults = [fault for fault in read(Path(path) if path else LIST) if re.search(pattern, f"{fault.file} {fault.test} {fault.why}")]
    jobs, began = min(os.cpu_count() or 1, len(faults) or 1), time.monotonic()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="newfound-faults-") as folder:
        run = Run(faults, Path(folder), jobs)
        try:
            print(f"{len(faults)} faults, {jobs} at a time; first their tests without them", flush=True)
            for number, (fault, verdict, seconds) in enumerate(run.verdicts(), 1):
                counts[verdict] += 1
                where = f"{fault.layer:12} {Path(fault.file).name:18}"
                print(f"{number:4}/{len(faults)}  {verdict:14} {seconds:5.1f} s  {where} {fault.why}", flush=True)
                if verdict not in (CAUGHT, SKIPPED):
                    print(f"{'':27}{fault.find!r} -> {fault.replace!r}\n{'':27}{fault.test}", flush=True)
        finally:
            run.pool.shutdown(wait=True, cancel_futures=True)
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()), f"in {minutes}:{seconds:02}")
    return 0 if faults and not set(counts) - {CAUGHT, SKIPPED} else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
