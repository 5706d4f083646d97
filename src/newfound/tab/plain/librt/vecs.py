"""`vec` as a list: interpreted, twice as quick as the compiled one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def _make(items: Iterable[Any] = (), *, capacity: int = 0) -> list[Any]:  # noqa: ARG001
    return list(items)


class vec:  # noqa: N801
    """`vec[i64](…)` is a list."""

    def __class_getitem__(cls, _: object) -> Any:
        return _make


def append(to: list[Any], item: Any) -> list[Any]:
    to.append(item)
    return to


def extend(to: list[Any], items: Iterable[Any]) -> list[Any]:
    to.extend(items)
    return to


def pop(of: list[Any], at: int = -1) -> tuple[list[Any], Any]:
    return of, of.pop(at)


def remove(of: list[Any], item: Any) -> list[Any]:
    of.remove(item)
    return of
