"""Every answer as a thing to click, and the facts for the prompts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.house_divided.frames import (
    DONE,
    ENTRENCH,
    FIGHT_ON,
    HOLD_FIRE,
    LEAD,
    SAIL,
    STOP,
    YES,
    At,
    Items,
    March,
    One,
    Sail,
    Step,
)
from bivouac.titles.house_divided.printed.map import KIND, TO
from bivouac.titles.house_divided.printed.units import GARRISON, PIECES
from bivouac.titles.house_divided.rules.ch05_fire import THE_GARRISON, firer, kind_name
from bivouac.titles.house_divided.state import REDUCED, State

Facts = dict[str, Arg]


def box_name(box: int) -> Name:
    return Name("box", box)


def unit_name(s: State, piece: int) -> Name:
    """A piece by its kind, a leader by his name."""
    if PIECES <= piece < GARRISON:
        return Name("leader", piece - PIECES)
    return Name("kind", THE_GARRISON if piece == GARRISON else s.kind[piece])


def button(answer: int, key: str, **facts: Arg) -> Choice:
    return Choice(answer, Text(f"choices.{key}", facts))


def at_box(answer: int, key: str, box: int, **facts: Arg) -> Choice:
    return Choice(answer, Text(f"choices.{key}", {"box": box_name(box), **facts}), (f"box:{box}",))


def at_piece(s: State, answer: int, key: str) -> Choice:
    """A piece where it stands; a reduced one says so."""
    worn = "_reduced" if answer < PIECES and s.stat[answer] & REDUCED else ""
    return Choice(answer, Text(f"choices.{key}{worn}", {"unit": unit_name(s, answer)}), (f"piece:{answer}",))


def piece_in_box(s: State, answer: int) -> Choice:
    """A piece and the box it stands in, where pieces of several boxes are asked for."""
    facts: Facts = {"unit": unit_name(s, answer), "box": box_name(s.box[answer])}
    return Choice(answer, Text("choices.piece_in_box", facts), (f"piece:{answer}",))


def show_march(s: State, f: At, a: int) -> Choice:
    if a == DONE:
        return button(a, "end_movement")
    if a >= LEAD:
        return Choice(a, Text("choices.leader_alone", {"leader": Name("leader", a - LEAD - PIECES)}), (f"piece:{a - LEAD}",))
    if a >= SAIL:
        return button(a, "sail_from", box=box_name(a - SAIL))
    return at_box(a, "march_from", a)


def show_marching_piece(s: State, f: March, a: int) -> Choice:
    if a == DONE:
        return button(a, "end_march")
    return at_piece(s, a, "ride_along" if a >= PIECES else "piece")


def show_step(s: State, f: Step, a: int) -> Choice:
    if a == STOP:
        return button(a, "stop", box=box_name(s.box[f.piece]))
    if a == ENTRENCH:
        return button(a, "entrench", box=box_name(s.box[f.piece]))
    return at_box(a, "go", TO[a], line=Name("line", KIND[a]))


def show_sailing_piece(s: State, f: Sail, a: int) -> Choice:
    return at_piece(s, a, "ride_along" if a >= PIECES else "piece")


def show_port(s: State, f: Sail, a: int) -> Choice:
    return at_box(a, "sail_to" if s.owner[a] == s.active else "invade", a)


def show_box(s: State, f: Any, a: int) -> Choice:
    return at_box(a, "box", a)


def show_piece(s: State, f: Any, a: int) -> Choice:
    return at_piece(s, a, "piece")


def piece_or(key: str) -> Callable[[State, Any, int], Choice]:
    """A piece, or a button for "enough"."""

    def show(s: State, f: Any, a: int) -> Choice:
        return button(a, key) if a == DONE else at_piece(s, a, "piece")

    return show


def far_piece_or(key: str) -> Callable[[State, Any, int], Choice]:
    """A piece somewhere on the map, or a button for "enough"."""

    def show(s: State, f: Any, a: int) -> Choice:
        return button(a, key) if a == DONE else piece_in_box(s, a)

    return show


def box_or(key: str) -> Callable[[State, Any, int], Choice]:
    """A box, or a button for "enough"."""

    def show(s: State, f: Any, a: int) -> Choice:
        return button(a, key) if a == DONE else at_box(a, "box", a)

    return show


def show_contain(s: State, f: Items, a: int) -> Choice:
    return button(a, "contain" if a == YES else "attack", box=box_name(f.items[0]))


def show_escape(s: State, f: At, a: int) -> Choice:
    return button(a, "escape" if a == YES else "stand")


def show_retreat(s: State, f: At, a: int) -> Choice:
    return button(a, "fight_on") if a == FIGHT_ON else at_box(a, "retreat_to", a)


def show_target(s: State, f: At, a: int) -> Choice:
    return button(a, "hold_fire") if a == HOLD_FIRE else at_piece(s, a, "fire_at")


def show_arm(s: State, f: Items, a: int) -> Choice:
    return button(a, "arm", unit=Name("kind", a))


# --- the blanks of the prompts ----------------------------------------------------------------------------


def march_facts(s: State, f: Any) -> Facts:
    return {"n": s.marches}


def from_facts(s: State, f: March) -> Facts:
    return {"box": box_name(f.frm)}


def step_facts(s: State, f: Step) -> Facts:
    return {"unit": unit_name(s, f.piece), "box": box_name(s.box[f.piece])}


def sail_facts(s: State, f: Sail) -> Facts:
    return {"box": box_name(f.port)}


def item_box_facts(s: State, f: Items) -> Facts:
    return {"box": box_name(f.items[0])}


def escape_facts(s: State, f: Items) -> Facts:
    return {"unit": unit_name(s, f.items[0]), "box": box_name(s.place)}


def battle_facts(s: State, f: Any) -> Facts:
    return {"box": box_name(s.place), "n": s.rnd}


def place_facts(s: State, f: Any) -> Facts:
    return {"box": box_name(s.place)}


def leader_facts(s: State, f: One) -> Facts:
    return {"leader": Name("leader", f.item - PIECES)}


def state_facts(s: State, f: One) -> Facts:
    return {"state": Name("state", f.item)}


def side_facts(s: State, f: One) -> Facts:
    return {"side": Name("side", f.item), "box": box_name(s.place)}


def active_facts(s: State, f: Any) -> Facts:
    return {"side": Name("side", s.active)}


def aim_facts(s: State, f: At) -> Facts:
    return {"unit": Name("kind", kind_name(s, firer(s)))}


def shot_facts(s: State, f: At) -> Facts:
    return {"unit": Name("kind", kind_name(s, s.firers[s.shot])), "target": Name("kind", kind_name(s, s.aims[s.shot]))}


def engage_facts(s: State, f: At) -> Facts:
    return {"n": s.command[s.firing] - len(s.firers)}


def bonus_facts(s: State, f: At) -> Facts:
    return {"n": s.leadership(s.firing, s.place) - len(s.bonus)}


def test_facts(s: State, f: At) -> Facts:
    return {"unit": Name("kind", s.kind[s.queue[0]])}


def promotion_facts(s: State, f: At) -> Facts:
    return {"n": s.promotions}


def recruit_facts(s: State, f: At) -> Facts:
    return {"n": s.recruits}
