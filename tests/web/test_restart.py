"""Pages over TLS behind the proxy: the server is replaced process by process while people play, and nobody has to load them again."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import proxy
from people import logs
from postgres import Cluster
from serving import Server
from web.player import WEB, is_over, play, play_now

ALL = bool(os.environ.get("NEWFOUND_ALL"))


def test_a_page_stays_while_the_server_is_restarted(
    browser: Browser, serve: Callable[..., Server], cluster: Cluster, tmp_path: Path
) -> None:
    """What is pressed meanwhile is done, once; at length to the end of the match."""
    if why := proxy.missing() or ("" if (WEB / "dist" / "index.html").exists() else "the web app is not built: make web"):
        pytest.skip(why)
    database = cluster.database()
    server = serve(database, processes="2")
    proxy.certificate(tmp_path)
    with proxy.proxy(tmp_path, f"127.0.0.1:{server.port}") as url, ThreadPoolExecutor(1) as beside:
        context = browser.new_context(base_url=url, ignore_https_errors=True, reduced_motion="reduce")
        page = context.new_page()
        page.goto("/")
        play_now(page, "New Haven")
        page.evaluate("window.stayed = true")
        dice, done = random.Random(1), 0
        for _ in range(5 if ALL else 1):
            restarting = beside.submit(proxy.restart, server, 2)
            while not restarting.done():
                done += play(page, dice, 1)
            restarting.result()
        done += play(page, dice, 1000 if ALL else 2)
        assert is_over(page) or not ALL
        assert page.evaluate("window.stayed") is True
        code = page.url.rsplit("/", 1)[1]
        entries = beside.submit(asyncio.run, logs(database, [code])).result()[code].entries
        assert len([entry for entry in entries if entry.client]) == done
        context.close()
