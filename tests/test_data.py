"""Matches as data: written, described, read again and verified; what a report says of them; a server's finished public ones."""

from __future__ import annotations

import asyncio
import math
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cli import NEWFOUND, Shell, interrupt
from newfound import games
from newfound.core.game import CHANCE, Game
from newfound.core.text import LANGUAGES
from newfound.research import data, report
from newfound.research.data import BadData, Record, SelfPlay, Writer
from newfound.research.review import DEPTHS, Depth, review
from serving import Person, Server

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install newfound[research]")
parquet = pytest.importorskip("pyarrow.parquet")

GAMES = [games.find(name) for name in games.names()]
each_game = pytest.mark.parametrize("game", GAMES, ids=games.names())


def rows_of(game: Game[Any], count: int = 3) -> list[dict[str, Any]]:
    plan = SelfPlay(game.name, game.seats[-1], ("random",))
    return [dict(row) for row in data.in_order(data.play(plan, number) for number in range(count)) if row]


def written(path: Path, rows: list[dict[str, Any]]) -> Path:
    writer = Writer(path)
    for row in rows:
        writer.add(row)
    writer.close()
    return path


# Writing and reading


@each_game
def test_what_is_written_is_read_again_by_the_rules(game: Game[Any], tmp_path: Path) -> None:
    rows = rows_of(game)
    played = list(data.load(written(tmp_path / "matches.parquet", rows)))
    assert [one.number for one in played] == [0, 1, 2]
    for one, row in zip(played, rows, strict=True):
        assert [event.action for event in one.match.log] == [event["action"] for event in row["events"]]
        assert [score.total for score in game.scores(one.match.state)] == row["scores"]
        assert one.players == ("random",) * game.seats[-1]
        assert one.seed.hex() == row["seed"]
    assert len({row["seed"] for row in rows}) == 3, "every match has its own luck"


def test_positions_are_the_way_to_the_end(tmp_path: Path) -> None:
    game = games.find("new-haven")
    (played,) = data.load(written(tmp_path / "matches.parquet", rows_of(game, 1)))
    seen = [(game.turn(state), event.seat) for state, event in played.positions()]
    assert len(seen) == len(played.match.log)
    assert all(turn == seat for turn, seat in seen)


def test_events_as_one_table(tmp_path: Path) -> None:
    rows = rows_of(games.find("new-world"))
    table = data.events(written(tmp_path / "matches.parquet", rows))
    assert table.column_names == ["match", "number", *data.OF_AN_EVENT]
    assert table["match"].to_pylist() == [match for match, row in enumerate(rows) for _ in row["events"]]
    assert table["number"].to_pylist() == [number for row in rows for number in range(len(row["events"]))]
    assert table["spelling"].to_pylist() == [event["spelling"] for row in rows for event in row["events"]]


@each_game
def test_a_review_stands_beside_the_events(game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "glance", Depth(play=0.0, search=0.0, again=0, more=1))
    _, row = data.play(SelfPlay(game.name, 2, ("random",), depth="glance"), 0)
    assert row is not None
    path = written(tmp_path / "matches.parquet", [dict(row)])
    (played,) = data.load(path)
    found = review(played.match, "glance")
    table = data.events(path)
    assert table.column_names == ["match", "number", *data.OF_AN_EVENT, *data.OF_A_REVIEW]
    for event, finding in zip(table.to_pylist(), found.findings[1:], strict=True):
        assert (event["luck"] is not None) == (event["seat"] == CHANCE)
        assert event["worth"] == pytest.approx([worth.value for worth in finding.worth], abs=1e-3)
        assert (event["loss"] is None) == (event["seat"] == CHANCE or event["choices"] == 1)
        if finding.loss is not None and finding.best is not None:
            assert (event["best"], event["loss"]) == (game.spell(finding.best), pytest.approx(finding.loss.value, abs=1e-3))


def test_the_file_is_small_and_complete_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "matches.parquet"
    writer = Writer(path)
    writer.add(rows_of(games.find("new-england"), 1)[0])
    assert not path.exists()
    writer.close()
    assert [file.name for file in path.parent.iterdir()] == ["matches.parquet"]
    kind = parquet.ParquetFile(path).metadata.row_group(0).column(0).compression
    assert kind == "ZSTD"


def spoil_action(row: dict[str, Any]) -> None:
    row["events"][5]["action"] += 1


def spoil_scores(row: dict[str, Any]) -> None:
    row["scores"][0] += 1


def spoil_choices(row: dict[str, Any]) -> None:
    row["events"][7]["choices"] += 1


def spoil_luck(row: dict[str, Any]) -> None:
    row["seed"] = "00" * 32


def spoil_edition(row: dict[str, Any]) -> None:
    row["edition"] = 99


def spoil_parts(row: dict[str, Any]) -> None:
    row["parts"] = "other tiles"


def spoil_game(row: dict[str, Any]) -> None:
    row["game"] = "old-haven"


def spoil_options(row: dict[str, Any]) -> None:
    row["options"] = '{"side": "C"}'


def spoil_end(row: dict[str, Any]) -> None:
    del row["events"][-1]


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (spoil_action, "illegal"),
        (spoil_scores, "end"),
        (spoil_choices, "told"),
        (spoil_luck, "luck"),
        (spoil_edition, "edition"),
        (spoil_parts, "edition"),
        (spoil_game, "setup"),
        (spoil_options, "setup"),
        (spoil_end, "end"),
    ],
)
def test_a_row_that_is_not_true_is_found(tmp_path: Path, spoil: Callable[[dict[str, Any]], None], key: str) -> None:
    rows = rows_of(games.find("new-haven"), 2)
    spoil(rows[1])
    matches = data.load(written(tmp_path / "matches.parquet", rows))
    assert next(matches).number == 0
    with pytest.raises(BadData) as caught:
        next(matches)
    assert caught.value.key == f"data.{key}"
    assert all("1" in caught.value.say(language) for language in LANGUAGES)


def test_no_row_is_written_that_the_rules_do_not_allow() -> None:
    game = games.find("new-haven")
    with pytest.raises(AssertionError):
        data.row_of(Record(game, game.setup(2), (), ("a", "b"), data.SERVER))


def test_rows_come_in_order_however_the_workers_finish() -> None:
    coming: list[tuple[int, data.Row | None]] = [(2, {"n": 2}), (0, {"n": 0}), (1, None), (3, {"n": 3})]
    assert list(data.in_order(coming)) == [{"n": 0}, None, {"n": 2}, {"n": 3}]


# The commands


def test_export_and_report(shell: Shell) -> None:
    told = shell.good(
        "export", "tide-pool", "--games", "30", "--bots", "random,greedy", "--seats", "3", "--jobs", "2", "--out", "pool.parquet"
    )
    assert "30 matches in pool.parquet" in told
    card = (shell.folder / "pool.md").read_text(encoding="utf-8")
    assert card.startswith("# Tide Pool: 30 matches")
    assert "newfound export tide-pool --seats 3 --bots random,greedy --games 30 --seed 1" in card
    for column in (*data.COLUMNS, *(f"events.{name}" for name in data.OF_AN_EVENT)):
        assert f"| `{column}` |" in card
    assert "CC0-1.0" in card
    for shown in (Path(__file__).parent.parent / "docs" / "cards").glob("*.md"):  # as this command makes them
        assert shown.read_text(encoding="utf-8").partition("## Columns")[2] == card.partition("## Columns")[2].replace("pool", shown.stem)
    said = shell.good("report", "pool.parquet")
    assert "Tide Pool, 3 players, 30 matches" in said
    assert "win rate of seat 3" in said
    assert "win rate of greedy (60 seats)" in said
    ElementTree.fromstring((shell.folder / "pool.svg").read_text(encoding="utf-8"))
    assert "Tide Pool, 3 Spieler" in shell.good("report", "pool.parquet", "--lang", "de", "--out", "other.svg")
    assert (shell.folder / "other.svg").exists()


@pytest.mark.long
def test_the_same_command_makes_the_same_file(shell: Shell) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        shell.good("export", "tide-pool", "--games", "20", "--bots", "random", "--jobs", jobs, "--out", f"{name}.parquet")
    one, two = (parquet.read_table(shell.folder / f"{name}.parquet") for name in ("one", "two"))
    assert one.equals(two)


@pytest.mark.sample
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_in_every_language(shell: Shell, language: str) -> None:
    shell.good("export", "tide-pool", "--games", "1", "--bots", "random", "--out", "pool.parquet", "--licence", "ODbL", "--lang", language)
    card = (shell.folder / "pool.md").read_text(encoding="utf-8")
    assert "`events.choices`" in card
    assert "inf" not in shell.good("report", "pool.parquet", "--lang", language)
    assert "ODbL" in card


@pytest.mark.long
def test_mistakes_are_one_sentence(shell: Shell) -> None:
    assert "--database" in shell.mistake("export", "--out", "x.parquet")
    assert ".parquet" in shell.mistake("export", "tide-pool", "--out", "x.md")
    assert "no file" in shell.mistake("report", "missing.parquet")
    shell.write("text.parquet", "not a table")
    assert "cannot be read as Parquet" in shell.mistake("report", "text.parquet")
    parquet.write_table(pyarrow.table({"a": [1]}), shell.folder / "other.parquet")
    assert "not a file of matches" in shell.mistake("report", "other.parquet")
    parquet.write_table(pyarrow.Table.from_pylist([], schema=data.schema()), shell.folder / "empty.parquet")
    assert "no match" in shell.mistake("report", "empty.parquet")
    assert "no bot" in shell.mistake("export", "tide-pool", "--bots", "nobody", "--out", "x.parquet").lower()
    assert "database" in shell.mistake("export", "--database", "sqlite:///nowhere.db", "--out", "x.parquet")
    assert not (shell.folder / "nowhere.db").exists()
    assert not list(shell.folder.glob("x.parquet*"))


@pytest.mark.long
def test_a_run_that_is_stopped_leaves_whole_matches(shell: Shell) -> None:
    words = ["export", "tide-pool", "--games", "100000", "--bots", "random", "--jobs", "1", "--out", "pool.parquet"]
    running = subprocess.Popen(
        [*NEWFOUND, *words],
        env=shell.env, cwd=shell.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    half = shell.folder / "pool.parquet.part"
    until = time.monotonic() + 60
    while (not half.exists() or half.stat().st_size < 2000) and time.monotonic() < until:
        time.sleep(0.1)
    told, mistakes = interrupt(running)
    assert running.returncode == 130, mistakes
    assert "Stopped" in told
    assert 0 < parquet.read_metadata(shell.folder / "pool.parquet").num_rows < 100000
    assert not half.exists()


# What a report says


def test_means_and_rates_have_their_intervals() -> None:
    one = report.mean_of([1, 2, 3, 4])
    assert one.mean == 2.5
    assert round(one.high - one.mean, 3) == round(1.959964 * math.sqrt(5 / 3) / 2, 3)
    assert report.rate_of([1, 0, 0.5, 0.5]).mean == 0.5


def test_a_report_counts_what_is_there(tmp_path: Path) -> None:
    game = games.find("new-england")
    rows = rows_of(game, 4)
    (group,) = report.groups(written(tmp_path / "matches.parquet", rows))
    assert (group.title, group.seats, group.matches) == ("New England", game.seats[-1], 4)
    assert [list(points) for points in group.points] == [[row["scores"][seat] for row in rows] for seat in range(group.seats)]
    decisions = [[event["choices"] for event in row["events"] if event["seat"] != CHANCE] for row in rows]
    assert group.lengths == tuple(map(len, decisions))
    assert group.widest == max(map(max, decisions))
    assert group.branching.mean == pytest.approx(sum(sum(one) / len(one) for one in decisions) / 4)
    assert sum(one.mean for one in group.wins) == pytest.approx(1)
    assert len(group.course) == 10
    begins = [next(event["seat"] for event in row["events"] if event["seat"] != CHANCE) for row in rows]
    won = [(row["places"][seat] == 1) / row["places"].count(1) for row, seat in zip(rows, begins, strict=True)]
    assert group.first.mean == pytest.approx(sum(won) / 4 - 1 / group.seats)


# A server's matches


@pytest.mark.long
def test_finished_public_matches_of_a_server_without_names(shell: Shell, serve: Callable[..., Server], database: str) -> None:
    server = serve(database)

    async def evening() -> None:
        async with Person(server.url, "Wilhelmina") as person:
            for public in (True, False):
                table = await person.table("me", "bot", public=public)
                seat = await person.sit(table["code"])
                while await seat.play():
                    pass
            await person.table("me", "bot", public=True)  # begun and left

    asyncio.run(evening())
    assert "1 match in" in shell.good("export", "--database", database, "--out", "served.parquet")
    (played,) = data.load(shell.folder / "served.parquet")
    assert (played.players, played.source) == (("person", "random"), "server")
    assert played.seed, "every draw follows from the published seed"
    assert b"Wilhelmina" not in (shell.folder / "served.parquet").read_bytes()
    assert "Wilhelmina" not in (shell.folder / "served.md").read_text(encoding="utf-8")
    assert "no finished match" in shell.good("export", "new-world", "--database", database, "--out", "none.parquet")
