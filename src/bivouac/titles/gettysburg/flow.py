"""The flow chart: which box asks whom, by which clause, and what the answer does."""

from __future__ import annotations

from bivouac.core.flow import Do, Flow, Roll
from bivouac.core.flow import OldAsk as Ask
from bivouac.titles.gettysburg import show
from bivouac.titles.gettysburg.frames import FRAMES, Box
from bivouac.titles.gettysburg.rules import assault, blocks, common, cubes, entry, fire, move, orders, periods, retreat, works
from bivouac.titles.gettysburg.rules.common import every_place, the_active
from bivouac.titles.gettysburg.state import State

# Where the options, or their being one alone, would betray the value of a block, the question is asked all the same: forced=False.

# fmt: off
FLOW: Flow[State] = Flow(
    {
        # a period
        Box.ARRIVE: Do(periods.arrive),
        Box.ROAD: Roll("GET-reinf-b", periods.roll_road),
        Box.DISCS: Do(periods.set_discs),
        Box.NEXT: Do(periods.next_turn),
        Box.CLOSE: Do(periods.close_period),
        # a turn
        Box.ACT: Ask("GET-act-b", the_active, blocks.action_candidates, blocks.MAY_ACT, blocks.act, show.show_action,
                     options=blocks.action_options, forced=False),
        Box.PLACE: Ask("GET-block-c", the_active, every_place, blocks.MAY_PLACE, blocks.choose_place, show.show_place,
                       options=blocks.place_options),
        Box.VALUE: Ask("GET-block-f", the_active, blocks.every_value, (blocks.value_is_in_hand,), blocks.place_block, show.show_value,
                       facts=show.n_fact, options=blocks.value_options, forced=False),
        Box.REMOVE: Ask("GET-remove-a", the_active, every_place, (blocks.is_own_block,), blocks.remove_block, show.show_block,
                        options=blocks.remove_options),
        Box.BLOCK: Ask("GET-order-b", the_active, every_place, blocks.MAY_TAKE_DISC, blocks.put_disc, show.show_block,
                       facts=show.second_fact, options=blocks.block_options, forced=False),
        Box.KIND: Ask("GET-order-e", the_active, orders.order_candidates, orders.MAY_ORDER, orders.choose_order, show.show_order,
                      facts=show.place_fact, options=orders.order_options),
        Box.BETWEEN: Ask("GET-order-g", the_active, entry.between_candidates, entry.MAY_LEAVE_BETWEEN, entry.between_orders,
                         show.show_action),
        Box.RESOLVE: Do(orders.resolve),
        Box.WHICH: Ask("GET-assault-d", the_active, orders.assault_candidates, (), orders.choose_assault, show.show_place),
        Box.AFTER: Ask("GET-entry-b", the_active, entry.after_candidates, entry.MAY_LEAVE, entry.after_action, show.show_action,
                       options=entry.after_options),
        # out of an entry box
        Box.EXIT: Ask("GET-entry-b", the_active, entry.sally_candidates, entry.MAY_SALLY, entry.choose_sally, show.show_piece,
                      facts=show.place_fact),
        Box.EXIT_CUBES: Ask("GET-cubes-c", the_active, cubes.load_candidates, cubes.MAY_CARRY, entry.load_sally, show.show_cubes,
                            facts=show.piece_fact),
        # move and attack
        Box.FROM: Ask("GET-order-c", the_active, every_place, move.MAY_MARCH_FROM, move.choose_from, show.show_place,
                      options=move.from_options),
        Box.PICK: Ask("GET-move-b", the_active, move.pick_candidates, move.MAY_PICK, move.pick, show.show_piece,
                      facts=show.frm_fact, options=move.pick_options),
        Box.CARRY: Ask("GET-cubes-c", the_active, cubes.load_candidates, cubes.MAY_CARRY, move.carry, show.show_cubes,
                       facts=show.piece_fact),
        Box.TO: Ask("GET-move-a", the_active, every_place, move.MAY_ENTER, move.march_to, show.show_place,
                    facts=show.piece_fact, options=move.to_options),
        Box.PICK_FIRST: Ask("GET-move-b", the_active, move.pick_candidates, move.MAY_PICK, move.pick, show.show_piece,
                            facts=show.frm_fact, options=move.pick_options, forced=False),
        Box.TO_FIRST: Ask("GET-move-a", the_active, every_place, move.MAY_ENTER, move.march_to, show.show_place,
                          facts=show.piece_fact, options=move.to_options, forced=False),
        Box.RIDE_ON: Ask("GET-move-a", the_active, move.ride_candidates, move.MAY_RIDE_ON, move.ride_on, show.show_ride,
                         options=move.ride_options),
        Box.LOSE_STICK: Ask("GET-trench-i", the_active, common.stick_candidates, (), common.give_up_stick, show.show_stick,
                            facts=show.n_fact),
        # long-range fire
        Box.GUNS_OF: Ask("GET-fire-a", the_active, fire.battery_candidates, fire.MAY_FIRE_FROM, fire.choose_battery, show.show_battery,
                         options=fire.battery_options),
        Box.AIM: Ask("GET-fire-g", the_active, fire.aim_candidates, fire.MAY_AIM, fire.aim, show.show_aim,
                     facts=show.aimed_fact, options=fire.aim_options),
        Box.SHELL: Roll("GET-fire-b", fire.shell, facts=show.shot_fact),
        Box.SMASH: Ask("GET-fire-n", fire.smashed_side, fire.smash_candidates, (), fire.smash, show.show_piece),
        Box.MARKS: Do(fire.marks),
        Box.MARKER_FROM: Ask("GET-fire-s", the_active, fire.marker_candidates, (fire.has_marker_to_spare,), fire.take_marker,
                             show.show_place, facts=show.marker_fact),
        # the other orders
        Box.CUBE_TO: Ask("GET-ordreinf-b", the_active, every_place, works.MAY_RECEIVE, works.choose_receiver, show.show_place,
                         options=works.receive_options),
        Box.CUBE_FROM: Ask("GET-ordreinf-a", the_active, works.cube_candidates, works.MAY_MOVE_CUBE, works.move_cube, show.show_cube,
                           facts=show.area_fact, options=works.cube_options),
        Box.REORGANISE: Ask("GET-reorg-a", the_active, every_place, (fire.has_disruption_in_reach,), fire.reorganise, show.show_place),
        Box.DIG: Ask("GET-trench-a", the_active, every_place, works.MAY_DIG_IN, works.choose_area_to_dig, show.show_place,
                     options=works.dig_options),
        Box.BORDER: Ask("GET-trench-b", the_active, works.border_candidates, works.MAY_LAY, works.lay_stick, show.show_border,
                        facts=show.area_fact),
        Box.UNMARK: Ask("GET-rmfire-a", the_active, every_place, (fire.has_marker_in_reach,), fire.unmark, show.show_place),
        # an assault
        Box.FIGHT: Do(assault.begin),
        Box.BATTERY: Roll("GET-assault-1a", assault.fire_battery, facts=show.queue_fact),
        Box.SHARE: Do(assault.share),
        Box.SHARE_OUT: Ask("GET-assault-2a", assault.defender, assault.share_candidates, assault.MAY_SHARE, assault.share_out,
                           show.show_cubes, facts=show.share_fact),
        Box.VOLLEY: Roll("GET-assault-2b", assault.fire_volley, facts=show.queue_fact),
        Box.NERVE: Do(assault.nerve),
        Box.NERVE_DIE: Roll("GET-assault-3b", assault.test_nerve, facts=show.queue_fact),
        Box.CHARGE: Do(assault.charge),
        Box.CHARGE_DIE: Roll("GET-assault-4a", assault.fire_charge, facts=show.queue_fact),
        Box.HOLD: Do(assault.hold),
        Box.HOLD_DIE: Roll("GET-assault-5a", assault.test_hold, facts=show.queue_fact),
        Box.RECOIL: Ask("GET-assault-5i", the_active, assault.recoil_candidates, (), assault.recoil, show.show_one_piece),
        Box.ROUND_OVER: Do(assault.round_over),
        Box.DRAG: Do(assault.drag),
        Box.PULL_OUT: Ask("GET-art-c", assault.defender, assault.pull_out_candidates, (assault.gun_has_somewhere_to_go,),
                          assault.pull_out, show.show_piece),
        Box.NEXT_ROUND: Do(assault.next_round),
        Box.ASSAULT_OVER: Do(assault.assault_over),
        # damage
        Box.HITS: Do(cubes.next_hit),
        Box.HIT: Ask("GET-cubes-k", cubes.hurt_side, cubes.hit_candidates, cubes.MAY_BE_HIT, cubes.take_hit, show.show_one_piece,
                     facts=show.area_fact, options=cubes.hit_options),
        Box.SHORTAGE: Ask("GET-cubes-o", cubes.shortage_side, cubes.shortage_candidates, (cubes.has_most_cubes,), cubes.give_up_piece,
                          show.show_shortage),
        Box.EVADE: Ask("GET-cav-c", cubes.struck_side, cubes.yes_or_no, (cubes.has_somewhere_to_ride,), cubes.evade, show.show_evade,
                       facts=show.struck_fact),
        Box.ESCORT: Ask("GET-cav-d", cubes.escort_side, cubes.escort_candidates, (cubes.gun_has_haven,), cubes.escort, show.show_piece),
        # retreat
        Box.FLEE: Do(retreat.flee),
        Box.HAVEN: Ask("GET-retreat-c", retreat.fleer, every_place, retreat.MAY_FLEE_TO, retreat.flee_to, show.show_place,
                       facts=show.piece_fact, options=retreat.haven_options),
        Box.VIA: Ask("GET-retreat-f", retreat.fleer, every_place, retreat.MAY_FLEE_THROUGH, retreat.choose_via, show.show_place,
                     facts=show.piece_fact, options=retreat.via_options),
        Box.BEYOND: Ask("GET-retreat-f", retreat.fleer, every_place, retreat.MAY_FLEE_TO, retreat.flee_to, show.show_place,
                        facts=show.piece_fact, options=retreat.beyond_options),
        Box.HOME: Ask("GET-retreat-j", retreat.fleer, every_place, retreat.MAY_GO_PAST_HOME, retreat.go_past_home, show.show_place,
                      facts=show.piece_fact, options=retreat.home_options),
    },
    frames=FRAMES,
)
# fmt: on
