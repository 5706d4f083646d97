"""For every test run: say what is being tested, and where a skip would hide something, make it a failure."""

from __future__ import annotations

import os

import pytest


def pytest_report_header() -> str:
    from newfound.core import dice

    compiled = not str(dice.__file__).endswith(".py")
    return "newfound: rules compiled" if compiled else "newfound: rules INTERPRETED (no compiler, or NEWFOUND_PURE): slower, same results"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """NEWFOUND_NO_SKIPS=1 (set by .ci/run): a skipped test fails, with its reason."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("NEWFOUND_NO_SKIPS") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped: {report.longrepr}"
