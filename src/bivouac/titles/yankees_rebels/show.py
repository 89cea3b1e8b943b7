"""Answers as things to click, and the facts of the prompts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.yankees_rebels.frames import At
from bivouac.titles.yankees_rebels.printed.map import DIST, NEXT
from bivouac.titles.yankees_rebels.printed.units import EFFECTS, FACES, IS_GUN, SIDE
from bivouac.titles.yankees_rebels.rules.ch04_movement import may_fight_at
from bivouac.titles.yankees_rebels.rules.ch05_combat import FAR, IN_RANGE, dice_for, ready_units
from bivouac.titles.yankees_rebels.state import State

Show = Callable[[State, At, int], Choice]
Facts = Callable[[State, At], Mapping[str, Arg]]


def button(key: str, facts: Facts | None = None) -> Show:
    return lambda s, f, a: Choice(a, Text(f"choices.{key}", facts(s, f) if facts else {}))


def unit(key: str) -> Show:
    return lambda s, f, u: Choice(u, Text(f"choices.{key}", {"unit": Name("unit", u)}), (f"unit:{u}",))


def place(key: str) -> Show:
    return lambda s, f, h: Choice(h, Text(f"choices.{key}", {"hex": Name("hex", h)}), (f"hex:{h}",))


def marker(s: State, f: At, m: int) -> Choice:
    return Choice(m, Text("choices.marker", {"marker": Name("marker", m)}))


def white(s: State, f: At, a: int) -> Choice:
    return Choice(a, Text(f"choices.face_{FACES[a]}" if 0 <= a < len(FACES) else "choices.nothing"))


def black(s: State, f: At, a: int) -> Choice:
    return Choice(a, Text(f"choices.effect_{EFFECTS[a]}" if 0 <= a < len(EFFECTS) else "choices.nothing"))


def march(s: State, f: At, h: int) -> Choice:
    """Where the march would lead to an enemy: whether the unit may fight there."""
    near = (IN_RANGE if IS_GUN[s.unit] else NEXT)[h] & s.ground[1 - SIDE[s.unit]]
    return place(("march_and_fight" if may_fight_at(s, s.unit, h) else "march") if near else "hex")(s, f, h)


def react(s: State, f: At, t: int) -> Choice:
    return attack_by(s, "react", (s.unit,), t)


def one_by_one(first: int) -> Show:
    return lambda s, f, a: Choice(a, Text("choices.one_by_one", {"unit": Name("unit", s.acting[first])}))


def attack(s: State, f: At, t: int) -> Choice:
    return attack_by(s, "attack", ready_units(s), t)


def attack_alone(i: int) -> Show:
    return lambda s, f, t: attack_by(s, "attack_alone", ready_units(s)[i : i + 1], t)


def attack_by(s: State, key: str, firers: tuple[int, ...], target: int) -> Choice:
    if not firers:
        return Choice(target, Text("choices.target", {"unit": Name("unit", target)}), (f"unit:{target}",))
    dice = dice_for(s, firers, target) if s.where[target] >= 0 and DIST[s.where[firers[0]]][s.where[target]] <= FAR else 0
    facts: dict[str, Arg] = {"unit": Name("unit", firers[0]), "target": Name("unit", target), "n": dice}
    return Choice(target, Text(f"choices.{key}", facts), (f"unit:{target}",))


def meant(s: State, thing: Name) -> Sequence[Name]:
    """Who points at a unit may mean its hex, or the one where it enters; who points at a hex, the units in it."""
    if thing.kind == "hex":
        return [Name("unit", u) for u in s.units_at(thing.id)]
    if thing.kind != "unit":
        return ()
    h = s.where[thing.id]
    return (Name("hex", h if h >= 0 else s.rules.setup.entry[thing.id]),)


# --- the facts of the prompts ----------------------------------------------------------------------------------------


def unit_in_hand(s: State, f: At) -> Mapping[str, Arg]:
    return {"unit": Name("unit", s.unit)}


def who_acts(s: State, f: At) -> Mapping[str, Arg]:
    return {"units": tuple(Name("unit", u) for u in s.acting)}


def results_left(s: State, f: At) -> Mapping[str, Arg]:
    return {"marker": Name("marker", s.marker), "flags": s.flags, "hats": s.hats}


def left(slot: str) -> Facts:
    return lambda s, f: {"n": getattr(s, slot)}


def unit_and_dice(s: State, f: At) -> Mapping[str, Arg]:
    return {"unit": Name("unit", s.unit), "n": s.dice}


def shot_and_dice(s: State, f: At) -> Mapping[str, Arg]:
    shot = s.shots[s.shot]
    return {"unit": Name("unit", shot.firers[0]), "target": Name("unit", shot.target), "n": s.dice}
