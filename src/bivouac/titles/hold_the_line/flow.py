"""The flow of a battle: every box, who is asked there, what may be answered and what the answer does."""

from __future__ import annotations

from bivouac.core.flow import Ask, Do, Flow, Roll
from bivouac.titles.hold_the_line import show
from bivouac.titles.hold_the_line.frames import At, Box, Displace, Opening
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
        Box.BOMBARD: Ask("HTL-4.1b", turn.the_active, fire.bombard_targets, (), fire.bombard, show.place, show.unit_facts),
        Box.AP_DIE: Roll("HTL-6.1.1a", turn.roll_for_points),
        Box.ACTIVATE: Ask("HTL-6.1.3a", turn.the_active, act.own_pieces, act.MAY_ACTIVATE, act.activate, show.piece, show.points_facts,
                          act.activation_options),
        Box.ORDER: Ask("HTL-6.1.3a", turn.the_active, act.thinkable_orders, act.MAY_ORDER, act.obey, show.order, show.unit_facts,
                       act.order_options, forced=False),
        Box.STEP: Ask("HTL-7.1b", turn.the_active, move.thinkable_steps, move.MAY_STEP, move.step, show.order, show.unit_facts,
                      move.step_options),
        Box.MOUNTED: Ask("HTL-6.2.3a", turn.the_active, move.thinkable_mounted, move.MAY_FIRE, move.mounted_fire, show.hold_fire,
                         show.unit_facts, move.mounted_options),
        Box.ENTER: Ask("HTL-4.1b", turn.the_active, act.entry_hexes, act.MAY_ENTER, act.enter, show.place, show.unit_facts, forced=False),
        Box.NERVE: Roll("HTL-11.1a", fire.test_nerve, assault.coloured_die, assault.coloured_weights, show.colour, show.unit_facts),
        Box.NERVE_FIRE: Ask("HTL-11.1b", turn.the_active, move.thinkable_mounted, move.MAY_FIRE, move.nerve_fire, show.hold_fire,
                            show.unit_facts, move.mounted_options),
        Box.DICE: Roll("HTL-8.1.1b", fire.roll, facts=show.target_facts),
        Box.AFTERMATH: Do(assault.aftermath),
        Box.LEADER_DIE: Roll("HTL-9.3.1a", assault.leader_die, facts=show.leader_facts),
        Box.ESCAPE: Ask("HTL-8.5.2a", turn.the_defender, assault.thinkable_escapes, (assault.escapes_three_hexes,), assault.escape,
                        show.place, show.leader_facts, assault.escape_options),
        Box.MORALE_DIE: Roll("HTL-8.3.3b", assault.test_morale, assault.coloured_die, assault.coloured_weights, show.colour,
                             show.target_facts),
        Box.RETREAT: Ask("HTL-8.4.1a", turn.the_defender, back.neighbours_of_target, (back.is_the_best_way_back,), back.retreat,
                         show.place, show.retreat_facts, back.refuge_options),
        Box.DISPLACE: Ask("HTL-8.5a", turn.the_defender, back.neighbours_of_refuge, (back.makes_room_the_best_way,), back.displace,
                          show.place, show.displaced_facts, back.room_made),
        Box.ADVANCE: Ask("HTL-8.3.4a", turn.the_active, assault.thinkable_advances, (assault.leader_may_advance,), assault.advance,
                         show.advance, show.unit_facts),
        Box.RALLY_DIE: Roll("HTL-9.4e", lead.rally, assault.coloured_die, assault.coloured_weights, show.colour, show.rally_facts),
        Box.END_OF_ACTIONS: Do(turn.end_of_actions),
    },
    frames=(At, Opening, Displace),
)
# fmt: on
