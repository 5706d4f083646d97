"""Matches played in worker processes, on this machine or on a Ray cluster."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from importlib import import_module
from multiprocessing import get_context
from typing import Any, TypeVar

from newfound.research.arena import BadArena

P = TypeVar("P")
R = TypeVar("R")


def results(play: Callable[[P, int], R], plan: P, numbers: Iterable[int], jobs: int) -> Iterator[R]:
    """Whoever stops asking ends the workers at once: a match cut short is played again another time."""
    waiting = iter(numbers)
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
    pending: set[Future[R]] = set()
    try:
        while True:
            while len(pending) < jobs * 2 and (number := next(waiting, None)) is not None:
                pending.add(pool.submit(play, plan, number))
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=not pending, cancel_futures=True)
        if pending:
            for worker in workers:
                worker.terminate()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_cluster(play: Callable[[P, int], R], plan: P, numbers: Iterable[int], address: str) -> Iterator[R]:
    """The same on a Ray cluster at this address; every node needs the same Newfound installed."""
    try:
        ray: Any = import_module("ray")
    except ImportError as error:
        raise BadArena("arena.extra", extra="cluster") from error
    ray.init(address=address, log_to_driver=False, logging_level="ERROR", ignore_reinit_error=True)
    remote: Any = ray.remote(play)
    limit = max(2, 2 * int(ray.cluster_resources().get("CPU", 1)))
    waiting = iter(numbers)
    pending: list[Any] = []
    try:
        while True:
            while len(pending) < limit and (number := next(waiting, None)) is not None:
                pending.append(remote.remote(plan, number))
            if not pending:
                return
            done, pending = ray.wait(pending, num_returns=1)
            for ready in done:
                yield ray.get(ready)
    finally:
        for task in pending:
            ray.cancel(task, force=True)
        ray.shutdown()
