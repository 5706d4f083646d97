"""The faces of a game: what it shows to the outside beyond its rules. All are optional; what a game lacks has a default or is left out.

A face is usually a module of the game's folder: `faces.py` there loads it when it is first asked for, and mypy holds it to its Protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from newfound.core.coach import Advice
from newfound.core.dice import Dice
from newfound.core.odds import Chance
from newfound.core.text import Catalog

if TYPE_CHECKING:
    from rich.console import RenderableType

    from newfound.core.game import News

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


class Terminal(Protocol):
    """A view drawn for a terminal."""

    @property
    def LONG(self) -> Mapping[str, str]:
        """What the drawing writes short (T3), written out as actions spell it (timber-3)."""

    def draw(self, view: Any, catalog: Catalog, players: Sequence[str], /) -> RenderableType: ...


class Picture(Protocol):
    """A view drawn as SVG."""

    def svg(self, view: Any, /, show: Sequence[str] = (), point: Sequence[str] = (), night: bool = False) -> str:
        """All of it, or no more than shows the places named; those pointed at have a frame. By night it is for a dark page."""


class Odds(Protocol[S_contra]):
    """What can still come, and how likely it is."""

    def chances(self, state: S_contra, reader: int, /) -> list[Chance]:
        """As this reader may reckon it: the same for every state that looks the same to them."""


class Coach(Protocol):
    """What a newcomer is told in a first match."""

    @property
    def CLAUSES(self) -> Mapping[str, str]:
        """Every sentence that may be said, with its clause."""

    def advise(self, view: Any, actions: Sequence[str], news: Sequence[News], reader: int, /) -> list[Advice]:
        """What applies now, the most important first: by what this reader sees, may do, and has been told since their last action."""


class Evaluation(Protocol[S_contra]):
    """What bots know of a game beyond its rules."""

    @property
    def SCALE(self) -> float:
        """The lead in points that nearly decides a match."""

    @property
    def RATE(self) -> int:
        """Simulations that one core makes in a second."""

    @property
    def SHARPNESS(self) -> float:
        """How far the search goes by the evaluation alone."""

    def evaluate(self, state: S_contra, /) -> list[float]:
        """The points that each seat may expect at the end."""

    def rollout(self, state: S_contra, dice: Dice, /) -> None:
        """Plays on plausibly, in place, for as long as that tells more than `evaluate` does."""

    def material(self, state: S_contra, seat: int, /) -> float:
        """The part of what a seat may expect that it holds unspent."""

    def candidates(self, state: S_contra, /) -> list[int]:
        """The legal actions worth looking at."""


@dataclass(frozen=True)
class ByPoints(Generic[S]):
    """How bots judge a game that has no evaluation: by its points so far, playing on at random."""

    evaluate: Callable[[S], list[float]]
    rollout: Callable[[S, Dice], None]
    candidates: Callable[[S], list[int]]
    SCALE: Final = 20.0
    RATE: Final = 1000
    SHARPNESS: Final = 12.0

    def material(self, _state: S, _seat: int, /) -> float:
        return 0.0


class Plain:
    """How a game without a drawing is shown in a terminal: its view as a plain table."""

    LONG: Final[Mapping[str, str]] = {}

    def draw(self, view: Any, _catalog: Catalog, _players: Sequence[str], /) -> RenderableType:
        from rich.table import Table

        table = Table(box=None, show_header=False, pad_edge=False)
        for name, value in view.items() if isinstance(view, Mapping) else enumerate(view):
            nested = isinstance(value, Mapping | list) and value
            table.add_row(str(name), self.draw(value, _catalog, _players) if nested else str(value))
        return table


def plain() -> Terminal:
    return Plain()
