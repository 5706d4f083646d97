"""Why one action is better than another: where the points of the end differ when both are played on with the same luck, what is likely
to follow, and what it costs.

The parts are those that the game counts itself; together they are the whole difference, so that every claim can be counted again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from newfound.core.dice import SEEDS, Dice
from newfound.core.game import CHANCE, Game, Json
from newfound.core.text import Catalog, game_catalog, read_catalog
from newfound.review.outlook import Mean, Outlook, mean
from newfound.review.soon import likely

HERE: Final = Path(__file__).parent / "text"
MOST: Final = 2  # reasons that people are told
SMALL: Final = 0.1  # points that nobody is told of
COSTLY: Final = 0.3
CLOSE: Final = 0.1  # of the lead that decides a match: how well two actions that are said to be alike must be known
FEW: Final = 8  # lines that nothing is said of
FOLLOWED: Final = 8  # one line in so many is followed event by event, which takes longer
POINTS, SOON, COST, ALIKE = "points", "soon", "cost", "alike"
MATERIAL: Final = "by.material"


@dataclass(frozen=True)
class Reason:
    """One sentence: `review.reason.<kind>`. What the better action brings more than the other: to `points`, by the part `key` of the
    scores, points of this seat at the end, or of the best rival where none is named; `soon`, the share of lines in which the event `key`
    of this seat comes within two turns; at a `cost`, points of material that is still in hand then. Or the two are `alike`."""

    kind: str
    seat: int = CHANCE
    key: str = ""
    more: Mean = field(default_factory=lambda: Mean(0.0, 0.0))
    values: Mapping[str, Json] = field(default_factory=dict)

    @staticmethod
    def load(data: Json) -> Reason:
        return Reason(data["kind"], data["seat"], data["key"], Mean(**data["more"]), data["values"])


@dataclass(frozen=True)
class Part:
    """Points of lead by one part of the scores: the seat's own, or those that its best rival has fewer."""

    key: str
    own: bool
    points: Mean


def compare(outlook: Outlook, guesses: Iterable[Any], seat: int, better: int, worse: int, dice: Dice) -> tuple[Mean, list[Part]]:
    """How much more lead one action brings than another at the end, and every part of it, the largest first."""
    game = outlook.game
    wholes: list[float] = []
    parts: dict[tuple[str, bool], list[float]] = {}
    for number, state in enumerate(guesses):
        other, seed = game.copy(state), dice.below(SEEDS)
        game.apply(state, better)
        game.apply(other, worse)
        this, that = _parts(game, outlook.final(state, seed), seat), _parts(game, outlook.final(other, seed), seat)
        for part in {**this, **that}:
            parts.setdefault(part, [0.0] * number).append(this.get(part, 0.0) - that.get(part, 0.0))
        for differences in parts.values():
            differences += [0.0] * (number + 1 - len(differences))
        wholes.append(math.fsum(this.values()) - math.fsum(that.values()))
    found = [Part(part, own, mean(differences)) for (part, own), differences in parts.items()]
    whole = mean(wholes) if len(wholes) >= FEW else Mean(0.0, math.inf)
    return whole, sorted(found, key=lambda one: (-abs(one.points.value), one.key, one.own))


def _parts(game: Game[Any], state: Any, seat: int) -> Mapping[tuple[str, bool], float]:
    """The lead of a seat at the end, part by part: its own points, less those of its best rival."""
    scores = game.scores(state)
    rival = max((other for other in range(len(scores)) if other != seat), key=lambda other: scores[other].total)
    own = {(part, True): float(points) for part, points in scores[seat].parts}
    return own | {(part, False): -float(points) for part, points in scores[rival].parts}


def reasons(
    outlook: Outlook, guess: Callable[[], Any], seat: int, better: int, worse: int, dice: Dice, lines: int, seconds: float = math.inf
) -> tuple[Reason, ...]:
    """One or two, as far as they are larger than chance would make them: the part that differs most, what is likely to follow, what it
    costs or saves, the next part. Nothing is said where the better action does not come out better, or where a slow machine makes too few
    lines in time."""
    game = outlook.game
    whole, parts = compare(outlook, _in_time(guess, lines, seconds / 2), seat, better, worse, dice)
    if whole.error == math.inf or (whole.sure and whole.value < 0):
        return ()
    if not whole.sure:
        return (Reason(ALIKE),) if 2 * whole.error <= CLOSE * game.judge().SCALE else ()
    state = guess()
    seats = len(game.scores(state))
    rival = 1 - seat if seats == 2 else CHANCE
    found = [_of(part, seat if part.own else rival) for part in parts if part.points.sure and abs(part.points.value) >= SMALL]
    soon = _soon(game, list(_in_time(guess, max(FEW, lines // FOLLOWED), seconds / 2)), seat, better, worse, dice)
    return (*found[:1], *soon, *_cost(game, state, seat, better, worse), *found[1:])[:MOST]


def _of(part: Part, seat: int) -> Reason:
    return Reason(POINTS, seat, part.key, part.points if part.own else Mean(-part.points.value, part.points.error))


def _cost(game: Game[Any], state: Any, seat: int, better: int, worse: int) -> list[Reason]:
    """What the seat then holds, which it sees itself: the same in every guess. A game without a word for it is silent."""
    if MATERIAL not in game_catalog(game.folder, "en"):
        return []
    held = [material_after(game, state, seat, action) for action in (better, worse)]
    more = held[0] - held[1]
    return [Reason(COST, seat, MATERIAL, Mean(more, 0.0))] if abs(more) >= COSTLY else []


def material_after(game: Game[Any], state: Any, seat: int, action: int) -> float:
    after = game.copy(state)
    game.apply(after, action)
    return game.judge().material(after, seat)


def _soon(game: Game[Any], guesses: Sequence[Any], seat: int, better: int, worse: int, dice: Dice) -> list[Reason]:
    """In tenths of the lines: `cases` with the better action, `others` with the other."""
    found = likely(game, guesses, seat, better, worse, dice) if len(guesses) >= FEW else None
    if found is None:
        return []
    rounds = game.lap is not None and game.lap(guesses[0])[0] is not None
    shares = {"cases": tenths(found.share), "others": tenths(found.share - found.more.value), "rounds": rounds}
    return [Reason(SOON, found.event.seat, found.event.key, found.more, dict(found.event.values) | shares)]


def tenths(share: float) -> int:
    """All and none are said only of all and none."""
    return round(share) * 10 if share in (0.0, 1.0) else min(9, max(1, round(10 * share)))


def _in_time(guess: Callable[[], Any], lines: int, seconds: float) -> Iterator[Any]:
    until = time.monotonic() + seconds
    for _ in range(lines):
        if time.monotonic() > until:
            return
        yield guess()


def say(catalog: Catalog, reason: Reason, players: Sequence[str], reader: int | None = None) -> str:
    """In the words of the game's catalog."""
    words = Catalog(catalog.language, catalog.entries | read_catalog(HERE, catalog.language))
    who = {"seat": reason.seat, "players": players, "reader": reader}
    if reason.kind == SOON:
        values = who | dict(reason.values)
        return words.say("review.reason.soon", event=words.say(reason.key, **values), **values)
    size = abs(reason.more.value)
    spoken = f"{size:.1f}" if words.language == "en" else f"{size:.1f}".replace(".", ",")
    way = "more" if reason.more.value > 0 else "fewer"
    key = "rival" if reason.kind == POINTS and reason.seat < 0 else reason.kind
    return words.say(f"review.reason.{key}", by=_by(words, reason.key), points=spoken, whole=int(size + 0.05), way=way, **who)


def _by(words: Catalog, key: str) -> str:
    """`by.rows` for `score.rows` where the game has it: a part of the scores as it stands in a sentence."""
    said = key.replace("score.", "by.", 1)
    return words.say(said) if said in words else words.say("review.reason.by", part=words.say(key)) if key else ""
