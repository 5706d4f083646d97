"""For every test run: say what is being tested and what is left out, and where a skip would hide something, make it a failure."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import hypothesis
import pytest

sys.path.insert(0, str(Path(__file__).parent / "tests"))

import leftovers

# Hypothesis draws the same in every run, however slow the machine is. --hypothesis-profile=explore draws anew.
hypothesis.settings.register_profile("explore", deadline=None, database=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.register_profile("same", hypothesis.settings.get_profile("explore"), derandomize=True)
hypothesis.settings.load_profile("same")

BROWSER: Final = Path(__file__).parent / "tests" / "web"
LEFT: Final = pytest.StashKey[int]()
WATCH: Final = pytest.StashKey[subprocess.Popen[bytes]]()
RUNNING: Final = pytest.StashKey[dict[int, str]]()


def pytest_configure(config: pytest.Config) -> None:
    """What a script starts in the background ignores an interrupt, and so would the commands that tests interrupt."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.stash[LEFT] = 0
    if sys.platform.startswith("linux") and leftovers.MARK not in os.environ:  # else it is a part of another run
        config.stash[WATCH] = leftovers.watch()
        config.add_cleanup(config.stash[WATCH].communicate)
    config.addinivalue_line("markers", "long: left to .ci/run, for it takes long; so are those of the browser that are no sample")
    config.addinivalue_line("markers", "sample: of its cases `make test` runs the first, the others are left to .ci/run")


def pytest_report_header() -> str:
    from newfound.core import dice

    compiled = not str(dice.__file__).endswith(".py")
    return "newfound: rules compiled" if compiled else "newfound: rules INTERPRETED (no compiler, or NEWFOUND_PURE): slower, same results"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a sample all but the first are long, and so is what needs the browser and is no sample."""
    seen: set[tuple[Path, str]] = set()
    for item in items:
        name = (item.path, getattr(item, "originalname", item.name))
        if name in seen if item.get_closest_marker("sample") else item.path.is_relative_to(BROWSER):
            item.add_marker("long")
        seen.add(name)


def pytest_deselected(items: list[pytest.Item]) -> None:
    for item in items:
        item.config.stash[LEFT] += item.get_closest_marker("long") is not None


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """What was started and still runs when all is done is a failure, and is ended."""
    if watch := session.config.stash.get(WATCH, None):
        session.config.stash[RUNNING] = leftovers.settled(os.environ[leftovers.MARK], (watch.pid,))
        if session.config.stash[RUNNING] and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left"] = session.config.stash[LEFT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every process of a run leaves out the same."""
    node.config.stash[LEFT] = max(node.config.stash[LEFT], getattr(node, "workeroutput", {}).get("left", 0))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for process, words in config.stash.get(RUNNING, {}).items():
        terminalreporter.write_line(f"newfound: the tests left process {process} running: {words[:200]}", red=True)
    if (left := config.stash[LEFT]) and config.option.markexpr == "not long":
        terminalreporter.write_line(f"newfound: {left} tests and cases that take longer are left to .ci/run (here: make test LONG=1)")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """NEWFOUND_NO_SKIPS=1 (set by .ci/run): a skipped test fails, with its reason."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("NEWFOUND_NO_SKIPS") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped: {report.longrepr}"
