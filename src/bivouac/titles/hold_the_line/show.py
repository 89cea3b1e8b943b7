"""Answers as things to click, and the blanks of the prompts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.hold_the_line.events import who
from bivouac.titles.hold_the_line.frames import At, Retreat
from bivouac.titles.hold_the_line.printed.map import NEAR, NOBODY
from bivouac.titles.hold_the_line.printed.units import (
    ASSAULT_PRICE,
    BONUS_PRICE,
    ENTRY_PRICE,
    FIRE_PRICE,
    LEADER_PRICE,
    MOVE_PRICE,
    MOVES,
    RALLY_PRICE,
)
from bivouac.titles.hold_the_line.rules import ch07_movement as moving
from bivouac.titles.hold_the_line.rules import ch08_fire as shooting
from bivouac.titles.hold_the_line.rules import ch08_retreat as back
from bivouac.titles.hold_the_line.rules import ch09_leaders as lead
from bivouac.titles.hold_the_line.state import State

Show = Callable[[State, Any, int], Choice]


def meant(s: State, thing: Name) -> Sequence[Name]:
    """What else a person may mean who points at a thing: a piece's hex, the pieces in a hex, both for a VP block."""
    if thing.kind == "piece" and thing.id < len(s.pos) and s.pos[thing.id] >= 0:
        return [Name("hex", s.pos[thing.id])]
    if thing.kind == "block" and thing.id < len(s.field.blocks):
        h = s.field.blocks[thing.id].hex
        return [Name("hex", h), *(Name("piece", p) for p in s.all_in(h))]
    return [Name("piece", p) for p in s.all_in(thing.id)] if thing.kind == "hex" else []


# --- answers as things to click -------------------------------------------------------------------------------------


def cost(s: State, price: int) -> Text:
    """What an order costs, and whether that ends the turn."""
    return Text("labels.cost" if s.ap > price else "labels.last_cost", {"n": price}) if price else Text("labels.free")


def bring(s: State, p: int, h: int) -> Choice:
    """A reinforcement; `h`: the only hex where it can enter, or NOBODY."""
    facts: dict[str, Arg] = {"unit": who(s, p), "cost": cost(s, ENTRY_PRICE)}
    words = Text("choices.bring", facts) if h == NOBODY else Text("choices.bring_at", {**facts, "hex": Name("hex", h)})
    return Choice(p, words, (f"piece:{p}",))


def piece_at_once(s: State, p: int, order: Text) -> Choice:
    """A piece that can do only one thing."""
    facts: dict[str, Arg] = {"unit": who(s, p), "hex": Name("hex", s.pos[p]), "order": order}
    return Choice(p, Text("choices.activate_at_once", facts), (f"piece:{p}",))


def piece(s: State, f: At, p: int) -> Choice:
    return Choice(p, Text("choices.activate", {"unit": who(s, p), "hex": Name("hex", s.pos[p])}), (f"piece:{p}",))


def button(key: str) -> Show:
    return lambda s, f, a: Choice(a, Text(f"choices.{key}"))


def to_hex(key: str, price: int = 0) -> Show:
    return lambda s, f, h: Choice(h, Text(f"choices.{key}", {"hex": Name("hex", h), "cost": cost(s, price)}), (f"hex:{h}",))


move, ride, leader_move = to_hex("move", MOVE_PRICE), to_hex("ride", MOVE_PRICE), to_hex("move", LEADER_PRICE)
halt, hold_fire, stay = map(button, ("halt", "hold_fire", "stay"))


def end_turn(s: State, f: At, a: int) -> Choice:
    """What is left unused is said."""
    return Choice(a, Text("choices.end_turn_early" if s.ap else "choices.end_turn", {"ap": s.ap}))


def rally(s: State, f: At, a: int) -> Choice:
    p = lead.unit_to_rally(s)
    return Choice(a, Text("choices.rally", {"unit": who(s, p) if p != NOBODY else Text("labels.nobody"), "cost": cost(s, RALLY_PRICE)}))


def step(s: State, f: At, h: int) -> Choice:
    """The next hex of a move: free by allowance or forced march, for an action point where the leader drives the unit on."""
    driven = s.steps >= MOVES[s.kind] and not (moving.can_march(s) and not NEAR[h] & s.army(1 - s.active))
    return to_hex("driven_on", BONUS_PRICE)(s, f, h) if driven else to_hex("move")(s, f, h)


def _attack(s: State, key: str, h: int, need: int, price: int) -> Choice:
    """The enemy in the hex, the die that hits him, and the price."""
    here = s.all_in(h)
    foe = who(s, here[0]) if here else Text("labels.nobody")
    key = key if need <= 6 else f"{key}_in_vain"
    words = Text(f"choices.{key}", {"hex": Name("hex", h), "foe": foe, "need": need, "cost": cost(s, price)})
    return Choice(h, words, (f"hex:{h}", *(f"piece:{p}" for p in here)))


def fire(s: State, f: At, h: int) -> Choice:
    return _attack(s, "fire", h, shooting.number_for_fire(s, h), FIRE_PRICE)


def fire_for_nothing(s: State, f: At, h: int) -> Choice:
    return _attack(s, "fire", h, shooting.number_for_fire(s, h), 0)


def assault(s: State, f: At, h: int) -> Choice:
    return _attack(s, "assault", h, shooting.number_for_assault(s, h), ASSAULT_PRICE)


def place(s: State, f: At, h: int) -> Choice:
    """The hex, and the pieces in it."""
    return Choice(h, Text("choices.hex", {"hex": Name("hex", h)}), (f"hex:{h}", *(f"piece:{p}" for p in s.all_in(h))))


def advance(s: State, f: At, a: int) -> Choice:
    return to_hex("advance")(s, f, s.target)


def advance_led(s: State, f: At, a: int) -> Choice:
    return to_hex("advance_led")(s, f, s.target)._replace(targets=())


def colour(s: State, f: At, a: int) -> Choice:
    return Choice(a, Text("choices.colour", {"colour": Name("colour", a)}))


# --- the blanks of the prompts --------------------------------------------------------------------------------------


def points_facts(s: State, f: At) -> dict[str, Arg]:
    return {"ap": s.ap}


def unit_facts(s: State, f: At) -> dict[str, Arg]:
    return {"unit": who(s, s.unit), "ap": s.ap}


def target_facts(s: State, f: At) -> dict[str, Arg]:
    return {"unit": who(s, s.unit), "hex": Name("hex", s.target), "need": s.need}


def fleeing_facts(s: State, f: Retreat) -> dict[str, Arg]:
    p, h = back.fleeing(s, f)
    return {"unit": who(s, p), "hex": Name("hex", h)}


def leader_facts(s: State, f: At) -> dict[str, Arg]:
    return {"leader": who(s, s.lead_in(s.target))}


def rally_facts(s: State, f: At) -> dict[str, Arg]:
    return {"unit": who(s, lead.unit_to_rally(s))}
