"""New World: tiles westward from the coast, settlers on the land, two surveyors on the march. The game at a glance."""

from __future__ import annotations

from typing import Final

from newfound.core import sets
from newfound.core.game import Game, Option, Setup

from . import faces
from .actions import N_ACTIONS, spell
from .census import census
from .legal import actions
from .news import reckon, tell
from .position import dump, load
from .refusals import refuse
from .rules import apply, draw, playout, start, turn, weights
from .scoring import ended, ranking, scores
from .seen import View
from .setfile import FOLDER, components
from .state import State, copy
from .view import observe, redeal


def check(setup: Setup) -> None:
    """Raises BadFile where the set is broken."""
    components(str(setup.options["tiles"]))


GAME: Final[Game[State]] = Game(
    name="new-world",
    title="New World",
    edition=1,
    seats=(2, 3, 4, 5),
    options=(
        Option("coast_counts", True, (True, False), "NW-F4"),
        Option("tiles", "standard", lambda: sets.names(FOLDER), "NW-C1"),
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
    reckon=reckon,
    ended=ended,
    refuse=refuse,
    playout=playout,
    dump=dump,
    load=load,
    census=census,
    open=True,
    check=check,
    parts=lambda setup: sets.digest(FOLDER, str(setup.options["tiles"])),
    terminal=faces.terminal,
    picture=faces.picture,
    evaluation=faces.evaluation,
    odds=faces.odds,
    coach=faces.coach,
    tensor=faces.tensor,
)
