"""The flow chart: which box asks whom, by which clause, and what the answer does."""

from __future__ import annotations

from typing import Any, cast

from bivouac.core.flow import Ask, Do, Flow, Roll
from bivouac.core.ways import Way
from bivouac.titles.gettysburg import frames as verb
from bivouac.titles.gettysburg import show
from bivouac.titles.gettysburg.frames import FRAMES, Box, stored_march
from bivouac.titles.gettysburg.rules import ch01_components as components
from bivouac.titles.gettysburg.rules import ch04_periods as periods
from bivouac.titles.gettysburg.rules import ch05_entry as entry
from bivouac.titles.gettysburg.rules import ch08_blocks as blocks
from bivouac.titles.gettysburg.rules import ch09_orders as orders
from bivouac.titles.gettysburg.rules import ch10_movement as move
from bivouac.titles.gettysburg.rules import ch12_cubes as cubes
from bivouac.titles.gettysburg.rules import ch13_assault as assault
from bivouac.titles.gettysburg.rules import ch15_retreat as retreat
from bivouac.titles.gettysburg.rules import ch19_fire as fire
from bivouac.titles.gettysburg.rules import ch20_works as works
from bivouac.titles.gettysburg.rules.ch01_components import the_active
from bivouac.titles.gettysburg.state import State

# Where the options, or their being one alone, would betray the value of a block, the question is asked all the same: forced=False.

# fmt: off
LEAVE = Way(verb.LEAVE_BOX, entry.is_own_box, entry.MAY_LEAVE, entry.open_box, show.show_box, options=entry.boxes_now)
LEAVE_BETWEEN = Way(verb.LEAVE_BOX, entry.is_own_box, (*entry.MAY_LEAVE, entry.does_not_add_to_a_crowd), entry.open_box, show.show_box)
PICK = (
    Way(verb.DONE, None, (move.leaves_no_crowd,), move.enough, show.show_done),
    Way(verb.PIECE, move.stands_with_the_others, move.MAY_PICK, move.pick, show.show_piece),
)
TO = (Way(verb.PLACE, move.is_one_area_away, move.MAY_ENTER, move.march_to, show.show_place),)
GUN_LEAVES = Way(verb.PIECE, cubes.is_a_gun_here, (cubes.gun_has_somewhere_to_go,), cubes.leave_with_gun, show.show_piece)
FLEE_TO = (Way(verb.PLACE, retreat.shares_a_border, retreat.MAY_FLEE_TO, retreat.flee_to, show.show_place),)

FLOW: Flow[State] = Flow(
    {
        # a period
        Box.ARRIVE: Do(periods.arrive),
        Box.ROAD: Roll("GET-reinf-b", periods.roll_road),
        Box.DISCS: Do(periods.set_discs),
        Box.NEXT: Do(periods.next_turn),
        Box.CLOSE: Do(periods.close_period),
        # a turn
        Box.ACT: Ask("GET-act-b", the_active, (
            Way(verb.ACTION, blocks.must_act, blocks.MAY_ACT, blocks.act, show.show_action, options=blocks.actions_now),
            LEAVE,
        ), forced=False),
        Box.PLACE: Ask("GET-block-c", the_active, (
            Way(verb.PLACE, blocks.is_a_place, blocks.MAY_PLACE, blocks.choose_place, show.show_place),
        )),
        Box.VALUE: Ask("GET-block-f", the_active, (
            Way(verb.VALUE, blocks.value_is_in_hand, (), blocks.place_block, show.show_value),
        ), show.n_fact, forced=False),
        Box.REMOVE: Ask("GET-remove-a", the_active, (
            Way(verb.PLACE, blocks.is_own_block, (), blocks.remove_block, show.show_block),
        )),
        Box.BLOCK: Ask("GET-order-b", the_active, (
            Way(verb.PLACE, blocks.has_own_block, blocks.MAY_TAKE_DISC, blocks.put_disc, show.show_commander),
        ), show.disc_fact, forced=False),
        Box.KIND: Ask("GET-order-e", the_active, (
            Way(verb.ORDER, orders.is_an_order, orders.MAY_ORDER, orders.choose_order, show.show_order),
        ), show.place_fact),
        Box.BETWEEN: Ask("GET-order-g", the_active, (
            Way(verb.GO_ON, None, (), entry.go_on, show.show_go_on),
            LEAVE_BETWEEN,
        )),
        Box.RESOLVE: Do(orders.resolve),
        Box.WHICH: Ask("GET-assault-d", the_active, (
            Way(verb.PLACE, orders.is_assaulted, (), orders.choose_assault, show.show_place),
        )),
        Box.AFTER: Ask("GET-entry-b", the_active, (
            Way(verb.END_TURN, None, (), entry.end_turn, show.show_end),
            LEAVE,
        )),
        # out of an entry box
        Box.EXIT: Ask("GET-entry-b", the_active, (
            Way(verb.DONE, None, (entry.somebody_leaves,), entry.end_sally, show.show_done),
            Way(verb.PIECE, entry.waits_in_this_box, (entry.no_gun_against_an_enemy,), entry.choose_sally, show.show_piece),
        ), show.place_fact),
        Box.EXIT_CUBES: Ask("GET-cubes-c", the_active, (
            Way(verb.CUBES, cubes.can_be_borne, cubes.MAY_CARRY, entry.load_sally, show.show_cubes),
        ), show.piece_fact),
        # move and attack
        Box.FROM: Ask("GET-order-c", the_active, (
            Way(verb.PLACE, move.is_within_reach, move.MAY_MARCH_FROM, move.choose_from, show.show_place),
        )),
        Box.PICK: Ask("GET-move-b", the_active, PICK, show.frm_fact),
        Box.CARRY: Ask("GET-cubes-c", the_active, (
            Way(verb.CUBES, cubes.can_be_borne, cubes.MAY_CARRY, move.carry, show.show_cubes),
        ), show.piece_fact),
        Box.TO: Ask("GET-move-a", the_active, TO, show.piece_fact),
        Box.PICK_FIRST: Ask("GET-move-b", the_active, PICK, show.frm_fact, forced=False),
        Box.TO_FIRST: Ask("GET-move-a", the_active, TO, show.piece_fact, forced=False),
        Box.RIDE_ON: Ask("GET-move-a", the_active, (
            Way(verb.STAY, None, (move.has_room_to_stop,), move.stay, show.show_stay),
            Way(verb.PLACE, move.is_one_area_away, move.MAY_ENTER, move.ride_on, show.show_place),
        )),
        Box.LOSE_STICK: Ask("GET-trench-i", the_active, (
            Way(verb.PLACE, components.stick_lies_there, (), components.give_up_stick, show.show_stick),
        ), show.n_fact),
        # long-range fire
        Box.GUNS_OF: Ask("GET-fire-a", the_active, (
            Way(verb.DONE, None, (fire.some_area_fires,), fire.open_fire, show.show_enough_guns),
            Way(verb.PLACE, fire.area_is_within_reach, fire.MAY_FIRE_FROM, fire.choose_battery, show.show_place),
        )),
        Box.AIM: Ask("GET-fire-g", the_active, (
            Way(verb.HOLD_FIRE, None, (), fire.hold_fire, show.show_hold_fire),
            Way(verb.PLACE, fire.is_in_range, fire.MAY_AIM_AT_FOOT, fire.aim_at_foot, show.show_aim_foot),
            Way(verb.AT_GUNS, fire.is_in_range, fire.MAY_AIM_AT_GUNS, fire.aim_at_guns, show.show_aim_guns),
        ), show.aimed_fact),
        Box.SHELL: Roll("GET-fire-b", fire.shell, facts=show.shot_fact),
        Box.SMASH: Ask("GET-fire-n", cubes.owner_here, (
            Way(verb.PIECE, fire.is_a_gun_under_fire, (), fire.smash, show.show_piece),
        )),
        Box.MARKS: Do(fire.marks),
        Box.MARKER_FROM: Ask("GET-fire-s", the_active, (
            Way(verb.PLACE, fire.has_marker_to_spare, (), fire.take_marker, show.show_place),
        ), show.marker_fact),
        # the other orders
        Box.CUBE_TO: Ask("GET-ordreinf-b", the_active, (
            Way(verb.PLACE, works.cube_goes_within_reach, (works.has_a_cube_beside,), works.choose_receiver, show.show_place),
        )),
        Box.CUBE_FROM: Ask("GET-ordreinf-a", the_active, (
            Way(verb.CUBE, works.is_own_cube, works.MAY_TAKE_CUBE, works.move_cube, show.show_cube),
        ), show.area_fact),
        Box.REORGANISE: Ask("GET-reorg-a", the_active, (
            Way(verb.PLACE, fire.has_disruption_in_reach, (), fire.reorganise, show.show_place),
        )),
        Box.DIG: Ask("GET-trench-a", the_active, (
            Way(verb.PLACE, works.area_is_in_reach_of_spades, works.MAY_DIG_IN, works.choose_area_to_dig, show.show_place),
        )),
        Box.BORDER: Ask("GET-trench-b", the_active, (
            Way(verb.PLACE, works.is_a_border, works.MAY_LAY, works.lay_stick, show.show_dig),
            Way(verb.TURN_STICK, works.is_a_stick_to_turn, (), works.turn_stick, show.show_turn),
        ), show.area_fact),
        Box.UNMARK: Ask("GET-rmfire-a", the_active, (
            Way(verb.PLACE, fire.has_marker_in_reach, (), fire.unmark, show.show_place),
        )),
        # an assault
        Box.FIGHT: Do(assault.begin),
        Box.BATTERY: Roll("GET-assault-1a", assault.fire_battery, facts=show.queue_fact),
        Box.SHARE: Do(assault.share),
        Box.SHARE_OUT: Ask("GET-assault-2a", assault.defender, (
            Way(verb.CUBES, assault.are_cubes_of_this_class, (assault.others_can_bear_the_rest,), assault.share_out, show.show_cubes),
        ), show.share_fact),
        Box.VOLLEY: Roll("GET-assault-2b", assault.fire_volley, facts=show.queue_fact),
        Box.NERVE: Do(assault.nerve),
        Box.NERVE_DIE: Roll("GET-assault-3b", assault.test_nerve, facts=show.queue_fact),
        Box.CHARGE: Do(assault.charge),
        Box.CHARGE_DIE: Roll("GET-assault-4a", assault.fire_charge, facts=show.queue_fact),
        Box.HOLD: Do(assault.hold),
        Box.HOLD_DIE: Roll("GET-assault-5a", assault.test_hold, facts=show.queue_fact),
        Box.RECOIL: Ask("GET-assault-5i", the_active, (
            Way(verb.PIECE, assault.is_an_attacker, (), assault.recoil, show.show_one_piece),
        )),
        Box.ROUND_OVER: Do(assault.round_over),
        Box.DRAG: Do(assault.drag),
        Box.PULL_OUT: Ask("GET-art-c", cubes.owner_here, (
            Way(verb.DONE, None, (), assault.guns_hold, show.show_done),
            GUN_LEAVES,
        )),
        Box.NEXT_ROUND: Do(assault.next_round),
        Box.ASSAULT_OVER: Do(assault.assault_over),
        # damage
        Box.HITS: Do(cubes.next_hit),
        Box.HIT: Ask("GET-cubes-k", cubes.hurt_side, (
            Way(verb.PIECE, cubes.is_under_fire, cubes.MAY_BE_HIT, cubes.take_hit, show.show_one_piece),
        ), show.area_fact),
        Box.SHORTAGE: Ask("GET-cubes-o", cubes.shortage_side, (
            Way(verb.PLACE, cubes.has_five_cubes, (), cubes.give_up_piece, show.show_place),
            Way(verb.ATTACKERS, cubes.attackers_have_five_cubes, (), cubes.give_up_attacker, show.show_among_attackers),
        )),
        Box.EVADE: Ask("GET-cav-c", cubes.struck_side, (
            Way(verb.NO, None, (), cubes.take_it, show.show_take_it),
            Way(verb.YES, None, (cubes.has_somewhere_to_ride,), cubes.evade, show.show_evade),
        ), show.struck_fact),
        Box.EVADE_CUBES: Ask("GET-cubes-c", retreat.fleer, (
            Way(verb.CUBES, cubes.can_be_borne, cubes.MAY_CARRY, cubes.load_evading, show.show_cubes),
        ), show.piece_fact),
        Box.ESCORT: Ask("GET-cav-d", cubes.owner_here, (
            Way(verb.DONE, None, (), cubes.guns_stay, show.show_done),
            GUN_LEAVES,
        )),
        # retreat
        Box.FLEE: Do(retreat.flee),
        Box.HAVEN: Ask("GET-retreat-c", retreat.fleer, FLEE_TO, show.piece_fact),
        Box.VIA: Ask("GET-retreat-f", retreat.fleer, (
            Way(verb.PLACE, retreat.shares_a_border, (*retreat.MAY_PASS, retreat.leads_to_a_haven), retreat.choose_via, show.show_place),
        ), show.piece_fact),
        Box.BEYOND: Ask("GET-retreat-f", retreat.fleer, FLEE_TO, show.piece_fact),
        Box.HOME: Ask("GET-retreat-j", retreat.fleer, (
            Way(verb.PLACE, retreat.borders_its_start, retreat.MAY_GO_PAST_HOME, retreat.go_past_home, show.show_place),
        ), show.piece_fact),
    },
    frames=FRAMES,
)
# fmt: on

FLOW.frames["March"] = cast(Any, stored_march)
