"""The flow chart of a battle: every box, who is asked there, what may be answered and what the answer does."""

from __future__ import annotations

from collections.abc import Mapping

from bivouac.core.flow import Do, Flow, Roll
from bivouac.core.flow import OldAsk as Ask
from bivouac.core.text import Arg, Name
from bivouac.titles.yankees_rebels import show as shows
from bivouac.titles.yankees_rebels.frames import At, Box, the_active, the_other, the_owner
from bivouac.titles.yankees_rebels.rules import ch02_sequence as ch2
from bivouac.titles.yankees_rebels.rules import ch03_round as ch3
from bivouac.titles.yankees_rebels.rules import ch04_movement as ch4
from bivouac.titles.yankees_rebels.rules import ch04_reaction as ch43
from bivouac.titles.yankees_rebels.rules import ch05_combat as ch5
from bivouac.titles.yankees_rebels.rules import ch05_effects as ch54
from bivouac.titles.yankees_rebels.rules import ch07_night as ch7
from bivouac.titles.yankees_rebels.state import State


def unit_in_hand(s: State, f: At) -> Mapping[str, Arg]:
    return {"unit": Name("unit", s.unit)}


def who_acts(s: State, f: At) -> Mapping[str, Arg]:
    return {"units": tuple(Name("unit", u) for u in s.acting)}


def results_left(s: State, f: At) -> Mapping[str, Arg]:
    return {"marker": Name("marker", s.marker), "flags": s.flags, "hats": s.hats}


def trumpets_left(s: State, f: At) -> Mapping[str, Arg]:
    return {"n": s.trumpets}


def calls_left(s: State, f: At) -> Mapping[str, Arg]:
    return {"n": s.calls}


def dice_left(s: State, f: At) -> Mapping[str, Arg]:
    return {"n": s.dice}


def unit_and_dice(s: State, f: At) -> Mapping[str, Arg]:
    return {"unit": Name("unit", s.unit), "n": s.dice}


def shot_and_dice(s: State, f: At) -> Mapping[str, Arg]:
    shot = s.shots[s.shot : s.shot + ch5.SPAN]
    return {"unit": Name("unit", shot[ch5.FIRER]), "target": Name("unit", shot[ch5.TARGET]), "n": s.dice}


# fmt: off
FLOW: Flow[State] = Flow(
    {
        Box.TURN: Do(ch2.begin_turn),
        Box.ROUND: Do(ch2.next_round),
        Box.DRAW: Roll("YR-2.0c", ch2.draw_marker, ch2.markers_in_the_cup, None, shows.show_marker),
        Box.ACTIVATION: Roll("YR-2.0d", ch2.roll_activation, ch2.white_die, ch2.white_weights, shows.show_white, dice_left),
        Box.REDEPLOY: Ask("YR-2.0e", the_other, ch2.other_sides_units, ch2.MAY_REDEPLOY,
            ch2.choose_redeployment, shows.show_unit, calls_left, ch2.redeploy_options),
        Box.REDEPLOY_TO: Ask("YR-2.0f", the_other, ch2.hexes_around_the_unit, ch2.MAY_REDEPLOY_TO,
            ch2.redeploy, shows.show_hex, unit_in_hand, ch2.redeploy_to_options),
        Box.TRUMPET: Ask("YR-3.0d", the_active, ch3.trumpet_candidates, ch3.MAY_TRUMPET,
            ch3.use_trumpet, shows.show_trumpet, trumpets_left, ch3.trumpet_options),
        Box.FALL_BACK: Ask("YR-3.0d", the_active, ch3.fall_back_candidates, ch3.MAY_FALL_BACK_TO,
            ch3.fall_back, shows.show_hex, unit_in_hand, ch3.fall_back_options),
        Box.RECOVERY: Roll("YR-3.0g", ch3.roll_recovery, ch2.white_die, ch2.white_weights, shows.show_white, unit_and_dice),
        Box.ACTIVATE: Ask("YR-3.0a", the_active, ch3.activate_candidates, ch3.MAY_ACTIVATE,
            ch3.activate, shows.show_activate, results_left, ch3.activate_options),
        Box.END_TURN: Do(ch2.end_turn),
        Box.MARCH: Ask("YR-4.0e", the_active, ch4.march_candidates, ch4.MAY_MARCH,
            ch4.march, shows.show_march, unit_in_hand, ch4.march_options),
        Box.MARCH_TOGETHER: Ask("YR-3.0l", the_active, ch4.together_candidates, ch4.MAY_MARCH_TOGETHER,
            ch4.march_together, shows.show_together, who_acts, ch4.together_options),
        Box.CONTACT: Do(ch43.next_reactor),
        Box.REACTION: Roll("YR-4.3b", ch43.roll_reaction, ch2.white_die, ch2.white_weights, shows.show_white, unit_and_dice),
        Box.REACT: Ask("YR-4.3c", the_owner, ch43.react_candidates, ch43.MAY_REACT,
            ch43.react, shows.show_react, unit_in_hand),
        Box.EVADE: Ask("YR-4.3.1c", the_owner, ch43.evade_candidates, ch43.MAY_EVADE_TO,
            ch43.evade, shows.show_hex, unit_in_hand, ch43.evade_options),
        Box.AIM: Ask("YR-5.0f", the_active, ch5.aim_candidates, ch5.MAY_AIM,
            ch5.aim, shows.show_aim, who_acts, ch5.aim_options),
        Box.FIRE: Do(ch5.next_shot),
        Box.SHOT: Roll("YR-5.3c", ch5.roll_shot, ch2.white_die, ch2.white_weights, shows.show_white, shot_and_dice),
        Box.HARM: Do(ch54.next_harm),
        Box.EFFECT: Roll("YR-5.4a", ch54.roll_effect, ch54.black_die, ch54.black_weights, shows.show_black, shot_and_dice),
        Box.LOSSES: Do(ch54.apply_losses),
        Box.REPEL: Do(ch54.next_retreat),
        Box.RETREAT: Ask("YR-5.4.2d", the_owner, ch54.retreat_candidates, ch54.MAY_RETREAT,
            ch54.retreat, shows.show_hex, unit_in_hand, ch54.retreat_options),
        Box.GAIN: Do(ch54.next_gain),
        Box.OCCUPY: Ask("YR-5.4.1a", the_owner, ch54.occupy_candidates, ch54.MAY_OCCUPY,
            ch54.occupy, shows.show_occupy, unit_in_hand),
        Box.OVER: Do(ch3.activation_over),
        Box.NIGHT: Do(ch7.begin_night),
        Box.NIGHT_UNIT: Ask("YR-7.1b", the_active, ch7.night_candidates, ch7.MAY_ENTER_BY_NIGHT,
            ch7.choose_night_unit, shows.show_unit),
        Box.NIGHT_MARCH: Ask("YR-7.1d", the_active, ch7.night_march_candidates, ch7.MAY_MARCH_BY_NIGHT,
            ch7.night_march, shows.show_hex, unit_in_hand, ch7.night_march_options),
        Box.PART: Do(ch7.next_parting),
        Box.PART_FROM: Ask("YR-7.1h", the_owner, ch7.part_candidates, ch7.MAY_PART,
            ch7.part, shows.show_hex, unit_in_hand),
    },
    frames=(At,),
)
# fmt: on
