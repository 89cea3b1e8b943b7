"""The flow chart of the whole game: every box, who is asked there, by which clause, and what the answer does."""

from __future__ import annotations

from typing import Final

from bivouac.core.flow import Ask, Do, Flow, Roll
from bivouac.core.ways import Way
from bivouac.titles.house_divided import frames as v
from bivouac.titles.house_divided import rules, show
from bivouac.titles.house_divided.frames import FRAMES, Box
from bivouac.titles.house_divided.rules import ch03_turn as turn
from bivouac.titles.house_divided.rules import ch04_marches as marches
from bivouac.titles.house_divided.rules import ch04_sea as sea
from bivouac.titles.house_divided.rules import ch04_steps as steps
from bivouac.titles.house_divided.rules import ch05_battle as battle
from bivouac.titles.house_divided.rules import ch05_fire as fire
from bivouac.titles.house_divided.rules import ch05_retreat as retreat
from bivouac.titles.house_divided.rules import ch06_promotion as promotion
from bivouac.titles.house_divided.rules import ch07_recruitment as recruitment
from bivouac.titles.house_divided.rules import ch09_capture as capture
from bivouac.titles.house_divided.rules import chA2_support as support
from bivouac.titles.house_divided.rules import chA4_containment as containment
from bivouac.titles.house_divided.rules import chA7_command as command
from bivouac.titles.house_divided.rules import chA8_leaders as leaders
from bivouac.titles.house_divided.rules import chA8_morale as morale
from bivouac.titles.house_divided.rules import chA8_south as south
from bivouac.titles.house_divided.state import State

ACTIVE: Final = turn.the_active
FIRER: Final = battle.the_firer
DEFENDER: Final = battle.the_defender

# fmt: off
FLOW: Final[Flow[State]] = Flow({
    # the turn
    Box.GAME_TURN: Do(turn.begin_game_turn),
    Box.PLAYER_TURN: Do(turn.begin_player_turn),
    # its start, in the advanced game
    Box.SUPPORT: Do(support.check_support),
    Box.SUPPORT_LOSS: Ask("AHD-A2.2a", ACTIVE, (
        Way(v.PIECE, support.is_without_support, (), support.lose_support, show.show_piece),
    ), show.item_box_facts),
    Box.ARRIVALS: Do(leaders.arrivals),
    Box.PLACE_LEADER: Ask("AHD-A8.2c", ACTIVE, (
        Way(v.BOX, leaders.has_a_friendly_piece, (), leaders.place_leader, show.on_box("box")),
    ), show.leader_facts),
    Box.BORDER: Do(south.next_border_state),
    Box.BORDER_DIE: Roll("AHD-A8.3a", south.roll_border_state, facts=show.state_facts),
    Box.INTERVENTION: Do(south.intervention),
    # movement
    Box.MARCHES: Do(marches.give_marches),
    Box.MARCH_DIE: Roll("AHD-4.0b", marches.roll_marches, facts=show.active_facts),
    Box.BREAK_OUT: Ask("AHD-A4.0e", ACTIVE, (
        Way(v.BOX, containment.union_is_contained_there, containment.MAY_BREAK_OUT, containment.break_out, show.on_box("box")),
        Way(v.DONE, None, (), containment.stay_in, show.button("no_break_out")),
    ), show.march_facts),
    Box.MARCH: Ask("AHD-4.0d", ACTIVE, (
        Way(v.MARCH, marches.own_pieces_stand_there, marches.MAY_MARCH_FROM, marches.begin_march, show.on_box("march_from")),
        Way(v.SAIL, sea.is_a_port_with_pieces, sea.MAY_SAIL_FROM, sea.begin_voyage, show.show_voyage),
        Way(v.LEAD, marches.is_an_own_leader, marches.MAY_LEAD, marches.lead_alone, show.show_lone_leader),
        Way(v.DONE, None, (), rules.enough, show.button("end_movement", n=show.marches_left)),
    ), show.march_facts),
    Box.PIECE: Ask("AHD-4.0d", ACTIVE, (
        Way(v.PIECE, marches.is_in_the_marching_box, marches.MAY_TAKE_PART, marches.take_piece, show.show_marching_piece),
        Way(v.DONE, None, (marches.march_moves_somebody,), rules.enough, show.button("end_march")),
    ), show.from_facts),
    Box.STEP: Ask("AHD-4.0d", ACTIVE, (
        Way(v.GO, steps.line_leads_there, steps.MAY_SET_OUT, steps.set_out, show.show_line),
        Way(v.ENTRENCH, None, steps.MAY_ENTRENCH, steps.entrench, show.button("entrench", box=show.its_box)),
        Way(v.STOP, None, (), steps.stay, show.button("stop", box=show.its_box), spare=(steps.does_something,)),
    ), show.step_facts),
    Box.ONWARD: Ask("AHD-4.0d", ACTIVE, (
        Way(v.GO, steps.line_leads_there, steps.MAY_GO_ON, steps.advance, show.show_line),
        Way(v.STOP, None, (), steps.stop, show.button("stop", box=show.its_box)),
    ), show.step_facts),
    Box.JUMP: Ask("AHD-4.2.1a", ACTIVE, (
        Way(v.GO, steps.line_leads_there, steps.MAY_JUMP, steps.jump, show.show_line),
        Way(v.STOP, None, (), steps.stop, show.button("stop", box=show.its_box)),
    ), show.step_facts),
    Box.SAIL_PIECE: Ask("AHD-4.2.3b", ACTIVE, (
        Way(v.PIECE, sea.is_in_the_port, sea.MAY_SAIL, sea.embark, show.show_marching_piece),
    ), show.sail_facts),
    Box.SAIL_TO: Ask("AHD-4.2.3d", ACTIVE, (
        Way(v.BOX, sea.is_a_port, sea.MAY_SAIL_TO, sea.sail, show.show_port),
    ), show.sail_facts),
    # combat
    Box.COMBAT: Do(battle.begin_combat),
    Box.CONTAIN: Ask("AHD-A4.0a", ACTIVE, (
        Way(v.YES, None, (), containment.contain, show.button("contain", box=show.first_box)),
        Way(v.NO, None, (), containment.next_port, show.button("attack", box=show.first_box)),
    ), show.item_box_facts),
    Box.NEXT_BATTLE: Do(battle.next_battle),
    Box.CHOOSE_BATTLE: Ask("AHD-5.0c", ACTIVE, (
        Way(v.BOX, battle.has_a_battle, (), battle.choose_battle, show.on_box("box")),
    )),
    Box.ESCAPE: Ask("AHD-5.2.6a", DEFENDER, (
        Way(v.YES, None, retreat.MAY_ESCAPE, retreat.escape, show.button("escape")),
        Way(v.NO, None, (), retreat.stand, show.button("stand")),
    ), show.place_facts),
    Box.ESCAPE_TO: Ask("AHD-5.2.6b", DEFENDER, (
        Way(v.BOX, retreat.is_beside_the_riders, retreat.MAY_ESCAPE_TO, retreat.escape_to, show.on_box("box")),
    ), show.escape_facts),
    Box.COMMAND_DIE: Roll("AHD-A7.0b", command.roll_command, facts=show.side_facts),
    Box.RETREAT: Ask("AHD-5.2.5a", FIRER, (
        Way(v.FIGHT_ON, None, (), retreat.fight_on, show.button("fight_on")),
        Way(v.BOX, retreat.is_beside_the_battle, retreat.MAY_RETREAT, retreat.retreat, show.on_box("retreat_to")),
    ), show.battle_facts),
    Box.REINFORCE: Ask("AHD-5.2.4a", FIRER, (
        Way(v.PIECE, retreat.is_beside_to_help, retreat.MAY_REINFORCE, retreat.reinforce, show.show_piece_in_box),
        Way(v.DONE, None, (), retreat.no_more_reinforcements, show.button("no_reinforcement")),
    ), show.battle_facts),
    Box.ENGAGE: Ask("AHD-A7.0c", FIRER, (
        Way(v.PIECE, fire.can_be_engaged, (fire.fires_once_a_round,), fire.engage, show.show_piece),
    ), show.engage_facts),
    Box.BONUS: Ask("AHD-A8.2.2d", FIRER, (
        Way(v.PIECE, fire.is_about_to_fire, (), fire.give_bonus, show.show_piece),
    ), show.bonus_facts),
    Box.AIM: Ask("AHD-5.1b", FIRER, (
        Way(v.PIECE, fire.is_an_enemy_in_this_battle, fire.MAY_AIM_AT, fire.aim, show.on_piece("fire_at")),
        Way(v.HOLD_FIRE, None, (), fire.hold_fire, show.button("hold_fire"), spare=(fire.holds_fire_only_without_target,)),
    ), show.aim_facts),
    Box.ANNOUNCE: Ask("AHD-5.1i", FIRER, (
        Way(v.PIECE, fire.has_not_announced, (), fire.announce, show.show_piece),
    ), show.place_facts),
    Box.SHOT: Roll("AHD-5.1e", fire.fire, facts=show.shot_facts),
    Box.ROUT: Roll("AHD-A8.1c", morale.test_rout, facts=show.test_facts),
    Box.RALLY: Ask("AHD-A8.11a", morale.the_rallier, (
        Way(v.PIECE, morale.has_routed, (), morale.rally, show.show_piece),
        Way(v.DONE, None, (), morale.rally_nobody, show.button("no_rally")),
    ), show.side_facts),
    Box.DESERT: Roll("AHD-A8.12b", morale.test_desertion, facts=show.test_facts),
    Box.ROUTED_TO: Ask("AHD-A8.1e", retreat.the_loser, (
        Way(v.BOX, retreat.is_beside_the_battle, retreat.MAY_FLEE, retreat.send_routed, show.on_box("box")),
    ), show.place_facts),
    Box.VICTOR: Ask("AHD-6.0d", promotion.the_victor, (
        Way(v.PIECE, promotion.took_part_and_won, promotion.MAY_BE_PROMOTED, promotion.promote_victor, show.show_piece),
        Way(v.DONE, None, (), promotion.promote_nobody_here, show.button("no_promotion")),
    ), show.place_facts),
    Box.RECOVER: Do(battle.recover),
    # promotion and recruitment
    Box.PROMOTIONS: Do(promotion.begin_promotions),
    Box.TRAINING_DIE: Roll("AHD-O4.3a", promotion.roll_training),
    Box.PROMOTE: Ask("AHD-6.0e", ACTIVE, (
        Way(v.PIECE, promotion.is_own_and_on_the_map, promotion.MAY_BE_PROMOTED_NEXT, promotion.promote_one, show.show_piece_in_box),
        Way(v.DONE, None, (), rules.enough, show.button("end_promotions", n=show.promotions_left)),
    ), show.promotion_facts),
    Box.RECRUITMENT: Do(recruitment.begin_recruitment),
    Box.RECRUIT_DIE: Roll("AHD-7.0b", recruitment.roll_recruits, facts=show.active_facts),
    Box.CITY: Ask("AHD-7.0e", ACTIVE, (
        Way(v.BOX, recruitment.has_a_shield_of_its_colour, recruitment.MAY_RECRUIT_IN, recruitment.choose_city, show.on_box("box")),
        Way(v.DONE, None, (), rules.enough, show.button("no_recruits", n=show.recruits_left)),
    ), show.recruit_facts),
    Box.ARM: Ask("AHD-7.0c", ACTIVE, (
        Way(v.ARM, recruitment.is_militia, (recruitment.is_in_the_pool,), recruitment.choose_arm, show.show_arm),
    ), show.item_box_facts),
    # the end of the turn
    Box.END_TURN: Do(capture.end_player_turn),
    Box.WASHINGTON_DIE: Roll("AHD-A6.0b", capture.roll_for_washington),
    Box.TURN_DONE: Do(capture.finish_player_turn),
}, frames=FRAMES)
# fmt: on
