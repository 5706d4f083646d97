"""Bots: what they must do in every game, and that they know no more than their seat."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from newfound import bots, games
from newfound.bots import Bot
from newfound.bots._beside import Beside
from newfound.bots._levels import TASTES
from newfound.bots._tree import Search, Taste
from newfound.bots.greedy import Greedy
from newfound.bots.search import Grower, Searching
from newfound.core.ahead import margin
from newfound.core.dice import SEEDS, Dice
from newfound.core.game import CHANCE, OVER, Game, guesses
from newfound.core.problem import BadSetup
from newfound.games._template import GAME as TIDE_POOL

GAMES = [games.find(name) for name in games.names()]
each_game = pytest.mark.parametrize("game", GAMES, ids=games.names())


def positions(game: Game[Any], every: int, most: int, seed: int = 3) -> list[Any]:
    """Decisions between greedy players, one in so many; of several matches where they are short."""
    player, dice, state = bots.make("greedy", game), Dice(seed), game.start(game.setup(min(game.seats)))
    found: list[Any] = []
    number = 0
    while len(found) < most:
        if game.turn(state) == OVER:
            state = game.start(game.setup(min(game.seats)))
        if game.turn(state) == CHANCE:
            game.apply(state, game.draw(state, dice))
            continue
        if number % every == every - 1 and len(game.actions(state)) > 1:
            found.append(game.copy(state))
        number += 1
        game.apply(state, player.choose(partial(game.copy, state), dice))
    return found


def seen(game: Game[Any], state: Any, seed: int) -> Callable[[], Any]:
    return guesses(game, state, game.turn(state), Dice(seed))


def chosen(game: Game[Any], bot: Bot, state: Any) -> int:
    return bot.choose(seen(game, state, 7), Dice(8))


def makers(game: Game[Any]) -> dict[str, Callable[[], Bot]]:
    """Every bot; the levels that think long are the same search with fewer simulations."""
    quick = {name: (lambda name=name: bots.make(name, game)) for name in ("random", "greedy", "easy", "medium")}
    searching = {name: (lambda taste=taste: Searching(game, 60, taste=taste)) for name, taste in (TASTES | {"search": Taste()}).items()}
    return {**quick, **searching}


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
        assert thoughts == sorted(thoughts, key=lambda thought: (-round(thought.margin, 1), -thought.kept, -thought.visits))
        assert thoughts[0].visits * 10 >= max(thought.visits for thought in thoughts)
        assert all(thought.action in game.actions(state) for thought in thoughts)


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


@each_game
def test_a_level_stops_in_time_and_says_how_far_it_came(game: Game[Any]) -> None:
    state = positions(game, 9, 3)[-1]
    bot = Searching(game, 10**9, 0.05)
    assert chosen(game, bot, state) in game.actions(state)
    assert 0 < bots.seen(bot) < 1
    assert bot.explain(seen(game, state, 1), Dice(2))
    quick, patient = Searching(game, 60, 3600.0), Searching(game, 60)
    assert chosen(game, quick, state) == chosen(game, patient, state)
    assert bots.seen(quick) == bots.seen(patient) == bots.seen(bots.make("medium", game)) == 1


@each_game
def test_a_level_takes_at_most_three_times_what_it_promises(game: Game[Any]) -> None:
    for name in ("hard", "expert"):
        level = bots.make(name, game)
        assert isinstance(level, Searching)
        assert level.seconds is not None
        assert bots.seconds(name) < level.seconds < 3 * bots.seconds(name)


def by_many(bot: Searching, states: list[Any]) -> list[tuple[int, list[int], list[float]]]:
    """What it decides at each, and what it went by."""
    found = []
    for state in states:
        root = bot.think(seen(bot.game, state, 7), Dice(8), bot.game.copy(state))
        found.append((chosen(bot.game, bot, state), root.tried, root.lead))
    return found


@each_game
def test_trees_beside_are_added_up_and_the_same_for_the_same_dice(game: Game[Any]) -> None:
    states = positions(game, 9, 2)
    bots_of_three = [Searching(game, 60, None, Beside(game, 2, 60, None)) for _ in range(2)]
    try:
        first, again = (by_many(bot, states) for bot in bots_of_three)
    finally:
        for bot in bots_of_three:
            bots.close(bot)
    assert first == again
    assert [sum(tried) for _, tried, _ in first] == [180, 180]
    dice, state = Dice(8), states[0]
    seeds = [dice.below(SEEDS) for _ in range(2)]
    own = Searching(game, 60).think(seen(game, state, 7), dice, game.copy(state))
    tried, position = dict(zip(own.actions, own.tried, strict=True)), game.dump(state)
    for seed in seeds:
        asked = {"position": position, "seat": game.turn(state), "seed": seed, "chosen": None, "asked": 0.0}
        for action, times, _, _ in Grower(game, 60, None).grow(asked):
            tried[action] += times
    assert list(tried.values()) == first[0][1]


def test_a_tree_beside_is_kept_as_its_own_is() -> None:
    game = games.find("new-haven")
    grower = Grower(game, 60, None)
    state = positions(game, 3, 1)[0]
    for number in range(20):
        seat = game.turn(state)
        asked = {"position": game.dump(seen(game, state, number)()), "seat": seat, "seed": number, "chosen": None, "asked": 0.0}
        grown = grower.grow(asked)
        best = max(grown, key=lambda one: one[1])[0]
        game.apply(state, best)
        if game.turn(state) == seat and len(game.actions(state)) > 1:
            grower.grow(asked | {"position": game.dump(seen(game, state, number)()), "chosen": best})
            assert grower.bot.kept is not None
            assert grower.last is not None
            assert grower.last[1] is grower.bot.kept[1]
            return
        while game.turn(state) == CHANCE or len(game.actions(state)) == 1:
            game.apply(state, game.draw(state, Dice(number)) if game.turn(state) == CHANCE else game.actions(state)[0])
    raise AssertionError("no seat went on")


def test_a_tree_that_is_lost_is_done_without_and_closing_ends_the_others() -> None:
    game = games.find("new-haven")
    bot = Searching(game, 60, None, Beside(game, 2, 60, None))
    (state,) = positions(game, 9, 1)
    chosen(game, bot, state)
    assert bot.beside is not None
    lost, other = (one.process for one in bot.beside._growing or ())
    lost.kill()
    lost.wait()
    for _ in range(2):
        root = bot.think(seen(game, state, 7), Dice(8), game.copy(state))
        assert sum(root.tried) == 120
        assert bots.seen(bot) == pytest.approx(2 / 3)
        assert bots.elsewhere(bot) > 0
    bots.close(bot)
    assert other.returncode is not None


def test_a_tree_that_stands_still_is_waited_for_no_longer_than_a_decision_may_take() -> None:
    game = games.find("new-haven")
    (state,) = positions(game, 9, 1)
    bot = Searching(game, 60, 20.0, Beside(game, 1, 60, 20.0))
    chosen(game, bot, state)
    assert bots.seen(bot) == 1
    assert bot.beside is not None
    bot.beside.seconds = bot.seconds = 0.2
    still = (bot.beside._growing or [])[0].process
    still.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    assert chosen(game, bot, state) in game.actions(state)
    assert time.monotonic() - began < 5
    assert bots.seen(bot) == 0.5
    assert still.returncode is not None


@each_game
def test_a_tree_beside_has_its_time_from_the_question_on_and_says_how_far_it_came(game: Game[Any]) -> None:
    (state,) = positions(game, 9, 1)
    asked = {"position": game.dump(state), "seat": game.turn(state), "seed": 1, "chosen": None}
    grower = Grower(game, 1000, 60.0)
    late = grower.grow(asked | {"asked": time.monotonic() - 60.0})
    assert sum(tried for _, tried, _, _ in late) == 1
    assert grower.bot.seen == 0.001


def test_many_trees_are_honest() -> None:
    game = games.find("new-haven")
    bot = Searching(game, 60, None, Beside(game, 1, 60, None))

    def fresh() -> Bot:
        bot.kept = bot.chosen = None
        return bot

    assert is_honest(game, fresh)
    bots.close(bot)


def test_expert_grows_as_many_trees_as_it_is_given_cores() -> None:
    game = games.find("new-world")
    one, four, hard = bots.make("expert", game), bots.make_local("expert*4", game), bots.make("hard", game, 4)
    assert isinstance(one, Searching)
    assert isinstance(four, Searching)
    assert isinstance(hard, Searching)
    assert one.beside is hard.beside is None
    assert four.beside is not None
    assert four.beside.count == 3
    assert four.simulations == four.beside.simulations == one.simulations
    with pytest.raises(BadSetup):
        bots.make_local("nobody*4", game)


def test_characters_search_as_hard_does_and_want_something_else() -> None:
    both = dict.fromkeys((*TASTES, "plain"), 0.0)  # the points promised to both sides, in leads that decide a match
    chosen_by: dict[str, list[int]] = {name: [] for name in both}
    for game in (game for game in GAMES if game.evaluation):
        judge = game.judge()
        for name, taste in (TASTES | {"plain": Taste()}).items():
            for state in positions(game, 3, 16):
                seat, after = game.turn(state), game.copy(state)
                chosen_by[name].append(chosen(game, Searching(game, 200, taste=taste), state))
                game.apply(after, chosen_by[name][-1])
                points = judge.evaluate(after)
                both[name] += (2 * points[seat] - margin(points, seat)) / judge.SCALE
    assert both["builder"] > both["spoiler"]
    assert len(set(map(tuple, chosen_by.values()))) == 4


def test_a_builder_likes_points_for_both_and_a_spoiler_points_for_neither() -> None:
    likes = {}
    for name, taste in TASTES.items():
        search = Search(TIDE_POOL, TIDE_POOL.judge(), taste)
        search.own = 0
        likes[name] = search._reward([10.0, 8.0], 0) - search._reward([5.0, 3.0], 0)
        assert search._reward([10.0, 8.0], 1) == search._reward([5.0, 3.0], 1)  # the other one wants its lead
    assert likes["spoiler"] < likes["gambler"] == 0 < likes["builder"]


def test_who_plays_as_if_behind_takes_the_chance() -> None:
    sure, chance = [10.0, 10.0], ([0.0, 10.0], [19.0, 10.0])
    for daring, takes in ((0.0, False), (1.0, True)):
        search = Search(TIDE_POOL, TIDE_POOL.judge(), Taste(daring=daring))
        search.own = 0
        assert (sum(search._reward(points, 0) for points in chance) / 2 > search._reward(sure, 0)) == takes


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


def test_what_wins_most_is_thought_best(clam_wins: Any) -> None:
    (best,) = Searching(TIDE_POOL, 200).explain(seen(TIDE_POOL, clam_wins, 1), Dice(2), best=1)
    assert TIDE_POOL.spell(best.action) == "lay clam a1"
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
    assert {*bots.levels(), *bots.characters()} < set(bots.names())
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
