"""Answers as things to click, and the blanks of the prompts."""

from __future__ import annotations

from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.hold_the_line.events import who
from bivouac.titles.hold_the_line.frames import ADVANCE, ADVANCE_LED, ASSAULT, END, FIRE, HALT, RALLY, RIDE, At, Displace, hex_of, verb_of
from bivouac.titles.hold_the_line.printed.map import NOBODY, OFF_MAP
from bivouac.titles.hold_the_line.rules import ch08_retreat as back
from bivouac.titles.hold_the_line.rules import ch09_leaders as lead
from bivouac.titles.hold_the_line.state import State

# --- answers as things to click -------------------------------------------------------------------------------------


def pieces_in(s: State, h: int) -> tuple[str, ...]:
    return tuple(f"piece:{p}" for p in (s.line_in(h), s.guns_in(h), s.lead_in(h)) if p != NOBODY)


def piece(s: State, f: At, a: int) -> Choice:
    if a == END:
        return Choice(a, Text("choices.end_turn"))
    if s.pos[a] == OFF_MAP:
        return Choice(a, Text("choices.bring", {"unit": who(s, a)}), (f"piece:{a}",))
    return Choice(a, Text("choices.activate", {"unit": who(s, a), "hex": Name("hex", s.pos[a])}), (f"piece:{a}",))


def order(s: State, f: At, a: int) -> Choice:
    if a == HALT:
        return Choice(a, Text("choices.halt"))
    if a == RALLY:
        return Choice(a, Text("choices.rally"))
    h, verb = hex_of(a), verb_of(a)
    here: dict[str, Arg] = {"hex": Name("hex", h)}
    if verb == FIRE:
        return Choice(a, Text("choices.fire", here), (f"hex:{h}", *pieces_in(s, h)))
    if verb == ASSAULT:
        return Choice(a, Text("choices.assault", here), (f"hex:{h}", *pieces_in(s, h)))
    return Choice(a, Text("choices.ride" if verb == RIDE else "choices.move", here), (f"hex:{h}",))


def hold_fire(s: State, f: At, a: int) -> Choice:
    return Choice(a, Text("choices.hold_fire")) if a == HALT else order(s, f, a)


def place(s: State, f: At, a: int) -> Choice:
    return Choice(a, Text("choices.hex", {"hex": Name("hex", a)}), (f"hex:{a}", *pieces_in(s, a)))


def advance(s: State, f: At, a: int) -> Choice:
    if a == HALT:
        return Choice(a, Text("choices.stay"))
    key = "choices.advance_led" if a == ADVANCE_LED else "choices.advance"
    return Choice(a, Text(key, {"hex": Name("hex", s.target)}), (f"hex:{s.target}",) if a == ADVANCE else ())


def colour(s: State, f: At, a: int) -> Choice:
    return Choice(a, Text("choices.colour", {"colour": Name("colour", a)}))


# --- the blanks of the prompts --------------------------------------------------------------------------------------


def points_facts(s: State, f: At) -> dict[str, Arg]:
    return {"ap": s.ap}


def unit_facts(s: State, f: At) -> dict[str, Arg]:
    return {"unit": who(s, s.unit), "ap": s.ap}


def target_facts(s: State, f: At) -> dict[str, Arg]:
    return {"unit": who(s, s.unit), "hex": Name("hex", s.target), "need": s.need}


def retreat_facts(s: State, f: At) -> dict[str, Arg]:
    return {"unit": who(s, back.retreater(s, s.target)), "hex": Name("hex", s.target)}


def displaced_facts(s: State, f: Displace) -> dict[str, Arg]:
    p = back.retreater(s, s.target)
    friend = back.occupant(s, f.to, s.field.kind_of[p])
    return {"unit": who(s, friend), "hex": Name("hex", f.to)}


def leader_facts(s: State, f: At) -> dict[str, Arg]:
    return {"leader": who(s, s.lead_in(s.target))}


def rally_facts(s: State, f: At) -> dict[str, Arg]:
    return {"unit": who(s, lead.unit_to_rally(s))}
