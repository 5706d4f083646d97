"""Whether a value is what a TypedDict says: for types that JSON can carry. A dict whose keys are a Literal has every one of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

Check = Callable[[Any], str]  # where in the value something is wrong, and what; nothing if all is right


@cache
def check_of(kind: Any) -> Check:
    """The check of a type, made once."""
    if is_typeddict(kind):
        return _record(kind)
    origin, within = get_origin(kind), get_args(kind)
    if origin is Literal:
        return lambda value: "" if any(value == one and type(value) is type(one) for one in within) else _not(value, kind)
    if origin in (Union, UnionType):
        return _union(kind, within)
    if origin is list:
        return _list(check_of(within[0]))
    if origin is tuple:
        return _tuple(kind, [check_of(one) for one in within])
    if origin is dict:
        return _dict(check_of(within[0]), check_of(within[1]), get_args(within[0]))
    assert kind in (bool, int, float, str, NoneType), f"{kind} is no type of a view"
    return lambda value: "" if type(value) is kind else _not(value, kind)


def _not(value: object, kind: Any) -> str:
    return f" is {value!r:.200}, not {getattr(kind, '__name__', kind) if isinstance(kind, type) else kind}"


def _record(kind: Any) -> Check:
    hints = get_type_hints(kind, include_extras=True)
    checks = {name: check_of(get_args(hint)[0] if get_origin(hint) is NotRequired else hint) for name, hint in hints.items()}
    # Not `__required_keys__`: Python 3.11 does not see NotRequired in annotations that are text.
    needed = [name for name, hint in hints.items() if get_origin(hint) is not NotRequired]

    def check(value: Any) -> str:
        if type(value) is not dict:
            return _not(value, kind)
        for name in needed:
            if name not in value:
                return f" has no {name!r}"
        for name, one in value.items():
            if name not in checks:
                return f" has {name!r}, which {kind.__name__} has not"
            if wrong := checks[name](one):
                return f".{name}{wrong}"
        return ""

    return check


def _union(kind: Any, within: tuple[Any, ...]) -> Check:
    checks = [check_of(one) for one in within if one is not NoneType]
    empty = len(checks) < len(within)

    def check(value: Any) -> str:
        if value is None and empty:
            return ""
        wrong = [one(value) for one in checks]
        return "" if "" in wrong else wrong[0] if len(wrong) == 1 else _not(value, kind)

    return check


def _list(item: Check) -> Check:
    def check(value: Any) -> str:
        if type(value) is not list:
            return _not(value, list)
        return next((f"[{at}]{wrong}" for at, one in enumerate(value) if (wrong := item(one))), "")

    return check


def _tuple(kind: Any, items: list[Check]) -> Check:
    def check(value: Any) -> str:
        if type(value) is not tuple or len(value) != len(items):
            return _not(value, kind)
        return next((f"[{at}]{wrong}" for at, (item, one) in enumerate(zip(items, value, strict=True)) if (wrong := item(one))), "")

    return check


def _dict(key: Check, item: Check, every: tuple[Any, ...]) -> Check:
    def check(value: Any) -> str:
        if type(value) is not dict:
            return _not(value, dict)
        for name, one in value.items():
            if wrong := key(name) or item(one):
                return f"[{name!r}]{wrong}"
        return next((f" has no {name!r}" for name in every if name not in value), "")

    return check
