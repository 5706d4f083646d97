"""Whose bot thinks next: the queue by itself, without clock and processes."""

from __future__ import annotations

from newfound.server.queue import HALF, Asker, Place, Queue

EASY, HARD, EXPERT = 0.0, 0.2, 2.0


class Waiting:
    """Thoughts by name, in the order in which they were asked for."""

    def __init__(self, processes: int) -> None:
        self.queue = Queue(processes)
        self.names: dict[Place, str] = {}
        self.now = 0.0

    def ask(self, name: str, seconds: float, address: str = "a", guest: str = "g", table: str = "t", awaited: bool = True) -> Place:
        place = Place(lambda: Asker(awaited, address, guest, table), seconds)
        self.names[place] = name
        self.queue.add(place)
        return place

    def begun(self) -> list[str]:
        """Who may begin now."""
        names = []
        while (place := self.queue.begin(self.now)) is not None:
            names.append(self.names[place])
        return names

    def order(self) -> list[str]:
        """All of them, each thinking as long as it was said to, on one process after the other."""
        names = []
        while (place := self.queue.begin(self.now)) is not None:
            names.append(self.names[place])
            self.queue.end(place, place.seconds)
        return names


def test_short_thoughts_come_before_long_ones() -> None:
    waiting = Waiting(1)
    for name, seconds in {"expert": EXPERT, "hard": HARD, "easy": EASY}.items():
        waiting.ask(name, seconds)
    assert waiting.order() == ["easy", "hard", "expert"]


def test_long_thoughts_leave_one_process_to_the_others() -> None:
    waiting = Waiting(3)
    for number in range(5):
        waiting.ask(f"expert {number}", EXPERT)
    assert waiting.begun() == ["expert 0", "expert 1"]
    waiting.ask("easy", EASY)
    assert waiting.begun() == ["easy"]


def test_addresses_take_turns_however_many_tables_one_of_them_has() -> None:
    waiting = Waiting(1)
    for number in range(6):
        waiting.ask(f"crowd {number}", EXPERT, "crowd", f"guest {number}", f"table {number}")
    for number in range(2):
        waiting.ask(f"quiet {number}", EXPERT, "quiet", "ann", "hers")
    assert waiting.order()[:4] == ["crowd 0", "quiet 0", "crowd 1", "quiet 1"]


def test_guests_of_one_address_take_turns_and_so_do_the_tables_of_a_guest() -> None:
    waiting = Waiting(1)
    for number in range(3):
        waiting.ask(f"bob {number}", HARD, "club", "bob", "big")
    waiting.ask("bob, elsewhere", HARD, "club", "bob", "small")
    waiting.ask("ann", HARD, "club", "ann", "hers")
    assert waiting.order() == ["bob 0", "ann", "bob, elsewhere", "bob 1", "bob 2"]


def test_where_nobody_waits_bots_think_when_nobody_else_does() -> None:
    waiting = Waiting(1)
    waiting.ask("alone", EASY, "new", awaited=False)
    for number in range(3):
        waiting.ask(f"crowd {number}", EXPERT, "crowd")
    assert waiting.order() == ["crowd 0", "crowd 1", "crowd 2", "alone"]


def test_somebody_who_comes_back_is_awaited_from_then_on() -> None:
    waiting, here = Waiting(1), [False]
    place = Place(lambda: Asker(here[0], "a", "ann", "hers"), EXPERT)
    waiting.names[place] = "ann"
    waiting.ask("bob", EXPERT, "b")
    waiting.queue.add(place)
    waiting.queue.add(other := Place(lambda: Asker(False, "b", "bob", "his"), EASY))
    waiting.names[other] = "nobody"
    here[0] = True
    assert waiting.order() == ["bob", "ann", "nobody"]


def test_what_was_used_is_measured_and_fades() -> None:
    for now, first in ((0.0, "other"), (2 * HALF, "slow")):
        waiting = Waiting(1)
        slow = waiting.ask("slow", EASY, "slow")
        assert waiting.begun() == ["slow"]
        waiting.queue.end(slow, took=8.0)
        waiting.ask("slow", EXPERT, "slow")
        waiting.ask("other", EXPERT + 3, "other")
        waiting.now = now
        assert waiting.begun() == [first], "2 seconds after 8, or after 2 that are left of them, against 5"


def test_who_gave_up_takes_no_place() -> None:
    waiting = Waiting(1)
    first, second = waiting.ask("first", EXPERT), waiting.ask("second", EXPERT)
    assert waiting.begun() == ["first"]
    waiting.queue.end(second)
    waiting.queue.end(first)
    assert waiting.begun() == []
