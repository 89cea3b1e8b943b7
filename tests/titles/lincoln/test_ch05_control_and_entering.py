"""Occupied, contested, controlled, flags; what entering a location leads to."""

from random import Random

import pytest

from bivouac.titles.lincoln.frames import ALL_OF, ENGAGE, FIGHT, MOVE, NAVAL_MOVE, OVER, STAY
from bivouac.titles.lincoln.printed.map import PORT_BONUS
from bivouac.titles.lincoln.rules.ch05_control import settle
from bivouac.titles.lincoln.rules.ch06_entering import AUTOMATIC, FRIENDLY, OPTIONAL, TAKEN, meeting
from bivouac.titles.lincoln.state import CSA, NOBODY, UNION
from titles.lincoln.kit import FORT, TITLE, Position, box, card, control, counter, field, half, loc, powers, stack, way


@pytest.mark.rule("LIN-def-a", "LIN-def-d", "LIN-def-e", "LIN-def-i")
def test_armies_and_forts_are_units_flags_are_not():
    p = field(union={"nashville north": [1]}, csa={"nashville south": [FORT]})
    assert p.state.here(UNION, loc("nashville")) and p.state.here(CSA, loc("nashville")) and control(p, "nashville") == NOBODY
    p = field(csa={"nashville south": [1]}, flags=["memphis"])
    assert control(p, "memphis") != NOBODY and p.state.here(UNION, loc("memphis")) == 0
    assert p.state.here(CSA, loc("nashville")) and control(p, "memphis") == UNION


@pytest.mark.rule("LIN-def-c")
def test_no_stacking_limit_and_several_forts_in_one_half():
    p = field(csa={"richmond north": [1, 1, 2, 2, 3, 3, FORT, FORT]})
    assert stack(p, CSA, "richmond north") == [1, 1, 2, 2, 3, 3, FORT, FORT]


@pytest.mark.rule("LIN-def-f")
def test_sides_never_share_a_half_between_questions_outside_a_combat():
    rng = Random(8)
    for _ in range(10):
        s = TITLE.setup()
        while s.stack:
            if s.combat is None:
                assert not any(s.troops[h] and s.troops[42 + h] for h in range(42))
                for n in range(21):
                    if s.control[n] == NOBODY:
                        assert bool(s.troops[2 * n]) != bool(s.troops[2 * n + 1])
                        assert bool(s.troops[42 + 2 * n]) != bool(s.troops[42 + 2 * n + 1])
            TITLE.play(s, rng.choices(s.options, TITLE.flow.weights(s))[0])


@pytest.mark.rule("LIN-def-g", "LIN-def-h")
def test_control_of_the_own_and_of_the_enemys_colour():
    p = field()
    assert control(p, "memphis") == CSA and control(p, "cairo") == UNION
    p = field(union={"memphis north": [1]}, csa={"cairo south": [1]})
    assert control(p, "memphis") == UNION and control(p, "cairo") == CSA
    p = field(flags=["memphis", "cairo"])
    assert control(p, "memphis") == UNION and control(p, "cairo") == CSA


@pytest.mark.rule("LIN-def-k", "LIN-enter-e")
def test_an_empty_enemy_place_is_taken_without_combat_and_the_flag_stays_when_the_army_goes_on():
    p = field(union={"kentucky south": [1]}, csa={"richmond north": [3]}, hand=["UB01", "UB03"])
    p.answer(MOVE + card("UB01"), half("nashville north"))
    assert box(p) == "action" and control(p, "nashville") == UNION and p.state.flags[loc("nashville")] == 1
    p.answer(MOVE + card("UB03"), half("kentucky south"))
    assert control(p, "nashville") == UNION and p.state.flags[loc("nashville")] == 1
    assert [e["location"].id for e in p.told("controlled")] == [loc("nashville")]


@pytest.mark.rule("LIN-def-j")
def test_a_flag_goes_as_soon_as_its_victim_is_back_alone():
    p = field(csa={"atlanta north": [1]}, flags=["chattanooga"], hand=["CB01"], active=CSA)
    assert control(p, "chattanooga") == UNION
    p.answer(MOVE + card("CB01"), half("chattanooga south"))
    assert control(p, "chattanooga") == CSA and p.state.flags[loc("chattanooga")] == 0


@pytest.mark.rule("LIN-def-j")
def test_a_flag_stays_while_contested_and_goes_when_the_enemy_leaves():
    p = field(union={"chattanooga north": [1]}, csa={"chattanooga south": [1]}, flags=["chattanooga"], hand=["UB01"])
    assert control(p, "chattanooga") == NOBODY and p.state.flags[loc("chattanooga")] == 1
    p.answer(MOVE + card("UB01"), half("nashville south"))
    assert control(p, "chattanooga") == CSA and p.state.flags[loc("chattanooga")] == 0


@pytest.mark.rule("LIN-enter-a", "LIN-combat-a")
def test_entering_an_occupied_and_controlled_place_is_an_automatic_combat():
    p = field(union={"kentucky south": [3]}, csa={"nashville south": [1]}, hand=["UB01", "UB02"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"))
    assert box(p) == "battle_card"


@pytest.mark.rule("LIN-enter-b")
def test_entering_the_half_of_a_fort_is_an_automatic_combat():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [FORT]}, hand=["UB01", "UB02"])
    assert meeting(p.state, UNION, half("nashville north")) == AUTOMATIC
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB02"))
    assert box(p) == "defend"


@pytest.mark.rule("LIN-enter-c", "LIN-enter-i")
def test_beside_a_lone_fort_the_mover_chooses_and_may_stay():
    p = field(union={"kentucky south": [3]}, csa={"nashville south": [FORT]}, hand=["UB01", "UB02"])
    p.answer(MOVE + card("UB01"), half("nashville north"))
    assert box(p) == "engage"
    p.answer(STAY)
    assert box(p) == "action" and control(p, "nashville") == NOBODY
    assert stack(p, UNION, "nashville north") == [3] and stack(p, CSA, "nashville south") == [FORT]


@pytest.mark.rule("LIN-enter-c", "LIN-enter-i")
def test_an_army_in_the_half_of_the_fort_leaves_the_choice_to_the_union():
    p = field(union={"kentucky south": [3]}, csa={"nashville south": [1, FORT]}, hand=["UB01", "UB02"])
    p.answer(MOVE + card("UB01"), half("nashville north"))
    assert box(p) == "engage"
    p.answer(STAY)
    assert box(p) == "action" and control(p, "nashville") == NOBODY
    assert stack(p, UNION, "nashville north") == [3] and stack(p, CSA, "nashville south") == [1, FORT]


@pytest.mark.rule("LIN-enter-c", "LIN-combat-c", "LIN-combat-i")
def test_if_the_union_fights_that_army_comes_over_and_the_fort_stays_out():
    p = field(union={"kentucky south": [3]}, csa={"nashville south": [1, FORT]}, hand=["UB01", "UB02"])
    p.answer(MOVE + card("UB01"), half("nashville north"), ENGAGE)
    assert stack(p, CSA, "nashville north") == [1] and stack(p, CSA, "nashville south") == [FORT]
    p.answer(card("UB02"), FIGHT, 0)
    assert powers(p)[1]["counters"] == 1


@pytest.mark.rule("LIN-enter-c")
def test_an_army_in_the_entered_half_makes_the_combat_automatic_though_the_fort_is_in_the_other():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1], "nashville south": [2, FORT]}, hand=["UB01", "UB02"])
    assert meeting(p.state, UNION, half("nashville north")) == AUTOMATIC
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"))
    assert box(p) == "battle_card" and stack(p, CSA, "nashville south") == [2, FORT]


@pytest.mark.rule("LIN-enter-d", "LIN-rail-j", refuses=True)
def test_a_fort_never_moves():
    p = field(csa={"richmond north": [1, FORT]}, hand=["CB01", "CB02"], active=CSA)
    p.answer(MOVE + card("CB01"))
    refusal = p.refusal(200 + counter("richmond north", FORT))
    assert refusal.rule == "LIN-rail-j"
    p = field(csa={"richmond north": [FORT], "atlanta north": [1, 2]}, hand=["CB01", "CB02"], active=CSA)
    p.answer(MOVE + card("CB01"))
    assert p.refusal(counter("richmond north", FORT)).rule == "LIN-rail-j"


@pytest.mark.rule("LIN-enter-f", "LIN-enter-j")
def test_entering_the_own_half_of_a_contested_place_may_be_followed_by_a_fight_at_no_second_action():
    p = field(union={"nashville north": [1], "kentucky south": [3]}, csa={"nashville south": [2]}, hand=["UB01", "UB19"])
    p.answer(MOVE + card("UB01"), counter("kentucky south", 3), half("nashville north"))
    assert box(p) == "engage" and p.state.actions == 1
    p.answer(ENGAGE, card("UB19"), FIGHT, 0)
    assert powers(p)[0]["counters"] == 4 and powers(p)[1]["bonus"] == 0
    p.answer(0)
    assert control(p, "nashville") == UNION and p.state.actions == 1 and stack(p, UNION, "nashville north") == [3]


@pytest.mark.rule("LIN-enter-j", "LIN-combat-k")
def test_the_modifier_of_a_port_counts_in_a_fight_that_was_left_to_the_mover():
    p = field(union={"washington north": [3], "charleston sea": [1]}, csa={"charleston land": [1]}, hand=["UB09", "UB19"])
    p.answer(NAVAL_MOVE + card("UB09"), counter("washington north", 3), loc("charleston"), ENGAGE, card("UB19"), FIGHT, 0)
    assert PORT_BONUS[loc("charleston")] == 3 and powers(p)[1]["bonus"] == 3


@pytest.mark.rule("LIN-enter-j", "LIN-combat-k")
@pytest.mark.parametrize("fort", ["north", "south"])
def test_the_modifier_of_the_link_counts_whichever_half_the_fort_is_in(fort):
    p = field(union={"memphis south": [3]}, csa={f"vicksburg {fort}": [FORT]}, hand=["UB01", "UB19"])
    goal = (OVER + way("memphis", "vicksburg"),) if fort == "north" else (half("vicksburg north"), ENGAGE)
    p.answer(MOVE + card("UB01"), *goal, card("UB19"), 0)
    assert powers(p)[1]["bonus"] == 3


@pytest.mark.rule("LIN-enter-j", "LIN-map-f")
def test_a_single_army_from_afar_comes_over_the_link_with_the_smallest_modifier():
    union = {"kentucky south": [1], "chattanooga north": [1], "nashville north": [1]}
    p = field(union=union, csa={"chattanooga south": [1]}, hand=["UB01", "UB19"], flags=["fort_henry_donelson", "memphis"])
    p.answer(MOVE + card("UB01"), counter("kentucky south", 1), half("chattanooga north"), ENGAGE, card("UB19"), FIGHT, 0)
    assert powers(p)[1]["bonus"] == 1, "over Memphis, not over Nashville"
    p = field(union={**union, "nashville north": [1, 1]}, csa={"chattanooga south": [1]}, hand=["UB01", "UB19"], flags=["memphis"])
    p.answer(MOVE + card("UB01"), ALL_OF + loc("nashville"), half("chattanooga north"), ENGAGE, card("UB19"), FIGHT, 0)
    assert powers(p)[1]["bonus"] == 2, "a stack comes from next door"


@pytest.mark.rule("LIN-enter-j")
def test_after_a_lost_fight_on_entering_arrivals_go_back_and_the_others_retreat_like_after_a_declared_attack():
    p = field(
        union={"nashville north": [1], "kentucky south": [2]},
        csa={"nashville south": [3, 3]},
        hand=["UB01", "UB09"],
        flags=["fort_henry_donelson"],
    )
    p.answer(MOVE + card("UB01"), counter("kentucky south", 2), half("nashville north"), ENGAGE, card("UB09"), FIGHT, 0)
    assert p.asked == (UNION, "losses")
    arrived, old = Position.of(TITLE, p.state.clone()), p
    arrived.answer(0)
    assert stack(arrived, UNION, "kentucky south") == [2] and control(arrived, "nashville") == CSA
    old.answer(1)
    assert old.asked == (UNION, "retreat") and set(old.options) == {way("nashville", "kentucky"), way("nashville", "fort_henry_donelson")}
    old.answer(way("nashville", "fort_henry_donelson"))
    assert stack(old, UNION, "fort_henry_donelson south") == [1]


@pytest.mark.rule("LIN-enter-g")
def test_entering_the_enemys_half_of_a_contested_place_is_automatic():
    p = field(union={"nashville north": [1], "chattanooga north": [2]}, csa={"nashville south": [2]}, hand=["UB01", "UB02"])
    assert meeting(p.state, UNION, half("nashville south")) == AUTOMATIC
    assert meeting(p.state, UNION, half("nashville north")) == OPTIONAL
    p.answer(MOVE + card("UB01"), counter("chattanooga north", 2), OVER + way("chattanooga", "nashville"))
    assert box(p) == "battle_card" and stack(p, UNION, "nashville north") == [1]


@pytest.mark.rule("LIN-enter-h")
def test_entering_a_place_one_controls_is_peaceful():
    p = field(union={"kentucky south": [1]}, hand=["UB01"])
    assert meeting(p.state, UNION, half("ohio west")) == FRIENDLY and meeting(p.state, UNION, half("nashville north")) == TAKEN
    p.answer(MOVE + card("UB01"), half("ohio west"))
    assert box(p) == "action" and p.told("attacked") == []


def test_settling_twice_changes_nothing():
    p = field(union={"nashville north": [1]}, csa={"nashville south": [1]}, flags=["nashville"])
    before = p.state.key()
    settle(p.state, loc("nashville"))
    assert p.state.key() == before
