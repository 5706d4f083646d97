"""The types of native whole numbers, and the marks on classes that the compiler reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

i64 = i32 = i16 = u8 = int


def mypyc_attr(*_: object, **__: object) -> Callable[[Any], Any]:
    return lambda marked: marked


def trait(marked: Any) -> Any:
    return marked
