"""The faces of Tide Pool, each loaded when it is first asked for."""

from __future__ import annotations

from newfound.core.faces import Picture, Terminal
from newfound.core.tensor import Numbers


def terminal() -> Terminal:
    from . import terminal as face

    return face


def picture() -> Picture:
    from . import picture as face

    return face


def tensor() -> Numbers:
    from . import tensor as face

    return face
