"""Every reason for a refusal can be met, names its clause, and is said in three languages."""

from __future__ import annotations

import pytest

from newfound.core.game import Refusal
from newfound.core.rulebook import clauses
from newfound.core.speech import tell_refusal
from newfound.core.text import LANGUAGES, game_catalog
from newfound.games.new_england.actions import KINDS, LANDS, N_LANDS
from newfound.games.new_england.state import State

from .table import GAME, arranged, fresh, play, refused, settle

BOARD = """
9  C0p C0= -   S0# P0b P0s C1
8  .   .   .   S0  .   .   .
5  P0  C1  .   S0  .   .   .
"""


def buying(**how: object) -> State:
    return arranged(BOARD, offer="cropland pasture crop2 settle2 ship barn", **how)  # type: ignore[arg-type]


def starting() -> State:
    return settle(play(fresh(), "first 0"))


def crowded() -> State:
    return play(starting(), "lay pasture c4 d4", "lay pasture g4 h4")


def announcing() -> State:
    return settle(fresh(first_game=True))


def bidding() -> State:
    return settle(play(announcing(), "announce 3"))


def lying(s: State) -> State:
    """With a cropland tile and a settlement card on offer."""
    s.offer[LANDS.index("cropland")] = 1
    s.offer[N_LANDS + KINDS.index("settle2")] = 1
    return s


REASONS = {
    "refuse.luck": (announcing, "card barn", "NE-R1"),
    "refuse.luck_due": (lambda: play(announcing(), "announce 3"), "card barn", "NE-R1"),
    "refuse.luck_none": (lambda: play(announcing(), "announce 3"), "tile desert", "NE-R1"),
    "refuse.now_start": (starting, "bid 3", "NE-S3"),
    "refuse.now_announce": (announcing, "bid 3", "NE-R1"),
    "refuse.now_bid": (bidding, "end", "NE-R2"),
    "refuse.later": (lambda: lying(bidding()), "buy cropland", "NE-R2"),
    "refuse.now_buy": (buying, "announce 3", "NE-R3"),
    "refuse.form_lay": (starting, "lay pasture", "NE-S3"),
    "refuse.form_bid": (bidding, "bid 0", "NE-C7"),
    "refuse.form_draw": (buying, "draw", "NE-P1"),
    "refuse.form_buy": (buying, "buy", "NE-P2"),
    "refuse.form_store": (buying, "store crop3 a9", "NE-F4"),
    "refuse.form_use": (buying, "use", "NE-F4"),
    "refuse.form_move": (buying, "move a9", "NE-P4"),
    "refuse.form_end": (buying, "end now", "NE-P6"),
    "refuse.order": (starting, "lay pasture d4 c4", "NE-C1"),
    "refuse.no_plot": (buying, "buy cropland k9", "NE-C1"),
    "refuse.laid": (lambda: play(crowded(), "lay pasture a9 b9"), "lay pasture j9 j8", "NE-S3"),
    "refuse.apart": (starting, "lay pasture c4 d5", "NE-S3"),
    "refuse.occupied": (buying, "buy cropland g9", "NE-L1"),
    "refuse.touch": (crowded, "lay cropland e5 f5", "NE-S4"),
    "refuse.touch_edge": (None, "", "NE-S4"),
    "refuse.touch_land": (None, "", "NE-S4"),
    "refuse.announce": (announcing, "announce 7", "NE-R1"),
    "refuse.taken": (lambda: play(bidding(), "bid 3"), "bid 3", "NE-R2"),
    "refuse.draw": (buying, "draw tile", "NE-P1"),
    "refuse.draw_late": (lambda: buying(privilege=True, purchases=1), "draw tile", "NE-P1"),
    "refuse.bag_empty": (lambda: buying(privilege=True, left="barn"), "draw tile", "NE-P1"),
    "refuse.deck_empty": (lambda: buying(privilege=True, left="pasture"), "draw card", "NE-P1"),
    "refuse.purchases": (lambda: buying(purchases=2), "buy cropland a8", "NE-P2"),
    "refuse.money": (lambda: buying(money=3), "buy cropland a8", "NE-P2"),
    "refuse.offer_tile": (buying, "buy settlement d7", "NE-P2"),
    "refuse.offer_card": (buying, "buy pilgrim d8", "NE-P2"),
    "refuse.no_room": (lambda: arranged("9 C0 S1\n8 P2", offer="cropland"), "buy cropland b8", "NE-L3"),
    "refuse.beside": (buying, "buy cropland f5", "NE-L1"),
    "refuse.rival": (lambda: arranged("9 C0 . C1", offer="cropland"), "buy cropland b9", "NE-L2"),
    "refuse.nowhere": (buying, "buy settle2", "NE-D1"),
    "refuse.not_yours": (buying, "buy barn g9", "NE-F1"),
    "refuse.used": (buying, "buy barn d9", "NE-D3"),
    "refuse.figure": (buying, "buy barn a9", "NE-F1"),
    "refuse.sea": (buying, "buy ship d8", "NE-F5"),
    "refuse.second_half": (buying, "buy barn c9", "NE-F1"),
    "refuse.shape": (buying, "buy crop2 b9 d9", "NE-D1"),
    "refuse.wrong_land": (buying, "buy crop2 d8 d7", "NE-D1"),
    "refuse.blocked": (buying, "buy crop2 a9 b9", "NE-F2"),
    "refuse.half": (lambda: arranged("9 C0 C0= -", offer="crop2"), "buy crop2 a9 b9", "NE-D2"),
    "refuse.store_tile": (buying, "store pasture", "NE-F4"),
    "refuse.no_barn": (lambda: arranged("9 C0", offer="crop2"), "store crop2", "NE-F4"),
    "refuse.barns_full": (lambda: buying(stored="crop3"), "store crop2", "NE-F4"),
    "refuse.not_stored": (buying, "use crop3 a9 b9 a8", "NE-F4"),
    "refuse.no_figure": (buying, "move d8 d5", "NE-P4"),
    "refuse.barn": (buying, "move e9 d5", "NE-F4"),
    "refuse.moved": (lambda: play(buying(), "move a9 d5"), "move d5 a9", "NE-P4"),
    "refuse.stay": (buying, "move a9 a9", "NE-F3"),
    "refuse.no_goal": (lambda: arranged("9 C0s\n8 . C0"), "move a9 a9", "NE-F5"),
    "play.over": (lambda: play(arranged("9 C0", markers=(1, 0, 0), left=""), "end"), "end", "NE-E1"),
    "play.chance": (fresh, "end", "NE-S2"),
}


@pytest.mark.parametrize("key", [key for key, (state, *_) in REASONS.items() if state])
def test_each_refusal_names_its_clause(key: str) -> None:
    state, text, clause = REASONS[key]
    assert state is not None
    refusal = refused(state(), text)
    assert (refusal.key, refusal.clause) == (key, clause)
    assert clause in clauses(GAME.folder)
    for language in LANGUAGES:
        assert tell_refusal(game_catalog(GAME.folder, language), refusal)


NOWHERE = [
    ("9 C0p C0#", "pilgrim", "", "NE-F1", "you have no tile that is unused and without a figure."),
    ("9 C0p\n8 . C0", "ship", "", "NE-F5", "you have no tile by the sea that is unused and without a figure."),
    ("9 C0p C0 P0", "crop2", "", "NE-F2", "your own figures stand in the way, on a9."),
    ("9 C0p C0s C0\n8 . C0p", "crop2", "", "NE-F2", "your own figures stand in the way, on b9."),
    ("9 C0 C0= - P0", "crop3", "", "NE-D1", "your unused cropland has this shape nowhere."),
    (
        "9 C0= - C0\n8 . . C0",
        "crop3",
        "",
        "NE-D2",
        "it would fit only with half of your start tile on a9, b9, which is used whole.",
    ),
    ("9 C0 C0=p -", "settle2", "", "NE-D1", "your unused settlement has this shape nowhere."),
    (
        "9 C0= - S0b",
        "crop3",
        "ship",
        "NE-D1",
        "your unused cropland has this shape nowhere; and your barn is full.",
    ),
    (
        "9 C0= - S0b",
        "crop3",
        "",
        "NE-D1",
        "your unused cropland has this shape nowhere; but you can store it in a barn.",
    ),
]


@pytest.mark.parametrize(("board", "card", "stored", "clause", "sentence"), NOWHERE)
def test_a_card_without_a_place_says_why(board: str, card: str, stored: str, clause: str, sentence: str) -> None:
    refusal = refused(arranged(board, offer=card, stored=stored), f"buy {card}")
    assert refusal.clause == clause
    assert tell_refusal(game_catalog(GAME.folder, "en"), refusal).partition("”: ")[2] == sentence


def test_a_stored_card_without_a_place_cites_no_purchase() -> None:
    refusal = refused(arranged("9 C0b", stored="crop2"), "use crop2")
    assert (refusal.clause, refusal.values["barn"]) == ("NE-D1", "no")


def test_NE_F3_a_pilgrim_without_another_free_tile_says_so() -> None:
    refusal = refused(arranged("9 C0p C0#"), "move a9 a9")
    assert (refusal.key, refusal.clause) == ("refuse.no_goal", "NE-F3")


def test_NE_R2_while_bids_are_made_an_item_says_where_it_could_go() -> None:
    """As it could if it were one's turn to buy, whatever the price."""
    s = lying(bidding())
    seat, later = int(s.active), GAME.refuse(s, "buy cropland").cells
    assert GAME.refuse(s, "buy settle4").key != "refuse.later"
    then = play(s, *(f"bid {marker}" for marker in range(1, s.seats + 1)))
    while then.active != seat:
        then = play(then, "end")
    legal = {GAME.spell(action).split()[2] for action in GAME.actions(then) if GAME.spell(action).startswith("buy cropland ")}
    assert set(later) == legal


def test_NE_P2_a_bid_says_what_the_purchases_would_cost_and_leave() -> None:
    s = bidding()
    money = int(s.money[s.active])
    bids = GAME.observe(s, s.active)["bids"]
    assert list(bids) == [str(marker) for marker in range(1, 11)]
    assert bids["4"] == {"purchases": 2, "cost": 8, "left": money - 8}
    assert GAME.observe(buying(), 0)["bids"] == {}


def test_no_reason_is_left_out() -> None:
    """The two levels of NE-S4 that are missing above are in test_setup.py."""
    catalog = game_catalog(GAME.folder, "en")
    assert {key for key in catalog.entries if key.startswith("refuse.")} == {key for key in REASONS if key.startswith("refuse.")}


@pytest.mark.parametrize("text", ["xyzzy", "", "build wheat", "🐑", "lay", "BUY", "move  a9", "bid ²"])
def test_whatever_is_typed_is_answered(text: str) -> None:
    for state in (fresh(), starting(), announcing(), bidding(), buying()):
        refusal = GAME.refuse(state, text)
        assert isinstance(refusal, Refusal)
        for language in LANGUAGES:
            assert tell_refusal(game_catalog(GAME.folder, language), refusal)


def test_unknown_words_are_unknown() -> None:
    assert GAME.refuse(buying(), "xyzzy now").key == "play.unknown"
