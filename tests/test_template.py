"""The template is a game: a copy under another name is a new game, and a fault planted in it is caught."""

from __future__ import annotations

import dataclasses
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newfound import games
from newfound.core import gamefile
from newfound.core import lesson as lessons
from newfound.core.checks import Broken, Walk, check_spellings, setups
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, ONLOOKER, OVER, Game, News, Refusal, Score
from newfound.core.problem import BadFile
from newfound.core.text import game_catalog
from newfound.games import _template
from newfound.games._template import GAME, state
from newfound.games._template.components import KINDS

State = state.State
HERE = Path(_template.__file__).parent
TESTS = Path(__file__).parent


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game[Any]]:
    """The folder under a new name, in another place, and nothing else done."""
    folder = tmp_path_factory.mktemp("games")
    shutil.copytree(HERE, folder / "rock_pool")
    games.__path__.append(str(folder))
    yield games.find("Rock Pool")
    games.__path__.remove(str(folder))


def test_a_copy_is_a_game_of_its_own(copied: Game[Any]) -> None:
    assert copied.name == "rock-pool" in games.names()
    assert copied.folder.name == "rock_pool"
    assert copied.start.__module__ == "newfound.games.rock_pool.rules"
    assert "template" not in games.names()


def test_a_copy_passes_every_check(copied: Game[Any]) -> None:
    check_spellings(copied)
    for seed, setup in enumerate(setups(copied) * 3):
        match = Walk(copied, setup, Dice(seed).below).run()
        text = gamefile.write(gamefile.record(match))
        assert gamefile.replay(gamefile.parse(text), games.find).log == match.log


def test_a_copy_teaches(copied: Game[Any]) -> None:
    lesson = lessons.course(copied)["points"]
    lessons.check(copied, lesson)
    now = lessons.begin(copied, lesson)
    for text, points in (("lay star b3", 1), ("lay urchin a2", 4)):
        assert lessons.attempt(lesson, now, text) is None
        now = lessons.follow(lesson, now, text)
        assert now.won(lesson.you) == points
    assert lessons.frame(lesson, now)["scores"][0]["total"] == 5


@pytest.mark.parametrize(
    ("language", "lay", "toss"),
    [
        ("en", "Lay a starfish on c2", "Toss back a sea urchin"),
        ("fr", "Poser une étoile de mer en c2", "Remettre un oursin dans le sac"),
        ("de", "Einen Seestern auf c2 legen", "Einen Seeigel zurückwerfen"),
    ],
)
def test_the_words_of_an_action_fill_its_sentence(language: str, lay: str, toss: str) -> None:
    catalog = game_catalog(GAME.folder, language)

    def said(action: str) -> str:
        words = action.split()
        return catalog.say(f"do.{words[0]}", **{str(at): word for at, word in enumerate(words)})

    assert said("lay star c2") == lay
    assert said("toss urchin") == toss


@settings(max_examples=30, deadline=None)
@given(luck=st.data())
def test_hypothesis_as_the_dice(luck: st.DataObject) -> None:
    setup = luck.draw(st.sampled_from(setups(GAME)))
    Walk(GAME, setup, lambda n: luck.draw(st.integers(0, n - 1)), deep=4).run()


@pytest.mark.sample
@pytest.mark.parametrize("which", [["--pyargs", "newfound.games.rock_pool.tests"], [str(TESTS), "-k", "rock-pool"]], ids=["own", "generic"])
def test_the_tests_pass_on_a_copy(tmp_path: Path, which: list[str]) -> None:
    """Its own, and every test that goes through all games."""
    shutil.copytree(HERE, tmp_path / "rock_pool", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(TESTS.parent / "pyproject.toml"), *which]
    environment = os.environ | {"NEWFOUND_GAMES": str(tmp_path), "NEWFOUND_NO_SKIPS": ""}  # a copy elsewhere is not compiled
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_game_that_cannot_be_loaded_harms_no_other(tmp_path: Path) -> None:
    shutil.copytree(HERE, tmp_path / "rock_pool")
    (tmp_path / "rock_pool" / "rules.py").write_text("def start(:\n", encoding="utf-8")
    command = [sys.executable, "-c", "from newfound.cli import main; main()", "games"]
    done = subprocess.run(command, env=os.environ | {"NEWFOUND_GAMES": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "The game “rock-pool” cannot be loaded: SyntaxError" in done.stdout
    assert "New World" in done.stdout


# Planted faults: each is one function of the record replaced by a faulty one.


def caught(faulty: Game[Any]) -> str:
    """The check that fails first, over a few matches."""
    for seed, setup in enumerate(setups(GAME) * 5):
        try:
            Walk(faulty, setup, Dice(seed).below).run()
        except Broken as broken:
            return broken.check
    return "nothing"


def plant(**functions: Any) -> Game[Any]:
    return dataclasses.replace(GAME, **functions)


def test_the_game_without_a_fault_passes() -> None:
    assert caught(GAME) == "nothing"


def test_a_view_that_shows_a_hand() -> None:
    def observe(s: State, reader: int) -> Any:
        hand = dict(zip(KINDS, map(int, s.hands), strict=False))  # the first seat's, for everybody
        view = GAME.observe(s, reader)
        return view | {"players": [view["players"][0] | {"hand": hand}, *view["players"][1:]]}

    assert caught(plant(observe=observe)) == "secrecy"


def test_a_game_that_says_it_hides_nothing() -> None:
    assert caught(plant(open=True)) == "secrecy"


def test_a_view_that_shows_the_bag() -> None:
    def observe(s: State, reader: int) -> Any:
        return GAME.observe(s, reader) | {"bag": int(s.bag[0])}

    assert caught(plant(observe=observe)) == "secrecy"


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda view: view.pop("bag"), id="a key missing"),
        pytest.param(lambda view: view["players"][0].pop("held"), id="a key missing further in"),
        pytest.param(lambda view: view.update(cards=[]), id="a key too many"),
        pytest.param(lambda view: view.update(bag=None), id="nothing for a number"),
        pytest.param(lambda view: view.update(turn=True), id="yes for a number"),
        pytest.param(lambda view: view.update(phase="tide"), id="an unknown word"),
        pytest.param(lambda view: view["pool"].update(a1="pearl"), id="an unknown word among others"),
        pytest.param(lambda view: view["players"][-1].update(hand={"clam": 1}), id="not every kind"),
    ],
)
def test_a_view_that_is_not_of_its_type(change: Callable[[Any], object]) -> None:
    def observe(s: State, reader: int) -> Any:
        view = GAME.observe(s, reader)
        change(view)
        return view

    assert caught(plant(observe=observe)) == "view"


def test_a_redeal_that_changes_nothing() -> None:
    assert caught(plant(redeal=lambda s, _reader, _dice: GAME.copy(s))) == "secrecy"


def test_a_redeal_that_knows_the_truth_for_one_reader() -> None:
    def redeal(s: State, reader: int, dice: Dice) -> State:
        return GAME.copy(s) if reader == 1 else GAME.redeal(s, reader, dice)

    assert caught(plant(redeal=redeal)) == "secrecy"


def test_a_redeal_that_changes_the_readers_own_hand() -> None:
    assert caught(plant(redeal=lambda s, _reader, dice: GAME.redeal(s, ONLOOKER, dice))) == "secrecy"


def test_news_that_name_a_secret_shell() -> None:
    assert caught(plant(tell=lambda s, a, _reader: GAME.tell(s, a, int(s.seat)))) == "news"


def test_telling_that_plays_the_action() -> None:
    def tell(s: State, action: int, reader: int) -> list[News]:
        told = GAME.tell(s, action, reader)
        GAME.apply(s, action)
        return told

    assert caught(plant(tell=tell)) in ("tell", "secrecy")


def test_a_shallow_copy() -> None:
    def copy(s: State) -> State:
        t = state.copy(s)
        t.hands, t.pool = s.hands, s.pool
        return t

    assert caught(plant(copy=copy)) == "copy"


def test_a_lost_shell() -> None:
    def apply(s: State, action: int) -> None:
        GAME.apply(s, action)
        if GAME.spell(action).startswith("toss"):
            s.bag[0] -= 1

    assert caught(plant(apply=apply)) == "census"


def test_points_that_nobody_was_told() -> None:
    def scores(s: State) -> list[Score]:
        return [Score(score.total + int(s.tossed[seat]), score.parts) for seat, score in enumerate(GAME.scores(s))]

    assert caught(plant(scores=scores)) == "points"


def test_a_breakdown_that_does_not_add_up() -> None:
    assert caught(plant(scores=lambda s: [Score(score.total, score.parts[:1]) for score in GAME.scores(s)])) == "points"


def test_a_count_that_does_not_add_up() -> None:
    """To the scores, to those as they stand, and at the end the same."""

    def ended(s: State) -> State:
        end = GAME.copy(s)
        end.beside[0] += 3 * (GAME.turn(s) != OVER)
        return end

    def reckon(s: State) -> list[News]:
        return [news for news in GAME.reckoning(s) if news.points != 4]

    assert caught(plant(ended=ended)) == "nothing"
    assert caught(plant(ended=ended, reckon=reckon)) == "points"
    assert caught(plant(ended=lambda s: GAME.copy(s), reckon=reckon)) == "points"
    assert caught(plant(ended=lambda s: ended(GAME.start(GAME.setup(int(s.seats)))))) == "points"


def test_points_told_twice() -> None:
    assert caught(plant(tell=lambda s, a, reader: GAME.tell(s, a, reader) * 2)) == "points"


@pytest.mark.parametrize("gone", ["[news.toss]\nown", "apart =", "[do]\nlay"])
def test_a_missing_sentence(tmp_path: Path, gone: str) -> None:
    folder = shutil.copytree(HERE, tmp_path / "game")
    french = folder / "text" / "fr.toml"
    text = french.read_text(encoding="utf-8")
    assert gone in text
    french.write_text(text.replace(gone, gone.replace("own", "now").replace("apart", "part").replace("lay", "play")), encoding="utf-8")
    assert caught(dataclasses.replace(GAME, folder=folder)) == "speech"


def test_a_position_that_forgets() -> None:
    def load(data: Any) -> State:
        return GAME.load(data | {"tossed": [0] * data["seats"]})

    assert caught(plant(load=load)) == "dump"


def test_a_start_that_is_not_always_the_same() -> None:
    started: list[int] = []

    def start(setup: Any) -> State:
        s = GAME.start(setup)
        started.append(1)
        s.tossed[0] = len(started) % 2
        return s

    assert caught(plant(start=start)) == "replay"


def test_actions_in_disorder() -> None:
    assert caught(plant(actions=lambda s: GAME.actions(s)[::-1])) == "legality"


def test_luck_without_weight() -> None:
    assert caught(plant(weights=lambda s: [0 for _ in GAME.weights(s)])) == "legality"


def test_luck_that_does_not_follow_its_weights() -> None:
    def draw(s: State, dice: Dice) -> int:
        legal = GAME.actions(s)
        return legal[dice.below(len(legal))]

    assert caught(plant(draw=draw)) == "luck"


def test_weights_that_count_what_has_left_the_bag() -> None:
    def weights(s: State) -> list[int]:
        return [int(s.bag[kind]) + sum(int(laid) == kind for laid in s.pool) for kind in range(4) if s.bag[kind]]

    assert caught(plant(weights=weights)) == "luck"


def test_a_playout_that_stops_early() -> None:
    def playout(s: State, dice: Dice) -> None:
        if GAME.turn(s) == CHANCE:
            GAME.apply(s, GAME.draw(s, dice))

    assert caught(plant(playout=playout)) == "playout"


def test_a_refusal_without_a_clause() -> None:
    assert caught(plant(refuse=lambda _s, text: Refusal("play.unknown", values={"text": text}))) == "refuse"


def test_a_refusal_that_tells_a_hand() -> None:
    def refuse(s: State, text: str) -> Refusal:
        told = GAME.refuse(s, text)
        return dataclasses.replace(told, values=dict(told.values) | {"held": [int(count) for count in s.hands]})

    assert caught(plant(refuse=refuse)) == "secrecy"


def test_two_actions_with_one_spelling() -> None:
    with pytest.raises(AssertionError, match="both spelt"):
        check_spellings(plant(spell=lambda action: GAME.spell(action).split()[0]))


def write_set(folder: Path, patch: pytest.MonkeyPatch, text: str) -> None:
    (folder / "-template").mkdir(exist_ok=True)
    (folder / "-template" / "own.toml").write_text(text, encoding="utf-8")
    patch.setenv("NEWFOUND_SETS", str(folder))


def test_an_edited_set_is_read_again_and_an_equal_one_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shells = "[shells]\nclam = 9\nsnail = 9\nstar = 9\nurchin = {}"
    write_set(tmp_path, monkeypatch, shells.format(9))
    before = GAME.start(GAME.setup(2, shells="own"))
    write_set(tmp_path, monkeypatch, "# the same in other words\n" + shells.format(9))
    assert GAME.start(GAME.setup(2, shells="own")).set is before.set
    write_set(tmp_path, monkeypatch, shells.format(5))
    assert GAME.census(GAME.start(GAME.setup(2, shells="own")))["urchin"] == 5


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("shells = 3", "set.kinds"),
        ("[shells]\nclam = 9\nsnail = 9\nstar = 9", "set.kinds"),
        ("[shells]\nclam = 9\nsnail = 9\nstar = 9\nurchin = -1", "set.number"),
        ("[shells]\nclam = 1\nsnail = 2\nstar = 3\nurchin = 4", "set.few"),
        ("[shells", "set.unreadable"),
    ],
)
def test_a_broken_set_is_refused_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, key: str) -> None:
    write_set(tmp_path, monkeypatch, text)
    with pytest.raises(BadFile) as caught:
        GAME.setup(2, shells="own")
    assert caught.value.key == key
    assert all("own" in caught.value.say(language) for language in ("en", "fr", "de"))
