"""Long work beside the event loop: two at a time, so that whoever plays is not held up by those who look things up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
_POOL: Final = ThreadPoolExecutor(2, "newfound-beside")


async def beside(work: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
    return await asyncio.get_running_loop().run_in_executor(_POOL, lambda: work(*given, **named))
