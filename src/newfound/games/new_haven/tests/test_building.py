"""Building: NH-B1 to NH-B7."""

from __future__ import annotations

from newfound.games.new_haven.state import State

from .table import SPACE_NAMES, arranged, fresh, legal, play, refused, spaces

EMPTY = "\n".join(f"{row} . . . . ." for row in (6, 5, 4, 3, 2, 1))


def builder(village: str = EMPTY, **markers: int) -> State:
    hand = [f"{resource}-{number}" for resource in ("wheat", "timber", "sheep", "stone") for number in range(1, 7)]
    return arranged(fresh(), village=village, hand=hand, markers=markers, phase="build")


def test_NH_B1_the_space_sets_the_price_in_the_buildings_own_resource() -> None:
    s = builder(wheat=3, timber=6)
    assert spaces(s, "wheat-6") == {name for name in SPACE_NAMES if name[1] in "123"}
    refusal = refused(s, "build wheat-4 a4 up")
    assert (refusal.clause, refusal.values["cost"], refusal.values["have"], refusal.cells) == ("NH-B1", 4, 3, ("a4",))
    play(s, "build wheat-6 b2 down")
    assert list(s.markers) == [1, 6, 0, 0]


def test_NH_B2_one_building_per_space() -> None:
    s = builder("6 . . . . .\n5 . . . . .\n4 . . . . .\n3 . . W . .\n2 . . . . .\n1 . . . . .", wheat=6, stone=6)
    assert "c3" not in spaces(s, "stone-3") | spaces(s, "wheat-3")
    assert refused(s, "build stone-3 c3 up").clause == "NH-B2"
    assert refused(s, "build stone-3 c3 up").cells == ("c3",)


def test_NH_B3_the_first_of_a_resource_goes_on_any_empty_space() -> None:
    s = builder("6 . . . . .\n5 . . . . .\n4 . . . . .\n3 . . W . .\n2 . . . . .\n1 . . . . .", stone=6)
    assert spaces(s, "stone-1") == set(SPACE_NAMES) - {"c3"}


def test_NH_B4_every_further_one_touches_one_of_its_resource_face_up_or_down() -> None:
    s = builder("6 . . . . .\n5 . . . . .\n4 . . . . .\n3 . . w S .\n2 . . . . .\n1 . . . . E".replace("E", "."), wheat=6)
    assert spaces(s, "wheat-1") == {"c4", "c2", "b3"}
    refusal = refused(s, "build wheat-2 d2 up")
    assert (refusal.clause, set(refusal.cells)) == ("NH-B4", {"c4", "c2", "b3"})


def test_NH_B4_the_edges_of_the_village_are_edges() -> None:
    s = builder("6 . . . . .\n5 . . . . W\n4 . . . . .\n3 . . . . .\n2 . . . . .\n1 . . . . .", wheat=6)
    assert spaces(s, "wheat-1") == {"e6", "e4", "d5"}
    shut = builder("6 . . . . .\n5 . . . . .\n4 . . . . .\n3 . . . . .\n2 S . . . .\n1 W S . . .", wheat=6)
    assert refused(shut, "build wheat-1 c1 up").key == "refuse.shut_in"


def test_NH_B1_NH_B4_why_a_building_can_go_nowhere_and_nothing_can_go_on_a_space() -> None:
    s = builder("6 . . . . .\n5 . . . . .\n4 . . . . .\n3 . . W . .\n2 . . . . .\n1 . . . . .", wheat=1, stone=2)
    refusal = refused(s, "build wheat-5")
    assert (refusal.key, refusal.clause, refusal.values["cost"], refusal.cells) == ("refuse.dear", "NH-B1", 2, ("c2",))
    refusal = refused(s, "build c1")  # a stone could go there: only the spelling is wrong
    assert refusal.key == "refuse.form_build"
    assert (refused(s, "build c5").key, refused(s, "build c3").clause) == ("refuse.dear_space", "NH-B2")
    alone = builder("6 . . . . .\n5 . . . . .\n4 . . . . .\n3 . . W . .\n2 . . . . .\n1 . . . . .", wheat=3)
    assert (refused(alone, "build e1").key, refused(alone, "build e1").clause) == ("refuse.apart", "NH-B4")
    shut = builder("6 . . . . .\n5 . . . . .\n4 . . . . .\n3 . . . . .\n2 S . . . .\n1 W S . . .", wheat=6)
    assert refused(shut, "build wheat-1").key == "refuse.no_place"


def test_NH_B5_face_up_only_on_its_own_number() -> None:
    s = builder(wheat=6)
    assert spaces(s, "wheat-4", "up") == {"a4", "b4", "c4", "d4", "e4"}
    refusal = refused(s, "build wheat-4 c3 up")
    assert (refusal.clause, refusal.cells) == ("NH-B5", ("c3",))
    assert refused(builder(wheat=3), "build wheat-4 c3 up").clause == "NH-B5"  # the price could just be paid


def test_NH_B6_face_down_anywhere_also_where_it_would_match() -> None:
    s = builder(wheat=6)
    assert spaces(s, "wheat-4", "down") == set(SPACE_NAMES)
    play(s, "build wheat-4 c4 down")
    assert spaces(arranged(s, markers={"wheat": 6}), "wheat-1") == {"c5", "c3", "b4", "d4"}  # it keeps its resource


def test_NH_B7_buildings_never_move_and_lines_may_mix_resources() -> None:
    s = builder(wheat=6, stone=6)
    play(s, "build wheat-1 a1 up", "build stone-1 b1 up")
    assert {text.split()[0] for text in legal(s)} == {"build", "pass"}
    assert not any(text.split()[2] in ("a1", "b1") for text in legal(s, "build"))
