"""What can still come, against futures drawn at random."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

from newfound.core.checks import Tally, positions, sample
from newfound.core.dice import Dice
from newfound.core.game import OVER
from newfound.games.new_world import GAME
from newfound.games.new_world.odds import holes, needed
from newfound.games.new_world.state import State

ALL = bool(os.environ.get("NEWFOUND_ALL"))
POSITIONS = 20 if ALL else 4
FUTURES = 100_000 if ALL else 2_000


def fits(s: State, code: str) -> set[str]:
    """Where this tile could be laid if it were in hand."""
    dumped = GAME.dump(s) | {"phase": "lay", "hand": code}
    return {GAME.spell(action).split()[1] for action in GAME.actions(GAME.load(dumped))}


def ends(s: State, seat: int) -> Iterator[State]:
    """Every way in which this turn can end, with nobody settled."""
    if GAME.turn(s) != seat:
        yield s
        return
    texts = [GAME.spell(action) for action in GAME.actions(s)]
    for text in ["settle nobody"] if "settle nobody" in texts else texts:
        after = GAME.copy(s)
        GAME.apply(after, GAME.actions(s)[texts.index(text)])
        yield from ends(after, seat)


def test_NW_F5_where_others_need_the_tile_in_hand() -> None:
    """Laid there, it brings them what is said, and nowhere else anything."""
    seen = 0
    for s in positions(GAME, 200, 7):
        mine = GAME.turn(s)
        if mine < 0 or GAME.observe(s, mine)["phase"] != "lay":
            continue
        said: Counter[tuple[str, int]] = Counter()
        for one in needed(s, mine):
            said[one.cells[0], int(one.values["seat"])] += int(one.values["n"])
        before = [score.total for score in GAME.scores(s)]
        for action in GAME.actions(s):
            after, cell = GAME.copy(s), GAME.spell(action).split()[1]
            GAME.apply(after, action)
            for end in ends(after, mine) if GAME.turn(after) != OVER else ():  # what the end brings is another thing
                for seat, score in enumerate(GAME.scores(end)):
                    assert seat == mine or score.total == before[seat] or said[cell, seat] > 0
        for (cell, seat), n in said.items():
            ways = [action for action in GAME.actions(s) if GAME.spell(action).startswith(f"lay {cell} ")]
            won = []
            for action in ways:
                after = GAME.copy(s)
                GAME.apply(after, action)
                won += [GAME.scores(end)[seat].total - before[seat] for end in ends(after, mine) if GAME.turn(end) != OVER]
            assert not won or 0 < max(won) <= n + 8, "a surveyor that another scoring brings near may add to it"
            seen += 1
    assert seen > 8


def test_holes_are_filled_as_often_as_said() -> None:
    dice, tally = Dice(1), Tally(FUTURES)
    for s in positions(GAME, POSITIONS, 100):
        pile = {code: kind["left"] for code, kind in GAME.observe(s, 0)["kinds"].items() if kind["left"]}
        where = {code: cells for code in pile if (cells := fits(s, code))}  # NW-T4: the others are put aside
        tiles = [code for code in where for _ in range(pile[code])]
        said = holes(s)
        assert {one.cells[0] for one in said} == set(GAME.observe(s, 0)["open"])
        assert all(one.values == {"n": sum(one.cells[0] in where[code] for code in tiles), "of": len(tiles)} for one in said)
        for draws in (1, 2):
            hits: Counter[str] = Counter()
            for _ in range(FUTURES):
                hits.update(set[str]().union(*(where[code] for code in sample(tiles, draws, dice))))
            for one in said:
                tally.add(one.likely[draws], hits[one.cells[0]])
    tally.agree()
