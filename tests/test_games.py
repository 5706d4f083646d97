"""What every game must satisfy, with hypothesis as the dice: a failure shrinks to the shortest match that shows it."""

from __future__ import annotations

import gc
import tomllib
import tracemalloc
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from newfound import games
from newfound.cli.luck import fair
from newfound.core.checks import Walk, check_spellings, setups
from newfound.core.dice import Dice
from newfound.core.fair import Fair
from newfound.core.game import CHANCE, ONLOOKER, OVER, Game
from newfound.core.gamefile import parse, replay
from newfound.core.match import Match
from newfound.core.perft import sequences
from newfound.core.rulebook import clauses, page
from newfound.core.text import LANGUAGES, game_catalog, read_catalog

GAMES = [games.find(name) for name in games.names()]
each_game = pytest.mark.parametrize("game", GAMES, ids=games.names())
DECISIONS = 60  # hypothesis chooses so many itself, its seed the rest: enough to shrink, quick enough to run


@each_game
@settings(deadline=None, max_examples=12, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate, Phase.shrink])
@given(data=st.data())
def test_every_check_holds_in_every_match(game: Game[Any], data: st.DataObject) -> None:
    setup = data.draw(st.sampled_from(setups(game)), label="setup")
    dice = Dice(data.draw(st.integers(0, 2**31), label="seed"))
    chosen = 0

    def below(n: int) -> int:
        nonlocal chosen
        chosen += 1
        return data.draw(st.integers(0, n - 1)) if chosen <= DECISIONS else dice.below(n)

    Walk(game, setup, below, deep=25).run()


@each_game
def test_every_set_up_plays_to_its_end(game: Game[Any]) -> None:
    for number, setup in enumerate(setups(game)):
        Walk(game, setup, Dice(number).below, deep=200).run()


@each_game
def test_draws_come_as_often_as_their_weights_say(game: Game[Any]) -> None:
    """By chi square, at the first and the last draw of each kind: `Walk` checks where one throw decides, this where several do."""
    dice, throws = Dice(1), 8_000
    for setup in (game.setup(game.seats[0]), setups(game)[-1]):
        some: dict[tuple[str, str], Any] = {}
        state = game.start(setup)
        while (turn := game.turn(state)) != OVER:
            if turn == CHANCE:
                phase = game.observe(state, ONLOOKER)["phase"]
                some[phase, "last"] = game.copy(state)
                some.setdefault((phase, "first"), some[phase, "last"])
            legal = game.actions(state)
            game.apply(state, game.draw(state, dice) if turn == CHANCE else legal[dice.below(len(legal))])
        for which, state in some.items():
            weights = dict(zip(game.actions(state), game.weights(state), strict=True))
            drawn = Counter(game.draw(state, dice) for _ in range(throws))
            expected = {action: throws * weight / sum(weights.values()) for action, weight in weights.items()}
            chi = sum((drawn[action] - often) ** 2 / often for action, often in expected.items())
            assert set(drawn) <= set(weights)
            assert chi < len(weights) + 6 * (2 * len(weights)) ** 0.5, which


@each_game
def test_golden_matches_replay_and_their_luck_is_fair(game: Game[Any]) -> None:
    files = sorted((game.folder / "tests" / "golden").glob("*.game"))
    assert files, "a game has golden matches"
    for path in files:
        file = parse(path.read_text(encoding="utf-8"))
        match = replay(file, lambda _: game)  # whatever the folder is called
        state = game.start(match.setup)
        for number, event in enumerate(match.log):
            if event.seat == CHANCE and file.seed:
                assert game.draw(state, Fair(bytes.fromhex(file.seed)).at(number)) == event.action, f"{path.name}, event {number}"
            game.apply(state, event.action)


@each_game
def test_perft_table(game: Game[Any]) -> None:
    """`newfound perft GAME --seats N --option ... --seed N` prints these numbers."""
    for row in tomllib.loads((game.folder / "tests" / "perft.toml").read_text(encoding="utf-8"))["row"]:
        setup = game.setup(row["seats"], row.get("options", {}))
        match = Match.new(game, setup, fair(row["seed"]))
        counts = [sequences(game, match.state, depth + 1) for depth in range(len(row["counts"]))]
        assert counts == row["counts"], row


@each_game
def test_every_action_has_one_spelling(game: Game[Any]) -> None:
    check_spellings(game)


@each_game
def test_positions_leave_nothing_in_memory(game: Game[Any]) -> None:
    """An array handed from interpreted to compiled code would never be freed."""
    state = game.start(game.setup(game.seats[-1]))
    game.playout(state, Dice(1))
    position = game.dump(state)

    def work() -> None:
        for _ in range(50):
            loaded = game.load(position)
            game.dump(game.copy(loaded))
            game.census(game.redeal(loaded, 0, Dice(1)))
            game.observe(loaded, 0)

    work()
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    work()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 20_000


@each_game
def test_the_catalogs_of_all_languages_have_the_same_keys(game: Game[Any]) -> None:
    keys = {language: set(read_catalog(game.folder / "text", language)) for language in LANGUAGES}
    for language in LANGUAGES:
        assert keys[language] == keys["en"], f"{language}: {sorted(keys[language] ^ keys['en'])}"


@each_game
def test_every_option_is_explained_in_every_language(game: Game[Any]) -> None:
    for language in LANGUAGES:
        catalog = game_catalog(game.folder, language)
        for option in game.options:
            assert f"option.{option.name}.name" in catalog
            assert f"option.{option.name}.about" in catalog
            assert option.clause in clauses(game.folder, language)


@each_game
def test_the_rulebook_has_the_same_clauses_in_every_language(game: Game[Any]) -> None:
    for language in LANGUAGES:
        assert list(clauses(game.folder, language)) == list(clauses(game.folder)), language
        for clause, text in clauses(game.folder, language).items():
            assert page(game.folder, language).count(f'<a id="{clause}"></a>') == 1
            assert len(text) > 20


@each_game
def test_turns_and_rounds_of_a_match_can_be_leafed_through(game: Game[Any]) -> None:
    """A turn is one person's, a round has one of everybody's at least, and luck that goes before belongs to neither."""
    setup = game.setup(game.seats[-1])
    match = Walk(game, setup, Dice(3).below, deep=10_000).run()
    course = match.course()
    turns, rounds = course["turns"], [one["at"] for one in course["rounds"]]
    whole = [one["round"] for one in course["rounds"]]
    assert turns == sorted(set(turns))
    assert set(rounds) <= set(turns)
    assert whole == list(range(whole[0], whole[0] + len(whole)))
    for low, high in pairwise(rounds):
        assert {match.log[at].seat for at in range(low, high)} >= set(range(setup.seats))
