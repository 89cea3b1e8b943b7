"""Answers as things to click, and the facts of the prompts."""

from __future__ import annotations

from collections.abc import Mapping

from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.yankees_rebels.frames import ALONE, EVADE, FIRST_ALONE, HAT_STACK, HAT_UNIT, PASS, RECOVER, SECOND_ALONE, At
from bivouac.titles.yankees_rebels.printed.map import DIST
from bivouac.titles.yankees_rebels.printed.units import EFFECTS, FACES
from bivouac.titles.yankees_rebels.rules.ch04_movement import may_fight_at
from bivouac.titles.yankees_rebels.rules.ch05_combat import FAR, attackers, dice_for
from bivouac.titles.yankees_rebels.state import State


def unit_id(u: int) -> str:
    return f"unit:{u}"


def hex_id(h: int) -> str:
    return f"hex:{h}"


def button(a: int, key: str, **args: Arg) -> Choice:
    return Choice(a, Text(f"choices.{key}", args))


def show_marker(s: State, f: At, a: int) -> Choice:
    return button(a, "marker", marker=Name("marker", a))


def show_white(s: State, f: At, a: int) -> Choice:
    return button(a, f"face_{FACES[a]}" if 0 <= a < len(FACES) else "nothing")


def show_black(s: State, f: At, a: int) -> Choice:
    return button(a, f"effect_{EFFECTS[a]}" if 0 <= a < len(EFFECTS) else "nothing")


def show_unit(s: State, f: At, a: int) -> Choice:
    return button(a, "pass") if a == PASS else Choice(a, Text("choices.unit", {"unit": Name("unit", a)}), (unit_id(a),))


def show_hex(s: State, f: At, a: int) -> Choice:
    return button(a, "stay") if a == PASS else Choice(a, Text("choices.hex", {"hex": Name("hex", a)}), (hex_id(a),))


def show_trumpet(s: State, f: At, a: int) -> Choice:
    if a == PASS:
        return button(a, "pass")
    u = a % RECOVER
    return Choice(a, Text("choices.fall_back" if a < RECOVER else "choices.recover", {"unit": Name("unit", u)}), (unit_id(u),))


def show_activate(s: State, f: At, a: int) -> Choice:
    if a == PASS:
        return button(a, "end_round")
    if a >= HAT_STACK:
        h = a - HAT_STACK
        return Choice(a, Text("choices.hat_stack", {"hex": Name("hex", h)}), (hex_id(h),))
    u = a % HAT_UNIT
    return Choice(a, Text("choices.activate" if a < HAT_UNIT else "choices.hat_unit", {"unit": Name("unit", u)}), (unit_id(u),))


def show_march(s: State, f: At, a: int) -> Choice:
    if a == PASS:
        return button(a, "stay")
    key = "march_and_fight" if may_fight_at(s, s.unit, a) else "march"
    return Choice(a, Text(f"choices.{key}", {"hex": Name("hex", a)}), (hex_id(a),))


def show_together(s: State, f: At, a: int) -> Choice:
    if a in (FIRST_ALONE, SECOND_ALONE):
        return button(a, "one_by_one", unit=Name("unit", s.acting[0 if a == FIRST_ALONE else 1]))
    if a == PASS:
        return button(a, "stay_together")
    return Choice(a, Text("choices.march_together", {"hex": Name("hex", a)}), (hex_id(a),))


def show_react(s: State, f: At, a: int) -> Choice:
    if a == PASS:
        return button(a, "hold_fire")
    if a == EVADE:
        return button(a, "evade")
    return Choice(a, Text("choices.react", {"unit": Name("unit", a)}), (unit_id(a),))


def show_aim(s: State, f: At, a: int) -> Choice:
    if a == PASS:
        return button(a, "no_attack")
    target = a % ALONE
    firers = attackers(s, a)
    if not firers:
        return Choice(a, Text("choices.target", {"unit": Name("unit", target)}), (unit_id(target),))
    dice = dice_for(s, firers, target) if DIST[s.where[firers[0]]][s.where[target]] <= FAR else 0
    key = "attack" if a < ALONE else "attack_alone"
    facts: dict[str, Arg] = {"unit": Name("unit", firers[0]), "target": Name("unit", target), "n": dice}
    return Choice(a, Text(f"choices.{key}", facts), (unit_id(target),))


def show_occupy(s: State, f: At, a: int) -> Choice:
    return button(a, "stay") if a == PASS else Choice(a, Text("choices.occupy", {"hex": Name("hex", a)}), (hex_id(a),))


# --- the facts of the prompts ----------------------------------------------------------------------------------------


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
    shot = s.shots[s.shot]
    return {"unit": Name("unit", shot.firers[0]), "target": Name("unit", shot.target), "n": s.dice}
