"""Withdrawal."""

import pytest

from bivouac.core.ids import Side
from bivouac.titles.lincoln.frames import ALL_OF, ATTACK, BY_SEA, FIGHT, MOVE, OVER, TO_NEIGHBOURS, TO_OTHER_HALF
from bivouac.titles.lincoln.state import CSA, NOBODY, UNION
from titles.lincoln.kit import FORT, box, card, control, counter, discards, field, half, loc, lost_sides, powers, stack, way


def attacked(csa, union=(3,), more_union=None, **more):
    """Armies from Kentucky have attacked Nashville and the Union has laid its card."""
    p = field(union={"kentucky south": list(union), **(more_union or {})}, csa=csa, hand=["UB01", "UB19"], **more)
    if p.answer(MOVE + card("UB01")).question.box == "lift":
        p.answer(ALL_OF + loc("kentucky") if len(union) > 1 else half("kentucky south") * 4 + union[0] - 1)
    return p.answer(OVER + way("kentucky", "nashville"), card("UB19"))


@pytest.mark.rule("LIN-wd-a", "LIN-wd-d", "LIN-wd-i", "LIN-wd-h")
def test_all_armies_leave_and_there_is_no_combat():
    p = attacked({"nashville north": [1, 2]})
    p.answer(TO_NEIGHBOURS)
    assert p.asked == (Side.CSA, "withdraw")
    p.answer(way("nashville", "chattanooga"), way("nashville", "chattanooga"))
    assert stack(p, CSA, "chattanooga north") == [1, 2] and stack(p, CSA, "nashville north") == []
    assert control(p, "nashville") == UNION and powers(p) == [] and p.state.europe == 0
    assert discards(p, "UB19") == 1 and box(p) == "action"


@pytest.mark.rule("LIN-wd-b")
def test_a_fort_left_behind_fights_alone():
    p = attacked({"nashville north": [2, FORT]})
    p.answer(TO_NEIGHBOURS, way("nashville", "chattanooga"))
    assert p.asked == (Side.CSA, "defend") and stack(p, CSA, "nashville north") == [FORT]
    p.answer(0)
    assert powers(p)[1]["counters"] == 3 and stack(p, CSA, "nashville north") == []
    assert control(p, "nashville") == UNION


@pytest.mark.rule("LIN-wd-b")
def test_a_fort_alone_is_not_asked_whether_it_withdraws():
    p = attacked({"nashville north": [FORT]})
    assert p.asked == (Side.CSA, "defend")


@pytest.mark.rule("LIN-wd-c", "LIN-wd-i")
def test_to_the_other_half_all_together():
    p = attacked({"nashville north": [1, 2]})
    p.answer(TO_OTHER_HALF)
    assert stack(p, CSA, "nashville south") == [1, 2] and stack(p, UNION, "nashville north") == [3]
    assert control(p, "nashville") == NOBODY and powers(p) == [] and box(p) == "action"
    assert [e.kind.name for e in p.state.log if not e.kind.effect][-3:] == ["withdrew_units", "discarded", "contested"]


@pytest.mark.rule("LIN-wd-d", refuses=True)
def test_not_to_places_that_are_not_open():
    p = attacked({"nashville north": [1, 2], "memphis north": [1]}, more_union={"fort_henry_donelson north": [1]})
    p.answer(TO_NEIGHBOURS)
    assert box(p) == "action" and stack(p, CSA, "chattanooga north") == [1, 2], "the only place that is open"
    p = attacked({"nashville north": [1, 2]})
    p.answer(TO_NEIGHBOURS)
    assert p.refusal(way("nashville", "kentucky")).rule == "LIN-wd-d"


@pytest.mark.rule("LIN-wd-d")
def test_also_where_the_attack_came_from_if_the_defender_controls_it_now():
    p = field(
        union={"nashville north": [3]},
        csa={"nashville south": [1], "fort_henry_donelson north": [2, 2], "memphis north": [1]},
        hand=["UB01", "UB19"],
    )
    p.answer(MOVE + card("UB01"), OVER + way("nashville", "fort_henry_donelson"), card("UB19"), TO_NEIGHBOURS)
    assert control(p, "nashville") == CSA
    assert set(p.options) == {way("fort_henry_donelson", "nashville"), way("fort_henry_donelson", "memphis")}
    p.answer(way("fort_henry_donelson", "nashville"), way("fort_henry_donelson", "memphis"))
    assert stack(p, CSA, "nashville north") == [2] and stack(p, CSA, "memphis north") == [1, 2]


@pytest.mark.rule("LIN-wd-d")
def test_into_the_own_half_of_a_contested_place():
    p = attacked(
        {"nashville north": [1], "chattanooga north": [1]}, more_union={"chattanooga south": [1], "fort_henry_donelson south": [1]}
    )
    p.answer(TO_NEIGHBOURS)
    assert stack(p, CSA, "chattanooga north") == [1, 1]


@pytest.mark.rule("LIN-wd-e")
def test_splitting():
    p = attacked({"nashville north": [1, 2]})
    p.answer(TO_NEIGHBOURS, way("nashville", "chattanooga"), way("nashville", "fort_henry_donelson"))
    assert stack(p, CSA, "chattanooga north") == [2] and stack(p, CSA, "fort_henry_donelson south") == [1]


@pytest.mark.rule("LIN-wd-e", refuses=True)
def test_neighbours_and_the_other_half_do_not_mix():
    p = attacked({"nashville north": [1, 2]})
    p.answer(TO_NEIGHBOURS)
    assert p.refusal(way("chattanooga", "nashville")).rule == "LIN-wd-e"


@pytest.mark.rule("LIN-wd-f")
def test_from_a_contested_place_to_neighbours_over_any_link():
    p = field(union={"nashville north": [3]}, csa={"nashville south": [1]}, hand=["UB19"])
    p.answer(ATTACK + loc("nashville"), card("UB19"), TO_NEIGHBOURS)
    assert set(p.options) == {way("nashville", "chattanooga"), way("nashville", "fort_henry_donelson")}
    p.answer(way("nashville", "fort_henry_donelson"))
    assert stack(p, CSA, "fort_henry_donelson south") == [1] and control(p, "nashville") == UNION


@pytest.mark.rule("LIN-wd-f", refuses=True)
def test_from_a_contested_place_not_to_the_other_half():
    p = field(union={"nashville north": [3]}, csa={"nashville south": [1]}, hand=["UB19"])
    p.answer(ATTACK + loc("nashville"), card("UB19"))
    assert p.refusal(TO_OTHER_HALF).rule == "LIN-wd-f"


@pytest.mark.rule("LIN-wd-g")
def test_the_union_leaves_a_port_by_sea_for_one_naval_card():
    p = field(union={"savannah sea": [1, 2]}, csa={"charleston land": [3]}, hand=["CB01", "CB16"], other=["UB09", "UB01"], active=CSA)
    p.answer(MOVE + card("CB01"), OVER + way("charleston", "savannah"), card("CB16"))
    assert p.asked == (Side.UNION, "decide_by_sea")
    p.answer(BY_SEA + card("UB09"))
    assert stack(p, UNION, "washington north") == [1, 2] and discards(p, "UB09") == 1
    assert control(p, "savannah") == CSA and p.state.europe == 0


@pytest.mark.rule("LIN-wd-g", refuses=True)
def test_by_sea_only_with_a_naval_card_to_a_washington_whose_port_is_free():
    p = field(union={"savannah sea": [1, 2]}, csa={"charleston land": [3]}, hand=["CB01", "CB16"], other=["UB09", "UB01"], active=CSA)
    p.answer(MOVE + card("CB01"), OVER + way("charleston", "savannah"), card("CB16"))
    assert p.refusal(BY_SEA + card("UB01")).rule == "LIN-wd-g"
    more = {"options": ["withdrawal-from-ports"], "active": CSA}
    p = field(union={"kentucky south": [1]}, csa={"nashville north": [3]}, hand=["CB01", "CB16"], other=["UB09"], **more)
    p.answer(MOVE + card("CB01"), OVER + way("nashville", "kentucky"), card("CB16"))
    assert p.refusal(BY_SEA + card("UB09")).rule == "LIN-wd-g", "Kentucky is not a port"
    p = field(
        union={"savannah sea": [1]},
        csa={"charleston land": [3], "washington north": [1]},
        hand=["CB01", "CB16"],
        other=["UB09"],
        active=CSA,
    )
    p.answer(MOVE + card("CB01"), half("charleston land") * 4 + 2, OVER + way("charleston", "savannah"), card("CB16"))
    assert p.refusal(BY_SEA + card("UB09")).rule == "LIN-wd-g", "Washington is lost"
    p = field(union={"washington north": [1]}, csa={"manassas north": [3]}, hand=["CB01", "CB16"], other=["UB09"], active=CSA)
    p.answer(MOVE + card("CB01"), OVER + way("manassas", "washington"), card("CB16"))
    assert p.refusal(BY_SEA + card("UB09")).rule == "LIN-wd-g", "Washington itself is attacked"


@pytest.mark.rule("LIN-wd-g")
def test_the_union_leaves_for_washington_from_any_location():
    p = field(union={"kentucky south": [1]}, csa={"nashville north": [3]}, hand=["CB01", "CB16"], other=["UB09"], active=CSA)
    p.answer(MOVE + card("CB01"), OVER + way("nashville", "kentucky"), card("CB16"), BY_SEA + card("UB09"))
    assert stack(p, UNION, "washington north") == [1] and control(p, "kentucky") == CSA


@pytest.mark.rule("LIN-wd-g", "LIN-europe-d")
def test_troops_that_come_to_an_empty_lost_washington_regain_it():
    union, csa = {"kentucky south": [1]}, {"nashville north": [3]}
    p = field(union=union, csa=csa, hand=["CB01", "CB16"], other=["UB09"], active=CSA, flags=["washington"])
    p.answer(MOVE + card("CB01"), OVER + way("nashville", "kentucky"), card("CB16"), BY_SEA + card("UB09"))
    assert control(p, "washington") == UNION and p.state.europe == -1


@pytest.mark.rule("LIN-wd-g")
@pytest.mark.parametrize(("union", "csa", "box_"), [("north", "south", "decide_by_sea"), ("south", "north", "decide")])
def test_of_a_contested_washington_the_half_of_the_port_must_be_held(union, csa, box_):
    p = field(
        union={"savannah sea": [1], f"washington {union}": [1]},
        csa={"charleston land": [3], f"washington {csa}": [1]},
        hand=["CB01", "CB16"],
        other=["UB09"],
        active=CSA,
    )
    p.answer(MOVE + card("CB01"))
    if box(p) == "lift":
        p.answer(counter("charleston land", 3))
    p.answer(OVER + way("charleston", "savannah"), card("CB16"))
    assert p.asked == (Side.UNION, box_) and (BY_SEA + card("UB09") in p.options) == (union == "north")


@pytest.mark.rule("LIN-wd-g", refuses=True)
def test_out_of_a_contested_port_only_from_the_half_of_the_port():
    union, csa = {"savannah land": [1], "washington north": [1]}, {"savannah sea": [3]}
    p = field(union=union, csa=csa, hand=["CB16"], other=["UB09"], active=CSA, options=["withdrawal-from-ports"])
    p.answer(ATTACK + loc("savannah"), card("CB16"))
    assert p.asked == (Side.UNION, "defend"), "no ship comes, and there is no other way out"


@pytest.mark.rule("LIN-wd-h")
def test_with_the_option_the_card_comes_back():
    p = attacked({"nashville north": [1]}, options=["card-back-on-withdrawal"])
    p.answer(TO_OTHER_HALF)
    assert p.state.hand[card("UB19")] == 1 and p.state.held[UNION] == 1 and discards(p, "UB19") == 0


@pytest.mark.rule("LIN-wd-j", refuses=True)
def test_without_a_place_to_go_to_the_defender_must_fight():
    union = {"nashville north": [3], "chattanooga south": [1], "fort_henry_donelson north": [1]}
    p = field(union=union, csa={"nashville south": [1]}, hand=["UB19"])
    p.answer(ATTACK + loc("nashville"), card("UB19"))
    assert p.asked == (Side.CSA, "defend"), "there was only one answer"
    p = attacked({"nashville north": [1]}, more_union={"chattanooga north": [1], "fort_henry_donelson north": [1]})
    assert p.refusal(TO_NEIGHBOURS).rule == "LIN-wd-j" and p.options == [FIGHT, TO_OTHER_HALF]


@pytest.mark.rule("LIN-wd-k")
def test_armies_in_the_other_half_stay_but_a_fort_there_is_razed_with_the_one_that_fought():
    p = attacked({"nashville north": [1, FORT], "nashville south": [FORT]})
    p.answer(TO_OTHER_HALF, 0)
    assert stack(p, CSA, "nashville south") == [1] and stack(p, CSA, "nashville north") == []
    assert control(p, "nashville") == NOBODY and p.state.stock[7] == 4


def test_a_fort_that_holds_sends_the_attacker_home_while_the_army_is_in_the_other_half():
    p = attacked({"nashville north": [1, FORT]}, union=(1,), other=["CB16"])
    p.answer(TO_OTHER_HALF, 100 + card("CB16"))
    assert stack(p, UNION, "kentucky south") == [] and lost_sides(p)[0] == UNION
    assert control(p, "nashville") == CSA
