"""Why one action is better than another: what is said is true, follows from what its player could know, and is said in sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache, partial
from typing import Any

import pytest

from newfound import bots, games
from newfound.bots.greedy import Greedy
from newfound.core.dice import SEEDS, Dice
from newfound.core.game import CHANCE, OVER, Game, find_action, guesses
from newfound.core.text import LANGUAGES, game_catalog, values_of
from newfound.games._template import GAME as TIDE_POOL
from newfound.host.thinking import Job, think
from newfound.research.review import examine_decision
from newfound.review.outlook import Mean, Outlook, mean
from newfound.review.pieces import weigh
from newfound.review.reasons import ALIKE, CLOSE, COST, POINTS, SOON, Reason, compare, reasons, say
from newfound.review.soon import Ahead, until_over
from test_review import GLANCE, decisions, played

GAMES = [*(games.find(name) for name in games.names()), TIDE_POOL]
each_game = pytest.mark.parametrize("game", GAMES, ids=[*games.names(), "template"])
PLAYERS = ["Ann", "Ben", "Cleo", "Dan", "Eve"]


@cache
def mistakes(game: Game[Any], seats: int, most: int = 6) -> list[tuple[Any, int, int]]:
    """Positions in which something costly was done at random, with what was better."""
    found: list[tuple[Any, int, int]] = []
    for state, action in decisions(played(game, "random", seats=seats), 3):
        best, loss = examine_decision(game, state, action, GLANCE, 8, Dice(4))
        if best not in (None, action) and loss is not None and loss.sure and len(found) < most:
            found.append((state, best, action))
    return found


def why(game: Game[Any], state: Any, best: int, action: int, lines: int = 240) -> tuple[Reason, ...]:
    dice, seat = Dice(4), game.turn(state)
    return reasons(Outlook(game), guesses(game, state, seat, dice), seat, best, action, dice, lines)


def events(game: Game[Any], state: Any, action: int, seed: int) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """What comes with points within two turns after an action, counted by other code than that which says it."""
    seat, player, dice = game.turn(state), Greedy(game), Dice(seed)
    whose, begun, number = seat, 1, game.lap(state)[0] if game.lap else None
    if game.lap and game.lap(state)[1] >= 0:
        whose = game.lap(state)[1]
    game.apply(state, action)
    while game.turn(state) != OVER:
        now_number, now = game.lap(state) if game.lap else (None, game.turn(state))
        if number is not None and now_number is not None and now_number - number == 2:
            return
        if number is None and now not in (whose, CHANCE):
            begun, whose = begun + (now == seat), now
            if begun == 3:
                return
        action = game.draw(state, dice) if game.turn(state) == CHANCE else player.choose(lambda: state, dice)
        for news in game.tell(state, action, seat):
            if news.points:
                yield news.key, news.seat, dict(news.values)
        game.apply(state, action)


@each_game
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_every_claim_can_be_counted_again(game: Game[Any], most: bool) -> None:
    """With other dice it comes out the same, within what chance does to both, and the parts are the whole."""
    seats = (max if most else min)(game.seats)
    outlook, told = Outlook(game), 0
    for state, best, action in mistakes(game, seats):
        seat, dice = game.turn(state), Dice(77)
        guess = guesses(game, state, seat, dice)
        whole, parts = compare(outlook, (guess() for _ in range(240)), seat, best, action, dice)
        assert sum(part.points.value for part in parts) == pytest.approx(whole.value)
        claims = why(game, state, best, action)
        assert len(claims) <= 2
        for claim in claims:
            told += 1
            again, asked = counted(game, state, best, action, claim, parts, whole)
            assert abs(again.value - asked.value) <= 4.5 * (again.error**2 + asked.error**2) ** 0.5 + 1e-9, claim
    assert told


def counted(game: Game[Any], state: Any, best: int, action: int, claim: Reason, parts: Any, whole: Mean) -> tuple[Mean, Mean]:
    """What a claim says, and the same counted here."""
    seat, dice = game.turn(state), Dice(78)
    if claim.kind == ALIKE:
        return whole, Mean(0.0, 0.0)
    if claim.kind == COST:
        held = [game.copy(state) for _ in range(2)]
        for one, which in zip(held, (best, action), strict=True):
            game.apply(one, which)
        return Mean(game.judge().material(held[0], seat) - game.judge().material(held[1], seat), 0.0), claim.more
    if claim.kind == POINTS:
        assert abs(claim.more.value) > 2 * claim.more.error
        (part,) = (one for one in parts if one.key == claim.key and one.own == (claim.seat == seat))
        return Mean(part.points.value * (1 if part.own else -1), part.points.error), claim.more
    assert claim.kind == SOON
    assert abs((claim.values["cases"] - claim.values["others"]) / 10 - claim.more.value) < 0.2
    guess, seen = guesses(game, state, seat, dice), list[tuple[bool, bool]]()
    spoken = values_of(game_catalog(game.folder, "en").entries[claim.key])
    for _ in range(80):
        there, seed = guess(), dice.below(SEEDS)
        both = [
            any(
                key == claim.key.replace("soon.", "news.")
                and whose == claim.seat
                and all(values[name] == claim.values[name] for name in values if name in spoken)
                for key, whose, values in events(game, game.copy(there), which, seed)
            )
            for which in (best, action)
        ]
        seen.append((both[0], both[1]))
    for at, name in enumerate(("cases", "others")):
        share = mean([float(pair[at]) for pair in seen])
        assert abs(share.value - claim.values[name] / 10) < 0.05 + 4.5 * max(share.error, 0.06), claim
    return mean([float(this) - float(that) for this, that in seen]), claim.more


@pytest.mark.parametrize("game", GAMES[:-1], ids=games.names())
def test_a_hint_says_why_in_the_same_words(game: Game[Any]) -> None:
    """Of its two best actions; what it claims can be counted again too."""
    told = 0
    for state, *_ in mistakes(game, min(game.seats))[:4]:
        seat = game.turn(state)
        position = game.dump(game.redeal(state, seat, Dice(3)))
        answer = think(asdict(Job(game.name, "search", seat, position, 5, why=True)), lambda *_: bots.make("search", game))
        best, second, *_ = (*(find_action(game, state, thought["action"]) for thought in answer["thoughts"]), None)
        if best is None or second is None:
            continue
        guess = guesses(game, state, seat, Dice(77))
        whole, parts = compare(Outlook(game), (guess() for _ in range(240)), seat, best, second, Dice(77))
        for reason in answer["reasons"]:
            told += 1
            again, asked = counted(game, state, best, second, Reason.load(json.loads(json.dumps(reason))), parts, whole)
            assert abs(again.value - asked.value) <= 4.5 * (again.error**2 + asked.error**2) ** 0.5 + 1e-9, reason
    assert told or game.evaluation is None  # by the points so far much is alike


@each_game
def test_no_reason_depends_on_what_its_player_could_not_see(game: Game[Any]) -> None:
    for state, best, action in mistakes(game, max(game.seats))[:4]:
        other = game.redeal(state, game.turn(state), Dice(99))
        assert why(game, state, best, action, 60) == why(game, other, best, action, 60)
        judged = [weigh(game, one, best, action, GLANCE, Dice(5)) for one in (state, other)]
        assert judged[0] == judged[1]


def test_all_kinds_of_reasons_are_found() -> None:
    """None of them is there for nothing."""
    tables = [*((game, min(game.seats)) for game in GAMES), (games.find("new-england"), 3)]
    told = [claim for game, seats in tables for state in mistakes(game, seats) for claim in why(game, *state)]
    assert {claim.kind for claim in told} == {POINTS, SOON, ALIKE, COST}
    assert any(claim.key.startswith("soon.") and claim.values["cases"] > claim.values["others"] for claim in told)


def test_where_too_few_lines_can_be_played_nothing_is_said() -> None:
    game = games.find("new-england")
    (state, best, action), *_ = mistakes(game, 2)
    dice = Dice(4)
    for lines, seconds in ((7, 9.0), (240, -1.0)):
        assert reasons(Outlook(game), guesses(game, state, 0, dice), game.turn(state), best, action, dice, lines, seconds) == ()


@each_game
def test_two_turns_are_two_of_ones_own_or_two_rounds(game: Game[Any]) -> None:
    for since, *_ in mistakes(game, max(game.seats)):
        state, seat, dice = game.copy(since), game.turn(since), Dice(3)
        laps = list[tuple[int | None, int]]()
        for _ in until_over(game, state, seat, since):
            lap = game.lap(state) if game.lap else (None, game.turn(state))
            if lap[1] >= 0 and lap not in laps[-1:]:
                laps.append(lap)
            greedy = partial(Greedy(game).choose, partial(game.copy, state))
            game.apply(state, game.draw(state, dice) if game.turn(state) == CHANCE else greedy(dice))
        if laps[0][0] is not None:
            assert {number for number, _ in laps} <= {laps[0][0], laps[0][0] + 1}
        else:
            assert [whose for _, whose in laps].count(seat) <= 2


def test_a_sentence_is_foretold_only_of_what_a_game_has_a_sentence_for() -> None:
    ahead = Ahead(games.find("new-haven"))
    assert ahead.spoken["row"] == {"seat", "how", "line"}
    assert "over" not in ahead.spoken


def test_a_reason_is_a_sentence() -> None:
    catalogs = {language: game_catalog(games.find("new-haven").folder, language) for language in LANGUAGES}
    rows = Reason(POINTS, 0, "score.rows", Mean(1.84, 0.1))
    columns = Reason(POINTS, CHANCE, "score.columns", Mean(-1.0, 0.1))
    soon = Reason(SOON, 1, "soon.row", Mean(0.5, 0.1), {"line": "4", "how": "full", "cases": 7, "others": 0, "rounds": False})
    cost = Reason(COST, 0, "by.material", Mean(-1.2, 0.0))

    def said(language: str, reason: Reason, reader: int | None = None) -> str:
        return say(catalogs[language], reason, PLAYERS, reader)

    assert said("en", rows) == "Ann scores 1.8 points more with rows in the end."
    assert said("en", rows, 0) == "You score 1.8 points more with rows in the end."
    assert said("de", replace(rows, more=Mean(-1.84, 0.1)), 0) == "Du machst am Ende 1,8 Punkte weniger mit Reihen."
    assert said("en", columns, 0) == "The best rival scores 1.0 points fewer with columns in the end."
    assert said("fr", columns) == "Le meilleur rival marque à la fin 1,0 point de moins avec les colonnes."
    assert said("en", soon, 1) == "In 7 of 10 cases you complete the row of 4s within two turns, otherwise in none."
    assert said("de", soon) == "In 7 von 10 Fällen vervollständigt Ben die 4er-Reihe binnen zwei Zügen, sonst in keinem."
    catalogs = {language: game_catalog(games.find("new-england").folder, language) for language in LANGUAGES}
    assert said("fr", cost) == "Cela coûte l’équivalent d’environ 1,2 point en argent."
    assert said("en", replace(cost, more=Mean(1.2, 0.0))) == "It saves money worth about 1.2 points."
    assert said("en", Reason(ALIKE)) == "Played on to the end, the two come out about as good."


def test_a_hint_does_not_call_alike_what_its_own_numbers_tell_apart() -> None:
    """The twelfth decision of this match: the search sees a point between the two, their ends do not."""
    game = games.find("new-haven")
    state, dice, bot = game.start(game.setup(2)), Dice(1), bots.make("greedy", game)
    left = 12
    while left:
        turn = game.turn(state)
        left -= turn != CHANCE
        if left:
            game.apply(state, game.draw(state, dice) if turn == CHANCE else bot.choose(guesses(game, state, turn, dice), dice))
    said = think({"game": game.name, "level": "search", "seat": turn, "position": game.dump(state), "seed": 12, "why": True})
    first, second = (round(one["margin"], 1) for one in said["thoughts"][:2])
    assert first - second > CLOSE / 2 * game.judge().SCALE
    assert [one["kind"] for one in said["reasons"] if one["kind"] == ALIKE] == []


def test_a_part_without_words_of_its_own_is_named() -> None:
    catalog = game_catalog(games.find("new-haven").folder, "en")
    bare = type(catalog)("en", {key: text for key, text in catalog.entries.items() if not key.startswith("by.")})
    assert say(bare, Reason(POINTS, 0, "score.rows", Mean(1.84, 0.1)), PLAYERS) == "Ann scores 1.8 points more with “rows” in the end."


@each_game
def test_every_part_and_every_event_can_be_said_in_every_language(game: Game[Any]) -> None:
    parts = [key for key, _ in game.scores(played(game, "random").state)[0].parts]
    spoken = Ahead(game).spoken
    for language in LANGUAGES:
        catalog = game_catalog(game.folder, language)
        assert all(key.replace("score.", "by.") in catalog for key in parts)
        for name, values in spoken.items():
            assert values_of(catalog.entries[f"soon.{name}"]) == values
            assert f"news.{name}" in catalog
