"""The arena: pairing, resuming, verdicts, and bots that are programs of their own."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from cli import NEWFOUND, interrupt
from newfound import bots, games
from newfound.research.arena import BadArena, Book, Plan, Result, play, play_and_log
from newfound.research.picture import svg, write_parquet
from newfound.research.standings import sprt, standings, wilson

EXAMPLES = Path(__file__).parent.parent / "examples"
PLAN = Plan("new-haven", 2, ("greedy", "random"))


def untimed(result: Result) -> Result:
    return replace(result, seconds=())


def test_luck_is_paired_and_seats_rotate() -> None:
    assert [PLAN.table(number) for number in range(3)] == [(0, ("greedy", "random")), (0, ("random", "greedy")), (1, ("greedy", "random"))]
    three = Plan("new-england", 3, ("hard", "greedy"))
    assert three.lineups() == [("hard", "greedy", "greedy"), ("greedy", "greedy", "hard"), ("greedy", "hard", "greedy")]
    assert len(Plan("new-haven", 2, ("hard", "greedy", "random")).lineups()) == 6


def test_a_match_follows_from_its_plan_and_number() -> None:
    assert untimed(play(PLAN, 3)) == untimed(play(PLAN, 3))
    assert play(PLAN, 3).lineup == ("random", "greedy")


WITNESS = """
class Witness:
    def __init__(self, game):
        self.game = game
    def choose(self, guess, dice):
        HANDED.append([self.game.dump(guess()) for _ in range(2)])
        legal = self.game.actions(guess())
        return legal[dice.below(len(legal))]
HANDED, make = [], Witness
"""


def test_a_bot_is_handed_guesses_and_never_the_true_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "witness.py").write_text(WITNESS)
    monkeypatch.setattr(bots, "__path__", [*bots.__path__, str(tmp_path)])
    game = games.find("new-haven")
    _, log = play_and_log(Plan("new-haven", 2, ("witness", "random")), 0)
    handed, true, state = import_module("newfound.bots.witness").HANDED, 0, game.start(game.setup(2))
    decisions = iter(handed)
    for event in log:
        if event.seat == 0:
            guesses = next(decisions)
            assert all(game.observe(game.load(guess), 0) == game.observe(state, 0) for guess in guesses)
            true += game.dump(state) in guesses or guesses[0] == guesses[1]
        game.apply(state, event.action)
    assert len(handed) > 20
    assert true < len(handed) / 10  # now and then a guess is right


def test_a_book_goes_on_where_it_was_and_forgets_half_a_line(tmp_path: Path) -> None:
    book = Book(tmp_path / "results.jsonl", PLAN)
    book.add(play(PLAN, 1))
    with book.path.open("a") as file:
        file.write('{"number": 0, "luck"')
    again = Book(book.path, PLAN)
    assert again.missing(3) == [0, 2]
    again.add(play(PLAN, 0))
    assert [untimed(result) for result in Book(book.path, PLAN).in_order(2)] == [untimed(play(PLAN, number)) for number in (0, 1)]
    with pytest.raises(BadArena):
        Book(book.path, replace(PLAN, seed=2))


def test_intervals_hold_the_rate() -> None:
    low, high = wilson(140, 200)
    assert round(low, 3) == 0.633
    assert round(high, 3) == 0.759


def made(number: int, won: bool) -> Result:
    luck, lineup = PLAN.table(number)
    places = tuple(1 if (name == "greedy") == won else 2 for name in lineup)
    return Result(number, luck, lineup, (1, 2), places, 9, (1, 1), (0.1, 0.1))


def test_a_sequential_test_comes_to_its_verdict() -> None:
    assert sprt(PLAN, [made(number, True) for number in range(60)], 0.1).key == "accepted"
    assert sprt(PLAN, [made(number, False) for number in range(60)], 0.1).key == "rejected"
    assert sprt(PLAN, [made(number, True) for number in range(4)], 0.1).key == "open"


def test_a_sequential_test_counts_one_luck_lost_and_one_won_beside_those_played() -> None:
    """30 lucks all won: a mean of 1, a variance of 1/32, and 30 x 0.1 x (2 - 0.5 - 0.6) / (2/32)."""
    assert sprt(PLAN, [made(number, True) for number in range(60)], 0.1).llr == pytest.approx(43.2)
    assert sprt(PLAN, [made(number, False) for number in range(60)], 0.1).llr == pytest.approx(-52.8)
    even = sprt(PLAN, [made(number, number // 2 % 2 == 0) for number in range(24)], 0.1)
    assert even.llr == pytest.approx(12 * 0.1 * -0.1 / (2 * 0.25))
    assert even.key == "open"


def test_standings_picture_and_columns(tmp_path: Path) -> None:
    results = [made(number, number != 3) for number in range(8)]
    first, second = standings(PLAN, results)
    assert (first.bot, first.wins, second.wins) == ("greedy", 7, 1)
    assert first.rating > second.rating
    assert "greedy" in svg("A & B", [first, second], "win rate", "score")
    write_parquet(tmp_path / "results.parquet", results)
    assert (tmp_path / "results.parquet").stat().st_size > 0


def arena(folder: Path, count: int = 24) -> list[str]:
    words = ["arena", "new-haven", "--bots", "greedy,random", "--games", str(count), "--jobs", "1"]
    return [*NEWFOUND, *words, "--out", str(folder), "--lang", "en"]


def rows(folder: Path) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()[1:]]
    return sorted(({**line, "seconds": 0} for line in lines), key=lambda line: line["number"])


def test_a_shared_win_counts_its_share() -> None:
    results = [made(0, True), replace(made(1, True), places=(1, 1))]
    assert [(one.bot, one.wins) for one in standings(PLAN, results)] == [("greedy", 1.5), ("random", 0.5)]


def test_a_machine_that_was_too_slow_is_told(tmp_path: Path) -> None:
    book = Book(tmp_path / "results.jsonl", replace(PLAN, options=dict(games.find("new-haven").setup(2).options)))
    for number in range(4):
        book.add(replace(made(number, True), decisions=(9, 9), hurried=(number if number % 2 else 0, 0)))
    said = subprocess.run(arena(tmp_path, 4), check=True, capture_output=True, text=True, timeout=120).stdout
    sentence = "random: the machine was too slow for 4 of 36 decisions."
    assert sentence in said
    assert sentence in (tmp_path / "standings.md").read_text()
    assert "greedy: the machine" not in said


@pytest.mark.long
def test_interrupted_and_started_again_it_ends_the_same(tmp_path: Path) -> None:
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    first = subprocess.Popen(arena(broken), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    book = broken / "results.jsonl"
    until = time.monotonic() + 60
    while time.monotonic() < until and (not book.exists() or len(book.read_text().splitlines()) < 4):
        time.sleep(0.02)
    interrupt(first)
    assert first.returncode in (0, 130)
    for folder in (broken, whole):
        subprocess.run(arena(folder), check=True, capture_output=True, timeout=120)
    assert rows(broken) == rows(whole)

    def table(folder: Path) -> list[list[str]]:  # all columns but the time
        cells = [line.split("|") for line in (folder / "standings.md").read_text().splitlines() if line.startswith("|")]
        return [row[:7] + row[8:] for row in cells]

    assert table(broken) == table(whole)


def program(tmp_path: Path, body: str) -> str:
    file = tmp_path / "bot.py"
    file.write_text("import json, sys, time\nfor line in sys.stdin:\n    kind = json.loads(line)['type']\n" + body)
    return f"run:{shlex.join([sys.executable, str(file)])}"


HELLO = "    if kind == 'hello': print(json.dumps({'type': 'hello', 'protocol': 1}), flush=True)\n"


@pytest.mark.parametrize("example", [shlex.join([sys.executable, f"{EXAMPLES}/bot.py"]), shlex.join(["node", f"{EXAMPLES}/bot.js"])])
def test_the_examples_play_whole_matches(example: str) -> None:
    if example.startswith("node") and not any(Path(folder, "node").exists() for folder in os.environ["PATH"].split(os.pathsep)):
        pytest.skip("no Node here")
    result = play(Plan("new-haven", 2, (f"run:{example}", "random")), 0)
    assert result.lost == {}
    assert result.decisions[0] > 0


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (HELLO + "    if kind == 'act': sys.exit(3)\n", "ended (exit code 3)"),
        (HELLO + "    if kind == 'act': print(json.dumps({'type': 'action', 'action': 'win'}), flush=True)\n", "not legal"),
        (HELLO + "    if kind == 'act': print('what?', flush=True)\n", "what?"),
        (HELLO + "    if kind == 'act': time.sleep(60)\n", "within 0.5 seconds"),
        ("    if kind == 'hello': print(json.dumps({'type': 'hello', 'protocol': 9}), flush=True)\n", "version 1"),
    ],
)
def test_a_bot_that_crashes_cheats_or_hangs_loses_that_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, reason: str
) -> None:
    monkeypatch.setattr("newfound.bots._program.Program.__init__.__defaults__", (0.5 if "sleep" in body else 10.0,))
    result = play(Plan("new-haven", 2, (program(tmp_path, body), "random")), 0)
    assert reason in result.lost["0"]
    assert result.places == (2, 1)


def test_a_program_is_shown_the_view_of_its_own_seat(tmp_path: Path) -> None:
    body = "    if kind == 'act': print(json.dumps({'type': 'action', 'action': json.loads(line)['actions'][0]}), flush=True)\n"
    keeping = f"    if kind in ('match', 'observe'): open({str(tmp_path / 'told')!r}, 'a').write(line)\n"
    assert play(Plan("new-haven", 2, ("random", program(tmp_path, HELLO + body + keeping))), 0).lost == {}
    match, *told = (json.loads(line) for line in (tmp_path / "told").read_text().splitlines())
    assert (match["type"], match["seat"]) == ("match", 1)
    assert {message["view"]["reader"] for message in told} == {1}
    game = games.find("new-haven")
    for message in told:
        assert json.loads(json.dumps(game.observe(game.load(message["position"]), 1))) == message["view"]


def test_a_bot_of_another_checkout_plays_by_its_own_rules_and_bots() -> None:
    """That of this one, so that nothing has to be fetched or compiled."""
    here = EXAMPLES.parent
    other = shlex.join([sys.executable, f"{here}/bench/before.py", str(here), "--play", "medium"])
    result = play(Plan("new-haven", 2, (f"run:{other}", "random")), 0)
    assert result.lost == {}
    assert result.places == (1, 2)


def test_a_program_that_is_not_there_loses_too() -> None:
    result = play(Plan("new-haven", 2, ("run:no-such-program-anywhere", "random")), 1)
    assert "no-such-program-anywhere" in result.lost["1"]
    assert result.places == (1, 2)
