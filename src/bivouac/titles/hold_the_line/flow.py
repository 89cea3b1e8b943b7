"""The flow of a battle: every box, who is asked there, what may be answered and what the answer does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bivouac.core.flow import Do, Flow, Roll
from bivouac.core.flow import OldAsk as Ask
from bivouac.core.table import Choice
from bivouac.core.text import Arg, Name, Text
from bivouac.titles.hold_the_line.answers import ADVANCE, ADVANCE_LED, ASSAULT, END, FIRE, HALT, RALLY, RIDE, hex_of, verb_of
from bivouac.titles.hold_the_line.events import who
from bivouac.titles.hold_the_line.frames import At, Box
from bivouac.titles.hold_the_line.printed.map import bits_of
from bivouac.titles.hold_the_line.rules import ch05_sequence as turn
from bivouac.titles.hold_the_line.rules import ch06_actions as act
from bivouac.titles.hold_the_line.rules import ch07_movement as move
from bivouac.titles.hold_the_line.rules import ch08_assault as assault
from bivouac.titles.hold_the_line.rules import ch08_fire as fire
from bivouac.titles.hold_the_line.rules import ch09_leaders as lead
from bivouac.titles.hold_the_line.state import NOBODY, OFF_MAP, State

# --- answers as things to click -------------------------------------------------------------------------------------


def pieces_in(s: State, h: int) -> tuple[str, ...]:
    return tuple(f"piece:{p}" for p in (s.line_in(h), s.guns_in(h), s.lead_in(h)) if p != NOBODY)


def show_piece(s: State, f: At, a: int) -> Choice:
    if a == END:
        return Choice(a, Text("choices.end_turn"))
    if s.pos[a] == OFF_MAP:
        return Choice(a, Text("choices.bring", {"unit": who(s, a)}), (f"piece:{a}",))
    return Choice(a, Text("choices.activate", {"unit": who(s, a), "hex": Name("hex", s.pos[a])}), (f"piece:{a}",))


def show_order(s: State, f: At, a: int) -> Choice:
    if a == HALT:
        return Choice(a, Text("choices.halt"))
    if a == RALLY:
        return Choice(a, Text("choices.rally"))
    h, verb = hex_of(a), verb_of(a)
    place: dict[str, Arg] = {"hex": Name("hex", h)}
    if verb == FIRE:
        return Choice(a, Text("choices.fire", place), (f"hex:{h}", *pieces_in(s, h)))
    if verb == ASSAULT:
        return Choice(a, Text("choices.assault", place), (f"hex:{h}", *pieces_in(s, h)))
    return Choice(a, Text("choices.ride" if verb == RIDE else "choices.move", place), (f"hex:{h}",))


def show_hold_fire(s: State, f: At, a: int) -> Choice:
    return Choice(a, Text("choices.hold_fire")) if a == HALT else show_order(s, f, a)


def show_hex(s: State, f: At, a: int) -> Choice:
    return Choice(a, Text("choices.hex", {"hex": Name("hex", a)}), (f"hex:{a}", *pieces_in(s, a)))


def show_advance(s: State, f: At, a: int) -> Choice:
    if a == HALT:
        return Choice(a, Text("choices.stay"))
    key = "choices.advance_led" if a == ADVANCE_LED else "choices.advance"
    return Choice(a, Text(key, {"hex": Name("hex", s.target)}), (f"hex:{s.target}",) if a == ADVANCE else ())


def show_colour(s: State, f: At, a: int) -> Choice:
    return Choice(a, Text("choices.colour", {"colour": Name("colour", a)}))


# --- the blanks of the prompts --------------------------------------------------------------------------------------


def points_facts(s: State, f: At) -> dict[str, Arg]:
    return {"ap": s.ap}


def unit_facts(s: State, f: At) -> dict[str, Arg]:
    return {"unit": who(s, s.unit), "ap": s.ap}


def target_facts(s: State, f: At) -> dict[str, Arg]:
    return {"unit": who(s, s.unit), "hex": Name("hex", s.target), "need": s.need}


def retreat_facts(s: State, f: At) -> dict[str, Arg]:
    return {"unit": who(s, assault.retreater(s, s.target)), "hex": Name("hex", s.target)}


def displaced_facts(s: State, f: At) -> dict[str, Arg]:
    p = assault.retreater(s, s.target)
    friend = assault.occupant(s, f.to, s.field.kind_of[p])
    return {"unit": who(s, friend), "hex": Name("hex", f.to)}


def leader_facts(s: State, f: At) -> dict[str, Arg]:
    return {"leader": who(s, s.lead_in(s.target))}


def rally_facts(s: State, f: At) -> dict[str, Arg]:
    return {"unit": who(s, lead.unit_to_rally(s))}


def bombard_targets(s: State, f: At) -> Sequence[int]:
    return bits_of(s.targets(1 - s.active))


def nerve_orders(s: State, f: At) -> Iterable[int]:
    return move.thinkable_mounted(s, f)


# fmt: off
FLOW: Flow[State] = Flow(
    {
        Box.OPENING: Do(turn.begin_match),
        Box.BOMBARD: Ask("HTL-4.1b", turn.the_active, bombard_targets, (), fire.bombard, show_hex, unit_facts),
        Box.AP_DIE: Roll("HTL-6.1.1a", turn.roll_for_points),
        Box.ACTIVATE: Ask("HTL-6.1.3a", turn.the_active, act.own_pieces, act.MAY_ACTIVATE, act.activate, show_piece, points_facts,
                          act.activation_options),
        Box.ORDER: Ask("HTL-6.1.3a", turn.the_active, act.thinkable_orders, act.MAY_ORDER, act.obey, show_order, unit_facts,
                       act.order_options, forced=False),
        Box.STEP: Ask("HTL-7.1b", turn.the_active, move.thinkable_steps, move.MAY_STEP, move.step, show_order, unit_facts,
                      move.step_options),
        Box.MOUNTED: Ask("HTL-6.2.3a", turn.the_active, move.thinkable_mounted, move.MAY_FIRE, move.mounted_fire, show_hold_fire,
                         unit_facts, move.mounted_options),
        Box.ENTER: Ask("HTL-4.1b", turn.the_active, act.entry_hexes, act.MAY_ENTER, act.enter, show_hex, unit_facts, forced=False),
        Box.NERVE: Roll("HTL-11.1a", fire.test_nerve, assault.coloured_die, assault.coloured_weights, show_colour, unit_facts),
        Box.NERVE_FIRE: Ask("HTL-11.1b", turn.the_active, nerve_orders, move.MAY_FIRE, move.nerve_fire, show_hold_fire, unit_facts,
                            move.mounted_options),
        Box.DICE: Roll("HTL-8.1.1b", fire.roll, facts=target_facts),
        Box.AFTERMATH: Do(assault.aftermath),
        Box.LEADER_DIE: Roll("HTL-9.3.1a", assault.leader_die, facts=leader_facts),
        Box.ESCAPE: Ask("HTL-8.5.2a", turn.the_defender, assault.thinkable_escapes, (assault.escapes_three_hexes,), assault.escape,
                        show_hex, leader_facts, assault.escape_options),
        Box.MORALE_DIE: Roll("HTL-8.3.3b", assault.test_morale, assault.coloured_die, assault.coloured_weights, show_colour, target_facts),
        Box.RETREAT: Ask("HTL-8.4.1a", turn.the_defender, assault.neighbours_of_target, (assault.is_the_best_way_back,), assault.retreat,
                         show_hex, retreat_facts, assault.refuge_options),
        Box.DISPLACE: Ask("HTL-8.5a", turn.the_defender, assault.neighbours_of_refuge, (assault.makes_room_the_best_way,), assault.displace,
                          show_hex, displaced_facts, assault.room_made),
        Box.ADVANCE: Ask("HTL-8.3.4a", turn.the_active, assault.thinkable_advances, (assault.leader_may_advance,), assault.advance,
                         show_advance, unit_facts),
        Box.RALLY_DIE: Roll("HTL-9.4e", lead.rally, assault.coloured_die, assault.coloured_weights, show_colour, rally_facts),
        Box.END_OF_ACTIONS: Do(turn.end_of_actions),
    },
    frames=(At,),
)
# fmt: on
