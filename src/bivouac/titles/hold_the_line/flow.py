"""The flow of a battle: every box, who is asked there, what may be answered and what the answer does."""

from __future__ import annotations

from bivouac.core.flow import Ask, Do, Flow, Roll
from bivouac.core.ways import Way
from bivouac.titles.hold_the_line import show
from bivouac.titles.hold_the_line.frames import ADVANCE, ADVANCE_LED, END, FIRE, HALT, MOVE, PIECE, At, Box, Opening, Retreat, Volley
from bivouac.titles.hold_the_line.rules import ch05_sequence as turn
from bivouac.titles.hold_the_line.rules import ch06_actions as act
from bivouac.titles.hold_the_line.rules import ch07_movement as move
from bivouac.titles.hold_the_line.rules import ch08_assault as assault
from bivouac.titles.hold_the_line.rules import ch08_fire as fire
from bivouac.titles.hold_the_line.rules import ch08_retreat as back
from bivouac.titles.hold_the_line.rules import ch09_leaders as lead
from bivouac.titles.hold_the_line.state import State

# fmt: off
FLOW: Flow[State] = Flow(
    {
        Box.OPENING: Do(turn.begin_match),
        Box.BOMBARD: Ask("HTL-4.1b", turn.the_active, (
            Way(MOVE, fire.enemies, fire.TARGETS, fire.bombard, show.place),
        ), show.unit_facts),
        Box.AP_DIE: Roll("HTL-6.1.1a", turn.roll_for_points),
        Box.ACTIVATE: Ask("HTL-6.1.3a", turn.the_active, (
            Way(PIECE, act.own_pieces, act.MAY_ACTIVATE, act.activate, act.show_piece, options=act.ready_pieces),
            Way(END, None, (), act.end_turn, show.end_turn),
        ), show.points_facts),
        **{box: Ask("HTL-6.1.3a", turn.the_active, ways, show.unit_facts) for box, ways in act.ORDERS.items()},
        Box.STEP: Ask("HTL-7.1b", turn.the_active, (
            Way(MOVE, move.the_next_hex, move.MAY_STEP, move.step, show.step),
            Way(HALT, None, (move.two_leaders_part,), move.halt, show.halt),
        ), show.unit_facts),
        Box.MOUNTED: Ask("HTL-6.2.3a", turn.the_active, (
            Way(FIRE, fire.enemies, fire.MAY_FIRE, move.mounted_fire, show.fire),
            Way(HALT, None, (), move.hold_fire, show.hold_fire),
        ), show.unit_facts),
        Box.ENTER: Ask("HTL-4.1b", turn.the_active, (
            Way(MOVE, move.entry_hexes, move.MAY_ENTER, move.enter, show.place),
        ), show.unit_facts),
        Box.NERVE: Roll("HTL-11.1a", fire.test_nerve, assault.coloured_die, assault.coloured_weights, show.colour, show.unit_facts,
                        domain=range(3)),
        Box.NERVE_FIRE: Ask("HTL-11.1b", turn.the_active, (
            Way(FIRE, fire.enemies, fire.MAY_FIRE, move.nerve_fire, show.fire_for_nothing),
            Way(HALT, None, (), move.hold_fire, show.hold_fire),
        ), show.unit_facts),
        Box.DICE: Roll("HTL-8.1.1b", fire.roll, facts=show.target_facts),
        Box.AFTERMATH: Do(assault.aftermath),
        Box.LEADER_DIE: Roll("HTL-9.3.1a", assault.leader_die, facts=show.leader_facts),
        Box.ESCAPE: Ask("HTL-8.5.2a", turn.the_defender, (
            Way(MOVE, assault.hexes_to_flee_to, (assault.escapes_three_hexes,), assault.escape, show.place),
            Way(HALT, None, (), assault.stay_behind, show.stay),
        ), show.leader_facts),
        Box.MORALE_DIE: Roll("HTL-8.3.3b", assault.test_morale, assault.coloured_die, assault.coloured_weights, show.colour,
                             show.target_facts, domain=range(3)),
        Box.RETREAT: Ask("HTL-8.4.1a", turn.the_defender, (
            Way(MOVE, back.one_hex_back, back.MAY_RETREAT, back.retreat, show.place),
        ), show.fleeing_facts),
        Box.DISPLACE: Ask("HTL-8.5a", turn.the_defender, (
            Way(MOVE, back.one_hex_back, back.MAY_RETREAT, back.displace, show.place),
        ), show.fleeing_facts),
        Box.ADVANCE: Ask("HTL-8.3.4a", turn.the_active, (
            Way(ADVANCE, None, (), assault.advance, show.advance),
            Way(ADVANCE_LED, None, (assault.leader_may_advance,), assault.advance_led, show.advance_led),
            Way(HALT, None, (), assault.stay, show.stay),
        ), show.unit_facts),
        Box.RALLY_DIE: Roll("HTL-9.4e", lead.rally, assault.coloured_die, assault.coloured_weights, show.colour, show.rally_facts,
                            domain=range(3)),
        Box.END_OF_ACTIONS: Do(turn.end_of_actions),
    },
    frames=(At, Opening, Volley, Retreat),
)
# fmt: on
