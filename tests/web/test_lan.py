"""`newfound serve --lan`: another device opens what the terminal shows, and plays. The other device is a network namespace."""

from __future__ import annotations

import io
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from playwright.sync_api import Browser, Page

import networks
from networks import Host
from serving import free_port
from web.conftest import CHROMIUM, FLAGS
from web.player import WEB, act, begin, is_mine, knows, new_table, scanned

TABLE = "QR code of this table"


@pytest.fixture
def hosts() -> Iterator[tuple[Host, Host]]:
    if why := networks.missing():
        pytest.skip(why)
    if CHROMIUM is None or not (WEB / "dist" / "index.html").exists():
        pytest.skip("no Chromium on this machine, or the web app is not built")
    with networks.two_hosts() as found:
        yield found


def test_another_device_scans_the_terminal_and_plays(hosts: tuple[Host, Host], browser: Browser, tmp_path: Path) -> None:
    here, _ = hosts
    port = free_port()
    command = [sys.executable, "-c", "from newfound.cli import main; main()", "serve", "--lan", "--port", str(port), "--lang", "en"]
    environment = os.environ | {"NEWFOUND_DATABASE_URL": f"sqlite:///{tmp_path}/newfound.db", "PYTHONUNBUFFERED": "1"}
    log = (tmp_path / "log").open("w")
    server = subprocess.Popen(
        here.inside(*command), env=environment, cwd=tmp_path, stdout=subprocess.PIPE, stderr=log, text=True, encoding="utf-8"
    )
    assert CHROMIUM
    browsers = []
    try:
        assert server.stdout
        said = ""
        while "Ctrl-C" not in said and (line := server.stdout.readline()):
            said += line
        address = re.search(r"http://\S+(?=,)", said)
        assert address
        assert address[0] == f"http://{here.address}:{port}"
        assert drawn(address[0]) in said
        for host in hosts:
            program = host.program(tmp_path, CHROMIUM)
            browsers.append(browser.browser_type.launch(executable_path=program, args=FLAGS))
        base = f"http://127.0.0.1:{port}"
        ann, bob = (started.new_context(base_url=base, locale="en-GB", reduced_motion="reduce").new_page() for started in browsers)
        _open(ann, "/")
        code = new_table(ann, "new-haven", ["me", "open"], ["Ann"])
        link = ann.locator("code.address").inner_text()
        assert link == f"{address[0]}/t/{code}"  # though Ann's own page is at 127.0.0.1
        assert scanned(ann, TABLE) == link
        knows(bob)
        bob.goto(scanned(ann, TABLE))
        bob.locator("label input").fill("Bob")
        bob.get_by_role("button", name="Take seat 2").click()
        begin(ann, bob)
        dice, played = random.Random(5), {"Ann": 0, "Bob": 0}
        while min(played.values()) < 2:
            for name, page in (("Ann", ann), ("Bob", bob)):
                if is_mine(page):
                    act(page, dice)
                    played[name] += 1
    finally:
        for started in browsers:
            started.close()
        server.terminate()
        server.wait(20)
        log.close()


def drawn(text: str) -> str:
    found = io.StringIO()
    segno.make(text, micro=False).terminal(found, border=2, compact=True)
    return found.getvalue().strip("\n")


def _open(page: Page, address: str) -> None:
    """The server may not answer yet."""
    for _ in range(100):
        try:
            page.goto(address)
        except Exception:
            page.wait_for_timeout(200)
        else:
            return
    raise AssertionError(f"{address} does not answer")
