"""New England: families bid for land and developments along a coast. The game at a glance."""

from __future__ import annotations

from typing import Final

from newfound.core import sets
from newfound.core.game import Game, Option, Setup

from . import faces
from .actions import N_ACTIONS, spell
from .census import census
from .components import FOLDER, components
from .legal import actions
from .news import lap, reckon, tell
from .position import dump, load
from .refusals import refuse
from .rules import apply, draw, playout, start, turn, weights
from .scoring import ended, ranking, scores
from .seen import View
from .state import State, copy
from .view import observe, redeal


def check(setup: Setup) -> None:
    """Raises BadFile if the set cannot be played with. All options go together."""
    components(str(setup.options["deck"]))


GAME: Final[Game[State]] = Game(
    name="new-england",
    title="New England",
    edition=1,
    seats=(2, 3, 4),  # NE-S1: two players are unofficial
    options=(
        Option("start_contact", "none", ("none", "corners"), "NE-S4"),
        Option("pawn", "right", ("right", "left"), "NE-R4"),
        Option("first_game", False, (False, True), "NE-S5", first=True),
        Option("deck", "standard", lambda: sets.names(FOLDER), "NE-C5"),
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
    open=True,
    lap=lap,
    reckon=reckon,
    ended=ended,
    check=check,
    parts=lambda setup: sets.digest(FOLDER, str(setup.options["deck"])),
    terminal=faces.terminal,
    picture=faces.picture,
    evaluation=faces.evaluation,
    odds=faces.odds,
    coach=faces.coach,
    tensor=faces.tensor,
)
