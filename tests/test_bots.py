"""Bots: what they must do in every game, and that they know no more than their seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from newfound import bots, games
from newfound.bots import Bot
from newfound.bots.greedy import Greedy
from newfound.bots.search import Searching
from newfound.core.ahead import margin
from newfound.core.dice import Dice
from newfound.core.game import CHANCE, OVER, Game, guesses
from newfound.core.problem import BadSetup
from newfound.core.text import LANGUAGES, game_catalog
from newfound.games._template import GAME as TIDE_POOL

GAMES = [games.find(name) for name in games.names()]
each_game = pytest.mark.parametrize("game", GAMES, ids=games.names())


def positions(game: Game[Any], every: int, most: int, seed: int = 3) -> list[Any]:
    """Decisions of a match between greedy players, one in so many."""
    player, dice, state = bots.make("greedy", game), Dice(seed), game.start(game.setup(min(game.seats)))
    found: list[Any] = []
    number = 0
    while game.turn(state) != OVER and len(found) < most:
        if game.turn(state) == CHANCE:
            game.apply(state, game.draw(state, dice))
            continue
        if number % every == every - 1 and len(game.actions(state)) > 1:
            found.append(game.copy(state))
        number += 1
        game.apply(state, player.choose(lambda: game.copy(state), dice))
    return found


def seen(game: Game[Any], state: Any, seed: int) -> Callable[[], Any]:
    return guesses(game, state, game.turn(state), Dice(seed))


def chosen(game: Game[Any], bot: Bot, state: Any) -> int:
    return bot.choose(seen(game, state, 7), Dice(8))


def makers(game: Game[Any]) -> dict[str, Callable[[], Bot]]:
    """Every bot; the levels that think long are the same search with fewer simulations."""
    quick = {name: (lambda name=name: bots.make(name, game)) for name in ("random", "greedy", "easy", "medium")}
    return quick | {"search": lambda: Searching(game, 60)}


@each_game
def test_bots_choose_legal_actions_and_the_same_ones_for_the_same_dice(game: Game[Any]) -> None:
    for state in positions(game, 7, 6):
        for make in makers(game).values():
            action = chosen(game, make(), state)
            assert action in game.actions(state)
            assert chosen(game, make(), state) == action


@each_game
def test_a_whole_match_of_the_search_is_the_same_twice(game: Game[Any]) -> None:
    def played() -> list[int]:
        players = [Searching(game, 12) for _ in range(min(game.seats))]
        dice, state = Dice(5), game.start(game.setup(min(game.seats)))
        log: list[int] = []
        while (turn := game.turn(state)) != OVER and len(log) < 150:
            log.append(game.draw(state, dice) if turn == CHANCE else players[turn].choose(seen(game, state, len(log)), Dice(len(log))))
            game.apply(state, log[-1])
        return log

    assert played() == played()


@dataclass
class Cheat:
    """Reads the true state out of the guess it was handed: what no bot may do."""

    game: Game[Any]

    def choose(self, guess: Callable[[], Any], dice: Dice) -> int:
        true = next(cell.cell_contents for cell in guess.__closure__ or () if hasattr(cell.cell_contents, "phase"))
        legal = self.game.actions(true)
        return legal[(hash(str(self.game.dump(true))) + dice.below(1)) % len(legal)]


def is_honest(game: Game[Any], make: Callable[[], Bot]) -> bool:
    """Whether the choice stays the same when all that the seat cannot see is dealt anew."""
    for state in positions(game, 9, 4):
        for seed in (11, 12, 13):
            other = game.redeal(state, game.turn(state), Dice(seed))
            if chosen(game, make(), state) != chosen(game, make(), other):
                return False
    return True


@each_game
def test_bots_are_honest(game: Game[Any]) -> None:
    for name, make in makers(game).items():
        assert is_honest(game, make), name


def test_a_bot_that_cheats_is_found_out() -> None:
    game = games.find("new-haven")  # the one with secret hands
    assert not is_honest(game, lambda: Cheat(game))


@each_game
def test_the_evaluation_knows_the_score_once_it_is_over(game: Game[Any]) -> None:
    judged = game.judge()
    for seats in game.seats:
        state = game.start(game.setup(seats))
        game.playout(state, Dice(seats))
        found = judged.evaluate(state)
        assert [round(points - 0.4) for points in found] == [score.total for score in game.scores(state)]


@each_game
def test_quick_play_ends_and_keeps_to_the_rules(game: Game[Any]) -> None:
    judged = game.judge()
    for seats in game.seats:
        for seed in range(3):
            state, dice = game.start(game.setup(seats)), Dice(seed)
            census = game.census(state)
            for _ in range(1000):
                if game.turn(state) == OVER:
                    break
                judged.rollout(state, dice)
                if game.turn(state) == CHANCE:
                    game.apply(state, game.draw(state, dice))
            assert game.turn(state) == OVER
            assert game.census(state) == census


@each_game
def test_a_search_can_say_what_it_thought(game: Game[Any]) -> None:
    for state in positions(game, 11, 3):
        thoughts = Searching(game, 80).explain(seen(game, state, 1), Dice(2))
        assert 1 <= len(thoughts) <= 3
        assert thoughts[0].visits == max(thought.visits for thought in thoughts)
        assert all(thought.action in game.actions(state) for thought in thoughts)
        for language in LANGUAGES:
            for reason in (reason for thought in thoughts for reason in thought.reasons):
                assert game_catalog(bots.HERE, language).say(f"why.{reason.key}", points=reason.points)


@each_game
def test_a_kept_tree_is_used_on_its_own_position_and_on_no_other(game: Game[Any]) -> None:
    goes_on = used = 0
    here, *others = positions(game, 3, 40)
    for other in others:
        bot, after = Searching(game, 30), game.copy(here)
        game.apply(after, chosen(game, bot, here))
        if bot.kept is not None:
            goes_on += 1
            used += bot.think(seen(game, after, 1), Dice(2), after) is bot.kept[1]
            assert bot.explain(seen(game, other, 1), Dice(2)) == Searching(game, 30).explain(seen(game, other, 1), Dice(2))
        here = other
    assert used or not goes_on


@each_game
def test_every_level_is_another_player(game: Game[Any]) -> None:
    states = positions(game, 3, 30)
    played = {name: [chosen(game, bots.make(name, game), state) for state in states] for name in ("easy", "medium", "greedy")}
    assert played["medium"] == played["greedy"]
    assert played["easy"] != played["medium"] or not game.evaluation  # by points alone they may see the same
    hard, expert = (bots.make(name, game) for name in ("hard", "expert"))
    assert isinstance(hard, Searching)
    assert isinstance(expert, Searching)
    assert 0 < hard.simulations * 5 <= expert.simulations


@each_game
def test_a_search_makes_the_simulations_it_promises(game: Game[Any]) -> None:
    for state in positions(game, 9, 3):
        assert Searching(game, 60).think(seen(game, state, 1), Dice(2), state).visits == 60


def test_a_margin_is_the_lead_over_the_best_of_the_others() -> None:
    assert [margin([3.0, 9.0, 4.0], seat) for seat in range(3)] == [-6.0, 5.0, -5.0]


@pytest.fixture
def clam_wins() -> Any:
    """Tide Pool, seat 1 to play: a clam on a1 completes a row and a column, all else brings a point or nothing."""
    pool = [1, -1, -1, -1, 2, -1, -1, -1, 3, -1, -1, -1, -1, 1, 2, 3]
    begun = TIDE_POOL.dump(TIDE_POOL.start(TIDE_POOL.setup(2))) | {"laid": 6, "phase": 1, "seat": 1}
    return TIDE_POOL.load(begun | {"pool": pool, "hands": [0, 1, 1, 0, 1, 0, 1, 0], "bag": [6, 4, 3, 5]})


@pytest.mark.parametrize("bot", [Greedy(TIDE_POOL), Greedy(TIDE_POOL, 1.0), Searching(TIDE_POOL, 200)], ids=["greedy", "warm", "search"])
def test_what_wins_most_at_once_is_taken_by_whoever_looks_ahead(bot: Bot, clam_wins: Any) -> None:
    assert TIDE_POOL.spell(chosen(TIDE_POOL, bot, clam_wins)) == "lay clam a1"


def test_reasons_say_what_an_action_wins_at_once(clam_wins: Any) -> None:
    (best,) = Searching(TIDE_POOL, 200).explain(seen(TIDE_POOL, clam_wins, 1), Dice(2), best=1)
    assert TIDE_POOL.spell(best.action) == "lay clam a1"
    assert [(reason.key, reason.points) for reason in best.reasons] == [("won", 8.0)]
    assert best.margin > 4


def test_the_random_bot_takes_any_action(clam_wins: Any) -> None:
    taken = {bots.make("random", TIDE_POOL).choose(lambda: clam_wins, Dice(seed)) for seed in range(400)}
    assert taken == set(TIDE_POOL.actions(clam_wins))


def test_the_usual_bot_goes_by_what_the_game_can_judge() -> None:
    assert [bots.usual(game) for game in (TIDE_POOL, games.find("new-haven"))] == ["random", "medium"]


@pytest.mark.parametrize("game", [game for game in GAMES if game.evaluation], ids=lambda game: game.name)
def test_greedy_beats_random(game: Game[Any]) -> None:
    from newfound.research.arena import Plan, play

    plan = Plan(game.name, 3 if 3 in game.seats else min(game.seats), ("greedy", "random"), seed=4)
    wins = sum(play(plan, number).places[play(plan, number).lineup.index("greedy")] == 1 for number in range(6))
    assert wins >= 5


def test_levels_are_bots_by_name() -> None:
    assert bots.levels() == ["easy", "medium", "hard", "expert"]
    assert set(bots.levels()) < set(bots.names())
    with pytest.raises(BadSetup):
        bots.make("nobody", GAMES[0])


def test_no_name_from_a_file_or_the_network_starts_a_program() -> None:
    with pytest.raises(BadSetup):
        bots.make("run:true", GAMES[0])


def test_a_game_without_an_evaluation_is_played_all_the_same() -> None:
    game = TIDE_POOL
    state, dice = game.start(game.setup(2)), Dice(1)
    player = Searching(game, 30)
    while (turn := game.turn(state)) != OVER:
        action = game.draw(state, dice) if turn == CHANCE else player.choose(seen(game, state, 3), dice)
        assert action in game.actions(state)
        game.apply(state, action)
