"""The faces of New Haven, each loaded when it is first asked for."""

from __future__ import annotations

from newfound.core.faces import Coach, Evaluation, Odds, Picture, Terminal
from newfound.core.tensor import Numbers

from .state import State


def terminal() -> Terminal:
    from . import terminal as face

    return face


def picture() -> Picture:
    from . import picture as face

    return face


def evaluation() -> Evaluation[State]:
    from . import evaluation as face

    return face


def odds() -> Odds[State]:
    from . import odds as face

    return face


def coach() -> Coach:
    from . import coach as face

    return face


def tensor() -> Numbers:
    from . import tensor as face

    return face
