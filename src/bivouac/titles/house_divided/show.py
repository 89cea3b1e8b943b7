"""Every answer as a thing to click, what else a thing may stand for, and the facts for the prompts."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final

from bivouac.core.kit.bits import bits
from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.house_divided.frames import At, Items, March, Sail, Step
from bivouac.titles.house_divided.printed.map import CSA, EUROPE, EXITS, KIND, OFF, TO, UNION
from bivouac.titles.house_divided.printed.units import GARRISON, MC, MF, PIECES, SIDE_OF
from bivouac.titles.house_divided.rules.ch05_fire import firer, kind_name
from bivouac.titles.house_divided.state import MASK, State

Facts = dict[str, Arg]


Show = Callable[[State, Any, int], Choice]


def box_name(box: int) -> Name:
    return Name("box", box)


def unit_name(s: State, piece: int) -> Name:
    """A piece by its kind, a leader by his name."""
    return Name("leader", piece - PIECES) if PIECES <= piece < GARRISON else Name("kind", kind_name(s, piece))


def button(key: str, **facts: Callable[[State, Any], Arg]) -> Show:
    """A button that says what it does."""
    return lambda s, f, n: Choice(n, Text(f"choices.{key}", {blank: fact(s, f) for blank, fact in facts.items()}))


def on_box(key: str) -> Show:
    """The box itself is clicked."""
    return lambda s, f, box: Choice(box, Text(f"choices.{key}", {"box": box_name(box)}), (f"box:{box}",))


def on_piece(key: str) -> Show:
    """The piece itself is clicked; a reduced one says so."""

    def show(s: State, f: Any, piece: int) -> Choice:
        worn = "_reduced" if s.reduced >> piece & 1 else ""
        return Choice(piece, Text(f"choices.{key}{worn}", {"unit": unit_name(s, piece)}), (f"piece:{piece}",))

    return show


show_piece: Final = on_piece("piece")
show_rider: Final = on_piece("ride_along")


def show_marching_piece(s: State, f: March | Sail, piece: int) -> Choice:
    return (show_rider if piece >= PIECES else show_piece)(s, f, piece)


def show_piece_in_box(s: State, f: Any, piece: int) -> Choice:
    """A piece and the box it stands in, where pieces of several boxes are asked for."""
    facts: Facts = {"unit": unit_name(s, piece), "box": box_name(s.box[piece])}
    return Choice(piece, Text("choices.piece_in_box", facts), (f"piece:{piece}",))


def show_voyage(s: State, f: At, port: int) -> Choice:
    return Choice(port, Text("choices.sail_from", {"box": box_name(port)}))


def show_lone_leader(s: State, f: At, piece: int) -> Choice:
    return Choice(piece, Text("choices.leader_alone", {"leader": unit_name(s, piece)}), (f"piece:{piece}",))


def show_line(s: State, f: Step, line: int) -> Choice:
    facts: Facts = {"box": box_name(TO[line]), "line": Name("line", KIND[line])}
    return Choice(line, Text("choices.go", facts), (f"box:{TO[line]}",))


def show_port(s: State, f: Sail, port: int) -> Choice:
    return on_box("sail_to" if s.owner[port] == s.active else "invade")(s, f, port)


def show_arm(s: State, f: Items, kind: int) -> Choice:
    return Choice(kind, Text("choices.arm", {"unit": Name("kind", kind)}))


# --- what else is meant -----------------------------------------------------------------------------------


def meant(s: State, thing: Name) -> list[Name]:
    """A piece's box, the pieces in a box (in an empty one nobody: a piece that is nowhere), the lines by which a marching piece would go
    there, the kind of a piece in the pool."""
    kind, n = thing
    if kind == "reserve":
        return [Name("kind", MC if n // 100 in (1, 3) else MF)]
    if kind == "piece":
        box = s.box[n] if n < GARRISON else s.place
        return [Name("box", box), *lines_to(s, box)] if box >= 0 else []
    box = s.place if kind == "battle" else n
    if kind not in ("box", "flag", "chain", "battle") or not 0 <= box <= EUROPE:
        return []
    own = bits(s.at[box] & MASK[s.active])
    pieces = [*own, *bits(s.at[box] & MASK[1 - s.active]), *s.leaders_at(UNION, box), *s.leaders_at(CSA, box)]
    return [Name("box", box), *(Name("piece", p) for p in pieces or [s.box.index(OFF)]), *lines_to(s, box)]


def lines_to(s: State, box: int) -> list[Name]:
    """The lines from the marching piece to a box; where none leads there, one that comes from elsewhere."""
    f = s.stack[-1]
    if not isinstance(f, Step) or box == EUROPE:
        return []
    return [Name("line", e) for e in EXITS[s.box[f.piece]] if TO[e] == box] or [Name("line", TO.index(box))]


# --- what is truly alike ------------------------------------------------------------------------------------


OF_ONE: Final = (Step, Sail)  # the frames that name a piece


def alike(s: State, thing: Name) -> Hashable:
    """Combat pieces of one kind in one box that have done the same this turn, and that neither the fire at hand nor a frame names."""
    p = thing.id
    if thing.kind != "piece" or p >= PIECES or is_singled_out(s, p):
        return thing
    done = (s.once, s.twice, s.moved, s.sailed, s.jumped, s.crossed, s.digging, s.fought, s.retreated, s.promoted)
    used = [f.used for f in s.stack if isinstance(f, March)]
    sets = (s.entrenched, s.reduced, s.routed, *done, *used)
    return (SIDE_OF[p], s.kind[p], s.box[p], s.origin[p], *(one >> p & 1 for one in sets))


def is_singled_out(s: State, piece: int) -> bool:
    if piece in s.firers or piece in s.aims or piece in s.bonus or piece in s.queue:
        return True
    return any(f.piece == piece for f in s.stack if isinstance(f, OF_ONE))


# --- the blanks of prompts and buttons --------------------------------------------------------------------


def blanks(**facts: Callable[[State, Any], Arg]) -> Callable[[State, Any], Facts]:
    return lambda s, f: {blank: fact(s, f) for blank, fact in facts.items()}


def marches_left(s: State, f: Any) -> int:
    return s.marches


def promotions_left(s: State, f: Any) -> int:
    return s.promotions


def recruits_left(s: State, f: Any) -> int:
    return s.recruits


def the_place(s: State, f: Any) -> Name:
    return box_name(s.place)


def its_box(s: State, f: Step) -> Name:
    return box_name(s.box[f.piece])


def first_box(s: State, f: Items) -> Name:
    return box_name(f.items[0])


# fmt: off
active_facts: Final = blanks(side=lambda s, f: Name("side", s.active))
leader_facts: Final = blanks(leader=lambda s, f: Name("leader", f.item - PIECES))
state_facts: Final = blanks(state=lambda s, f: Name("state", f.item))
item_box_facts: Final = blanks(box=first_box)
march_facts: Final = blanks(n=marches_left)
from_facts: Final = blanks(box=lambda s, f: box_name(f.frm))
step_facts: Final = blanks(unit=lambda s, f: unit_name(s, f.piece), box=its_box)
sail_facts: Final = blanks(box=lambda s, f: box_name(f.port))
place_facts: Final = blanks(box=the_place)
side_facts: Final = blanks(side=lambda s, f: Name("side", f.item), box=the_place)
battle_facts: Final = blanks(box=the_place, n=lambda s, f: s.rnd)
escape_facts: Final = blanks(unit=lambda s, f: unit_name(s, f.items[0]), box=the_place)
engage_facts: Final = blanks(n=lambda s, f: s.command[s.firing] - len(s.firers))
bonus_facts: Final = blanks(n=lambda s, f: s.leadership(s.firing, s.place) - len(s.bonus))
aim_facts: Final = blanks(unit=lambda s, f: unit_name(s, firer(s)))
shot_facts: Final = blanks(unit=lambda s, f: unit_name(s, s.firers[s.shot]), target=lambda s, f: unit_name(s, s.aims[s.shot]))
test_facts: Final = blanks(unit=lambda s, f: unit_name(s, s.queue[0]))
promotion_facts: Final = blanks(n=promotions_left)
recruit_facts: Final = blanks(n=recruits_left)
# fmt: on
