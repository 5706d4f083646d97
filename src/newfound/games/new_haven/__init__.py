"""New Haven: harvest tiles on a shared board feed a village of one's own. The game at a glance."""

from __future__ import annotations

from typing import Final

from newfound.core import sets
from newfound.core.game import Game, Option, Setup
from newfound.core.problem import BadSetup

from . import faces
from .actions import N_ACTIONS, spell
from .census import census
from .components import FOLDER, components
from .legal import actions
from .luck import draw, weights
from .news import lap, reckon, tell
from .position import dump, load
from .refusals import refuse
from .rules import apply, playout, start, turn
from .scoring import ended, ranking, scores
from .seen import View
from .state import State, copy
from .view import observe, redeal

YES_NO: Final = (False, True)


def check(setup: Setup) -> None:
    """Raises BadSetup or BadFile."""
    if setup.options["careful"] and setup.options["side"] == "B":  # NH-V2
        raise BadSetup("setup.careful", FOLDER)
    components(str(setup.options["tiles"]))


GAME: Final[Game[State]] = Game(
    name="new-haven",
    title="New Haven",
    edition=1,
    seats=(2, 3, 4),
    options=(
        Option("side", "A", ("A", "B"), "NH-C2"),
        Option("redevelop", False, YES_NO, "NH-V1"),
        Option("careful", False, YES_NO, "NH-V2"),
        Option("charters", False, YES_NO, "NH-V3"),
        Option("first", "given", ("given", "drawn"), "NH-S1"),
        Option("tiles", "standard", lambda: sets.names(FOLDER), "NH-C6"),
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
    lap=lap,
    reckon=reckon,
    ended=ended,
    check=check,
    parts=lambda setup: sets.digest(FOLDER, str(setup.options["tiles"])),
    terminal=faces.terminal,
    picture=faces.picture,
    evaluation=faces.evaluation,
    odds=faces.odds,
    coach=faces.coach,
    tensor=faces.tensor,
)
