"""The flow chart of the whole game: every box, who is asked there, by which clause, and what the answer does."""

from __future__ import annotations

from typing import Final

from bivouac.core.flow import Do, Flow, Roll
from bivouac.core.flow import OldAsk as Ask
from bivouac.titles.house_divided import show
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
FLOW: Final[Flow[State]] = Flow(
    {
        # the turn
        Box.GAME_TURN: Do(turn.begin_game_turn),
        Box.PLAYER_TURN: Do(turn.begin_player_turn),
        # its start, in the advanced game
        Box.SUPPORT: Do(support.check_support),
        Box.SUPPORT_LOSS: Ask("AHD-A2.2a", ACTIVE, support.loss_candidates, (), support.lose_support, show.show_piece,
                              show.item_box_facts),
        Box.ARRIVALS: Do(leaders.arrivals),
        Box.PLACE_LEADER: Ask("AHD-A8.2c", ACTIVE, leaders.place_candidates, (leaders.has_a_friendly_piece,),
                              leaders.place_leader, show.show_box, show.leader_facts, leaders.place_options),
        Box.BORDER: Do(south.next_border_state),
        Box.BORDER_DIE: Roll("AHD-A8.3a", south.roll_border_state, facts=show.state_facts),
        Box.INTERVENTION: Do(south.intervention),
        # movement
        Box.MARCHES: Do(marches.give_marches),
        Box.MARCH_DIE: Roll("AHD-4.0b", marches.roll_marches, facts=show.active_facts),
        Box.BREAK_OUT: Ask("AHD-A4.0e", ACTIVE, containment.break_out_candidates, containment.MAY_BREAK_OUT,
                           containment.break_out, show.box_or("no_break_out"), show.march_facts),
        Box.MARCH: Ask("AHD-4.0d", ACTIVE, marches.march_candidates, marches.MAY_MARCH_FROM, marches.begin_march,
                       show.show_march, show.march_facts, marches.march_options),
        Box.PIECE: Ask("AHD-4.0d", ACTIVE, marches.piece_candidates, marches.MAY_TAKE_PART, marches.take_piece,
                       show.show_marching_piece, show.from_facts, marches.piece_options),
        Box.STEP: Ask("AHD-4.0d", ACTIVE, steps.step_candidates, steps.MAY_GO, steps.go, show.show_step, show.step_facts,
                      steps.step_options),
        Box.SAIL_PIECE: Ask("AHD-4.2.3b", ACTIVE, sea.sail_candidates, sea.MAY_SAIL, sea.embark, show.show_sailing_piece,
                            show.sail_facts),
        Box.SAIL_TO: Ask("AHD-4.2.3d", ACTIVE, sea.all_ports, sea.MAY_SAIL_TO, sea.sail, show.show_port, show.sail_facts),
        # combat
        Box.COMBAT: Do(battle.begin_combat),
        Box.CONTAIN: Ask("AHD-A4.0a", ACTIVE, containment.contain_candidates, (), containment.contain, show.show_contain,
                         show.item_box_facts),
        Box.NEXT_BATTLE: Do(battle.next_battle),
        Box.CHOOSE_BATTLE: Ask("AHD-5.0c", ACTIVE, battle.battle_candidates, (), battle.choose_battle, show.show_box),
        Box.ESCAPE: Ask("AHD-5.2.6a", DEFENDER, retreat.yes_or_no, retreat.MAY_ESCAPE, retreat.escape, show.show_escape,
                        show.place_facts),
        Box.ESCAPE_TO: Ask("AHD-5.2.6b", DEFENDER, retreat.neighbours, retreat.MAY_ESCAPE_TO, retreat.escape_to,
                           show.show_box, show.escape_facts),
        Box.COMMAND_DIE: Roll("AHD-A7.0b", command.roll_command, facts=show.side_facts),
        Box.RETREAT: Ask("AHD-5.2.5a", FIRER, retreat.retreat_candidates, retreat.MAY_RETREAT_TO, retreat.retreat,
                         show.show_retreat, show.battle_facts, retreat.retreat_options),
        Box.REINFORCE: Ask("AHD-5.2.4a", FIRER, retreat.reinforce_candidates, retreat.MAY_REINFORCE, retreat.reinforce,
                           show.far_piece_or("no_reinforcement"), show.battle_facts, retreat.reinforce_options),
        Box.ENGAGE: Ask("AHD-A7.0c", FIRER, fire.engage_candidates, (fire.fires_once_a_round,), fire.engage,
                        show.show_piece, show.engage_facts),
        Box.BONUS: Ask("AHD-A8.2.2d", FIRER, fire.bonus_candidates, (), fire.give_bonus, show.show_piece, show.bonus_facts),
        Box.AIM: Ask("AHD-5.1b", FIRER, fire.aim_candidates, fire.MAY_AIM_AT, fire.aim, show.show_target, show.aim_facts,
                     fire.aim_options),
        Box.SHOT: Roll("AHD-5.1e", fire.fire, facts=show.shot_facts),
        Box.ROUT: Roll("AHD-A8.1c", morale.test_rout, facts=show.test_facts),
        Box.RALLY: Ask("AHD-A8.11a", morale.the_rallier, morale.rally_candidates, (), morale.rally, show.piece_or("no_rally"),
                       show.side_facts),
        Box.DESERT: Roll("AHD-A8.12b", morale.test_desertion, facts=show.test_facts),
        Box.ROUTED_TO: Ask("AHD-A8.1e", retreat.the_loser, retreat.routed_candidates, retreat.MAY_RETREAT_TO,
                           retreat.send_routed, show.show_box, show.place_facts),
        Box.VICTOR: Ask("AHD-6.0d", promotion.the_victor, promotion.victor_candidates, promotion.MAY_BE_PROMOTED,
                        promotion.promote_victor, show.piece_or("no_promotion"), show.place_facts),
        Box.RECOVER: Do(battle.recover),
        # promotion and recruitment
        Box.PROMOTIONS: Do(promotion.begin_promotions),
        Box.TRAINING_DIE: Roll("AHD-O4.3a", promotion.roll_training),
        Box.PROMOTE: Ask("AHD-6.0e", ACTIVE, promotion.promotion_candidates, promotion.MAY_BE_PROMOTED,
                         promotion.promote_one, show.far_piece_or("no_promotion"), show.promotion_facts,
                         promotion.promotion_options),
        Box.RECRUITMENT: Do(recruitment.begin_recruitment),
        Box.RECRUIT_DIE: Roll("AHD-7.0b", recruitment.roll_recruits, facts=show.active_facts),
        Box.CITY: Ask("AHD-7.0e", ACTIVE, recruitment.city_candidates, recruitment.MAY_RECRUIT_IN, recruitment.choose_city,
                      show.box_or("no_recruits"), show.recruit_facts, recruitment.city_options),
        Box.ARM: Ask("AHD-7.0c", ACTIVE, recruitment.arm_candidates, (recruitment.is_in_the_pool,), recruitment.choose_arm,
                     show.show_arm, show.item_box_facts),
        # the end of the turn
        Box.END_TURN: Do(capture.end_player_turn),
        Box.WASHINGTON_DIE: Roll("AHD-A6.0b", capture.roll_for_washington),
        Box.TURN_DONE: Do(capture.finish_player_turn),
    },
    frames=FRAMES,
)
# fmt: on
