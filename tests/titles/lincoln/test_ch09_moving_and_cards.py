"""Moving by rail and sea, attacks in contested places, the text actions of cards."""

import pytest

from bivouac.core.ids import Side
from bivouac.titles.lincoln.frames import (
    ADD,
    ALL_OF,
    ATTACK,
    BENEFIT,
    CANCEL,
    DEPLOY,
    DISCARD,
    ENGAGE,
    FIGHT,
    LET_PASS,
    MOVE,
    NAVAL_MOVE,
    ONE_MORE,
    OVER,
    PASS,
    PLAY,
    STOP,
)
from bivouac.titles.lincoln.printed.units import KINDS_DATA, TEXTS, TOPS
from bivouac.titles.lincoln.state import CSA, NOBODY, UNION
from titles.lincoln.kit import (
    FORT,
    TITLE,
    box,
    card,
    control,
    counter,
    deal,
    discards,
    field,
    half,
    loc,
    powers,
    stack,
    stack_deck,
    way,
    why,
)

# --- rail -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LIN-rail-a", refuses=True)
def test_a_rail_move_needs_the_rail_symbol_and_an_army_that_can_go():
    p = field(union={"cairo north": [1]}, hand=["UB09"])
    assert (p.refusal(MOVE + card("UB09")).rule, p.refusal(MOVE + card("UB09")).name) == ("LIN-rail-a", "has_the_rail_symbol")
    p = field(hand=["UB01"])
    assert (p.refusal(MOVE + card("UB01")).rule, p.refusal(MOVE + card("UB01")).name) == ("LIN-rail-a", "something_can_move")
    p = field(union={"cairo north": [1], "ohio west": [2]}, hand=["UB01"]).answer(MOVE + card("UB01"))
    refusal = p.refusal(counter("memphis south", 3))
    place = [2, half("memphis south"), loc("memphis")]
    assert refusal.rule == "LIN-rail-a" and [refusal.facts[word].id for word in ("unit", "half", "location")] == place


@pytest.mark.rule("LIN-rail-a", "LIN-rail-b")
def test_all_or_some_armies_of_a_place_move_next_door_for_one_card():
    p = field(union={"kentucky north": [1, 2], "kentucky south": [3]}, hand=["UB01", "UB03"])
    p.answer(MOVE + card("UB01"), ALL_OF + loc("kentucky"), half("ohio west"))
    assert stack(p, UNION, "ohio west") == [1, 2, 3] and discards(p, "UB01") == 1 and p.state.actions == 1
    p.answer(MOVE + card("UB03"), counter("ohio west", 1), ADD + counter("ohio west", 3), half("kentucky north"))
    assert stack(p, UNION, "kentucky north") == [1, 3] and stack(p, UNION, "ohio west") == [2]


@pytest.mark.rule("LIN-rail-b", refuses=True)
def test_a_stack_does_not_go_far():
    p = field(union={"kentucky north": [1, 2]}, hand=["UB01"])
    p.answer(MOVE + card("UB01"), ALL_OF + loc("kentucky"))
    assert why(p, "washington north") == "LIN-rail-b"


@pytest.mark.rule("LIN-rail-c", "LIN-rail-h")
def test_one_counter_goes_far_and_may_end_in_an_attack():
    p = field(union={"cairo north": [2]}, csa={"manassas north": [3]}, hand=["UB01", "UB02"])
    p.answer(MOVE + card("UB01"))
    assert half("washington north") in p.options and OVER + way("washington", "manassas") in p.options
    p.answer(OVER + way("washington", "manassas"), card("UB02"), FIGHT, 0)
    assert stack(p, UNION, "cairo north") == [] and p.told("attacked")[0]["location"].id == loc("manassas")


@pytest.mark.rule("LIN-rail-d", "LIN-rail-f")
def test_the_far_way_may_pass_a_contested_place_in_the_own_half():
    p = field(
        union={"kentucky north": [1], "nashville north": [1]},
        csa={"nashville south": [1], "cairo south": [1]},
        hand=["UB01"],
        flags=["fort_henry_donelson"],
    )
    p.answer(MOVE + card("UB01"), counter("kentucky north", 1))
    assert half("fort_henry_donelson south") in p.options
    p = field(union={"washington north": [1], "kentucky south": [1]}, csa={"cairo north": [1], "kentucky north": [1]}, hand=["UB01"])
    p.answer(MOVE + card("UB01"), counter("washington north", 1))
    assert half("nashville north") not in p.options, "Kentucky's north half is the enemy's"


@pytest.mark.rule("LIN-rail-d", refuses=True)
def test_the_far_way_does_not_pass_a_place_of_the_enemy():
    p = field(union={"kentucky north": [1]}, hand=["UB01"])
    p.answer(MOVE + card("UB01"))
    assert why(p, "chattanooga north") == "LIN-rail-d"


@pytest.mark.rule("LIN-rail-d", refuses=True)
def test_the_far_way_does_not_go_on_from_the_enemys_half():
    csa = {"nashville north": [1], "cairo south": [1]}
    p = field(union={"kentucky north": [1], "nashville south": [1]}, csa=csa, hand=["UB01", "UB02"])
    p.answer(MOVE + card("UB01"), counter("kentucky north", 1))
    assert OVER + way("kentucky", "nashville") in p.options
    assert half("fort_henry_donelson south") not in p.options, "Nashville's north half is the enemy's"


@pytest.mark.rule("LIN-rail-e", refuses=True)
def test_nobody_crosses_from_the_enemys_half_to_the_own():
    p = field(union={"washington north": [1], "kentucky south": [1]}, csa={"kentucky north": [1]}, hand=["UB01", "UB03"])
    p.answer(MOVE + card("UB01"), counter("washington north", 1))
    assert why(p, "nashville north") == "LIN-rail-e"


@pytest.mark.rule("LIN-rail-a", refuses=True)
@pytest.mark.parametrize("strength", [1, 3])
def test_the_last_card_pays_no_move_that_could_only_end_in_a_fight(strength):
    union, csa = {"fort_monroe land": [strength]}, {"richmond north": [1]}
    p = field(union=union, csa=csa, hand=["UB01"])
    assert p.refusal(MOVE + card("UB01")).name == "something_can_move"
    assert MOVE + card("UB01") in field(union=union, csa=csa, hand=["UB01", "UB02"]).options, "with a card to fight with"


@pytest.mark.rule("LIN-rail-b")
def test_the_weakest_army_of_the_first_place_comes_along_too():
    p = field(union={"pennsylvania east": [1, 2]}, hand=["UB01"])
    p.answer(MOVE + card("UB01"), counter("pennsylvania east", 2), ADD + counter("pennsylvania east", 1), half("washington north"))
    assert stack(p, UNION, "washington north") == [1, 2]


@pytest.mark.rule("LIN-rail-c")
def test_an_army_in_the_very_first_half_of_the_map_may_be_lifted():
    p = field(union={"pennsylvania east": [1], "cairo north": [2]}, hand=["UB01"]).answer(MOVE + card("UB01"))
    assert p.options[:2] == [counter("pennsylvania east", 1), counter("cairo north", 2)]


@pytest.mark.rule("LIN-rail-i", refuses=True)
def test_out_of_a_contested_place_only_by_the_own_half():
    p = field(union={"nashville north": [1]}, csa={"nashville south": [1]}, hand=["UB01"])
    p.answer(MOVE + card("UB01"))
    assert why(p, "chattanooga north") == "LIN-rail-i" and half("kentucky south") in p.options


@pytest.mark.rule("LIN-rail-i")
def test_leaving_a_contested_place_hands_it_to_the_enemy():
    p = field(union={"nashville north": [1]}, csa={"nashville south": [1]}, hand=["UB01"], flags=["nashville"])
    assert control(p, "nashville") == NOBODY
    p.answer(MOVE + card("UB01"), half("kentucky south"))
    assert control(p, "nashville") == CSA


@pytest.mark.rule("LIN-rail-g", "LIN-map-d")
def test_the_union_itself_passes_the_places_closed_to_the_enemy():
    p = field(union={"cairo north": [1]}, hand=["UB01"])
    p.answer(MOVE + card("UB01"))
    assert {half("ohio east"), half("pennsylvania east"), half("washington north")} <= set(p.options)


# --- sea ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LIN-naval-a")
def test_the_confederate_has_no_naval_move():
    p = field(csa={"savannah sea": [1]}, hand=["CB01"], active=CSA)
    assert p.refusal(NAVAL_MOVE + card("CB01")).rule == "LIN-naval-a"


@pytest.mark.rule("LIN-naval-b")
def test_one_army_for_each_naval_card_in_one_action():
    p = field(union={"washington north": [1, 3]}, hand=["UB09", "UB02", "UB01"])
    p.answer(NAVAL_MOVE + card("UB09"), ONE_MORE + card("UB02"), counter("washington north", 3), ADD + counter("washington north", 1))
    assert box(p) == "sail" and p.state.actions == 1
    p.answer(loc("mobile"))
    assert stack(p, UNION, "mobile sea") == [1, 3] and discards(p, "UB09") == discards(p, "UB02") == 1 and box(p) == "action"


@pytest.mark.rule("LIN-naval-b")
def test_three_armies_sail_together_for_three_cards():
    p = field(union={"washington north": [1, 2, 3]}, hand=["UB09", "UB02", "UB05", "UB01"])
    p.answer(NAVAL_MOVE + card("UB09"), ONE_MORE + card("UB02"), ONE_MORE + card("UB05"), counter("washington north", 3))
    p.answer(ADD + counter("washington north", 1), ADD + counter("washington north", 2), loc("mobile"))
    assert stack(p, UNION, "mobile sea") == [1, 2, 3] and box(p) == "action"


@pytest.mark.rule("LIN-naval-b")
def test_each_naval_card_has_its_own_two_ports():
    p = field(union={"washington north": [3], "savannah sea": [1]}, hand=["UB09", "UB02", "UB01"])
    p.answer(NAVAL_MOVE + card("UB09"), ONE_MORE + card("UB02"), counter("washington north", 3), loc("mobile"))
    assert p.options == [counter("savannah sea", 1), STOP]
    p.answer(counter("savannah sea", 1), loc("new_orleans"))
    assert stack(p, UNION, "mobile sea") == [3] and stack(p, UNION, "new_orleans sea") == [1]
    assert p.state.actions == 1 and box(p) == "action"


@pytest.mark.rule("LIN-naval-b")
def test_one_action_may_land_and_fight_in_two_ports_one_after_the_other():
    union, csa = {"washington north": [3, 3]}, {"mobile sea": [1], "savannah sea": [1]}
    p = field(union=union, csa=csa, hand=["UB09", "UB02", "UB19", "UB18"])
    p.answer(NAVAL_MOVE + card("UB09"), ONE_MORE + card("UB02"), counter("washington north", 3), loc("mobile"), card("UB19"), FIGHT, 0)
    p.until(lambda q: q.side != Side.CHANCE)
    assert box(p) == "embark_more" and p.state.actions == 1 and control(p, "mobile") == UNION
    p.answer(counter("washington north", 3), loc("savannah"), card("UB18"), FIGHT, 0)
    assert control(p, "savannah") == UNION


@pytest.mark.rule("LIN-naval-b", refuses=True)
def test_an_army_that_has_landed_does_not_sail_on():
    p = field(union={"washington north": [3], "savannah sea": [1, 3]}, hand=["UB09", "UB02", "UB01"])
    p.answer(NAVAL_MOVE + card("UB09"), ONE_MORE + card("UB02"), counter("savannah sea", 3), loc("mobile"))
    assert box(p) == "embark_more" and p.refusal(counter("mobile sea", 3)).name == "has_not_sailed"
    assert set(p.options) == {counter("washington north", 3), counter("savannah sea", 1), STOP}
    p.answer(STOP)
    assert box(p) == "action" and p.state.actions == 1


@pytest.mark.rule("LIN-naval-b")
def test_of_two_equal_armies_the_one_that_was_there_before_may_sail():
    p = field(union={"savannah sea": [3], "mobile sea": [3]}, hand=["UB09", "UB02", "UB01"])
    p.answer(NAVAL_MOVE + card("UB09"), ONE_MORE + card("UB02"), counter("savannah sea", 3), loc("mobile"))
    p.answer(counter("mobile sea", 3), loc("new_orleans"))
    assert stack(p, UNION, "mobile sea") == [3] and stack(p, UNION, "new_orleans sea") == [3]


@pytest.mark.rule("LIN-naval-b", refuses=True)
def test_another_army_does_not_come_along_without_a_card():
    p = field(union={"washington north": [1, 3]}, hand=["UB09", "UB02", "UB01"])
    p.answer(NAVAL_MOVE + card("UB09"), counter("washington north", 3))
    assert p.refusal(ADD + counter("washington north", 1)).name == "has_a_ship"


@pytest.mark.rule("LIN-naval-b", refuses=True)
def test_without_the_naval_symbol_nobody_sails():
    p = field(union={"washington north": [1, 3]}, hand=["UB09", "UB01"])
    assert p.refusal(NAVAL_MOVE + card("UB01")).rule == "LIN-naval-b"
    p.answer(NAVAL_MOVE + card("UB09"))
    assert p.refusal(ONE_MORE + card("UB01")).rule == "LIN-naval-b"


@pytest.mark.rule("LIN-naval-c")
def test_an_enemy_port_is_attacked_in_the_half_of_the_port_with_its_modifier():
    p = field(union={"washington north": [3]}, csa={"charleston land": [1]}, hand=["UB09", "UB02"])
    p.answer(NAVAL_MOVE + card("UB09"), counter("washington north", 3), loc("charleston"))
    assert stack(p, CSA, "charleston sea") == [1]
    p.answer(card("UB02"), FIGHT, 0)
    assert powers(p)[1]["bonus"] == 3


@pytest.mark.rule("LIN-naval-c", refuses=True)
def test_ships_leave_from_ports_and_go_to_ports():
    p = field(union={"washington north": [3], "cairo north": [1]}, hand=["UB09", "UB02"])
    p.answer(NAVAL_MOVE + card("UB09"), counter("washington north", 3))
    assert p.refusal(loc("richmond")).rule == "LIN-naval-c"
    p = field(union={"washington north": [3], "mobile sea": [1], "cairo north": [1]}, hand=["UB09", "UB02"])
    p.answer(NAVAL_MOVE + card("UB09"))
    assert p.refusal(counter("cairo north", 1)).rule == "LIN-naval-c"
    p = field(union={"mobile land": [1], "washington north": [1], "savannah sea": [1]}, csa={"mobile sea": [1]}, hand=["UB09", "UB02"])
    p.answer(NAVAL_MOVE + card("UB09"))
    assert p.refusal(counter("mobile land", 1)).rule == "LIN-naval-c", "contested, and not the port's half"


@pytest.mark.rule("LIN-naval-c")
def test_out_of_a_port_one_controls_ships_take_armies_of_both_halves_out_of_a_contested_one_not():
    p = field(union={"mobile land": [1]}, hand=["UB09", "UB02"])
    assert NAVAL_MOVE + card("UB09") in p.options
    p = field(union={"mobile land": [1]}, csa={"mobile sea": [1]}, hand=["UB09", "UB02"])
    assert p.refusal(NAVAL_MOVE + card("UB09")).rule == "LIN-naval-c"
    p = field(union={"mobile sea": [1, 2]}, csa={"mobile land": [1]}, hand=["UB09", "UB02", "UB01"])
    p.answer(NAVAL_MOVE + card("UB09"))
    assert ONE_MORE + card("UB02") in p.options


BESIEGED = {f"{port} land": [1] for port in ("fort_monroe", "charleston", "savannah", "mobile", "new_orleans")}


@pytest.mark.rule("LIN-combat-d", refuses=True)
def test_the_last_card_is_not_spent_on_ships_where_every_port_must_be_fought_for():
    p = field(union={"washington north": [1, 2]}, csa=BESIEGED, hand=["UB09"])
    assert p.refusal(NAVAL_MOVE + card("UB09")).name == "something_can_sail"
    p = field(union={"washington north": [1, 2]}, csa=BESIEGED, hand=["UB09", "UB02"])
    p.answer(NAVAL_MOVE + card("UB09"))
    assert p.refusal(ONE_MORE + card("UB02")).name == "keeps_a_card_to_fight_with" and counter("washington north", 2) in p.options
    p = field(union={"washington north": [1, 2]}, csa=BESIEGED, hand=["UB09", "UB02", "UB01"])
    p.answer(NAVAL_MOVE + card("UB09"))
    assert ONE_MORE + card("UB02") in p.options, "one is left to fight with"


@pytest.mark.rule("LIN-map-f", "LIN-combat-m")
def test_a_blue_port_that_is_won_back_from_the_sea_has_no_modifier():
    p = field(union={"savannah sea": [3]}, csa={"washington north": [1]}, hand=["UB09", "UB02"])
    p.answer(NAVAL_MOVE + card("UB09"), counter("savannah sea", 3), loc("washington"), card("UB02"), FIGHT, 0)
    assert powers(p)[1]["bonus"] == 0


@pytest.mark.rule("LIN-retreat-d", "LIN-naval-b")
@pytest.mark.parametrize("start", ["mobile land", "mobile sea"])
def test_a_single_army_beaten_after_it_landed_goes_back_to_its_own_half(start):
    p = field(union={start: [1], "savannah sea": [3, 3]}, csa={"savannah land": [3, 3, 3, 3]}, hand=["UB09", "UB02"])
    p.answer(NAVAL_MOVE + card("UB09"), counter(start, 1), loc("savannah"), ENGAGE, card("UB02"), FIGHT, 0, 2, 2)
    assert stack(p, UNION, start) == [1]


# --- attack in a contested place ------------------------------------------------------------------------------------


@pytest.mark.rule("LIN-attack-a", "LIN-attack-b")
def test_an_attack_is_declared_without_a_card_and_all_of_both_halves_fight():
    p = field(union={"nashville north": [1, 3]}, csa={"nashville south": [2, FORT]}, hand=["UB19"])
    p.answer(ATTACK + loc("nashville"))
    assert box(p) == "battle_card" and p.state.held[UNION] == 1 and p.state.actions == 1
    p.answer(card("UB19"), FIGHT, 0)
    both = powers(p)
    assert both[0]["counters"] == 4 and both[1]["counters"] == 2 + 3


@pytest.mark.rule("LIN-attack-b")
def test_forts_beside_the_attackers_do_not_attack():
    p = field(union={"nashville north": [1]}, csa={"nashville south": [2, FORT]}, hand=["CB16"], active=CSA)
    p.answer(ATTACK + loc("nashville"), card("CB16"), FIGHT, 0)
    assert powers(p)[0]["counters"] == 2


@pytest.mark.rule("LIN-attack-a", refuses=True)
def test_no_attack_is_declared_where_nothing_is_contested():
    p = field(union={"nashville north": [1, 3]}, csa={"memphis south": [2]}, hand=["UB19"])
    assert p.refusal(ATTACK + loc("memphis")).rule == "LIN-attack-a"
    p = field(union={"nashville north": [1]}, csa={"nashville south": [FORT]}, hand=["CB01"], active=CSA)
    assert p.refusal(ATTACK + loc("nashville")).rule == "LIN-combat-h"


@pytest.mark.rule("LIN-attack-a", refuses=True)
def test_where_no_enemy_is_at_all_nothing_is_attacked():
    p = field(union={"pennsylvania east": [1]}, hand=["UB19"])
    assert p.refusal(ATTACK + loc("pennsylvania")).rule == "LIN-attack-a"


@pytest.mark.rule("LIN-attack-c", refuses=True)
def test_the_attackers_card_is_still_due():
    p = field(union={"nashville north": [1]}, csa={"nashville south": [1]})
    assert p.refusal(ATTACK + loc("nashville")).rule == "LIN-attack-c"


# --- cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LIN-card-a", "LIN-card-b")
def test_a_text_is_carried_out_by_discarding_the_card_and_uses_an_action():
    p = field(hand=["UB14"], other=["CB01", "CB02"])
    p.answer(PLAY + card("UB14"))
    assert discards(p, "UB14") == 1 and p.state.actions == 1


@pytest.mark.rule("LIN-card-a", refuses=True)
def test_a_card_without_text_is_not_played():
    p = field(hand=["UB01"])
    assert p.refusal(PLAY + card("UB01")).rule == "LIN-card-a"


@pytest.mark.rule("LIN-card-c", "LIN-card-e")
def test_free_cards_use_no_action_and_several_may_be_played():
    p = field(hand=["UB12", "UB12", "UB01"])
    for _ in range(2):
        p.answer(PLAY + card("UB12"))
        assert p.state.actions == 2
        for _ in range(3):
            assert p.question.side == Side.CHANCE
            p.answer(p.options[0])
    assert p.state.held[UNION] == 7
    p.answer(PASS)
    assert p.asked == (Side.CSA, "action") and p.state.held[UNION] == 7


@pytest.mark.rule("LIN-card-c", refuses=True)
def test_a_free_card_that_could_only_draw_itself_is_not_played():
    p = field(hand=["CB10"], active=CSA)
    stack_deck(p.state, CSA, [])
    p.state.shuffles[CSA] = 2
    TITLE.flow.run(p.state)
    assert p.refusal(PLAY + card("CB10")).rule == "LIN-card-c"


@pytest.mark.rule("LIN-card-c")
def test_the_same_free_card_is_played_as_often_as_it_brings_another_card():
    p = field(hand=["CB10"], active=CSA)
    stack_deck(p.state, CSA, ["CB01", "CB02", "CB03", "CB04", "CB05"])
    p.state.shuffles[CSA] = 2
    p.answer(PLAY + card("CB10"), card("CB01"), card("CB02"), card("CB03"))
    for played in range(2):
        p.state.take_card(CSA, card("CB10"))
        p.state.pile[card("CB10")] -= 1
        TITLE.flow.run(p.state)
        p.answer(PLAY + card("CB10"))
        p.until(lambda q: q.side != Side.CHANCE)
        assert p.state.actions == 2 and p.state.held[CSA] >= 5, played


@pytest.mark.rule("LIN-card-c")
def test_piles_one_and_two_are_cards_to_draw():
    p = field(hand=["CB10"], active=CSA)
    stack_deck(p.state, CSA, [])
    p.state.shuffles[CSA] = 1
    TITLE.flow.run(p.state)
    assert PLAY + card("CB10") in p.options
    p = field(hand=["UB12"])
    stack_deck(p.state, UNION, [])
    TITLE.flow.run(p.state)
    assert PLAY + card("UB12") in p.options, "the Union's reshuffle is a test, too"


@pytest.mark.rule("LIN-card-d", refuses=True)
def test_one_benefit_card_of_each_type_in_a_turn():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19"], other=["CB13", "CB13", "CB15"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"), FIGHT, BENEFIT + card("CB13"))
    assert p.refusal(BENEFIT + card("CB13")).rule == "LIN-card-d"


@pytest.mark.rule("LIN-card-d", refuses=True)
def test_reinforcements_come_only_once_in_a_turn():
    p = field(
        union={"kentucky south": [1], "ohio west": [1, 2], "harpers_ferry north": [1]},
        csa={"nashville north": [3]},
        hand=["CB01", "CB16"],
        other=["UB17", "UB17"],
        active=CSA,
    )
    p.answer(MOVE + card("CB01"), OVER + way("nashville", "kentucky"), card("CB16"), FIGHT, BENEFIT + card("UB17"))
    far = p.refusal(4 * way("illinois", "ohio"))
    assert p.asked == (Side.UNION, "reinforce") and far.rule == "LIN-card-j" and far.facts["location"].id == loc("illinois")
    p.answer(4 * way("ohio", "kentucky") + 1)
    assert stack(p, UNION, "kentucky south") == [1, 2] and p.refusal(BENEFIT + card("UB17")).rule == "LIN-card-d"


@pytest.mark.rule("LIN-card-d")
def test_a_new_turn_allows_it_again():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19"], other=["CB13"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"), FIGHT, BENEFIT + card("CB13"), 0)
    p.until(lambda q: q.side != Side.CHANCE)
    assert p.state.benefits and box(p) == "action" and p.state.actions == 1, "a benefit is no action"
    p.answer(PASS).until(lambda q: q.side == Side.CSA)
    assert p.state.benefits == 0


@pytest.mark.rule("LIN-card-f")
def test_a_cavalry_raid_costs_two_cards_at_random():
    p = field(hand=["UB14"], other=["CB01", "CB02", "CB03"])
    p.answer(PLAY + card("UB14"))
    assert p.asked == (Side.CSA, "counter_raid")
    p.answer(LET_PASS)
    assert p.question.side == Side.CHANCE and sorted(p.options) == [card("CB01"), card("CB02"), card("CB03")]
    p.answer(card("CB02"), card("CB03"))
    assert p.state.held[CSA] == 1 and discards(p, "CB02") == discards(p, "CB03") == 1 and box(p) == "action"


@pytest.mark.rule("LIN-card-f")
def test_a_raid_is_cancelled_by_a_raid_for_which_a_card_is_drawn():
    p = field(hand=["UB14"], other=["CB12", "CB02"])
    p.answer(PLAY + card("UB14"))
    assert p.refusal(CANCEL + card("CB02")).rule == "LIN-card-f"
    p.answer(CANCEL + card("CB12"))
    assert p.question.side == Side.CHANCE
    p.answer(card("CB05"))
    assert p.state.held[CSA] == 2 and p.state.hand[card("CB05")] == 1 and discards(p, "CB12") == 1 and box(p) == "action"


@pytest.mark.rule("LIN-card-f")
def test_a_raid_on_an_empty_hand_finds_nothing():
    p = field(hand=["UB14", "UB01"])
    p.answer(PLAY + card("UB14"), LET_PASS)
    assert box(p) == "action" and p.state.actions == 1


@pytest.mark.rule("LIN-card-g")
def test_high_ground_adds_to_the_defence_besides_the_leadership_card():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19"], other=["CB13", "CB16"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"), FIGHT, BENEFIT + card("CB13"), 100 + card("CB16"))
    power = powers(p)[1]
    assert (power["bonus"], power["leadership"], power["total"]) == (2, 5, 8)


@pytest.mark.rule("LIN-card-g", refuses=True)
def test_high_ground_is_no_action_and_other_cards_are_no_benefits():
    p = field(hand=["UB15"])
    assert p.refusal(PLAY + card("UB15")).rule == "LIN-card-g"
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19"], other=["CB12"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"), FIGHT)
    assert p.refusal(BENEFIT + card("CB12")).rule == "LIN-card-g"


@pytest.mark.rule("LIN-card-h")
def test_paper_money_deploys_two_units_without_payment():
    p = field(hand=["UB13", "UB08", "UB01", "UB09"])
    p.answer(PLAY + card("UB13"), DEPLOY + card("UB08"), half("washington south"))
    assert p.refusal(DEPLOY + card("UB09")).rule == "LIN-card-h"
    p.answer(DEPLOY + card("UB01"), half("cairo south"))
    assert box(p) == "action" and p.state.actions == 1 and p.state.held[UNION] == 1
    assert stack(p, UNION, "washington south") == [3] and stack(p, UNION, "cairo south") == [1]
    assert p.state.gone[card("UB08")] == 1 and discards(p, "UB01") == 1


@pytest.mark.rule("LIN-card-h")
def test_cotton_bonds_may_stop_after_one():
    p = field(hand=["CB11", "CB07", "CB01"], active=CSA)
    p.answer(PLAY + card("CB11"), DEPLOY + card("CB07"), half("richmond north"), STOP)
    assert box(p) == "action" and stack(p, CSA, "richmond north") == [FORT] and p.state.held[CSA] == 1


@pytest.mark.rule("LIN-card-i")
def test_the_rail_movement_card_moves_two_counters_and_the_second_passes_what_the_first_took():
    p = field(union={"kentucky north": [1], "cairo north": [2]}, hand=["UB16", "UB01"])
    p.answer(PLAY + card("UB16"), counter("kentucky north", 1), half("nashville north"))
    assert box(p) == "lift_more" and control(p, "nashville") == UNION
    p.answer(counter("cairo north", 2))
    assert half("chattanooga north") in p.options
    p.answer(half("chattanooga north"))
    assert control(p, "chattanooga") == UNION and box(p) == "action" and p.state.actions == 1


@pytest.mark.rule("LIN-card-i")
def test_by_card_an_army_passes_through_the_own_half_of_a_contested_place_and_does_not_stay_there():
    p = field(
        union={"vicksburg north": [1], "chattanooga north": [1], "fort_henry_donelson north": [1]},
        csa={"memphis north": [2], "fort_henry_donelson south": [1]},
        hand=["CB14"],
        active=CSA,
    )
    p.answer(PLAY + card("CB14"))
    assert counter("memphis north", 2) in p.options, "over Fort Henry & Donelson to Nashville"
    p.answer(counter("memphis north", 2))
    assert half("nashville north") in p.options and why(p, "fort_henry_donelson south") == "LIN-card-i"
    p = field(union={"kentucky north": [1, 1], "nashville north": [1]}, csa={"nashville south": [1]}, hand=["UB16", "UB01"])
    p.answer(PLAY + card("UB16"), counter("kentucky north", 1), half("ohio west"), counter("kentucky north", 1))
    assert why(p, "nashville north") == "LIN-card-i", "nor does the second one stay there"


@pytest.mark.rule("LIN-card-i")
def test_by_card_the_last_counter_moves_by_itself_too():
    p = field(union={"kentucky north": [1, 2, 3]}, hand=["UB16", "UB01"])
    p.answer(PLAY + card("UB16"))
    assert ALL_OF + loc("kentucky") not in p.options
    p.answer(counter("kentucky north", 1), half("ohio west"))
    assert box(p) == "lift_more" and ALL_OF + loc("kentucky") not in p.options and counter("kentucky north", 2) in p.options


@pytest.mark.rule("LIN-card-i", refuses=True)
def test_the_rail_movement_card_needs_an_army_with_a_way_without_the_enemy():
    p = field(union={"fort_monroe land": [1]}, csa={"richmond north": [1]}, hand=["UB16", "UB01"])
    assert p.refusal(PLAY + card("UB16")).name == "rails_lead_somewhere"
    union = {"vicksburg north": [1], "chattanooga north": [1], "fort_henry_donelson north": [1]}
    blocked = {"union": union, "csa": {"memphis north": [2], "fort_henry_donelson south": [1]}, "hand": ["CB14"], "active": CSA}
    p = field(**blocked, flags=["nashville"])
    p.answer(PLAY + card("CB14"), counter("memphis north", 2))
    assert stack(p, CSA, "nashville north") == [2], "an empty place of the enemy behind the contested one: no other way"


@pytest.mark.rule("LIN-card-i")
def test_the_second_counter_is_optional():
    p = field(union={"kentucky north": [1], "cairo north": [2]}, hand=["UB16", "UB01"])
    p.answer(PLAY + card("UB16"), counter("kentucky north", 1), half("nashville north"), STOP)
    assert box(p) == "action"


@pytest.mark.rule("LIN-card-i", refuses=True)
def test_the_rail_movement_card_keeps_away_from_the_enemy_and_takes_one_counter_at_a_time():
    p = field(union={"kentucky north": [1, 2]}, csa={"nashville south": [1]}, hand=["UB16", "UB01"])
    p.answer(PLAY + card("UB16"), counter("kentucky north", 1))
    assert p.refusal(OVER + way("kentucky", "nashville")).rule == "LIN-card-i"
    assert p.refusal(ADD + counter("kentucky north", 2)).rule == "LIN-card-i"


@pytest.mark.rule("LIN-card-f", "LIN-deck-a")
def test_a_raid_is_cancelled_before_the_card_for_it_is_drawn_from_a_new_pile():
    p = field(hand=["UB14"], other=["CB12", "CB02"])
    stack_deck(p.state, CSA, [])
    p.answer(PLAY + card("UB14"), CANCEL + card("CB12"))
    assert [e.kind.name for e in p.state.log if e.kind.name in ("raid_cancelled", "reshuffled")] == ["raid_cancelled", "reshuffled"]
    p.answer(card("CB12"))
    assert p.state.hand[card("CB12")] == 1


@pytest.mark.rule("LIN-card-j")
def test_reinforcements_bring_an_army_from_next_door_into_the_fight():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1], "chattanooga north": [3]}, hand=["UB01", "UB19"], other=["CB15"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"), FIGHT, BENEFIT + card("CB15"))
    assert stack(p, CSA, "nashville north") == [1, 3] and stack(p, CSA, "chattanooga north") == []
    p.answer(0)
    assert powers(p)[1]["counters"] == 4 and p.asked == (Side.CSA, "losses")


@pytest.mark.rule("LIN-card-j", refuses=True)
def test_reinforcements_need_an_army_and_a_link_into_the_attacked_half():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19"], other=["CB15"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"), FIGHT)
    assert p.refusal(BENEFIT + card("CB15")).rule == "LIN-card-j"
    p = field(union={"nashville south": [3]}, csa={"nashville north": [1], "chattanooga north": [3]}, hand=["UB19"], other=["CB15"])
    p.answer(ATTACK + loc("nashville"), card("UB19"), FIGHT)
    assert p.refusal(BENEFIT + card("CB15")).rule == "LIN-card-j", "the link from Chattanooga leads into the other half"
    union = {"kentucky south": [3], "chattanooga south": [1]}
    p = field(union=union, csa={"nashville north": [1], "chattanooga north": [3]}, hand=["UB01", "UB19"], other=["CB15"])
    p.answer(MOVE + card("UB01"), counter("kentucky south", 3), OVER + way("kentucky", "nashville"), card("UB19"), FIGHT)
    assert p.refusal(BENEFIT + card("CB15")).rule == "LIN-card-j", "Chattanooga is contested"


@pytest.mark.rule("LIN-card-l", "LIN-card-m", "LIN-card-n")
def test_what_is_on_the_cards():
    assert {c.top for c in KINDS_DATA} == {None, *TOPS}
    assert all(c.side == "union" for c in KINDS_DATA if c.top == "ship" or c.naval)
    assert any(c.top and c.rail for c in KINDS_DATA) and any(c.top and c.naval for c in KINDS_DATA)

    def mean(side, pile):
        cards = [c for c in KINDS_DATA if c.side == side and c.set == pile]
        return sum(c.leadership * c.copies for c in cards) / sum(c.copies for c in cards)

    assert mean("union", "base") < mean("union", "I") < mean("union", "II")
    assert mean("csa", "base") > mean("csa", "I") > mean("csa", "II") == 0
    assert {t.id: t.kind for t in TEXTS} == {
        "draft": "free",
        "blockade_runner": "free",
        "cavalry_raid": "action",
        "high_ground": "benefit",
        "paper_money": "action",
        "cotton_bonds": "action",
        "rail_movement": "action",
        "reinforcements": "benefit",
    }


@pytest.mark.rule("LIN-card-e")
def test_a_blockade_runner_draws_three():
    p = field(hand=["CB10"], active=CSA)
    p.answer(PLAY + card("CB10")).until(lambda q: q.side != Side.CHANCE)
    assert p.state.held[CSA] == 3 and p.state.actions == 2


def test_discarding_and_dealing_in_the_kit_keep_the_counts():
    p = field(hand=["UB01"])
    deal(p.state, UNION, "UB02")
    assert p.state.held[UNION] == 2
    assert DISCARD > PLAY


@pytest.mark.rule("LIN-naval-b", refuses=True)
def test_armies_of_both_halves_count_as_aboard():
    p = field(union={"mobile sea": [1], "mobile land": [1]}, hand=["UB09", "UB02", "UB05"])
    p.answer(NAVAL_MOVE + card("UB09"), ONE_MORE + card("UB02"))
    assert box(p) == "embark" and p.refusal(ONE_MORE + card("UB05")).name == "has_another_army"


@pytest.mark.rule("LIN-card-i", refuses=True)
def test_by_card_the_same_counter_does_not_move_twice():
    p = field(union={"kentucky south": [2], "cairo north": [1]}, hand=["UB16"])
    p.answer(PLAY + card("UB16"), counter("kentucky south", 2), half("nashville north"))
    assert box(p) == "lift_more" and p.refusal(counter("nashville north", 2)).name == "has_not_moved_by_card"
    assert set(p.options) == {counter("cairo north", 1), STOP}
    p = field(union={"kentucky south": [2]}, hand=["UB16"])
    p.answer(PLAY + card("UB16"), half("nashville north"))
    assert box(p) == "action" and stack(p, UNION, "nashville north") == [2], "there is no second counter"


@pytest.mark.rule("LIN-card-i")
def test_by_card_an_equal_counter_of_the_place_just_entered_may_move_on():
    p = field(union={"kentucky south": [2], "nashville north": [2]}, hand=["UB16"])
    p.answer(PLAY + card("UB16"), counter("kentucky south", 2), half("nashville north"), counter("nashville north", 2))
    assert not any(ADD.takes(a) for a in p.options), "still one at a time"
    p.answer(half("chattanooga north"))
    assert stack(p, UNION, "nashville north") == [2] and stack(p, UNION, "chattanooga north") == [2]


@pytest.mark.rule("LIN-card-i", refuses=True)
def test_by_card_the_second_counter_is_not_lifted_to_attack():
    p = field(union={"kentucky north": [1], "ohio east": [2], "fort_monroe land": [1]}, csa={"richmond north": [1]}, hand=["UB16", "UB01"])
    p.answer(PLAY + card("UB16"), counter("kentucky north", 1), half("ohio west"))
    assert box(p) == "lift_more" and p.refusal(counter("fort_monroe land", 1)).rule == "LIN-rail-a"
