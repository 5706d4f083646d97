"""Matches as data: a Parquet file with a row for each match and its log inside, written by `newfound export`, read again and verified here.

```
for played in load("matches.parquet"):
    played.match.log, played.players, played.positions()
```
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import newfound
from newfound import bots, games
from newfound.bots import close
from newfound.core.fair import Fair
from newfound.core.game import CHANCE, OVER, Game, Setup, spell_value
from newfound.core.match import Event, Match
from newfound.core.problem import Problem
from newfound.research.arena import Plan, luck_of, play_and_log
from newfound.research.problems import HERE, BadUse
from newfound.research.review import Finding, review

FORMAT: Final = 1
KEY: Final = b"newfound"  # of the file's own metadata
ROWS: Final = 256  # matches that are written at once
SELF_PLAY: Final = "self-play"
SERVER: Final = "server"
LISTS: Final = ("events", "review")  # columns with an entry for each event
COLUMNS: Final = ("match", "game", "edition", "seats", "options", "parts", "source", "players", "seed", "scores", "places", *LISTS)
OF_AN_EVENT: Final = ("seat", "action", "spelling", "choices", "scores")
OF_A_REVIEW: Final = ("worth", "worth_error", "luck", "luck_error", "best", "best_lead", "played_lead", "loss", "loss_error")

Row = Mapping[str, Any]


class BadData(Problem):
    """A file that is not a set of matches, or does not agree with the rules."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(f"data.{key}", HERE, **values)


@dataclass(frozen=True)
class Record:
    """A finished match before it is written. `seed` is that of its luck, where every draw follows from it."""

    game: Game[Any]
    setup: Setup
    log: tuple[Event, ...]
    players: tuple[str, ...]
    source: str
    seed: bytes = b""


@dataclass(frozen=True)
class Played:
    """A match as it was read: replayed by the rules, its scores, places and luck checked."""

    number: int
    match: Match[Any]
    players: tuple[str, ...]
    source: str
    seed: bytes

    def positions(self) -> Iterator[tuple[Any, Event]]:
        """Every state with the event that came next. The state is changed when you ask for the next one: `game.copy` what you keep."""
        game = self.match.game
        state = game.start(self.match.setup)
        for event in self.match.log:
            yield state, event
            game.apply(state, event.action)


@dataclass(frozen=True)
class SelfPlay(Plan):
    """A plan whose matches all have their own luck, so that they are independent, and are reviewed where a depth is named."""

    depth: str | None = None

    def table(self, number: int) -> tuple[int, tuple[str, ...]]:
        lineups = self.lineups()
        return number, lineups[number % len(lineups)]


def check(plan: Plan) -> Game[Any]:
    """The game; a clear sentence where there is no such game, bot or option."""
    game = games.find(plan.game)
    game.setup(plan.seats, plan.options)
    for name in plan.bots:
        close(bots.make_local(name, game))
    return game


def play(plan: SelfPlay, number: int) -> tuple[int, Row | None]:
    """One match of the plan as a row, or None where a bot was put out of it. Runs in a worker."""
    game = games.find(plan.game)
    result, log = play_and_log(plan, number)
    if result.lost:
        return number, None
    setup = game.setup(plan.seats, plan.options)
    return number, row_of(Record(game, setup, log, result.lineup, SELF_PLAY, luck_of(plan, number).seed), plan.depth)


def row_of(record: Record, depth: str | None = None) -> Row:
    """Every column but the number. The match is replayed for it, so no row can be written that the rules do not allow."""
    game, setup = record.game, record.setup
    state = game.start(setup)
    events = []
    for event in record.log:
        legal = game.actions(state)
        assert game.turn(state) == event.seat
        assert event.action in legal
        game.apply(state, event.action)
        events.append(
            {
                "seat": event.seat,
                "action": event.action,
                "spelling": game.spell(event.action),
                "choices": len(legal),
                "scores": [score.total for score in game.scores(state)],
            }
        )
    assert game.turn(state) == OVER
    return {
        "game": game.name,
        "edition": game.edition,
        "seats": setup.seats,
        "options": json.dumps({name: spell_value(value) for name, value in setup.options.items()}),
        "parts": game.parts(setup),
        "source": record.source,
        "players": list(record.players),
        "seed": record.seed.hex(),
        "scores": [score.total for score in game.scores(state)],
        "places": list(game.ranking(state)),
        "events": events,
        "review": None if depth is None else _reviewed(Match(game, setup, record.log, state), depth),
    }


def _reviewed(match: Match[Any], depth: str) -> list[Row]:
    return [_found(match.game, finding) for finding in review(match, depth).findings[1:]]


def _found(game: Game[Any], finding: Finding) -> Row:
    """What a review says of one event; what does not apply to it is left out."""
    return {
        "worth": [worth.value for worth in finding.worth],
        "worth_error": [worth.error for worth in finding.worth],
        "luck": [luck.value for luck in finding.luck] or None,
        "luck_error": [luck.error for luck in finding.luck] or None,
        "best": None if finding.best is None else game.spell(finding.best),
        "best_lead": finding.expected[0].value if finding.expected else None,
        "played_lead": finding.expected[1].value if finding.expected else None,
        "loss": finding.loss.value if finding.loss else None,
        "loss_error": finding.loss.error if finding.loss else None,
    }


def _extra(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise BadUse("extra", extra="research") from error


def schema() -> Any:
    """The columns and their types."""
    arrow = _extra("pyarrow")
    whole = arrow.list_(arrow.int32())
    event = [("seat", arrow.int8()), ("action", arrow.int32()), ("spelling", arrow.string()), ("choices", arrow.int32()), ("scores", whole)]
    many = arrow.list_(arrow.float32())
    kinds = {"best": arrow.string()} | dict.fromkeys(("worth", "worth_error", "luck", "luck_error"), many)
    reviewed = [(name, kinds.get(name, arrow.float32())) for name in OF_A_REVIEW]
    columns = [
        ("match", arrow.int32()),
        ("game", arrow.string()),
        ("edition", arrow.int32()),
        ("seats", arrow.int8()),
        ("options", arrow.string()),
        ("parts", arrow.string()),
        ("source", arrow.string()),
        ("players", arrow.list_(arrow.string())),
        ("seed", arrow.string()),
        ("scores", whole),
        ("places", whole),
        ("events", arrow.list_(arrow.struct(event))),
        ("review", arrow.list_(arrow.struct(reviewed))),
    ]
    about = json.dumps({"format": FORMAT, "version": newfound.__version__})
    return arrow.schema(columns, metadata={KEY: about.encode()})


class Writer:
    """Writes rows as they come, compressed with zstd. The file appears under its name when it is whole."""

    def __init__(self, path: Path) -> None:
        self._arrow = _extra("pyarrow")
        self.path = path
        self._parquet = _extra("pyarrow.parquet")
        self._half = path.with_name(path.name + ".part")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._parquet.ParquetWriter(self._half, schema(), compression="zstd", compression_level=9)
        self._rows: list[Row] = []
        self.count = 0

    def add(self, row: Row) -> None:
        self._rows.append({"match": self.count, **row})
        self.count += 1
        if len(self._rows) == ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._file.write_table(self._arrow.Table.from_pylist(self._rows, schema=schema()))
            self._rows = []

    def close(self) -> None:
        self._flush()
        self._file.close()
        self._half.replace(self.path)

    def drop(self) -> None:
        """Nothing of it stays."""
        self._file.close()
        self._half.unlink(missing_ok=True)


def in_order(coming: Iterable[tuple[int, Row | None]]) -> Iterator[Row | None]:
    """Rows in the order of their numbers, however the workers finish."""
    waiting: dict[int, Row | None] = {}
    following = 0
    for number, row in coming:
        waiting[number] = row
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def read(path: Path | str) -> Any:
    """The file as a table of pyarrow; BadData where it is no file of ours."""
    _extra("pyarrow")
    parquet = _extra("pyarrow.parquet")
    if not Path(path).is_file():
        raise BadData("absent", path=str(path))
    try:
        table = parquet.read_table(path)
    except Exception as error:  # pyarrow has many kinds, all of them about the file
        raise BadData("unreadable", path=str(path), why=str(error).split("\n")[0][:200]) from error
    about = (table.schema.metadata or {}).get(KEY)
    if about is None or not table.schema.equals(schema(), check_metadata=False):
        raise BadData("kind", path=str(path))
    if json.loads(about)["format"] != FORMAT:
        raise BadData("format", path=str(path), found=str(json.loads(about)["format"]))
    return table


def load(path: Path | str) -> Iterator[Played]:
    """Every match of the file, replayed and checked one by one; BadData at the first that does not agree with the rules."""
    table = read(path)
    for batch in table.to_batches(max_chunksize=64):
        for row in batch.to_pylist():
            yield _played(row)


def events(path: Path | str) -> Any:
    """A row for each event of every match, as a table of pyarrow: `match`, `number`, the fields of an event, and those of its review
    where all matches were reviewed."""
    arrow, compute = _extra("pyarrow"), _extra("pyarrow.compute")
    table = read(path).combine_chunks()
    lists = table["events"]
    flat = compute.list_flatten(lists)
    owners = compute.list_parent_indices(lists)
    numbers = [number for length in compute.list_value_length(lists).to_pylist() for number in range(length)]
    columns = {"match": compute.take(table["match"], owners), "number": arrow.array(numbers, arrow.int32())}
    columns |= {name: compute.struct_field(flat, name) for name in OF_AN_EVENT}
    if table["review"].null_count == 0:
        found = compute.list_flatten(table["review"])
        columns |= {name: compute.struct_field(found, name) for name in OF_A_REVIEW if found.type.get_field_index(name) >= 0}
    return arrow.table(columns)


def _played(row: dict[str, Any]) -> Played:
    number = row["match"]
    try:
        game = games.find(row["game"])
        setup = game.setup(row["seats"], json.loads(row["options"]))
    except (Problem, ValueError) as problem:
        raise BadData("setup", match=number, why=str(problem)) from problem
    if (row["edition"], row["parts"]) != (game.edition, game.parts(setup)):
        raise BadData("edition", match=number, title=game.title, found=row["edition"], edition=game.edition)
    log, state = _replay(number, game, setup, row["events"], row["seed"])
    scores = [score.total for score in game.scores(state)]
    if game.turn(state) != OVER or row["scores"] != scores or row["places"] != list(game.ranking(state)):
        raise BadData("end", match=number, scores=" ".join(map(str, scores)))
    return Played(number, Match(game, setup, log, state), tuple(row["players"]), row["source"], bytes.fromhex(row["seed"]))


def _replay(number: int, game: Game[Any], setup: Setup, told: Sequence[Row], seed: str) -> tuple[tuple[Event, ...], Any]:
    state = game.start(setup)
    luck = Fair(bytes.fromhex(seed)) if seed else None
    log = []
    for at, event in enumerate(told):
        legal = game.actions(state)
        action = event["action"]
        if game.turn(state) != event["seat"] or action not in legal or game.spell(action) != event["spelling"]:
            raise BadData("illegal", match=number, event=at, spelling=str(event["spelling"]))
        if luck and event["seat"] == CHANCE and game.draw(state, luck.at(at)) != action:
            raise BadData("luck", match=number, event=at, spelling=str(event["spelling"]))
        game.apply(state, action)
        if event["choices"] != len(legal) or event["scores"] != [score.total for score in game.scores(state)]:
            raise BadData("told", match=number, event=at)
        log.append(Event(event["seat"], action))
    return tuple(log), state
