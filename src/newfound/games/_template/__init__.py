"""Tide Pool: a tiny complete game, here to be copied. `cp -r _template my_game` makes a new game, nothing else to edit.

It has one of everything a larger game has: a board, a bag, secret hands, an option, component sets, luck during play.
Read in this order: components, actions, state, rules, scoring, view; then what speaks: news, refusals, terminal.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from newfound.core import sets
from newfound.core.game import Game, Option, Setup

from . import faces
from .actions import N_ACTIONS, spell
from .components import FOLDER, components
from .news import tell
from .position import census, dump, load
from .refusals import refuse
from .rules import actions, apply, draw, playout, start, turn, weights
from .scoring import ranking, scores
from .seen import View
from .state import State, copy
from .view import observe, redeal


def check(setup: Setup) -> None:
    """Raises BadFile if the set cannot be played with. All options go together."""
    components(str(setup.options["shells"]))


GAME: Final = Game[State](
    name=Path(__file__).parent.name.strip("_").replace("_", "-"),  # the folder's name, so that a copy has its own
    title="Tide Pool",
    edition=1,
    seats=(2, 3, 4),
    options=(
        Option("toss", True, (True, False), "TM-T3"),
        Option("shells", "standard", lambda: sets.names(FOLDER), "TM-C1"),
    ),
    n_actions=N_ACTIONS,
    folder=FOLDER,
    start=start,
    turn=turn,
    actions=actions,
    weights=weights,
    draw=draw,
    apply=apply,
    copy=copy,
    scores=scores,
    ranking=ranking,
    observe=observe,
    view_type=View,
    redeal=redeal,
    spell=spell,
    tell=tell,
    refuse=refuse,
    playout=playout,
    dump=dump,
    load=load,
    census=census,
    check=check,
    parts=lambda setup: sets.digest(FOLDER, str(setup.options["shells"])),
    terminal=faces.terminal,
    picture=faces.picture,
    tensor=faces.tensor,
)
