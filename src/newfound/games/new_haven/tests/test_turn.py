"""A turn: NH-T1 to NH-T8."""

from __future__ import annotations

from newfound.core.game import CHANCE

from .table import GAME, arranged, fresh, gathered, hand, legal, play, refused, settle, tiles, told


def test_NH_T1_any_tile_of_the_hand_any_turn_any_open_space() -> None:
    s = arranged(fresh(), tiles=["WWTS", "RRRT"])
    assert len(legal(s, "lay")) == (4 + 4) * 21
    assert "lay WWTS d4" in legal(s)
    assert refused(s, "lay SSSS d4").clause == "NH-T1"
    assert refused(s, "pass").clause == "NH-T1"
    play(s, "lay WWTS d4", "pass", "pass")
    again = arranged(s, phase="lay", tiles=["RRRT"])
    assert refused(again, "lay RRRT d4") == GAME.refuse(again, "lay RRRT d4")
    assert refused(again, "lay RRRT d4").key == "refuse.filled"


def test_NH_T1_NH_T4_NH_T5_NH_T6_out_of_step_the_refusal_cites_what_is_to_be_done_now() -> None:
    s = arranged(fresh(), tiles=["WWTS"], hands={0: [], 1: []})
    for text in ("build wheat-1 a1 up", "take bag"):
        assert (refused(s, text).key, refused(s, text).clause) == ("refuse.now_lay", "NH-T1")
    play(s, "lay WWTS d4")
    for text in ("lay WWTS d3", "ship d3 wheat", "take bag"):
        assert (refused(s, text).key, refused(s, text).clause) == ("refuse.now_build", "NH-T4")
    play(s, "pass")
    assert (refused(s, "ship d3 wheat").key, refused(s, "ship d3 wheat").clause) == ("refuse.now_build", "NH-T5")
    play(s, "pass")
    for text in ("lay WWTS d3", "build wheat-1 a1 up"):
        assert (refused(s, text).key, refused(s, text).clause) == ("refuse.now_take", "NH-T6")


def test_NH_T2_the_shipment_counts_as_four_squares_of_the_named_resource() -> None:
    s = arranged(fresh(), board={"e4": "WTTT"})
    assert len(legal(s, "ship")) == 20 * 4
    assert gathered(s, "ship d4 wheat") == {"wheat": 5}
    assert gathered(s, "ship d4 timber") == {"timber": 4 + 3}  # the lower left square of e4 and what hangs on it
    assert gathered(s, "ship d4 stone") == {"stone": 4}
    assert (refused(s, "ship e4 wheat").key, refused(s, "ship e4 wheat").clause) == ("refuse.filled", "NH-T2")


def test_NH_T2_once_per_game() -> None:
    s = play(fresh(), "ship d4 wheat", "pass", "pass")
    while GAME.turn(settle(s)) == 0:
        play(s, sorted(legal(s, "take"))[0])
    play(s, sorted(legal(s, "lay"))[0], "pass", "pass")
    while GAME.turn(settle(s)) == 1:
        play(s, sorted(legal(s))[0])
    assert (GAME.turn(s), GAME.observe(s, 0)["phase"], legal(s, "ship")) == (0, "lay", set())
    assert (refused(s, "ship c4 wheat").key, refused(s, "ship c4 wheat").clause) == ("refuse.shipped", "NH-T2")


def test_NH_T3_two_diagonal_squares_both_count_and_none_twice() -> None:
    assert gathered(arranged(fresh(), tiles=["WTSW"]), "lay WTSW d4") == {"wheat": 2, "timber": 1, "sheep": 1}
    joined = arranged(fresh(), tiles=["WTSW"], board={"d5": "TTWW", "e5": "TTWT", "e4": "WTWT"})
    assert gathered(joined, "lay WTSW d4")["wheat"] == 2 + 2 + 1 + 2


def test_NH_T3_chains_never_cross_corners() -> None:
    s = arranged(fresh(), tiles=["WTTT"], board={"c5": "SSSW"})
    assert gathered(s, "lay WTTT d4")["wheat"] == 1


def test_NH_T3_what_is_not_on_the_tile_yields_nothing() -> None:
    s = arranged(fresh(), tiles=["WWWT"], board={"d5": "SSSS", "c4": "SSSS"})
    after = play(s, "lay WWWT d4")
    assert (after.markers[2], after.markers[3]) == (0, 0)


def test_NH_T3_values_above_twenty_are_kept() -> None:
    row = {f"{column}{n}": "WWWW" for column in "bcdef" for n in (3, 4)}
    s = arranged(fresh(), tiles=["WWWW"], board=row)
    assert gathered(s, "lay WWWW d5") == {"wheat": 44}


def test_NH_T3_every_gain_is_told_with_its_cells() -> None:
    s = arranged(fresh(3), tiles=["TSWS"], board={"e6": "WSWW"})
    gains = {news.values["resource"]: (news.values["n"], news.cells) for news in told(s, "lay TSWS e7") if news.key == "news.gain"}
    assert gains == {"wheat": (6, ("e7", "e6", "f6")), "timber": (1, ("e7",)), "sheep": (3, ("e7", "e6"))}


def test_NH_T4_as_many_as_one_likes_one_after_the_other() -> None:
    s = arranged(fresh(), hand=["wheat-1", "wheat-2", "sheep-1"], markers={"wheat": 3, "sheep": 2}, phase="build")
    assert refused(s, "build wheat-3 c3 up").clause == "NH-T4"
    play(s, "build wheat-1 c1 up", "build wheat-2 c2 up", "build sheep-1 a1 up")
    assert GAME.turn(s) == 0
    play(s, "pass")
    assert GAME.turn(s) == 1


def test_NH_T5_everyone_is_asked_once_clockwise_also_who_can_build_nothing() -> None:
    s = arranged(fresh(4), hands={0: [], 1: [], 2: ["wheat-1", "wheat-2"], 3: []}, markers={"wheat": 5}, phase="build")
    asked = []
    for action in ("pass", "pass", "build wheat-1 a1 up", "build wheat-2 a2 up", "pass", "pass"):
        asked.append(GAME.turn(s))
        play(s, action)
    assert asked == [0, 1, 2, 2, 2, 3]
    assert GAME.observe(s, 0)["phase"] == "take"


def test_NH_T5_nobody_is_asked_once_all_markers_are_at_zero() -> None:
    s = arranged(fresh(3), hand=["wheat-1", "wheat-2"], markers={"wheat": 1}, phase="build")
    play(s, "build wheat-1 a1 up")
    assert (GAME.turn(s), GAME.observe(s, 0)["phase"]) == (0, "take")


def test_NH_T6_one_building_for_every_marker_at_zero_whether_it_moved_or_not() -> None:
    for markers, draws in (({"wheat": 1}, 3), ({"wheat": 1, "stone": 2, "sheep": 9}, 1), ({"wheat": 2, "timber": 2}, 2)):
        s = arranged(fresh(), markers=markers, phase="build", hands={0: [], 1: []})
        play(s, "pass", "pass")
        assert GAME.observe(s, 0)["draws"] == draws


def test_NH_T6_the_first_from_the_circles_then_either_and_each_is_seen_before_the_next() -> None:
    s = arranged(fresh(), circles=["wheat-1", "wheat-1", "stone-4", "sheep-2", "timber-6"], hand=[], markers={"wheat": 1}, phase="build")
    play(s, "pass", "pass")
    assert legal(s) == {"take wheat-1", "take stone-4", "take sheep-2", "take timber-6"}
    assert refused(s, "take bag").key == "refuse.bag_first"
    assert refused(s, "take stone-5").clause == "NH-T6"
    assert refused(s, "pass").clause == "NH-T6"
    play(s, "take wheat-1", "take bag", "draw stone-6")
    assert hand(s) == ["wheat-1", "stone-6"]
    assert GAME.observe(s, 0)["draw_from"] == "both"
    assert legal(s) == {"take wheat-1", "take stone-4", "take sheep-2", "take timber-6", "take bag"}


def test_NH_T6_circles_are_refilled_only_after_all_draws() -> None:
    s = arranged(fresh(), markers={"wheat": 1, "stone": 1}, phase="build", hands={0: [], 1: []})
    play(s, "pass", "pass")
    play(s, sorted(legal(s, "take"))[0])
    assert GAME.observe(s, 0)["circles"].count(None) == 1
    play(s, sorted(legal(s, "take"))[-1])
    assert (GAME.turn(s), GAME.observe(s, 0)["phase"], GAME.observe(s, 0)["circles"].count(None)) == (CHANCE, "refill", 2)


def test_NH_T6_with_the_bag_empty_all_draws_come_from_the_circles_and_then_none() -> None:
    s = arranged(fresh(), circles=["wheat-1", "stone-2"], bag=[], markers={"wheat": 1}, phase="build", hands={0: [], 1: []})
    play(s, "pass", "pass")
    assert GAME.observe(s, 0)["draw_from"] == "first"
    play(s, "take wheat-1")
    assert GAME.observe(s, 0)["draw_from"] == "circles"
    assert legal(s) == {"take stone-2"}
    assert refused(s, "take bag").key == "refuse.bag_empty"
    play(s, "take stone-2")  # a third is due, but nothing is left
    settle(s)
    assert (GAME.turn(s), GAME.observe(s, 0)["phase"], GAME.observe(s, 0)["circles"]) == (1, "lay", [None] * 5)


def test_NH_T7_markers_go_back_and_whoever_laid_a_tile_draws_a_new_one() -> None:
    s = arranged(fresh(), tiles=["WWTS", "RRRT"], hands={0: [], 1: []})
    play(s, "lay WWTS d4", "pass", "pass")
    while GAME.turn(s) != CHANCE:
        play(s, sorted(legal(s, "take"))[0])
    settle(s)
    assert (sum(s.markers), len(tiles(s, 0)), GAME.turn(s)) == (0, 2, 1)


def test_NH_T7_a_shipment_is_turned_over_and_no_tile_is_drawn() -> None:
    s = play(fresh(), "ship d4 wheat", "pass", "pass")
    while GAME.observe(s, 0)["phase"] != "reveal":
        play(s, sorted(legal(s))[0])
    before = tiles(s, 0)
    pool = GAME.observe(s, 0)["pool"]
    play(s, "tile RSTR")
    assert GAME.observe(s, 1)["board"]["d4"] == {"is": "tile", "face": "RSTR"}
    assert (tiles(s, 0), GAME.observe(s, 0)["pool"]) == (before, pool)
    assert gathered(arranged(s, tiles=["RTTT"]), "lay TTRT e4")["stone"] == 1 + 1  # it is now only what it shows


def test_NH_T7_the_face_of_a_shipment_and_its_turn_are_equally_likely() -> None:
    s = play(fresh(), "ship d4 wheat", "pass", "pass")
    while GAME.observe(s, 0)["phase"] != "reveal":
        play(s, sorted(legal(s))[0])
    weight = dict(zip(map(GAME.spell, GAME.actions(s)), GAME.weights(s), strict=True))
    assert sum(weight.values()) == 4 * s.unseen_total
    assert weight["tile WWWR"] == weight["tile RWWW"] == weight["tile WRWW"] == weight["tile WWRW"]


def test_NH_T8_then_the_player_to_the_left_is_active() -> None:
    s = fresh(3)
    turns: list[int] = []
    while GAME.turn(s) >= 0 and len(turns) < 60:
        if GAME.observe(s, 0)["phase"] == "lay":
            turns.append(GAME.turn(s))
        play(s, sorted(legal(s))[0])
        settle(s)
    assert turns == [0, 1, 2] * 10
