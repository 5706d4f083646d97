"""The `.game` file: a match as text. Header, one event per line, `= 12 7` lines that assert the scores, `#` comments.

```
newfound 1
game new-haven
edition 1
seats 2
option side A
player 0 Ann
- draw wheat-3            luck
0 lay TSWS e7             seat 0
= 0 0
```
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from newfound.core.fair import Fair
from newfound.core.game import CHANCE, Game, Setup, find_action, spell_value
from newfound.core.match import Event, Match
from newfound.core.problem import BadFile, Problem

FORMAT: Final = "1"
MOST_CHARACTERS: Final = 2_000_000
MOST_IN_A_LINE: Final = 400
LUCK: Final = "-"
NUMBER: Final = "@"  # an action by its number: how a server writes what it has no rules to spell with
HEX: Final = re.compile(r"(?:[0-9a-f]{2}){8,64}")


@dataclass(frozen=True, slots=True)
class Line:
    """An event, a score line or a comment, with its number in the file (0 when not from a file)."""

    kind: str  # a seat, "-" for luck, "=" or "#"
    text: str
    number: int = 0


@dataclass(frozen=True)
class GameFile:
    """What a file says, not yet checked against the rules."""

    game: str
    edition: int
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    parts: str = ""
    commitment: str = ""
    seed: str = ""
    lines: tuple[Line, ...] = ()
    preface: tuple[str, ...] = ()  # comments above the header


def parse(text: str) -> GameFile:
    """Reads the text; anything that is not a `.game` file raises BadFile with the line."""
    if len(text) > MOST_CHARACTERS:
        raise BadFile("file.long", most=MOST_CHARACTERS)
    header: dict[str, str] = {}
    options: dict[str, str] = {}
    players: dict[int, str] = {}
    lines: list[Line] = []
    preface: list[str] = []
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        line = raw.strip()
        if len(line) > MOST_IN_A_LINE:
            raise BadFile("file.line_long", line=number, most=MOST_IN_A_LINE)
        if not line:
            continue
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if line.startswith("#"):
            comment = line[1:].strip()
            if "seats" in header:
                lines.append(Line("#", comment, number))
            else:
                preface.append(comment)
        elif not header and word != "newfound":
            raise BadFile("file.kind")
        elif word in ("newfound", "game", "edition", "seats", "components", "dice", "seed"):
            if word in header:
                raise BadFile("file.twice", line=number, word=word)
            header[word] = rest
        elif word == "option":
            name, _, value = rest.partition(" ")
            options[name] = value.strip()
        elif word == "player":
            seat, _, name = rest.partition(" ")
            players[_whole(seat, number)] = name.strip()
        elif word == LUCK or word == "=" or _is_number(word):
            event, _, comment = rest.partition("#")
            lines.append(Line(word, event.strip(), number))
            if comment.strip():
                lines.append(Line("#", comment.strip(), number))
        else:
            raise BadFile("file.line", line=number, text=_short(line))
    if header.get("newfound") != FORMAT:
        raise BadFile("file.kind") if not header.get("newfound") else BadFile("file.format", found=_short(header["newfound"]))
    for word in ("game", "edition", "seats"):
        if word not in header:
            raise BadFile("file.missing", word=word)
    seed, commitment = header.get("seed", ""), header.get("dice", "")
    for written in (seed, commitment):
        if written and not HEX.fullmatch(written):
            raise BadFile("file.hex", text=_short(written))
    return GameFile(
        game=header["game"],
        edition=_whole(header["edition"], 0),
        seats=_whole(header["seats"], 0),
        options=options,
        players=players,
        parts=header.get("components", ""),
        commitment=commitment,
        seed=seed,
        lines=tuple(lines),
        preface=tuple(preface),
    )


def write(file: GameFile) -> str:
    """The text of a file; `parse(write(file))` says the same."""
    return "\n".join(_written(file)) + "\n"


def _written(file: GameFile) -> Iterator[str]:
    for comment in file.preface:
        yield f"# {comment}".rstrip()
    yield f"newfound {FORMAT}"
    yield f"game {file.game}"
    yield f"edition {file.edition}"
    yield f"seats {file.seats}"
    if file.parts:
        yield f"components {file.parts}"
    for name, value in file.options.items():
        yield f"option {name} {value}"
    for seat, name in sorted(file.players.items()):
        yield f"player {seat} {' '.join(name.split())}"
    if file.commitment:
        yield f"dice {file.commitment}"
    if file.seed:
        yield f"seed {file.seed}"
    yield ""
    for line in file.lines:
        yield f"{line.kind} {line.text}".rstrip()


def record(match: Match[Any], players: dict[int, str] | None = None, luck: Fair | None = None, *, show_seed: bool = False) -> GameFile:
    """The file of a match, with its final scores asserted."""
    lines = [Line(LUCK if event.seat == CHANCE else str(event.seat), match.game.spell(event.action)) for event in match.log]
    lines.append(Line("=", " ".join(str(score.total) for score in match.game.scores(match.state))))
    return GameFile(
        game=match.game.name,
        edition=match.game.edition,
        seats=match.setup.seats,
        options={name: spell_value(value) for name, value in match.setup.options.items()},
        players=players or {},
        parts=match.game.parts(match.setup),
        commitment=luck.commitment if luck else "",
        seed=luck.seed.hex() if luck and show_seed else "",
        lines=tuple(lines),
    )


def setup_of(file: GameFile, find: Callable[[str], Game[Any]]) -> tuple[Game[Any], Setup]:
    """The game and set-up a file names, or BadFile."""
    try:
        game = find(file.game)
        setup = game.setup(file.seats, file.options)
        parts = game.parts(setup)
    except BadFile:
        raise
    except Problem as problem:
        raise BadFile("file.setup", why=str(problem)) from problem
    if file.edition != game.edition:
        raise BadFile("file.edition", title=game.title, found=file.edition, edition=game.edition)
    if file.parts and file.parts != parts:
        raise BadFile("file.parts", found=_short(file.parts), parts=parts)
    return game, setup


def replay(file: GameFile, find: Callable[[str], Game[Any]]) -> Match[Any]:
    """The match of a file: every action legal, every score line true, or BadFile with the line."""
    game, setup = setup_of(file, find)
    state = game.start(setup)
    log: list[Event] = []
    for line in file.lines:
        if line.kind == "=":
            _check_scores(game, state, line)
        elif line.kind != "#":
            seat = CHANCE if line.kind == LUCK else int(line.kind)
            log.append(Event(seat, _action(game, state, seat, line)))
            game.apply(state, log[-1].action)
    return Match(game, setup, tuple(log), state)


def _action(game: Game[Any], state: Any, seat: int, line: Line) -> int:
    if game.turn(state) != seat:
        raise BadFile("file.turn", line=line.number, text=_short(f"{line.kind} {line.text}"))
    number = line.text.removeprefix(NUMBER)
    bare = number != line.text and number.isdecimal() and int(number) in game.actions(state)
    action = int(number) if bare else find_action(game, state, line.text)
    if action is None:
        raise BadFile("file.illegal", line=line.number, text=_short(line.text), clause=game.refuse(state, line.text).clause or "?")
    return action


def _check_scores(game: Game[Any], state: Any, line: Line) -> None:
    true = " ".join(str(score.total) for score in game.scores(state))
    if " ".join(line.text.split()) != true:
        raise BadFile("file.scores", line=line.number, text=_short(line.text), scores=true)


def _is_number(word: str) -> bool:
    return len(word) <= 2 and word.isascii() and word.isdigit()


def _whole(text: str, line: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise BadFile("file.number", line=line, text=_short(text))
    return int(text)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
