"""Combat, losses, retreat, the Europe track, hands after combat, the worked examples."""

import pytest

from bivouac.core.ids import Side
from bivouac.core.title import BadSetup
from bivouac.titles.lincoln.frames import (
    ALL_OF,
    ATTACK,
    DEPLOY,
    ENGAGE,
    FACE_DOWN,
    FIGHT,
    MOVE,
    NAVAL_MOVE,
    OVER,
    TO_NEIGHBOURS,
    TO_OTHER_HALF,
)
from bivouac.titles.lincoln.printed.units import EUROPE_CSA, EUROPE_UNION
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.state import CARD_BACK, CSA, NOBODY, UNION
from titles.lincoln.kit import FORT, TITLE, box, card, control, counter, discards, field, half, loc, lost_sides, powers, stack, way

NONE = 0


def attack(p, frm, to, rail, face_down, *lift):
    """A rail move over the link from one place to another, and the attacker's card."""
    return p.answer(MOVE + card(rail), *lift, OVER + way(frm, to), card(face_down))


def nashville(union, csa, **more):
    """Armies in Kentucky attack Nashville."""
    p = field(union={"kentucky south": union}, csa={"nashville north": csa}, hand=["UB01", "UB19"], **more)
    lift = () if len(union) == 1 else (ALL_OF + loc("kentucky"),)
    return attack(p, "kentucky", "nashville", "UB01", "UB19", *lift)


# --- combat ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LIN-combat-c")
def test_the_defenders_armies_come_into_an_empty_entered_half_and_forts_stay():
    p = field(union={"nashville north": [3]}, csa={"chattanooga south": [2, 1]}, hand=["UB01", "UB19"])
    attack(p, "nashville", "chattanooga", "UB01", "UB19")
    assert stack(p, CSA, "chattanooga north") == [1, 2] and stack(p, CSA, "chattanooga south") == []
    assert p.told("shifted")[0]["half"].id == half("chattanooga north")


@pytest.mark.rule("LIN-combat-c")
@pytest.mark.parametrize("unit", [1, FORT])
def test_where_a_unit_stands_in_the_entered_half_nothing_shifts(unit):
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [unit], "nashville south": [3]}, hand=["UB01", "UB19"])
    attack(p, "kentucky", "nashville", "UB01", "UB19")
    assert stack(p, CSA, "nashville north") == [unit] and stack(p, CSA, "nashville south") == [3] and p.told("shifted") == []
    p.answer(*([FIGHT] if unit == 1 else []), NONE)
    assert powers(p)[1]["total"] == (1 if unit == 1 else 3)
    assert control(p, "nashville") == NOBODY, "the army of the other half stays"


@pytest.mark.rule("LIN-combat-d")
def test_any_card_will_do_for_the_attacker():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB09", "UB12"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"))
    assert p.options == [card("UB09"), card("UB12")]
    p.answer(card("UB09"), FIGHT, NONE)
    assert p.told("revealed")[0]["leadership"] == 0


@pytest.mark.rule("LIN-combat-d", refuses=True)
def test_no_combat_is_started_without_a_card_left():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01"])
    p.answer(MOVE + card("UB01"))
    assert p.refusal(OVER + way("kentucky", "nashville")).rule == "LIN-combat-d"
    p = field(union={"washington north": [3]}, csa={"savannah sea": [1]}, hand=["UB09"])
    p.answer(NAVAL_MOVE + card("UB09"), counter("washington north", 3))
    assert p.refusal(loc("savannah")).rule == "LIN-combat-d"


@pytest.mark.rule("LIN-combat-e", "LIN-combat-f")
def test_the_order_of_decisions():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19"], other=["CB01"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"))
    assert p.asked == (Side.UNION, "battle_card")
    p.answer(card("UB19"))
    assert p.asked == (Side.CSA, "decide")
    p.answer(FIGHT)
    assert p.asked == (Side.CSA, "defend") and p.options == [NONE, FACE_DOWN + card("CB01")]


@pytest.mark.rule("LIN-combat-g", "LIN-combat-j", "LIN-combat-n")
def test_counters_and_leadership_add_up_and_the_higher_total_wins():
    p = nashville([2, 3], [1, 2], other=["CB02"])
    p.answer(FIGHT, FACE_DOWN + card("CB02"))
    own, enemy = powers(p)
    assert (own["counters"], own["leadership"], own["total"]) == (5, 4, 9)
    assert (enemy["counters"], enemy["leadership"], enemy["total"]) == (3, 2, 5)
    assert p.told("won")[0]["side"].id == UNION


@pytest.mark.rule("LIN-combat-h", "LIN-combat-i")
def test_a_fort_counts_three_and_only_in_the_half_fought_over():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1, FORT], "nashville south": [FORT]}, hand=["UB01", "UB19"])
    attack(p, "kentucky", "nashville", "UB01", "UB19").answer(FIGHT, NONE)
    assert powers(p)[1]["counters"] == 4


@pytest.mark.rule("LIN-combat-l")
def test_no_modifier_in_a_declared_attack():
    p = field(union={"richmond south": [3]}, csa={"richmond north": [1]}, hand=["UB19"])
    p.answer(ATTACK + loc("richmond"), card("UB19"), FIGHT, NONE)
    assert powers(p)[1]["bonus"] == 0


@pytest.mark.rule("LIN-combat-m")
def test_a_modifier_of_the_enemys_colour_does_not_help():
    p = field(union={"richmond south": [1]}, csa={"manassas south": [3]}, hand=["CB01", "CB16"], active=CSA)
    attack(p, "manassas", "richmond", "CB01", "CB16").answer(FIGHT, NONE)
    assert powers(p)[1]["bonus"] == 0, "Richmond's bonus is the Confederate's"


@pytest.mark.rule("LIN-combat-o")
def test_a_tie_is_the_defenders():
    p = nashville([1], [3], other=["CB02"])
    p.answer(FIGHT, FACE_DOWN + card("CB02"))
    assert [e["total"] for e in powers(p)] == [5, 5] and p.told("held")[0]["side"].id == CSA


@pytest.mark.rule("LIN-combat-p", "LIN-deploy-o")
def test_combat_cards_are_discarded():
    p = nashville([1], [3], other=["CB02"])
    p.answer(FIGHT, FACE_DOWN + card("CB02"))
    assert discards(p, "UB19") == 1 and discards(p, "CB02") == 1 and p.state.gone[card("UB19")] == 0


@pytest.mark.rule("LIN-combat-q")
def test_losses_then_retreat_then_europe():
    p = nashville([2, 3, 3], [1, 2])
    p.answer(FIGHT, NONE)
    assert p.asked == (Side.CSA, "losses")
    p.answer(0)
    assert p.asked == (Side.UNION, "losses")
    p.answer(1)
    kinds = [e.kind.name for e in p.state.log if e.kind.name in ("lost_units", "retreated_units", "europe")]
    assert kinds == ["lost_units", "lost_units"] and p.asked == (Side.CSA, "retreat")
    p.answer(way("nashville", "chattanooga"))
    kinds = [e.kind.name for e in p.state.log if e.kind.name in ("lost_units", "retreated_units", "controlled", "europe")]
    assert kinds == ["lost_units", "lost_units", "retreated_units", "controlled", "europe"]


# --- losses ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LIN-loss-a", "LIN-loss-b", "LIN-ex-c")
@pytest.mark.parametrize(
    ("union", "csa", "loser", "winner"), [([3, 3, 3], [1, 1, 1], 2, 1), ([3], [1], 1, 0), ([3, 3, 3, 3, 3], [1, 1], 1, 2)]
)
def test_half_up_and_half_down_whatever_the_strength(union, csa, loser, winner):
    p = nashville(union, csa)
    p.answer(FIGHT, NONE)
    p.until(lambda q: q.box not in ("losses", "retreat"))
    lost = lost_sides(p)
    assert lost.count(CSA) == loser and lost.count(UNION) == winner
    assert p.state.europe == -loser


@pytest.mark.rule("LIN-loss-c")
def test_the_winner_loses_half_whatever_the_loser_lost():
    p = nashville([1, 1, 1, 1, 3], [1])
    p.answer(FIGHT, NONE)
    p.until(lambda q: q.box == "action")
    assert lost_sides(p) == [CSA, UNION, UNION]


@pytest.mark.rule("LIN-loss-d")
def test_the_owner_picks_and_a_fort_may_be_picked():
    p = field(union={"kentucky south": [3, 3]}, csa={"nashville north": [1, 2, FORT]}, hand=["UB01", "UB19"])
    attack(p, "kentucky", "nashville", "UB01", "UB19", ALL_OF + loc("kentucky")).answer(FIGHT, NONE)
    assert p.asked == (Side.CSA, "losses") and p.options == [0, 1, 3]
    stock = p.state.stock[7]
    p.answer(3)
    assert p.state.stock[7] == stock + 1


@pytest.mark.rule("LIN-loss-d", refuses=True)
def test_only_engaged_counters_are_lost():
    p = nashville([3, 3], [1, 2])
    p.answer(FIGHT, NONE)
    assert p.refusal(2).rule == "LIN-loss-d" and p.refusal(3).rule == "LIN-loss-d"


@pytest.mark.rule("LIN-loss-e", "LIN-loss-f", "LIN-europe-b")
def test_a_beaten_confederate_loses_forts_in_both_halves_but_only_one_half_counts():
    p = field(union={"kentucky south": [3, 3]}, csa={"nashville north": [1, FORT], "nashville south": [FORT]}, hand=["UB01", "UB19"])
    attack(p, "kentucky", "nashville", "UB01", "UB19", ALL_OF + loc("kentucky")).answer(FIGHT, NONE)
    p.answer(0)
    p.until(lambda q: q.box == "action")
    assert stack(p, CSA, "nashville north") == stack(p, CSA, "nashville south") == []
    assert p.state.europe == -2, "the army and the fort of the half fought over"
    assert len(p.told("fort_razed")) == 2


@pytest.mark.rule("LIN-loss-e")
def test_forts_go_too_when_the_confederate_is_the_beaten_attacker():
    p = field(union={"nashville north": [3, 3]}, csa={"nashville south": [1, FORT]}, hand=["CB01"], active=CSA)
    p.answer(ATTACK + loc("nashville"), card("CB01"), FIGHT, NONE)
    assert stack(p, CSA, "nashville south") == [] and p.state.europe == -1


# --- retreat --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LIN-retreat-a", "LIN-retreat-b", "LIN-retreat-f")
def test_a_beaten_defender_leaves_and_may_split():
    p = nashville([3, 3, 3], [1, 1, 2, 2])
    p.answer(FIGHT, NONE, 0, 1)
    assert p.asked == (Side.CSA, "retreat")
    assert set(p.options) == {way("nashville", "chattanooga"), way("nashville", "fort_henry_donelson")}
    p.answer(way("nashville", "chattanooga"), way("nashville", "fort_henry_donelson"))
    assert stack(p, CSA, "chattanooga north") == [2] and stack(p, CSA, "fort_henry_donelson south") == [1]
    assert control(p, "nashville") == UNION


@pytest.mark.rule("LIN-retreat-b", "LIN-retreat-g", refuses=True)
def test_not_to_the_enemy_and_never_inside():
    p = nashville([3, 3, 3], [1, 2])
    p.answer(FIGHT, NONE, 0)
    assert p.refusal(way("chattanooga", "nashville")).rule == "LIN-retreat-g"
    assert p.refusal(way("nashville", "kentucky")).rule == "LIN-retreat-b"
    p = field(union={"kentucky south": [3, 3], "chattanooga south": [1]}, csa={"nashville north": [1, 2]}, hand=["UB01", "UB19"])
    attack(p, "kentucky", "nashville", "UB01", "UB19", ALL_OF + loc("kentucky")).answer(FIGHT, NONE, 0)
    assert control(p, "chattanooga") == UNION
    assert stack(p, CSA, "fort_henry_donelson south") == [2], "the only refuge"
    q = field(
        union={"nashville south": [3, 3], "chattanooga north": [1]},
        csa={"fort_henry_donelson south": [2], "nashville north": [2, 2]},
        hand=["UB19"],
        flags=["memphis"],
    )
    q.answer(ATTACK + loc("nashville"), card("UB19"), FIGHT, NONE)
    assert q.told("retreated_units")[0]["half"].id == half("fort_henry_donelson south"), "Kentucky is the Union's"


@pytest.mark.rule("LIN-retreat-c")
def test_into_a_contested_place_only_if_the_link_leads_to_the_own_half():
    union = {"kentucky south": [3, 3, 3], "chattanooga south": [1], "fort_henry_donelson south": [1]}
    csa = {"nashville north": [1, 2], "chattanooga north": [1], "fort_henry_donelson north": [1]}
    p = field(union=union, csa=csa, hand=["UB01", "UB19"])
    attack(p, "kentucky", "nashville", "UB01", "UB19", ALL_OF + loc("kentucky")).answer(FIGHT, NONE, 0)
    assert p.told("retreated_units")[0]["half"].id == half("chattanooga north")
    assert stack(p, CSA, "chattanooga north") == [1, 2]


@pytest.mark.rule("LIN-retreat-c", refuses=True)
def test_a_contested_place_behind_the_enemys_half_is_no_refuge():
    union = {"manassas south": [3, 3, 3, 2], "charleston land": [1]}
    csa = {"richmond north": [1, 2], "charleston sea": [1], "chattanooga north": [1], "front_royal north": [1]}
    p = field(union=union, csa=csa, hand=["UB01", "UB19"])
    attack(p, "manassas", "richmond", "UB01", "UB19", ALL_OF + loc("manassas")).answer(FIGHT, NONE, 0, 1)
    assert p.asked == (Side.CSA, "retreat")
    assert p.refusal(way("richmond", "charleston")).rule == "LIN-retreat-c"


@pytest.mark.rule("LIN-retreat-b", refuses=True)
def test_a_place_the_enemy_took_is_no_refuge():
    union = {"manassas south": [3, 3, 3, 2], "chattanooga north": [1]}
    csa = {"richmond north": [1, 2], "front_royal north": [1]}
    p = field(union=union, csa=csa, hand=["UB01", "UB19"])
    attack(p, "manassas", "richmond", "UB01", "UB19", ALL_OF + loc("manassas")).answer(FIGHT, NONE, 0, 1)
    assert p.refusal(way("richmond", "chattanooga")).rule == "LIN-retreat-b"


@pytest.mark.rule("LIN-retreat-d")
def test_a_beaten_attacker_goes_back_where_he_came_from():
    p = nashville([1, 2], [3, 3], other=["CB01"])
    p.answer(FIGHT, FACE_DOWN + card("CB01"), 0)
    assert stack(p, UNION, "kentucky south") == [2] and control(p, "nashville") == CSA
    assert p.told("retreated_units")[0]["half"].id == half("kentucky south")


@pytest.mark.rule("LIN-retreat-d")
@pytest.mark.parametrize("start", ["kentucky north", "kentucky south"])
def test_a_single_army_goes_back_to_its_own_half(start):
    p = field(union={start: [1], "nashville north": [3, 3]}, csa={"nashville south": [3, 3, 3, 3]}, hand=["UB01", "UB09"])
    p.answer(MOVE + card("UB01"), counter(start, 1), half("nashville north"), ENGAGE, card("UB09"), FIGHT, NONE, 2, 2)
    assert stack(p, UNION, start) == [1]


@pytest.mark.rule("LIN-retreat-d")
def test_also_into_the_half_of_a_contested_place_that_he_had_left_empty():
    p = field(union={"nashville north": [1, 2]}, csa={"nashville south": [1], "fort_henry_donelson north": [3, 3]}, hand=["UB01", "UB09"])
    attack(p, "nashville", "fort_henry_donelson", "UB01", "UB09", ALL_OF + loc("nashville"))
    assert control(p, "nashville") == CSA
    p.answer(FIGHT, NONE, 0)
    assert stack(p, UNION, "nashville north") == [2] and control(p, "nashville") == NOBODY


@pytest.mark.rule("LIN-retreat-e", "LIN-retreat-f")
def test_a_beaten_attacker_after_a_declared_attack_retreats_like_a_defender():
    p = field(union={"nashville north": [1, 1, 1]}, csa={"nashville south": [3, 3, 3]}, hand=["UB09"], flags=["fort_henry_donelson"])
    p.answer(ATTACK + loc("nashville"), card("UB09"), FIGHT, NONE)
    assert p.asked == (Side.UNION, "retreat")
    assert set(p.options) == {way("nashville", "kentucky"), way("nashville", "fort_henry_donelson")}


@pytest.mark.rule("LIN-retreat-h", "LIN-europe-a")
def test_without_a_refuge_all_are_lost_and_count_for_europe():
    union = {"kentucky south": [3, 3, 3], "chattanooga south": [1], "fort_henry_donelson north": [1]}
    p = field(union=union, csa={"nashville north": [1, 2]}, hand=["UB01", "UB19"])
    attack(p, "kentucky", "nashville", "UB01", "UB19", ALL_OF + loc("kentucky")).answer(FIGHT, NONE, 0)
    assert len(p.told("no_retreat_for")) == 1 and p.state.europe == -2 and control(p, "nashville") == UNION


@pytest.mark.rule("LIN-retreat-h", "LIN-retreat-c")
def test_contested_places_behind_the_enemys_halves_save_nobody():
    union = {"kentucky south": [3, 3, 3], "chattanooga north": [1], "fort_henry_donelson south": [1]}
    csa = {"nashville north": [1, 2], "chattanooga south": [1], "fort_henry_donelson north": [1]}
    p = field(union=union, csa=csa, hand=["UB01", "UB19"])
    attack(p, "kentucky", "nashville", "UB01", "UB19", ALL_OF + loc("kentucky")).answer(FIGHT, NONE, 0)
    assert control(p, "chattanooga") == control(p, "fort_henry_donelson") == NOBODY
    assert len(p.told("no_retreat_for")) == 1 and p.state.outcome is None and stack(p, CSA, "nashville north") == []


@pytest.mark.rule("LIN-retreat-i")
def test_out_of_a_contested_place_over_any_of_its_links():
    q = field(
        union={"nashville south": [3, 3, 3]},
        csa={"nashville north": [1, 2, 2], "chattanooga north": [1], "kentucky south": [1]},
        hand=["UB19"],
    )
    q.answer(ATTACK + loc("nashville"), card("UB19"), FIGHT, NONE, 0)
    assert q.asked == (Side.CSA, "retreat")
    assert set(q.options) == {way("nashville", to) for to in ("kentucky", "fort_henry_donelson", "chattanooga")}


@pytest.mark.rule("LIN-retreat-i", "LIN-retreat-b")
def test_beaten_armies_beside_their_own_chattanooga_go_there():
    p = field(
        union={"nashville south": [3, 3], "fort_henry_donelson north": [1]},
        csa={"nashville north": [1, 1], "chattanooga south": [1]},
        hand=["UB19"],
    )
    p.answer(ATTACK + loc("nashville"), card("UB19"), FIGHT, NONE).until(lambda q: q.box == "action")
    assert stack(p, CSA, "chattanooga north") == [1] and p.told("no_retreat_for") == []


@pytest.mark.rule("LIN-retreat-i", "LIN-retreat-c")
def test_the_place_the_attacker_came_from_is_a_refuge_like_any_other():
    p = field(
        union={"nashville north": [1, 3]},
        csa={"nashville south": [1], "chattanooga north": [1, 1]},
        hand=["UB01", "UB19"],
        flags=["fort_henry_donelson", "memphis"],
    )
    attack(p, "memphis", "chattanooga", "UB01", "UB19", counter("nashville north", 3)).answer(FIGHT, NONE)
    assert p.asked == (Side.CSA, "retreat") and control(p, "nashville") == NOBODY
    p.answer(way("chattanooga", "nashville"))
    assert stack(p, CSA, "nashville south") == [1, 1]


# --- Europe and hands -----------------------------------------------------------------------------------------------


@pytest.mark.rule("LIN-europe-a")
def test_the_winner_moves_europe_by_the_losers_counters():
    p = nashville([1, 2], [3, 3], europe=1, other=["CB01"])
    p.answer(FIGHT, FACE_DOWN + card("CB01"), 0)
    assert p.state.europe == 2


@pytest.mark.rule("LIN-europe-c")
def test_a_blue_place_taken_in_combat_is_one_step_more():
    p = field(union={"kentucky north": [1]}, csa={"nashville north": [3]}, hand=["CB01", "CB16"], active=CSA)
    attack(p, "nashville", "kentucky", "CB01", "CB16").answer(FIGHT, NONE)
    assert control(p, "kentucky") == CSA and p.state.europe == 1 + 1 and p.state.flags[loc("kentucky")]


@pytest.mark.rule("LIN-europe-a", "LIN-europe-c")
def test_losses_move_europe_before_the_blue_place_does():
    p = field(union={"kentucky north": [1, 1, 1]}, csa={"nashville north": [3, 3]}, hand=["CB01", "CB16"], active=CSA)
    attack(p, "nashville", "kentucky", "CB01", "CB16", ALL_OF + loc("nashville")).answer(FIGHT, NONE)
    p.until(lambda q: bool(p.told("europe")))
    assert control(p, "kentucky") == CSA and [e["steps"] for e in p.told("europe")] == [2, 1]


@pytest.mark.rule("LIN-europe-c")
def test_a_blue_place_that_is_merely_held_is_worth_nothing_more():
    p = field(union={"ohio west": [1]}, csa={"kentucky north": [3]}, hand=["UB01", "UB09"])
    attack(p, "ohio", "kentucky", "UB01", "UB09").answer(FIGHT, NONE)
    assert control(p, "kentucky") == CSA and p.state.europe == 1, "for the army that was lost"


@pytest.mark.rule("LIN-europe-c", "LIN-europe-d")
def test_each_time_it_is_taken_in_combat_and_once_when_it_is_regained():
    union, csa = {"kentucky north": [1], "ohio west": [3]}, {"kentucky south": [3]}
    p = field(union=union, csa=csa, hand=["CB16"], active=CSA, flags=["kentucky"])
    p.answer(ATTACK + loc("kentucky"), card("CB16"), FIGHT, NONE)
    assert control(p, "kentucky") == CSA and p.state.europe == 1 + 1
    p.state.take(CSA, half("kentucky south"), 2)
    p.state.put(UNION, half("kentucky north"), 0)
    settle(p.state, loc("kentucky"))
    assert p.state.europe == 1 and not p.state.flags[loc("kentucky")]


@pytest.mark.rule("LIN-europe-c")
def test_a_blue_place_taken_without_combat_pays_nothing():
    p = field(csa={"nashville north": [3]}, hand=["CB01"], active=CSA)
    p.answer(MOVE + card("CB01"), half("kentucky south"))
    assert control(p, "kentucky") == CSA and p.state.europe == 0


@pytest.mark.rule("LIN-europe-d")
def test_the_union_moves_the_marker_when_it_regains_a_blue_place_however_it_was_lost():
    p = field(csa={"nashville north": [3]}, hand=["CB01"], other=["UB01"], active=CSA, union={"ohio west": [1]})
    p.answer(MOVE + card("CB01"), half("kentucky south"))
    assert control(p, "kentucky") == CSA and p.state.europe == 0
    p = field(union={"ohio west": [1]}, flags=["kentucky"], hand=["UB01"])
    p.answer(MOVE + card("UB01"), half("kentucky north"))
    assert control(p, "kentucky") == UNION and p.state.europe == -1
    p = field(union={"kentucky north": [1]}, flags=["nashville"], hand=["UB01"])
    p.answer(MOVE + card("UB01"), half("nashville north"))
    assert p.state.europe == 0, "Nashville is beige"


@pytest.mark.rule("LIN-europe-d")
def test_a_blue_place_that_was_only_contested_was_not_lost():
    p = field(union={"kentucky north": [3]}, csa={"kentucky south": [1]}, hand=["UB19"])
    p.answer(ATTACK + loc("kentucky"), card("UB19"), FIGHT, NONE)
    assert control(p, "kentucky") == UNION and p.state.europe == -1, "for the army that was lost"


@pytest.mark.rule("LIN-europe-e")
def test_the_marker_stops_at_the_unions_end():
    p = field(hand=["UB10", "UB01", "UB02"], europe=EUROPE_UNION)
    p.answer(DEPLOY + card("UB10"))
    assert p.state.europe == EUROPE_UNION and p.state.outcome is None


@pytest.mark.rule("LIN-vic-d", "LIN-vic-h")
def test_europe_at_the_far_end_ends_the_match_at_once():
    p = nashville([1], [3], europe=EUROPE_CSA - 1, other=["CB02"])
    p.answer(FIGHT, FACE_DOWN + card("CB02"))
    outcome = p.state.outcome
    assert (outcome.winner, outcome.rule, outcome.ending) == (Side.CSA, "LIN-vic-d", "europe")
    p = field(hand=["CB09", "CB01", "CB02"], active=CSA, europe=EUROPE_CSA - 1)
    p.answer(DEPLOY + card("CB09"))
    assert p.state.outcome.rule == "LIN-vic-d"


@pytest.mark.rule("LIN-hand-a", "LIN-hand-b", "LIN-combat-q")
def test_after_a_combat_the_attacker_refills_his_hand_and_the_defender_does_not():
    p = nashville([1], [3], other=["CB01", "CB02"])
    p.answer(FIGHT, FACE_DOWN + card("CB01"))
    assert p.question.side == Side.CHANCE and p.told("europe"), "Europe comes first"
    p.until(lambda q: q.side != Side.CHANCE)
    assert p.state.held == [6, 1] and p.state.actions == 1 and p.asked == (Side.UNION, "action")


@pytest.mark.rule("LIN-hand-a")
def test_a_withdrawal_is_no_combat_and_brings_no_draw():
    p = nashville([1], [3])
    p.answer(TO_OTHER_HALF)
    assert box(p) == "action" and p.state.held[UNION] == 0


@pytest.mark.rule("LIN-hand-a")
def test_the_draw_in_a_combat_meets_the_gate_too():
    p = nashville([1], [3], other=["CB01"], deck=[])
    p.answer(FIGHT, FACE_DOWN + card("CB01"))
    assert p.state.outcome == (Side.CSA, "LIN-vic-a", "first_gate")


def test_the_option_of_older_saves_is_found_by_its_former_name():
    assert TITLE.setup(None, ["card_back_on_withdrawal"]).switches == TITLE.setup(None, ["card-back-on-withdrawal"]).switches == CARD_BACK
    with pytest.raises(BadSetup):
        TITLE.setup(None, ["refill-in-combat"])


@pytest.mark.rule("LIN-retreat-d")
def test_a_beaten_stack_goes_back_to_the_halves_it_left():
    p = field(union={"kentucky north": [1, 1], "kentucky south": [2, 1]}, csa={"nashville north": [3, 3, 3, 3, 3]}, hand=["UB01", "UB09"])
    attack(p, "kentucky", "nashville", "UB01", "UB09", ALL_OF + loc("kentucky")).answer(FIGHT, NONE, 0, 0)
    p.until(lambda q: q.box == "action")
    assert stack(p, UNION, "kentucky north") == [1] and stack(p, UNION, "kentucky south") == [2]
    p = field(union={"kentucky north": [1, 2]}, csa={"nashville north": [3, 3, 3]}, hand=["UB01", "UB09"])
    attack(p, "kentucky", "nashville", "UB01", "UB09", ALL_OF + loc("kentucky")).answer(FIGHT, NONE, 0)
    p.until(lambda q: q.box == "action")
    assert stack(p, UNION, "kentucky north") == [2], "over the south link, but from the north half"


@pytest.mark.rule("LIN-retreat-d", "LIN-retreat-h")
@pytest.mark.parametrize(("south", "left"), [([], [2]), ([1], [])])
def test_where_the_enemy_has_come_into_the_half_he_left_a_beaten_attacker_takes_the_other_or_is_lost(south, left):
    p = field(
        union={"nashville north": [1, 2]},
        csa={"nashville south": south, "fort_henry_donelson south": [1, FORT, FORT, FORT]},
        hand=["UB01", "UB09"],
        flags=["nashville"] if not south else [],
    )
    attack(p, "nashville", "fort_henry_donelson", "UB01", "UB09", ALL_OF + loc("nashville"))
    if not south:
        p.state.flags[loc("nashville")] = 0
        settle(p.state, loc("nashville"))
        TITLE.flow.run(p.state)
    p.answer(TO_NEIGHBOURS, way("fort_henry_donelson", "nashville"), NONE, 0)
    p.until(lambda q: q.box == "action")
    assert stack(p, CSA, "nashville north") == [1] and stack(p, UNION, "nashville north") == []
    assert stack(p, UNION, "nashville south") == left and len(p.told("no_retreat_for")) == bool(south)
    assert p.state.europe == (1 if left else 2)


# --- worked examples ------------------------------------------------------------------------------------------------


@pytest.mark.rule("LIN-ex-a", "LIN-wd-b", "LIN-wd-k")
def test_example_a_fort_alone():
    p = field(union={"kentucky south": [3, 2]}, csa={"nashville north": [1, FORT]}, hand=["UB01", "UB19"])
    attack(p, "kentucky", "nashville", "UB01", "UB19", ALL_OF + loc("kentucky"))
    p.answer(TO_OTHER_HALF)
    assert p.asked == (Side.CSA, "defend")
    p.answer(NONE)
    own, enemy = powers(p)
    assert (own["total"], enemy["total"], enemy["bonus"]) == (9, 3, 0)
    assert p.asked == (Side.UNION, "losses")
    p.answer(1)
    assert stack(p, UNION, "nashville north") == [3] and stack(p, CSA, "nashville north") == []
    assert stack(p, CSA, "nashville south") == [1] and control(p, "nashville") == NOBODY
    assert p.state.stock[7] == 4 and p.until(lambda q: q.side != Side.CHANCE).asked == (Side.UNION, "action")


@pytest.mark.rule("LIN-ex-b")
def test_example_army_and_fort_stand():
    p = field(union={"kentucky south": [3, 2]}, csa={"nashville north": [1, FORT]}, hand=["UB01", "UB19"], other=["CB16"])
    attack(p, "kentucky", "nashville", "UB01", "UB19", ALL_OF + loc("kentucky"))
    p.answer(FIGHT, FACE_DOWN + card("CB16"))
    assert [(e["counters"], e["leadership"], e["total"]) for e in powers(p)] == [(5, 4, 9), (4, 5, 9)]
    assert p.told("held")[0]["side"].id == CSA and p.asked == (Side.UNION, "losses")
    p.answer(1)
    assert p.asked == (Side.CSA, "losses")
    p.answer(0)
    assert stack(p, UNION, "kentucky south") == [3] and stack(p, CSA, "nashville north") == [FORT]
    assert p.state.europe == 1 and control(p, "nashville") == CSA


def test_the_face_down_card_is_seen_by_its_owner_alone():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19", "UB12"], other=["CB01"])
    attack(p, "kentucky", "nashville", "UB01", "UB19")
    mine, yours, theirs = (TITLE.view(p.state, side) for side in (Side.UNION, Side.CSA, None))
    assert mine.fight.card == card("UB19") and yours.fight.card == theirs.fight.card == -1
    assert yours.fight.face_down and theirs.fight.face_down
    told = [e for e in p.state.log if e.visible_to(Side.CSA)]
    assert not any(e.kind.name == "own_card" for e in told)
    assert counter("nashville north", 1) >= 0


@pytest.mark.rule("LIN-combat-e")
def test_that_a_card_lies_face_down_is_told_before_its_owner_is_told_which():
    p = nashville([2], [1])
    assert [e.kind.name for e in p.state.log][-2:] == ["face_down_card", "own_card"]
