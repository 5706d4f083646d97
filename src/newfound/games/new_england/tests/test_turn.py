"""NE-P1 to NE-P6: what a player may do in a turn."""

from __future__ import annotations

from newfound.games.new_england.state import State

from .table import GAME, after, arranged, counted, legal, money, play, refused, settle, told, view

SHIPS = """
9  C0s C0s C0 S1s S1s .  P2s P2 .
8  C0  .   .  S1  .   .  P2  .  .
"""


def as_turn_begins(board: str, active: int, offer: str = "") -> State:
    """The end of the turn before: the next turn begins by the rules."""
    markers = [0, 0, 0]
    before = (active + 1) % 3
    markers[before], markers[active] = 9, 5
    return play(arranged(board, active=before, markers=markers, offer=offer), "end")


def test_NE_P1_who_has_most_ships_may_draw_one_item() -> None:
    s = as_turn_begins(SHIPS, 0, offer="cropland")
    assert {"draw tile", "draw card"} <= legal(s)
    assert not legal(as_turn_begins(SHIPS, 2), "draw")
    drawn = settle(after(s, "draw tile"))
    assert sum(view(drawn)["offer"]["tiles"].values()) == 2
    assert GAME.turn(drawn) == 0
    assert not legal(drawn, "draw"), "once"
    card = settle(after(s, "draw card"))
    assert sum(view(card)["offer"]["cards"].values()) == 1


def test_NE_P1_what_was_drawn_stays_on_offer_for_those_after() -> None:
    s = play(as_turn_begins(SHIPS, 0), "draw tile", "tile settlement", "end")
    assert view(s)["phase"] == "announce"  # the last turn of the round: it leaves the game
    assert view(s)["gone"]["tiles"]["settlement"] == 1
    s = arranged(SHIPS, active=0, markers=(9, 5, 0), privilege=True)
    play(s, "draw tile", "tile settlement", "end")
    assert GAME.turn(s) == 1
    assert legal(s, "buy settlement")


def test_NE_P1_before_the_first_purchase_only() -> None:
    s = play(as_turn_begins(SHIPS, 0, offer="cropland pilgrim"), "buy pilgrim a8")
    assert not legal(s, "draw")
    assert refused(s, "draw tile").key == "refuse.draw_late"


def test_NE_P1_also_without_buying_and_after_free_actions() -> None:
    s = as_turn_begins(SHIPS, 0)
    assert "draw card" in legal(play(s, "move a9 c9"))


def test_NE_P1_at_least_one_ship() -> None:
    assert not legal(as_turn_begins("5 C0 S1 P2", 0), "draw")
    assert refused(as_turn_begins("5 C0 S1 P2", 0), "draw tile").key == "refuse.draw"


def test_NE_P1_a_ship_placed_in_the_turn_is_too_late() -> None:
    position = GAME.dump(as_turn_begins("9 C0 C0 S1s", 0))
    position["seats"][0]["stored"] = {"ship": 2}
    position["tiles"].append({"plots": ["a5"], "seat": 0, "land": "pasture", "used": False, "figure": "barn"})
    s = play(GAME.load(position), "use ship a9", "use ship b9")
    assert view(s)["seats"][0]["figures"]["ship"] == 2
    assert not legal(s, "draw")


def test_NE_P1_a_tie_is_good_enough() -> None:
    assert {"draw tile", "draw card"} <= legal(as_turn_begins(SHIPS, 1))


def test_NE_P1_not_from_an_empty_bag_or_deck() -> None:
    assert legal(arranged(SHIPS, privilege=True, left="barn"), "draw") == {"draw card"}
    assert legal(arranged(SHIPS, privilege=True, left="pasture"), "draw") == {"draw tile"}
    assert refused(arranged(SHIPS, privilege=True, left="barn"), "draw tile").key == "refuse.bag_empty"
    assert refused(arranged(SHIPS, privilege=True, left="pasture"), "draw card").key == "refuse.deck_empty"
    assert [view(arranged(SHIPS, privilege=True, left=left))["may_draw"] for left in ("barn", "pasture", "")] == [True, True, False]


def test_NE_P1_nobody_is_too_late_for_a_privilege_they_never_had() -> None:
    assert refused(arranged("5 C0 S1 P2", purchases=1), "draw tile").key == "refuse.draw"


def test_NE_P2_two_purchases_each_at_the_markers_value() -> None:
    s = arranged("5 C0 . .", offer="cropland cropland cropland", money=20, markers=(6, 0, 0))
    play(s, "buy cropland b5")
    assert money(s) == 14
    play(s, "buy cropland c5")
    assert money(s) == 8
    assert not legal(s, "buy")
    assert refused(s, "buy cropland d5").key == "refuse.purchases"
    s = arranged("5 C0 . .", offer="cropland cropland", money=12, markers=(6, 0, 0))
    assert money(play(s, "buy cropland b5", "buy cropland c5")) == 0  # to the last shilling


def test_NE_P2_any_two_in_any_order_and_nothing_is_replaced() -> None:
    s = arranged("5 C0 . .", offer="cropland pilgrim")
    for first, second in (("buy cropland b5", "buy pilgrim a5"), ("buy pilgrim a5", "buy cropland b5")):
        t = after(s, first, second)
        assert view(t)["offer"] == counted("")
        assert view(t)["purchases"] == 2


def test_NE_P2_what_is_not_on_offer_cannot_be_bought() -> None:
    s = arranged("5 C0 . .", offer="cropland")
    assert refused(s, "buy pasture b5").key == "refuse.offer_tile"
    assert refused(s, "buy pilgrim a5").key == "refuse.offer_card"


def test_NE_P3_only_what_can_be_used_now() -> None:
    s = arranged("5 C0p C0 . P0", offer="crop2 settle2 ship settlement")
    assert legal(s, "buy") == set()  # the pilgrim is in the way; no settlement at all; no tile at the sea
    play(s, "move a5 d5")
    assert legal(s, "buy") == {"buy crop2 a5 b5"}
    assert refused(s, "buy settle2").clause == "NE-D1"


def test_NE_P3_or_stored_in_an_empty_barn() -> None:
    s = arranged("5 C0 . P0b", offer="crop3 settle2 ship")
    assert legal(s, "store") == {"store crop3", "store settle2", "store ship"}


def test_NE_P4_free_moves_before_between_and_after_purchases() -> None:
    s = arranged("5 C0p C0 . P0", offer="cropland cropland", money=8)
    play(s, "move a5 d5", "buy cropland c5", "move d5 a5", "buy cropland b4")
    assert money(s) == 0
    assert "move a5 d5" in legal(s)


def test_NE_P4_each_figure_once_between_purchases() -> None:
    s = arranged("9 C0p C0s C0 C0", offer="cropland")
    play(s, "move a9 c9")
    assert view(s)["moved"] == ["c9"]
    assert not legal(s, "move c9")
    assert refused(s, "move c9 a9").clause == "NE-P4"
    assert legal(s, "move b9") == {"move b9 a9", "move b9 d9"}, "the other figure may still move"
    play(s, "buy cropland e9")
    assert "move c9 a9" in legal(s), "a purchase sets all free again"


def test_NE_P4_draws_and_cards_carried_out_set_figures_free_too() -> None:
    s = arranged("9 C0p C0s C0 C0 P0b", stored="crop2", privilege=True)
    moved = after(s, "move a9 d9")
    assert not legal(moved, "move d9")
    assert legal(settle(after(moved, "draw tile")), "move d9")
    assert legal(after(s, "move a9 d9", "move b9 a9", "use crop2 b9 c9"), "move d9") == set()  # no tile left to move to
    t = arranged("9 C0p C0 C0 C0 P0b", stored="crop2")
    assert "move d9 a9" in legal(after(t, "move a9 d9", "use crop2 b9 c9"))


def test_NE_P4_a_figure_just_placed_may_move() -> None:
    s = play(arranged("9 C0 C0", offer="pilgrim"), "buy pilgrim a9")
    assert "move a9 b9" in legal(s)


def test_NE_P4_every_turn_ends() -> None:
    """However long one moves about, at some point only `end` is left."""
    s = arranged("9 C0p C0s C0 C0 P0b", stored="crop2 pilgrim", offer="cropland ship", privilege=True)
    steps = 0
    while (texts := legal(s)) != {"end"}:
        settle(play(s, max(texts - {"end"})))
        steps += 1
    assert steps < 60


def test_NE_P5_who_buys_nothing_gets_only_the_income() -> None:
    s = arranged("9 C0s C0 C0b", offer="cropland", stored="ship", privilege=True, money=7)
    assert {"end", "draw tile", "draw card", "use ship b9", "move a9 b9"} <= legal(s)
    assert money(play(s, "end")) == 11


def test_NE_P6_income_after_the_purchases_and_the_marker_goes_back() -> None:
    s = arranged("5 C0p C0p C0 .", offer="cropland pilgrim", money=8, markers=(4, 3, 0))
    play(s, "buy pilgrim c5")
    news = told(s, "end")
    play(s, "end")
    assert money(s) == 8 - 4 + 4 + 3
    assert news[0].values == {"money": 7}
    assert view(s)["seats"][0]["marker"] is None
    assert GAME.turn(s) == 1
