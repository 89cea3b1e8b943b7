"""Answers as things to click: a label and the tokens and places they are tied to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.gettysburg.frames import (
    AT_GUNS,
    ATTACKERS,
    CUBE,
    DONE,
    HOLD_FIRE,
    LEAVE_BOX,
    NO,
    ORDER_KEYS,
    PASS,
    STAY,
    TURN_STICK,
    Box,
    Order,
    Share,
    Work,
)
from bivouac.titles.gettysburg.printed.units import CLASS, COLOUR, EACH, IS_GUN
from bivouac.titles.gettysburg.rules.ch09_orders import order_options
from bivouac.titles.gettysburg.state import AREA, HAND, State

ACTION_KEYS = ("place_block", "remove_block", "give_order", "double_order", "forced_pass", "end_turn", "go_on")


def place_id(place: int) -> str:
    return f"place:{place}"


def equal_tokens(s: State, p: int) -> tuple[str, ...]:
    """The tokens of all pieces that are as good as this one: same place, same class, a gun's damage alike."""
    here = next((here for here in s.at if p in here), (p,))
    return tuple(f"piece:{q}" for q in here if COLOUR[q] == COLOUR[p] and (not IS_GUN[q] or s.cubes[q] == s.cubes[p]))


def show_action(s: State, f: Any, a: int) -> Choice:
    if a >= LEAVE_BOX:
        box = a - LEAVE_BOX
        return Choice(a, Text("choices.leave_box", {"place": Name("place", box)}), (place_id(box), *(f"piece:{p}" for p in s.at[box])))
    return Choice(a, Text(f"choices.{ACTION_KEYS[a]}"))


def show_place(s: State, f: Any, a: int) -> Choice:
    return Choice(a, Text("choices.place", {"place": Name("place", a)}), (place_id(a),))


def show_block(s: State, f: Any, a: int) -> Choice:
    block = s.block_in(a)
    targets = (place_id(a), f"block:{block}") if block >= 0 else (place_id(a),)
    return Choice(a, Text("choices.place", {"place": Name("place", a)}), targets)


def show_commander(s: State, f: Any, a: int) -> Choice:
    """A block that may take a disc; where it reaches nothing, that is a pass."""
    choice = show_block(s, f, a)
    idle = a in s.options and order_options(s, Order(Box.KIND, a, f.nth, f.crowd)) == [PASS]
    return choice._replace(label=Text("choices.idle_block", {"place": Name("place", a)})) if idle else choice


def show_value(s: State, f: Any, a: int) -> Choice:
    low = EACH * s.active
    slots = [b for b in range(low, low + EACH) if s.block_at[b] == HAND and s.block_value[b] == a]
    return Choice(a, Text("choices.value", {"n": a}), tuple(f"block:{b}" for b in slots))


def show_order(s: State, f: Order, a: int) -> Choice:
    return Choice(a, Text(f"choices.order_{ORDER_KEYS[a]}"))


def show_piece(s: State, f: Any, a: int) -> Choice:
    if a == DONE:
        return Choice(a, Text("choices.done"))
    key = "choices.damaged_gun" if IS_GUN[a] and s.cubes[a] else "choices.piece"
    return Choice(a, Text(key, {"piece": Name("sort", CLASS[a])}), equal_tokens(s, a))


def show_one_piece(s: State, f: Any, a: int) -> Choice:
    """A piece that carries its own cubes, as in an assault."""
    return Choice(a, Text("choices.hurt_piece", {"piece": Name("sort", CLASS[a]), "n": s.cubes[a]}), (f"piece:{a}",))


def show_cubes(s: State, f: Any, a: int) -> Choice:
    return Choice(a, Text("choices.cubes", {"n": a}))


def show_ride(s: State, f: Any, a: int) -> Choice:
    return Choice(a, Text("choices.stay")) if a == STAY else show_place(s, f, a)


def show_battery(s: State, f: Any, a: int) -> Choice:
    return Choice(a, Text("choices.enough_guns")) if a == DONE else show_place(s, f, a)


def show_aim(s: State, f: Any, a: int) -> Choice:
    if a == HOLD_FIRE:
        return Choice(a, Text("choices.hold_fire"))
    area = a - AT_GUNS if a >= AT_GUNS else a
    tokens = tuple(f"piece:{p}" for p in s.at[area] if IS_GUN[p]) if a >= AT_GUNS else (place_id(area),)
    return Choice(a, Text("choices.aim_guns" if a >= AT_GUNS else "choices.aim_foot", {"place": Name("place", area)}), tokens)


def show_cube(s: State, f: Work, a: int) -> Choice:
    place, kind = divmod(a, CUBE)
    return Choice(a, Text("choices.cube_from", {"sort": Name("sort", kind), "place": Name("place", place)}), (place_id(place),))


def show_border(s: State, f: Work, a: int) -> Choice:
    if a < TURN_STICK:
        return Choice(a, Text("choices.dig_towards", {"place": Name("place", a)}), (place_id(a),))
    frm, to = divmod(a - TURN_STICK, 100)
    return Choice(a, Text("choices.turn_towards", {"frm": Name("place", frm), "place": Name("place", to)}))


def show_stick(s: State, f: Any, a: int) -> Choice:
    return Choice(a, Text("choices.stick", {"place": Name("place", a)}), (place_id(a),))


def show_evade(s: State, f: Any, a: int) -> Choice:
    return Choice(a, Text("choices.take_it" if a == NO else "choices.evade"))


def show_shortage(s: State, f: Any, a: int) -> Choice:
    return (
        show_place(s, f, a)
        if a < ATTACKERS
        else Choice(a, Text("choices.among_attackers", {"place": Name("place", a - ATTACKERS)}), (place_id(a - ATTACKERS),))
    )


# --- the blanks of the prompts ----------------------------------------------------------------------


def piece_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"piece": Name("sort", CLASS[f.piece])}


def queue_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"piece": Name("sort", CLASS[f.queue[0]])}


def struck_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"piece": Name("sort", CLASS[f.struck[0]])}


def aimed_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"place": Name("place", f.areas[-1])}


def shot_fact(s: State, f: Any) -> Mapping[str, Arg]:
    _, frm, aimed = f.shots[0]
    return {"frm": Name("place", frm), "place": Name("place", aimed - AT_GUNS if aimed >= AT_GUNS else aimed)}


def area_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"place": Name("place", f.area)}


def place_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"place": Name("place", f.place)}


def n_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"place": Name("place", f.n)}


def frm_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"place": Name("place", f.frm)}


def marker_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"place": Name("place", f.guns[0])}


def disc_fact(s: State, f: Order) -> Mapping[str, Arg]:
    return {"disc": Text(("results.disc", "results.first_disc", "results.second_disc")[f.nth])}


def share_fact(s: State, f: Share) -> Mapping[str, Arg]:
    area = s.fight[AREA]
    return {"place": Name("place", area), "piece": Name("sort", CLASS[s.at[area][f.i]])}
