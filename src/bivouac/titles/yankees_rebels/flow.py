"""The flow chart of a battle: every box, who is asked there, what may be answered and what the answer does."""

from __future__ import annotations

from bivouac.core.flow import Ask, Do, Flow, Roll
from bivouac.core.ways import Way
from bivouac.titles.yankees_rebels import frames as fr
from bivouac.titles.yankees_rebels import show
from bivouac.titles.yankees_rebels.frames import GO, PASS, PICK, At, Box
from bivouac.titles.yankees_rebels.rules import ch02_sequence as ch2
from bivouac.titles.yankees_rebels.rules import ch03_round as ch3
from bivouac.titles.yankees_rebels.rules import ch04_movement as ch4
from bivouac.titles.yankees_rebels.rules import ch04_reaction as ch43
from bivouac.titles.yankees_rebels.rules import ch05_combat as ch5
from bivouac.titles.yankees_rebels.rules import ch05_effects as ch54
from bivouac.titles.yankees_rebels.rules import ch06_integrity as ch6
from bivouac.titles.yankees_rebels.rules import ch07_arrivals as ch7
from bivouac.titles.yankees_rebels.rules.ch02_sequence import the_active, the_other, the_owner
from bivouac.titles.yankees_rebels.state import State

# fmt: off
FLOW: Flow[State] = Flow(
    {
        Box.TURN: Do(ch2.begin_turn),
        Box.ROUND: Do(ch2.next_round),
        Box.DRAW: Roll("YR-2.0c", ch2.draw_marker, ch2.markers_in_the_cup, None, show.marker, domain=range(12)),
        Box.ACTIVATION: Roll("YR-2.0d", ch2.roll_activation, ch2.white_die, ch2.white_weights, show.white, show.left("dice"),
                             domain=range(5)),
        Box.REDEPLOY: Ask("YR-2.0e", the_other, (
            Way(PASS, None, (ch2.may_decline_redeployment,), ch2.decline_redeployment, show.button("shift_nobody", show.left("calls"))),
            Way(PICK, ch2.may_be_called, (ch2.redeploys_once, ch2.has_not_recovered, ch2.can_redeploy), ch2.choose_redeployment,
                show.unit("unit")),
        ), show.left("calls")),
        Box.REDEPLOY_TO: Ask("YR-2.0f", the_other, (
            Way(GO, ch2.redeploys_by_one_hex, (ch2.redeploys_away_from_enemies, ch2.redeploys_where_there_is_room, ch6.closes_up),
                ch2.redeploy, show.place("hex")),
        ), show.unit_in_hand),
        Box.TRUMPET: Ask("YR-3.0d", the_active, (
            Way(PASS, None, (), ch3.leave_trumpets, show.button("leave_trumpets", show.left("trumpets"))),
            Way(PICK, ch3.may_hear_the_trumpet, (ch3.is_fresh_to_fall_back, ch3.falls_back_once, ch3.can_fall_back),
                ch3.begin_to_fall_back, show.unit("fall_back")),
            Way(fr.RECOVER, ch3.may_hear_the_trumpet, (ch3.is_fresh_to_recover, ch3.has_losses_to_recover, ch3.is_safe_to_recover),
                ch3.begin_to_recover, show.unit("recover")),
        ), show.left("trumpets")),
        Box.FALL_BACK: Ask("YR-3.0d", the_active, (
            Way(PASS, None, (ch3.falls_back_at_all,), ch3.stop_falling_back, show.button("stay")),
            Way(GO, ch3.falls_back_hex_by_hex, (ch3.falls_back_from_the_enemy, ch6.closes_up), ch3.fall_back, show.place("hex")),
        ), show.unit_in_hand),
        Box.RECOVERY: Roll("YR-3.0g", ch3.roll_recovery, ch2.white_die, ch2.white_weights, show.white, show.unit_and_dice, domain=range(5)),
        Box.ACTIVATE: Ask("YR-3.0a", the_active, (
            Way(PASS, None, (), ch3.end_round, show.button("end_round", show.results_left)),
            Way(PICK, ch3.may_be_activated, ch3.MAY_ACTIVATE, ch3.activate, show.unit("activate")),
            Way(fr.HAT_UNIT, ch3.may_be_activated, ch3.MAY_USE_A_HAT, ch3.activate_reserve, show.unit("hat_unit")),
            Way(fr.HAT_STACK, ch3.holds_own_units, ch3.MAY_STACK_ACT, ch3.activate_stack, show.place("hat_stack")),
        ), show.results_left),
        Box.END_TURN: Do(ch2.end_turn),
        Box.MARCH: Ask("YR-4.0e", the_active, (
            Way(PASS, None, (ch4.comes_onto_the_map,), ch4.stay, show.button("stay")),
            Way(GO, ch4.goes_elsewhere, ch4.MAY_MARCH, ch4.march, show.march, options=ch4.march_options),
        ), show.unit_in_hand),
        Box.MARCH_TOGETHER: Ask("YR-3.0l", the_active, (
            Way(PASS, None, (), ch4.stay, show.button("stay_together")),
            Way(fr.FIRST_ALONE, None, (), ch4.first_acts_alone, show.one_by_one(0)),
            Way(fr.SECOND_ALONE, None, (), ch4.second_acts_alone, show.one_by_one(1)),
            Way(GO, ch4.goes_elsewhere, (ch4.both_can_go,), ch4.march_together, show.place("march_together")),
        ), show.who_acts),
        Box.CONTACT: Do(ch43.next_reactor),
        Box.REACTION: Roll("YR-4.3b", ch43.roll_reaction, ch2.white_die, ch2.white_weights, show.white, show.unit_and_dice,
                           domain=range(5)),
        Box.REACT: Ask("YR-4.3c", the_owner, (
            Way(PASS, None, (), ch43.hold_fire, show.button("hold_fire")),
            Way(fr.EVADE, None, (ch43.is_cavalry_to_evade, ch43.has_somewhere_to_evade), ch43.begin_to_evade, show.button("evade")),
            Way(PICK, ch43.has_come_next_to_it, (), ch43.fire_in_reaction, show.react),
        ), show.unit_in_hand),
        Box.EVADE: Ask("YR-4.3.1c", the_owner, (
            Way(GO, ch4.goes_elsewhere, (ch43.evades_out_of_reach, ch43.evades_by_a_full_move), ch43.evade, show.place("hex")),
        ), show.unit_in_hand),
        Box.AIM: Ask("YR-5.0f", the_active, (
            Way(PASS, None, (), ch5.no_attack, show.button("no_attack")),
            Way(PICK, ch5.is_an_enemy, ch5.MAY_AIM, ch5.attack, show.attack),
            Way(fr.FIRST_FIRES, ch5.first_can_attack_it_alone, (), ch5.first_attacks_alone, show.attack_alone(0)),
            Way(fr.SECOND_FIRES, ch5.second_can_attack_it_alone, (), ch5.second_attacks_alone, show.attack_alone(1)),
        ), show.who_acts),
        Box.FIRE: Do(ch5.next_shot),
        Box.SHOT: Roll("YR-5.3c", ch5.roll_shot, ch2.white_die, ch2.white_weights, show.white, show.shot_and_dice, domain=range(5)),
        Box.HARM: Do(ch54.next_harm),
        Box.EFFECT: Roll("YR-5.4a", ch54.roll_effect, ch54.black_die, ch54.black_weights, show.black, show.shot_and_dice, domain=range(3)),
        Box.LOSSES: Do(ch54.apply_losses),
        Box.REPEL: Do(ch54.next_retreat),
        Box.RETREAT: Ask("YR-5.4.2d", the_owner, (
            Way(GO, ch54.retreats_away, (ch54.retreats_into_the_clear,), ch54.retreat, show.place("hex")),
        ), show.unit_in_hand),
        Box.GAIN: Do(ch54.next_gain),
        Box.OCCUPY: Ask("YR-5.4.1a", the_owner, (
            Way(PASS, None, (ch54.cavalry_must_occupy,), ch54.stay_behind, show.button("stay")),
            Way(GO, ch54.has_been_cleared, (), ch54.occupy, show.place("occupy")),
        ), show.unit_in_hand),
        Box.OVER: Do(ch3.activation_over),
        Box.NIGHT: Do(ch7.begin_night),
        Box.NIGHT_UNIT: Ask("YR-7.1b", the_active, (
            Way(PASS, None, (ch7.night_units_come,), ch7.no_more_by_night, show.button("no_more_by_night")),
            Way(PICK, ch7.waits_to_enter, (ch7.can_enter_by_night,), ch7.choose_night_unit, show.unit("unit")),
        )),
        Box.NIGHT_MARCH: Ask("YR-7.1d", the_active, (
            Way(GO, ch4.goes_elsewhere, (ch7.keeps_away_by_night, ch7.is_within_a_night_march), ch7.night_march, show.place("hex")),
        ), show.unit_in_hand),
        Box.PART: Do(ch7.next_parting),
        Box.PART_FROM: Ask("YR-7.1h", the_owner, (
            Way(PASS, None, (ch7.leaves_the_open,), ch7.stay_by_night, show.button("stay")),
            Way(GO, ch7.parts_by_one_hex, (ch7.parts_into_the_clear,), ch7.part, show.place("hex")),
        ), show.unit_in_hand),
    },
    frames=(At, fr.Shot, fr.Gain, fr.Parting),
)
# fmt: on
