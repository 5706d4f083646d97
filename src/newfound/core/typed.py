"""Whether a value is what a TypedDict says: for types that JSON can carry. A dict whose keys are a Literal has every one of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

Wrong = tuple[str, Any, Any]  # where in the value, what is there, and of which type it is not
Check = Callable[[Any], Wrong | None]
PLAIN: Final = (bool, int, float, str, NoneType)
MISSING: Final = object()


def misfit(value: object, kind: Any) -> str:
    """What in this value is not of the type, and where; nothing if all is."""
    wrong = _check(kind)(value)
    if wrong is None:
        return ""
    where, found, wanted = wrong
    named = wanted.__name__ if isinstance(wanted, type) and not get_args(wanted) else wanted
    return f"{where} is missing" if found is MISSING else f"{where} is {found!r:.200}, not {named}"


@cache
def _check(kind: Any) -> Check:
    if is_typeddict(kind):
        return _record(kind)
    origin, within = get_origin(kind), get_args(kind)
    if origin is Literal:
        types = {type(one) for one in within}
        return lambda value: None if type(value) in types and value in within else ("", value, kind)
    if origin in (Union, UnionType):
        return _union(kind, [_check(one) for one in within])
    if origin is list:
        return _list(*within)
    if origin is tuple:
        return _tuple(kind, within)
    if origin is dict:
        return _dict(*within)
    assert kind in PLAIN, f"{kind} is no type of a view"
    return lambda value: None if type(value) is kind else ("", value, kind)


def _record(kind: Any) -> Check:
    hints = get_type_hints(kind, include_extras=True)
    bare = {name: get_args(hint)[0] if get_origin(hint) is NotRequired else hint for name, hint in hints.items()}
    checks = {name: _check(hint) for name, hint in bare.items()}
    # Not `__required_keys__`: Python 3.11 does not see NotRequired in annotations that are text.
    needed = {name for name, hint in hints.items() if get_origin(hint) is not NotRequired}

    def check(value: Any) -> Wrong | None:
        if type(value) is not dict:
            return "", value, kind
        for name, one in value.items():
            if bare.get(name) is type(one):
                continue
            if name not in checks:
                return f".{name}", one, f"a field of {kind.__name__}"
            if wrong := checks[name](one):
                return f".{name}{wrong[0]}", *wrong[1:]
        missing = needed - value.keys()
        return (f".{min(missing)}", MISSING, kind) if missing else None

    return check


def _union(kind: Any, some: list[Check]) -> Check:
    def check(value: Any) -> Wrong | None:
        for one in some:
            if one(value) is None:
                return None
        return "", value, kind

    return check


def _list(kind: Any) -> Check:
    item, types = _check(kind), {kind}

    def check(value: Any) -> Wrong | None:
        if type(value) is not list:
            return "", value, list
        if set(map(type, value)) <= types:  # quick, for plain kinds
            return None
        for at, one in enumerate(value):
            if wrong := item(one):
                return f"[{at}]{wrong[0]}", *wrong[1:]
        return None

    return check


def _tuple(kind: Any, within: tuple[Any, ...]) -> Check:
    items = [_check(one) for one in within]

    def check(value: Any) -> Wrong | None:
        if type(value) is not tuple or len(value) != len(items):
            return "", value, kind
        if tuple(map(type, value)) == within:  # quick, for plain kinds
            return None
        for at, one in enumerate(value):
            if wrong := items[at](one):
                return f"[{at}]{wrong[0]}", *wrong[1:]
        return None

    return check


def _dict(kind: Any, of: Any) -> Check:
    key, item = _check(kind), _check(of)

    def check(value: Any) -> Wrong | None:
        if type(value) is not dict:
            return "", value, dict
        for name, one in value.items():
            if wrong := key(name) or item(one):
                return f"[{name!r}]{wrong[0]}", *wrong[1:]
        missing = set(get_args(kind)) - value.keys()
        return (f"[{min(missing)!r}]", MISSING, kind) if missing else None

    return check
