"""Answers as things to click: a label and the tokens and places they are tied to; the blanks of the prompts; what a thing may stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.gettysburg.frames import CUBE, DOUBLE_ORDER, GIVE_ORDER, KINDS, ORDER_KEYS, PASS, Box, Order, Share
from bivouac.titles.gettysburg.printed.units import CAVALRY, CLASS, COLOUR, EACH, IS_GUN
from bivouac.titles.gettysburg.rules.ch01_components import fronts, left_open
from bivouac.titles.gettysburg.rules.ch09_orders import MAY_ORDER, is_an_order
from bivouac.titles.gettysburg.rules.ch19_fire import target_of
from bivouac.titles.gettysburg.state import AREA, HAND, State

ACTION_KEYS = ("place_block", "remove_block", "give_order", "double_order", "forced_pass")
Show = Callable[[State, Any, int], Choice]
Facts = Callable[[State, Any], Mapping[str, Arg]]


def button(key: str) -> Show:
    """An answer that is a button and nothing else."""
    choice = Choice(0, Text(f"choices.{key}"))
    return lambda s, f, n: choice


def at_place(key: str, blank: str = "place") -> Show:
    """An answer that is a place on the board."""
    return lambda s, f, place: Choice(0, Text(f"choices.{key}", {blank: Name("place", place)}), (f"place:{place}",))


show_done, show_end, show_go_on, show_stay = button("done"), button("end_turn"), button("go_on"), button("stay")
show_enough_guns, show_hold_fire = button("enough_guns"), button("hold_fire")
show_take_it, show_evade = button("take_it"), button("evade")
show_place, show_stick, show_dig = at_place("place"), at_place("stick"), at_place("dig_towards")
show_aim_foot, show_among_attackers = at_place("aim_foot"), at_place("among_attackers")


def equal_pieces(s: State, p: int) -> tuple[int, ...]:
    """All pieces that are as good as this one: same place, same class, a gun's damage alike."""
    here = next((here for here in s.at if p in here), (p,))
    return tuple(q for q in here if COLOUR[q] == COLOUR[p] and (not IS_GUN[q] or s.cubes[q] == s.cubes[p]))


def show_action(s: State, f: Any, a: int) -> Choice:
    """What a turn is used for; an order that no block could carry out would be a pass, and says so."""
    idle = a in (GIVE_ORDER, DOUBLE_ORDER) and all(_is_idle(s, Order(Box.KIND, place, 0)) for place in _blocks_with_room(s))
    return Choice(0, Text(f"choices.{'idle_' if idle else ''}{ACTION_KEYS[a]}"))


def _blocks_with_room(s: State) -> list[int]:
    low = EACH * s.active
    return [s.block_at[b] for b in range(low, low + EACH) if s.block_at[b] >= 0 and s.block_discs[b] < s.block_value[b]]


def _is_idle(s: State, f: Order) -> bool:
    """Whether a disc here could give no order but a pass."""
    return left_open(s, f, is_an_order, MAY_ORDER) == 1 << PASS


def show_box(s: State, f: Any, box: int) -> Choice:
    return Choice(0, Text("choices.leave_box", {"place": Name("place", box)}), (f"place:{box}", *(f"piece:{p}" for p in s.at[box])))


def show_block(s: State, f: Any, a: int) -> Choice:
    block = s.block_in(a)
    targets = (f"place:{a}", f"block:{block}") if block >= 0 else (f"place:{a}",)
    return Choice(0, Text("choices.place", {"place": Name("place", a)}), targets)


def show_commander(s: State, f: Any, a: int) -> Choice:
    """A block that may take a disc; where it reaches nothing, that is a pass."""
    choice = show_block(s, f, a)
    idle = a in s.options and _is_idle(s, Order(Box.KIND, a, f.nth, f.crowd))
    return choice._replace(label=Text("choices.idle_block", {"place": Name("place", a)})) if idle else choice


def show_value(s: State, f: Any, n: int) -> Choice:
    low = EACH * s.active
    slots = [b for b in range(low, low + EACH) if s.block_at[b] == HAND and s.block_value[b] == n]
    return Choice(0, Text("choices.value", {"n": n}), tuple(f"block:{b}" for b in slots))


def show_order(s: State, f: Order, a: int) -> Choice:
    return Choice(0, Text(f"choices.order_{ORDER_KEYS[a]}"))


def show_piece(s: State, f: Any, p: int) -> Choice:
    key = "choices.damaged_gun" if IS_GUN[p] and s.cubes[p] else "choices.piece"
    return Choice(0, Text(key, {"piece": Name("sort", CLASS[p])}), tuple(f"piece:{q}" for q in equal_pieces(s, p)))


def show_one_piece(s: State, f: Any, p: int) -> Choice:
    """A piece that carries its own cubes, as in an assault."""
    return Choice(0, Text("choices.hurt_piece", {"piece": Name("sort", CLASS[p]), "n": s.cubes[p]}), (f"piece:{p}",))


def show_cubes(s: State, f: Any, n: int) -> Choice:
    return Choice(0, Text("choices.cubes", {"n": n}))


def show_aim_guns(s: State, f: Any, area: int) -> Choice:
    return Choice(0, Text("choices.aim_guns", {"place": Name("place", area)}), tuple(f"piece:{p}" for p in s.at[area] if IS_GUN[p]))


def show_cube(s: State, f: Any, cube: int) -> Choice:
    place, kind = divmod(cube, KINDS)
    return Choice(0, Text("choices.cube_from", {"sort": Name("sort", kind), "place": Name("place", place)}), (f"place:{place}",))


def show_turn(s: State, f: Any, way: int) -> Choice:
    frm, to = divmod(way, 100)
    return Choice(0, Text("choices.turn_towards", {"frm": Name("place", frm), "place": Name("place", to)}))


# --- what a thing on the table may stand for --------------------------------------------------------


def meant(s: State, thing: Name) -> Sequence[Name]:
    """A piece: its equals, and where it stands; a place: the pieces in it, and its cubes; a block or a marker: its place; an own block in
    hand: its value."""
    return tuple(_meant(s, thing))


def _meant(s: State, thing: Name) -> Iterator[Name]:
    kind, n = thing
    if kind == "piece":
        yield from (Name("piece", q) for q in equal_pieces(s, n) if q != n)
        yield from (Name("place", place) for place, here in enumerate(s.at) if n in here)
        yield from (Name("place", area) for p, area, _, _ in s.attack if p == n)
    elif kind == "place":
        yield from (Name("piece", p) for p in s.at[n] if fronts(s, s.at[n]) >> p & 1)
        yield from (Name("cube", CUBE + n * KINDS + k) for k in range(CAVALRY + 1))
    elif kind == "block" and s.block_at[n] >= 0:
        yield Name("place", s.block_at[n])
    elif kind == "block" and s.block_at[n] == HAND and n // EACH == s.active:  # the other side's values are secret
        yield Name("value", s.block_value[n])
    elif kind in ("disrupted", "fired"):
        yield Name("place", n)
    elif kind == "stick":
        yield Name("place", n // 2)


# --- the blanks of the prompts ----------------------------------------------------------------------


def sort_in(field: str) -> Facts:
    """The sort of the piece in a field of the frame."""
    return lambda s, f: {"piece": Name("sort", CLASS[getattr(f, field)])}


def place_in(field: str) -> Facts:
    return lambda s, f: {"place": Name("place", getattr(f, field))}


piece_fact, place_fact, area_fact, n_fact, frm_fact = sort_in("piece"), *map(place_in, ("place", "area", "n", "frm"))


def queue_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"piece": Name("sort", CLASS[f.queue[0]])}


def struck_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"piece": Name("sort", CLASS[f.struck[0]])}


def aimed_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"place": Name("place", f.areas[-1])}


def shot_fact(s: State, f: Any) -> Mapping[str, Arg]:
    _, frm, aimed = f.shots[0]
    return {"frm": Name("place", frm), "place": Name("place", target_of(aimed))}


def marker_fact(s: State, f: Any) -> Mapping[str, Arg]:
    return {"place": Name("place", f.guns[0])}


def disc_fact(s: State, f: Order) -> Mapping[str, Arg]:
    return {"disc": Text(("results.disc", "results.first_disc", "results.second_disc")[f.nth])}


def share_fact(s: State, f: Share) -> Mapping[str, Arg]:
    area = s.fight[AREA]
    return {"place": Name("place", area), "piece": Name("sort", CLASS[s.at[area][f.i]])}
