"""A table for the tests: a match typed in from short lines, as one would note it down beside the board."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from newfound.core.game import ONLOOKER, OVER, Json, find_action
from newfound.core.speech import tell_news, tell_refusal
from newfound.core.text import game_catalog
from newfound.games.new_world import GAME
from newfound.games.new_world.setfile import FOLDER
from newfound.games.new_world.state import State

STANDARD = (FOLDER / "sets" / "standard.toml").read_text(encoding="utf-8")


class Table:
    """`turns("NW43 1,8 r1 trail-e")` draws, lays and settles; without a fourth word nobody is settled."""

    def __init__(self, seats: int = 2, **options: bool | str) -> None:
        self.state: State = GAME.start(GAME.setup(seats, options))
        self.told: list[str] = []
        self.said: list[str] = []
        self.do("first 0")

    def do(self, text: str) -> None:
        action = find_action(GAME, self.state, text)
        assert action is not None, f"{text}: {self.refused(text)}"
        news = GAME.tell(self.state, action, ONLOOKER)
        self.told = [one.key for one in news]
        self.said = [tell_news(game_catalog(FOLDER, "en"), one, ["Ann", "Bob", "Cy", "Di", "Ed"]) for one in news]
        GAME.apply(self.state, action)

    def turns(self, log: str) -> Table:
        """One turn per line; lines that begin with an action's word are that action."""
        for line in filter(None, (line.partition("#")[0].strip() for line in log.splitlines())):
            code, *words = line.split()
            if code in ("tile", "lay", "settle", "score"):
                self.do(line)
                continue
            self.do(f"tile {code}")
            self.do(f"lay {words[0]} {words[1]}")
            if self.view["phase"] == "settle":
                self.do(f"settle {words[2] if len(words) > 2 else 'nobody'}")
            else:
                assert len(words) < 3, f"{line}: there is nothing to settle"
        return self

    def but(self, **changes: Json) -> Table:
        """The same table, rearranged: `settlers` as (seat, cell, part), `march` the moves of the surveyors."""
        self.state = GAME.load(GAME.dump(self.state) | changes)
        return self

    def refused(self, text: str) -> str:
        """The clause and the sentence."""
        refusal = GAME.refuse(self.state, text)
        return f"{refusal.clause} {tell_refusal(game_catalog(FOLDER, 'en'), refusal)}"

    @property
    def view(self) -> Json:
        return GAME.observe(self.state, ONLOOKER)

    @property
    def legal(self) -> set[str]:
        return {GAME.spell(action) for action in GAME.actions(self.state)}

    @property
    def points(self) -> list[int]:
        return [score.total for score in GAME.scores(self.state)]

    def part(self, seat: int, reason: str) -> int:
        """The points of a seat that have this reason."""
        return dict(GAME.scores(self.state)[seat].parts)[f"score.{reason}"]

    @property
    def over(self) -> bool:
        return GAME.turn(self.state) == OVER

    def feature(self, cell: str, at: str) -> Json:
        return next(feature for feature in self.view["features"] if (cell, at) in feature["parts"])


def played_out(folder: Path, patch: pytest.MonkeyPatch, log: str, seats: int = 2, **options: bool | str) -> Table:
    """A match with exactly the tiles of this log, so that it ends with the last of them."""
    used = Counter(line.split()[1 if line.strip().startswith("tile") else 0] for line in log.splitlines() if line.strip())
    write_set(
        folder, patch, "exact", re.sub(r'(code = "(NW\d+)"\nname = .*\n)count = \d+', lambda m: f"{m[1]}count = {used[m[2]]}", STANDARD)
    )
    table = Table(seats, tiles="exact", **options).turns(log)
    assert table.over
    return table


def write_set(folder: Path, patch: pytest.MonkeyPatch, name: str, text: str) -> None:
    """A set of one's own, as $NEWFOUND_SETS has them."""
    (folder / "new-world").mkdir(exist_ok=True)
    (folder / "new-world" / f"{name}.toml").write_text(text, encoding="utf-8")
    patch.setenv("NEWFOUND_SETS", str(folder))
