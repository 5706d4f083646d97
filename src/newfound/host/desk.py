"""A match being played, as every host has it: what may be done, what follows, and what is answered. How it is kept is not known here."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any, Final

from newfound.core.dice import Dice
from newfound.core.fair import Fair
from newfound.core.game import ONLOOKER, OVER, Game, Json, find_action
from newfound.core.match import Match, Refused
from newfound.core.problem import NotLegal, Problem, Stale
from newfound.host.making import levels
from newfound.host.problems import Denied, on_the_wire
from newfound.host.records import Table
from newfound.host.story import BACK, FAILED, RESIGNED, TO_END, Asked, Company, Entry, Story, entries_of, settled
from newfound.host.thinking import Job

MOST_FAILURES: Final = 3  # of one bot in a match
MOST_ENTRIES: Final = 5000  # of a match, before it only goes on


class Desk:
    """A table and its story."""

    def __init__(self, table: Table, story: Story) -> None:
        self.table = table
        self.story = story

    # Facts

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def game(self) -> Game[Any]:
        return self.story.match.game

    @property
    def luck(self) -> Fair:
        return Fair(bytes.fromhex(self.table.seed))

    def seats_of(self, guest: str | None) -> list[int]:
        return [seat.seat for seat in self.table.seats if guest is not None and seat.guest == guest]

    def must_hold(self, guest: str | None, seat: int) -> None:
        if seat not in self.seats_of(guest):
            raise Denied(403, "seat", seat=seat + 1)

    def must_play(self, guest: str | None, seat: int) -> None:
        """Holds the seat, in a match that is on, and no bot stands in."""
        self.must_hold(guest, seat)
        if self.table.status == "over":
            raise NotLegal("play.over")
        if self.table.status != "playing":
            raise Denied(409, "not_playing")
        if self.table.seats[seat].bot is not None:
            raise Denied(409, "resigned" if self.table.seats[seat].gone == RESIGNED else "stand_in")

    def must_be_now(self, serial: int) -> None:
        if serial != self.story.serial:
            raise Stale("play.stale", at=serial, now=self.story.serial)

    def may_go_back(self) -> None:
        """What is played has an end by the rules; what is taken back, and hints, have it here."""
        if self.story.serial - self.story.given >= MOST_ENTRIES:
            raise Denied(409, "only_on")

    def guess(self, seat: int) -> Any:
        """A state this seat cannot tell from the true one: whatever it is asked, the answer betrays no secret."""
        return self.game.redeal(self.story.match.state, seat, Dice(self.chance(60)))

    def job(self, seat: int, level: str, why: bool = False) -> Job:
        """What a bot is given to think about. `core/checks.py` proves that redealing a redeal is as good."""
        return Job(self.game.name, level, seat, self.game.dump(self.guess(seat)), self.chance(31), why)

    def chance(self, bits: int) -> int:
        """Of no seed: what is guessed tells nothing of what will be drawn."""
        return secrets.randbits(bits)

    # What follows from what somebody does

    def played(self, seat: int, action: str, serial: int, client: str | None = None) -> tuple[list[Entry], Match[Any]]:
        """What is written down of an action, and where it leads."""
        self.must_be_now(serial)
        before = self.story.match
        if self.story.turn == OVER:
            raise NotLegal("play.over")
        try:
            after = before.play(seat, action, luck=self.luck)
        except Refused as refused:  # the reason is told from a guess, so that it can tell no secret
            raise Refused(self.game.refuse(self.guess(seat), action), self.game.folder) from refused
        return entries_of(before, after, client), after

    def undone(self, seat: int, serial: int, client: str) -> tuple[list[Entry], Match[Any]]:
        self.must_be_now(serial)
        self.may_go_back()
        if not self.story.can_undo(seat):
            raise NotLegal("play.undo")
        after = self.story.match.undo(seat)
        return [Entry(BACK, seat, len(after.log), client)], after

    def failed(self, seat: int) -> list[Entry]:
        """Everybody is told that something random is done instead; after three times a weaker bot plays on."""
        level, weakest = self.table.seats[seat].bot, levels()[0]
        if level is None or self.table.status != "playing":
            return []
        again = level != "random" and self.story.company.failed.get(seat, 0) + 1 >= MOST_FAILURES
        return [Entry(FAILED, seat, int(again), note=weakest if again and level != weakest else "random")]

    def decided_before(self, seat: int, serial: int) -> int:
        """Where going back to before this seat's last decision leads."""
        self.must_be_now(serial)
        self.may_go_back()
        to = self.story.own_last(seat)
        if to is None:
            raise NotLegal("play.undo")
        return to

    # Answers

    def legal(self, seat: int, text: str) -> int:
        """The action that is meant, or why it is not legal: told from a guess, so that the answer can tell no secret."""
        match = self.story.match
        if match.turn != seat:
            return match.legal(seat, text)  # raises: over, or another's turn
        action = find_action(self.game, match.state, text)
        if action is None:
            raise Refused(self.game.refuse(self.guess(seat), text), self.game.folder)
        return action

    def why(self, guest: str, seat: int, text: str, language: str) -> Json:
        self.must_hold(guest, seat)
        if self.table.status == "open":
            raise Denied(409, "not_playing")
        try:
            self.legal(seat, text)
        except Problem as problem:
            return {"legal": False, "problem": on_the_wire(problem, language)}
        return {"legal": True, "problem": None}

    def preview(self, guest: str, seat: int, text: str) -> Json:
        self.must_play(guest, seat)
        action = self.legal(seat, text)
        told = self.game.tell(self.guess(seat), action, seat)
        points = sum(news.points for news in told if news.seat == seat)
        return {"action": self.game.spell(action), "told": [news.json() for news in told], "points": points}

    def must_be_helped(self, guest: str, seat: int) -> None:
        """Where a hint may be asked, and is of use."""
        self.must_play(guest, seat)
        if not self.table.practice:
            raise Denied(403, "no_hints")
        if self.story.match.turn != seat:
            self.story.match.legal(seat, "")  # raises: another's turn

    def then(self, guest: str | None, seat: int, at: int | None) -> Story:
        """The story as it was after so many events, for a reader who may see that."""
        table, match = self.table, self.story.match
        if seat not in (ONLOOKER, *range(len(table.seats))):
            raise Denied(404, "person", seat=seat + 1)
        if seat != ONLOOKER and table.status not in ("over", "record"):
            self.must_hold(guest, seat)
        if table.status == "open":
            raise Denied(409, "not_playing")
        if at is not None and at > len(match.log):
            raise Denied(404, "at", at=at, last=len(match.log))
        now = at is None or at == len(match.log)
        return self.story if now else replace(self.story, match=match.back(at or 0), company=Company())

    def odds(self, guest: str | None, seat: int) -> Json:
        """What can still come, as this reader may reckon it."""
        story = self.then(guest, seat, None)
        chances = self.game.odds().chances(story.match.state, seat) if self.game.odds and story.turn != OVER else []
        return {"serial": story.serial, "chances": [chance.json() for chance in chances]}

    def advice(self, guest: str | None, seat: int) -> Json:
        """What the game's coach has to say to this reader now, the most important first."""
        story = self.then(guest, seat, None)
        return {"serial": story.serial, "advice": [one.json() for one in story.match.advice(seat)]}

    def course(self) -> Json:
        if self.table.status == "open":
            raise Denied(409, "not_playing")
        return self.story.match.course()

    def fair(self, wrong: int | None) -> Json:
        """`wrong` is the first draw that does not follow from the seed; looked for only once the match is over."""
        out = self.table.status == "over"
        return {
            "commitment": self.luck.commitment,
            "seed": self.table.seed if out else None,
            "draws": self.story.draws,
            "verified": wrong is None if out else None,
            "wrong": wrong,
        }

    def alone(self, guest: str | None) -> bool:
        """Whether nobody else's secrets are in its log."""
        return is_alone(self.table, guest)


def is_alone(table: Table, guest: str | None) -> bool:
    mine = [seat.guest == guest for seat in table.seats if seat.kind != "bot"]
    return guest is not None and bool(mine) and all(mine)


def ended(seat: int, client: str) -> Entry:
    """The match ends here, with nobody left to ask."""
    return settled(Asked(TO_END, seat, 0, 0), client)
