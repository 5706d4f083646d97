"""The core: dice, fairness, catalogs, matches, set-ups."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newfound import games
from newfound.core import sets
from newfound.core.dice import Dice
from newfound.core.fair import Fair, matches
from newfound.core.game import CHANCE, ONLOOKER, OVER, News, Refusal
from newfound.core.match import Event, Match, Refused
from newfound.core.problem import BadFile, BadSetup, NotLegal, Problem, Stale
from newfound.core.speech import tell_news, tell_refusal
from newfound.core.text import HERE, LANGUAGES, BadMessage, Catalog, core_catalog, plural, read_catalog

NEW_HAVEN = games.find("new-haven")
LUCK = Fair(b"a secret of at least eight bytes")


def test_dice_are_the_published_generator() -> None:
    """The numbers of xoroshiro64** from a known state, so that a draw can be recomputed in any language."""
    dice = Dice(0)
    dice.a, dice.b = 1, 2

    def reference(a: int, b: int) -> tuple[int, int, int]:
        def turn(x: int, k: int) -> int:
            return ((x << k) | (x >> (32 - k))) & 0xFFFFFFFF

        out = turn(a * 0x9E3779BB & 0xFFFFFFFF, 5) * 5 & 0xFFFFFFFF
        b ^= a
        return out, turn(a, 26) ^ b ^ (b << 9 & 0xFFFFFFFF), turn(b, 13)

    a, b = 1, 2
    for _ in range(100):
        out, a, b = reference(a, b)
        assert dice.word() == out


@given(st.integers(0, 2**64), st.integers(1, 2**31))
def test_dice_stay_below(seed: int, n: int) -> None:
    dice = Dice(seed)
    assert all(0 <= dice.below(n) < n for _ in range(20))


def test_dice_are_even() -> None:
    dice = Dice(7)
    thrown = Counter(dice.below(6) for _ in range(60_000))
    assert set(thrown) == set(range(6))
    assert sum((count - 10_000) ** 2 / 10_000 for count in thrown.values()) < 25  # chi square, 5 degrees: one in 7,000


def test_fair_luck_can_be_recomputed_from_seed_and_number() -> None:
    assert LUCK.commitment == hashlib.sha256(LUCK.seed).hexdigest()
    assert matches(LUCK.seed, LUCK.commitment)
    assert not matches(b"another", LUCK.commitment)
    assert [LUCK.at(3).below(1000) for _ in range(2)] == [Fair(LUCK.seed).at(3).below(1000)] * 2
    assert len({LUCK.at(number).word() for number in range(200)}) == 200


@pytest.mark.parametrize(
    ("language", "n", "category"), [("en", 0, "other"), ("en", 1, "one"), ("fr", 0, "one"), ("fr", 2, "other"), ("de", 1, "one")]
)
def test_plurals(language: str, n: int, category: str) -> None:
    assert plural(language, n) == category


def test_catalogs_fill_values_plurals_choices_words_and_names() -> None:
    catalog = Catalog(
        "en",
        {
            "word.wheat": "wheat",
            "tiles": "{n, plural, =0 {no tile} one {# tile} other {# tiles}}",
            "way": "{seat, player} builds {resource, word} {way, select, up {open} other {hidden ({n})}}",
        },
    )
    assert [catalog.say("tiles", n=n) for n in (0, 1, 2)] == ["no tile", "1 tile", "2 tiles"]
    assert Catalog("en", {"key": "town{n, plural, =0 {} other { with # flags}}"}).say("key", n=0) == "town"
    assert catalog.say("way", seat=1, players=["Ann", "Ben"], resource="wheat", way="down", n=3) == "Ben builds wheat hidden (3)"


def test_catalogs_are_filled_as_the_page_fills_them() -> None:
    """The cases that `web/src/text.test.ts` is held to as well."""
    cases = tomllib.loads((Path(__file__).parent / "text_cases.toml").read_text(encoding="utf-8"))
    for case in cases["case"]:
        for language in LANGUAGES:
            said = Catalog(language, cases["entries"]).fill(case["message"], case.get("values", {}))
            assert said == case.get(language, case["en"]), case


@pytest.mark.parametrize("message", ["{", "{a", "a}", "{a, nonsense, x}", "{missing}"])
def test_a_bad_message_is_our_mistake_and_says_so(message: str) -> None:
    with pytest.raises(BadMessage):
        Catalog("en", {"key": message}).say("key", a=1)


def test_news_and_refusals_are_told_with_all_their_cells() -> None:
    catalog = Catalog("en", {"news": "{seat, player}: {cells}", "refusal": "{cells} {why}"})
    assert tell_news(catalog, News("news", 1, cells=("a1", "b2")), ["Ann", "Ben"]) == "Ben: a1, b2"
    assert tell_refusal(catalog, Refusal("refusal", values={"why": "taken"}, cells=("a1", "b2"))) == "a1, b2 taken"


def test_the_core_speaks_three_languages() -> None:
    keys = {language: set(read_catalog(HERE, language)) for language in LANGUAGES}
    assert keys["en"] == keys["fr"] == keys["de"]
    problem = Problem("setup.seats", title="New Haven", low=2, high=4, seats=7)
    assert [problem.say(language) for language in LANGUAGES] == [
        "New Haven is for 2 to 4 players, not 7.",
        "New Haven se joue de 2 à 4, pas à 7.",
        "New Haven ist für 2 bis 4 Personen, nicht für 7.",
    ]
    assert core_catalog("en").language == "en"


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (5, {}, "New Haven is for 2 to 4 players, not 5."),
        (1, {}, "New Haven is for 2 to 4 players, not 1."),
        (2, {"sides": "A"}, "New Haven has no option “sides”."),
        (2, {"side": "C"}, "The option “side” cannot be “C”. It can be: A, B."),
        (2, {"redevelop": "perhaps"}, "It can be: no, yes."),
        (2, {"side": "B", "careful": True}, "Careful harvest is played on side A only (NH-V2)."),
    ],
)
def test_a_wrong_set_up_gets_one_clear_sentence(seats: int, options: dict[str, str | bool], sentence: str) -> None:
    with pytest.raises(BadSetup) as error:
        NEW_HAVEN.setup(seats, options)
    assert sentence in str(error.value)


def test_an_unknown_game_names_the_games_there_are() -> None:
    with pytest.raises(BadSetup, match="new-haven"):
        games.find("old-haven")
    assert games.find("New Haven") is NEW_HAVEN


def match() -> Match[object]:
    return Match.new(NEW_HAVEN, NEW_HAVEN.setup(2), LUCK)


def test_a_match_plays_and_never_changes_in_place() -> None:
    before = match()
    action = before.game.spell(before.game.actions(before.state)[0])
    after = before.play(0, action, at=len(before.log), luck=LUCK)
    assert len(after.log) == len(before.log) + 1
    assert before.game.dump(before.state) == before.game.dump(match().state)
    assert before.game.dump(Match.replay(after.game, after.setup, after.log).state) == before.game.dump(after.state)


def test_a_log_that_names_another_seat_or_an_illegal_action_is_not_replayed() -> None:
    now = match()
    legal = NEW_HAVEN.actions(now.state)
    assert Match.replay(NEW_HAVEN, now.setup, [*now.log, Event(0, legal[0])]).log[-1] == Event(0, legal[0])
    illegal = next(action for action in range(NEW_HAVEN.n_actions) if action not in legal)
    for wrong in (Event(1, legal[0]), Event(CHANCE, legal[0]), Event(0, illegal)):
        with pytest.raises(Stale, match=NEW_HAVEN.spell(wrong.action)):
            Match.replay(NEW_HAVEN, now.setup, [*now.log, wrong])


def test_stale_foreign_and_illegal_actions_are_refused_and_nothing_is_lost() -> None:
    now = match()
    with pytest.raises(Stale, match="moved on"):
        now.play(0, "pass", at=3)
    with pytest.raises(NotLegal, match="player 1's turn"):
        now.play(1, "pass")
    with pytest.raises(Refused, match="first lay a tile") as refused:
        now.play(0, "pass")
    assert refused.value.refusal.clause == "NH-T1"
    with pytest.raises(Refused, match="not an action of this game"):
        now.play(0, "fly to the moon")
    assert refused.value.say("de").startswith("Passen geht jetzt nicht")


def test_an_action_is_found_however_it_is_spaced_and_in_either_case() -> None:
    now = match()
    legal = NEW_HAVEN.actions(now.state)[0]
    text = NEW_HAVEN.spell(legal)
    assert [now.legal(0, spelt) for spelt in (text.upper(), f"  {text.replace(' ', '   ')} ")] == [legal, legal]


def test_undo_goes_back_to_the_last_draw_or_change_of_turn() -> None:
    start = match()
    assert not start.can_undo(0)
    with pytest.raises(NotLegal, match="Nothing to take back"):
        start.undo(0)
    action = next(a for a in start.game.actions(start.state) if start.game.spell(a).startswith("lay"))
    laid = start.play(0, action, luck=LUCK)
    back = laid.undo(0)
    assert (back.log, back.game.dump(back.state)) == (start.log, start.game.dump(start.state))
    passed = laid.play(0, "pass", luck=LUCK)
    assert (passed.turn, passed.can_undo(0), passed.can_undo(1)) == (1, False, False)


def test_without_luck_a_match_waits_for_the_draw_to_be_typed_in() -> None:
    table = Match.new(NEW_HAVEN, NEW_HAVEN.setup(2))
    assert table.turn == CHANCE
    with pytest.raises(NotLegal, match="Luck is being drawn"):
        table.play(0, "pass")
    assert table.play(CHANCE, "draw wheat-3").game.observe(table.state, ONLOOKER)["bag"] == 144


def test_a_frame_shows_actions_only_to_whose_turn_it_is() -> None:
    now = match()
    frames = {reader: now.frame(reader, since=0) for reader in (0, 1, ONLOOKER)}
    assert frames[0]["actions"]
    assert not frames[1]["actions"]
    assert not frames[ONLOOKER]["actions"]
    assert len(frames[0]["news"]) == frames[0]["at"] == len(now.log)
    assert frames[0]["news"] != frames[1]["news"]  # each sees what they drew themselves


def test_news_are_the_same_with_and_without_the_match_as_it_was_before() -> None:
    line = [match()]
    for _ in range(6):
        line.append(line[-1].play(line[-1].turn, line[-1].game.actions(line[-1].state)[0], luck=LUCK))
    now = line[-1]
    for reader in (0, 1, ONLOOKER):
        for since in range(len(now.log) + 1):
            replayed = list(now.news(reader, since))
            assert all(list(now.news(reader, since, before)) == replayed for before in line)
    assert list(now.news(0, len(now.log))) == []


def test_after_the_end_nothing_can_be_played() -> None:
    state = NEW_HAVEN.start(NEW_HAVEN.setup(2))
    NEW_HAVEN.playout(state, Dice(1))
    assert NEW_HAVEN.turn(state) == OVER
    with pytest.raises(NotLegal, match="over"):
        Match(NEW_HAVEN, NEW_HAVEN.setup(2), (), state).play(0, "pass")


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """The folder of a game that has one set."""
    (tmp_path / "game" / "sets").mkdir(parents=True)
    (tmp_path / "game" / "sets" / "own.toml").write_text("# mine\ntiles = [1, 2]\n")
    return tmp_path / "game"


def test_a_set_is_looked_for_in_its_folder_only(shelf: Path) -> None:
    (shelf / "secret.toml").write_text("tiles = []")
    assert sets.load(shelf, "own", lambda reader: reader.data) == {"tiles": [1, 2]}
    for name in ("../secret", "secret", str(shelf / "secret")):
        with pytest.raises(BadFile):
            sets.digest(shelf, name)


def test_the_digest_of_a_set_follows_its_data_and_nothing_else(shelf: Path) -> None:
    file, before = shelf / "sets" / "own.toml", sets.digest(shelf, "own")
    for text, same in (("tiles = [\n  1,\n  2,\n]  # ours\n", True), ("tiles = [2, 1]\n", False)):
        file.write_text(text)
        os.utime(file, ns=(len(text), len(text)))
        assert (sets.digest(shelf, "own") == before) is same
