"""Every answer as a thing to click, what else a thing may stand for, and the facts for the prompts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bivouac.core.kit.bits import bits
from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.house_divided.frames import At, Items, March, One, Sail, Step
from bivouac.titles.house_divided.printed.map import CSA, EUROPE, EXITS, KIND, OFF, TO, UNION
from bivouac.titles.house_divided.printed.units import GARRISON, MC, MF, PIECES, THE_GARRISON
from bivouac.titles.house_divided.rules.ch05_fire import firer, kind_name
from bivouac.titles.house_divided.state import MASK, State

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
    worn = "_reduced" if answer < PIECES and s.reduced >> answer & 1 else ""
    return Choice(answer, Text(f"choices.{key}{worn}", {"unit": unit_name(s, answer)}), (f"piece:{answer}",))


def piece_in_box(s: State, f: Any, piece: int) -> Choice:
    """A piece and the box it stands in, where pieces of several boxes are asked for."""
    facts: Facts = {"unit": unit_name(s, piece), "box": box_name(s.box[piece])}
    return Choice(piece, Text("choices.piece_in_box", facts), (f"piece:{piece}",))


def show_button(key: str) -> Callable[[State, Any, int], Choice]:
    """A button that says what it does."""
    return lambda s, f, _: button(0, key)


def show_march(s: State, f: At, box: int) -> Choice:
    return at_box(box, "march_from", box)


def show_voyage(s: State, f: At, port: int) -> Choice:
    return button(port, "sail_from", box=box_name(port))


def show_lone_leader(s: State, f: At, piece: int) -> Choice:
    return Choice(piece, Text("choices.leader_alone", {"leader": unit_name(s, piece)}), (f"piece:{piece}",))


def show_marching_piece(s: State, f: March | Sail, piece: int) -> Choice:
    return at_piece(s, piece, "ride_along" if piece >= PIECES else "piece")


def show_line(s: State, f: Step, line: int) -> Choice:
    return at_box(line, "go", TO[line], line=Name("line", KIND[line]))


def show_stop(s: State, f: Step, _: int) -> Choice:
    return button(0, "stop", box=box_name(s.box[f.piece]))


def show_entrench(s: State, f: Step, _: int) -> Choice:
    return button(0, "entrench", box=box_name(s.box[f.piece]))


def show_port(s: State, f: Sail, port: int) -> Choice:
    return at_box(port, "sail_to" if s.owner[port] == s.active else "invade", port)


def show_box(s: State, f: Any, box: int) -> Choice:
    return at_box(box, "box", box)


def show_piece(s: State, f: Any, piece: int) -> Choice:
    return at_piece(s, piece, "piece")


def show_contain(s: State, f: Items, _: int) -> Choice:
    return button(0, "contain", box=box_name(f.items[0]))


def show_attack(s: State, f: Items, _: int) -> Choice:
    return button(0, "attack", box=box_name(f.items[0]))


def show_retreat(s: State, f: At, box: int) -> Choice:
    return at_box(box, "retreat_to", box)


def show_target(s: State, f: At, piece: int) -> Choice:
    return at_piece(s, piece, "fire_at")


def show_arm(s: State, f: Items, kind: int) -> Choice:
    return button(kind, "arm", unit=Name("kind", kind))


# --- what else is meant -----------------------------------------------------------------------------------


def meant(s: State, thing: Name) -> list[Name]:
    """A piece's box, the pieces in a box (in an empty one nobody: a piece that is nowhere), the lines by which a marching piece would go
    there, the kind of a piece in the pool."""
    kind, n = thing
    if kind == "reserve":
        return [Name("kind", MC if n // 100 in (1, 3) else MF)]
    if kind == "piece":
        box = s.place if n == GARRISON else s.box[n]
        return [Name("box", box), *lines_to(s, box)] if box >= 0 else []
    if kind not in ("box", "flag", "chain", "battle"):
        return []
    box = s.place if kind == "battle" else n
    own = bits(s.at[box] & MASK[s.active])
    pieces = [*own, *bits(s.at[box] & MASK[1 - s.active]), *s.leaders_at(UNION, box), *s.leaders_at(CSA, box)]
    return [Name("box", box), *(Name("piece", p) for p in pieces or [s.box.index(OFF)]), *lines_to(s, box)]


def lines_to(s: State, box: int) -> list[Name]:
    """The lines from the marching piece to a box; where none leads there, one that comes from elsewhere."""
    f = s.stack[-1]
    if not isinstance(f, Step) or box == EUROPE:
        return []
    return [Name("line", e) for e in EXITS[s.box[f.piece]] if TO[e] == box] or [Name("line", TO.index(box))]


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
